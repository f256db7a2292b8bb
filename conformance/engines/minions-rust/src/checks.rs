//! The checks of actions: each is asked a question on its own and says yes, no or moot (chapters 4 to 9).
//!
//! Nothing here makes an action; see `listing` for how legal ones are found by asking.

use crate::action::{Act, Verb};
use crate::board::{Board, Piece};
use crate::geometry::{beside, bit, distance, holds, members, ripples, Hex, START};
use crate::position::Position;
use crate::readings::*;
use crate::table::{Attack, Figures, Kind, Table};
use crate::terrain::Terrain;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    Yes,
    No,
    Moot,
}

use Answer::{Moot, No, Yes};

impl From<bool> for Answer {
    fn from(holds: bool) -> Answer {
        if holds {
            Yes
        } else {
            No
        }
    }
}

/// An action in a position under readings.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub position: &'a Position,
    pub act: &'a Act,
    pub readings: &'a Readings,
    pub table: &'a Table,
}

pub type Check = (&'static str, fn(&Question) -> Answer);

/// The board that an action names, where there is one.
#[derive(Clone, Copy)]
struct Place<'a> {
    board: &'a Board,
    terrain: &'a Terrain,
}

/// The shortest path of a unit of a side from one hex to another, in steps, if there is one of at most `most`
/// (MIN-BRD-2, MIN-MOV-5, MIN-MOV-6).
pub fn steps(
    board: &Board,
    terrain: &Terrain,
    mover: &Piece,
    from: Hex,
    to: Hex,
    most: u64,
    table: &Table,
) -> Option<u64> {
    if from == to {
        return Some(0);
    }
    if table.kinds[mover.kind].flying {
        return Some(distance(from, to) as u64).filter(|&steps| steps <= most);
    }
    let open = !terrain.water & !board.units(1 - mover.side);
    ripples(from, open, most as usize)
        .position(|reached| holds(reached, to))
        .map(|before| before as u64 + 1)
}

impl<'a> Question<'a> {
    fn side(&self) -> usize {
        self.position.side
    }

    fn place(&self) -> Option<Place<'a>> {
        let board = self.position.boards.get(self.act.board)?;
        Some(Place {
            board,
            terrain: &self.position.maps[self.act.board].terrain,
        })
    }

    /// A question about the board; moot without it.
    fn here(&self, ask: impl FnOnce(Place<'a>) -> bool) -> Answer {
        self.place().map_or(Moot, |place| ask(place).into())
    }

    /// A question asked of each entry of a tick: broken for one is broken, else moot for one is moot.
    fn each(&self, ask: impl Fn(Place<'a>, Hex, Hex) -> Answer) -> Answer {
        let Some(place) = self.place() else {
            return Moot;
        };
        let mut all = Yes;
        for &(from, to) in &self.act.pairs {
            match ask(place, from, to) {
                No => return No,
                Moot => all = Moot,
                Yes => {}
            }
        }
        all
    }

    /// A question about the unit of the side to move on the first hex of each entry; moot without it.
    fn each_own(&self, ask: impl Fn(Place<'a>, &'a Piece, Hex, Hex) -> bool) -> Answer {
        self.each(|place, from, to| {
            let own = place.board.own(from, self.side());
            own.map_or(Moot, |piece| ask(place, piece, from, to).into())
        })
    }

    fn figures(&self, kind: Kind) -> &'a Figures {
        &self.table.kinds[kind]
    }

    /// Of the entries before and after `index` none looks the same.
    fn differ(&self, look: impl Fn(&(Hex, Hex)) -> Hex) -> Answer {
        let mut seen = 0;
        for pair in &self.act.pairs {
            if holds(seen, look(pair)) {
                return No;
            }
            seen |= bit(look(pair));
        }
        Yes
    }

    /// The signs of both sides, the mover's first, on the card of a tech.
    fn signs(&self) -> Option<[u8; 2]> {
        let place = self.position.place_of(self.act.unit)?;
        Some([
            self.position.signs[self.side()][place],
            self.position.signs[1 - self.side()][place],
        ])
    }

    fn on_card(&self, ask: impl FnOnce([u8; 2]) -> bool) -> Answer {
        self.signs().map_or(Moot, |signs| ask(signs).into())
    }

    pub fn spell_price(&self) -> i128 {
        let each = self.table.spell_price[usize::from(self.readings.has(SPELL_PRICE_4N))];
        each * self.position.boards.len() as i128
    }
}

/// Every check of a kind of action, but for MIN-GAM-3; those that refuse most come first.
pub fn checks(verb: Verb) -> &'static [Check] {
    match verb {
        Verb::Move => &MOVE,
        Verb::Attack => &ATTACK,
        Verb::Buy => &BUY,
        Verb::Spawn => &SPAWN,
        Verb::Choose => &CHOOSE,
        Verb::Resign => &RESIGN,
        Verb::BuySpell => &BUY_SPELL,
        Verb::March => &MARCH,
        Verb::Tech => &TECH,
        Verb::EndTurn => &END_TURN,
    }
}

static MOVE: [Check; 17] = [
    ("MIN-MOV-1", own_unit),
    ("MIN-MOV-2", another_hex),
    ("MIN-MOV-8", not_onto_enemy),
    ("MIN-TIC-2", no_friend_who_stays),
    ("MIN-MOV-7", within_speed),
    ("MIN-TRN-2", a_board),
    ("MIN-TRN-4", board_by_board),
    ("MIN-PHA-1", has_phases),
    ("MIN-PHA-2", no_choice_open),
    ("MIN-PHA-3", attack_phase),
    ("MIN-PHA-6", not_closed),
    ("MIN-RES-3", not_resigned),
    ("MIN-MOV-3", not_after_attack),
    ("MIN-MOV-4", once_a_turn),
    ("MIN-MOV-9", water_for_flyers),
    ("MIN-TIC-3", one_to_a_hex),
    ("MIN-TIC-4", one_move_a_unit),
];

static ATTACK: [Check; 14] = [
    ("MIN-ATK-1", own_unit),
    ("MIN-ATK-2", an_enemy),
    ("MIN-ATK-3", within_range),
    ("MIN-ATK-4", attacks_left),
    ("MIN-ATK-5", not_after_move),
    ("MIN-ATK-6", no_necromancer_for_deathtouch),
    ("MIN-TIC-5", one_attack_a_tick),
    ("MIN-TRN-2", a_board),
    ("MIN-TRN-4", board_by_board),
    ("MIN-PHA-1", has_phases),
    ("MIN-PHA-2", no_choice_open),
    ("MIN-PHA-3", attack_phase),
    ("MIN-PHA-6", not_closed),
    ("MIN-RES-3", not_resigned),
];

static BUY: [Check; 11] = [
    ("MIN-PUR-1", for_sale),
    ("MIN-PUR-2", unit_affordable),
    ("MIN-PUR-3", purchases_first),
    ("MIN-TRN-2", a_board),
    ("MIN-TRN-4", board_by_board),
    ("MIN-PHA-1", has_phases),
    ("MIN-PHA-2", no_choice_open),
    ("MIN-PHA-4", not_at_reset_1),
    ("MIN-PHA-5", not_in_first_turn),
    ("MIN-PHA-6", not_closed),
    ("MIN-RES-3", not_resigned),
];

static SPAWN: [Check; 12] = [
    ("MIN-SPN-1", in_zone),
    ("MIN-SPN-2", empty_hex),
    ("MIN-SPN-3", next_to_spawner),
    ("MIN-SPN-4", spawn_on_water),
    ("MIN-TRN-2", a_board),
    ("MIN-TRN-4", board_by_board),
    ("MIN-PHA-1", has_phases),
    ("MIN-PHA-2", no_choice_open),
    ("MIN-PHA-4", not_at_reset_1),
    ("MIN-PHA-5", not_in_first_turn),
    ("MIN-PHA-6", not_closed),
    ("MIN-RES-3", not_resigned),
];

static CHOOSE: [Check; 11] = [
    ("MIN-CHO-2", advanced),
    ("MIN-CHO-1", choice_is_open),
    ("MIN-CHO-3", unused),
    ("MIN-CHO-4", kept_from_zone),
    ("MIN-CHO-5", one_is_kept),
    ("MIN-CHO-10", start_hex_empty),
    ("MIN-TRN-2", a_board),
    ("MIN-TRN-4", board_by_board),
    ("MIN-PHA-1", has_phases),
    ("MIN-PHA-6", not_closed),
    ("MIN-RES-3", not_resigned),
];

static RESIGN: [Check; 4] = [
    ("MIN-TRN-2", a_board),
    ("MIN-RES-1", resigned_once),
    ("MIN-RES-2", instead_of_turn),
    ("MIN-RES-4", resigning_at_reset_0),
];

static BUY_SPELL: [Check; 2] = [("MIN-TRN-3", general_first), ("MIN-TEC-11", spell_affordable)];

static MARCH: [Check; 3] = [
    ("MIN-TRN-3", general_first),
    ("MIN-TEC-2", a_card_without_spell),
    ("MIN-TEC-3", spell_in_hand),
];

static TECH: [Check; 6] = [
    ("MIN-TEC-7", card_of_techline),
    ("MIN-TEC-4", own_first_spell),
    ("MIN-TEC-5", not_blocked),
    ("MIN-TEC-6", not_marched_now),
    ("MIN-TEC-3", spell_in_hand),
    ("MIN-TRN-3", general_first),
];

static END_TURN: [Check; 1] = [("MIN-END-1", choices_made)];

fn a_board(q: &Question) -> Answer {
    q.place().is_some().into()
}

fn general_first(q: &Question) -> Answer {
    (q.readings.has(TURN_ORDER_FREE) || q.position.entered.is_empty()).into()
}

fn board_by_board(q: &Question) -> Answer {
    q.here(|_| {
        let entered = &q.position.entered;
        let returns = entered.contains(&q.act.board) && entered.last() != Some(&q.act.board);
        let goes_back = q.readings.has(BOARDS_IN_ORDER) && entered.iter().any(|&index| index > q.act.board);
        q.readings.has(TURN_ORDER_FREE) || !(returns || goes_back)
    })
}

fn has_phases(q: &Question) -> Answer {
    q.here(|place| place.board.state != b'0')
}

fn no_choice_open(q: &Question) -> Answer {
    q.here(|place| !place.board.choice_open(q.side(), q.table))
}

fn attack_phase(q: &Question) -> Answer {
    q.here(|place| !place.board.flags.spawning)
}

fn not_at_reset_1(q: &Question) -> Answer {
    q.here(|place| place.board.state != b'1')
}

fn not_in_first_turn(q: &Question) -> Answer {
    q.here(|place| !q.readings.has(FIRST_TURN_ATTACK_ONLY) || place.board.state != b'f')
}

fn not_closed(q: &Question) -> Answer {
    q.here(|place| !q.readings.has(CLOSED_AFTER_KILL) || !place.board.flags.won)
}

fn not_resigned(q: &Question) -> Answer {
    q.here(|place| q.readings.has(RESIGN_ANY_TIME) || !place.board.flags.resigned)
}

fn own_unit(q: &Question) -> Answer {
    q.each(|place, from, _| place.board.own(from, q.side()).is_some().into())
}

fn another_hex(q: &Question) -> Answer {
    q.act.pairs.iter().all(|(from, to)| from != to).into()
}

fn not_after_attack(q: &Question) -> Answer {
    q.each_own(|_, mover, _, _| mover.attacked == 0)
}

fn once_a_turn(q: &Question) -> Answer {
    q.each_own(|_, mover, _, _| q.readings.has(SPLIT_MOVES) || mover.moved == 0)
}

fn within_speed(q: &Question) -> Answer {
    q.each_own(|place, mover, from, to| {
        let left = q.figures(mover.kind).speed - mover.moved;
        steps(place.board, place.terrain, mover, from, to, left, q.table).is_some()
    })
}

fn not_onto_enemy(q: &Question) -> Answer {
    q.each(|place, _, to| place.board.own(to, 1 - q.side()).is_none().into())
}

fn water_for_flyers(q: &Question) -> Answer {
    q.each(|place, from, to| {
        if !holds(place.terrain.water, to) {
            return Yes;
        }
        place
            .board
            .own(from, q.side())
            .map_or(Moot, |mover| q.figures(mover.kind).flying.into())
    })
}

fn no_friend_who_stays(q: &Question) -> Answer {
    q.each(|place, _, to| {
        let friend = place.board.own(to, q.side()).is_some();
        (!friend || q.act.pairs.iter().any(|(from, _)| *from == to)).into()
    })
}

fn one_to_a_hex(q: &Question) -> Answer {
    q.differ(|(_, to)| *to)
}

fn one_move_a_unit(q: &Question) -> Answer {
    q.differ(|(from, _)| *from)
}

fn one_attack_a_tick(q: &Question) -> Answer {
    (q.readings.has(MANY_ATTACKS) || q.act.pairs.len() == 1).into()
}

fn an_enemy(q: &Question) -> Answer {
    q.each(|place, _, to| place.board.own(to, 1 - q.side()).is_some().into())
}

fn within_range(q: &Question) -> Answer {
    q.each_own(|_, attacker, from, to| distance(from, to) as u64 <= q.figures(attacker.kind).range)
}

fn attacks_left(q: &Question) -> Answer {
    q.each_own(|_, attacker, from, _| {
        let now = q.act.pairs.iter().filter(|(other, _)| *other == from).count() as u64;
        attacker.attacked + now <= q.figures(attacker.kind).attacks()
    })
}

fn not_after_move(q: &Question) -> Answer {
    q.each_own(|_, attacker, _, _| {
        let tied = q.readings.has(NEVER_MOVE_THEN_ATTACK) || q.figures(attacker.kind).lumbering;
        !tied || attacker.moved == 0
    })
}

fn no_necromancer_for_deathtouch(q: &Question) -> Answer {
    q.each(|place, from, to| {
        let (Some(attacker), Some(target)) = (place.board.own(from, q.side()), place.board.own(to, 1 - q.side()))
        else {
            return Moot;
        };
        let touches = q.figures(attacker.kind).attack == Attack::Deathtouch;
        (!touches || !q.figures(target.kind).necromancer || q.readings.has(DEATHTOUCH_NO_EFFECT)).into()
    })
}

fn for_sale(q: &Question) -> Answer {
    let unit = q.figures(q.act.unit);
    if unit.necromancer {
        return No;
    }
    if unit.card.is_none() {
        return Yes;
    }
    let sign = q.signs().map(|[own, _]| own);
    (sign == Some(b'2') || sign == Some(b't') && !q.readings.has(NEW_TECH_NEXT_TURN)).into()
}

fn unit_affordable(q: &Question) -> Answer {
    (q.figures(q.act.unit).cost <= q.position.money[q.side()]).into()
}

fn purchases_first(q: &Question) -> Answer {
    q.here(|place| !q.readings.has(PURCHASE_FIRST) || !place.board.flags.spawned)
}

fn in_zone(q: &Question) -> Answer {
    q.here(|place| place.board.zones[q.side()][q.act.unit] > 0)
}

fn empty_hex(q: &Question) -> Answer {
    q.here(|place| place.board.at(q.act.to).is_none())
}

fn next_to_spawner(q: &Question) -> Answer {
    q.here(|place| {
        let mut near = members(beside(bit(q.act.to)) & place.board.units(q.side()));
        near.any(|hex| {
            let unit = place.board.at(hex);
            unit.is_some_and(|unit| q.figures(unit.kind).spawn && !(unit.spawned && q.readings.has(NO_SPAWN_CHAIN)))
        })
    })
}

fn spawn_on_water(q: &Question) -> Answer {
    q.here(|place| {
        let dry = !holds(place.terrain.water, q.act.to);
        dry || q.figures(q.act.unit).flying || q.readings.has(ANYONE_ON_WATER)
    })
}

fn choice_is_open(q: &Question) -> Answer {
    q.here(|place| place.board.choice_open(q.side(), q.table))
}

fn advanced(q: &Question) -> Answer {
    q.figures(q.act.unit).advanced.into()
}

fn unused(q: &Question) -> Answer {
    q.here(|place| {
        let used = if q.readings.has(USED_PER_BOARD) {
            place.board.used[q.side()]
        } else {
            q.position
                .boards
                .iter()
                .fold(0, |used, board| used | board.used[q.side()])
        };
        let all = q.table.advanced();
        used >> q.act.unit & 1 == 0 || used & all == all
    })
}

fn kept_from_zone(q: &Question) -> Answer {
    match q.act.keep {
        None => Yes,
        Some(kind) => q.here(|place| place.board.zones[q.side()][kind] > 0),
    }
}

fn one_is_kept(q: &Question) -> Answer {
    if q.act.keep.is_some() {
        return Yes;
    }
    q.here(|place| q.readings.has(KEEP_AT_MOST_ONE) || place.board.zones[q.side()].iter().all(|&many| many == 0))
}

fn start_hex_empty(q: &Question) -> Answer {
    q.here(|place| place.board.at(START[q.side()]).is_none())
}

fn resigned_once(q: &Question) -> Answer {
    q.here(|place| !place.board.flags.resigned)
}

fn instead_of_turn(q: &Question) -> Answer {
    q.here(|_| !q.readings.has(RESIGN_INSTEAD_OF_TURN) || !q.position.entered.contains(&q.act.board))
}

fn resigning_at_reset_0(q: &Question) -> Answer {
    q.here(|place| q.readings.has(RESET0_RESIGN_ALLOWED) || place.board.state != b'0')
}

fn spell_affordable(q: &Question) -> Answer {
    (q.spell_price() <= q.position.money[q.side()]).into()
}

fn a_card_without_spell(q: &Question) -> Answer {
    q.position.signs[q.side()].contains(&b'0').into()
}

fn spell_in_hand(q: &Question) -> Answer {
    (q.position.free[q.side()] + q.position.bought[q.side()] >= 1).into()
}

fn card_of_techline(q: &Question) -> Answer {
    q.signs().is_some().into()
}

fn own_first_spell(q: &Question) -> Answer {
    q.on_card(|[own, _]| matches!(own, b'1' | b'm'))
}

fn not_blocked(q: &Question) -> Answer {
    q.on_card(|[_, other]| !matches!(other, b'2' | b't'))
}

fn not_marched_now(q: &Question) -> Answer {
    q.on_card(|[own, _]| !q.readings.has(NO_MARCH_AND_TECH) || own != b'm')
}

fn choices_made(q: &Question) -> Answer {
    let open = |board: &Board| board.choice_open(q.side(), q.table) && !board.flags.resigned;
    (!q.position.boards.iter().any(open)).into()
}
