// The wire of Ludex, for any game: JSON-RPC 2.0, one message a line. Nothing here needs a change.
#pragma once

#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "json.hpp"

/// An action or a position that must not be; it travels as a result, with the clauses that it breaks, if known.
struct Refused {
    std::string kind;
    std::vector<std::string> broken;
};

/// To throw for what can be read and is not allowed.
inline Refused illegal(std::vector<std::string> broken = {}) { return {"illegal", std::move(broken)}; }

/// To throw for what cannot be read.
inline Refused unreadable(std::vector<std::string> broken = {}) { return {"unreadable", std::move(broken)}; }

/// To give back, or to throw from wherever it turns out, for what is not written yet; it counts as unsupported, not as wrong.
inline Json unsupported(const std::string& reason) {
    return Json::Object{{"unsupported", Json::Object{{"reason", reason}}}};
}

/// A function for each method: from params to a result.
using Methods = std::map<std::string, std::function<Json(const Json&)>>;

/// A request that cannot be served; it travels as a JSON-RPC error.
struct Complaint {
    int code;
    std::string message;
};

inline Json result_of(const std::string& method, const Json& params, const Json& hello, const Methods& methods) {
    if (method == "initialize") return hello;
    if (method == "shutdown") return Json::Object{};
    auto found = methods.find(method);
    if (found == methods.end()) throw Complaint{-32601, "no method " + method};
    try {
        return found->second(params);
    } catch (const Refused& refused) {
        Json::Object named;
        if (!refused.broken.empty()) named["broken"] = Json::List(refused.broken.begin(), refused.broken.end());
        return Json::Object{{refused.kind, named}};
    } catch (const Json& unsupported) {
        return unsupported;
    }
}

/// The answer to a line, and whether it is the last one.
inline std::pair<Json, bool> reply(const std::string& line, const Json& hello, const Methods& methods) {
    Json::Object answer{{"jsonrpc", "2.0"}, {"id", nullptr}};
    bool last = false;
    auto error = [&](int code, const std::string& message) {
        answer["error"] = Json::Object{{"code", code}, {"message", message}};
    };
    try {
        Json request = Json::parse(line);
        if (!request.as<Json::Object>()) throw Complaint{-32600, "a request is an object"};
        answer["id"] = request["id"];
        if (request["jsonrpc"].text() != "2.0" || !request.has("id") || !request["method"].as<std::string>())
            throw Complaint{-32600, "a request has \"jsonrpc\": \"2.0\", an id and a method"};
        last = request["method"].text() == "shutdown";
        if (request.has("params") && !request["params"].as<Json::Object>())
            throw Complaint{-32602, "params must be an object"};
        answer["result"] = result_of(request["method"].text(), request["params"], hello, methods);
    } catch (const Malformed& malformed) {
        error(-32700, std::string("not JSON: ") + malformed.what());
    } catch (const Complaint& complaint) {
        error(complaint.code, complaint.message);
    } catch (const std::exception& mistake) {  // a mistake of yours reaches the report, and the engine goes on
        std::cerr << mistake.what() << std::endl;
        error(-32603, mistake.what());
    }
    return {answer, last};
}

/// Answers each line, until `shutdown` comes or the input ends. What is printed meanwhile goes to the log.
inline void serve(const Json& hello, const Methods& methods) {
    std::ios::sync_with_stdio(false);
    std::ostream out(std::cout.rdbuf());
    std::cout.rdbuf(std::cerr.rdbuf());
    for (std::string line; std::getline(std::cin, line);) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        auto [answer, last] = reply(line, hello, methods);
        out << answer.write() << '\n';
        if (last || std::cin.rdbuf()->in_avail() <= 0) out.flush();
        if (last) break;
    }
    out.flush();
    std::cout.rdbuf(out.rdbuf());
}
