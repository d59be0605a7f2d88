//! Retention of daily backups: selects the expired ones.

use chrono::{Datelike as _, NaiveDate};
use std::collections::BTreeSet;

/// The days whose backups go: all but the latest `daily` and, of the latest `weekly` weeks that have any, the
/// last of each. Days after `today` come from a clock that was wrong: they stay and count for nothing.
pub fn choose_expired(days: &[NaiveDate], today: NaiveDate, daily: u32, weekly: u32) -> Vec<NaiveDate> {
    let past: BTreeSet<NaiveDate> = days.iter().copied().filter(|day| *day <= today).collect();
    let mut kept: BTreeSet<NaiveDate> = past.iter().rev().take(daily as usize).copied().collect();
    let mut weeks = BTreeSet::new();
    for day in past.iter().rev() {
        let week = (day.iso_week().year(), day.iso_week().week());
        if weeks.len() < weekly as usize && weeks.insert(week) {
            kept.insert(*day);
        }
    }
    past.difference(&kept).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Days;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    /// Makes a backup on each of `count` days up to 28 November 2026, a Saturday, and prunes after each.
    fn keep_after(count: u64, daily: u32, weekly: u32) -> Vec<String> {
        let mut kept: Vec<NaiveDate> = Vec::new();
        for back in (0..count).rev() {
            let today = day("2026-11-28").checked_sub_days(Days::new(back)).unwrap();
            kept.push(today);
            let expired = choose_expired(&kept, today, daily, weekly);
            kept.retain(|day| !expired.contains(day));
        }
        kept.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn seven_days_and_the_sundays_of_four_weeks_stay() {
        let sundays = ["2026-11-08", "2026-11-15"];
        let days = [
            "2026-11-22",
            "2026-11-23",
            "2026-11-24",
            "2026-11-25",
            "2026-11-26",
            "2026-11-27",
            "2026-11-28",
        ];
        assert_eq!(keep_after(60, 7, 4), [&sundays[..], &days[..]].concat());
        assert_eq!(keep_after(3, 7, 4), days[4..]);
        assert_eq!(keep_after(60, 1, 0), ["2026-11-28"]);
    }

    #[test]
    fn gaps_do_not_shorten_what_is_kept() {
        let days = ["2026-01-05", "2026-03-02", "2026-06-01", "2026-09-07", "2026-11-28"].map(day);
        assert_eq!(choose_expired(&days, day("2026-11-28"), 2, 4), [day("2026-01-05")]);
        assert_eq!(choose_expired(&[], day("2026-11-28"), 7, 4), []);
    }

    #[test]
    fn days_to_come_stay_and_push_nothing_out() {
        let days = ["2026-11-27", "2026-11-28", "2031-01-01"].map(day);
        assert_eq!(choose_expired(&days, day("2026-11-28"), 1, 0), [day("2026-11-27")]);
    }
}
