//! Tests of reminders: the clocks of zones, rules that are refused, and a program that sleeps, moves and
//! restarts.

mod due;
mod properties;
mod rules;
mod zones;

use super::{Occurrence, Timetable, Zone};
use chrono::{DateTime, NaiveDateTime, Utc};

const SAO_PAULO: &str = "America/Sao_Paulo";

/// `2026-01-10 08:00` on a wall.
fn wall(text: &str) -> NaiveDateTime {
    NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap()
}

/// `2026-01-10 08:00` in UTC.
fn utc(text: &str) -> DateTime<Utc> {
    wall(text).and_utc()
}

fn zone(name: &str) -> Zone {
    Zone::parse(name).unwrap()
}

fn timetable(start: &str, zone: &str, rule: &str) -> Timetable {
    Timetable::new(wall(start), zone, Some(rule)).unwrap()
}

/// The next `number` instants after `instant`.
fn next(timetable: &Timetable, instant: DateTime<Utc>, number: usize) -> Vec<DateTime<Utc>> {
    let first = timetable.next_after(instant);
    let following = |last: &Occurrence| timetable.next_after(last.at);
    std::iter::successors(first, following).take(number).map(|occurrence| occurrence.at).collect()
}
