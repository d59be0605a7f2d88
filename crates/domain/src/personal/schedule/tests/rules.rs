//! Which rules repeat, and which are refused with what is allowed.

use super::super::{RuleError, Timetable, TimetableError};
use super::{SAO_PAULO, next, timetable, utc, wall};
use std::time::{Duration, Instant};

fn refusal(rule: &str) -> RuleError {
    match Timetable::new(wall("2026-11-28 08:00"), SAO_PAULO, Some(rule)) {
        Err(TimetableError::Rule(error)) => error,
        other => panic!("{rule}: {other:?}"),
    }
}

/// The days, in São Paulo, of the next times after the start.
fn days(start: &str, rule: &str, number: usize) -> Vec<String> {
    let timetable = timetable(start, SAO_PAULO, rule);
    let before = utc(start) - chrono::Duration::days(1);
    let local = |at| timetable.zone().wall_time(at).format("%Y-%m-%d").to_string();
    next(&timetable, before, number).into_iter().map(local).collect()
}

#[test]
fn rules_repeat_as_they_say() {
    for (start, rule, expected) in [
        ("2026-11-27 08:00", "FREQ=WEEKLY;BYDAY=MO,TH", ["2026-11-30", "2026-12-03", "2026-12-07"]),
        ("2026-11-27 08:00", "FREQ=WEEKLY;INTERVAL=2", ["2026-11-27", "2026-12-11", "2026-12-25"]),
        ("2026-01-31 08:00", "FREQ=MONTHLY", ["2026-01-31", "2026-02-28", "2026-03-31"]),
        ("2026-01-30 08:00", "FREQ=MONTHLY", ["2026-01-30", "2026-02-28", "2026-03-30"]),
        ("2028-01-29 08:00", "FREQ=MONTHLY", ["2028-01-29", "2028-02-29", "2028-03-29"]),
        ("2026-01-31 08:00", "FREQ=MONTHLY;INTERVAL=3", ["2026-01-31", "2026-04-30", "2026-07-31"]),
        ("2026-01-31 08:00", "FREQ=MONTHLY;BYMONTHDAY=31", ["2026-01-31", "2026-03-31", "2026-05-31"]),
        ("2026-01-31 08:00", "FREQ=MONTHLY;BYMONTHDAY=-1", ["2026-01-31", "2026-02-28", "2026-03-31"]),
        ("2026-01-01 08:00", "FREQ=MONTHLY;BYDAY=-1FR", ["2026-01-30", "2026-02-27", "2026-03-27"]),
        (
            "2026-01-01 08:00",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
            ["2026-01-01", "2026-02-02", "2026-03-02"],
        ),
        ("2026-05-08 08:00", "rrule:freq=yearly", ["2026-05-08", "2027-05-08", "2028-05-08"]),
    ] {
        assert_eq!(days(start, rule, 3), expected, "{rule}");
    }
}

#[test]
fn what_is_yearly_on_29_february_comes_every_year_unless_the_rule_names_the_day() {
    let every_year = ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"];
    for rule in ["FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=2"] {
        assert_eq!(days("2024-02-29 08:00", rule, 5), every_year, "{rule}");
    }
    assert_eq!(
        days("2024-02-29 08:00", "FREQ=YEARLY;INTERVAL=2", 3),
        ["2024-02-29", "2026-02-28", "2028-02-29"]
    );
    assert_eq!(days("2024-02-29 08:00", "FREQ=YEARLY;COUNT=2", 9), ["2024-02-29", "2025-02-28"]);
    let in_leap_years = ["2024-02-29", "2028-02-29", "2032-02-29"];
    assert_eq!(days("2024-02-29 08:00", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", 3), in_leap_years);
    assert_eq!(days("2026-02-28 08:00", "FREQ=YEARLY", 3), ["2026-02-28", "2027-02-28", "2028-02-28"]);
}

#[test]
fn a_rule_ends_by_its_count_or_on_its_last_day() {
    assert_eq!(days("2026-11-27 08:00", "FREQ=DAILY;COUNT=2", 9), ["2026-11-27", "2026-11-28"]);
    assert_eq!(days("2026-11-27 08:00", "FREQ=DAILY;UNTIL=20261128", 9), ["2026-11-27", "2026-11-28"]);
    // The end in UTC is one minute before, or at, the second time, 11:00 in UTC.
    assert_eq!(days("2026-11-27 08:00", "FREQ=DAILY;UNTIL=20261128T105900Z", 9), ["2026-11-27"]);
    assert_eq!(days("2026-11-27 08:00", "FREQ=DAILY;UNTIL=20261128T110000Z", 9).len(), 2);
    assert_eq!(days("2026-11-27 08:00", "FREQ=DAILY;UNTIL=20261128T080000", 9).len(), 2);
}

#[test]
fn several_times_of_a_day_are_24_at_most() {
    let thrice = timetable("2026-11-28 06:00", SAO_PAULO, "FREQ=DAILY;BYHOUR=6,14,22;BYMINUTE=0");
    let expected = ["2026-11-28 09:00", "2026-11-28 17:00", "2026-11-29 01:00", "2026-11-29 09:00"];
    assert_eq!(next(&thrice, utc("2026-11-28 00:00"), 4), expected.map(utc));
    let hours: Vec<String> = (0..24).map(|hour| hour.to_string()).collect();
    let hourly = format!("FREQ=DAILY;BYHOUR={}", hours.join(","));
    assert!(Timetable::new(wall("2026-11-28 08:00"), SAO_PAULO, Some(&hourly)).is_ok());
    assert_eq!(refusal(&format!("{hourly};BYMINUTE=0,30")), RuleError::TooOften);
}

#[test]
fn absurd_rules_are_refused_with_what_is_allowed() {
    let long = format!("FREQ=DAILY;BYMONTHDAY={}1", "1,".repeat(5_000));
    for (rule, error) in [
        ("FREQ=SECONDLY", RuleError::TooOften),
        ("FREQ=MINUTELY;INTERVAL=5", RuleError::TooOften),
        ("FREQ=HOURLY", RuleError::TooOften),
        ("FREQ=DAILY;COUNT=1000000000", RuleError::BadCount),
        ("FREQ=DAILY;COUNT=99999999999999999999", RuleError::BadCount),
        ("FREQ=DAILY;COUNT=0", RuleError::BadCount),
        ("FREQ=DAILY;INTERVAL=0", RuleError::BadInterval),
        ("FREQ=DAILY;INTERVAL=65536", RuleError::BadInterval),
        ("FREQ=DAILY;COUNT=3;UNTIL=20270101", RuleError::CountAndUntil),
        ("FREQ=DAILY;UNTIL=20200101", RuleError::UntilBeforeStart),
        ("FREQ=DAILY;UNTIL=amanhã", RuleError::Unreadable),
        ("FREQ=DAILY;UNTIL=20269999", RuleError::Unreadable),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", RuleError::Never),
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", RuleError::Never),
        ("FREQ=DAILY;BYSECOND=0,1", RuleError::PartNotAllowed),
        ("FREQ=DAILY;BYEASTER=0", RuleError::PartNotAllowed),
        ("FREQ=DAILY;FREQ=WEEKLY", RuleError::PartNotAllowed),
        ("FREQ=DAILY\nDTSTART:20200101", RuleError::Unreadable),
        ("FREQ=DAILY;", RuleError::Unreadable),
        ("FREQ=WEEKLY;BYDAY=FOOMO", RuleError::Unreadable),
        ("FREQ=WEEKLY;BYDAY=M", RuleError::Unreadable),
        ("FREQ=MONTHLY;BYMONTHDAY=32", RuleError::Unreadable),
        ("FREQ=FORTNIGHTLY", RuleError::Unreadable),
        ("toda segunda", RuleError::Unreadable),
        ("BYDAY=MO", RuleError::Unreadable),
        ("", RuleError::Unreadable),
        (&long, RuleError::TooLong),
    ] {
        assert_eq!(refusal(rule), error, "{}", &rule[..rule.len().min(60)]);
    }
    assert!(RuleError::BadCount.to_string().contains("1 to 1000"), "what is allowed is named");
}

#[test]
fn what_cannot_fire_any_more_is_refused_when_it_is_made_and_accepted_when_it_is_stored() {
    let now = utc("2026-11-28 12:00");
    let past = wall("2026-11-28 08:59");
    assert_eq!(Timetable::plan(past, SAO_PAULO, None, now), Err(TimetableError::Past));
    let ended = Some("FREQ=DAILY;UNTIL=20261127");
    assert_eq!(Timetable::plan(wall("2026-11-01 08:00"), SAO_PAULO, ended, now), Err(TimetableError::Past));
    assert!(Timetable::new(wall("2026-11-01 08:00"), SAO_PAULO, ended).is_ok());
    assert!(Timetable::plan(wall("2026-11-28 09:01"), SAO_PAULO, None, now).is_ok());
    assert!(Timetable::plan(past, SAO_PAULO, Some("FREQ=YEARLY"), now).is_ok());
    for year in ["1969-12-31 00:00", "2200-01-01 00:00"] {
        assert_eq!(Timetable::new(wall(year), SAO_PAULO, None), Err(TimetableError::OutOfRange));
    }
    assert!(matches!(Timetable::new(past, "Brasília", None), Err(TimetableError::Zone(_))));
}

#[test]
fn a_rule_of_many_years_ago_answers_at_once() {
    let begun = Instant::now();
    for rule in ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=SU,SA;WKST=SU", "FREQ=MONTHLY", "FREQ=YEARLY"] {
        let old = timetable("1970-01-04 08:00", SAO_PAULO, rule);
        for month in 1..=12 {
            let now = utc(&format!("2150-{month:02}-01 00:00"));
            assert!(old.next_after(now).is_some(), "{rule}");
        }
    }
    // Occurrence by occurrence it would take many minutes.
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}
