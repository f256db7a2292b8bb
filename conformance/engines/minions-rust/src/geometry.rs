//! The hexes of a board, and sets of them.
//!
//! A hex is a number from 0 to 99 in board order (rank by rank); a set of hexes is a word of 128 bits.

pub type Hex = usize;
pub type Set = u128;

pub const HEXES: usize = 100;
pub const YELLOW: usize = 0;
pub const BLUE: usize = 1;

const ALL: Set = (1 << HEXES) - 1;
const FILE_A: Set = file(0);
const FILE_J: Set = file(9);

const fn file(x: usize) -> Set {
    let mut set = 0;
    let mut y = 0;
    while y < 10 {
        set |= 1 << (y * 10 + x);
        y += 1;
    }
    set
}

/// c2 and h7 (MIN-BRD-9).
pub const START: [Hex; 2] = [22, 77];

pub fn bit(hex: Hex) -> Set {
    1 << hex
}

pub fn holds(set: Set, hex: Hex) -> bool {
    set >> hex & 1 == 1
}

pub fn members(mut set: Set) -> impl Iterator<Item = Hex> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let hex = set.trailing_zeros() as Hex;
            set &= set - 1;
            hex
        })
    })
}

/// Every hex that has a neighbour in the set (MIN-BRD-1), for all of them at once.
pub fn beside(set: Set) -> Set {
    let right = (set & !FILE_J) << 1;
    let left = (set & !FILE_A) >> 1;
    let up = set << 10;
    let down = set >> 10;
    let right_down = (set & !FILE_J) >> 9;
    let left_up = (set & !FILE_A) << 9;
    (right | left | up | down | right_down | left_up) & ALL
}

/// MIN-BRD-2.
pub fn distance(a: Hex, b: Hex) -> usize {
    let dx = (a % 10) as i32 - (b % 10) as i32;
    let dy = (a / 10) as i32 - (b / 10) as i32;
    dx.abs().max(dy.abs()).max((dx + dy).abs()) as usize
}

/// The hexes at 1, 2, … steps or less from a hex when the hexes strictly between must lie in `open`: each set is the one
/// before it, relaxed once. Stops at `steps` or when nothing more is gained.
pub fn ripples(from: Hex, open: Set, steps: usize) -> impl Iterator<Item = Set> {
    let mut reached = bit(from);
    let mut left = steps;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        left -= 1;
        let next = reached | beside(reached & open | bit(from));
        if next == reached {
            return None;
        }
        reached = next;
        Some(reached)
    })
}

pub fn name(hex: Hex) -> String {
    let file = (b'a' + (hex % 10) as u8) as char;
    let rank = (b'0' + (hex / 10) as u8) as char;
    format!("{file}{rank}")
}

pub fn named(text: &str) -> Option<Hex> {
    match *text.as_bytes() {
        [file @ b'a'..=b'j', rank @ b'0'..=b'9'] => Some((rank - b'0') as Hex * 10 + (file - b'a') as Hex),
        _ => None,
    }
}
