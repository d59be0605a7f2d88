//! The gate: effects of a profile on all protected queries.
//!
//! The gate measures the protected queries of every stored set, and all queries of the set that a person names.

use super::load::load;
use crate::app::App;
use crate::bench::eval::{QuerySet, check_fit};
use crate::bench::{InForce, compare_profiles};
use crate::error::{AppError, Code};
use crate::runtime::tasks::Meter;
use celeiro_domain::bench::judging::QuerySetSummary;
use celeiro_domain::bench::{QualityChange, Tolerances, Worse, find_regressions};
use celeiro_domain::rank::Profile;
use celeiro_domain::search::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;
use uuid::Uuid;

/// A set as the gate saw it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GateSet {
    /// The stored set; none for one that came with the request.
    pub id: Option<Uuid>,
    /// Its name.
    pub name: Option<String>,
    /// What it searches.
    pub kind: Kind,
    /// All that was measured of it.
    pub overall: QualityChange,
    /// By class.
    pub per_class: BTreeMap<String, QualityChange>,
    /// What of it got worse.
    pub worse: Vec<Worse>,
}

/// Something that got worse, and in which set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetWorse {
    /// The stored set's name; none for the one that came with the request.
    pub set: Option<String>,
    /// What.
    #[serde(flatten)]
    pub worse: Worse,
}

impl SetWorse {
    /// Counts what gets worse in a query set, by kind, for the message of the gate. A class is a mean over queries,
    /// so they are never added up.
    pub fn counts(worse: &[Self]) -> [(&'static str, usize); 4] {
        let count = |is: fn(&Worse) -> bool| worse.iter().filter(|one| is(&one.worse)).count();
        [
            ("means", count(|what| matches!(what, Worse::Overall { .. }))),
            ("classes", count(|what| matches!(what, Worse::Class { .. }))),
            ("queries", count(|what| matches!(what, Worse::Query { .. }))),
            ("cases", count(|what| matches!(what, Worse::Case { .. }))),
        ]
    }
}

/// What the gate saw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GateReport {
    /// The profile that is left.
    pub against: String,
    /// The sets that were asked.
    pub sets: Vec<GateSet>,
    /// Names of sets that protect something but speak of no record that is there.
    pub unmeasured: Vec<String>,
    /// What got worse.
    pub worse: Vec<SetWorse>,
}

/// Judged queries and what they are asked of.
#[derive(Debug, Clone, Copy)]
pub struct JudgedSet<'a> {
    /// The queries.
    pub set: &'a QuerySet,
    /// What is searched.
    pub kind: Kind,
    /// The stored set that they are of.
    pub stored: Option<&'a QuerySetSummary>,
}

/// What `after` does in the place of `before`; nothing where there is no set to ask.
pub(crate) async fn ask_profile_gate(
    app: &App,
    before: &Profile,
    after: &Profile,
    named: Option<JudgedSet<'_>>,
    meter: &Meter,
) -> Result<Option<GateReport>, AppError> {
    let against = before.name.clone();
    let (before, after) = (InForce::new(app, before.clone(), None), InForce::new(app, after.clone(), None));
    let mut report = GateReport { against, sets: Vec::new(), unmeasured: Vec::new(), worse: Vec::new() };
    let (protected, unmeasured) = load_protected_sets(app, named).await?;
    report.unmeasured = unmeasured;
    let stored =
        protected.iter().map(|(summary, set)| JudgedSet { set, kind: summary.kind, stored: Some(summary) });
    let asked: Vec<JudgedSet<'_>> = named.into_iter().chain(stored).collect();
    let total = asked.iter().map(|asked| asked.set.queries.len()).sum();
    let mut measured = 0;
    for asked in asked {
        let note = |done| meter.note(measured + done, total);
        report.sets.push(measure_gate_set(app, asked, &before, &after, note).await?);
        measured += asked.set.queries.len();
    }
    report.worse = report.sets.iter().flat_map(of_set).collect();
    Ok((!report.sets.is_empty() || !report.unmeasured.is_empty()).then_some(report))
}

/// What stored sets protect, besides the set that a person names; and the names of those that speak of
/// no record that is there.
async fn load_protected_sets(
    app: &App,
    named: Option<JudgedSet<'_>>,
) -> Result<(Vec<(QuerySetSummary, QuerySet)>, Vec<String>), AppError> {
    let known = named.and_then(|named| named.stored).map(|set| set.id);
    let (mut sets, mut unmeasured) = (Vec::new(), Vec::new());
    let stored = app.store().query_sets(None).await?;
    for summary in stored.into_iter().filter(|set| set.is_protected() && Some(set.id) != known) {
        let (summary, set) = load(app, summary.id).await?;
        let set = protected_part(set);
        if set.queries.is_empty() {
            continue;
        }
        match check_fit(app, &set, summary.kind).await {
            Err(error) if error.code() == Code::QuerySetForeign => unmeasured.push(summary.name),
            fits => {
                fits?;
                sets.push((summary, set));
            }
        }
    }
    Ok((sets, unmeasured))
}

/// What got worse in a set, under the set's name.
fn of_set(set: &GateSet) -> impl Iterator<Item = SetWorse> {
    set.worse.iter().map(|worse| SetWorse { set: set.name.clone(), worse: worse.clone() })
}

/// Compares both profiles on a set; refuses a figure that was measured without vectors by a failure.
async fn measure_gate_set(
    app: &App,
    asked: JudgedSet<'_>,
    before: &InForce,
    after: &InForce,
    progress: impl Fn(usize),
) -> Result<GateSet, AppError> {
    let report = compare_profiles(app, asked.set, asked.kind, before, after, progress).await?;
    if let Some(without) = report.without_vectors.filter(|without| without.is_failure()) {
        return Err(without.refusal(asked.set.queries.len()));
    }
    Ok(GateSet {
        id: asked.stored.map(|set| set.id),
        name: asked.stored.map(|set| set.name.clone()),
        kind: asked.kind,
        worse: find_regressions(&report.comparison, &Tolerances::default(), &asked.set.protection),
        overall: report.comparison.overall,
        per_class: report.comparison.per_class,
    })
}

/// Queries that nothing protects cannot stop a profile: they are not searched for it.
fn protected_part(mut set: QuerySet) -> QuerySet {
    let protection = &set.protection;
    let holds = |class: &Option<String>| class.as_ref().is_some_and(|c| protection.classes.contains(c));
    set.queries.retain(|query| protection.whole || query.protected || holds(&query.kind));
    set
}
