// What the types of a game read values with. Ours and optional, as they are: a value of another shape is unreadable.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "wire.hpp"

using Bound = std::optional<std::int64_t>;

inline void require(bool sound) {
    if (!sound) throw unreadable();
}

inline void within(std::int64_t value, Bound least, Bound most) {
    require((!least || value >= *least) && (!most || value <= *most));
}

inline void fields(const Json& value, std::initializer_list<const char*> required, std::initializer_list<const char*> optional) {
    require(value.as<Json::Object>() != nullptr);
    std::size_t found = required.size();
    for (const char* name : required) require(value.has(name));
    for (const char* name : optional) found += value.has(name) ? 1 : 0;
    require(found == value.object().size());
}

inline std::int64_t whole(const Json& value, Bound least = {}, Bound most = {}) {
    require(value.as<std::int64_t>() != nullptr);
    within(*value.as<std::int64_t>(), least, most);
    return *value.as<std::int64_t>();
}

inline std::string text(const Json& value, Bound least = {}, Bound most = {}) {
    require(value.as<std::string>() != nullptr);
    std::int64_t letters = 0;
    for (char letter : value.text()) letters += (letter & 0xC0) != 0x80 ? 1 : 0;
    within(letters, least, most);
    return value.text();
}

inline bool flag(const Json& value) {
    require(value.as<bool>() != nullptr);
    return *value.as<bool>();
}

template <class Read> auto list_of(const Json& value, Bound least, Bound most, Read read) {
    require(value.as<Json::List>() != nullptr);
    within(static_cast<std::int64_t>(value.list().size()), least, most);
    std::vector<decltype(read(value))> items;
    for (const Json& item : value.list()) items.push_back(read(item));
    return items;
}

template <class Read> auto or_null(const Json& value, Read read) -> std::optional<decltype(read(value))> {
    if (value.is_null()) return {};
    return read(value);
}

template <class T, class Write> Json written(const std::vector<T>& items, Write write) {
    Json::List all;
    for (const T& item : items) all.push_back(write(item));
    return all;
}
