//! The tiny implementation gives what the vectors expect.

mod reading;

use reading::{read, Json, Vector};
use tribun_units::{normalized, tile, unit, Refused, Unit};

/// What the implementation promises not to be for: its types leave no room for malformed input.
const PROMISES: &[&str] = &["well-formed"];

fn whole(value: &Json, name: &str) -> i64 {
    match value.get(name) {
        Some(Json::Integer(whole)) => *whole,
        other => panic!("{name} is {other:?}"),
    }
}

fn shown(unit: Option<Unit>) -> String {
    unit.map_or("null".to_string(), |unit| {
        let color = if unit.white { "white" } else { "black" };
        format!(r#"{{"p":{},"s":{},"color":"{color}","tribun":{}}}"#, unit.p, unit.s, unit.tribun)
    })
}

fn given(value: &Json) -> Unit {
    let white = value.get("color").and_then(Json::str) == Some("white");
    Unit { p: whole(value, "p"), s: whole(value, "s"), white, tribun: value.get("tribun") == Some(&Json::Bool(true)) }
}

fn judge(topic: &str, answer: fn(&Json) -> Result<String, Refused>) {
    let mut wrong = Vec::new();
    for edition in ["2026-01", "2026-04"] {
        for vector in read("tribun", edition, topic, PROMISES) {
            let told = answer(&vector.input);
            if !is_right(&told, &vector) {
                wrong.push(format!("{}@{edition} ({}): expected {}, got {told:?}", vector.id, vector.clauses, vector.expect));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn is_right(told: &Result<String, Refused>, vector: &Vector) -> bool {
    match told {
        Ok(text) => !vector.must_be_refused() && sorted(&Json::parse(text).unwrap()) == sorted(&vector.expect),
        Err(Refused) => vector.must_be_refused(),
    }
}

/// The order of fields says nothing.
fn sorted(value: &Json) -> Json {
    match value {
        Json::Object(fields) => {
            let mut named: Vec<_> = fields.iter().map(|(name, one)| (name.clone(), sorted(one))).collect();
            named.sort_by(|one, other| one.0.cmp(&other.0));
            Json::Object(named)
        }
        other => other.clone(),
    }
}

#[test]
fn unit_bytes() {
    judge("codec-unit", |input| Ok(format!(r#"{{"unit":{}}}"#, shown(unit(whole(input, "byte"))?))));
}

#[test]
fn cids() {
    judge("codec-cid", |input| tile(whole(input, "cid")).map(|(x, y)| format!(r#"{{"x":{x},"y":{y}}}"#)));
}

#[test]
fn normalization() {
    judge("normalize", |input| Ok(format!(r#"{{"unit":{}}}"#, shown(normalized(given(input.get("unit").unwrap()))))));
}
