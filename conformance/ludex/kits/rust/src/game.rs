//! Your engine of @GAME@: what it says of itself, and an answer for each method.

use crate::json::{object, Json};
use crate::wire::{Answer, Not};

pub const METHODS: &[&str] = &["@METHODS@"];

/// In each edition name the readings that you can follow: {"readings": {"entry": ["choice"]}}.
const EDITIONS: &str = r#"{"@EDITIONS@": {}}"#;

pub fn hello() -> Json {
    let engine = object([("name", "my-@GAME@-engine".into()), ("version", "0.1".into()), ("language", "Rust".into())]);
    let methods = Json::Array(METHODS.iter().map(|&method| method.into()).collect());
    let editions = Json::parse(EDITIONS).expect("EDITIONS is JSON");
    let game = object([("editions", editions), ("methods", methods)]);
    object([("protocol", Json::Integer(1)), ("engine", engine), ("games", object([("@GAME@", game)]))])
}

/// params holds game, edition, readings (entry to choice, for every entry of the register) and the fields of the method.
/// Give back the result; `Err(Not::Illegal(vec![]))` or `Err(unreadable())` refuses.
pub fn answer(method: &str, _params: &Json) -> Answer {
    if METHODS.contains(&method) {
        return Err(Not::Unsupported(format!("{method} is not written yet")));
    }
    Err(Not::UnknownMethod)
}
