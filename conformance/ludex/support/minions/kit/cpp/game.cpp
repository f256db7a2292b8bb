// Your engine of Minions: what it says of itself, and a function for each method that it answers.
//
// params holds game, edition, readings (entry to choice, for every entry of the register) and the fields of the method.
// Give back the result; `throw illegal()` or `throw unreadable()` refuses, `return unsupported("why")` (or `throw` it from further in) says what is not written yet.
#include "game.hpp"

#include "lines.hpp"

using namespace minions;

static bool any_symmetry(const Json& params) { return params["readings"]["map-symmetry"].text() == "any"; }

static Board opened(const std::string& line, const std::string& map, Side side, bool active, bool any) {
    read_map(map, any);
    Board board = read_line(line);
    require(is_sound(board, side, active));
    return board;
}

/// The boards of a position.
static std::vector<Board> boards_of(const Position& position, const Json& params) {
    std::vector<Board> boards;
    require(position.boards.size() == position.maps.size());
    bool active = position.status == PositionStatus::active;
    for (std::size_t i = 0; i < position.boards.size(); i++)
        boards.push_back(opened(position.boards[i], position.maps[i], position.side, active, any_symmetry(params)));
    return boards;
}

/// All legal actions of a position: {"actions": [actions]}, in any order, each once.
static Json legal(const Json& params) {
    auto boards = boards_of(minions::read<Position>(params["position"]), params);
    return unsupported("legal is not written yet (" + std::to_string(boards.size()) + " boards)");
}

/// The position after an action: {"position": …}; what is not legal is refused.
static Json apply(const Json& params) {
    boards_of(minions::read<Position>(params["position"]), params);
    auto action = minions::read<Action>(params["action"]);
    return unsupported(minions::json(action)["kind"].text() + " is not written yet");
}

/// A line, read and written again.
static Json board(const Json& params) {
    Side side = minions::read<Side>(params["side"]);
    return Json::Object{{"line", write_line(opened(text(params["line"]), text(params["map"]), side, true, any_symmetry(params)))}};
}

/// What is where on a map.
static Json map(const Json& params) {
    const std::string signs = read_rows(text(params["rows"]), any_symmetry(params));
    Json::List graveyards, water, swapped;
    for (int here = 0; here < 100; here++) {
        if (signs[static_cast<std::size_t>(here)] == 'G') graveyards.push_back(hex_name(here));
        if (signs[static_cast<std::size_t>(here)] == 'W') water.push_back(hex_name(here));
    }
    for (const auto& name : swaps(signs)) swapped.push_back(name);
    return Json::Object{{"graveyards", graveyards}, {"water", water}, {"swaps", swapped}};
}

const Methods& methods() {
    static const Methods known{{"legal", legal}, {"apply", apply}, {"board", board}, {"map", map}};
    return known;
}

const Json& hello() {
    // Beside "methods" may stand "promises": ["well-formed"] and the like: what the engine is not for.
    // In each edition name the readings that you can follow: {"readings": {"entry": ["choice"]}}.
    static const Json said = Json::parse(R"({
        "protocol": 1,
        "engine": {"name": "my-minions-engine", "version": "0.1", "language": "C++"},
        "games": {"minions": {"editions": {"@EDITIONS@": {}}, "methods": ["legal", "apply", "board", "map"]}}
    })");
    return said;
}
