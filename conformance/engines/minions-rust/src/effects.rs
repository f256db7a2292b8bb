//! What a legal action does to a position (chapters 5 to 11). Nothing here asks whether it is legal.

use crate::action::{Act, Verb};
use crate::board::{Board, Piece};
use crate::checks::{steps, Question};
use crate::geometry::{bit, Hex, Set, BLUE, HEXES, START, YELLOW};
use crate::judge::Law;
use crate::position::{enough, Position};
use crate::readings::*;
use crate::table::Attack;
use crate::terrain::Terrain;

/// Does a legal action, in place.
pub fn perform(position: &mut Position, act: &Act, law: &Law) {
    let side = position.side;
    let table = law.table;
    match act.verb {
        Verb::Move => tick_of_moves(position, act, law),
        Verb::Attack => tick_of_attacks(position, act, law),
        Verb::Buy => {
            position.money[side] -= table.kinds[act.unit].cost;
            let board = &mut position.boards[act.board];
            board.zones[side][act.unit] += 1;
            board.flags.spawning = true;
        }
        Verb::Spawn => {
            let board = &mut position.boards[act.board];
            board.zones[side][act.unit] -= 1;
            board.put(
                act.to,
                Piece {
                    spawned: true,
                    ..Piece::fresh(act.unit, side)
                },
            );
            board.flags.spawning = true;
            board.flags.spawned = true;
        }
        Verb::Choose => {
            let board = &mut position.boards[act.board];
            board.put(START[side], Piece::fresh(act.unit, side));
            board.zones[side].fill(0);
            if let Some(kept) = act.keep {
                board.zones[side][kept] += 1;
            }
            board.zones[side][table.initiate] += 1;
            board.used[side] |= 1 << act.unit;
        }
        Verb::Resign => position.boards[act.board].flags.resigned = true,
        Verb::BuySpell => {
            let price = Question {
                position,
                act,
                readings: law.readings,
                table,
            }
            .spell_price();
            position.money[side] -= price;
            position.bought[side] += 1;
        }
        Verb::March => {
            if let Some(first) = position.signs[side].iter().position(|&sign| sign == b'0') {
                place_spell(position, first, b'm');
            }
        }
        Verb::Tech => {
            if let Some(place) = position.place_of(act.unit) {
                place_spell(position, place, b't');
            }
        }
        Verb::EndTurn => end_turn(position, law),
    }
    let enters = matches!(
        act.verb,
        Verb::Move | Verb::Attack | Verb::Buy | Verb::Spawn | Verb::Choose
    );
    if enters && !position.entered.contains(&act.board) {
        position.entered.push(act.board);
    }
}

/// MIN-TEC-8, MIN-TEC-9.
fn place_spell(position: &mut Position, place: usize, sign: u8) {
    let side = position.side;
    position.signs[side][place] = sign;
    if position.free[side] > 0 {
        position.free[side] -= 1;
    } else {
        position.bought[side] -= 1;
    }
}

fn tick_of_moves(position: &mut Position, act: &Act, law: &Law) {
    let terrain = position.maps[act.board].terrain;
    let before = position.boards[act.board].clone();
    let board = &mut position.boards[act.board];
    for (from, _) in &act.pairs {
        board.take(*from);
    }
    for &(from, to) in &act.pairs {
        let Some(mover) = before.at(from) else { continue };
        let speed = law.table.kinds[mover.kind].speed;
        let length = steps(&before, &terrain, mover, from, to, speed, law.table).unwrap_or(0);
        board.put(
            to,
            Piece {
                moved: mover.moved + length,
                ..*mover
            },
        );
    }
}

/// Notes attacks, adds damage up, unsummons, destroys: each for all entries together.
fn tick_of_attacks(position: &mut Position, act: &Act, law: &Law) {
    let kinds = &law.table.kinds;
    let board = &mut position.boards[act.board];
    let mut unsummoned: Set = 0;
    let mut touched: Set = 0;
    for &(from, to) in &act.pairs {
        let Some(attacker) = board.at_mut(from) else { continue };
        attacker.attacked += 1;
        let figures = &kinds[attacker.kind];
        let Some(target) = board.at_mut(to) else { continue };
        match figures.attack {
            Attack::Normal => target.damage += figures.value,
            Attack::Flurry => target.damage += 1,
            Attack::Unsummon if kinds[target.kind].persistent => target.damage += 1,
            Attack::Unsummon => unsummoned |= bit(to),
            Attack::Deathtouch if kinds[target.kind].necromancer => {}
            Attack::Deathtouch => touched |= bit(to),
        }
    }
    let mut rebates = [0; 2];
    for hex in 0..HEXES {
        let Some(&piece) = board.at(hex) else { continue };
        let is_touched = touched & bit(hex) != 0;
        if unsummoned & bit(hex) != 0 && !is_touched {
            board.take(hex);
            board.zones[piece.side][piece.kind] += 1;
        } else if is_touched || piece.damage >= kinds[piece.kind].defense {
            board.take(hex);
            rebates[piece.side] += kinds[piece.kind].rebate;
            if kinds[piece.kind].necromancer && piece.side != position.side {
                board.flags.won = true;
            }
        }
    }
    let paid = if law.readings.has(REBATE_ON_OWNERS_TURN) {
        &mut position.owed
    } else {
        &mut position.money
    };
    paid[YELLOW] += rebates[YELLOW];
    paid[BLUE] += rebates[BLUE];
}

/// What became of a board in this end of turn.
#[derive(Clone, Copy, Default)]
struct Fate {
    resigned: bool,
    won: bool,
    lost: bool,
}

/// The six steps of chapter 10.
fn end_turn(position: &mut Position, law: &Law) {
    let mover = position.side;
    let other = 1 - mover;
    let enough = enough(position.boards.len());
    let mut fates: Vec<Fate> = Vec::with_capacity(position.boards.len());
    for index in 0..position.boards.len() {
        position.money[mover] += income(&position.boards[index], &position.maps[index].terrain, mover, law);
    }
    for board in &mut position.boards {
        let fate = Fate {
            resigned: board.flags.resigned,
            won: board.flags.won,
            lost: false,
        };
        if fate.won {
            position.points[mover] += 1;
            reset(board, law);
        }
        fates.push(fate);
    }
    let won = position.points[mover] >= enough;
    if !won || law.readings.has(COUNT_LOSSES) {
        let maps = position.maps.clone();
        for ((board, map), fate) in position.boards.iter_mut().zip(maps.iter()).zip(&mut fates) {
            let held = (board.units(other) & map.terrain.graveyards).count_ones();
            let given_up = fate.resigned && (!fate.won || law.readings.has(RESIGNED_AND_WON_LOSS_TOO));
            fate.lost = held >= 8 || given_up;
            if fate.lost {
                position.points[other] += 1;
                reset(board, law);
            }
        }
    }
    if won {
        position.winner = Some(mover);
    } else if position.points[other] >= enough {
        position.winner = Some(other);
    } else {
        pass_turn(position, &fates, law);
    }
}

/// MIN-INC-1 to MIN-INC-4.
fn income(board: &Board, terrain: &Terrain, mover: usize, law: &Law) -> i128 {
    let nothing = board.flags.resigned && law.readings.has(RESIGNED_PAYS_NONE)
        || board.state == b'0' && law.readings.has(RESET0_PAYS_NONE);
    if nothing {
        return 0;
    }
    let graveyards = (board.units(mover) & terrain.graveyards).count_ones();
    let soul = board
        .pieces()
        .any(|(_, piece)| piece.side == mover && law.table.kinds[piece.kind].soul);
    i128::from(graveyards) + i128::from(soul) + 2
}

/// MIN-RST-1 to MIN-RST-4.
fn reset(board: &mut Board, law: &Law) {
    board.clear_to_zones(law.table, law.readings.has(SURVIVOR_TO_ZONE));
    board.put_zombies(law.table);
    if law.readings.has(INITIATE_ALSO_AT_RESET) {
        for side in [YELLOW, BLUE] {
            board.zones[side][law.table.initiate] += 1;
        }
    }
}

/// The sixth step.
fn pass_turn(position: &mut Position, fates: &[Fate], law: &Law) {
    let mover = position.side;
    let other = 1 - mover;
    for (board, fate) in position.boards.iter_mut().zip(fates) {
        board.state = next_state(board.state, *fate, law);
        board.flags = Default::default();
        for piece in board.pieces_mut() {
            *piece = Piece::fresh(piece.kind, piece.side);
        }
    }
    for sign in position.signs.iter_mut().flatten() {
        *sign = match *sign {
            b'm' => b'1',
            b't' => b'2',
            sign => sign,
        };
    }
    if !law.readings.has(FREE_SPELL_KEPT) {
        position.free[mover] = 0;
    }
    if !law.readings.has(BOUGHT_SPELL_KEPT) {
        position.bought[mover] = 0;
    }
    position.free[other] += 1;
    position.money[other] += position.owed[other];
    position.owed[other] = 0;
    position.entered.clear();
    position.side = other;
}

/// MIN-RST-5 to MIN-RST-7.
fn next_state(state: u8, fate: Fate, law: &Law) -> u8 {
    match fate {
        Fate { lost: true, .. } if law.readings.has(RESTART_LOSER) => b'0',
        Fate { lost: true, .. } => b'1',
        Fate { won: true, .. } if law.readings.has(RESTART_BY_STATE) => b'0',
        Fate { won: true, .. } => b'1',
        _ => match state {
            b'0' => b'1',
            b'1' => b'2',
            _ => b'n',
        },
    }
}

/// The hexes on which the unit on a hex could end one move of its whole speed (MIN-OPR-9).
pub fn reach(board: &Board, terrain: &Terrain, from: Hex, law: &Law) -> Option<Set> {
    let mut unit = *board.at(from)?;
    unit.moved = 0;
    let figures = &law.table.kinds[unit.kind];
    let mut hexes: Set = 0;
    for to in 0..HEXES {
        let dry = figures.flying || terrain.water & bit(to) == 0;
        let free = board.at(to).is_none() && dry;
        if free && steps(board, terrain, &unit, from, to, figures.speed, law.table).is_some() {
            hexes |= bit(to);
        }
    }
    Some(hexes)
}
