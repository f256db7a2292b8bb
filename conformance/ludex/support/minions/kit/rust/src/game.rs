//! Your engine of Minions: what it says of itself, and an answer for each method.

use crate::json::{object, Json};
use crate::lines::{hex_name, is_sound, read_line, read_map, read_rows, swaps, write_line, Board};
use crate::minions::{Action, Position, PositionStatus, Side};
use crate::wire::{unreadable, Answer, Not};

pub const METHODS: &[&str] = &["legal", "apply", "board", "map"];

/// Beside "methods" may stand "promises": ["well-formed"] and the like: what the engine is not for.
/// In each edition name the readings that you can follow: {"readings": {"entry": ["choice"]}}.
const EDITIONS: &str = r#"{"@EDITIONS@": {}}"#;

pub fn hello() -> Json {
    let engine = object([("name", "my-minions-engine".into()), ("version", "0.1".into()), ("language", "Rust".into())]);
    let methods = Json::Array(METHODS.iter().map(|&method| method.into()).collect());
    let editions = Json::parse(EDITIONS).expect("EDITIONS is JSON");
    let game = object([("editions", editions), ("methods", methods)]);
    object([("protocol", Json::Integer(1)), ("engine", engine), ("games", object([("minions", game)]))])
}

/// params holds game, edition, readings (entry to choice, for every entry of the register) and the fields of the method.
/// Give back the result; `Err(Not::Illegal(vec![]))` or `Err(unreadable())` refuses, `Err(Not::Unsupported("why".into()))` says what is not written yet.
pub fn answer(method: &str, params: &Json) -> Answer {
    match method {
        "legal" => legal(params),
        "apply" => apply(params),
        "board" => board(params),
        "map" => map(params),
        _ => Err(Not::UnknownMethod),
    }
}

fn field<'a>(params: &'a Json, name: &str) -> &'a Json {
    params.get(name).unwrap_or(&Json::Null)
}

fn text<'a>(params: &'a Json, name: &str) -> Result<&'a str, Not> {
    field(params, name).str().ok_or_else(unreadable)
}

fn any_symmetry(params: &Json) -> bool {
    field(params, "readings").get("map-symmetry").and_then(Json::str) == Some("any")
}

/// A position and its boards.
fn opened(params: &Json) -> Result<(Position, Vec<Board>), Not> {
    let position = Position::read(field(params, "position"))?;
    if position.boards.len() != position.maps.len() {
        return Err(unreadable());
    }
    let active = position.status == PositionStatus::Active;
    let named = position.boards.iter().zip(&position.maps);
    let boards = named.map(|(line, map)| read_board(line, map, position.side, active, any_symmetry(params)));
    let boards = boards.collect::<Result<_, _>>()?;
    Ok((position, boards))
}

fn read_board(line: &str, map: &str, side: Side, active: bool, any: bool) -> Result<Board, Not> {
    read_map(map, any)?;
    let board = read_line(line)?;
    if is_sound(&board, side, active) {
        return Ok(board);
    }
    Err(unreadable())
}

/// All legal actions of a position: {"actions": [actions]}, in any order, each once.
fn legal(params: &Json) -> Answer {
    let (position, boards) = opened(params)?;
    let to_move = position.side.text();
    Err(Not::Unsupported(format!("legal is not written yet ({to_move} is to move on {} boards)", boards.len())))
}

/// The position after an action: {"position": …}; what is not legal is refused.
fn apply(params: &Json) -> Answer {
    opened(params)?;
    let action = Action::read(field(params, "action"))?;
    let kind = action.json();
    Err(Not::Unsupported(format!("{} is not written yet", kind.get("kind").and_then(Json::str).unwrap_or(""))))
}

/// A line, read and written again.
fn board(params: &Json) -> Answer {
    let side = Side::read(field(params, "side"))?;
    let board = read_board(text(params, "line")?, text(params, "map")?, side, true, any_symmetry(params))?;
    Ok(object([("line", Json::String(write_line(&board)))]))
}

/// What is where on a map.
fn map(params: &Json) -> Answer {
    let signs = read_rows(text(params, "rows")?, any_symmetry(params))?;
    let hexes = |sign: char| {
        let there = (0..100).filter(|&here| signs[here] == sign);
        Json::Array(there.map(|here| Json::String(hex_name(here))).collect())
    };
    Ok(object([
        ("graveyards", hexes('G')),
        ("water", hexes('W')),
        ("swaps", Json::Array(swaps(&signs).into_iter().map(Json::from).collect())),
    ]))
}
