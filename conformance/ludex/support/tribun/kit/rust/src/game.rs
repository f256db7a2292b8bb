//! Your engine of Tribun: what it says of itself, and an answer for each method.

use crate::json::{object, Json};
use crate::tribun::{
    read_byte, read_cid, read_position, read_unit, read_word, show_action, show_unit, write_byte, write_word, Color,
    Rules,
};
use crate::wire::{unreadable, Answer, Not};

pub const METHODS: &[&str] = &["legal", "apply", "unit", "encode_unit", "cid", "word", "encode_word"];

pub fn hello() -> Json {
    let engine = object([("name", "my-tribun-engine".into()), ("version", "0.1".into()), ("language", "Rust".into())]);
    let methods = Json::Array(METHODS.iter().map(|&method| method.into()).collect());
    // Beside "methods" may stand "promises": ["well-formed"] and the like: what the engine is not for.
    // In each edition name the readings that you can follow: ("readings", {"kill-mover": ["move", "attack"]}).
    let editions = object([("2026-01", object([])), ("2026-04", object([]))]);
    let game = object([("editions", editions), ("methods", methods)]);
    object([("protocol", Json::Integer(1)), ("engine", engine), ("games", object([("tribun", game)]))])
}

/// params holds game, edition, readings (entry to choice, for every entry of the register) and the fields of the method.
/// Give back the result; `Err(Not::Illegal(vec![]))` or `Err(unreadable())` refuses, `Err(Not::Unsupported("why".into()))` says what is not written yet.
pub fn answer(method: &str, params: &Json) -> Answer {
    let rules = Rules::of(params);
    let field = |name: &str| params.get(name).unwrap_or(&Json::Null);
    match method {
        "legal" => legal(params, &rules),
        "apply" => apply(params, &rules),
        "unit" => {
            let byte = field("byte").below(256).ok_or_else(unreadable)? as u8;
            Ok(object([("unit", show_unit(read_byte(byte, &rules)?))]))
        }
        "encode_unit" => {
            let byte = write_byte(read_unit(field("unit"), &rules)?);
            Ok(object([("byte", Json::Integer(byte.into()))]))
        }
        "cid" => read_cid(field("cid")),
        "word" => Ok(show_action(&read_word(field("word"), &rules)?)),
        "encode_word" => {
            let word = write_word(field("opcode"), field("fields"), &rules)?;
            Ok(object([("word", Json::Integer(word))]))
        }
        _ => Err(Not::UnknownMethod),
    }
}

/// All legal actions of a position: {"actions": [words]}, in any order, each once.
fn legal(params: &Json, rules: &Rules) -> Answer {
    let position = read_position(params.get("position").unwrap_or(&Json::Null), rules)?;
    let turn = if position.turn == Color::Black { "black" } else { "white" };
    Err(Not::Unsupported(format!("legal is not written yet ({turn} is to move)")))
}

/// The position after an action: {"position": show_position(…)}; what is not legal is refused.
fn apply(params: &Json, rules: &Rules) -> Answer {
    read_position(params.get("position").unwrap_or(&Json::Null), rules)?;
    let action = read_word(params.get("action").unwrap_or(&Json::Null), rules)?;
    Err(Not::Unsupported(format!("{} is not written yet", action.opcode)))
}
