//! The protocol: one request, one answer (conformance/PROTOCOL.md, chapter 13).

use crate::action::{read_hex, Action};
use crate::board::{read_line, Context};
use crate::effects::reach;
use crate::json::Json;
use crate::judge::{Law, Reasons};
use crate::listing::{legal, perft};
use crate::position::{side_named, Position};
use crate::readings::{Readings, REGISTER};
use crate::setup::{setup, Refused};
use crate::table::Table;
use crate::terrain::{listed, Terrain};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::{Duration, Instant};

const GAME: &str = "minions";
const METHODS: [&str; 8] = ["legal", "apply", "replay", "perft", "reach", "board", "map", "setup"];

/// A count that takes longer is given up, before the judge calls it late.
const PATIENCE: Duration = Duration::from_secs(8);

/// A count may go no deeper than the stack carries it; from where the game goes on it would never come to an end.
const DEEPEST: i128 = 10_000;

/// Why a question has no result of its own.
enum Refusal {
    Illegal(Reasons),
    Unreadable(Vec<&'static str>),
    Unsupported(String),
    /// A JSON-RPC error.
    Broken(i128, String),
}

impl From<Reasons> for Refusal {
    fn from(reasons: Reasons) -> Refusal {
        Refusal::Illegal(reasons)
    }
}

impl From<Vec<&'static str>> for Refusal {
    fn from(broken: Vec<&'static str>) -> Refusal {
        Refusal::Unreadable(broken)
    }
}

type Outcome = Result<Json, Refusal>;

/// The answer to a line, and whether it was the last.
pub fn answer(line: &[u8]) -> (String, bool) {
    let text = std::str::from_utf8(line).map_err(|why| why.to_string());
    let request = match text.and_then(Json::parse) {
        Ok(request) => request,
        Err(why) => return (error(&Json::Null, -32700, why), false),
    };
    let id = request
        .get("id")
        .filter(|id| matches!(id, Json::Whole(_) | Json::Text(_)));
    let method = request.get("method").and_then(Json::as_text);
    let (Some(id), Some(method)) = (id, method) else {
        let id = id.unwrap_or(&Json::Null);
        return (
            error(id, -32600, "no request with an id and a method".to_string()),
            false,
        );
    };
    if method == "shutdown" {
        return (result(id, Json::object([])), true);
    }
    let outcome = catch_unwind(AssertUnwindSafe(|| ask(method, request.get("params"))));
    let text = match outcome.unwrap_or_else(|_| Err(Refusal::Broken(-32603, "the engine fell over".to_string()))) {
        Ok(value) => result(id, value),
        Err(Refusal::Illegal(reasons)) => {
            let reasons = Json::object([("broken", clauses(&reasons.broken)), ("moot", clauses(&reasons.moot))]);
            result(id, Json::object([("illegal", reasons)]))
        }
        Err(Refusal::Unreadable(broken)) => result(
            id,
            Json::object([("unreadable", Json::object([("broken", clauses(&broken))]))]),
        ),
        Err(Refusal::Unsupported(reason)) => result(
            id,
            Json::object([("unsupported", Json::object([("reason", Json::Text(reason))]))]),
        ),
        Err(Refusal::Broken(code, why)) => error(id, code, why),
    };
    (text, false)
}

fn clauses(ids: &[&str]) -> Json {
    Json::List(ids.iter().map(|id| Json::text(id)).collect())
}

fn result(id: &Json, value: Json) -> String {
    message(id, "result", value)
}

fn error(id: &Json, code: i128, why: String) -> String {
    message(
        id,
        "error",
        Json::object([("code", Json::Whole(code)), ("message", Json::Text(why))]),
    )
}

fn message(id: &Json, name: &str, value: Json) -> String {
    let mut line = String::with_capacity(1024);
    Json::object([("jsonrpc", Json::text("2.0")), ("id", id.clone()), (name, value)]).write(&mut line);
    line
}

fn ask(method: &str, params: Option<&Json>) -> Outcome {
    let table = Table::initiate();
    if method == "initialize" {
        return Ok(hello(table));
    }
    if !METHODS.contains(&method) {
        return Err(Refusal::Broken(-32601, format!("no method {method}")));
    }
    let params = params.filter(|params| matches!(params, Json::Object(_)));
    let params = Fields(params.ok_or_else(|| Refusal::Broken(-32602, "params is no object".to_string()))?);
    if params.field("game")?.as_text() != Some(GAME) {
        return Err(Refusal::Unsupported("no game but minions".to_string()));
    }
    if params.field("edition")?.as_text() != Some(&table.edition) {
        return Err(Refusal::Unsupported(format!("no edition but {}", table.edition)));
    }
    let readings = Readings::read(params.field("readings")?).map_err(Refusal::Unsupported)?;
    let law = Law {
        table,
        readings: &readings,
    };
    match method {
        "legal" => {
            let position = params.position(&law)?;
            let acts = legal(&position, &law);
            Ok(Json::object([(
                "actions",
                Json::List(acts.iter().map(|act| act.write(table)).collect()),
            )]))
        }
        "apply" => {
            let action = params.field("action")?;
            let position = params.position(&law)?;
            let next = law.apply(&position, &Action::read(action, table)?)?;
            Ok(Json::object([("position", next.write(table))]))
        }
        "replay" => replay(&params, &law),
        "perft" => count(&params, &law),
        "reach" => reached(&params, &law),
        "board" => board(&params, &law),
        "map" => map(&params, &law),
        _ => start(&params, &law),
    }
}

fn hello(table: &Table) -> Json {
    let readings = REGISTER
        .iter()
        .map(|(id, choices)| (id.to_string(), clauses(choices)))
        .collect();
    let edition = Json::object([("readings", Json::Object(readings))]);
    let offer = Json::object([
        ("editions", Json::Object(vec![(table.edition.clone(), edition)])),
        ("methods", clauses(&METHODS)),
        ("tells", clauses(&["unreadable"])),
    ]);
    let engine = Json::object([
        ("name", Json::text("minions-rust")),
        ("version", Json::text(env!("CARGO_PKG_VERSION"))),
        ("language", Json::text("Rust")),
    ]);
    let games = Json::object([(GAME, offer)]);
    Json::object([("protocol", Json::Whole(1)), ("engine", engine), ("games", games)])
}

/// The fields of a request. One that the operation needs and that is left out makes the request a broken one.
struct Fields<'a>(&'a Json);

impl<'a> Fields<'a> {
    fn field(&self, name: &str) -> Result<&'a Json, Refusal> {
        self.0
            .get(name)
            .ok_or_else(|| Refusal::Broken(-32602, format!("no field {name}")))
    }

    fn position(&self, law: &Law) -> Result<Position, Refusal> {
        Ok(Position::read(self.field("position")?, law.table, law.readings)?)
    }
}

fn replay(params: &Fields, law: &Law) -> Outcome {
    let actions = params.field("actions")?;
    let mut position = params.position(law)?;
    let actions = actions.as_list().ok_or_else(|| vec!["MIN-OPR-1"])?;
    let mut applied = 0;
    let mut refused = Json::Null;
    for action in actions {
        let Ok(action) = Action::read(action, law.table) else {
            refused = Json::text("unreadable");
            break;
        };
        let Ok(next) = law.apply(&position, &action) else {
            refused = Json::text("illegal");
            break;
        };
        position = next;
        applied += 1;
    }
    let position = position.write(law.table);
    Ok(Json::object([
        ("applied", Json::Whole(applied)),
        ("position", position),
        ("refused", refused),
    ]))
}

fn count(params: &Fields, law: &Law) -> Outcome {
    let depth = params.field("depth")?;
    let position = params.position(law)?;
    let depth = depth.as_amount().ok_or_else(|| vec!["MIN-OPR-2"])?;
    let nodes = if depth > DEEPEST && position.winner.is_none() {
        None
    } else {
        perft(&position, depth, law, Instant::now() + PATIENCE)
    };
    let nodes = nodes.ok_or_else(|| Refusal::Unsupported("too many rows to count in time".to_string()))?;
    Ok(Json::object([(
        "nodes",
        Json::Whole(i128::try_from(nodes).unwrap_or(i128::MAX)),
    )]))
}

fn reached(params: &Fields, law: &Law) -> Outcome {
    let (index, from) = (params.field("board")?, params.field("from")?);
    let position = params.position(law)?;
    let hexes = || {
        let index = index
            .as_amount()
            .filter(|&index| index < position.boards.len() as i128)? as usize;
        reach(
            &position.boards[index],
            &position.maps[index].terrain,
            read_hex(from)?,
            law,
        )
    };
    let hexes = hexes().ok_or_else(|| vec!["MIN-OPR-3"])?;
    Ok(Json::object([(
        "hexes",
        Json::List(listed(hexes).map(Json::Text).collect()),
    )]))
}

fn board(params: &Fields, law: &Law) -> Outcome {
    let table = law.table;
    let (line, map, side) = (params.field("line")?, params.field("map")?, params.field("side")?);
    let side = side_named(side).ok_or_else(|| vec!["MIN-OPR-4"])?;
    Terrain::from_text(map.as_text().ok_or_else(|| vec!["MIN-POS-8"])?, table, law.readings)?;
    let line = line.as_text().ok_or_else(|| vec!["MIN-LIN-1"])?;
    let board = read_line(line, Context { side, active: true }, table)?;
    Ok(Json::object([("line", Json::Text(board.write(table)))]))
}

fn map(params: &Fields, law: &Law) -> Outcome {
    let rows = params.field("rows")?.as_text().ok_or_else(|| vec!["MIN-BRD-8"])?;
    let terrain = Terrain::from_rows(rows, law.readings)?;
    let mut swaps = Vec::new();
    if terrain.rotates() {
        swaps.push("rotation");
    }
    if terrain.reflects() {
        swaps.push("reflection");
    }
    Ok(Json::object([
        (
            "graveyards",
            Json::List(listed(terrain.graveyards).map(Json::Text).collect()),
        ),
        ("water", Json::List(listed(terrain.water).map(Json::Text).collect())),
        ("swaps", clauses(&swaps)),
    ]))
}

fn start(params: &Fields, law: &Law) -> Outcome {
    let (maps, cards, money) = (params.field("maps")?, params.field("cards")?, params.field("money")?);
    let (position, bidder) = setup(maps, cards, money, law.readings, law.table).map_err(|refused| match refused {
        Refused::Unreadable(broken) => Refusal::Unreadable(broken),
        Refused::Illegal(reasons) => Refusal::Illegal(reasons),
    })?;
    let mut fields = vec![("position".to_string(), position.write(law.table))];
    fields.extend(bidder.map(|bidder| ("blue".to_string(), Json::text(bidder))));
    Ok(Json::Object(fields))
}
