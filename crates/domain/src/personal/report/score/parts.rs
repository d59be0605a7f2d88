//! What counts in the score of an area.

use super::part::{ScoreMeasure, ScorePart, points, round_points};
use crate::personal::decision::{Area, DecisionState};
use crate::personal::finance::month::Month;
use crate::personal::finance::summary::summarize;
use crate::personal::metric::{Metric, spell_kind};
use crate::personal::reminder::ReminderState;
use crate::personal::report::period::ReportPeriod;
use crate::personal::report::records::ReportRecords;
use crate::personal::tracking::{Aggregation, DayValue, MetricEntry, aggregate_days};
use crate::text::normalize_text;
use chrono::Days;
use rust_decimal::prelude::ToPrimitive as _;

/// Days that a mean needs, and a sum.
const MEAN_DAYS: usize = 3;
const SUM_DAYS: usize = 2;
/// Active days that count in full.
const FULL_DAYS: f64 = 5.0;
/// People who count in full.
const FULL_CONTACTS: usize = 5;
/// Days in which a person was contacted once to count among those who could be.
const KNOWN_CONTACT_DAYS: u64 = 365;

/// Words in the names of metrics that belong to an area.
const LEARNING: &[&str] = &[
    "study", "estudo", "estudos", "leitura", "reading", "learning", "curso", "course", "aula", "aulas",
    "livro", "livros", "books",
];
const SPIRITUAL: &[&str] = &[
    "oracao",
    "prayer",
    "meditacao",
    "meditation",
    "culto",
    "missa",
    "devocional",
    "biblia",
    "bible",
    "church",
    "igreja",
];
const PROFESSIONAL: &[&str] = &[
    "visita",
    "visitas",
    "visit",
    "visits",
    "venda",
    "vendas",
    "sale",
    "sales",
    "cliente",
    "clientes",
    "customers",
    "trabalho",
    "work",
    "sacas",
];
const RELATIONSHIPS: &[&str] = &["familia", "family", "amigos", "friends", "filhos", "kids"];

/// The parts of an area that have enough records.
pub(super) fn parts_of(records: &ReportRecords, area: Area, period: ReportPeriod) -> Vec<ScorePart> {
    match area {
        Area::Health => health_parts(records, period),
        Area::Finance => finance_parts(records, period),
        Area::Professional => {
            let mut parts = active_parts(records, PROFESSIONAL, period);
            parts.extend(reminder_part(records, period));
            parts.extend(decision_part(records, period));
            parts
        }
        Area::Learning => active_parts(records, LEARNING, period),
        Area::Spiritual => active_parts(records, SPIRITUAL, period),
        Area::Relationships => {
            let mut parts = active_parts(records, RELATIONSHIPS, period);
            parts.extend(contact_part(records, period));
            parts
        }
        Area::Customers | Area::Crops => Vec::new(),
    }
}

fn part(measure: ScoreMeasure, (measured, full): (f64, f64), weight: u32, period: ReportPeriod) -> ScorePart {
    let score = round_points(points(measured, full));
    ScorePart { measure, name: None, measured, full, weight, score, period, days: None }
}

fn health_parts(records: &ReportRecords, period: ReportPeriod) -> Vec<ScorePart> {
    let health = [
        (ScoreMeasure::Sleep, "sleep", 8.0, 3),
        (ScoreMeasure::Exercise, "exercise", 150.0, 3),
        (ScoreMeasure::Water, "water", 2.0, 2),
        (ScoreMeasure::Mood, "mood", 10.0, 2),
        (ScoreMeasure::Energy, "energy", 10.0, 1),
    ];
    let measure_part = |(measure, kind, full, weight): (ScoreMeasure, &str, f64, u32)| {
        let entries: Vec<MetricEntry> = of_period(records, period)
            .filter(|entry| spell_kind(&entry.kind) == kind)
            .filter_map(|entry| {
                Some(MetricEntry { value: in_base_unit(measure, entry)?, ..entry.clone().into_entry() })
            })
            .collect();
        let days = aggregate_days(&entries, Aggregation::of(kind));
        let sum: f64 = days.iter().map(|day| day.value).sum();
        let (least, value) = match measure {
            ScoreMeasure::Exercise => (SUM_DAYS, sum),
            _ => (MEAN_DAYS, sum / days.len().max(1) as f64),
        };
        let counted = Some(days.len() as u32);
        (days.len() >= least)
            .then(|| ScorePart { days: counted, ..part(measure, (value, full), weight, period) })
    };
    health.into_iter().filter_map(measure_part).collect()
}

/// The value in hours, minutes, litres, or on the scale to 10; none where the unit is another.
fn in_base_unit(measure: ScoreMeasure, entry: &Metric) -> Option<f64> {
    let unit = normalize_text(entry.unit.as_deref().unwrap_or_default());
    let factor = match (measure, unit.as_str()) {
        (ScoreMeasure::Sleep, "" | "h" | "hora" | "horas" | "hour" | "hours") => 1.0,
        (ScoreMeasure::Sleep, "min" | "minuto" | "minutos" | "minutes") => 1.0 / 60.0,
        (ScoreMeasure::Exercise, "" | "min" | "minuto" | "minutos" | "minutes") => 1.0,
        (ScoreMeasure::Exercise, "h" | "hora" | "horas" | "hour" | "hours") => 60.0,
        (ScoreMeasure::Water, "" | "l" | "litro" | "litros" | "liters" | "litres") => 1.0,
        (ScoreMeasure::Water, "ml") => 0.001,
        (ScoreMeasure::Mood | ScoreMeasure::Energy, "" | "/10" | "pontos" | "points") => 1.0,
        _ => return None,
    };
    let is_on_scale = !matches!(measure, ScoreMeasure::Mood | ScoreMeasure::Energy) || entry.value <= 10.0;
    (entry.value >= 0.0 && is_on_scale).then_some(entry.value * factor)
}

fn of_period(records: &ReportRecords, period: ReportPeriod) -> impl Iterator<Item = &Metric> {
    records.metrics.iter().filter(move |entry| period.has(entry.date))
}

/// A part for every metric of the area that has a value on two days.
fn active_parts(records: &ReportRecords, words: &[&str], period: ReportPeriod) -> Vec<ScorePart> {
    let belongs =
        |kind: &str| normalize_text(kind).split(|c: char| !c.is_alphanumeric()).any(|w| words.contains(&w));
    let mut kinds: Vec<(String, Vec<MetricEntry>)> = Vec::new();
    for entry in of_period(records, period).filter(|entry| belongs(&entry.kind)) {
        let folded = normalize_text(&entry.kind);
        match kinds.iter_mut().find(|(kind, _)| *kind == folded) {
            Some((_, entries)) => entries.push(entry.clone().into_entry()),
            None => kinds.push((folded, vec![entry.clone().into_entry()])),
        }
    }
    kinds.sort_by(|a, b| a.0.cmp(&b.0));
    let count_active = |(_, entries): (String, Vec<MetricEntry>)| {
        let name = entries.first()?.kind.clone();
        let active = |day: &DayValue| day.value > 0.0;
        let days = aggregate_days(&entries, Aggregation::Sum).into_iter().filter(active).count();
        let measured = (days as f64, FULL_DAYS);
        (days >= SUM_DAYS).then(|| ScorePart {
            name: Some(name),
            days: Some(days as u32),
            ..part(ScoreMeasure::ActiveDays, measured, 2, period)
        })
    };
    kinds.into_iter().filter_map(count_active).collect()
}

fn finance_parts(records: &ReportRecords, period: ReportPeriod) -> Vec<ScorePart> {
    let month = Month::of(period.to);
    let of_month = ReportPeriod { from: month.first_day(), to: period.to };
    let (mut due, mut paid) = (0_u32, 0_u32);
    for bill in records.ledger.bills.iter().map(|bill| &bill.fields) {
        if bill.occurs_in(month) && month.day(bill.due_day) <= period.to {
            due += 1;
            let payment = bill.payments.get(&month);
            paid += u32::from(payment.is_some_and(|payment| records.day_of(payment.paid_at) <= period.to));
        }
    }
    let mut parts = Vec::new();
    if due > 0 {
        parts.push(part(ScoreMeasure::BillsPaid, (paid.into(), due.into()), 3, of_month));
    }
    let figures = summarize(&records.ledger, &[month], period.to).0.kpis;
    let amount = |money: crate::personal::finance::money::Money| money.amount().to_f64().unwrap_or_default();
    let (income, budgeted, spent) = (amount(figures.income), amount(figures.budgeted), amount(figures.spent));
    if spent > 0.0 && budgeted > 0.0 {
        parts.push(part(ScoreMeasure::Budget, (budgeted, spent), 2, of_month));
    }
    if spent > 0.0 && income > 0.0 {
        parts.push(part(ScoreMeasure::Income, (income, spent), 2, of_month));
    }
    parts
}

/// Reminders that do not repeat: of one that does, only the last time that it was done is known.
fn reminder_part(records: &ReportRecords, period: ReportPeriod) -> Option<ScorePart> {
    let (mut due, mut done) = (0_u32, 0_u32);
    for reminder in records.reminders.iter().filter(|one| one.rrule.is_none() && period.has(one.at.date())) {
        if reminder.state == ReminderState::Cancelled {
            continue;
        }
        due += 1;
        done += u32::from(reminder.done_at.is_some_and(|at| records.day_of(at) <= period.to));
    }
    (due > 0).then(|| part(ScoreMeasure::RemindersDone, (done.into(), due.into()), 2, period))
}

/// Decisions about work. When one was reviewed is not kept: it counts on the day on which it was last changed.
fn decision_part(records: &ReportRecords, period: ReportPeriod) -> Option<ScorePart> {
    let about_work = |area: Area| matches!(area, Area::Professional | Area::Customers | Area::Crops);
    let due = |one: &&crate::personal::decision::Decision| about_work(one.area) && period.has(one.review_at);
    let (mut count, mut reviewed) = (0_u32, 0_u32);
    for decision in records.decisions.iter().filter(due) {
        count += 1;
        let is_reviewed = decision.state == DecisionState::Reviewed;
        reviewed += u32::from(is_reviewed && records.day_of(decision.updated_at) <= period.to);
    }
    (count > 0).then(|| part(ScoreMeasure::DecisionsReviewed, (reviewed.into(), count.into()), 1, period))
}

fn contact_part(records: &ReportRecords, period: ReportPeriod) -> Option<ScorePart> {
    let year_ago = period.to.checked_sub_days(Days::new(KNOWN_CONTACT_DAYS)).unwrap_or(period.to);
    let contacts = records.people.iter().filter_map(|person| person.draft.last_contact);
    let known = contacts.clone().filter(|day| (year_ago..=period.to).contains(day)).count();
    let contacted = contacts.filter(|day| period.has(*day)).count();
    let measured = (contacted as f64, known.min(FULL_CONTACTS) as f64);
    (known > 0).then(|| part(ScoreMeasure::Contacts, measured, 3, period))
}
