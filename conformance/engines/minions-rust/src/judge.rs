//! Asking the checks: whether an action is legal, and what it breaks if not.

use crate::action::{Act, Action};
use crate::checks::{checks, Answer, Question};
use crate::effects::perform;
use crate::position::Position;
use crate::readings::Readings;
use crate::table::Table;

/// Why an action is illegal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reasons {
    pub broken: Vec<&'static str>,
    pub moot: Vec<&'static str>,
}

/// The rules in force: the table and the readings.
#[derive(Clone, Copy)]
pub struct Law<'a> {
    pub table: &'a Table,
    pub readings: &'a Readings,
}

impl Law<'_> {
    fn question<'q>(&'q self, position: &'q Position, act: &'q Act) -> Question<'q> {
        Question {
            position,
            act,
            readings: self.readings,
            table: self.table,
        }
    }

    /// Whether no check answers no.
    pub fn allows(&self, position: &Position, act: &Act) -> bool {
        let question = self.question(position, act);
        position.winner.is_none() && checks(act.verb).iter().all(|(_, ask)| ask(&question) == Answer::Yes)
    }

    pub fn judge(&self, position: &Position, act: &Act) -> Result<(), Reasons> {
        if position.winner.is_some() {
            return Err(Reasons {
                broken: vec!["MIN-GAM-3"],
                moot: Vec::new(),
            });
        }
        let question = self.question(position, act);
        let mut reasons = Reasons::default();
        for (clause, ask) in checks(act.verb) {
            match ask(&question) {
                Answer::Yes => {}
                Answer::No => reasons.broken.push(clause),
                Answer::Moot => reasons.moot.push(clause),
            }
        }
        if reasons.broken.is_empty() {
            Ok(())
        } else {
            Err(reasons)
        }
    }

    /// The position after an action, or the reasons of the first part that is refused (MIN-TRN-6).
    pub fn apply(&self, position: &Position, action: &Action) -> Result<Position, Reasons> {
        let parts = match action {
            Action::One(act) => std::slice::from_ref(act),
            Action::Turn(acts) => acts,
        };
        let mut next = position.clone();
        for act in parts {
            self.judge(&next, act)?;
            perform(&mut next, act, self);
        }
        Ok(next)
    }
}
