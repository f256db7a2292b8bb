//! Setup: maps, techline, money (chapter 12).

use crate::board::Board;
use crate::geometry::{BLUE, YELLOW};
use crate::json::Json;
use crate::judge::Reasons;
use crate::position::{Map, Position};
use crate::readings::{Readings, TIE_AGAIN};
use crate::table::{Kind, Table};
use crate::terrain::Terrain;
use std::rc::Rc;

/// The largest seed, 2^53 - 1.
const LARGEST_SEED: i128 = 9_007_199_254_740_991;

pub enum Refused {
    Unreadable(Vec<&'static str>),
    Illegal(Reasons),
}

/// What Blue starts with.
enum Money {
    Usual,
    Given(i128),
    Bid([i128; 2], bool),
}

/// The position at the start, and after bids the bidder who plays Blue.
pub fn setup(
    maps: &Json,
    cards: &Json,
    money: &Json,
    readings: &Readings,
    table: &Table,
) -> Result<(Position, Option<&'static str>), Refused> {
    let mut broken = Vec::new();
    let maps = maps.as_list().filter(|maps| (1..=99).contains(&maps.len()));
    if maps.is_none() {
        broken.push("MIN-SET-1");
    }
    let cards = techline(cards, table);
    if cards.is_none() {
        broken.push("MIN-SET-4");
    }
    let money = read_money(money);
    if money.is_none() {
        broken.push("MIN-SET-9");
    }
    let (Some(maps), Some(cards), Some(money)) = (maps, cards, money) else {
        return Err(Refused::Unreadable(broken));
    };
    let maps = maps
        .iter()
        .map(|map| read_map(map, readings, table))
        .collect::<Result<Vec<_>, _>>();
    let maps = maps.map_err(Refused::Unreadable)?;
    let n = maps.len();
    let (blue, bidder) = match money {
        Money::Usual => (table.start_blue * n as i128, None),
        Money::Given(amount) => (amount, None),
        Money::Bid([first, second], _) if first == second => {
            if readings.has(TIE_AGAIN) {
                return Err(Refused::Illegal(Reasons {
                    broken: vec!["MIN-SET-7"],
                    moot: Vec::new(),
                }));
            }
            (first, Some("first"))
        }
        Money::Bid([first, second], up) => {
            let mean = (first + second + i128::from(up)) / 2;
            (mean, Some(if first < second { "first" } else { "second" }))
        }
    };
    let position = Position {
        boards: vec![Board::at_start(table); n],
        maps: Rc::new(maps),
        side: YELLOW,
        money: [table.start_yellow, blue],
        owed: [0; 2],
        points: [0; 2],
        signs: [vec![b'0'; cards.len()], vec![b'0'; cards.len()]],
        cards: Rc::new(cards),
        free: [1 - YELLOW as i128, 1 - BLUE as i128],
        bought: [0; 2],
        entered: Vec::new(),
        winner: None,
    };
    Ok((position, bidder))
}

fn read_map(map: &Json, readings: &Readings, table: &Table) -> Result<Map, Vec<&'static str>> {
    let text = map.as_text().ok_or_else(|| vec!["MIN-POS-8"])?;
    Ok(Map {
        text: text.to_string(),
        terrain: Terrain::from_text(text, table, readings)?,
    })
}

/// MIN-SET-9.
fn read_money(money: &Json) -> Option<Money> {
    if *money == Json::Null {
        return Some(Money::Usual);
    }
    if let Some(amount) = money.as_amount() {
        return Some(Money::Given(amount));
    }
    if !money.has_exactly(&["bids", "roundedUp"]) {
        return None;
    }
    let [first, second] = money.get("bids")?.as_list()? else {
        return None;
    };
    let (first, second) = (first.as_amount()?, second.as_amount()?);
    let up = match (money.get("roundedUp")?, (first + second) % 2) {
        (Json::Bool(up), 1) => *up,
        (Json::Null, 0) => false,
        _ => return None,
    };
    Some(Money::Bid([first, second], up))
}

/// MIN-SET-3, MIN-SET-4, MIN-SET-8; none if `cards` cannot be read.
fn techline(cards: &Json, table: &Table) -> Option<Vec<Kind>> {
    let order = table.cards();
    if *cards == Json::Null {
        return Some(order);
    }
    let (fixed, rest) = order.split_at(table.fixed_cards.min(order.len()));
    let packs = if cards.has_exactly(&["seed"]) {
        let seed = cards.get("seed")?.as_amount().filter(|&seed| seed <= LARGEST_SEED)?;
        shuffled(rest, seed as u64)
    } else if cards.has_exactly(&["first", "second"]) {
        [
            read_pack(cards.get("first")?, table)?,
            read_pack(cards.get("second")?, table)?,
        ]
    } else {
        return None;
    };
    deal(fixed, rest, packs)
}

fn read_pack(pack: &Json, table: &Table) -> Option<Vec<Kind>> {
    pack.as_list()?.iter().map(|id| table.kind(id.as_text()?)).collect()
}

pub fn shuffled(rest: &[Kind], seed: u64) -> [Vec<Kind>; 2] {
    let mut cards = rest.to_vec();
    let mut x = seed;
    for i in (1..cards.len()).rev() {
        x = x
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let j = (x >> 33) % (i as u64 + 1);
        cards.swap(i, j as usize);
    }
    let second = cards.split_off(cards.len() / 2);
    [cards, second]
}

/// The fixed cards, then one from each pack in turn; none unless the packs are those of MIN-SET-4.
fn deal(fixed: &[Kind], rest: &[Kind], packs: [Vec<Kind>; 2]) -> Option<Vec<Kind>> {
    let [first, second] = packs;
    let place = |card: &Kind| rest.iter().position(|other| other == card);
    let sorted = |pack: Vec<Kind>| {
        let mut places: Vec<usize> = pack.iter().map(place).collect::<Option<_>>()?;
        places.sort_unstable();
        Some(places)
    };
    let (first, second) = (sorted(first)?, sorted(second)?);
    let mut together: Vec<usize> = first.iter().chain(&second).copied().collect();
    together.sort_unstable();
    let each_once = together.iter().copied().eq(0..rest.len());
    if !each_once || second.len() < first.len() || second.len() > first.len() + 1 {
        return None;
    }
    let mut line = fixed.to_vec();
    for turn in 0..second.len() {
        line.extend(first.get(turn).map(|&place| rest[place]));
        line.push(rest[second[turn]]);
    }
    Some(line)
}
