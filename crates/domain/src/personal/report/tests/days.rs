//! What each report tells.

use super::{day, decision, metric, person, records, reminder};
use crate::personal::finance::Entry;
use crate::personal::finance::bill::BillDraft;
use crate::personal::finance::money::AmountText;
use crate::personal::report::{
    FigureTerm, FigureValue, ReportFigures, ReportKind, checkin_figures, decision_figures, morning_figures,
    weekly_figures,
};

fn list_facts(report: &ReportFigures) -> Vec<(FigureTerm, Option<&str>)> {
    report.figures.iter().map(|figure| (figure.term, figure.name.as_deref())).collect()
}

#[test]
fn without_records_a_report_has_no_figure() {
    let (none, today) = (records(), day("2026-11-28"));
    for report in [morning_figures(&none, today), weekly_figures(&none, today), checkin_figures(&none, today)]
    {
        assert!(report.figures.is_empty(), "{report:?}");
    }
}

#[test]
fn a_morning_has_yesterday_and_what_is_near() {
    let mut all = records();
    all.metrics = vec![
        metric("peso", 82.0, "kg", "2026-11-27"),
        metric("water", 1.0, "L", "2026-11-27"),
        metric("água", 0.5, "L", "2026-11-27"),
        metric("água", 300.0, "ml", "2026-11-20"),
        metric("mood", 7.0, "", "2026-11-28"),
    ];
    all.reminders = vec![
        reminder("hoje", "2026-11-28T23:59"),
        reminder("antes", "2026-11-20T08:00"),
        reminder("depois", "2026-11-29T00:00"),
    ];
    all.people = vec![
        person("Ana", Some("11-28"), None),
        person("Bia", Some("1990-12-05"), None),
        person("Caio", Some("12-06"), None),
    ];
    all.decisions = vec![decision("agora", "2026-11-28"), decision("outro dia", "2026-11-29")];
    let report = morning_figures(&all, day("2026-11-28"));
    use FigureTerm::{Age, Birthday, DayValue, Reminder, Review};
    assert_eq!(
        list_facts(&report),
        [
            (DayValue, Some("water")),
            (DayValue, Some("weight")),
            (Reminder, Some("antes")),
            (Reminder, Some("hoje")),
            (Birthday, Some("Ana")),
            (Birthday, Some("Bia")),
            (Age, Some("Bia")),
            (Review, Some("agora")),
        ]
    );
    assert_eq!(report.figures[0].value, FigureValue::Amount { value: 1.5, unit: Some("L".into()) });
    assert!(report.figures.iter().all(|figure| figure.source.is_some()));
}

#[test]
fn a_checkin_has_a_reason_or_nothing() {
    let mut all = records();
    all.metrics = vec![metric("peso", 82.0, "kg", "2026-11-20")];
    all.reminders = vec![reminder("amanhã", "2026-11-29T08:00"), reminder("hoje", "2026-11-28T08:00")];
    all.decisions = vec![decision("agora", "2026-11-28"), decision("antes", "2026-11-27")];
    let report = checkin_figures(&all, day("2026-11-28"));
    assert_eq!(
        list_facts(&report),
        [(FigureTerm::Review, Some("agora")), (FigureTerm::Reminder, Some("amanhã"))]
    );
}

#[test]
fn entries_in_units_of_two_kinds_are_not_added() {
    let mut all = records();
    all.metrics = vec![
        metric("water", 2.0, "L", "2026-11-27"),
        metric("water", 500.0, "ml", "2026-11-26"),
        metric("water", 3.0, "copos", "2026-11-26"),
    ];
    let report = weekly_figures(&all, day("2026-11-28"));
    let total = report.figures.iter().find(|figure| figure.term == FigureTerm::Total).unwrap();
    assert_eq!(
        (&total.value, total.records),
        (&FigureValue::Amount { value: 2.5, unit: Some("L".into()) }, 2)
    );
}

#[test]
fn a_period_reaches_to_its_day_and_the_one_before_is_as_long() {
    let week = ReportKind::Weekly.period(day("2026-03-01"));
    assert_eq!((week.from, week.to), (day("2026-02-23"), day("2026-03-01")));
    assert_eq!((week.before().from, week.before().to), (day("2026-02-16"), day("2026-02-22")));
    assert_eq!(ReportKind::Morning.period(week.to).before().to, day("2026-02-28"));
}

#[test]
fn a_hundred_thousand_records_are_told_by_few_figures() {
    let mut all = records();
    for at in 0..100_000_u32 {
        let date = format!("2026-11-{:02}", 15 + at % 14);
        all.metrics.push(metric(["water", "visitas", "peso"][at as usize % 3], f64::from(at % 9), "", &date));
    }
    all.people = (0..1_000).map(|at| person(&format!("P{at}"), Some("11-28"), Some("2026-11-27"))).collect();
    let report = weekly_figures(&all, day("2026-11-28"));
    assert!(report.figures.len() < 100, "{}", report.figures.len());
    let words = decision_figures(&decision(&"x".repeat(9_000), "2026-11-28"), day("2026-11-28"));
    assert!(serde_json::to_string(&words).unwrap().len() < 12_000);
}

#[test]
fn what_is_due_now_comes_before_what_was_never_paid() {
    let (mut all, today) = (records(), day("2026-11-28"));
    for (name, due_day, first) in [("Velha", 5, "2020-01"), ("Luz", 30, "2026-11"), ("Net", 28, "2026-11")] {
        let draft = BillDraft {
            name: name.into(),
            category: "outros".into(),
            amount: AmountText("10".into()),
            due_day,
            is_recurring: true,
            month_year: Some(first.into()),
        };
        let fields = draft.check(None, today).unwrap();
        let entry =
            Entry { id: uuid::Uuid::now_v7(), version: 1, updated_at: chrono::DateTime::UNIX_EPOCH, fields };
        all.ledger.bills.push(entry);
    }
    let report = morning_figures(&all, today);
    let due: Vec<_> = report.figures.iter().filter(|figure| figure.term == FigureTerm::Bill).collect();
    let names: Vec<_> = due.iter().take(4).map(|figure| figure.name.as_deref().unwrap()).collect();
    assert_eq!((due.len(), names), (20, vec!["Net", "Luz", "Velha", "Velha"]));
    let days: Vec<_> = due.iter().skip(2).take(2).map(|figure| figure.period.from).collect();
    assert_eq!(days, [day("2026-11-05"), day("2026-10-05")], "the newest first");
}
