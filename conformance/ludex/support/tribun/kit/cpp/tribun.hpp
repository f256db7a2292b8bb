// Tribun as it travels: tiles, units, action words and positions, strictly read and written back.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shapes.hpp"

namespace tribun {

constexpr std::int64_t places = 121;
constexpr std::array<std::int64_t, 7> heights{0, 1, 2, 3, 4, 6, 8};

/// Primary height, height of the slave (0: none), colour ("black" or "white"), and whether it is the tribun.
struct Unit {
    std::int64_t p, s;
    std::string color;
    bool tribun;
};

/// An action word, taken apart.
struct Action {
    std::string opcode;
    std::vector<std::pair<std::string, std::int64_t>> fields;
};

/// `board[cid]` is the unit on a tile.
struct Position {
    std::vector<std::optional<Unit>> board;
    std::string turn;
    std::optional<std::string> draw_offer_by, draw_blocked;
    bool ended;
    std::optional<std::string> winner;
};

/// Under which rules a request is asked.
struct Rules {
    std::string edition;
    Json readings;
    explicit Rules(const Json& params) : edition(params["edition"].text()), readings(params["readings"]) {}
    bool is_2026_01() const { return edition == "2026-01"; }
};

// ---- tiles

inline bool is_tile(std::int64_t cid) { return cid >= 0 && cid < places && std::abs(cid / 11 - cid % 11) <= 5; }

/// The coordinates of a tile.
inline Json read_cid(const Json& value) {
    std::int64_t cid = whole(value);
    require(is_tile(cid));
    return Json::Object{{"x", cid / 11 - 5}, {"y", cid % 11 - 5}};
}

// ---- units

inline bool may_be_stored(const Unit& unit, const Rules& rules) {
    if (unit.p == 0 || unit.s == 0) return unit.p > 0;
    if (unit.tribun && rules.readings["tribun-enslave"].text() != "yes") return false;
    return unit.p <= 4 && 2 * unit.p >= unit.s;
}

/// The unit that a byte stores; none for an empty tile.
inline std::optional<Unit> read_byte(std::int64_t byte, const Rules& rules) {
    require(byte >= 0 && byte < 256 && (byte & 7) != 7 && (byte >> 3 & 7) != 7);
    if (byte == 0) return {};
    Unit unit{heights[byte & 7], heights[byte >> 3 & 7], byte >> 6 & 1 ? "white" : "black", byte >= 128};
    require(may_be_stored(unit, rules));
    return unit;
}

inline std::int64_t index(std::int64_t height) {
    auto found = std::find(heights.begin(), heights.end(), height);
    require(found != heights.end());
    return found - heights.begin();
}

inline std::int64_t write_byte(const std::optional<Unit>& unit) {
    if (!unit) return 0;
    return index(unit->p) | index(unit->s) << 3 | (unit->color == "white" ? 64 : 0) | (unit->tribun ? 128 : 0);
}

inline std::string read_color(const Json& value) {
    require(value.text() == "black" || value.text() == "white");
    return value.text();
}

/// A unit from JSON, as one that may be stored; no heights and no flag are an empty tile in either colour.
inline std::optional<Unit> read_unit(const Json& value, const Rules& rules) {
    if (value.is_null()) return {};
    fields(value, {"p", "s", "color", "tribun"}, {});
    Unit unit{whole(value["p"]), whole(value["s"]), read_color(value["color"]), flag(value["tribun"])};
    index(unit.p);
    index(unit.s);
    if (unit.p == 0 && unit.s == 0 && !unit.tribun) return {};
    require(may_be_stored(unit, rules));
    return unit;
}

inline Json show_unit(const std::optional<Unit>& unit) {
    if (!unit) return nullptr;
    return Json::Object{{"p", unit->p}, {"s", unit->s}, {"color", unit->color}, {"tribun", unit->tribun}};
}

// ---- action words: a field's place follows from the fields before it, the first one at bit 0

using Layout = std::pair<std::string, std::vector<std::pair<std::string, int>>>;

/// Name and fields, each with its number of bits, by opcode.
inline std::vector<Layout> layouts(const Rules& rules) {
    return {
        {"MOVE", {{"fromCid", 7}, {"toCid", 7}, {"part", 1}}},
        {"KILL", {{"attackerCid", 7}, {"targetCid", 7}, {"part", 1}}},
        {"LIBERATE", {{"targetCid", 7}}},
        {"DAMAGE", {{"targetCid", 7}, {"effDmgMinus1", 3}}},
        {"ENSLAVE", {{"attackerCid", 7}, {"targetCid", 7}}},
        {"COMBINE", {{"centerCid", 7}, {"dirA", 3}, {"dirB", 3}, {"donAminus1", 3}, {"donBminus1", 3}}},
        {"SYM_COMBINE", {{"centerCid", 7}, {"config", 2}, {"donMinus1", 2}}},
        {"SPLIT", {{"actorCid", 7}, {"h0", 3}, {"h1", 3}, {"h2", 3}, {"h3", 3}, {"h4", 3}, {"h5", 3}}},
        {"BACKSTABB", {{"actorCid", 7}, {"dir", 3}}},
        {"ATTACK_TRIBUN", {{"attackerCid", 7}, {"tribunCid", 7}, {"winnerColor", 1}}},
        {"DRAW", {{"drawAction", 2}, {"actorColor", 1}}},
        {"END", {{"endReason", rules.is_2026_01() ? 3 : 2}, {"loserColor", 1}}},
    };
}

inline bool is_reserved(const std::string& field, std::int64_t value, const Rules& rules) {
    if (field == "dir" || field == "dirA" || field == "dirB") return value > 5;
    if (field == "config") return value == 3;
    if (field == "endReason") return value > 3;
    if (field == "drawAction") return value == 3 && rules.is_2026_01();
    return field.size() > 3 && field.substr(field.size() - 3) == "Cid" && !is_tile(value);
}

/// Opcode and fields of a word.
inline Action read_word(const Json& value, const Rules& rules) {
    std::int64_t word = whole(value, 0, 0xFFFFFFFFLL);
    const auto known = layouts(rules);
    require(word >> 28 < static_cast<std::int64_t>(known.size()));
    const auto& [name, sizes] = known[static_cast<std::size_t>(word >> 28)];
    Action action{name, {}};
    std::int64_t rest = word & 0x0FFFFFFF;
    for (const auto& [field, bits] : sizes) {
        action.fields.emplace_back(field, rest & ((1LL << bits) - 1));
        require(!is_reserved(field, action.fields.back().second, rules));
        rest >>= bits;
    }
    require(rest == 0);
    return action;
}

inline Json show_action(const Action& action) {
    Json::Object named;
    for (const auto& [field, value] : action.fields) named[field] = value;
    return Json::Object{{"opcode", action.opcode}, {"fields", named}};
}

/// The word of an opcode and its fields; what could not be read back is not written.
inline std::int64_t write_word(const Json& opcode, const Json& values, const Rules& rules) {
    const auto known = layouts(rules);
    for (std::size_t number = 0; number < known.size(); number++) {
        if (!opcode.as<std::string>() || known[number].first != opcode.text()) continue;
        const auto& sizes = known[number].second;
        require(values.as<Json::Object>() && values.object().size() == sizes.size());
        std::int64_t word = static_cast<std::int64_t>(number) << 28;
        int place = 0;
        for (const auto& [field, bits] : sizes) {
            require(values.has(field));
            std::int64_t value = whole(values[field], 0, (1LL << bits) - 1);
            require(!is_reserved(field, value, rules));
            word |= value << place;
            place += bits;
        }
        return word;
    }
    throw unreadable();
}

// ---- positions

inline const std::string sixty_four = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline std::string to_base64(const std::vector<std::int64_t>& bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::int64_t bits = bytes[i] << 16;
        bits |= i + 1 < bytes.size() ? bytes[i + 1] << 8 : 0;
        bits |= i + 2 < bytes.size() ? bytes[i + 2] : 0;
        for (std::size_t place = 0; place < 4; place++)
            text += i + place <= bytes.size() ? sixty_four[static_cast<std::size_t>(bits >> (18 - 6 * place) & 63)] : '=';
    }
    return text;
}

/// The bytes of strict base64: padded, and one way to write each list.
inline std::vector<std::int64_t> from_base64(const std::string& text) {
    std::vector<std::int64_t> bytes;
    std::int64_t bits = 0;
    int held = 0;
    for (char letter : text.substr(0, text.find('='))) {
        auto value = sixty_four.find(letter);
        require(value != std::string::npos);
        bits = (bits << 6 | static_cast<std::int64_t>(value)) & 0xFFFF;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes.push_back(bits >> held & 255);
    }
    require(to_base64(bytes) == text);
    return bytes;
}

/// A position from JSON, under the rules of a request.
inline Position read_position(const Json& value, const Rules& rules) {
    fields(value, {"board", "turn", "drawOfferBy", "drawBlocked", "status", "winner"}, {});
    require(value["status"].text() == "active" || value["status"].text() == "ended");
    Position position{{}, read_color(value["turn"]), or_null(value["drawOfferBy"], read_color),
                      or_null(value["drawBlocked"], read_color), value["status"].text() == "ended",
                      or_null(value["winner"], read_color)};
    require(!position.draw_blocked || (!rules.is_2026_01() && !position.draw_offer_by));
    require(position.ended || !position.winner);
    const auto bytes = from_base64(text(value["board"]));
    require(bytes.size() == places);
    int black = 0, white = 0;
    for (std::int64_t cid = 0; cid < places; cid++) {
        const std::int64_t byte = bytes[static_cast<std::size_t>(cid)];
        require(byte == 0 || is_tile(cid));
        position.board.push_back(read_byte(byte, rules));
        const auto& unit = position.board.back();
        if (unit && unit->tribun) (unit->color == "black" ? black : white)++;
    }
    require(black == 1 && white == 1);
    return position;
}

/// A position as JSON.
inline Json show_position(const Position& position) {
    std::vector<std::int64_t> bytes;
    for (const auto& unit : position.board) bytes.push_back(write_byte(unit));
    auto color = [](const std::optional<std::string>& given) { return given ? Json(*given) : Json(); };
    return Json::Object{{"board", to_base64(bytes)},          {"turn", position.turn},
                        {"drawOfferBy", color(position.draw_offer_by)}, {"drawBlocked", color(position.draw_blocked)},
                        {"status", position.ended ? "ended" : "active"}, {"winner", color(position.winner)}};
}

}  // namespace tribun
