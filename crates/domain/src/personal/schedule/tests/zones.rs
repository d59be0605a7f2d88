//! Wall times and instants, where clocks change and where they once did.

use super::super::{Zone, ZoneError};
use super::{SAO_PAULO, next, timetable, utc, wall, zone};

/// As Python's `zoneinfo` reckons them, with `fold=0`.
const INSTANTS: [(&str, &str, &str); 25] = [
    // Brazil without daylight saving, and Acre's hour that was moved and moved back.
    ("America/Sao_Paulo", "2026-11-01 00:30", "2026-11-01 03:30"),
    ("America/Bahia", "2026-01-10 08:00", "2026-01-10 11:00"),
    ("America/Manaus", "2026-01-10 08:00", "2026-01-10 12:00"),
    ("America/Noronha", "2026-01-10 08:00", "2026-01-10 10:00"),
    ("America/Rio_Branco", "2008-06-24 00:30", "2008-06-24 05:30"),
    ("America/Rio_Branco", "2013-11-10 00:00", "2013-11-10 05:00"),
    // Brazil in the nights in which midnight did not exist.
    ("America/Sao_Paulo", "2018-11-04 00:30", "2018-11-04 03:30"),
    ("America/Sao_Paulo", "2018-11-04 01:00", "2018-11-04 03:00"),
    ("America/Cuiaba", "2018-11-04 00:00", "2018-11-04 04:00"),
    ("America/Bahia", "2011-10-16 00:15", "2011-10-16 03:15"),
    ("America/Fortaleza", "2001-10-14 00:30", "2001-10-14 03:30"),
    ("America/Manaus", "1993-10-17 00:30", "1993-10-17 04:30"),
    // Brazil in the nights in which eleven o'clock came twice.
    ("America/Sao_Paulo", "2018-02-17 23:30", "2018-02-18 01:30"),
    ("America/Campo_Grande", "2019-02-16 23:59", "2019-02-17 02:59"),
    // Zones that still change.
    ("America/New_York", "2026-03-08 02:30", "2026-03-08 07:30"),
    ("America/New_York", "2026-11-01 01:30", "2026-11-01 05:30"),
    ("Europe/Lisbon", "2026-03-29 01:15", "2026-03-29 01:15"),
    ("Europe/Lisbon", "2026-10-25 01:15", "2026-10-25 00:15"),
    ("America/Santiago", "2026-09-06 00:30", "2026-09-06 04:30"),
    ("America/Santiago", "2026-04-04 23:30", "2026-04-05 02:30"),
    ("Australia/Lord_Howe", "2026-10-04 02:10", "2026-10-03 15:40"),
    ("Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04 14:45"),
    // A day that was skipped, a law of 2024, three quarters of an hour.
    ("Pacific/Apia", "2011-12-30 12:00", "2011-12-30 22:00"),
    ("America/Asuncion", "2026-07-01 08:00", "2026-07-01 11:00"),
    ("Asia/Kathmandu", "2026-07-01 08:00", "2026-07-01 02:15"),
];

#[test]
fn a_wall_time_has_the_instant_that_its_zone_gives_it() {
    for (name, time, instant) in INSTANTS {
        assert_eq!(zone(name).instant_of(wall(time)), Some(utc(instant)), "{name} {time}");
    }
}

#[test]
fn a_time_that_does_not_exist_comes_after_the_gap_and_one_that_comes_twice_comes_first() {
    for (name, gap, after) in [
        (SAO_PAULO, "2018-11-04 00:30", "2018-11-04 01:30"),
        ("America/New_York", "2026-03-08 02:30", "2026-03-08 03:30"),
        ("Australia/Lord_Howe", "2026-10-04 02:10", "2026-10-04 02:40"),
    ] {
        let zone = zone(name);
        assert_eq!(zone.wall_time(zone.instant_of(wall(gap)).unwrap()), wall(after), "{name}");
    }
    for (name, twice) in [(SAO_PAULO, "2018-02-17 23:30"), ("Europe/Lisbon", "2026-10-25 01:15")] {
        let zone = zone(name);
        let first = zone.instant_of(wall(twice)).unwrap();
        assert_eq!(zone.wall_time(first), wall(twice));
        assert_eq!(
            zone.wall_time(first + chrono::Duration::hours(1)),
            wall(twice),
            "{name}, the second time"
        );
    }
}

#[test]
fn an_instant_belongs_to_the_day_of_the_zone() {
    let midnight = utc("2026-11-28 02:30");
    assert_eq!(zone(SAO_PAULO).day_of(midnight), wall("2026-11-27 00:00").date());
    assert_eq!(zone("Europe/Lisbon").day_of(midnight), wall("2026-11-28 00:00").date());
}

#[test]
fn a_zone_is_known_by_its_name_alone() {
    assert_eq!(zone("america/sao_paulo").name(), SAO_PAULO);
    assert_eq!(zone("UTC").name(), "UTC");
    let long = "America/".repeat(1_000);
    for name in
        ["", "Brasília", "America/São_Paulo", "-03:00", "GMT-3 ", "../../etc/passwd", "Etc/Unknown", &long]
    {
        assert_eq!(Zone::parse(name), Err(ZoneError), "{name}");
    }
    assert!(ZoneError.to_string().contains("America/Sao_Paulo"), "an example is given");
}

#[test]
fn eight_o_clock_stays_eight_o_clock_when_the_clocks_change() {
    let daily = timetable("2018-11-02 08:00", SAO_PAULO, "FREQ=DAILY");
    let expected = ["2018-11-02 11:00", "2018-11-03 11:00", "2018-11-04 10:00", "2018-11-05 10:00"];
    assert_eq!(next(&daily, utc("2018-11-01 00:00"), 4), expected.map(utc));
}

#[test]
fn the_ends_of_time_are_no_wall_time_and_no_panic() {
    let zone = zone(SAO_PAULO);
    for at in [chrono::DateTime::<chrono::Utc>::MAX_UTC, chrono::DateTime::<chrono::Utc>::MIN_UTC] {
        assert_eq!(zone.instant_of(at.naive_utc()), None);
        let _ = zone.day_of(at);
    }
}
