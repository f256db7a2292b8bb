//! Reads vector files: those of one file that hold under the default readings, and are not promised away.

#[allow(dead_code)] // it writes JSON, too
#[path = "../../../../ludex/kits/rust/src/json.rs"]
mod json; // copy it along with this file

pub use json::Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// One question with its answer.
pub struct Vector {
    pub id: String,
    pub clauses: String,
    pub input: Json,
    pub expect: Json,
}

impl Vector {
    pub fn must_be_refused(&self) -> bool {
        self.expect.get("illegal").or(self.expect.get("unreadable")).is_some()
    }
}

fn load(path: &str) -> Json {
    let checkout = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../vectors");
    let root = std::env::var_os("LUDEX_VECTORS").map_or(checkout, PathBuf::from);
    let text = std::fs::read_to_string(root.join(path)).unwrap_or_else(|wrong| panic!("{path}: {wrong}"));
    Json::parse(&text).unwrap_or_else(|wrong| panic!("{path}: {wrong}"))
}

fn fields(value: Option<&Json>) -> &[(String, Json)] {
    match value {
        Some(Json::Object(fields)) => fields,
        _ => &[],
    }
}

fn items(value: Option<&Json>) -> &[Json] {
    match value {
        Some(Json::Array(items)) => items,
        _ => &[],
    }
}

fn names(value: Option<&Json>) -> Vec<&str> {
    items(value).iter().filter_map(Json::str).collect()
}

/// What a file says of an edition; it must hold as many vectors as the manifest lists.
pub fn read(game: &str, edition: &str, topic: &str, promises: &[&str]) -> Vec<Vector> {
    let (manifest, file) = (load(&format!("{game}/manifest.json")), load(&format!("{game}/topics/{topic}.json")));
    let facts = manifest.get("files").and_then(|files| files.get(&format!("topics/{topic}.json"))).expect("it is listed");
    let register = manifest.get("editions").and_then(|editions| editions.get(edition)).and_then(|one| one.get("readings"));
    let default = |(entry, one): &(String, Json)| Some((entry.clone(), one.get("default")?.str()?.to_string()));
    let readings: BTreeMap<String, String> = fields(register).iter().filter_map(default).collect();
    let beyond = |promise: &&str| facts.get("outside").and_then(|outside| outside.get(promise)).and_then(Json::str);
    let outside: BTreeSet<usize> = promises.iter().filter_map(beyond).flat_map(spans).collect();
    let (mut found, mut held, mut number) = (Vec::new(), 0, 0);
    for question in items(file.get("questions")) {
        for answer in items(question.get("answers")) {
            number += 1;
            let editions = answer.get("editions").or(file.get("editions"));
            if !names(editions).contains(&edition) {
                continue;
            }
            held += 1;
            if holds(items(answer.get("holds")), &readings) && !outside.contains(&(number - 1)) {
                found.push(Vector {
                    id: question.get("id").and_then(Json::str).unwrap_or("").to_string(),
                    clauses: names(answer.get("clauses")).join(" "),
                    input: question.get("input").cloned().expect("a question has an input"),
                    expect: answer.get("expect").cloned().expect("an answer is expected"),
                });
            }
        }
    }
    assert_eq!(facts.get("vectors").and_then(|counts| counts.get(edition)), Some(&Json::Integer(held)));
    assert!(held > 0 && !found.is_empty(), "nothing of {topic} is left to ask");
    found
}

/// The numbers of a text such as 0-88,91.
fn spans(text: &str) -> Vec<usize> {
    let span = |one: &str| {
        let (first, last) = one.split_once('-').unwrap_or((one, one));
        first.parse::<usize>().unwrap()..=last.parse::<usize>().unwrap()
    };
    text.split(',').flat_map(span).collect()
}

/// Any alternative that is met in all its readings; no alternative at all means always.
fn holds(alternatives: &[Json], readings: &BTreeMap<String, String>) -> bool {
    let met = |one: &Json| {
        let allows = |(entry, allowed): &(String, Json)| {
            readings.get(entry).is_some_and(|choice| names(Some(allowed)).contains(&choice.as_str()))
        };
        fields(Some(one)).iter().all(allows)
    };
    alternatives.is_empty() || alternatives.iter().any(met)
}
