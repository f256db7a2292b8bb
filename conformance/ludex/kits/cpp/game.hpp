// What the program needs of your engine.
#pragma once

#include "wire.hpp"

const Json& hello();
const Methods& methods();
