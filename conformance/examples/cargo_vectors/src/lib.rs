//! A tiny part of Tribun, to be tested: cids, unit bytes and normalization, under the default readings.

const HEIGHTS: [i64; 7] = [0, 1, 2, 3, 4, 6, 8];

/// What cannot be read.
#[derive(Debug, PartialEq)]
pub struct Refused;

/// Primary height, height of the slave (0: none), colour, and whether it is the tribun.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    pub p: i64,
    pub s: i64,
    pub white: bool,
    pub tribun: bool,
}

/// The coordinates of a tile.
pub fn tile(cid: i64) -> Result<(i64, i64), Refused> {
    if !(0..121).contains(&cid) || (cid / 11 - cid % 11).abs() > 5 {
        return Err(Refused);
    }
    Ok((cid / 11 - 5, cid % 11 - 5))
}

/// The unit that a byte stores; None for an empty tile.
pub fn unit(byte: i64) -> Result<Option<Unit>, Refused> {
    if byte == 0 {
        return Ok(None);
    }
    if !(0..256).contains(&byte) || byte & 7 == 0 || byte & 7 == 7 || byte >> 3 & 7 == 7 {
        return Err(Refused);
    }
    let (p, s) = (HEIGHTS[(byte & 7) as usize], HEIGHTS[(byte >> 3 & 7) as usize]);
    let unit = Unit { p, s, white: byte >> 6 & 1 == 1, tribun: byte >= 128 };
    if s > 0 && (unit.tribun || !holds_slave(p, s)) {
        return Err(Refused);
    }
    Ok(Some(unit))
}

fn holds_slave(p: i64, s: i64) -> bool {
    p <= 4 && 2 * p >= s
}

fn rounded(height: i64) -> i64 {
    HEIGHTS.iter().copied().filter(|&valid| valid <= height).max().unwrap_or(0)
}

/// Round down, enforce the slave property, liberate.
pub fn normalized(given: Unit) -> Option<Unit> {
    let mut unit = Unit { p: rounded(given.p), ..given };
    if unit.s > 0 && !holds_slave(unit.p, unit.s) {
        unit.p = 0;
    }
    if unit.p == 0 && unit.s > 0 {
        unit = Unit { p: rounded(unit.s), s: 0, white: !unit.white, tribun: false };
    }
    Some(unit).filter(|unit| unit.p > 0)
}
