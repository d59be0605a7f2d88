//! `celeiro quality`: how the desk did over time, beside what it should reach.

use crate::failure::Failure;
use crate::session::Session;
use celeiro_app::bench::quality::{AiQuality, QualityCases, QualityFigures, QualityReport, ai_quality};
use celeiro_app::messages::{format_number, translate};
use celeiro_domain::insight::QualityStep;
use celeiro_domain::search::Lang;
use chrono::{Local, Offset as _, TimeDelta, Utc};
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub struct Quality {
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3_650))]
    pub days: u32,
    #[arg(long, value_name = "STEP", default_value = "day")]
    pub step: Step,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Step {
    Day,
    Week,
}

impl Step {
    pub fn step(self) -> QualityStep {
        match self {
            Step::Day => QualityStep::Day,
            Step::Week => QualityStep::Week,
        }
    }
}

/// Runs the command.
pub async fn run_quality(session: &Session, args: Quality) -> Result<(), Failure> {
    let now = Utc::now();
    let request = AiQuality {
        from: Some(now - TimeDelta::days(i64::from(args.days) - 1)),
        to: Some(now),
        step: Some(args.step.step()),
        offset_minutes: Some(Local::now().offset().fix().local_minus_utc() / 60),
    };
    let report = session.ask(ai_quality, request).await?;
    session.print(&report, || render_report(session.lang, &report))
}

/// A table: what should be reached, all of it, then each day or week with a turn.
fn render_report(lang: Lang, report: &QualityReport) -> String {
    let columns =
        ["turns", "firstToken", "full", "fallback", "tools", "accuracy", "memory", "satisfaction", "cost"];
    let heads: Vec<String> = columns.map(|column| translate(lang, &format!("cli.quality.{column}"))).to_vec();
    let targets = &report.targets;
    let share = |value: f64| format!("{} %", format_number(lang, value * 100.0, 1));
    let goals = [
        String::new(),
        format!("< {} ms", format_number(lang, targets.first_token_ms, 0)),
        format!("< {} ms", format_number(lang, targets.full_ms, 0)),
        format!("< {}", share(targets.fallback_rate)),
        format!("> {}", share(targets.tool_success)),
        format!("> {}", share(targets.tool_accuracy)),
        format!("> {}", share(targets.memory_relevance)),
        format!("> {}", share(targets.satisfaction)),
        String::new(),
    ];
    let (goal, all) = (translate(lang, "cli.quality.target"), translate(lang, "cli.quality.all"));
    let mut rows =
        vec![(String::new(), heads), (goal, goals.to_vec()), (all, quality_cells(lang, &report.overall))];
    let nothing = QualityCases::default();
    let has_figures =
        |figures: &QualityFigures| figures.turns > 0 || figures.calls > 0 || figures.cases != nothing;
    let points = report.points.iter().filter(|point| has_figures(&point.figures));
    rows.extend(points.map(|point| (point.day.to_string(), quality_cells(lang, &point.figures))));
    let first = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns.len())
        .map(|at| rows.iter().map(|row| row.1[at].chars().count()).max().unwrap_or(0))
        .collect();
    let line = |(name, cells): (String, Vec<String>)| {
        let cells: String =
            cells.iter().zip(&widths).map(|(cell, width)| format!("  {cell:>width$}")).collect();
        format!("{name:<first$}{cells}\n")
    };
    rows.into_iter().map(line).collect()
}

/// The figures of one row, each with the number of its cases; of too few, that number alone, and `–` of none.
fn quality_cells(lang: Lang, figures: &QualityFigures) -> Vec<String> {
    let spell_figure = |value: Option<String>, cases: u32| match (value, cases) {
        (Some(value), _) => format!("{value} (n={cases})"),
        (None, 0) => "–".to_owned(),
        (None, cases) => format!("n={cases}"),
    };
    let ms = |value: f64| format!("{} ms", format_number(lang, value, 0));
    let share = |value: f64| format!("{} %", format_number(lang, value * 100.0, 1));
    let cost = figures.cost_usd.map(|value| format!("US$ {}", format_number(lang, value, 4)));
    let cases = &figures.cases;
    vec![
        figures.turns.to_string(),
        spell_figure(figures.first_token_ms.map(ms), cases.first_token),
        spell_figure(figures.full_ms.map(ms), cases.full),
        spell_figure(figures.fallback_rate.map(share), cases.fallback),
        spell_figure(figures.tool_success.map(share), cases.tools),
        spell_figure(figures.tool_accuracy.map(share), cases.tool_accuracy),
        spell_figure(figures.memory_relevance.map(share), cases.memory_relevance),
        spell_figure(figures.satisfaction.map(share), cases.satisfaction),
        cost.unwrap_or_else(|| "–".to_owned()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{answer, in_both, merge_fields};
    use crate::snapshot::assert_snapshot;
    use serde_json::{Value, json};

    #[test]
    fn days_without_a_turn_are_left_out_and_what_was_not_measured_is_no_zero() {
        let nothing = json!({
            "turns": 0, "answered": 0, "composed": 0, "stopped": 0, "failed": 0, "firstTokenMs": null,
            "firstTokenP95Ms": null, "fullMs": null, "fullP95Ms": null, "fallbackRate": null,
            "toolSuccess": null, "satisfaction": null, "ratings": 0, "calls": 0, "failedCalls": 0,
            "toolAccuracy": null, "memoryRelevance": null,
            "cases": {
                "firstToken": 0, "full": 0, "fallback": 0, "tools": 0, "satisfaction": 0, "toolAccuracy": 0,
                "memoryRelevance": 0,
            },
            "costUsd": null, "inputTokens": 0.0, "outputTokens": 0.0,
        });
        let figures = |more: Value| merge_fields(nothing.clone(), more);
        let measured = figures(json!({
            "turns": 12, "firstTokenMs": 812.4, "fullMs": 4100.0, "fallbackRate": 0.0333, "toolSuccess": 1.0,
            "satisfaction": 0.75, "toolAccuracy": 0.9231, "costUsd": 0.12345,
            "cases": {
                "firstToken": 12, "full": 11, "fallback": 11, "tools": 40, "satisfaction": 10, "toolAccuracy": 13,
                "memoryRelevance": 4,
            },
        }));
        let report: QualityReport = answer(json!({
            "step": "day",
            "points": [
                { "day": "2026-03-01", "figures": measured },
                { "day": "2026-03-02", "figures": figures(json!({})) },
                { "day": "2026-03-03", "figures": figures(json!({ "calls": 1 })) },
            ],
            "overall": measured,
            "targets": celeiro_domain::insight::QUALITY_TARGETS,
            "leastCases": celeiro_domain::insight::LEAST_CASES,
        }));
        let printed = in_both(|lang| render_report(lang, &report));
        assert!(!printed.contains("2026-03-02"), "nothing happened");
        assert_snapshot!("quality", printed, renewed_by: "-p celeiro-cli commands");
    }
}
