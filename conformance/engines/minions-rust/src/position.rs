//! A position: read strictly, written in its one way (chapter 3).

use crate::board::{read_line, Board, Context};
use crate::geometry::{BLUE, YELLOW};
use crate::json::Json;
use crate::readings::Readings;
use crate::table::{Kind, Table};
use crate::terrain::Terrain;
use std::rc::Rc;

pub const SIDES: [&str; 2] = ["yellow", "blue"];
const FIELDS: [&str; 11] = [
    "boards", "maps", "side", "money", "owed", "points", "tech", "spells", "entered", "status", "winner",
];

#[derive(Clone, Debug)]
pub struct Map {
    pub text: String,
    pub terrain: Terrain,
}

#[derive(Clone, Debug)]
pub struct Position {
    pub boards: Vec<Board>,
    pub maps: Rc<Vec<Map>>,
    pub side: usize,
    pub money: [i128; 2],
    pub owed: [i128; 2],
    pub points: [i128; 2],
    pub cards: Rc<Vec<Kind>>,
    /// One sign a card, as bytes.
    pub signs: [Vec<u8>; 2],
    pub free: [i128; 2],
    pub bought: [i128; 2],
    pub entered: Vec<usize>,
    /// The winner of an ended game.
    pub winner: Option<usize>,
}

type Clauses = Vec<&'static str>;

/// The board points that win with `n` boards (MIN-GAM-1).
pub fn enough(n: usize) -> i128 {
    (n - n / 4) as i128
}

pub fn side_named(value: &Json) -> Option<usize> {
    let text = value.as_text()?;
    SIDES.iter().position(|side| *side == text)
}

impl Position {
    pub fn read(value: &Json, table: &Table, readings: &Readings) -> Result<Position, Clauses> {
        let shape = Shape::read(value).ok_or_else(|| vec!["MIN-POS-1"])?;
        let mut position = shape.judged(table)?;
        let mut maps = Vec::with_capacity(shape.maps.len());
        for (map, line) in shape.maps.iter().zip(shape.boards) {
            let text = map.as_text().ok_or_else(|| vec!["MIN-POS-8"])?;
            maps.push(Map {
                text: text.to_string(),
                terrain: Terrain::from_text(text, table, readings)?,
            });
            let line = line.as_text().ok_or_else(|| vec!["MIN-LIN-1"])?;
            let context = Context {
                side: position.side,
                active: position.winner.is_none(),
            };
            position.boards.push(read_line(line, context, table)?);
        }
        position.maps = Rc::new(maps);
        Ok(position)
    }

    pub fn write(&self, table: &Table) -> Json {
        let amounts =
            |pair: &[i128; 2]| Json::object([("yellow", Json::Whole(pair[YELLOW])), ("blue", Json::Whole(pair[BLUE]))]);
        let hand = |side: usize| {
            Json::object([
                ("free", Json::Whole(self.free[side])),
                ("bought", Json::Whole(self.bought[side])),
            ])
        };
        let signs = |side: usize| Json::Text(self.signs[side].iter().map(|&sign| sign as char).collect());
        let cards = self.cards.iter().map(|&kind| table.kinds[kind].letter).collect();
        Json::object([
            (
                "boards",
                Json::List(self.boards.iter().map(|board| Json::Text(board.write(table))).collect()),
            ),
            (
                "maps",
                Json::List(self.maps.iter().map(|map| Json::text(&map.text)).collect()),
            ),
            ("side", Json::text(SIDES[self.side])),
            ("money", amounts(&self.money)),
            ("owed", amounts(&self.owed)),
            ("points", amounts(&self.points)),
            (
                "tech",
                Json::object([
                    ("cards", Json::Text(cards)),
                    ("yellow", signs(YELLOW)),
                    ("blue", signs(BLUE)),
                ]),
            ),
            ("spells", Json::object([("yellow", hand(YELLOW)), ("blue", hand(BLUE))])),
            (
                "entered",
                Json::List(self.entered.iter().map(|&index| Json::Whole(index as i128)).collect()),
            ),
            (
                "status",
                Json::text(if self.winner.is_some() { "ended" } else { "active" }),
            ),
            ("winner", self.winner.map_or(Json::Null, |side| Json::text(SIDES[side]))),
        ])
    }

    /// The place of a card in the techline.
    pub fn place_of(&self, card: Kind) -> Option<usize> {
        self.cards.iter().position(|&kind| kind == card)
    }
}

/// A position that has the shape of MIN-POS-1, its parts not yet judged.
struct Shape<'a> {
    boards: &'a [Json],
    maps: &'a [Json],
    side: usize,
    /// Yellow's and Blue's money, owed, points, free spells, bought spells.
    amounts: [[&'a Json; 2]; 5],
    cards: &'a str,
    signs: [&'a str; 2],
    entered: &'a [Json],
    ended: bool,
    winner: Option<usize>,
}

impl<'a> Shape<'a> {
    fn read(value: &'a Json) -> Option<Shape<'a>> {
        if !value.has_exactly(&FIELDS) {
            return None;
        }
        let tech = value
            .get("tech")
            .filter(|tech| tech.has_exactly(&["cards", "yellow", "blue"]))?;
        let hands = by_side(value.get("spells")?)?;
        if !hands.iter().all(|hand| hand.has_exactly(&["free", "bought"])) {
            return None;
        }
        let hand = |name: &str| Some([hands[0].get(name)?, hands[1].get(name)?]);
        let winner = value.get("winner")?;
        Some(Shape {
            boards: value.get("boards")?.as_list()?,
            maps: value.get("maps")?.as_list()?,
            side: side_named(value.get("side")?)?,
            amounts: [
                by_side(value.get("money")?)?,
                by_side(value.get("owed")?)?,
                by_side(value.get("points")?)?,
                hand("free")?,
                hand("bought")?,
            ],
            cards: tech.get("cards")?.as_text()?,
            signs: [tech.get("yellow")?.as_text()?, tech.get("blue")?.as_text()?],
            entered: value.get("entered")?.as_list()?,
            ended: match value.get("status")?.as_text()? {
                "active" => false,
                "ended" => true,
                _ => return None,
            },
            winner: match winner {
                Json::Null => None,
                side => Some(side_named(side)?),
            },
        })
    }

    /// MIN-POS-2 to MIN-POS-7 together: a position still without its boards and maps.
    fn judged(&self, table: &Table) -> Result<Position, Clauses> {
        let mut broken = Vec::new();
        let n = self.boards.len();
        if !(1..=99).contains(&n) || self.maps.len() != n {
            broken.push("MIN-POS-2");
        }
        let mut amounts = [[0; 2]; 5];
        for (read, pair) in amounts.iter_mut().zip(&self.amounts) {
            for side in [YELLOW, BLUE] {
                match pair[side].as_amount() {
                    Some(amount) => read[side] = amount,
                    None if broken.contains(&"MIN-POS-3") => {}
                    None => broken.push("MIN-POS-3"),
                }
            }
        }
        let [money, owed, points, free, bought] = amounts;
        if broken.is_empty() && !self.points_agree(&points, enough(n)) {
            broken.push("MIN-POS-4");
        }
        let cards = self.techline(table);
        if cards.is_none() {
            broken.push("MIN-POS-5");
        }
        let teched = |sign: char| matches!(sign, '2' | 't');
        if self.signs[0]
            .chars()
            .zip(self.signs[1].chars())
            .any(|(a, b)| teched(a) && teched(b))
        {
            broken.push("MIN-POS-6");
        }
        let entered = self.entered_boards(n);
        if entered.is_none() {
            broken.push("MIN-POS-7");
        }
        if !broken.is_empty() {
            return Err(broken);
        }
        Ok(Position {
            boards: Vec::with_capacity(n),
            maps: Rc::default(),
            side: self.side,
            money,
            owed,
            points,
            cards: Rc::new(cards.unwrap_or_default()),
            signs: self.signs.map(|signs| signs.as_bytes().to_vec()),
            free,
            bought,
            entered: entered.unwrap_or_default(),
            winner: self.winner,
        })
    }

    fn points_agree(&self, points: &[i128; 2], enough: i128) -> bool {
        match (self.ended, self.winner) {
            (false, None) => points.iter().all(|&many| many < enough),
            (true, Some(winner)) => points[winner] >= enough,
            _ => false,
        }
    }

    fn techline(&self, table: &Table) -> Option<Vec<Kind>> {
        let mut cards = Vec::new();
        for letter in self.cards.chars() {
            let kind = table
                .of_letter(letter)
                .filter(|&kind| table.kinds[kind].card.is_some())?;
            if cards.contains(&kind) {
                return None;
            }
            cards.push(kind);
        }
        for side in [YELLOW, BLUE] {
            let allowed = if side == self.side { "012mt" } else { "012" };
            let signs = self.signs[side];
            if signs.len() != cards.len() || !signs.chars().all(|sign| allowed.contains(sign)) {
                return None;
            }
        }
        Some(cards)
    }

    fn entered_boards(&self, n: usize) -> Option<Vec<usize>> {
        let mut entered = Vec::new();
        for index in self.entered {
            let index = index.as_amount().filter(|&index| index < n as i128)? as usize;
            if entered.contains(&index) {
                return None;
            }
            entered.push(index);
        }
        Some(entered)
    }
}

fn by_side(value: &Json) -> Option<[&Json; 2]> {
    if value.has_exactly(&SIDES) {
        Some([value.get("yellow")?, value.get("blue")?])
    } else {
        None
    }
}
