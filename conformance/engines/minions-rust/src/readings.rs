//! The register: its entries, their readings, and the choice in force (chapter 14).

use crate::json::Json;

/// Each entry with its readings, the default first.
pub const REGISTER: [(&str, &[&str]); 29] = [
    ("move-then-attack", &["unless-lumbering", "never"]),
    ("moves-per-turn", &["one", "split"]),
    ("tick", &["moves-or-one-attack", "many-attacks"]),
    ("deathtouch-necromancer", &["illegal", "no-effect"]),
    ("rebate-time", &["at-once", "owners-turn"]),
    ("spawn-on-water", &["flyers", "anyone"]),
    ("spawn-chain", &["yes", "no"]),
    ("purchase", &["interleaved", "first"]),
    ("first-turn", &["attack-and-spawn", "attack-only"]),
    ("new-tech", &["at-once", "next-turn"]),
    ("march-and-tech", &["allowed", "no"]),
    ("free-spell", &["lost", "kept"]),
    ("bought-spell", &["lost", "kept"]),
    ("spell-price", &["8n", "4n"]),
    ("turn-order", &["free", "general-first", "in-order"]),
    ("resign-income", &["paid", "none"]),
    ("resign-won-board", &["win-stands", "loss-too"]),
    ("restart", &["by-state", "next-mover", "loser"]),
    ("surviving-necromancer", &["leaves", "to-zone"]),
    ("keep-unit", &["exactly-one-if-any", "at-most-one"]),
    ("initiate", &["choose-phase", "also-at-reset"]),
    ("used-necromancers", &["per-side-per-game", "per-side-per-board"]),
    ("reset0-income", &["paid", "none"]),
    ("after-game-win", &["stop", "count-losses"]),
    ("after-kill", &["play-on", "board-closed"]),
    ("resign-when", &["any-time", "until-resigned", "instead-of-turn"]),
    ("reset0-resign", &["illegal", "allowed"]),
    ("bid-tie", &["first", "again"]),
    ("map-symmetry", &["swaps-sides", "any"]),
];

/// The choice for each entry, by index.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Readings([u8; REGISTER.len()]);

/// One reading of one entry, by index; those that are no default, and one asked for by name.
#[derive(Clone, Copy)]
pub struct Choice(usize, u8);

pub const NEVER_MOVE_THEN_ATTACK: Choice = Choice(0, 1);
pub const SPLIT_MOVES: Choice = Choice(1, 1);
pub const MANY_ATTACKS: Choice = Choice(2, 1);
pub const DEATHTOUCH_NO_EFFECT: Choice = Choice(3, 1);
pub const REBATE_ON_OWNERS_TURN: Choice = Choice(4, 1);
pub const ANYONE_ON_WATER: Choice = Choice(5, 1);
pub const NO_SPAWN_CHAIN: Choice = Choice(6, 1);
pub const PURCHASE_FIRST: Choice = Choice(7, 1);
pub const FIRST_TURN_ATTACK_ONLY: Choice = Choice(8, 1);
pub const NEW_TECH_NEXT_TURN: Choice = Choice(9, 1);
pub const NO_MARCH_AND_TECH: Choice = Choice(10, 1);
pub const FREE_SPELL_KEPT: Choice = Choice(11, 1);
pub const BOUGHT_SPELL_KEPT: Choice = Choice(12, 1);
pub const SPELL_PRICE_4N: Choice = Choice(13, 1);
pub const TURN_ORDER_FREE: Choice = Choice(14, 0);
pub const BOARDS_IN_ORDER: Choice = Choice(14, 2);
pub const RESIGNED_PAYS_NONE: Choice = Choice(15, 1);
pub const RESIGNED_AND_WON_LOSS_TOO: Choice = Choice(16, 1);
pub const RESTART_BY_STATE: Choice = Choice(17, 0);
pub const RESTART_LOSER: Choice = Choice(17, 2);
pub const SURVIVOR_TO_ZONE: Choice = Choice(18, 1);
pub const KEEP_AT_MOST_ONE: Choice = Choice(19, 1);
pub const INITIATE_ALSO_AT_RESET: Choice = Choice(20, 1);
pub const USED_PER_BOARD: Choice = Choice(21, 1);
pub const RESET0_PAYS_NONE: Choice = Choice(22, 1);
pub const COUNT_LOSSES: Choice = Choice(23, 1);
pub const CLOSED_AFTER_KILL: Choice = Choice(24, 1);
pub const RESIGN_ANY_TIME: Choice = Choice(25, 0);
pub const RESIGN_INSTEAD_OF_TURN: Choice = Choice(25, 2);
pub const RESET0_RESIGN_ALLOWED: Choice = Choice(26, 1);
pub const TIE_AGAIN: Choice = Choice(27, 1);
pub const ANY_SYMMETRY: Choice = Choice(28, 1);

impl Readings {
    pub fn has(&self, choice: Choice) -> bool {
        self.0[choice.0] == choice.1
    }

    /// The readings of a request; an entry that it leaves out has its default. What the register does not have is an
    /// error, with the reason.
    pub fn read(value: &Json) -> Result<Readings, String> {
        let Json::Object(fields) = value else {
            return Err("readings is no object".to_string());
        };
        let mut readings = Readings::default();
        for (id, choice) in fields {
            let entry = REGISTER.iter().position(|(entry, _)| entry == id);
            let entry = entry.ok_or_else(|| format!("the register has no entry {id}"))?;
            let text = choice.as_text().unwrap_or_default();
            let index = REGISTER[entry].1.iter().position(|reading| *reading == text);
            readings.0[entry] = index.ok_or_else(|| format!("{id} has no such reading"))? as u8;
        }
        Ok(readings)
    }
}
