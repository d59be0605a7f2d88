//! The score: bounded, rising with what is measured, silent about what has no records.

use super::{day, metric, person, records, reminder};
use crate::personal::decision::Area;
use crate::personal::reminder::ReminderState;
use crate::personal::report::ReportRecords;
use crate::personal::report::score::{BalanceScore, balance_score};
use proptest::prelude::*;

const LAST: &str = "2026-11-28";

fn score_of(records: &ReportRecords) -> BalanceScore {
    balance_score(records, day(LAST))
}

fn area(score: &BalanceScore, area: Area) -> Option<u32> {
    score.areas.iter().find(|one| one.area == area).unwrap().score
}

fn days_of(kind: &str, unit: &str, values: &[f64]) -> Vec<crate::personal::metric::Metric> {
    (22..).zip(values).map(|(at, value)| metric(kind, *value, unit, &format!("2026-11-{at}"))).collect()
}

#[test]
fn without_records_there_is_no_score_and_no_word() {
    let score = score_of(&records());
    assert_eq!((score.score, score.change), (None, None));
    assert!(score.areas.iter().all(|area| area.score.is_none() && area.parts.is_empty()));
    let mut one = records();
    one.metrics = days_of("sleep", "h", &[8.0, 8.0]);
    assert_eq!(area(&score_of(&one), Area::Health), None, "two days are no mean");
    one.metrics = days_of("sleep", "h", &[8.0, 8.0, 8.0]);
    let score = score_of(&one);
    assert_eq!((area(&score, Area::Health), score.score), (Some(100), None), "one area is no whole");
}

#[test]
fn the_whole_is_the_mean_of_what_has_records_each_part_explained() {
    let mut all = records();
    all.metrics = days_of("sleep", "h", &[4.0, 4.0, 4.0]);
    all.metrics.extend(days_of("peso", "kg", &[80.0, 80.0, 80.0]));
    all.metrics.extend(days_of("Leitura", "páginas", &[10.0, 0.0, 5.0, 3.0]));
    all.metrics.extend(days_of("water", "copos", &[8.0, 8.0, 8.0]));
    let mut done = reminder("a", "2026-11-24T09:00");
    (done.state, done.done_at) = (ReminderState::Done, "2026-11-24T15:00:00Z".parse().ok());
    all.reminders = vec![done, reminder("b", "2026-11-25T09:00")];
    let score = score_of(&all);
    assert_eq!(area(&score, Area::Health), Some(50), "weight has no better end, cups no litres");
    assert_eq!(area(&score, Area::Learning), Some(60), "three days of five");
    assert_eq!(area(&score, Area::Professional), Some(50));
    assert_eq!((area(&score, Area::Finance), area(&score, Area::Spiritual)), (None, None));
    assert_eq!(score.score, Some(53));
    let part = &score.areas[3].parts[0];
    assert_eq!(
        (part.name.as_deref(), part.measured, part.full, part.days),
        (Some("Leitura"), 3.0, 5.0, Some(3))
    );
}

#[test]
fn weeks_are_compared_where_both_have_days_of_their_own() {
    let mut two = records();
    for (week, sleep) in [(22, 8.0), (15, 4.0)] {
        for at in week..week + 3 {
            two.metrics.push(metric("sleep", sleep, "h", &format!("2026-11-{at}")));
            two.metrics.push(metric("leitura", 1.0, "", &format!("2026-11-{at}")));
        }
    }
    let score = score_of(&two);
    assert_eq!((score.score, score.change), (Some(80), Some(25)));
    two.people.push(person("Ana", None, Some("2026-11-25")));
    let with_contact = score_of(&two);
    let contacts = &with_contact.areas[5];
    assert_eq!((contacts.score, contacts.change), (Some(100), None), "an earlier contact is not known");
    assert_eq!(with_contact.change, Some(25));
}

proptest! {
    #[test]
    fn more_of_what_counts_is_never_fewer_points(
        values in prop::collection::vec(0.0..12.0_f64, 3..7),
        more in prop::collection::vec(0.0..5.0_f64, 7),
        reading in prop::collection::vec(1.0..3.0_f64, 2..7),
    ) {
        let mut less = records();
        less.metrics = days_of("sleep", "h", &values);
        less.metrics.extend(days_of("exercise", "min", &values));
        less.metrics.extend(days_of("leitura", "", &reading));
        let mut higher = less.clone();
        for (entry, more) in higher.metrics.iter_mut().zip(more) {
            entry.value += more;
        }
        let (a, b) = (score_of(&less), score_of(&higher));
        prop_assert!(a.score <= b.score);
        for (a, b) in a.areas.iter().zip(&b.areas) {
            prop_assert!(a.score <= b.score);
        }
    }

    #[test]
    fn points_are_bounded_and_the_order_of_records_does_not_matter(
        values in prop::collection::vec((-1e12..1e12_f64, 0..6_usize, 15..29_u32), 0..60),
        turn in 0..60_usize,
    ) {
        let kinds = ["sleep", "exercise", "water", "mood", "leitura", "oração"];
        let mut all = records();
        for (value, kind, at) in values {
            all.metrics.push(metric(kinds[kind], value, "", &format!("2026-11-{at}")));
        }
        let score = score_of(&all);
        prop_assert!(score.score.is_none_or(|points| points <= 100));
        for area in &score.areas {
            prop_assert!(area.score.is_none_or(|points| points <= 100));
            prop_assert_eq!(area.score.is_none(), area.parts.is_empty());
            let (low, high) = area.parts.iter().fold((100, 0), |(l, h), part| (l.min(part.score), h.max(part.score)));
            prop_assert!(area.score.is_none_or(|points| (low..=high).contains(&points)));
        }
        let turned = turn.min(all.metrics.len());
        all.metrics.rotate_left(turned);
        prop_assert_eq!(score_of(&all).score, score.score);
    }
}
