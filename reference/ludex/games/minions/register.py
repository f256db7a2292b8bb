"""The edition of Minions, and the points that its text leaves open."""

from __future__ import annotations

from collections.abc import Mapping

from ludex.games.minions.table import read_table
from ludex.rules import Edition, Entry, Register, Ruling, read_published

TABLE = read_published("minions", "initiate.json")


def edition_of(data: Mapping[str, object]) -> Edition:
    """The edition that a table in a JSON object makes."""
    return Edition(str(data["edition"]), {"table": read_table(data)})


EDITIONS = (edition_of(TABLE),)

ENTRIES = (
    Entry(
        "move-then-attack",
        ("unless-lumbering", "never"),
        "unless-lumbering",
        ("MIN-ATK-5",),
        "Whether a unit that has moved may attack.",
    ),
    Entry("moves-per-turn", ("one", "split"), "one", ("MIN-MOV-4",), "One move a turn, or several within the speed."),
    Entry(
        "tick",
        ("moves-or-one-attack", "many-attacks"),
        "moves-or-one-attack",
        ("MIN-TIC-5",),
        "Whether several attacks may share a tick.",
    ),
    Entry(
        "deathtouch-necromancer",
        ("illegal", "no-effect"),
        "illegal",
        ("MIN-ATK-6", "MIN-DTH-2"),
        "Deathtouch at a necromancer: refused or void.",
    ),
    Entry("rebate-time", ("at-once", "owners-turn"), "at-once", ("MIN-DTH-3", "MIN-END-10"), "When a rebate is paid."),
    Entry("spawn-on-water", ("flyers", "anyone"), "flyers", ("MIN-SPN-4",), "Who may be spawned on water."),
    Entry(
        "spawn-chain", ("yes", "no"), "yes", ("MIN-SPN-3",), "Whether a unit spawned in this turn can be the spawner."
    ),
    Entry(
        "purchase",
        ("interleaved", "first"),
        "interleaved",
        ("MIN-PUR-3",),
        "Whether one may buy for a board once a unit was spawned there.",
    ),
    Entry(
        "first-turn",
        ("attack-and-spawn", "attack-only"),
        "attack-and-spawn",
        ("MIN-PHA-5",),
        "Whether the first turn has a spawn phase.",
    ),
    Entry(
        "new-tech",
        ("at-once", "next-turn"),
        "at-once",
        ("MIN-PUR-1",),
        "When a unit can be bought after its card was teched.",
    ),
    Entry(
        "march-and-tech",
        ("allowed", "no"),
        "allowed",
        ("MIN-TEC-6",),
        "Whether both spells of a card may be placed in one turn.",
    ),
    Entry("free-spell", ("lost", "kept"), "lost", ("MIN-TEC-14",), "What becomes of a free spell that is not placed."),
    Entry(
        "bought-spell", ("lost", "kept"), "lost", ("MIN-TEC-14",), "What becomes of a bought spell that is not placed."
    ),
    Entry("spell-price", ("8n", "4n"), "8n", ("MIN-TEC-10",), "What a spell costs for each board."),
    Entry(
        "turn-order",
        ("free", "general-first", "in-order"),
        "free",
        ("MIN-TRN-3", "MIN-TRN-4"),
        "Any order; or the general first and then board by board, as one likes or by their numbers.",
    ),
    Entry("resign-income", ("paid", "none"), "paid", ("MIN-INC-4",), "Whether a board that is resigned pays."),
    Entry(
        "resign-won-board",
        ("win-stands", "loss-too"),
        "win-stands",
        ("MIN-LOS-3",),
        "Whether a board that was won can be lost by resigning it.",
    ),
    Entry(
        "restart",
        ("by-state", "next-mover", "loser"),
        "by-state",
        ("MIN-RST-5", "MIN-RST-6"),
        "Who goes on first after a board was won or lost.",
    ),
    Entry(
        "surviving-necromancer",
        ("leaves", "to-zone"),
        "leaves",
        ("MIN-RST-2",),
        "What becomes of a necromancer that has survived the reset.",
    ),
    Entry(
        "keep-unit",
        ("exactly-one-if-any", "at-most-one"),
        "exactly-one-if-any",
        ("MIN-CHO-5",),
        "Whether one must keep a unit if there is one to keep.",
    ),
    Entry(
        "initiate",
        ("choose-phase", "also-at-reset"),
        "choose-phase",
        ("MIN-RST-4",),
        "Whether an initiate is given at the reset, too.",
    ),
    Entry(
        "used-necromancers",
        ("per-side-per-game", "per-side-per-board"),
        "per-side-per-game",
        ("MIN-CHO-3",),
        "Whether a necromancer is used up for the whole game, or on its board.",
    ),
    Entry("reset0-income", ("paid", "none"), "paid", ("MIN-INC-4",), "Whether a board that is passed at reset+0 pays."),
    Entry(
        "after-game-win",
        ("stop", "count-losses"),
        "stop",
        ("MIN-END-11",),
        "Whether losses still score once the mover has won.",
    ),
    Entry(
        "after-kill",
        ("play-on", "board-closed"),
        "play-on",
        ("MIN-PHA-6",),
        "Whether one plays on where the necromancer fell.",
    ),
    Entry(
        "resign-when",
        ("any-time", "until-resigned", "instead-of-turn"),
        "any-time",
        ("MIN-RES-2", "MIN-RES-3"),
        "When a board can be resigned, and whether one plays on there.",
    ),
    Entry(
        "reset0-resign",
        ("illegal", "allowed"),
        "illegal",
        ("MIN-RES-4",),
        "Whether a board that is passed at reset+0 can be resigned.",
    ),
    Entry(
        "map-symmetry",
        ("swaps-sides", "any"),
        "swaps-sides",
        ("MIN-BRD-7",),
        "Whether a symmetry of a map has to swap the sides.",
    ),
    Entry("bid-tie", ("first", "again"), "first", ("MIN-SET-7",), "Who plays Blue after equal bids."),
)

RULINGS: tuple[Ruling, ...] = (
    Ruling(
        "wire-form",
        ("MIN-POS-1", "MIN-LIN-1", "MIN-ACT-1", "MIN-OPR-6"),
        "How positions, lines, actions and requests are written.",
    ),
    Ruling(
        "numbers",
        ("MIN-POS-2", "MIN-POS-3", "MIN-SET-9"),
        "Amounts are whole numbers from 0; 1 to 99 boards; the suite asks for nothing beyond 1000000000.",
    ),
    Ruling("win-condition", ("MIN-GAM-1",), "`w(n)` is the formula of §1 in every game."),
    Ruling("yellows-purse", ("MIN-SET-5",), "Yellow starts with 0, and only Blue's amount can be set."),
    Ruling("table-form", ("MIN-UNT-3",), "What a table must have."),
    Ruling("shuffle", ("MIN-SET-8",), "A fixed generator, so that a seed replays in every language."),
    Ruling("graveyard-is-no-land", ("MIN-BRD-6",), "Home hexes are land, which a graveyard is not."),
    Ruling("graveyard-ground", ("MIN-BRD-3",), "A graveyard is walked, stood and spawned on like land."),
    Ruling("seen-by-all", ("MIN-ATK-3",), "Nothing is hidden; there is no line of sight."),
    Ruling("no-null-move", ("MIN-MOV-2",), "A move ends elsewhere than it began."),
    Ruling("friends-never-block", ("MIN-MOV-5",), "Friends never block a path, whether they move or not."),
    Ruling("ends", ("MIN-MOV-8", "MIN-TIC-2"), "Nobody ends on an enemy, also no flyer, nor on a friend who stays."),
    Ruling("one-unit-a-hex", ("MIN-TIC-3", "MIN-SPN-2"), "A hex holds one unit."),
    Ruling(
        "leaving-water",
        ("MIN-MOV-5",),
        "A unit without flying that stands on water may leave it, over land only. Play leads there by *spawn-on-water* "
        "`anyone` alone.",
    ),
    Ruling("swaps", ("MIN-TIC-6",), "Swaps, cycles and chains are all allowed."),
    Ruling(
        "paths-before-tick",
        ("MIN-MOV-7",),
        "Paths are asked before the tick; only enemies and water stop one, and neither moves in it.",
    ),
    Ruling("attack-then-move", ("MIN-MOV-3",), "A unit that has attacked does not move."),
    Ruling(
        "attacks-by-value",
        ("MIN-ATK-4",),
        "A flurry of `n` is `n` attacks, an unsummon of `n` likewise, each on any target.",
    ),
    Ruling("flurry-may-stop", ("MIN-END-1",), "Nobody has to use all attacks, or any."),
    Ruling("overkill", ("MIN-DTH-1",), "Damage beyond the defense is lost."),
    Ruling("unsummon-kills", ("MIN-DMG-3",), "The 1 damage of an unsummoning can destroy."),
    Ruling("unsummoned-whole", ("MIN-UNS-1",), "An unsummoned unit is whole when it comes back, and pays no rebate."),
    Ruling(
        "unsummon-and-death",
        ("MIN-UNS-1",),
        "In one tick, unsummoning comes before death by damage, and deathtouch, which is instant, before unsummoning.",
    ),
    Ruling(
        "damage-of-both",
        ("MIN-DMG-5",),
        "Whoever has taken damage, on either side, is whole again when a turn is over. No play leads to damage of the "
        "side to move.",
    ),
    Ruling("rebate-owner", ("MIN-DTH-3",), "The owner of the destroyed unit gets the rebate."),
    Ruling("any-necromancer", ("MIN-DTH-4",), "Of two necromancers on a board the death of either wins it."),
    Ruling(
        "zone-of-the-board",
        ("MIN-PUR-4", "MIN-UNS-1"),
        "Units are bought for a board, and each board has zones of its own.",
    ),
    Ruling(
        "any-unit-of-the-zone", ("MIN-SPN-1",), "Any unit of the zone can be spawned, not only one that was bought."
    ),
    Ruling(
        "spawner-not-used-up", ("MIN-SPN-3",), "A spawner may serve several spawns, having moved or attacked or not."
    ),
    Ruling(
        "spawn-phase-begins", ("MIN-PHA-3", "MIN-PHA-7"), "The first buy or spawn on a board ends its attack phase."
    ),
    Ruling("no-buying-without-phase", ("MIN-PHA-4", "MIN-PHA-5"), "One can buy only where there is a spawn phase."),
    Ruling("entering", ("MIN-TRN-5",), "A move, attack, buy, spawn or choice enters a board; resigning does not."),
    Ruling("all-or-nothing", ("MIN-TRN-6",), "A whole turn is done or refused as a whole."),
    Ruling(
        "never-below-0",
        ("MIN-PUR-2", "MIN-TEC-11"),
        "Money is shared and never below 0; an income to come cannot be spent.",
    ),
    Ruling("own-spells", ("MIN-TEC-1",), "Whether a card has a spell is asked of one's own only."),
    Ruling(
        "marching-past",
        ("MIN-TEC-1", "MIN-TEC-5"),
        "One can march onto a card to which the opponent has teched; it only cannot be teched to.",
    ),
    Ruling("techs-stay", ("MIN-TEC-8",), "Spells on cards stay when boards are reset."),
    Ruling("many-techs", ("MIN-TEC-3",), "One may march and tech as often as there are spells."),
    Ruling(
        "choice-first",
        ("MIN-PHA-2", "MIN-END-1"),
        "A choice comes before anything else on its board and before the end of the turn, resigning excepted.",
    ),
    Ruling(
        "choice-parts",
        ("MIN-CHO-7", "MIN-CHO-8"),
        "Necromancer, kept unit, discard and initiate are one action in this order: the initiate is never discarded.",
    ),
    Ruling(
        "start-hex",
        ("MIN-CHO-6", "MIN-CHO-10"),
        "The new necromancer stands on its start hex, and may act at once; it needs that hex empty.",
    ),
    Ruling("start-hex-empty", ("MIN-RST-3",), "The start hexes are empty until the choice."),
    Ruling("same-type", ("MIN-CHO-3",), "Both sides may have the same necromancer."),
    Ruling("none-left", ("MIN-CHO-3",), "When all advanced ones are used, any may be taken again."),
    Ruling("discards", ("MIN-CHO-7",), "Discards pay nothing."),
    Ruling("no-withdrawing", ("MIN-RES-5",), "A resignation cannot be withdrawn."),
    Ruling(
        "present-occupation",
        ("MIN-INC-1", "MIN-LOS-1"),
        "A graveyard is held by who stands on it at the end of the mover's turn.",
    ),
    Ruling("both-sides-income", ("MIN-END-3",), "Only the mover is paid at the end of its turn."),
    Ruling("won-board-pays", ("MIN-END-3",), "A board won or lost in this turn still pays."),
    Ruling("one-soul", ("MIN-INC-2",), "Soul pays once a board."),
    Ruling("win-resets-first", ("MIN-END-4",), "A board won is reset before the graveyards are counted for losses."),
    Ruling("both-reach", ("MIN-END-5",), "The mover wins if one end of turn would bring both to `w(n)`."),
    Ruling("lost-once", ("MIN-LOS-2",), "A board resigned and lost by graveyards is lost once."),
    Ruling("fresh-zombies", ("MIN-RST-3",), "The zombies of a reset come on top of those in the zones."),
    Ruling("necromancers-in-zones", ("MIN-RST-2",), "A reset leaves necromancers in zones there."),
    Ruling(
        "after-the-end",
        ("MIN-END-11",),
        "A game that is won stands still: states and side to move stay. The lines of its boards are free in answers.",
    ),
    Ruling("single-actions", ("MIN-OPR-5", "MIN-OPR-8"), "Lists and counts hold single actions."),
    Ruling("techline-given", ("MIN-POS-5", "MIN-SET-4"), "A techline may lack cards of the table; a setup has all."),
    Ruling("unreached", ("MIN-POS-1",), "Nothing asks whether play leads to a position."),
)

REGISTER = Register(EDITIONS, ENTRIES, RULINGS)
