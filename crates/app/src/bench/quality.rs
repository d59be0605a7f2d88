//! Quality of the sales desk over time, with its targets.

use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::insight::{LEAST_CASES, QUALITY_TARGETS, QualityStep, QualityTargets};
use celeiro_domain::wire::Number;
use celeiro_store::{AssistantFigures, CallFigures, QualitySpan, TurnFigures};
use chrono::{DateTime, Datelike as _, Days, NaiveDate, NaiveDateTime, TimeDelta, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;

/// Days shown where nothing is said, and most of them.
const USUAL_DAYS: i64 = 30;
const MAX_DAYS: i64 = 3_660;
/// Local clocks are at most so far from UTC, in minutes.
const MAX_OFFSET: i32 = 14 * 60;

/// From when to when, in which steps.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AiQuality {
    /// From this moment on; 30 days before `to` where absent. The first step is shown whole.
    #[serde(default)]
    pub from: Option<DateTime<Utc>>,
    /// Until before this one; now where absent.
    #[serde(default)]
    pub to: Option<DateTime<Utc>>,
    /// Days or weeks; days where absent.
    #[serde(default)]
    pub step: Option<QualityStep>,
    /// What local clocks are ahead of UTC, in minutes (-180 in Brasília); 0 where absent. Days begin at
    /// their midnight.
    #[serde(default)]
    pub offset_minutes: Option<i32>,
}

/// Figures of a day, a week or the whole span. What nothing was measured of is absent, not 0; so are milliseconds and
/// shares of fewer cases than [`LEAST_CASES`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QualityFigures {
    /// Turns, however they ended.
    pub turns: u32,
    /// Answered by a model.
    pub answered: u32,
    /// Answered from the search alone.
    pub composed: u32,
    /// Stopped by a person.
    pub stopped: u32,
    /// Broke off or failed.
    pub failed: u32,
    /// Median milliseconds to the first words, of every turn that got so far.
    #[specta(type = Option<Number>)]
    pub first_token_ms: Option<f64>,
    /// The same of 95 in 100.
    #[specta(type = Option<Number>)]
    pub first_token_p95_ms: Option<f64>,
    /// Median milliseconds to the end of whole answers; stopped and failed ones have none.
    #[specta(type = Option<Number>)]
    pub full_ms: Option<f64>,
    /// The same of 95 in 100.
    #[specta(type = Option<Number>)]
    pub full_p95_ms: Option<f64>,
    /// Share of whole answers that another model or none gave, because a configured one failed, in 0..1.
    #[specta(type = Option<Number>)]
    pub fallback_rate: Option<f64>,
    /// Share of searches for answers, and of calls of the assistant's tools, that ran to their end or became a card,
    /// whether they found something or not, in 0..1.
    #[specta(type = Option<Number>)]
    pub tool_success: Option<f64>,
    /// Share of ratings that are good, in 0..1.
    #[specta(type = Option<Number>)]
    pub satisfaction: Option<f64>,
    /// Share of cards of the assistant that a person confirmed as they stood, of those confirmed, rejected and
    /// corrected, in 0..1.
    #[specta(type = Option<Number>)]
    pub tool_accuracy: Option<f64>,
    /// Share of the items of memory given to answers that the words of some answer carry, in 0..1.
    #[specta(type = Option<Number>)]
    pub memory_relevance: Option<f64>,
    /// How many cases each of these figures is of.
    pub cases: QualityCases,
    /// Ratings.
    pub ratings: u32,
    /// Calls of models.
    pub calls: u32,
    /// Calls that ended in an error.
    pub failed_calls: u32,
    /// US dollars, as far as providers said.
    #[specta(type = Option<Number>)]
    pub cost_usd: Option<f64>,
    /// Tokens read.
    #[specta(type = Number)]
    pub input_tokens: f64,
    /// Tokens written.
    #[specta(type = Number)]
    pub output_tokens: f64,
}

/// How many cases a figure is of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QualityCases {
    /// Turns that got to their first words.
    pub first_token: u32,
    /// Whole answers.
    pub full: u32,
    /// Whole answers, of a model or composed.
    pub fallback: u32,
    /// Searches and calls of tools.
    pub tools: u32,
    /// Ratings.
    pub satisfaction: u32,
    /// Cards that were decided.
    pub tool_accuracy: u32,
    /// Items of memory that answers were given.
    pub memory_relevance: u32,
}

/// A day or a week.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QualityPoint {
    /// Its first day.
    pub day: NaiveDate,
    /// What was measured.
    pub figures: QualityFigures,
}

/// How the desk did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QualityReport {
    /// Days or weeks.
    pub step: QualityStep,
    /// Every step from first to last, also those in which nothing happened.
    pub points: Vec<QualityPoint>,
    /// The whole span. Its milliseconds are those of all its turns, not means of the steps.
    pub overall: QualityFigures,
    /// What the desk should reach.
    pub targets: QualityTargets,
    /// Cases from which on a figure is given.
    pub least_cases: u32,
}

/// How the desk did, from traces, ratings and calls of models.
///
/// # Errors
/// `invalid_request` for a span that ends before it begins or is longer than ten years.
pub async fn ai_quality(app: &App, _: &Caller, request: AiQuality) -> Result<QualityReport, AppError> {
    let span = read_span(&request, Utc::now())?;
    let store = app.store();
    let (turns, calls) = (store.turn_figures(&span).await?, store.call_figures(&span).await?);
    let assistant = store.assistant_figures(&span).await?;
    let whole = QualitySpan { step: QualityStep::Whole, ..span };
    let overall = to_quality_figures(
        store.turn_figures(&whole).await?.first(),
        store.call_figures(&whole).await?.first(),
        store.assistant_figures(&whole).await?.first(),
    );
    let assistant: BTreeMap<NaiveDateTime, AssistantFigures> =
        assistant.into_iter().map(|a| (a.at, a)).collect();
    let turns: BTreeMap<NaiveDateTime, TurnFigures> = turns.into_iter().map(|t| (t.at, t)).collect();
    let calls: BTreeMap<NaiveDateTime, CallFigures> = calls.into_iter().map(|c| (c.at, c)).collect();
    let points = list_step_days(&span)
        .into_iter()
        .map(|day| {
            let at = day.and_time(chrono::NaiveTime::MIN);
            let figures = to_quality_figures(turns.get(&at), calls.get(&at), assistant.get(&at));
            QualityPoint { day, figures }
        })
        .collect();
    Ok(QualityReport { step: span.step, points, overall, targets: QUALITY_TARGETS, least_cases: LEAST_CASES })
}

/// The span of the request, from local midnight on; the last 30 days where it names none.
fn read_span(request: &AiQuality, now: DateTime<Utc>) -> Result<QualitySpan, AppError> {
    let refusal = |what: &str, field: &str| Err(AppError::invalid_request(what).detail("path", field));
    let offset_minutes = request.offset_minutes.unwrap_or(0);
    if offset_minutes.abs() > MAX_OFFSET {
        return refusal("offsetMinutes: -840..840", "offsetMinutes");
    }
    let to = request.to.unwrap_or(now);
    let from = request.from.unwrap_or_else(|| to - TimeDelta::days(USUAL_DAYS - 1));
    if from >= to || to - from > TimeDelta::days(MAX_DAYS) {
        return refusal("from < to, at most 3660 days", "from");
    }
    let step = match request.step.unwrap_or_default() {
        QualityStep::Whole => return refusal("step: day | week", "step"),
        step => step,
    };
    let span = QualitySpan { from, to, step, offset_minutes };
    let local = first_day(&span).and_time(chrono::NaiveTime::MIN);
    let from = local.and_utc() - TimeDelta::minutes(i64::from(offset_minutes));
    Ok(QualitySpan { from, ..span })
}

/// A moment as local clocks showed it.
fn to_local_time(span: &QualitySpan, moment: DateTime<Utc>) -> NaiveDateTime {
    moment.naive_utc() + TimeDelta::minutes(i64::from(span.offset_minutes))
}

/// The first day of the step in which the span begins.
fn first_day(span: &QualitySpan) -> NaiveDate {
    let day = to_local_time(span, span.from).date();
    match span.step {
        QualityStep::Week => day - Days::new(u64::from(day.weekday().num_days_from_monday())),
        QualityStep::Day | QualityStep::Whole => day,
    }
}

/// The first day of every step.
fn list_step_days(span: &QualitySpan) -> Vec<NaiveDate> {
    let days = Days::new(if span.step == QualityStep::Week { 7 } else { 1 });
    let last = to_local_time(span, span.to - TimeDelta::microseconds(1)).date();
    std::iter::successors(Some(first_day(span)), |day| day.checked_add_days(days))
        .take_while(|day| *day <= last)
        .collect()
}

/// Shares and milliseconds as people read them; one of too few cases is absent.
fn to_quality_figures(
    turns: Option<&TurnFigures>,
    calls: Option<&CallFigures>,
    assistant: Option<&AssistantFigures>,
) -> QualityFigures {
    let (t, c) = (turns.copied().unwrap_or_default(), calls.copied().unwrap_or_default());
    let a = assistant.copied().unwrap_or_default();
    let (whole, searches, ratings) = (t.answered + t.composed, t.tools_run + t.tools_failed, t.up + t.down);
    let enough = |value: Option<f64>, cases: i64| value.filter(|_| cases >= i64::from(LEAST_CASES));
    let share = |part: i64, whole: i64| enough(Some(part as f64 / whole.max(1) as f64), whole);
    QualityFigures {
        turns: to_count(t.turns),
        answered: to_count(t.answered),
        composed: to_count(t.composed),
        stopped: to_count(t.stopped),
        failed: to_count(t.failed),
        first_token_ms: enough(t.first_token_ms[0], t.with_first_token),
        first_token_p95_ms: enough(t.first_token_ms[1], t.with_first_token),
        full_ms: enough(t.full_ms[0], whole),
        full_p95_ms: enough(t.full_ms[1], whole),
        fallback_rate: share(t.fell_back, whole),
        tool_success: share(t.tools_run + a.calls_done, searches + a.calls),
        satisfaction: share(t.up, ratings),
        tool_accuracy: share(a.cards_confirmed, a.cards),
        memory_relevance: share(a.memories_used, a.memories),
        cases: QualityCases {
            first_token: to_count(t.with_first_token),
            full: to_count(whole),
            fallback: to_count(whole),
            tools: to_count(searches + a.calls),
            satisfaction: to_count(ratings),
            tool_accuracy: to_count(a.cards),
            memory_relevance: to_count(a.memories),
        },
        ratings: to_count(ratings),
        calls: to_count(c.calls),
        failed_calls: to_count(c.failed),
        cost_usd: c.cost_usd,
        input_tokens: c.tokens[0] as f64,
        output_tokens: c.tokens[1] as f64,
    }
}

fn to_count(n: i64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn quality_between(from: &str, to: &str, step: QualityStep, offset: i32) -> AiQuality {
        AiQuality { from: Some(at(from)), to: Some(at(to)), step: Some(step), offset_minutes: Some(offset) }
    }

    #[test]
    fn days_begin_at_midnight_of_local_clocks_and_none_is_left_out() {
        let request = quality_between("2026-03-02T02:00:00Z", "2026-03-04T02:59:00Z", QualityStep::Day, -180);
        let span = read_span(&request, Utc::now()).unwrap();
        assert_eq!(span.from, at("2026-03-01T03:00:00Z"));
        let days: Vec<String> = list_step_days(&span).iter().map(ToString::to_string).collect();
        assert_eq!(days, ["2026-03-01", "2026-03-02", "2026-03-03"]);
    }

    #[test]
    fn weeks_begin_on_monday() {
        let request = quality_between("2026-03-04T12:00:00Z", "2026-03-17T00:00:00Z", QualityStep::Week, 0);
        let span = read_span(&request, Utc::now()).unwrap();
        let weeks: Vec<String> = list_step_days(&span).iter().map(ToString::to_string).collect();
        assert_eq!(weeks, ["2026-03-02", "2026-03-09", "2026-03-16"]);
    }

    #[test]
    fn a_span_that_is_none_is_refused() {
        let now = at("2026-03-04T12:00:00Z");
        for (from, to, offset) in [
            ("2026-03-04T12:00:00Z", "2026-03-04T12:00:00Z", 0),
            ("2000-03-04T12:00:00Z", "2026-03-04T12:00:00Z", 0),
            ("2026-03-01T12:00:00Z", "2026-03-04T12:00:00Z", 900),
        ] {
            assert!(
                read_span(&quality_between(from, to, QualityStep::Day, offset), now).is_err(),
                "{from} {to} {offset}"
            );
        }
        let usual = read_span(&AiQuality::default(), now).unwrap();
        assert_eq!(list_step_days(&usual).len(), 30);
    }

    #[test]
    fn a_figure_of_fewer_than_ten_cases_is_not_given_and_its_cases_are() {
        let turns = TurnFigures {
            answered: 9,
            first_token_ms: [Some(1.0), Some(2.0)],
            full_ms: [Some(3.0), Some(4.0)],
            with_first_token: 10,
            up: 5,
            down: 5,
            ..TurnFigures::default()
        };
        let assistant = AssistantFigures {
            calls: 9,
            calls_done: 9,
            cards: 10,
            cards_confirmed: 9,
            ..AssistantFigures::default()
        };
        let figures = to_quality_figures(Some(&turns), None, Some(&assistant));
        assert_eq!((figures.first_token_ms, figures.first_token_p95_ms), (Some(1.0), Some(2.0)));
        assert_eq!((figures.full_ms, figures.full_p95_ms, figures.fallback_rate), (None, None, None));
        assert_eq!((figures.tool_success, figures.cases.tools, figures.cases.full), (None, 9, 9));
        assert_eq!((figures.satisfaction, figures.tool_accuracy), (Some(0.5), Some(0.9)));
        assert_eq!((figures.memory_relevance, figures.cases.memory_relevance), (None, 0));
    }
}
