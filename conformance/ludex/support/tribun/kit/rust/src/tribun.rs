//! Tribun as it travels: tiles, units, action words and positions, strictly read and written back.

use crate::json::{object, Json};
use crate::wire::{unreadable, Not};

pub const HEIGHTS: [u8; 7] = [0, 1, 2, 3, 4, 6, 8];
pub const PLACES: usize = 121;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Color {
    Black,
    White,
}

/// Primary height, height of the slave (0: none), colour, and whether it is the tribun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    pub p: u8,
    pub s: u8,
    pub color: Color,
    pub tribun: bool,
}

/// An action word, taken apart.
pub struct Action {
    pub opcode: &'static str,
    pub fields: Vec<(&'static str, i64)>,
}

/// `board[cid]` is the unit on a tile.
#[allow(dead_code)] // for your engine
pub struct Position {
    pub board: Vec<Option<Unit>>,
    pub turn: Color,
    pub draw_offer_by: Option<Color>,
    pub draw_blocked: Option<Color>,
    pub ended: bool,
    pub winner: Option<Color>,
}

/// Under which rules a request is asked.
pub struct Rules<'a> {
    pub edition: &'a str,
    readings: Option<&'a Json>,
}

impl<'a> Rules<'a> {
    pub fn of(params: &'a Json) -> Rules<'a> {
        let edition = params.get("edition").and_then(Json::str).unwrap_or("");
        Rules { edition, readings: params.get("readings") }
    }

    /// Whether an entry of the register is read in this way.
    pub fn reads(&self, entry: &str, choice: &str) -> bool {
        self.readings.and_then(|readings| readings.get(entry)).and_then(Json::str) == Some(choice)
    }

    fn is_2026_01(&self) -> bool {
        self.edition == "2026-01"
    }
}

type Read<T> = Result<T, Not>;

// ---- tiles

pub fn is_tile(cid: i64) -> bool {
    (0..PLACES as i64).contains(&cid) && (cid / 11 - cid % 11).abs() <= 5
}

/// The coordinates of a tile.
pub fn read_cid(data: &Json) -> Read<Json> {
    let cid = data.below(PLACES as i64).filter(|&cid| is_tile(cid)).ok_or_else(unreadable)?;
    Ok(object([("x", Json::Integer(cid / 11 - 5)), ("y", Json::Integer(cid % 11 - 5))]))
}

// ---- units

/// The unit that a byte stores; None for an empty tile.
pub fn read_byte(byte: u8, rules: &Rules) -> Read<Option<Unit>> {
    let (p, s) = (usize::from(byte & 7), usize::from(byte >> 3 & 7));
    if p == 7 || s == 7 {
        return Err(unreadable());
    }
    if byte == 0 {
        return Ok(None);
    }
    let color = if byte >> 6 & 1 == 0 { Color::Black } else { Color::White };
    let unit = Unit { p: HEIGHTS[p], s: HEIGHTS[s], color, tribun: byte >= 128 };
    if may_be_stored(&unit, rules) {
        return Ok(Some(unit));
    }
    Err(unreadable())
}

fn may_be_stored(unit: &Unit, rules: &Rules) -> bool {
    if unit.p == 0 || unit.s == 0 {
        return unit.p > 0;
    }
    let may_hold = !unit.tribun || rules.reads("tribun-enslave", "yes");
    may_hold && unit.p <= 4 && 2 * unit.p >= unit.s
}

fn height_index(height: u8) -> u8 {
    HEIGHTS.iter().position(|&known| known == height).unwrap_or(0) as u8
}

pub fn write_byte(unit: Option<Unit>) -> u8 {
    let Some(unit) = unit else { return 0 };
    let heights = height_index(unit.p) | height_index(unit.s) << 3;
    heights | u8::from(unit.color == Color::White) << 6 | u8::from(unit.tribun) << 7
}

/// A unit from JSON, as one that may be stored; no heights and no flag are an empty tile in either colour.
pub fn read_unit(data: &Json, rules: &Rules) -> Read<Option<Unit>> {
    if *data == Json::Null {
        return Ok(None);
    }
    if !data.has_fields(&["p", "s", "color", "tribun"]) {
        return Err(unreadable());
    }
    let Some(Json::Bool(tribun)) = data.get("tribun") else { return Err(unreadable()) };
    let color = read_color(data.get("color"))?;
    let unit = Unit { p: height(data, "p")?, s: height(data, "s")?, color, tribun: *tribun };
    if unit.p == 0 && unit.s == 0 && !unit.tribun {
        return Ok(None);
    }
    if may_be_stored(&unit, rules) {
        return Ok(Some(unit));
    }
    Err(unreadable())
}

fn height(data: &Json, name: &str) -> Read<u8> {
    let value = data.get(name).and_then(|height| height.below(9)).ok_or_else(unreadable)? as u8;
    if HEIGHTS.contains(&value) {
        return Ok(value);
    }
    Err(unreadable())
}

fn read_color(data: Option<&Json>) -> Read<Color> {
    match data.and_then(Json::str) {
        Some("black") => Ok(Color::Black),
        Some("white") => Ok(Color::White),
        _ => Err(unreadable()),
    }
}

fn show_color(color: Color) -> Json {
    if color == Color::Black { "black".into() } else { "white".into() }
}

pub fn show_unit(unit: Option<Unit>) -> Json {
    let Some(unit) = unit else { return Json::Null };
    object([
        ("p", Json::Integer(unit.p.into())),
        ("s", Json::Integer(unit.s.into())),
        ("color", show_color(unit.color)),
        ("tribun", Json::Bool(unit.tribun)),
    ])
}

// ---- action words: a field's place follows from the fields before it, the first one at bit 0

type Fields = &'static [(&'static str, u32)];

const LAYOUTS: [(&str, Fields); 11] = [
    ("MOVE", &[("fromCid", 7), ("toCid", 7), ("part", 1)]),
    ("KILL", &[("attackerCid", 7), ("targetCid", 7), ("part", 1)]),
    ("LIBERATE", &[("targetCid", 7)]),
    ("DAMAGE", &[("targetCid", 7), ("effDmgMinus1", 3)]),
    ("ENSLAVE", &[("attackerCid", 7), ("targetCid", 7)]),
    ("COMBINE", &[("centerCid", 7), ("dirA", 3), ("dirB", 3), ("donAminus1", 3), ("donBminus1", 3)]),
    ("SYM_COMBINE", &[("centerCid", 7), ("config", 2), ("donMinus1", 2)]),
    ("SPLIT", &[("actorCid", 7), ("h0", 3), ("h1", 3), ("h2", 3), ("h3", 3), ("h4", 3), ("h5", 3)]),
    ("BACKSTABB", &[("actorCid", 7), ("dir", 3)]),
    ("ATTACK_TRIBUN", &[("attackerCid", 7), ("tribunCid", 7), ("winnerColor", 1)]),
    ("DRAW", &[("drawAction", 2), ("actorColor", 1)]),
];
const END_2026_01: Fields = &[("endReason", 3), ("loserColor", 1)];
const END_2026_04: Fields = &[("endReason", 2), ("loserColor", 1)];

/// Name and fields, each with its number of bits.
fn layout(opcode: usize, rules: &Rules) -> (&'static str, Fields) {
    match LAYOUTS.get(opcode) {
        Some(known) => *known,
        None => ("END", if rules.is_2026_01() { END_2026_01 } else { END_2026_04 }),
    }
}

fn is_reserved(field: &str, value: i64, rules: &Rules) -> bool {
    match field {
        "dir" | "dirA" | "dirB" => value > 5,
        "config" => value == 3,
        "endReason" => value > 3,
        "drawAction" => value == 3 && rules.is_2026_01(),
        _ => field.ends_with("Cid") && !is_tile(value),
    }
}

/// Opcode and fields of a word.
pub fn read_word(data: &Json, rules: &Rules) -> Read<Action> {
    let word = data.below(1 << 32).ok_or_else(unreadable)?;
    if word >> 28 > LAYOUTS.len() as i64 {
        return Err(unreadable());
    }
    let (opcode, sizes) = layout((word >> 28) as usize, rules);
    let mut rest = word & 0x0FFF_FFFF;
    let mut fields = Vec::new();
    for &(field, bits) in sizes {
        fields.push((field, rest & ((1 << bits) - 1)));
        rest >>= bits;
    }
    if rest != 0 || fields.iter().any(|&(field, value)| is_reserved(field, value, rules)) {
        return Err(unreadable());
    }
    Ok(Action { opcode, fields })
}

pub fn show_action(action: &Action) -> Json {
    let fields = action.fields.iter().map(|&(field, value)| (field.to_string(), Json::Integer(value))).collect();
    object([("opcode", action.opcode.into()), ("fields", Json::Object(fields))])
}

/// The word of an opcode and its fields; what could not be read back is not written.
pub fn write_word(opcode: &Json, fields: &Json, rules: &Rules) -> Read<i64> {
    let wanted = (0..=LAYOUTS.len()).find(|&number| opcode.str() == Some(layout(number, rules).0));
    let number = wanted.ok_or_else(unreadable)?;
    let sizes = layout(number, rules).1;
    if !fields.has_fields(&sizes.iter().map(|&(field, _)| field).collect::<Vec<_>>()) {
        return Err(unreadable());
    }
    let (mut word, mut place) = ((number as i64) << 28, 0);
    for &(field, bits) in sizes {
        word |= fields.get(field).and_then(|value| value.below(1 << bits)).ok_or_else(unreadable)? << place;
        place += bits;
    }
    read_word(&Json::Integer(word), rules)?;
    Ok(word)
}

// ---- positions

const FIELDS: [&str; 6] = ["board", "turn", "drawOfferBy", "drawBlocked", "status", "winner"];

/// A position from JSON.
pub fn read_position(data: &Json, rules: &Rules) -> Read<Position> {
    if !data.has_fields(&FIELDS) {
        return Err(unreadable());
    }
    let position = Position {
        board: read_board(data.get("board").and_then(Json::str).unwrap_or(""), rules)?,
        turn: read_color(data.get("turn"))?,
        draw_offer_by: color_or_null(data.get("drawOfferBy"))?,
        draw_blocked: color_or_null(data.get("drawBlocked"))?,
        ended: read_ended(data.get("status"))?,
        winner: color_or_null(data.get("winner"))?,
    };
    if is_sound(&position, rules) {
        return Ok(position);
    }
    Err(unreadable())
}

fn read_ended(data: Option<&Json>) -> Read<bool> {
    match data.and_then(Json::str) {
        Some("active") => Ok(false),
        Some("ended") => Ok(true),
        _ => Err(unreadable()),
    }
}

fn color_or_null(data: Option<&Json>) -> Read<Option<Color>> {
    if data == Some(&Json::Null) {
        return Ok(None);
    }
    read_color(data).map(Some)
}

fn read_board(text: &str, rules: &Rules) -> Read<Vec<Option<Unit>>> {
    let bytes = from_base64(text).filter(|bytes| bytes.len() == PLACES).ok_or_else(unreadable)?;
    if bytes.iter().enumerate().any(|(cid, &byte)| byte != 0 && !is_tile(cid as i64)) {
        return Err(unreadable());
    }
    let board = bytes.into_iter().map(|byte| read_byte(byte, rules)).collect::<Read<Vec<_>>>()?;
    let tribuns = |color| board.iter().flatten().filter(|unit| unit.tribun && unit.color == color).count();
    if tribuns(Color::Black) == 1 && tribuns(Color::White) == 1 {
        return Ok(board);
    }
    Err(unreadable())
}

/// Whether the fields beside the board go together.
fn is_sound(position: &Position, rules: &Rules) -> bool {
    if position.draw_blocked.is_some() && (rules.is_2026_01() || position.draw_offer_by.is_some()) {
        return false;
    }
    position.ended || position.winner.is_none()
}

/// A position as JSON.
#[allow(dead_code)] // for your engine
pub fn show_position(position: &Position) -> Json {
    let color = |color: Option<Color>| color.map_or(Json::Null, show_color);
    let bytes: Vec<u8> = position.board.iter().map(|&unit| write_byte(unit)).collect();
    object([
        ("board", Json::String(to_base64(&bytes))),
        ("turn", show_color(position.turn)),
        ("drawOfferBy", color(position.draw_offer_by)),
        ("drawBlocked", color(position.draw_blocked)),
        ("status", if position.ended { "ended".into() } else { "active".into() }),
        ("winner", color(position.winner)),
    ])
}

const SIXTY_FOUR: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes of strict base64: padded, and one way to write each list.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut bits, mut held) = (0u32, 0);
    for letter in text.trim_end_matches('=').bytes() {
        bits = bits << 6 | SIXTY_FOUR.iter().position(|&known| known == letter)? as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    Some(bytes).filter(|bytes| to_base64(bytes) == text)
}

fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().enumerate().fold(0u32, |bits, (place, &byte)| bits | u32::from(byte) << (16 - 8 * place));
        for place in 0..4 {
            let letter = SIXTY_FOUR[(bits >> (18 - 6 * place) & 63) as usize] as char;
            text.push(if place <= three.len() { letter } else { '=' });
        }
    }
    text
}
