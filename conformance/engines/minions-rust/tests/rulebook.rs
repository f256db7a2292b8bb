//! The examples of the rulebook, asked over the wire, and what it says of all positions, on positions that play leads to.

use minions_rust::action::{Action, Verb};
use minions_rust::board::Piece;
use minions_rust::json::Json;
use minions_rust::judge::Law;
use minions_rust::listing::legal;
use minions_rust::position::Position;
use minions_rust::readings::{Readings, REGISTER};
use minions_rust::table::Table;
use minions_rust::wire::answer;

const START: &str = "f|I|i|||0/2ZZ6/1ZNZ6/1ZZ7/0/0/7zz1/6znz1/6zz2/0";

fn ask(method: &str, readings: &[(&str, &str)], fields: &str) -> Json {
    let mut chosen: Vec<(&str, &str)> = REGISTER.iter().map(|(id, choices)| (*id, choices[0])).collect();
    for (id, choice) in readings {
        chosen
            .iter_mut()
            .find(|entry| entry.0 == *id)
            .expect("an entry of the register")
            .1 = choice;
    }
    let chosen: Vec<String> = chosen
        .iter()
        .map(|(id, choice)| format!("\"{id}\":\"{choice}\""))
        .collect();
    let line = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"{method}\",\"params\":{{\"game\":\"minions\",\"edition\":\"initiate\",\
         \"readings\":{{{}}},{fields}}}}}",
        chosen.join(",")
    );
    let reply = Json::parse(&answer(line.as_bytes()).0).expect("JSON");
    reply
        .get("result")
        .unwrap_or_else(|| panic!("an error for {line}"))
        .clone()
}

fn text(value: &Json) -> String {
    let mut out = String::new();
    value.write(&mut out);
    out
}

fn reasons(result: &Json, verdict: &str, set: &str) -> Vec<String> {
    let list = result
        .get(verdict)
        .and_then(|reasons| reasons.get(set))
        .and_then(Json::as_list);
    let mut ids: Vec<String> = list
        .unwrap_or_default()
        .iter()
        .filter_map(Json::as_text)
        .map(String::from)
        .collect();
    ids.sort();
    ids
}

/// A position of one or more boards of which only what differs from the usual is said.
#[derive(Clone)]
struct Case {
    boards: Vec<String>,
    map: &'static str,
    side: &'static str,
    money: [u32; 2],
    points: [u32; 2],
    signs: [&'static str; 2],
    spells: [u32; 2],
    entered: &'static str,
}

fn case(board: &str) -> Case {
    Case {
        boards: vec![board.to_string()],
        map: "midnight_lake",
        side: "yellow",
        money: [10, 0],
        points: [0, 0],
        signs: ["0000", "0000"],
        spells: [0, 0],
        entered: "[]",
    }
}

impl Case {
    fn and(mut self, board: &str, many: usize) -> Case {
        self.boards.extend(std::iter::repeat(board.to_string()).take(many));
        self
    }

    fn position(&self) -> String {
        let boards: Vec<String> = self.boards.iter().map(|line| format!("\"{line}\"")).collect();
        let maps = vec![format!("\"{}\"", self.map); boards.len()];
        let pair = |amounts: [u32; 2]| format!("{{\"yellow\":{},\"blue\":{}}}", amounts[0], amounts[1]);
        format!(
            "{{\"boards\":[{}],\"maps\":[{}],\"side\":\"{}\",\"money\":{},\"owed\":{},\"points\":{},\
             \"tech\":{{\"cards\":\"SPWG\",\"yellow\":\"{}\",\"blue\":\"{}\"}},\
             \"spells\":{{\"yellow\":{{\"free\":{},\"bought\":{}}},\"blue\":{{\"free\":0,\"bought\":0}}}},\
             \"entered\":{},\"status\":\"active\",\"winner\":null}}",
            boards.join(","),
            maps.join(","),
            self.side,
            pair(self.money),
            pair([0, 0]),
            pair(self.points),
            self.signs[0],
            self.signs[1],
            self.spells[0],
            self.spells[1],
            self.entered
        )
    }

    fn apply(&self, readings: &[(&str, &str)], action: &str) -> Json {
        ask(
            "apply",
            readings,
            &format!("\"position\":{},\"action\":{action}", self.position()),
        )
    }

    fn broken(&self, readings: &[(&str, &str)], action: &str) -> Vec<String> {
        reasons(&self.apply(readings, action), "illegal", "broken")
    }

    fn after(&self, readings: &[(&str, &str)], action: &str) -> Json {
        let result = self.apply(readings, action);
        result
            .get("position")
            .unwrap_or_else(|| panic!("{} for {action}", text(&result)))
            .clone()
    }

    /// Legal by one reading, refused by one clause by the other.
    fn parts(&self, entry: &str, legal: &str, refused: &str, clause: &str, action: &str) {
        self.after(&[(entry, legal)], action);
        assert_eq!(self.broken(&[(entry, refused)], action), [clause], "{entry} {action}");
    }
}

fn line(position: &Json, index: usize) -> String {
    position.get("boards").and_then(Json::as_list).expect("boards")[index]
        .as_text()
        .expect("a line")
        .to_string()
}

fn amount(position: &Json, path: &[&str]) -> i128 {
    path.iter()
        .fold(position, |value, name| value.get(name).expect("a field"))
        .as_amount()
        .expect("an amount")
}

const END: &str = r#"{"kind":"end-turn"}"#;

/// A board with the two necromancers, and what else stands on d4 to e7.
fn field(rows_3_to_6: &str, tail: &str) -> String {
    format!("n|||||0/0/2N7/{rows_3_to_6}/7n2/0/0{tail}")
}

#[test]
fn every_entry_of_the_register_has_its_case() {
    let split = case("n|||||0/0/2N7/0/0/0/0/3Pz2n2/0/0|d7:m1");
    split.parts(
        "move-then-attack",
        "unless-lumbering",
        "never",
        "MIN-ATK-5",
        r#"{"kind":"attack","board":0,"attacks":[["d7","e7"]]}"#,
    );
    let to_d6 = r#"{"kind":"move","board":0,"moves":[["d7","d6"]]}"#;
    split.parts("moves-per-turn", "split", "one", "MIN-MOV-4", to_d6);
    assert!(line(&split.after(&[("moves-per-turn", "split")], to_d6), 0).ends_with("|d6:m2"));

    let many = case("n|||||0/0/2N7/0/0/0/4P5/3Pz2n2/0/0");
    let both = r#"{"kind":"attack","board":0,"attacks":[["d7","e7"],["e6","e7"]]}"#;
    many.parts("tick", "many-attacks", "moves-or-one-attack", "MIN-TIC-5", both);
    assert!(line(&many.after(&[("tick", "many-attacks")], both), 0).ends_with("/3P3n2/0/0|e6:a1;d7:a1"));

    let touch = case("n|||||0/0/2N7/0/0/0/6L3/7n2/0/0");
    let on_h7 = r#"{"kind":"attack","board":0,"attacks":[["g6","h7"]]}"#;
    touch.parts("deathtouch-necromancer", "no-effect", "illegal", "MIN-ATK-6", on_h7);
    assert!(line(&touch.after(&[("deathtouch-necromancer", "no-effect")], on_h7), 0).ends_with("/7n2/0/0|g6:a1"));

    let mut rebate = case("n|||||0/0/2N7/0/0/0/0/3Pp2n2/0/0");
    rebate.money[1] = 6;
    let kill = r#"{"kind":"attack","board":0,"attacks":[["d7","e7"]]}"#;
    assert_eq!(amount(&rebate.after(&[], kill), &["money", "blue"]), 8);
    let later = rebate.after(&[("rebate-time", "owners-turn")], kill);
    assert_eq!(
        (amount(&later, &["money", "blue"]), amount(&later, &["owed", "blue"])),
        (6, 2)
    );
    let turn = format!(r#"{{"kind":"turn","actions":[{kill},{END}]}}"#);
    assert_eq!(
        amount(
            &rebate.after(&[("rebate-time", "owners-turn")], &turn),
            &["money", "blue"]
        ),
        8
    );

    let wet = case("n|Z||||0/0/2N7/0/3I6/0/0/7n2/0/0");
    let spawn = r#"{"kind":"spawn","board":0,"unit":"zombie","to":"e4"}"#;
    wet.parts("spawn-on-water", "anyone", "flyers", "MIN-SPN-4", spawn);

    let chain = case("n|I||||0/0/2N7/0/3I6/0/0/7n2/0/0|d4:s|pq");
    chain.parts(
        "spawn-chain",
        "yes",
        "no",
        "MIN-SPN-3",
        r#"{"kind":"spawn","board":0,"unit":"initiate","to":"d5"}"#,
    );
    let zombie = r#"{"kind":"buy","board":0,"unit":"zombie"}"#;
    chain.parts("purchase", "interleaved", "first", "MIN-PUR-3", zombie);
    case(START).parts("first-turn", "attack-and-spawn", "attack-only", "MIN-PHA-5", zombie);

    let mut tech = case(START);
    tech.signs[0] = "t000";
    tech.parts(
        "new-tech",
        "at-once",
        "next-turn",
        "MIN-PUR-1",
        r#"{"kind":"buy","board":0,"unit":"skeleton"}"#,
    );
    tech.signs[0] = "m000";
    tech.spells = [0, 1];
    tech.parts(
        "march-and-tech",
        "allowed",
        "no",
        "MIN-TEC-6",
        r#"{"kind":"tech","card":"skeleton"}"#,
    );
    tech.spells = [1, 1];
    let hand = |readings: &[(&str, &str)]| {
        let next = tech.after(readings, END);
        (
            amount(&next, &["spells", "yellow", "free"]),
            amount(&next, &["spells", "yellow", "bought"]),
        )
    };
    assert_eq!(hand(&[]), (0, 0));
    assert_eq!(hand(&[("free-spell", "kept")]), (1, 0));
    assert_eq!(hand(&[("bought-spell", "kept")]), (0, 1));
    let mut price = case(START);
    price.money[0] = 7;
    price.parts("spell-price", "4n", "8n", "MIN-TEC-11", r#"{"kind":"buy-spell"}"#);
    let paid = price.after(&[("spell-price", "4n")], r#"{"kind":"buy-spell"}"#);
    assert_eq!(amount(&paid, &["money", "yellow"]), 3);

    let mut order = case(START).and(START, 1);
    order.entered = "[0,1]";
    order.spells = [1, 0];
    let moving = r#"{"kind":"move","board":0,"moves":[["d2","e2"]]}"#;
    order.parts("turn-order", "free", "general-first", "MIN-TRN-4", moving);
    order.parts(
        "turn-order",
        "free",
        "general-first",
        "MIN-TRN-3",
        r#"{"kind":"march"}"#,
    );
    order.parts(
        "resign-when",
        "any-time",
        "instead-of-turn",
        "MIN-RES-2",
        r#"{"kind":"resign","board":0}"#,
    );

    order.parts("turn-order", "free", "in-order", "MIN-TRN-4", moving);
    order.entered = "[1]";
    order.parts("turn-order", "general-first", "in-order", "MIN-TRN-4", moving);
    order.parts("turn-order", "free", "in-order", "MIN-TRN-3", r#"{"kind":"march"}"#);
    order.entered = "[0]";
    order.parts(
        "resign-when",
        "until-resigned",
        "instead-of-turn",
        "MIN-RES-2",
        r#"{"kind":"resign","board":0}"#,
    );

    let resigned = case("n|||||0/0/2N7/0/0/0/0/7n2/0/0||r");
    assert_eq!(amount(&resigned.after(&[], END), &["money", "yellow"]), 13);
    assert_eq!(
        amount(&resigned.after(&[("resign-income", "none")], END), &["money", "yellow"]),
        10
    );
    assert_eq!(
        resigned.after(&[], END).get("winner").and_then(Json::as_text),
        Some("blue")
    );
    let to_c3 = r#"{"kind":"move","board":0,"moves":[["c2","c3"]]}"#;
    resigned.parts("resign-when", "any-time", "instead-of-turn", "MIN-RES-3", to_c3);
    resigned.parts("resign-when", "any-time", "until-resigned", "MIN-RES-3", to_c3);

    let both = case("n|||||0/0/2N7/0/0/0/0/0/0/0||rw").and(&field("0/0/0/0", ""), 2);
    let stands = both.after(&[], END);
    assert_eq!(
        (
            amount(&stands, &["points", "yellow"]),
            amount(&stands, &["points", "blue"])
        ),
        (1, 0)
    );
    assert!(line(&stands, 0).starts_with("0||"));
    let too = both.after(&[("resign-won-board", "loss-too")], END);
    assert_eq!(
        (amount(&too, &["points", "yellow"]), amount(&too, &["points", "blue"])),
        (1, 1)
    );
    assert!(line(&too, 0).starts_with("1|ZZZZZZ|zzzzzz|||"));

    let won = case("n|||||0/0/2N7/0/0/0/0/0/0/0||w").and(&field("0/0/0/0", ""), 2);
    let lost = case("n|||||0/0/2N7/0/0/0/0/7n2/0/0||r").and(&field("0/0/0/0", ""), 2);
    for (reading, states) in [("by-state", "01"), ("next-mover", "11"), ("loser", "10")] {
        let first = |of: &Case| line(&of.after(&[("restart", reading)], END), 0)[..1].to_string();
        assert_eq!(first(&won) + &first(&lost), states);
    }
    let zone = line(&won.after(&[("surviving-necromancer", "to-zone")], END), 0);
    assert!(
        zone.starts_with("0|N||||") && zone.ends_with("|Y:necromancer"),
        "{zone}"
    );
    assert!(line(&won.after(&[("initiate", "also-at-reset")], END), 0).starts_with("0|I|i|||"));

    let choice = case("1|Z||||0/0/0/0/0/0/0/0/0/0");
    let null = r#"{"kind":"choose","board":0,"necromancer":"arcane_necromancer","keep":null}"#;
    choice.parts("keep-unit", "at-most-one", "exactly-one-if-any", "MIN-CHO-5", null);
    let used = choice.and("n|||||0/0/2N7/0/0/0/0/7n2/0/0|||Y:arcane_necromancer", 1);
    let kept = r#"{"kind":"choose","board":0,"necromancer":"arcane_necromancer","keep":"zombie"}"#;
    used.parts(
        "used-necromancers",
        "per-side-per-board",
        "per-side-per-game",
        "MIN-CHO-3",
        kept,
    );

    let passed = case("0|||||0/2ZZ6/1Z1Z6/1ZZ7/0/0/7zz1/6z1z1/6zz2/0");
    assert_eq!(amount(&passed.after(&[], END), &["money", "yellow"]), 12);
    assert_eq!(
        amount(&passed.after(&[("reset0-income", "none")], END), &["money", "yellow"]),
        10
    );
    passed.parts(
        "reset0-resign",
        "allowed",
        "illegal",
        "MIN-RES-4",
        r#"{"kind":"resign","board":0}"#,
    );

    let mut over = case("n|||||0/0/2N7/0/0/0/0/0/0/0||w").and("n|||||0/0/2N7/0/0/0/0/7n2/0/0||r", 1);
    over.points[0] = 1;
    let stopped = over.after(&[], END);
    assert_eq!(
        (
            amount(&stopped, &["points", "yellow"]),
            amount(&stopped, &["points", "blue"])
        ),
        (2, 0)
    );
    let counted = over.after(&[("after-game-win", "count-losses")], END);
    assert_eq!(
        (
            amount(&counted, &["points", "yellow"]),
            amount(&counted, &["points", "blue"])
        ),
        (2, 1)
    );
    assert_eq!(line(&counted, 1), "n|||||0/2ZZ6/1Z1Z6/1ZZ7/0/0/7zz1/6z1z1/6zz2/0");

    let killed = case("n|||||0/0/2NZ6/0/0/0/0/0/0/0||w");
    let step = r#"{"kind":"move","board":0,"moves":[["d2","e2"]]}"#;
    killed.parts("after-kill", "play-on", "board-closed", "MIN-PHA-6", step);

    let bids = r#""maps":["midnight_lake"],"cards":null,"money":{"bids":[9,9],"roundedUp":null}"#;
    let tie = ask("setup", &[("bid-tie", "first")], bids);
    assert_eq!(tie.get("blue").and_then(Json::as_text), Some("first"));
    assert_eq!(amount(&tie, &["position", "money", "blue"]), 9);
    assert_eq!(
        reasons(&ask("setup", &[("bid-tie", "again")], bids), "illegal", "broken"),
        ["MIN-SET-7"]
    );
}

#[test]
fn the_start_is_the_one_of_chapter_3() {
    let start = ask("setup", &[], r#""maps":["midnight_lake"],"cards":null,"money":null"#);
    let position = start.get("position").expect("a position");
    assert_eq!(line(position, 0), START);
    assert_eq!(
        text(position.get("tech").expect("tech").get("cards").expect("cards")),
        "\"SPWGTHKXAUJVMLOCRQBEYD\""
    );
    assert_eq!(amount(position, &["money", "blue"]), 6);
    assert_eq!(amount(position, &["spells", "yellow", "free"]), 1);
    assert!(start.get("blue").is_none());
}

#[test]
fn seed_17_gives_the_packs_of_chapter_12() {
    let seeded = ask(
        "setup",
        &[],
        r#""maps":["midnight_lake"],"cards":{"seed":17},"money":{"bids":[9,12],"roundedUp":true}"#,
    );
    let cards = seeded
        .get("position")
        .and_then(|position| position.get("tech"))
        .and_then(|tech| tech.get("cards"));
    assert_eq!(cards.and_then(Json::as_text), Some("SPGWTUHJKVXMALOCRQEBDY"));
    assert_eq!(seeded.get("blue").and_then(Json::as_text), Some("first"));
    assert_eq!(amount(&seeded, &["position", "money", "blue"]), 11);
}

#[test]
fn the_reset_of_chapter_11() {
    let won = case("n||i|||0/2ZZ6/1ZNZ6/1ZZ7/0/0/7zz1/6zZz1/6zz2/0||w").and(START, 2);
    assert_eq!(
        line(&won.after(&[], END), 0),
        "0|ZZZZZZZ|izzzzzz|||0/2ZZ6/1Z1Z6/1ZZ7/0/0/7zz1/6z1z1/6zz2/0"
    );
}

#[test]
fn the_shortest_paths_of_chapter_5() {
    let mut serpent = case("n|||||0/0/7N2/2Pz6/0/0/0/7n2/0/0");
    // c4 is water here and nothing else is; its counterpart under the rotation is h5.
    serpent.map = "G8G/0/0/0/2W7/7W2/0/0/0/0";
    let clauses = reasons(&serpent.apply(&[], END), "unreadable", "broken");
    assert_eq!(clauses, ["MIN-BRD-4", "MIN-BRD-7"]);
    serpent.map = "G1G1G1G1G1/0/0/0/2W7/7W2/0/0/0/1G1G1G1G1G";
    let clause = |to: &str| serpent.broken(&[], &format!(r#"{{"kind":"move","board":0,"moves":[["c3","{to}"]]}}"#));
    assert_eq!(clause("d3"), ["MIN-MOV-8"]);
    assert_eq!(clause("c4"), ["MIN-MOV-9"]);
    for far in ["c5", "e3", "d4", "b1"] {
        assert_eq!(clause(far), ["MIN-MOV-7"], "{far}");
    }
    assert!(clause("e2").is_empty());
    let reach = ask(
        "reach",
        &[],
        &format!("\"position\":{},\"board\":0,\"from\":\"c3\"", serpent.position()),
    );
    let mut hexes: Vec<String> = reach
        .get("hexes")
        .and_then(Json::as_list)
        .expect("hexes")
        .iter()
        .filter_map(Json::as_text)
        .map(String::from)
        .collect();
    hexes.sort();
    let drawn = [
        "a3", "a4", "a5", "b2", "b3", "b4", "b5", "c1", "c2", "d1", "d2", "e1", "e2",
    ];
    let near: Vec<&String> = hexes.iter().filter(|hex| hex.as_str() < "f0").collect();
    assert_eq!(near, drawn);
}

#[test]
fn the_three_that_are_no_maps() {
    let broken = |rows: &str| {
        reasons(
            &ask("map", &[], &format!("\"rows\":\"{rows}\"")),
            "unreadable",
            "broken",
        )
    };
    assert_eq!(broken("0/0/0/0/0/0/0/0/0/0"), ["MIN-BRD-4"]);
    assert_eq!(
        broken("4WW2G1/1G2W5/3G6/7W2/2WW2GWG1/1GWG2WW2/2W7/6G3/5W2G1/1G2WW4"),
        ["MIN-BRD-6"]
    );
    let round = "WWWWWWWWWW/WW2G1WG1W/WG7W/W8W/W2GW3GW/WG3WG2W/W8W/W7GW/W1GW1G2WW/WWWWWWWWWW";
    assert_eq!(broken(round), ["MIN-BRD-6"]);
    assert_eq!(broken("midnight_lake"), ["MIN-BRD-8"]);
    let lake = ask(
        "map",
        &[],
        r#""rows":"1G1WW3G1/9G/0/G2G1WW3/W3WWW3/4WW3W/1G4G2W/0/3G5G/5WG3""#,
    );
    assert_eq!(text(lake.get("swaps").expect("swaps")), "[\"reflection\"]");
}

#[test]
fn lines_have_one_way_to_be_written() {
    let board = |line: &str, side: &str| {
        ask(
            "board",
            &[],
            &format!("\"line\":\"{line}\",\"map\":\"midnight_lake\",\"side\":\"{side}\""),
        )
    };
    for line in [
        START,
        "n|||||0/0/2N7/3Z6/0/0/0/7n2/0/0|d3:m1",
        "n|||||0/0/2N7/0/0/0/0/7n2/0/0||r",
        "n|N||||0/0/2N7/0/0/0/0/7n2/0/0|h7:arcane_necromancer,d3;Y:necromancer||B:arcane_necromancer",
        "0|||||0/2ZZ6/1Z1Z6/1ZZ7/0/0/7zz1/6z1z1/6zz2/0",
    ] {
        assert_eq!(board(line, "yellow").get("line").and_then(Json::as_text), Some(line));
    }
    for (line, clauses) in [
        ("f|I|i|||0/2ZZ6", vec!["MIN-LIN-4"]),
        ("n|||||0/0/2N7/0/0/0/0/7n2/0/0|", vec!["MIN-LIN-1"]),
        (
            "x|ZI|I|||0/0/2N7/0/0/0/0/7n2/0/0||q|Y:necromancer",
            vec!["MIN-LIN-12", "MIN-LIN-2", "MIN-LIN-3", "MIN-LIN-8"],
        ),
        ("n|N||||0/0/2N7/0/0/0/0/7n2/0/0", vec!["MIN-LIN-5"]),
        ("n|||||0/0/2N7/0/0/0/0/7n2/0/0|c2:m1,d1", vec!["MIN-LIN-5"]),
        (
            "n|||||0/0/2N7/0/0/0/0/7n2/0/0|c2:m2;h7:a1",
            vec!["MIN-LIN-6", "MIN-LIN-7"],
        ),
        ("1|||||0/0/2N7/0/0/0/0/7n2/0/0||p", vec!["MIN-LIN-10", "MIN-LIN-9"]),
        ("2|||||0/0/3Z6/0/0/0/0/7n2/0/0|d2:m1", vec!["MIN-LIN-11"]),
    ] {
        assert_eq!(
            reasons(&board(line, "yellow"), "unreadable", "broken"),
            clauses,
            "{line}"
        );
    }
    assert_eq!(reasons(&board(START, "blue"), "unreadable", "broken"), ["MIN-LIN-2"]);
    assert_eq!(reasons(&board(START, "green"), "unreadable", "broken"), ["MIN-OPR-4"]);
}

#[test]
fn what_is_moot_is_told() {
    let start = case(START);
    let nowhere = start.apply(&[], r#"{"kind":"choose","board":7,"necromancer":"zombie","keep":null}"#);
    assert_eq!(reasons(&nowhere, "illegal", "broken"), ["MIN-CHO-2", "MIN-TRN-2"]);
    let moot = reasons(&nowhere, "illegal", "moot");
    assert!(!moot.contains(&"MIN-CHO-4".to_string()) && moot.contains(&"MIN-CHO-5".to_string()));
    let nobody = start.apply(&[], r#"{"kind":"move","board":0,"moves":[["e5","e4"]]}"#);
    assert_eq!(reasons(&nobody, "illegal", "broken"), ["MIN-MOV-1"]);
    assert_eq!(
        reasons(&nobody, "illegal", "moot"),
        ["MIN-MOV-3", "MIN-MOV-4", "MIN-MOV-7", "MIN-MOV-9"]
    );
}

#[test]
fn a_map_that_only_the_exchange_leaves_as_it_is() {
    let rows = r#""rows":"G4G4/0/4G5/5G4/2G7/G2G6/6G3/0/8G1/9G""#;
    let swapping = ask("map", &[], rows);
    assert_eq!(reasons(&swapping, "unreadable", "broken"), ["MIN-BRD-7"]);
    let any = ask("map", &[("map-symmetry", "any")], rows);
    assert_eq!(text(any.get("swaps").expect("swaps")), "[]");
    let lopsided = r#""rows":"G1G1G1G1G1/0/0/0/G1G1G1G1G1/0/0/0/0/0""#;
    let neither = ask("map", &[("map-symmetry", "any")], lopsided);
    assert_eq!(reasons(&neither, "unreadable", "broken"), ["MIN-BRD-7"]);
}

#[test]
fn unreadable_actions() {
    let start = case(START);
    for (action, clause) in [
        ("7", "MIN-ACT-1"),
        (r#"{"board":0}"#, "MIN-ACT-1"),
        (r#"{"kind":"fly","board":0}"#, "MIN-ACT-2"),
        (r#"{"kind":"resign"}"#, "MIN-ACT-3"),
        (r#"{"kind":"move","board":0,"moves":[]}"#, "MIN-ACT-4"),
        (r#"{"kind":"turn","actions":[]}"#, "MIN-ACT-5"),
        (r#"{"kind":"turn","actions":[3,{"kind":"march"}]}"#, "MIN-ACT-1"),
        (r#"{"kind":"tech","card":"dragon"}"#, "MIN-ACT-6"),
    ] {
        assert_eq!(
            reasons(&start.apply(&[], action), "unreadable", "broken"),
            [clause],
            "{action}"
        );
    }
}

/// Random play under random readings: the list holds exactly what can be applied, and every position reads back.
#[test]
fn list_and_checks_agree_on_the_way() {
    let mut seed = 17u64;
    let mut draw = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    for game in 0..6 {
        let readings: Vec<(&str, &str)> = REGISTER
            .iter()
            .map(|(id, choices)| (*id, choices[draw(choices.len())]))
            .collect();
        let maps = ["\"mega_puddles\"", "\"midnight_lake\",\"eternal_battlefield\""][game % 2];
        let setup = ask(
            "setup",
            &readings,
            &format!("\"maps\":[{maps}],\"cards\":{{\"seed\":{game}}},\"money\":20"),
        );
        let mut position = text(setup.get("position").expect("a position"));
        for _ in 0..120 {
            let result = ask("legal", &readings, &format!("\"position\":{position}"));
            let actions = result.get("actions").and_then(Json::as_list).expect("actions").to_vec();
            if actions.is_empty() {
                assert!(position.contains("\"status\":\"ended\""), "{position}");
                break;
            }
            let nodes = ask("perft", &readings, &format!("\"position\":{position},\"depth\":1"));
            assert_eq!(amount(&nodes, &["nodes"]), actions.len() as i128);
            let action = text(&actions[draw(actions.len())]);
            let next = ask(
                "apply",
                &readings,
                &format!("\"position\":{position},\"action\":{action}"),
            );
            position = text(
                next.get("position")
                    .unwrap_or_else(|| panic!("{action} in {position}: {}", text(&next))),
            );
        }
    }
}

/// The position turned by half a circle, with the sides exchanged, on a map that the rotation leaves as it is.
fn turned(position: &Position) -> Position {
    let mut other = position.clone();
    for board in &mut other.boards {
        let pieces: Vec<(usize, Piece)> = board.pieces().map(|(hex, piece)| (hex, *piece)).collect();
        for (hex, _) in &pieces {
            board.take(*hex);
        }
        for (hex, piece) in pieces {
            let side = 1 - piece.side;
            board.put(99 - hex, Piece { side, ..piece });
        }
        board.zones.swap(0, 1);
        board.used.swap(0, 1);
    }
    other.side = 1 - position.side;
    for pair in [
        &mut other.money,
        &mut other.owed,
        &mut other.points,
        &mut other.free,
        &mut other.bought,
    ] {
        pair.swap(0, 1);
    }
    other.signs.swap(0, 1);
    other
}

#[test]
fn the_game_is_fair_to_both() {
    let table = Table::initiate();
    let start = ask(
        "setup",
        &[],
        r#""maps":["mega_puddles","mega_puddles"],"cards":null,"money":30"#,
    );
    let readings = Readings::default();
    let mut position =
        Position::read(start.get("position").expect("a position"), table, &readings).expect("it can be read");
    let law = Law {
        table,
        readings: &readings,
    };
    let mut seed = 5u64;
    for _ in 0..600 {
        let acts = legal(&position, &law);
        if acts.is_empty() {
            break;
        }
        if position.boards.iter().all(|board| board.state != b'f') {
            let mut mirrored: Vec<String> = legal(&turned(&position), &law)
                .into_iter()
                .map(|mut act| {
                    act.to = if act.verb == Verb::Spawn { 99 - act.to } else { act.to };
                    act.pairs
                        .iter_mut()
                        .for_each(|(from, to)| (*from, *to) = (99 - *from, 99 - *to));
                    text(&act.write(table))
                })
                .collect();
            let mut straight: Vec<String> = acts.iter().map(|act| text(&act.write(table))).collect();
            mirrored.sort();
            straight.sort();
            assert_eq!(straight, mirrored);
        }
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let act = acts[(seed >> 33) as usize % acts.len()].clone();
        position = law
            .apply(&position, &Action::One(act))
            .expect("a listed action is legal");
        let again = Position::read(&position.write(table), table, &readings).expect("what is written can be read");
        assert_eq!(text(&again.write(table)), text(&position.write(table)));
    }
}
