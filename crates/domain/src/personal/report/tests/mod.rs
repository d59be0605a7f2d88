mod days;
mod numbers;
mod score;

use super::ReportRecords;
use crate::personal::decision::{Area, Decision, DecisionState};
use crate::personal::metric::{Metric, MetricSource};
use crate::personal::person::{Person, PersonDraft};
use crate::personal::reminder::{Reminder, ReminderState};
use crate::personal::wall_clock::{moment_of, parse_wall_time};
use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

pub(super) const ZONE: &str = "America/Sao_Paulo";

pub(super) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn now() -> DateTime<Utc> {
    "2026-11-28T12:00:00Z".parse().unwrap()
}

pub(super) fn metric(kind: &str, value: f64, unit: &str, date: &str) -> Metric {
    Metric {
        id: Uuid::now_v7(),
        kind: kind.into(),
        value,
        unit: Some(unit.to_owned()).filter(|unit| !unit.is_empty()),
        date: day(date),
        notes: None,
        source: MetricSource::Page,
        version: 1,
        created_at: now(),
        updated_at: now(),
    }
}

pub(super) fn reminder(title: &str, at: &str) -> Reminder {
    let at = parse_wall_time(at).unwrap();
    Reminder {
        id: Uuid::now_v7(),
        title: title.into(),
        notes: None,
        at,
        zone: ZONE.into(),
        rrule: None,
        next_at: moment_of(at, ZONE),
        state: ReminderState::Open,
        person_id: None,
        done_at: None,
        last_fired_at: None,
        version: 1,
        created_at: now(),
        updated_at: now(),
    }
}

pub(super) fn person(name: &str, birthday: Option<&str>, last_contact: Option<&str>) -> Person {
    let draft = PersonDraft {
        name: name.into(),
        birthday: birthday.map(str::to_owned),
        last_contact: last_contact.map(day),
        ..PersonDraft::default()
    };
    Person { id: Uuid::now_v7(), draft, version: 1, created_at: now(), updated_at: now() }
}

pub(super) fn decision(title: &str, review_at: &str) -> Decision {
    Decision {
        id: Uuid::now_v7(),
        title: title.into(),
        description: None,
        area: Area::Professional,
        options: Vec::new(),
        choice: None,
        reasoning: None,
        review_at: day(review_at),
        state: DecisionState::Open,
        outcome: None,
        version: 1,
        created_at: now(),
        updated_at: now(),
    }
}

pub(super) fn records() -> ReportRecords {
    ReportRecords { zone: ZONE.into(), ..ReportRecords::default() }
}
