//! One board, flat and changeable, and the line that it is written as (chapter 3).

use crate::geometry::{beside, bit, members, name, named, Hex, Set, BLUE, HEXES, START, YELLOW};
use crate::table::{Kind, Table};
use crate::terrain::{gather, spread};

/// Room for every kind of a table; a set of kinds is a word of 64 bits.
pub const KINDS: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    pub kind: Kind,
    pub side: usize,
    pub damage: u64,
    pub moved: u64,
    pub attacked: u64,
    pub spawned: bool,
}

impl Piece {
    pub fn fresh(kind: Kind, side: usize) -> Piece {
        Piece {
            kind,
            side,
            damage: 0,
            moved: 0,
            attacked: 0,
            spawned: false,
        }
    }

    fn has_acted(&self) -> bool {
        self.moved > 0 || self.attacked > 0 || self.spawned
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flags {
    /// `p`
    pub spawning: bool,
    /// `q`
    pub spawned: bool,
    /// `r`
    pub resigned: bool,
    /// `w`
    pub won: bool,
}

#[derive(Clone, Debug)]
pub struct Board {
    pub state: u8,
    pub zones: [[u32; KINDS]; 2],
    hexes: [Option<Piece>; HEXES],
    units: [Set; 2],
    pub flags: Flags,
    /// The advanced necromancers chosen here so far, by side, as sets of kinds.
    pub used: [u64; 2],
}

impl Board {
    fn empty(state: u8) -> Board {
        Board {
            state,
            zones: [[0; KINDS]; 2],
            hexes: [None; HEXES],
            units: [0; 2],
            flags: Flags::default(),
            used: [0; 2],
        }
    }

    pub fn at(&self, hex: Hex) -> Option<&Piece> {
        self.hexes[hex].as_ref()
    }

    /// The unit of a side on a hex.
    pub fn own(&self, hex: Hex, side: usize) -> Option<&Piece> {
        self.at(hex).filter(|piece| piece.side == side)
    }

    pub fn at_mut(&mut self, hex: Hex) -> Option<&mut Piece> {
        self.hexes[hex].as_mut()
    }

    pub fn put(&mut self, hex: Hex, piece: Piece) {
        self.take(hex);
        self.units[piece.side] |= bit(hex);
        self.hexes[hex] = Some(piece);
    }

    pub fn take(&mut self, hex: Hex) -> Option<Piece> {
        let piece = self.hexes[hex].take();
        self.units[0] &= !bit(hex);
        self.units[1] &= !bit(hex);
        piece
    }

    /// The hexes on which units of a side stand.
    pub fn units(&self, side: usize) -> Set {
        self.units[side]
    }

    pub fn pieces(&self) -> impl Iterator<Item = (Hex, &Piece)> {
        self.hexes
            .iter()
            .enumerate()
            .filter_map(|(hex, piece)| piece.as_ref().map(|piece| (hex, piece)))
    }

    pub fn pieces_mut(&mut self) -> impl Iterator<Item = &mut Piece> {
        self.hexes.iter_mut().flatten()
    }

    pub fn has_necromancer(&self, side: usize, table: &Table) -> bool {
        members(self.units[side]).any(|hex| self.at(hex).is_some_and(|piece| table.kinds[piece.kind].necromancer))
    }

    /// MIN-CHO-1.
    pub fn choice_open(&self, side: usize, table: &Table) -> bool {
        matches!(self.state, b'1' | b'2') && !self.has_necromancer(side, table)
    }

    /// Six zombies round each start hex.
    pub fn put_zombies(&mut self, table: &Table) {
        for side in [YELLOW, BLUE] {
            for hex in members(beside(bit(START[side]))) {
                self.put(hex, Piece::fresh(table.zombie, side));
            }
        }
    }

    /// Everything but state and used necromancers leaves, for the zones or for good (MIN-RST-1, MIN-RST-2).
    pub fn clear_to_zones(&mut self, table: &Table, necromancers_too: bool) {
        for hex in 0..HEXES {
            if let Some(piece) = self.take(hex) {
                if necromancers_too || !table.kinds[piece.kind].necromancer {
                    self.zones[piece.side][piece.kind] += 1;
                }
            }
        }
        self.flags = Flags::default();
    }

    /// A board at the start (MIN-SET-2).
    pub fn at_start(table: &Table) -> Board {
        let mut board = Board::empty(b'f');
        board.put_zombies(table);
        for side in [YELLOW, BLUE] {
            board.put(START[side], Piece::fresh(table.basic, side));
            board.zones[side][table.initiate] += 1;
        }
        board
    }

    pub fn write(&self, table: &Table) -> String {
        let mut line = String::with_capacity(96);
        line.push(self.state as char);
        for side in [YELLOW, BLUE] {
            line.push('|');
            line.push_str(&self.write_zone(side, table));
        }
        line.push_str("|||");
        line.push_str(&gather(|hex| {
            self.at(hex)
                .map(|piece| cased(table.kinds[piece.kind].letter, piece.side))
        }));
        let mut more = [self.write_marks(table), self.write_flags(), self.write_used(table)].to_vec();
        while more.last().is_some_and(String::is_empty) {
            more.pop();
        }
        for field in more {
            line.push('|');
            line.push_str(&field);
        }
        line
    }

    fn write_zone(&self, side: usize, table: &Table) -> String {
        let mut letters: Vec<char> = Vec::new();
        for (kind, figures) in table.kinds.iter().enumerate() {
            for _ in 0..self.zones[side][kind] {
                letters.push(cased(figures.letter, side));
            }
        }
        letters.sort_unstable();
        letters.into_iter().collect()
    }

    fn write_marks(&self, table: &Table) -> String {
        let mut items = Vec::new();
        for (hex, piece) in self.pieces() {
            let figures = &table.kinds[piece.kind];
            let mut marks = Vec::new();
            if figures.advanced {
                marks.push(figures.id.clone());
            }
            for (sign, count) in [('d', piece.damage), ('m', piece.moved), ('a', piece.attacked)] {
                if count > 0 {
                    marks.push(format!("{sign}{count}"));
                }
            }
            if piece.spawned {
                marks.push("s".to_string());
            }
            if !marks.is_empty() {
                items.push(format!("{}:{}", name(hex), marks.join(",")));
            }
        }
        for side in [YELLOW, BLUE] {
            let mut ids = Vec::new();
            for (kind, figures) in table
                .kinds
                .iter()
                .enumerate()
                .filter(|(_, figures)| figures.necromancer)
            {
                for _ in 0..self.zones[side][kind] {
                    ids.push(figures.id.as_str());
                }
            }
            push_ids(&mut items, side, ids);
        }
        items.join(";")
    }

    fn write_flags(&self) -> String {
        let Flags {
            spawning,
            spawned,
            resigned,
            won,
        } = self.flags;
        let raised = [('p', spawning), ('q', spawned), ('r', resigned), ('w', won)];
        raised.into_iter().filter(|(_, up)| *up).map(|(flag, _)| flag).collect()
    }

    fn write_used(&self, table: &Table) -> String {
        let mut items = Vec::new();
        for side in [YELLOW, BLUE] {
            let ids = (0..table.kinds.len()).filter(|kind| self.used[side] >> kind & 1 == 1);
            push_ids(
                &mut items,
                side,
                ids.map(|kind| table.kinds[kind].id.as_str()).collect(),
            );
        }
        items.join(";")
    }
}

fn push_ids(items: &mut Vec<String>, side: usize, mut ids: Vec<&str>) {
    if !ids.is_empty() {
        ids.sort_unstable();
        items.push(format!("{}:{}", ["Y", "B"][side], ids.join("+")));
    }
}

fn cased(letter: char, side: usize) -> char {
    if side == YELLOW {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}

/// The kind and side of a letter.
fn unit_of(letter: char, table: &Table) -> Option<(Kind, usize)> {
    let side = if letter.is_ascii_lowercase() { BLUE } else { YELLOW };
    table.of_letter(letter.to_ascii_uppercase()).map(|kind| (kind, side))
}

/// What a line is read under: the side to move, and whether the game goes on.
#[derive(Clone, Copy)]
pub struct Context {
    pub side: usize,
    pub active: bool,
}

type Clauses = Vec<&'static str>;

/// Reads a line in its three steps (MIN-LIN-1 to MIN-LIN-12); the first that fails answers with all that it breaks.
pub fn read_line(line: &str, context: Context, table: &Table) -> Result<Board, Clauses> {
    let fields: Vec<&str> = line.split('|').collect();
    let many = fields.len();
    let formed = (6..=9).contains(&many) && fields[3].is_empty() && fields[4].is_empty();
    if !formed || many > 6 && fields[many - 1].is_empty() {
        return Err(vec!["MIN-LIN-1"]);
    }
    let board = read_fields(&fields, context, table)?;
    let broken = inconsistent(&board, context, table);
    if broken.is_empty() {
        Ok(board)
    } else {
        Err(broken)
    }
}

fn read_fields(fields: &[&str], context: Context, table: &Table) -> Result<Board, Clauses> {
    let mut broken = Vec::new();
    let mut board = Board::empty(b'n');
    match fields[0].as_bytes() {
        [b'f'] if context.side != YELLOW => broken.push("MIN-LIN-2"),
        [state @ (b'f' | b'n' | b'0' | b'1' | b'2')] => board.state = *state,
        _ => broken.push("MIN-LIN-2"),
    }
    for side in [YELLOW, BLUE] {
        match read_zone(fields[1 + side], side, table) {
            Some(zone) => board.zones[side] = zone,
            None if broken.contains(&"MIN-LIN-3") => {}
            None => broken.push("MIN-LIN-3"),
        }
    }
    let further = |index: usize| fields.get(index).copied().unwrap_or_default();
    if !read_rows(fields[5], &mut board, table) {
        broken.push("MIN-LIN-4");
    } else {
        let waiting = [fields[1].matches('N').count(), fields[2].matches('n').count()];
        if read_marks(further(6), &mut board, waiting, table).is_none() {
            broken.push("MIN-LIN-5");
        }
    }
    match read_flags(further(7)) {
        Some(flags) => board.flags = flags,
        None => broken.push("MIN-LIN-8"),
    }
    match read_used(further(8), table) {
        Some(used) => board.used = used,
        None => broken.push("MIN-LIN-12"),
    }
    if broken.is_empty() {
        Ok(board)
    } else {
        Err(broken)
    }
}

fn read_zone(text: &str, side: usize, table: &Table) -> Option<[u32; KINDS]> {
    let mut zone = [0; KINDS];
    let mut last = '\0';
    for letter in text.chars() {
        let (kind, owner) = unit_of(letter, table)?;
        if owner != side || letter < last {
            return None;
        }
        last = letter;
        zone[kind] += 1;
    }
    Some(zone)
}

fn read_rows(text: &str, board: &mut Board, table: &Table) -> bool {
    let Some(cells) = spread(text) else {
        return false;
    };
    for (hex, cell) in cells.into_iter().enumerate() {
        let Some(letter) = cell else { continue };
        match unit_of(letter, table) {
            Some((kind, side)) => board.put(hex, Piece::fresh(kind, side)),
            None => return false,
        }
    }
    true
}

/// `waiting`: how many N each zone has.
fn read_marks(text: &str, board: &mut Board, waiting: [usize; 2], table: &Table) -> Option<()> {
    let mut place = 0;
    let mut listed = [false; 2];
    for item in text.split(';').filter(|_| !text.is_empty()) {
        let (whose, what) = item.split_once(':')?;
        // Hexes are the places 1 to 100, Y and B those after them: each item stands behind the one before it.
        let here = match whose {
            "Y" => HEXES + 1,
            "B" => HEXES + 2,
            hex => named(hex)? + 1,
        };
        if here <= place {
            return None;
        }
        place = here;
        if here > HEXES {
            let side = here - HEXES - 1;
            listed[side] = true;
            read_waiting(what, board, side, waiting[side], table)?;
        } else {
            read_marks_of(what, board.at_mut(here - 1)?, table)?;
        }
    }
    (0..2).all(|side| listed[side] || waiting[side] == 0).then_some(())
}

fn read_waiting(text: &str, board: &mut Board, side: usize, many: usize, table: &Table) -> Option<()> {
    let ids: Vec<&str> = text.split('+').collect();
    if ids.len() != many || ids.windows(2).any(|pair| pair[0] > pair[1]) {
        return None;
    }
    board.zones[side][table.basic] = 0;
    for id in ids {
        let kind = table.kind(id).filter(|&kind| table.kinds[kind].necromancer)?;
        board.zones[side][kind] += 1;
    }
    Some(())
}

fn read_marks_of(text: &str, piece: &mut Piece, table: &Table) -> Option<()> {
    let mut place = 0;
    for mark in text.split(',') {
        let here = if mark == "s" {
            piece.spawned = true;
            5
        } else if let Some(kind) = table.kind(mark) {
            if !table.kinds[kind].advanced || !table.kinds[piece.kind].necromancer {
                return None;
            }
            piece.kind = kind;
            1
        } else {
            let (sign, count) = (mark.get(..1)?, number(mark.get(1..)?)?);
            match sign {
                "d" => piece.damage = count,
                "m" => piece.moved = count,
                "a" => piece.attacked = count,
                _ => return None,
            }
            match sign {
                "d" => 2,
                "m" => 3,
                _ => 4,
            }
        };
        if here <= place {
            return None;
        }
        place = here;
    }
    Some(())
}

/// A number from 1 without leading zero; one that is too long for the word is far beyond all figures.
fn number(text: &str) -> Option<u64> {
    let formed = !text.is_empty() && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    formed.then(|| text.parse().unwrap_or(u64::MAX))
}

fn read_flags(text: &str) -> Option<Flags> {
    let mut last = '\0';
    for flag in text.chars() {
        if !"pqrw".contains(flag) || flag <= last {
            return None;
        }
        last = flag;
    }
    let up = |flag| text.contains(flag);
    let flags = Flags {
        spawning: up('p'),
        spawned: up('q'),
        resigned: up('r'),
        won: up('w'),
    };
    (flags.spawning || !flags.spawned).then_some(flags)
}

fn read_used(text: &str, table: &Table) -> Option<[u64; 2]> {
    let mut used = [0; 2];
    let mut next = YELLOW;
    for item in text.split(';').filter(|_| !text.is_empty()) {
        let (whose, ids) = item.split_once(':')?;
        let side = ["Y", "B"].iter().position(|letter| *letter == whose)?;
        if side < next {
            return None;
        }
        next = side + 1;
        let ids: Vec<&str> = ids.split('+').collect();
        if ids.windows(2).any(|pair| pair[0] >= pair[1]) {
            return None;
        }
        for id in ids {
            let kind = table.kind(id).filter(|&kind| table.kinds[kind].advanced)?;
            used[side] |= 1 << kind;
        }
    }
    Some(used)
}

/// The third step: MIN-LIN-6, 7 and 9, and in an active game 10 and 11.
fn inconsistent(board: &Board, context: Context, table: &Table) -> Clauses {
    let Context { side, active } = context;
    let Flags {
        spawning, spawned, won, ..
    } = board.flags;
    let state = board.state;
    let mut broken = Vec::new();
    let acted = |whose: usize| {
        board
            .pieces()
            .any(|(_, piece)| piece.side == whose && piece.has_acted())
    };
    if acted(1 - side) {
        broken.push("MIN-LIN-6");
    }
    let beyond = |piece: &Piece| {
        let figures = &table.kinds[piece.kind];
        piece.damage >= figures.defense
            || piece.moved > figures.speed
            || piece.attacked > figures.attacks()
            || piece.spawned && !spawned
    };
    if board.pieces().any(|(_, piece)| beyond(piece)) {
        broken.push("MIN-LIN-7");
    }
    let no_phase_flags = !spawning && !spawned && !won;
    if matches!(state, b'0' | b'1') && !no_phase_flags || state == b'0' && (acted(0) || acted(1)) {
        broken.push("MIN-LIN-9");
    }
    if !active {
        return broken;
    }
    let own = board.has_necromancer(side, table);
    let enemy = board.has_necromancer(1 - side, table);
    let fits = match state {
        b'0' => !own && !enemy,
        b'1' => !enemy,
        b'2' => enemy || won,
        _ => own && (enemy || won),
    };
    if !fits {
        broken.push("MIN-LIN-10");
    }
    if board.choice_open(side, table) && (acted(side) || !no_phase_flags) {
        broken.push("MIN-LIN-11");
    }
    broken
}
