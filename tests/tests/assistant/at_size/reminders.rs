//! Reminders of every kind, whatever the clock and the program do: sleep of minutes to days, a clock that is set back,
//! rounds that are cut off, two programs at once, a change of the clocks, a person who moves to another zone. Each time
//! is shown once, none early, none lost.

use super::choose_size;
use crate::personal::firing::{note_showings, plan, quiet};
use crate::support::World;
use celeiro_app::api::ById;
use celeiro_app::personal::firing::fire_due;
use celeiro_app::personal::reminders::{UpdateReminder, get_reminder, update_reminder};
use celeiro_domain::personal::reminder::{Reminder, ReminderDraft};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use uuid::Uuid;

const ROUNDS: u64 = 60;
/// The days before the change of the clocks in Europe, and those after it.
const START: &str = "2036-03-20T00:00:00Z";
/// No two of them have the same offset on any of these days: a reminder that moves is due at another moment.
const ZONES: [&str; 4] = ["America/Sao_Paulo", "America/Cuiaba", "Europe/Berlin", "Asia/Kathmandu"];
const RULES: [Option<&str>; 6] = [
    None,
    None,
    Some("FREQ=DAILY"),
    Some("FREQ=WEEKLY;BYDAY=MO,TH"),
    Some("FREQ=DAILY;INTERVAL=3"),
    Some("FREQ=MONTHLY"),
];

/// Numbers that are the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn zone(&mut self) -> usize {
        self.below(ZONES.len() as u64) as usize
    }
}

/// What became of the times of all schedules.
#[derive(Debug, Default, PartialEq)]
struct Outcome {
    shown: usize,
    early: usize,
    twice: usize,
    lost: usize,
}

async fn plan_all(world: &World, count: usize, chance: &mut Chance) -> Vec<Uuid> {
    let start: DateTime<Utc> = START.parse().unwrap();
    let mut ids = Vec::new();
    for n in 0..count {
        let at = start.naive_utc() + TimeDelta::minutes(chance.below(14 * 24 * 60) as i64);
        let (zone, rule) = (ZONES[chance.zone()], RULES[chance.below(6) as usize]);
        let at = at.format("%Y-%m-%dT%H:%M").to_string();
        ids.push(plan(world, &format!("n{n}"), &at, zone, rule).await.id);
    }
    ids
}

async fn current(world: &World, id: Uuid) -> Reminder {
    get_reminder(&world.app, &world.caller, ById { id }).await.unwrap()
}

/// The person moves: the wall time stays, and is that of another zone.
async fn move_to_another_zone(world: &World, id: Uuid) {
    let one = current(world, id).await;
    let at = ZONES.iter().position(|zone| *zone == one.zone).unwrap();
    let draft = ReminderDraft {
        title: one.title,
        at: one.at.format("%Y-%m-%dT%H:%M").to_string(),
        zone: Some(ZONES[(at + 1) % ZONES.len()].into()),
        rrule: one.rrule,
        ..ReminderDraft::default()
    };
    let request = UpdateReminder { id, version: one.version, operation_id: None, draft };
    update_reminder(&world.app, &world.caller, request).await.unwrap();
}

/// Two programs look at once; in every third round one is cut off in the middle, and there is no other.
async fn look(world: &World, round: u64, now: DateTime<Utc>, chance: &mut Chance) {
    let (one, other) = (world.app.clone(), world.app.clone());
    let first = tokio::spawn(async move { fire_due(&one, now).await });
    if round.is_multiple_of(3) {
        tokio::time::sleep(Duration::from_micros(chance.below(9_000))).await;
        first.abort();
        first.await.ok();
    } else {
        let second = tokio::spawn(async move { fire_due(&other, now).await });
        first.await.unwrap().unwrap();
        second.await.unwrap().unwrap();
    }
}

/// Lets so many schedules come due. With `forgets`, what was shown is forgotten after every round.
async fn exercise(count: usize, forgets: bool) -> Outcome {
    let world = quiet().await;
    note_showings(&world, 0.0).await;
    let mut chance = Chance(20_261_128);
    let ids = plan_all(&world, count, &mut chance).await;
    let start: DateTime<Utc> = START.parse().unwrap();
    let (mut now, mut furthest) = (start, start);
    // Each moves once at most: moved back, it would rightly be shown again.
    let mut movers = ids.iter().step_by(4);
    for round in 0..ROUNDS {
        let minutes = TimeDelta::minutes(chance.below(900) as i64);
        now = if round % 6 == 5 { now - minutes * 4 } else { now + minutes };
        furthest = furthest.max(now);
        look(&world, round, now, &mut chance).await;
        for id in movers.by_ref().take(ids.len() / 4 / ROUNDS as usize + 1) {
            move_to_another_zone(&world, *id).await;
        }
        if forgets {
            sqlx::raw_sql("UPDATE reminders SET fired_for = NULL").execute(&world.pool).await.unwrap();
        }
    }
    fire_due(&world.app, furthest).await.unwrap();
    let outcome = judge(&world, &ids, furthest).await;
    world.close().await;
    outcome
}

async fn judge(world: &World, ids: &[Uuid], furthest: DateTime<Utc>) -> Outcome {
    let showings: Vec<(Uuid, DateTime<Utc>, DateTime<Utc>)> =
        sqlx::query_as("SELECT id, due, at FROM showings").fetch_all(&world.pool).await.unwrap();
    let mut outcome = Outcome { shown: showings.len(), ..Outcome::default() };
    let mut times: HashMap<Uuid, HashSet<DateTime<Utc>>> = HashMap::new();
    for (id, due, at) in showings {
        outcome.early += usize::from(due > at);
        outcome.twice += usize::from(!times.entry(id).or_default().insert(due));
    }
    for id in ids {
        // Of one that repeats the newest time counts: earlier ones that were missed come with it.
        let newest = current(world, *id).await.firing(None, furthest);
        let is_lost =
            newest.is_some_and(|newest| times.get(id).is_none_or(|own| !own.contains(&newest.due_at)));
        outcome.lost += usize::from(is_lost);
    }
    outcome
}

#[tokio::test(flavor = "multi_thread")]
async fn each_time_is_shown_once_and_none_early_whatever_the_clock_and_the_program_do() {
    let count = choose_size(200, 1_000);
    let outcome = exercise(count, false).await;
    println!("reminders: {count} schedules, {outcome:?}");
    assert_eq!((outcome.early, outcome.twice, outcome.lost), (0, 0, 0), "{outcome:?}");
    assert!(outcome.shown > count / 2, "{outcome:?}");
    let control = exercise(40, true).await;
    println!("reminders, control, what was shown is forgotten: {control:?}");
    assert!(control.twice > 40, "control: {control:?}");
}
