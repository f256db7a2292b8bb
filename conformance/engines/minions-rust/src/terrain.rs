//! Maps: rows, what every map keeps, names (chapter 1).

use crate::geometry::{beside, bit, holds, members, Set, HEXES, START};
use crate::readings::{Readings, ANY_SYMMETRY};
use crate::table::Table;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terrain {
    pub graveyards: Set,
    pub water: Set,
}

type Clauses = Vec<&'static str>;

impl Terrain {
    /// A map by its rows: MIN-BRD-8, then MIN-BRD-4 to MIN-BRD-7 together.
    pub fn from_rows(rows: &str, readings: &Readings) -> Result<Terrain, Clauses> {
        let terrain = written(rows).ok_or_else(|| vec!["MIN-BRD-8"])?;
        let broken = terrain.broken(readings);
        if broken.is_empty() {
            Ok(terrain)
        } else {
            Err(broken)
        }
    }

    /// A map by name or rows (MIN-POS-8).
    pub fn from_text(text: &str, table: &Table, readings: &Readings) -> Result<Terrain, Clauses> {
        if text.contains('/') {
            return Terrain::from_rows(text, readings);
        }
        match table.maps.iter().find(|(name, _)| name == text) {
            Some((_, rows)) => Terrain::from_rows(rows, readings),
            None => Err(vec!["MIN-POS-8"]),
        }
    }

    fn broken(&self, readings: &Readings) -> Clauses {
        let mut broken = Vec::new();
        if self.graveyards.count_ones() != 10 {
            broken.push("MIN-BRD-4");
        }
        if self.graveyards & beside(self.graveyards) != 0 {
            broken.push("MIN-BRD-5");
        }
        let starts = bit(START[0]) | bit(START[1]);
        if (self.graveyards | self.water) & (starts | beside(starts)) != 0 {
            broken.push("MIN-BRD-6");
        }
        let exchanges = readings.has(ANY_SYMMETRY) && self.same_after(|x, y| (y, x));
        if !self.rotates() && !self.reflects() && !exchanges {
            broken.push("MIN-BRD-7");
        }
        broken
    }

    pub fn rotates(&self) -> bool {
        self.same_after(|x, y| (9 - x, 9 - y))
    }

    pub fn reflects(&self) -> bool {
        self.same_after(|x, y| (9 - y, 9 - x))
    }

    fn same_after(&self, swap: impl Fn(usize, usize) -> (usize, usize)) -> bool {
        (0..HEXES).all(|hex| {
            let (x, y) = swap(hex % 10, hex / 10);
            let other = y * 10 + x;
            holds(self.graveyards, hex) == holds(self.graveyards, other)
                && holds(self.water, hex) == holds(self.water, other)
        })
    }
}

fn written(rows: &str) -> Option<Terrain> {
    let cells = spread(rows)?;
    let mut terrain = Terrain::default();
    for (hex, cell) in cells.into_iter().enumerate() {
        match cell {
            None => {}
            Some('G') => terrain.graveyards |= bit(hex),
            Some('W') => terrain.water |= bit(hex),
            Some(_) => return None,
        }
    }
    Some(terrain)
}

/// The hundred cells of ten rows, where a run of empty ones is one digit and a whole empty row is `0`; what stands in
/// the others is for the caller to judge. Maps and boards are both written so.
pub fn spread(rows: &str) -> Option<Vec<Option<char>>> {
    let mut cells = Vec::with_capacity(HEXES);
    let mut many = 0;
    for row in rows.split('/') {
        many += 1;
        let from = cells.len();
        if row == "0" {
            cells.resize(from + 10, None);
            continue;
        }
        let mut after_run = false;
        for letter in row.chars() {
            let run = letter.to_digit(10);
            match run {
                Some(0) => return None,
                Some(_) if after_run => return None,
                Some(run) => cells.resize(cells.len() + run as usize, None),
                None => cells.push(Some(letter)),
            }
            after_run = run.is_some();
        }
        if cells.len() != from + 10 {
            return None;
        }
    }
    (many == 10).then_some(cells)
}

/// The one way to write ten rows.
pub fn gather(cell: impl Fn(usize) -> Option<char>) -> String {
    let mut out = String::with_capacity(60);
    for y in 0..10 {
        if y > 0 {
            out.push('/');
        }
        let mut run = 0;
        for x in 0..10 {
            match cell(y * 10 + x) {
                None => run += 1,
                Some(letter) => {
                    if run > 0 {
                        out.push((b'0' + run) as char);
                    }
                    run = 0;
                    out.push(letter);
                }
            }
        }
        match run {
            0 => {}
            10 => out.push('0'),
            _ => out.push((b'0' + run) as char),
        }
    }
    out
}

pub fn listed(set: Set) -> impl Iterator<Item = String> {
    members(set).map(crate::geometry::name)
}
