// Your engine of Tribun: what it says of itself, and a function for each method that it answers.
//
// params holds game, edition, readings (entry to choice, for every entry of the register) and the fields of the method.
// Give back the result; `throw illegal()` or `throw unreadable()` refuses, `return unsupported("why")` (or `throw` it from further in) says what is not written yet.
#include "game.hpp"

#include "tribun.hpp"

using namespace tribun;

/// All legal actions of a position: {"actions": [words]}, in any order, each once.
static Json legal(const Json& params) {
    auto position = read_position(params["position"], Rules(params));
    return unsupported("legal is not written yet (" + position.turn + " is to move)");
}

/// The position after an action: {"position": show_position(…)}; what is not legal is refused.
static Json apply(const Json& params) {
    read_position(params["position"], Rules(params));
    return unsupported(read_word(params["action"], Rules(params)).opcode + " is not written yet");
}

static Json unit(const Json& params) {
    return Json::Object{{"unit", show_unit(read_byte(whole(params["byte"]), Rules(params)))}};
}

static Json encode_unit(const Json& params) {
    return Json::Object{{"byte", write_byte(read_unit(params["unit"], Rules(params)))}};
}

static Json cid(const Json& params) { return read_cid(params["cid"]); }

static Json word(const Json& params) { return show_action(read_word(params["word"], Rules(params))); }

static Json encode_word(const Json& params) {
    return Json::Object{{"word", write_word(params["opcode"], params["fields"], Rules(params))}};
}

const Methods& methods() {
    static const Methods known{
        {"legal", legal}, {"apply", apply}, {"unit", unit}, {"encode_unit", encode_unit},
        {"cid", cid},     {"word", word},   {"encode_word", encode_word},
    };
    return known;
}

const Json& hello() {
    // Beside "methods" may stand "promises": ["well-formed"] and the like: what the engine is not for.
    // In each edition name the readings that you can follow: {"readings": {"kill-mover": ["move", "attack"]}}.
    static const Json said = Json::parse(R"({
        "protocol": 1,
        "engine": {"name": "my-tribun-engine", "version": "0.1", "language": "C++"},
        "games": {"tribun": {"editions": {"@EDITIONS@": {}},
                             "methods": ["legal", "apply", "unit", "encode_unit", "cid", "word", "encode_word"]}}
    })");
    return said;
}
