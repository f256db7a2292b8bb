// JSON, so that no library is needed.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// A JSON value; a number is an int64_t when it is written as one and fits.
struct Json {
    using List = std::vector<Json>;
    using Object = std::map<std::string, Json>;
    std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, List, Object> value = nullptr;

    Json() = default;
    Json(std::nullptr_t) {}
    Json(bool given) : value(given) {}
    Json(int given) : value(std::int64_t{given}) {}
    Json(std::int64_t given) : value(given) {}
    Json(double given) : value(given) {}
    Json(const char* given) : value(std::string(given)) {}
    Json(std::string given) : value(std::move(given)) {}
    Json(List given) : value(std::move(given)) {}
    Json(Object given) : value(std::move(given)) {}

    template <class T> const T* as() const { return std::get_if<T>(&value); }
    bool is_null() const { return as<std::nullptr_t>() != nullptr; }
    const Object& object() const {
        static const Object none;
        return as<Object>() ? *as<Object>() : none;
    }
    const List& list() const {
        static const List none;
        return as<List>() ? *as<List>() : none;
    }
    std::string text() const { return as<std::string>() ? *as<std::string>() : std::string(); }

    /// A field of an object; null where there is none.
    const Json& operator[](const std::string& name) const {
        static const Json null;
        auto found = object().find(name);
        return found == object().end() ? null : found->second;
    }
    bool has(const std::string& name) const { return object().count(name) > 0; }
    bool operator==(const Json& other) const { return value == other.value; }

    static Json parse(const std::string& text);
    std::string write() const;
};

/// Text that is no JSON.
struct Malformed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

namespace json_text {

struct Reader {
    const std::string& text;
    std::size_t at = 0;
    static constexpr int deepest = 500;

    [[noreturn]] void wrong(const char* what) const { throw Malformed(what + std::string(" at ") + std::to_string(at)); }
    char peek() {
        while (at < text.size() && std::string(" \t\r\n").find(text[at]) != std::string::npos) at++;
        return at < text.size() ? text[at] : '\0';
    }
    bool next(char letter) {
        bool there = peek() == letter && at < text.size();
        at += there ? 1 : 0;
        return there;
    }
    void expect(char letter) {
        if (!next(letter)) wrong("an unexpected sign");
    }
    Json word(const std::string& name, Json value) {
        if (text.compare(at, name.size(), name) != 0) wrong("no value");
        at += name.size();
        return value;
    }
    Json value(int depth) {
        if (depth > deepest) wrong("too deep");
        switch (peek()) {
            case '{': return object(depth);
            case '[': return list(depth);
            case '"': return string();
            case 't': return word("true", true);
            case 'f': return word("false", false);
            case 'n': return word("null", nullptr);
            default: return number();
        }
    }
    Json object(int depth) {
        Json::Object fields;
        expect('{');
        if (next('}')) return fields;
        do {
            peek();
            std::string name = string();
            expect(':');
            fields[name] = value(depth + 1);
        } while (next(','));
        expect('}');
        return fields;
    }
    Json list(int depth) {
        Json::List items;
        expect('[');
        if (next(']')) return items;
        do items.push_back(value(depth + 1));
        while (next(','));
        expect(']');
        return items;
    }
    std::string string() {
        expect('"');
        std::string read;
        while (true) {
            if (at >= text.size()) wrong("a string without an end");
            char letter = text[at++];
            if (letter == '"') return read;
            if (static_cast<unsigned char>(letter) < 0x20) wrong("a control character");
            if (letter == '\\') escaped(read);
            else read += letter;
        }
    }
    void escaped(std::string& read) {
        if (at >= text.size()) wrong("a string without an end");
        const std::string known = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
        char letter = text[at++];
        if (letter == 'u') return unicode(read);
        auto place = known.find(letter);
        if (place == std::string::npos) wrong("an unknown escape");
        read += meant[place];
    }
    unsigned hex() {
        unsigned code = 0;
        for (int i = 0; i < 4; i++) {
            const std::string digits = "0123456789abcdef";
            char letter = at < text.size() ? text[at++] : ' ';
            auto digit = digits.find(letter >= 'A' && letter <= 'F' ? static_cast<char>(letter + 32) : letter);
            if (digit == std::string::npos) wrong("an unknown escape");
            code = code * 16 + static_cast<unsigned>(digit);
        }
        return code;
    }
    void unicode(std::string& read) {
        unsigned code = hex();
        if (code >= 0xD800 && code < 0xDC00 && text.compare(at, 2, "\\u") == 0) {
            at += 2;
            code = 0x10000 + ((code - 0xD800) << 10) + ((hex() - 0xDC00) & 0x3FF);
        }
        if (code < 0x80) read += static_cast<char>(code);
        else if (code < 0x800) put(read, 0xC0 | code >> 6, {code});
        else if (code < 0x10000) put(read, 0xE0 | code >> 12, {code >> 6, code});
        else put(read, 0xF0 | code >> 18, {code >> 12, code >> 6, code});
    }
    static void put(std::string& read, unsigned first, std::vector<unsigned> rest) {
        read += static_cast<char>(first);
        for (unsigned part : rest) read += static_cast<char>(0x80 | (part & 0x3F));
    }
    std::size_t digits() {
        std::size_t from = at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9') at++;
        return at - from;
    }
    Json number() {
        std::size_t from = at;
        if (at < text.size() && text[at] == '-') at++;
        bool zero = at < text.size() && text[at] == '0';
        std::size_t whole = digits();
        if (whole == 0 || (zero && whole > 1)) wrong("no value");
        bool integer = true;
        if (at < text.size() && text[at] == '.') {
            integer = false;
            at++;
            if (digits() == 0) wrong("no value");
        }
        if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
            integer = false;
            at++;
            if (at < text.size() && (text[at] == '+' || text[at] == '-')) at++;
            if (digits() == 0) wrong("no value");
        }
        std::string said = text.substr(from, at - from);
        try {
            if (integer) return std::int64_t{std::stoll(said)};
        } catch (const std::out_of_range&) {  // it is a number all the same
        }
        try {
            return std::stod(said);
        } catch (const std::out_of_range&) {
            return 0.5;  // beyond every number; no integer
        }
    }
};

inline void write(const std::string& text, std::string& out) {
    out += '"';
    for (char letter : text) {
        if (letter == '"' || letter == '\\') {
            out += '\\';
            out += letter;
        } else if (static_cast<unsigned char>(letter) < 0x20) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(letter));
            out += code;
        } else {
            out += letter;
        }
    }
    out += '"';
}

inline void write(const Json& json, std::string& out) {
    if (auto flag = json.as<bool>()) out += *flag ? "true" : "false";
    else if (auto whole = json.as<std::int64_t>()) out += std::to_string(*whole);
    else if (auto number = json.as<double>()) {
        char digits[40];
        std::snprintf(digits, sizeof digits, "%.17g", *number);
        out += digits;
    } else if (auto text = json.as<std::string>()) write(*text, out);
    else if (auto items = json.as<Json::List>()) {
        out += '[';
        for (std::size_t i = 0; i < items->size(); i++) {
            out += i ? "," : "";
            write((*items)[i], out);
        }
        out += ']';
    } else if (auto fields = json.as<Json::Object>()) {
        out += '{';
        bool first = true;
        for (const auto& [name, value] : *fields) {
            out += first ? "" : ",";
            first = false;
            write(name, out);
            out += ':';
            write(value, out);
        }
        out += '}';
    } else out += "null";
}

}  // namespace json_text

inline Json Json::parse(const std::string& text) {
    json_text::Reader reader{text};
    Json value = reader.value(0);
    reader.peek();
    if (reader.at < text.size()) reader.wrong("more than one value");
    return value;
}

inline std::string Json::write() const {
    std::string out;
    json_text::write(*this, out);
    return out;
}
