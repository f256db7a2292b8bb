//! Actions, decoded flat: one record for all kinds (chapter 4).

use crate::geometry::{name, named, Hex};
use crate::json::Json;
use crate::table::{Kind, Table};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verb {
    Move,
    Attack,
    Buy,
    Spawn,
    Choose,
    Resign,
    BuySpell,
    March,
    Tech,
    EndTurn,
}

pub const VERBS: [(Verb, &str); 10] = [
    (Verb::Move, "move"),
    (Verb::Attack, "attack"),
    (Verb::Buy, "buy"),
    (Verb::Spawn, "spawn"),
    (Verb::Choose, "choose"),
    (Verb::Resign, "resign"),
    (Verb::BuySpell, "buy-spell"),
    (Verb::March, "march"),
    (Verb::Tech, "tech"),
    (Verb::EndTurn, "end-turn"),
];

/// One action that is no whole turn. What its verb has no use for is left at zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Act {
    pub verb: Verb,
    pub board: usize,
    /// The entries of a tick, from and to.
    pub pairs: Vec<(Hex, Hex)>,
    /// `unit`, `necromancer` or `card`.
    pub unit: Kind,
    pub to: Hex,
    pub keep: Option<Kind>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    One(Act),
    Turn(Vec<Act>),
}

type Clauses = Vec<&'static str>;

/// The kind of what is an object with a field `kind`.
fn kind_of(value: &Json) -> Option<&Json> {
    value.get("kind")
}

impl Action {
    pub fn read(value: &Json, table: &Table) -> Result<Action, Clauses> {
        let kind = kind_of(value).ok_or_else(|| vec!["MIN-ACT-1"])?;
        if kind.as_text() != Some("turn") {
            return Act::read(value, table).map(Action::One);
        }
        let list = value.get("actions").and_then(Json::as_list);
        let parts = list
            .filter(|_| value.has_exactly(&["kind", "actions"]))
            .ok_or_else(|| vec!["MIN-ACT-3"])?;
        if parts.iter().any(|part| kind_of(part).is_none()) {
            return Err(vec!["MIN-ACT-1"]);
        }
        let is = |part: &Json, word: &str| kind_of(part).and_then(Json::as_text) == Some(word);
        let ends = parts.iter().filter(|part| is(part, "end-turn")).count();
        let last_ends = parts.last().is_some_and(|part| is(part, "end-turn"));
        if ends != 1 || !last_ends || parts.iter().any(|part| is(part, "turn")) {
            return Err(vec!["MIN-ACT-5"]);
        }
        parts
            .iter()
            .map(|part| Act::read(part, table))
            .collect::<Result<_, _>>()
            .map(Action::Turn)
    }
}

impl Act {
    pub fn new(verb: Verb) -> Act {
        Act {
            verb,
            board: 0,
            pairs: Vec::new(),
            unit: 0,
            to: 0,
            keep: None,
        }
    }

    /// MIN-ACT-1, then MIN-ACT-2, then MIN-ACT-3, then MIN-ACT-4 and MIN-ACT-6 together.
    fn read(value: &Json, table: &Table) -> Result<Act, Clauses> {
        let kind = kind_of(value).ok_or_else(|| vec!["MIN-ACT-1"])?;
        let verb = VERBS
            .iter()
            .find(|(_, word)| kind.as_text() == Some(word))
            .map(|(verb, _)| *verb);
        let mut act = Act::new(verb.ok_or_else(|| vec!["MIN-ACT-2"])?);
        let names = act.read_fields(value).ok_or_else(|| vec!["MIN-ACT-3"])?;
        let mut broken = Vec::new();
        if matches!(act.verb, Verb::Move | Verb::Attack) && act.pairs.is_empty() {
            broken.push("MIN-ACT-4");
        }
        let unit = names[0].map(|id| table.kind(id));
        let keep = names[1].map(|id| table.kind(id));
        if unit == Some(None) || keep == Some(None) {
            broken.push("MIN-ACT-6");
        }
        act.unit = unit.flatten().unwrap_or(0);
        act.keep = keep.flatten();
        if broken.is_empty() {
            Ok(act)
        } else {
            Err(broken)
        }
    }

    /// MIN-ACT-3; the names, the unit's and that of `keep`, are left for MIN-ACT-6.
    fn read_fields<'a>(&mut self, value: &'a Json) -> Option<[Option<&'a str>; 2]> {
        let fields: &[&str] = match self.verb {
            Verb::Move => &["kind", "board", "moves"],
            Verb::Attack => &["kind", "board", "attacks"],
            Verb::Buy => &["kind", "board", "unit"],
            Verb::Spawn => &["kind", "board", "unit", "to"],
            Verb::Choose => &["kind", "board", "necromancer", "keep"],
            Verb::Resign => &["kind", "board"],
            Verb::Tech => &["kind", "card"],
            Verb::BuySpell | Verb::March | Verb::EndTurn => &["kind"],
        };
        if !value.has_exactly(fields) {
            return None;
        }
        let mut names = [None; 2];
        for &field in fields {
            let given = value.get(field)?;
            match field {
                "board" => self.board = given.as_amount()?.min(i128::from(u32::MAX)) as usize,
                "moves" | "attacks" => {
                    self.pairs = given.as_list()?.iter().map(read_pair).collect::<Option<_>>()?;
                }
                "unit" | "necromancer" | "card" => names[0] = Some(given.as_text()?),
                "to" => self.to = read_hex(given)?,
                "keep" if *given != Json::Null => names[1] = Some(given.as_text()?),
                _ => {}
            }
        }
        Some(names)
    }

    pub fn write(&self, table: &Table) -> Json {
        let word = VERBS
            .iter()
            .find(|(verb, _)| *verb == self.verb)
            .map_or("", |(_, word)| word);
        let kind = ("kind", Json::text(word));
        let board = ("board", Json::Whole(self.board as i128));
        let id = |kind: Kind| Json::text(&table.kinds[kind].id);
        let hex = |hex: Hex| Json::Text(name(hex));
        let pairs = || {
            let pair = |&(from, to): &(Hex, Hex)| Json::List(vec![hex(from), hex(to)]);
            Json::List(self.pairs.iter().map(pair).collect())
        };
        match self.verb {
            Verb::Move => Json::object([kind, board, ("moves", pairs())]),
            Verb::Attack => Json::object([kind, board, ("attacks", pairs())]),
            Verb::Buy => Json::object([kind, board, ("unit", id(self.unit))]),
            Verb::Spawn => Json::object([kind, board, ("unit", id(self.unit)), ("to", hex(self.to))]),
            Verb::Choose => {
                let keep = self.keep.map_or(Json::Null, id);
                Json::object([kind, board, ("necromancer", id(self.unit)), ("keep", keep)])
            }
            Verb::Resign => Json::object([kind, board]),
            Verb::Tech => Json::object([kind, ("card", id(self.unit))]),
            Verb::BuySpell | Verb::March | Verb::EndTurn => Json::object([kind]),
        }
    }
}

pub fn read_hex(value: &Json) -> Option<Hex> {
    named(value.as_text()?)
}

fn read_pair(value: &Json) -> Option<(Hex, Hex)> {
    match value.as_list()? {
        [from, to] => Some((read_hex(from)?, read_hex(to)?)),
        _ => None,
    }
}
