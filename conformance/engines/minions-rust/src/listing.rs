//! Legal actions and their number: every shape of action over all hexes and kinds, kept when no check says no.

use crate::action::{Act, Verb};
use crate::effects::perform;
use crate::geometry::HEXES;
use crate::judge::Law;
use crate::position::Position;
use std::time::Instant;

/// Calls `found` with each legal single action (MIN-OPR-5).
pub fn each_legal(position: &Position, law: &Law, mut found: impl FnMut(&Act)) {
    if position.winner.is_some() {
        return;
    }
    let kinds = law.table.kinds.len();
    let mut ask = |act: &Act| {
        if law.allows(position, act) {
            found(act);
        }
    };
    for verb in [Verb::BuySpell, Verb::March, Verb::EndTurn] {
        ask(&Act::new(verb));
    }
    for unit in 0..kinds {
        ask(&Act {
            unit,
            ..Act::new(Verb::Tech)
        });
    }
    for board in 0..position.boards.len() {
        ask(&Act {
            board,
            ..Act::new(Verb::Resign)
        });
        for unit in 0..kinds {
            ask(&Act {
                board,
                unit,
                ..Act::new(Verb::Buy)
            });
            // Whatever is not in the zone is refused on every hex by MIN-SPN-1, so that the hexes need not be tried.
            let waits = position.boards[board].zones[position.side][unit] > 0;
            let mut spawn = Act {
                board,
                unit,
                ..Act::new(Verb::Spawn)
            };
            for to in (0..HEXES).filter(|_| waits) {
                spawn.to = to;
                ask(&spawn);
            }
            let mut choose = Act {
                board,
                unit,
                ..Act::new(Verb::Choose)
            };
            ask(&choose);
            for keep in 0..kinds {
                choose.keep = Some(keep);
                ask(&choose);
            }
        }
        for verb in [Verb::Move, Verb::Attack] {
            let mut tick = Act {
                board,
                pairs: vec![(0, 0)],
                ..Act::new(verb)
            };
            // Likewise MIN-MOV-1 and MIN-ATK-1.
            for from in (0..HEXES).filter(|&from| position.boards[board].own(from, position.side).is_some()) {
                for to in 0..HEXES {
                    tick.pairs[0] = (from, to);
                    ask(&tick);
                }
            }
        }
    }
}

pub fn legal(position: &Position, law: &Law) -> Vec<Act> {
    let mut acts = Vec::new();
    each_legal(position, law, |act| acts.push(act.clone()));
    acts
}

/// The number of rows of exactly `depth` listed actions (MIN-OPR-8); none if it is not counted before `until`.
pub fn perft(position: &Position, depth: i128, law: &Law, until: Instant) -> Option<u128> {
    if depth == 0 {
        return Some(1);
    }
    if position.winner.is_some() {
        return Some(0);
    }
    if Instant::now() > until {
        return None;
    }
    let mut nodes = 0;
    if depth == 1 {
        each_legal(position, law, |_| nodes += 1);
        return Some(nodes);
    }
    for act in legal(position, law) {
        let mut next = Box::new(position.clone());
        perform(&mut next, &act, law);
        nodes += perft(&next, depth - 1, law, until)?;
    }
    Some(nodes)
}
