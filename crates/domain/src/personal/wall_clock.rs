//! A time on the clock as people and models write it, and the zone by its name.

use super::schedule::Zone;
use chrono::{DateTime, Datelike as _, NaiveDate, NaiveDateTime, Timelike as _, Utc};

/// Accepted notations of a time on the clock, for error messages.
pub const WALL_TIME_FORMS: &str = "2026-05-31T14:30 | 2026-05-31 14:30";

/// Whether the time zone data base knows this zone (`America/Sao_Paulo`).
pub fn is_zone(name: &str) -> bool {
    Zone::parse(name).is_ok()
}

/// Reads a time on the clock, with or without seconds, of the years in which reminders fire.
pub fn parse_wall_time(text: &str) -> Option<NaiveDateTime> {
    let text = text.trim().replacen(' ', "T", 1);
    ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"]
        .iter()
        .find_map(|form| NaiveDateTime::parse_from_str(&text, form).ok())
        .and_then(|at| at.with_nanosecond(0))
        .filter(|at| (1970..=2199).contains(&at.year()))
}

/// The moment at which a clock in `zone` shows `at`. None where there is no such zone.
pub fn moment_of(at: NaiveDateTime, zone: &str) -> Option<DateTime<Utc>> {
    Zone::parse(zone).ok()?.instant_of(at)
}

/// The day of a moment in `zone`; by UTC where there is no such zone.
pub fn day_in(zone: &str, moment: DateTime<Utc>) -> NaiveDate {
    wall_time_of(moment, zone).unwrap_or_else(|| moment.naive_utc()).date()
}

/// What a clock in `zone` shows at a moment. None where there is no such zone.
pub fn wall_time_of(moment: DateTime<Utc>, zone: &str) -> Option<NaiveDateTime> {
    Some(Zone::parse(zone).ok()?.wall_time(moment))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(at: &str, zone: &str) -> String {
        moment_of(parse_wall_time(at).unwrap(), zone).unwrap().to_rfc3339()
    }

    #[test]
    fn nine_on_the_clock_is_nine_on_either_side_of_a_change() {
        assert_eq!(moment("2026-11-28T09:00", "America/Sao_Paulo"), "2026-11-28T12:00:00+00:00");
        assert_eq!(moment("2026-07-01T09:00", "Europe/Berlin"), "2026-07-01T07:00:00+00:00");
        assert_eq!(moment("2026-12-01T09:00", "Europe/Berlin"), "2026-12-01T08:00:00+00:00");
    }

    #[test]
    fn an_hour_that_does_not_exist_and_one_that_comes_twice_have_one_moment_each() {
        assert_eq!(moment("2026-03-29T02:30", "Europe/Berlin"), "2026-03-29T01:30:00+00:00", "03:30 there");
        assert_eq!(moment("2026-10-25T02:30", "Europe/Berlin"), "2026-10-25T00:30:00+00:00", "the first");
        // The last summer time of Brazil began on 4 November 2018, at midnight.
        assert_eq!(moment("2018-11-04T00:30", "America/Sao_Paulo"), "2018-11-04T03:30:00+00:00");
    }

    #[test]
    fn what_the_clock_shows_is_found_again() {
        for zone in ["America/Sao_Paulo", "America/Cuiaba", "Asia/Kathmandu", "UTC"] {
            let at = parse_wall_time("2026-11-28 09:15").unwrap();
            assert_eq!(wall_time_of(moment_of(at, zone).unwrap(), zone), Some(at), "{zone}");
        }
    }

    #[test]
    fn what_is_no_zone_and_no_time_is_refused() {
        for bad in ["", "Brasília", "GMT-3:00", "../etc/passwd", "<-03>3", "America/Nowhere"] {
            assert!(!is_zone(bad), "{bad}");
        }
        for bad in ["", "amanhã", "2026-02-30T10:00", "2026-05-31", "2026-05-31T25:00", "0001-01-01T00:00"] {
            assert_eq!(parse_wall_time(bad), None, "{bad}");
        }
        assert_eq!(parse_wall_time("2026-05-31T14:30:59.9"), parse_wall_time("2026-05-31 14:30:59"));
    }
}
