//! What people looked for and did not get: when a search or an answer is a gap, which queries are
//! one gap, and when it is closed.
//!
//! It leaves out where queries come from and are kept (crates `app` and `store`).

use crate::chat::intent::follow_up::has_counted_lines;
use crate::chat::intent::idle::{is_idle, names_trade};
use crate::chat::intent::plan::Intent;
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::{ChatSource, Trace, TraceOutcome, TraceSearch};
use crate::rank::{Candidate, Query, QueryEvidence, read};
use crate::search::{Filters, Kind};
use crate::text::QueryText;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// How many of the first hits may hold what was asked: people look no further down.
pub const LOOKED_AT: usize = 3;
/// Least share of a query's information that one of the first hits must hold, lest the result be
/// weak. Measured: of the judged queries of AGROFIT (`dev`) the least has 0.64, one in ten less than 0.8;
/// questions for what the demo catalog does not hold have 0 to 0.46.
pub const WEAK_BELOW: f64 = 0.5;
/// The same for something new to answer a question whose answer people did not take.
pub const ANSWERS_FROM: f64 = 0.75;
/// Most words of a query that distinguish it from others.
const KEY_TOKENS: usize = 24;

/// Where something was asked.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum QueryScope {
    /// In the search of the catalog.
    Items,
    /// In the search of the FAQs.
    Faqs,
    /// In a conversation.
    Chat,
}

impl From<Kind> for QueryScope {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Items => QueryScope::Items,
            Kind::Faqs => QueryScope::Faqs,
        }
    }
}

impl QueryScope {
    /// Kinds of records that a logged query of this scope searches.
    pub fn kinds(self) -> &'static [Kind] {
        match self {
            QueryScope::Items => &[Kind::Items],
            QueryScope::Faqs => &[Kind::Faqs],
            QueryScope::Chat => &[Kind::Faqs, Kind::Items],
        }
    }
}

/// Through what something was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Surface {
    /// The program's window.
    Window,
    /// The server: a browser, or another program.
    Http,
    /// The command line.
    Cli,
}

/// Why a query is a gap.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum GapReason {
    /// Nothing was found.
    NoResults,
    /// Something was found, and none of the first hits holds half of what was asked
    /// ([`WEAK_BELOW`]).
    Weak,
    /// The desk answered that it does not have it, or rested its answer on nothing that it found.
    Refused,
    /// A person rated the answer down.
    RatedDown,
}

/// Where a gap stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GapState {
    /// Something is missing.
    #[default]
    Open,
    /// Its query passes now.
    Passed,
    /// A person has decided that nothing is to be done.
    Dismissed,
}

/// The greatest share of a query's information (inverse document frequency) that one of the first
/// `best` records holds at all, in 0..1; each thing asked for counts as strongly as it stands there
/// (the very word 1, a synonym or a mistyped word less). A record that the query names holds all of
/// it. None where there are no records.
///
/// It is what the relevance fusion calls coverage, and the same whatever fusion and weights a profile
/// has: a share can be compared across profiles, a score cannot.
pub fn query_coverage(query: &Query, best: &[&Candidate]) -> Option<f64> {
    let best: Vec<Candidate> = best.iter().take(LOOKED_AT).map(|c| (*c).clone()).collect();
    let all: f64 = query.concepts.iter().map(|c| c.idf).sum();
    let find_held_share = |reading: &QueryEvidence<'_>| -> f64 {
        let held = query.concepts.iter().enumerate().map(|(at, c)| c.idf * reading.best(at).min(1.0));
        if all > 0.0 { held.sum::<f64>() / all } else { 0.0 }
    };
    let readings = read(query, &best);
    let shares =
        best.iter().zip(&readings).map(|(c, reading)| if c.named { 1.0 } else { find_held_share(reading) });
    shares.reduce(f64::max)
}

/// Whether a logged search is a gap, by its results and coverage.
pub fn search_gap(results: u32, coverage: Option<f64>) -> Option<GapReason> {
    match (results, coverage) {
        (0, _) => Some(GapReason::NoResults),
        (_, Some(share)) if share < WEAK_BELOW => Some(GapReason::Weak),
        _ => None,
    }
}

/// Whether an answer of the desk is a gap; `declines` where its text says that it does not have what was
/// asked. Courtesy, what is no business of a shop, danger, and turns that a person or a failure ended do
/// not show what is missing in catalog and FAQs.
pub fn turn_gap(trace: &Trace, declines: bool) -> Option<GapReason> {
    if matches!(trace.outcome, TraceOutcome::Stopped | TraceOutcome::Failed) || trace.debug.safety.is_some() {
        return None;
    }
    match trace.debug.intent {
        Intent::Greeting => None,
        // A classifier may take for foreign what a shop is asked in vain.
        Intent::OffTopic => names_trade(&trace.message).then_some(GapReason::Refused),
        Intent::Catalog | Intent::Faq | Intent::General if asks_nothing(trace) => None,
        Intent::Catalog | Intent::Faq | Intent::General => answer_gap(trace, declines),
    }
}

/// Whether neither the message nor what was looked for names anything.
fn asks_nothing(trace: &Trace) -> bool {
    let names_something = |search: &TraceSearch| !telling_words(&search.run.query).is_empty();
    is_idle(&trace.message) || !trace.searches.iter().any(names_something)
}

/// The gap of an answer to a question. What a model rests on a source fits in the model's eyes; what was
/// put together without one fits where a source that it names holds most of what was asked.
fn answer_gap(trace: &Trace, declines: bool) -> Option<GapReason> {
    let found = best_gap(&trace.searches);
    if declines || !trace.sources.iter().any(|source| source.cited) {
        return found.or(Some(GapReason::Refused));
    }
    let is_answered = trace.outcome == TraceOutcome::Answered;
    let fits = is_answered || is_reckoned(&trace.raw_answer) || holds_most(trace);
    found.filter(|_| !fits)
}

/// Whether an answer that was put together multiplies prices or sets items side by side. It says what of the question
/// it has no line for, and a search for items that were shown says little of how well they answer it.
pub fn is_reckoned(answer: &str) -> bool {
    has_counted_lines(answer) || answer.lines().any(|line| line.starts_with("|---|"))
}

/// Whether a source that the answer names holds more than half of the words that name something, each
/// counted once: among words that are in no record, the share by rarity ([`query_coverage`]) is small for a
/// right answer too.
fn holds_most(trace: &Trace) -> bool {
    trace.searches.iter().any(|search| {
        let mut words = telling_words(&search.run.query);
        words.sort_unstable();
        words.dedup();
        let count_held =
            |source: &ChatSource| words.iter().filter(|word| source.matched.contains(word)).count();
        trace.sources.iter().filter(|source| source.cited).any(|source| count_held(source) * 2 > words.len())
    })
}

/// Several searches are a gap where each is; of the weakest kind that any of them is.
fn best_gap(searches: &[TraceSearch]) -> Option<GapReason> {
    let gaps = searches.iter().map(|s| search_gap(s.run.result_count, s.coverage));
    gaps.collect::<Option<Vec<GapReason>>>().and_then(|gaps| gaps.into_iter().max())
}

/// What a gap's query gives now.
#[derive(Debug, Clone, PartialEq)]
pub struct Rerun {
    /// Hits.
    pub results: u32,
    /// [`query_coverage`].
    pub coverage: Option<f64>,
    /// The first hits.
    pub first: Vec<Uuid>,
}

/// Whether a gap is closed by what its searches give now: one of them is no gap any more; and where
/// people did not take the answer, one has something among its first hits that the answer did not
/// have (`known`) and that holds [`ANSWERS_FROM`] of the question.
pub fn closes_gap(reasons: &[GapReason], now: &[Rerun], known: &[Uuid]) -> bool {
    let judged = reasons.iter().any(|r| matches!(r, GapReason::Refused | GapReason::RatedDown));
    now.iter().any(|run| {
        let found = search_gap(run.results, run.coverage).is_none();
        let new = run.first.iter().any(|id| !known.contains(id));
        found && (!judged || (new && run.coverage.is_some_and(|share| share >= ANSWERS_FROM)))
    })
}

/// The key of a gap: the words of the query in no order, without stop words and
/// repetition, and the conditions it was asked under.
pub fn gap_key(text: &QueryText, filters: Option<&Filters>) -> String {
    let mut words: Vec<String> = text.terms().into_iter().take(KEY_TOKENS).collect();
    words.sort_unstable();
    words.dedup();
    let words = words.join(" ");
    match filters.filter(|filters| !filters.is_empty()) {
        Some(filters) => format!("{words}\n{}", serde_json::to_string(filters).unwrap_or_default()),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(query: &str) -> String {
        gap_key(&QueryText::parse(query), None)
    }

    #[test]
    fn order_case_accents_stop_words_and_repetition_make_no_other_gap() {
        let one = key("Ferrugem da SOJA fungicida");
        assert_eq!(one, key("fungicida para ferrugem na soja, soja"));
        assert_ne!(one, key("fungicida ferrugem café"));
        let filters = Filters { category: vec!["Sementes".into()], ..Filters::default() };
        assert_ne!(one, gap_key(&QueryText::parse("ferrugem soja fungicida"), Some(&filters)));
        let open = Filters::default();
        assert_eq!(one, gap_key(&QueryText::parse("ferrugem soja fungicida"), Some(&open)));
        assert!(key(&"palavra diferente ".repeat(4_000)).len() < 100);
    }

    #[test]
    fn nothing_found_and_little_held_are_gaps() {
        assert_eq!(search_gap(0, None), Some(GapReason::NoResults));
        assert_eq!(search_gap(3, Some(0.49)), Some(GapReason::Weak));
        assert_eq!(search_gap(3, Some(0.5)), None);
        assert_eq!(search_gap(3, None), None);
    }

    #[test]
    fn what_people_did_not_take_is_closed_by_something_new_alone() {
        let [old, new] = [Uuid::from_u128(1), Uuid::from_u128(2)];
        let run = |id, share| Rerun { results: 1, coverage: Some(share), first: vec![id] };
        let empty = Rerun { results: 0, coverage: None, first: vec![] };
        assert!(closes_gap(&[GapReason::NoResults], &[empty.clone(), run(old, 0.6)], &[]));
        assert!(!closes_gap(&[GapReason::NoResults], std::slice::from_ref(&empty), &[]));
        assert!(!closes_gap(&[GapReason::Weak], &[run(old, 0.4)], &[]));
        let judged = [GapReason::Weak, GapReason::RatedDown];
        assert!(!closes_gap(&judged, &[run(old, 1.0)], &[old]));
        assert!(!closes_gap(&judged, &[run(new, 0.6)], &[old]));
        assert!(closes_gap(&judged, &[run(new, 0.8)], &[old]));
    }
}
