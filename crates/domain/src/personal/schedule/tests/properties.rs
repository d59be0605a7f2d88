//! Never early, never twice, none lost: over rules, zones, and a clock that sleeps, jumps and moves.

use super::super::{Due, Rule, Timetable, Zone};
use super::{wall, zone};
use chrono::{Duration, NaiveDateTime};
use proptest::prelude::*;
use std::collections::BTreeSet;

const ZONES: [&str; 10] = [
    "America/Sao_Paulo",
    "America/Manaus",
    "America/Campo_Grande",
    "America/Noronha",
    "America/Rio_Branco",
    "America/New_York",
    "America/Santiago",
    "Europe/Lisbon",
    "Australia/Lord_Howe",
    "Pacific/Apia",
];

const PARTS: [&str; 12] = [
    "INTERVAL",
    "COUNT",
    "UNTIL",
    "WKST",
    "BYDAY",
    "BYMONTHDAY",
    "BYYEARDAY",
    "BYWEEKNO",
    "BYMONTH",
    "BYSETPOS",
    "BYHOUR",
    "BYMINUTE",
];

fn zones() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&ZONES[..])
}

/// Minutes of the years 2010 to 2027, in which zones of all kinds change.
fn starts() -> impl Strategy<Value = NaiveDateTime> {
    (0_i64..18 * 365 * 24 * 60).prop_map(|minutes| wall("2010-01-01 00:00") + Duration::minutes(minutes))
}

fn rules() -> impl Strategy<Value = Option<String>> {
    let often = prop_oneof![
        (1_u16..9).prop_map(|interval| format!("FREQ=DAILY;INTERVAL={interval}")),
        (1_u16..5, "(MO|TU|WE|TH|FR|SA|SU)", "(MO|SU)").prop_map(|(interval, day, week)| format!(
            "FREQ=WEEKLY;INTERVAL={interval};BYDAY={day},SA;WKST={week}"
        )),
        (1_u16..14, -31_i8..=31)
            .prop_filter("no day 0", |(_, day)| *day != 0)
            .prop_map(|(interval, day)| format!("FREQ=MONTHLY;INTERVAL={interval};BYMONTHDAY={day}")),
        Just("FREQ=DAILY;BYHOUR=0,1,2,3,23;BYMINUTE=0,30".to_owned()),
        Just("FREQ=YEARLY;BYMONTH=2,10,11;BYDAY=SU".to_owned()),
        Just("FREQ=YEARLY".to_owned()),
    ];
    let end = prop_oneof![
        Just(String::new()),
        (1_u32..40).prop_map(|count| format!(";COUNT={count}")),
        Just(";UNTIL=20281231".to_owned()),
    ];
    prop_oneof![Just(None), (often, end).prop_map(|(rule, end)| Some(rule + &end))]
}

/// What happens to a program: minutes that pass or are taken back, and the zone it is moved to.
fn events() -> impl Strategy<Value = Vec<(i64, Option<&'static str>)>> {
    let minutes = prop_oneof![
        6 => 1_i64..180,
        3 => 180_i64..60 * 24 * 40,
        1 => -60_i64 * 48..0,
    ];
    prop::collection::vec((minutes, prop::option::weighted(0.1, zones())), 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_reminder_is_never_early_never_twice_and_none_is_lost(
        start in starts(), first_zone in zones(), rule in rules(), events in events(),
    ) {
        let Ok(mut timetable) = Timetable::new(start, first_zone, rule.as_deref()) else { return Ok(()) };
        let mut now = timetable.zone().instant_of(start).unwrap() - Duration::hours(30);
        let made = timetable.zone().wall_time(now);
        let (mut handled, mut came, mut shown) = (made, 0, BTreeSet::new());
        for (minutes, moved) in events {
            now += Duration::minutes(minutes);
            if let Some(zone) = moved {
                timetable = timetable.in_zone(zone).unwrap();
            }
            match timetable.check(handled, now) {
                Due::Fire(firing) => {
                    prop_assert!(firing.occurrence.at <= now, "early");
                    let instant = timetable.zone().instant_of(firing.handled_time());
                    prop_assert_eq!(instant, Some(firing.occurrence.at));
                    prop_assert!(firing.handled_time() > handled);
                    prop_assert!(shown.insert(firing.handled_time()), "twice");
                    prop_assert!(firing.next.is_none_or(|next| next > now));
                    came += 1 + firing.skipped;
                    handled = firing.handled_time();
                    let again = timetable.check(handled, now);
                    prop_assert!(!matches!(again, Due::Fire(_)), "twice at once");
                }
                Due::Wait { until } => prop_assert!(until > now),
                Due::Over => {}
            }
        }
        // Every time between the making and the last showing is accounted for.
        let between = timetable.occurrences_after(made).take_while(|occurrence| occurrence.wall <= handled);
        prop_assert_eq!(between.count(), came as usize);
    }

    #[test]
    fn a_rule_that_is_taken_up_later_gives_the_same_times(
        start in starts(), rule in rules(), later in 0_i64..3_000,
    ) {
        let Some(rule) = rule else { return Ok(()) };
        let Ok(rule) = Rule::parse(&rule, start, &zone("UTC")) else { return Ok(()) };
        let from = start + Duration::days(later);
        let at_once = rule.occurrences_from(from).filter(|wall| *wall >= from).take(5);
        let from_the_start = rule.occurrences_from(start).filter(|wall| *wall >= from).take(5);
        prop_assert_eq!(at_once.collect::<Vec<_>>(), from_the_start.collect::<Vec<_>>());
    }

    #[test]
    fn the_next_time_is_the_first_one_after(
        start in starts(), zone in zones(), rule in rules(), hours in 0_i64..9_000,
    ) {
        let Ok(timetable) = Timetable::new(start, zone, rule.as_deref()) else { return Ok(()) };
        let instant = timetable.zone().instant_of(start).unwrap() + Duration::hours(hours);
        let all = timetable.occurrences_after(start - Duration::days(1));
        let expected = all.take(9_000 * 10).find(|occurrence| occurrence.at > instant);
        prop_assert_eq!(timetable.next_after(instant), expected);
    }

    #[test]
    fn no_text_makes_a_rule_or_a_zone_panic(
        free in ".{0,80}",
        parts in prop::collection::vec((prop::sample::select(&PARTS[..]), "[-+0-9A-Z,]{1,8}"), 0..5),
        start in starts(),
    ) {
        let written: Vec<String> = parts.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let written = written.join(";");
        let rules = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].map(|often| format!("FREQ={often};{written}"));
        for text in rules.iter().chain([&free]) {
            if let Ok(timetable) = Timetable::new(start, "America/Sao_Paulo", Some(text)) {
                let after = start.and_utc() + Duration::days(700);
                prop_assert!(timetable.next_after(after).is_none_or(|next| next.at > after), "{text}");
            }
        }
        let _ = Zone::parse(&free);
    }
}
