'use strict';
// The adapter: `node adapter.js` answers Ludex on stdin and stdout. Write your engine in game.js.
const { HELLO, METHODS } = require('./game.js');
const { serve } = require('./wire.js');

serve(HELLO, METHODS);
