//! The personal assistant: its tools, what it remembers and reminds of, its reports and its manner.

mod finance;
pub mod firing;
pub mod memory;
mod memory_runs;
mod money_killed;
mod personas;
mod recall;
mod reports;
mod tools;
mod tracking;
