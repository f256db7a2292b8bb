//! A foreign engine for Minions: it was written from the rulebook and the protocol page alone, and generates nothing.

pub mod action;
pub mod board;
pub mod checks;
pub mod effects;
pub mod geometry;
pub mod json;
pub mod judge;
pub mod listing;
pub mod position;
pub mod readings;
pub mod setup;
pub mod table;
pub mod terrain;
pub mod wire;
