//! The wire of Ludex, for any game: JSON-RPC 2.0, one message a line. Nothing here needs a change.

use crate::json::{object, Json};
use std::io::{BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// What comes instead of a result.
#[allow(dead_code)] // an engine that is not written yet needs only some of these
pub enum Not {
    /// What can be read and is not allowed, with the clauses that it breaks, if known.
    Illegal(Vec<&'static str>),
    /// What cannot be read, with the clauses that it breaks, if known.
    Unreadable(Vec<&'static str>),
    /// What is not written yet, and why; it counts as unsupported, not as wrong.
    Unsupported(String),
    /// A method that the hello does not name.
    UnknownMethod,
}

pub type Answer = Result<Json, Not>;

/// What cannot be read, without a reason.
#[allow(dead_code)]
pub fn unreadable() -> Not {
    Not::Unreadable(Vec::new())
}

/// Answers each line, until `shutdown` comes or the input ends.
pub fn serve(hello: &Json, answer: fn(&str, &Json) -> Answer) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line?;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let (message, last) = reply(&line, hello, answer);
        out.write_all(format!("{message}\n").as_bytes())?;
        out.flush()?;
        if last {
            break;
        }
    }
    Ok(())
}

/// The answer to a line, and whether it is the last one.
fn reply(line: &[u8], hello: &Json, answer: fn(&str, &Json) -> Answer) -> (Json, bool) {
    let request = match std::str::from_utf8(line).map_err(|_| "no UTF-8".to_string()).and_then(Json::parse) {
        Ok(request) => request,
        Err(wrong) => return (error(Json::Null, -32700, &format!("not JSON: {wrong}")), false),
    };
    let id = request.get("id").cloned().unwrap_or(Json::Null);
    let Some(Json::String(method)) = request.get("method") else {
        return (error(id, -32600, "a request is an object with a method"), false);
    };
    match method.as_str() {
        "initialize" => (result(id, hello.clone()), false),
        "shutdown" => (result(id, object([])), true),
        _ => (asked(id, method, request.get("params").unwrap_or(&object([])), answer), false),
    }
}

/// The answer to a question; a panic is a mistake of yours: it reaches the report, and the engine goes on.
fn asked(id: Json, method: &str, params: &Json, answer: fn(&str, &Json) -> Answer) -> Json {
    match catch_unwind(AssertUnwindSafe(|| answer(method, params))) {
        Ok(Ok(given)) => result(id, given),
        Ok(Err(Not::Illegal(broken))) => result(id, refusal("illegal", broken)),
        Ok(Err(Not::Unreadable(broken))) => result(id, refusal("unreadable", broken)),
        Ok(Err(Not::Unsupported(reason))) => {
            let reason = object([("reason", Json::String(reason))]);
            result(id, object([("unsupported", reason)]))
        }
        Ok(Err(Not::UnknownMethod)) => error(id, -32601, &format!("no method {method}")),
        Err(_) => error(id, -32603, "panicked; see the log"),
    }
}

fn refusal(kind: &str, broken: Vec<&'static str>) -> Json {
    if broken.is_empty() {
        return object([(kind, object([]))]);
    }
    let named = broken.into_iter().map(|clause| Json::String(clause.to_string())).collect();
    object([(kind, object([("broken", Json::Array(named))]))])
}

fn result(id: Json, given: Json) -> Json {
    object([("jsonrpc", "2.0".into()), ("id", id), ("result", given)])
}

fn error(id: Json, code: i64, message: &str) -> Json {
    let told = object([("code", Json::Integer(code)), ("message", message.into())]);
    object([("jsonrpc", "2.0".into()), ("id", id), ("error", told)])
}
