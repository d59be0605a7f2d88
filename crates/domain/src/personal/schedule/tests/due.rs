//! What is to be done now: on time, late, after a night with the program off, with a clock that jumps.

use super::super::{Due, Firing, Timetable};
use super::{SAO_PAULO, timetable, utc, wall};

fn firing(timetable: &Timetable, handled: &str, now: &str) -> Firing {
    match timetable.check(wall(handled), utc(now)) {
        Due::Fire(firing) => firing,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_reminder_waits_fires_and_is_over() {
    let once = Timetable::new(wall("2026-11-28 09:00"), SAO_PAULO, None).unwrap();
    let made = wall("2026-11-28 08:00");
    assert_eq!(once.check(made, utc("2026-11-28 11:59")), Due::Wait { until: utc("2026-11-28 12:00") });
    let fired = firing(&once, "2026-11-28 08:00", "2026-11-28 12:00");
    assert_eq!((fired.late, fired.skipped, fired.next), (false, 0, None));
    assert_eq!(once.check(fired.handled_time(), utc("2026-11-28 12:00")), Due::Over);
}

#[test]
fn what_came_due_while_the_program_was_off_comes_once_and_late() {
    let daily = timetable("2026-11-20 08:00", SAO_PAULO, "FREQ=DAILY");
    let fired = firing(&daily, "2026-11-24 08:00", "2026-11-28 10:00");
    // The 25th, 26th and 27th; the 28th is not due before 11:00 in UTC.
    assert_eq!((fired.handled_time(), fired.late, fired.skipped), (wall("2026-11-27 08:00"), true, 2));
    assert_eq!(fired.next, Some(utc("2026-11-28 11:00")));
    let again = daily.check(fired.handled_time(), utc("2026-11-28 10:00"));
    assert_eq!(again, Due::Wait { until: utc("2026-11-28 11:00") });
}

#[test]
fn a_minute_is_not_late_and_two_are() {
    let daily = timetable("2026-11-20 08:00", SAO_PAULO, "FREQ=DAILY");
    let late = |now| firing(&daily, "2026-11-27 08:00", now).late;
    assert!(!late("2026-11-28 11:01"));
    assert!(late("2026-11-28 11:02"));
}

#[test]
fn a_clock_that_is_set_back_fires_nothing_twice() {
    let daily = timetable("2026-11-20 08:00", SAO_PAULO, "FREQ=DAILY");
    let fired = firing(&daily, "2026-11-27 08:00", "2026-11-28 11:00");
    for now in ["2026-11-28 10:59", "2026-11-28 11:00", "2026-11-27 11:00", "2020-01-01 00:00"] {
        let again = daily.check(fired.handled_time(), utc(now));
        assert_eq!(again, Due::Wait { until: utc("2026-11-29 11:00") }, "{now}");
    }
}

#[test]
fn the_hour_that_comes_twice_fires_once_and_the_one_that_never_comes_fires_after_it() {
    let twice = timetable("2018-02-10 23:30", SAO_PAULO, "FREQ=DAILY");
    let fired = firing(&twice, "2018-02-16 23:30", "2018-02-18 01:30");
    let second = twice.check(fired.handled_time(), utc("2018-02-18 02:30"));
    assert_eq!(second, Due::Wait { until: utc("2018-02-19 02:30") });
    let never = timetable("2018-11-01 00:30", SAO_PAULO, "FREQ=DAILY");
    let before = never.check(wall("2018-11-03 00:30"), utc("2018-11-04 03:29"));
    assert_eq!(before, Due::Wait { until: utc("2018-11-04 03:30") });
    let fired = firing(&never, "2018-11-03 00:30", "2018-11-04 03:30");
    assert_eq!(fired.next, Some(utc("2018-11-05 02:30")));
}

#[test]
fn times_around_a_skipped_hour_are_none_of_them_lost() {
    // 2:45 does not exist and is taken as 3:45, after 3:15 and before 4:15.
    let quarters =
        timetable("2026-03-08 01:15", "America/New_York", "FREQ=DAILY;BYHOUR=2,3,4;BYMINUTE=15,45");
    let mut handled = wall("2026-03-08 01:15");
    let mut shown = 0;
    for minute in 0..180 {
        let now = utc("2026-03-08 06:30") + chrono::Duration::minutes(minute);
        if let Due::Fire(firing) = quarters.check(handled, now) {
            assert!(firing.occurrence.at <= now);
            handled = firing.handled_time();
            shown += 1 + firing.skipped;
        }
    }
    assert_eq!((handled, shown), (wall("2026-03-08 04:45"), 6));
}

#[test]
fn a_person_who_moves_keeps_the_wall_time_and_hears_nothing_twice() {
    let daily = timetable("2026-11-20 08:00", SAO_PAULO, "FREQ=DAILY");
    let fired = firing(&daily, "2026-11-27 08:00", "2026-11-28 11:00");
    // Eight o'clock in Manaus is an hour later, and that of today has been.
    let moved = daily.in_zone("America/Manaus").unwrap();
    let now = utc("2026-11-28 12:00");
    assert_eq!(moved.check(fired.handled_time(), now), Due::Wait { until: utc("2026-11-29 12:00") });
    // The control: a program that remembers the instant shows today's again.
    assert_eq!(moved.next_after(fired.occurrence.at).map(|next| next.at), Some(now));
    // The same from the west to the east, with the eight o'clock between the two zones still to come.
    let east = moved.in_zone("Europe/Lisbon").unwrap();
    assert_eq!(
        firing(&east, "2026-11-28 08:00", "2026-11-29 08:00").handled_time(),
        wall("2026-11-29 08:00")
    );
}

#[test]
fn a_clock_at_the_end_of_time_is_answered() {
    let daily = timetable("2026-11-20 08:00", SAO_PAULO, "FREQ=DAILY");
    let begun = std::time::Instant::now();
    let fired = match daily.check(wall("2026-11-28 08:00"), chrono::DateTime::<chrono::Utc>::MAX_UTC) {
        Due::Fire(firing) => firing,
        other => panic!("{other:?}"),
    };
    assert_eq!((fired.handled_time(), fired.next), (wall("2199-12-31 08:00"), None));
    assert!(begun.elapsed() < std::time::Duration::from_secs(2), "{:?}", begun.elapsed());
}
