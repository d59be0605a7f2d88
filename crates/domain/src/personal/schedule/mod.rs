//! When a reminder fires.
//!
//! A reminder keeps what the person said: a wall time, a zone, and a rule of repetition. Instants follow from
//! them each time they are needed, so that eight o'clock stays eight o'clock when the clocks change.
//!
//! What was dealt with is remembered as a wall time too, and only wall times after it ever fire. So nothing
//! fires twice: not in the hour that comes twice, not when the clock is set back, and not when the person
//! moves to another zone. Nothing fires early: a wall time that does not exist is taken with the offset
//! before the gap, which is after it (RFC 5545, 3.3.5).
//!
//! | module | content |
//! |---|---|
//! | `zone` | IANA zones, compiled in; wall times and instants |
//! | `rule` | rules of repetition: what is allowed of RFC 5545 |
//! | `timetable` | a wall time with zone and rule: its next occurrences |
//! | `due` | what is to be done now |
//!
//! Zones are `jiff`'s, repetition is the crate `rrule`'s. That crate has zones of its own (`chrono-tz`), of
//! another edition of the data; it is given wall times alone, as if they were UTC, and its zones stay unused.
//!
//! Out of scope: the present moment, which is an argument, and sleeping until the next one (crate `app`).

mod due;
mod rule;
mod timetable;
mod zone;

pub use due::{Due, Firing, LATE_SECONDS};
pub use rule::{MAX_COUNT, MAX_INTERVAL, MAX_RULE_LENGTH, MAX_TIMES_A_DAY, Rule, RuleError};
pub use timetable::{LAST_YEAR, Occurrence, Timetable, TimetableError};
pub use zone::{Zone, ZoneError};

#[cfg(test)]
mod tests;
