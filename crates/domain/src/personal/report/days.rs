//! Reports about days: morning summary, weekly report, check-in.

use super::figure::{FigureTerm, FigureValue, ReportFigure};
use super::kept::ReportFigures;
use super::period::{ReportKind, ReportPeriod};
use super::records::ReportRecords;
use super::score::{BalanceScore, balance_score};
use crate::personal::PersonalKind;
use crate::personal::birthday::Birthday;
use crate::personal::decision::DecisionState;
use crate::personal::finance::bill::{BillFields, bill_of_month, unpaid_before};
use crate::personal::finance::codes::BillStatus;
use crate::personal::finance::debt::debt_progress;
use crate::personal::finance::money::Money;
use crate::personal::finance::month::Month;
use crate::personal::finance::summary::summarize;
use crate::personal::metric::{Metric, spell_kind};
use crate::personal::reminder::ReminderState;
use crate::personal::tracking::{Aggregation, DayValue, aggregate_days, convert_value, split_by_unit};
use crate::text::normalize_text;
use chrono::{Datelike as _, Days, NaiveDate};
use std::collections::BTreeMap;

/// Figures of one sort that a report names.
const MOST_NAMED: usize = 20;
/// Metrics of a report: those with the most entries.
const MOST_METRICS: usize = 12;
/// Days before and after which something is near.
const NEAR_DAYS: u64 = 3;
const WEEK: u64 = 7;
/// Days that a comparison needs on either side.
const DAYS_TO_COMPARE: usize = 3;

/// Yesterday, as far as there is something of it; today's reminders; birthdays of the next seven days, decisions to
/// look at again, and bills and instalments of the next three.
pub fn morning_figures(records: &ReportRecords, day: NaiveDate) -> ReportFigures {
    let period = ReportKind::Morning.period(day);
    let yesterday = day.pred_opt().unwrap_or(day);
    let mut figures = day_values(records, yesterday);
    figures.extend(reminders_by(records, None, day));
    figures.extend(birthdays(records, (day, later(day, WEEK))));
    figures.extend(reviews(records, |review| review <= day));
    figures.extend(dues(records, day, later(day, NEAR_DAYS)));
    let score = balance_score(records, yesterday);
    figures.extend(score_figures(&score));
    ReportFigures { period, figures, score: Some(score) }
}

/// Seven days up to `last`, metrics compared with the seven before, and what the seven after bring.
pub fn weekly_figures(records: &ReportRecords, last: NaiveDate) -> ReportFigures {
    let period = ReportKind::Weekly.period(last);
    let score = balance_score(records, last);
    let mut figures = score_figures(&score);
    figures.extend(metrics_of(records, period));
    figures.extend(money_of_month(records, last));
    figures.extend(done_reminders(records, period));
    figures.extend(contacts(records, period));
    let next = (later(last, 1), later(last, WEEK));
    figures.extend(birthdays(records, next));
    figures.extend(reviews(records, |review| review <= next.1));
    figures.extend(dues(records, last, next.1));
    ReportFigures { period, figures, score: Some(score) }
}

/// What gives a reason for a word: decisions that come up again on this day, reminders of the next. Without either
/// there is nothing to say.
pub fn checkin_figures(records: &ReportRecords, day: NaiveDate) -> ReportFigures {
    let mut figures = reviews(records, |review| review == day);
    let tomorrow = later(day, 1);
    figures.extend(reminders_by(records, Some(tomorrow), tomorrow));
    ReportFigures { period: ReportKind::Checkin.period(day), figures, score: None }
}

fn later(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_add_days(Days::new(days)).unwrap_or(day)
}

/// The entries of days by metric, those with the most entries first, each with its spelling and its unit.
fn by_metric<'a>(records: &'a ReportRecords, period: ReportPeriod) -> Vec<(String, Vec<&'a Metric>)> {
    let mut kinds: BTreeMap<String, Vec<&'a Metric>> = BTreeMap::new();
    for entry in records.metrics.iter().filter(|entry| period.has(entry.date)) {
        kinds.entry(normalize_text(&spell_kind(&entry.kind))).or_default().push(entry);
    }
    let mut kinds: Vec<_> = kinds.into_values().collect();
    kinds.sort_by_key(|entries| std::cmp::Reverse(entries.len()));
    kinds.truncate(MOST_METRICS);
    kinds.into_iter().map(|entries| (spell_kind(&entries[0].kind), entries)).collect()
}

/// The value of each day, of the entries in the unit of the newest and in units of its kind; those in another unit
/// cannot be added to them.
fn days_in_one_unit(kind: &str, entries: &[&Metric]) -> (Vec<DayValue>, Option<String>, u32) {
    let mut newest_first = entries.to_vec();
    newest_first.sort_by_key(|entry| std::cmp::Reverse((entry.date, entry.created_at)));
    let entries: Vec<_> = newest_first.into_iter().map(|entry| entry.clone().into_entry()).collect();
    let group = split_by_unit(kind, &entries).into_iter().next();
    let (unit, counted) = group.map(|group| (group.unit, group.entries)).unwrap_or_default();
    (aggregate_days(&counted, Aggregation::of(kind)), unit, counted.len() as u32)
}

fn day_values(records: &ReportRecords, day: NaiveDate) -> Vec<ReportFigure> {
    let period = ReportPeriod { from: day, to: day };
    let figure = |(kind, entries): (String, Vec<&Metric>)| {
        let (days, unit, count) = days_in_one_unit(&kind, &entries);
        let value = FigureValue::Amount { value: days.first()?.value, unit };
        let source = (PersonalKind::Metrics, count);
        Some(ReportFigure::over(FigureTerm::DayValue, source, Some(&kind), value, period))
    };
    by_metric(records, period).into_iter().filter_map(figure).collect()
}

fn metrics_of(records: &ReportRecords, period: ReportPeriod) -> Vec<ReportFigure> {
    let mut figures = Vec::new();
    let before = by_metric(records, period.before());
    for (kind, entries) in by_metric(records, period) {
        let (days, unit, count) = days_in_one_unit(&kind, &entries);
        if days.is_empty() {
            continue;
        }
        let sum = |days: &[DayValue]| days.iter().map(|day| day.value).sum::<f64>();
        let mean = sum(&days) / days.len() as f64;
        let mut add = |term, value| {
            figures.push(ReportFigure::over(
                term,
                (PersonalKind::Metrics, count),
                Some(&kind),
                value,
                period,
            ));
        };
        add(FigureTerm::Mean, FigureValue::Amount { value: mean, unit: unit.clone() });
        if Aggregation::of(&kind) == Aggregation::Sum {
            add(FigureTerm::Total, FigureValue::Amount { value: sum(&days), unit: unit.clone() });
        }
        add(FigureTerm::Days, FigureValue::Count { value: days.len() as u32 });
        let earlier = before.iter().find(|(other, _)| normalize_text(other) == normalize_text(&kind));
        if let Some((_, entries)) = earlier {
            let (past, past_unit, _) = days_in_one_unit(&kind, entries);
            let past_mean = sum(&past) / past.len().max(1) as f64;
            let past_mean = convert_value(&kind, past_mean, past_unit.as_deref(), unit.as_deref());
            let is_enough = past.len().min(days.len()) >= DAYS_TO_COMPARE;
            if let Some(past_mean) = past_mean.filter(|_| is_enough) {
                let value = mean - past_mean;
                add(FigureTerm::Change, FigureValue::Amount { value, unit });
            }
        }
    }
    figures
}

/// Open reminders due by the end of `to`, from the day `from` on.
fn reminders_by(records: &ReportRecords, from: Option<NaiveDate>, to: NaiveDate) -> Vec<ReportFigure> {
    let open = records.reminders.iter().filter(|one| one.state == ReminderState::Open);
    let mut due: Vec<_> = open
        .filter_map(|one| Some((records.wall_time(one.next_at?), one)))
        .filter(|(at, _)| at.date() <= to && from.is_none_or(|from| at.date() >= from))
        .collect();
    due.sort_by_key(|(at, one)| (*at, one.id));
    let figure = |(at, one): (chrono::NaiveDateTime, &crate::personal::reminder::Reminder)| {
        let value = FigureValue::Moment { value: at };
        let record = (PersonalKind::Reminders, one.id);
        ReportFigure::of_record(FigureTerm::Reminder, record, Some(&one.title), value, at.date())
    };
    due.into_iter().take(MOST_NAMED).map(figure).collect()
}

fn done_reminders(records: &ReportRecords, period: ReportPeriod) -> Option<ReportFigure> {
    let done =
        records.reminders.iter().filter_map(|one| one.done_at).filter(|at| period.has(records.day_of(*at)));
    let count = done.count() as u32;
    let value = FigureValue::Count { value: count };
    let source = (PersonalKind::Reminders, count);
    (count > 0).then(|| ReportFigure::over(FigureTerm::RemindersDone, source, None, value, period))
}

fn birthdays(records: &ReportRecords, (from, to): (NaiveDate, NaiveDate)) -> Vec<ReportFigure> {
    let mut near: Vec<_> = records
        .people
        .iter()
        .filter_map(|person| {
            let birthday = Birthday::parse(person.draft.birthday.as_deref()?)?;
            Some((birthday.next_from(from).filter(|day| *day <= to)?, birthday, person))
        })
        .collect();
    near.sort_by(|a, b| (a.0, &a.2.draft.name, a.2.id).cmp(&(b.0, &b.2.draft.name, b.2.id)));
    let figures = near.into_iter().take(MOST_NAMED).flat_map(|(day, birthday, person)| {
        let record = (PersonalKind::People, person.id);
        let figure =
            |term, value| ReportFigure::of_record(term, record, Some(&person.draft.name), value, day);
        let age = birthday.year.and_then(|year| u32::try_from(day.year() - year).ok()).filter(|age| *age > 0);
        let age = age.map(|value| figure(FigureTerm::Age, FigureValue::Count { value }));
        std::iter::once(figure(FigureTerm::Birthday, FigureValue::Day { value: day })).chain(age)
    });
    figures.collect()
}

fn reviews(records: &ReportRecords, is_near: impl Fn(NaiveDate) -> bool) -> Vec<ReportFigure> {
    let open = records.decisions.iter().filter(|one| one.state != DecisionState::Reviewed);
    let mut due: Vec<_> = open.filter(|one| is_near(one.review_at)).collect();
    due.sort_by_key(|one| (one.review_at, one.id));
    let figure = |one: &crate::personal::decision::Decision| {
        let (record, value) = ((PersonalKind::Decisions, one.id), FigureValue::Day { value: one.review_at });
        ReportFigure::of_record(FigureTerm::Review, record, Some(&one.title), value, one.review_at)
    };
    due.into_iter().take(MOST_NAMED).map(figure).collect()
}

/// Bills and instalments that are to be paid by the day `to`: those from today on, and as many of the overdue ones as
/// there is place for, the newest first.
fn dues(records: &ReportRecords, today: NaiveDate, to: NaiveDate) -> Vec<ReportFigure> {
    let mut due: Vec<(NaiveDate, ReportFigure)> = Vec::new();
    let mut add = |term, record, name: &str, amount: Money, day| {
        let value = FigureValue::Money { value: amount };
        due.push((day, ReportFigure::of_record(term, record, Some(name), value, day)));
    };
    let mut months = vec![Month::of(today)];
    for bill in unpaid_before(&records.ledger.bills, months[0], today) {
        let day = bill.month_year.day(bill.due_day);
        add(FigureTerm::Bill, (PersonalKind::Bills, bill.id), &bill.name, bill.amount, day);
    }
    months.extend(Some(Month::of(to)).filter(|month| *month != months[0]));
    for month in months {
        let unpaid = |bill: &BillFields| bill.occurs_in(month) && month.day(bill.due_day) <= to;
        for bill in records.ledger.bills.iter().filter(|bill| unpaid(&bill.fields)) {
            let standing = bill_of_month(bill, month, today);
            if standing.status != BillStatus::Paid {
                let (record, day) = ((PersonalKind::Bills, bill.id), month.day(standing.due_day));
                add(FigureTerm::Bill, record, &standing.name, standing.amount, day);
            }
        }
    }
    for debt in records.ledger.debts.iter().map(debt_progress) {
        if let Some(day) = debt.next_due_date.filter(|day| *day <= to) {
            let record = (PersonalKind::Debts, debt.id);
            add(FigureTerm::Installment, record, &debt.name, debt.installment_amount, day);
        }
    }
    due.sort_by(|a, b| (a.0, &a.1.name).cmp(&(b.0, &b.1.name)));
    let overdue = due.partition_point(|(day, _)| *day < today);
    let near = due.split_off(overdue);
    near.into_iter().chain(due.into_iter().rev()).take(MOST_NAMED).map(|(_, figure)| figure).collect()
}

/// What came and went in the month up to a day, where something did.
fn money_of_month(records: &ReportRecords, day: NaiveDate) -> Vec<ReportFigure> {
    let (month, ledger) = (Month::of(day), &records.ledger);
    let kpis = summarize(ledger, &[month], day).0.kpis;
    if kpis.income == Money::ZERO && kpis.spent == Money::ZERO {
        return Vec::new();
    }
    let period = ReportPeriod { from: month.first_day(), to: day };
    let [incomes, bills, expenses, debts] =
        [ledger.incomes.len(), ledger.bills.len(), ledger.expenses.len(), ledger.debts.len()]
            .map(|n| n as u32);
    let spendings = bills + expenses + debts;
    let figure =
        |term, value, source| ReportFigure::over(term, source, None, FigureValue::Money { value }, period);
    vec![
        figure(FigureTerm::Income, kpis.income, (PersonalKind::Incomes, incomes)),
        figure(FigureTerm::Spent, kpis.spent, (PersonalKind::Expenses, spendings)),
        figure(FigureTerm::Balance, kpis.balance, (PersonalKind::Incomes, incomes + spendings)),
    ]
}

/// People with whom there was contact, counted, and the latest by name.
fn contacts(records: &ReportRecords, period: ReportPeriod) -> Vec<ReportFigure> {
    let day =
        |person: &crate::personal::person::Person| person.draft.last_contact.filter(|day| period.has(*day));
    let mut met: Vec<_> = records.people.iter().filter_map(|person| Some((day(person)?, person))).collect();
    met.sort_by(|a, b| (b.0, &a.1.draft.name, a.1.id).cmp(&(a.0, &b.1.draft.name, b.1.id)));
    if met.is_empty() {
        return Vec::new();
    }
    let (count, source) = (met.len() as u32, (PersonalKind::People, met.len() as u32));
    let counted = FigureValue::Count { value: count };
    let mut figures = vec![ReportFigure::over(FigureTerm::Contacts, source, None, counted, period)];
    figures.extend(met.into_iter().take(MOST_NAMED / 2).map(|(day, person)| {
        let (record, value) = ((PersonalKind::People, person.id), FigureValue::Day { value: day });
        ReportFigure::of_record(FigureTerm::Contact, record, Some(&person.draft.name), value, day)
    }));
    figures
}

fn score_figures(score: &BalanceScore) -> Vec<ReportFigure> {
    let mut figures = Vec::new();
    let mut add = |term, name: Option<&str>, value| {
        figures.push(ReportFigure::of_score(term, name, value, score.period));
    };
    if let Some(whole) = score.score {
        add(FigureTerm::Score, None, whole as i32);
        for area in &score.areas {
            if let Some(points) = area.score {
                add(FigureTerm::AreaScore, Some(area.area.as_str()), points as i32);
            }
        }
        if let Some(change) = score.change {
            add(FigureTerm::ScoreChange, None, change);
        }
    }
    figures
}
