//! Verification of a shared file: a re-run here with the profiles inside, and the figures that differ with their
//! reasons.

use crate::app::{App, Caller};
use crate::bench::{InForce, compare_profiles};
use crate::error::{AppError, Code};
use crate::inspect::explain_item::{ItemExplanation, RecordRank, explain_pair};
use crate::search::plan_as;
use crate::share::api::{
    OtherHere, OtherRow, ShareVerification, SharedComparison, SharedEvaluation, find_embedding_model,
    load_profile,
};
use celeiro_domain::bench::check_profile;
use celeiro_domain::rank::Profile;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Figures that differ by no more are the same.
const SAME: f64 = 1e-6;

/// Figures by record, class or query, and row.
type Figures = BTreeMap<(String, String), f64>;

/// Runs a comparison again.
///
/// # Errors
/// `invalid_profile` for a profile that cannot be; what a search says.
pub(crate) async fn verify_comparison(
    app: &App,
    caller: &Caller,
    shared: SharedComparison,
) -> Result<ShareVerification, AppError> {
    check_shared_profile(&shared.profile)?;
    let kind = shared.search.kind.unwrap_or_default();
    let mut other = other_profiles(app, &[&shared.profile]).await?;
    let plan = plan_as(app, shared.search, shared.profile, Some(shared.fusion)).await?;
    let now = match explain_pair(app, caller, &plan, &shared.item, Some(&shared.against)).await {
        Ok(now) => Some(now),
        // A record that is not here is the answer, not a failure.
        Err(error) if error.code() == Code::NotFound => None,
        Err(error) => return Err(error),
    };
    let vectors = now.as_ref().is_none_or(|now| now.fallback_reason.is_none());
    let other_model = find_embedding_model(app, kind, vectors).await? != shared.embedding_model;
    let before = of_explanation(&shared.explanation);
    let verified = compare_figures(&before, &now.as_ref().map(of_explanation).unwrap_or_default());
    let same_records = now
        .as_ref()
        .is_some_and(|now| list_record_contents(now) == list_record_contents(&shared.explanation));
    // Where records and model are the same, only the words of the rest of the catalog can weigh
    // otherwise.
    if !same_records || (!verified.same && !other_model) {
        other.push(OtherHere::Catalog);
    }
    if other_model {
        other.push(OtherHere::Model);
    }
    Ok(ShareVerification { other, ..verified })
}

/// Runs an evaluation again.
///
/// # Errors
/// As [`verify_comparison`]; `query_set_foreign` where none of the judged records is here.
pub(crate) async fn verify_evaluation(
    app: &App,
    shared: SharedEvaluation,
) -> Result<ShareVerification, AppError> {
    check_shared_profile(&shared.before)?;
    check_shared_profile(&shared.after)?;
    let mut other = other_profiles(app, &[&shared.before, &shared.after]).await?;
    let kind = shared.set.kind;
    let before = InForce { profile: shared.before, fusion: shared.before_fusion };
    let after = InForce { profile: shared.after, fusion: shared.after_fusion };
    let now = compare_profiles(app, &shared.set.set(), kind, &before, &after, |_| ()).await?;
    let other_model = find_embedding_model(app, kind, true).await? != shared.embedding_model;
    let verified = compare_figures(&of_report(&shared.report), &of_report(&now));
    if !verified.same && !other_model {
        other.push(OtherHere::Catalog);
    }
    if other_model {
        other.push(OtherHere::Model);
    }
    Ok(ShareVerification { other, ..verified })
}

/// Refuses a profile from a file with values that no profile may have.
fn check_shared_profile(profile: &Profile) -> Result<(), AppError> {
    check_profile(profile).map_err(|e| {
        let error = AppError::new(Code::InvalidProfile).with("path", e.path);
        error.with("value", e.value).with("allowed", e.allowed)
    })
}

/// Whether a profile of these is another one here, as searches would use it, or not here at all.
async fn other_profiles(app: &App, profiles: &[&Profile]) -> Result<Vec<OtherHere>, AppError> {
    for profile in profiles {
        let here = match load_profile(app, &profile.name).await {
            Ok(here) => Some(InForce::new(app, here, None).profile),
            Err(error) if error.code() == Code::UnknownProfile => None,
            Err(error) => return Err(error),
        };
        if here.as_ref() != Some(profile) {
            return Ok(vec![OtherHere::Profile]);
        }
    }
    Ok(Vec::new())
}

/// What people see of the two records, wherever they are stored.
fn list_record_contents(explanation: &ItemExplanation) -> Vec<Value> {
    let content = |standing: &RecordRank| match (&standing.item, &standing.faq) {
        (Some(i), _) => json!([
            i.name,
            i.description,
            i.category,
            i.manufacturer,
            i.price,
            i.tags,
            i.status,
            i.attributes,
            i.notes,
            i.packages
        ]),
        (_, Some(f)) => json!([f.question, f.answer, f.tags, f.status]),
        _ => Value::Null,
    };
    std::iter::once(&explanation.standing).chain(&explanation.against).map(content).collect()
}

/// Every figure of a comparison, by record (`A` or `B`) and name.
fn of_explanation(explanation: &ItemExplanation) -> Figures {
    let mut figures = Figures::new();
    let records = [("A", Some(&explanation.standing)), ("B", explanation.against.as_ref())];
    for (of, standing) in records.into_iter().filter_map(|(of, s)| Some((of, s?))) {
        let mut note = |name: &str, value: f64| figures.insert((of.to_owned(), name.to_owned()), value);
        for row in &standing.rows {
            note(&row.name, row.value);
        }
        if let Some(score) = standing.score {
            note("score", score);
        }
        if let Some(place) = standing.place {
            note("place", f64::from(place));
        }
    }
    figures
}

/// Every figure of an evaluation, by class or query and name.
fn of_report(report: &crate::bench::CompareReport) -> Figures {
    let mut figures = Figures::new();
    for compared in [(&report.before, "before"), (&report.after, "after")] {
        let (compared, side) = compared;
        for (name, value) in [
            ("ndcg@10", compared.quality.ndcg),
            ("recall@50", compared.quality.recall),
            ("mrr@10", compared.quality.mrr),
        ] {
            figures.insert((String::new(), format!("{side} {name}")), value);
        }
    }
    let mut both = |of: &str, before: f64, after: f64| {
        figures.insert((of.to_owned(), "before ndcg@10".to_owned()), before);
        figures.insert((of.to_owned(), "after ndcg@10".to_owned()), after);
    };
    let comparison = &report.comparison;
    both("*", comparison.overall.before, comparison.overall.after);
    for (class, change) in &comparison.per_class {
        both(&format!("[{class}]"), change.before, change.after);
    }
    for query in &comparison.queries {
        both(&query.id, query.before, query.after);
    }
    figures
}

/// Lists figures that one side lacks or that differ by more than [`SAME`].
fn compare_figures(before: &Figures, now: &Figures) -> ShareVerification {
    let names: std::collections::BTreeSet<&(String, String)> = before.keys().chain(now.keys()).collect();
    let compared = u32::try_from(names.len()).unwrap_or(u32::MAX);
    let rows: Vec<OtherRow> = names
        .into_iter()
        .filter_map(|name| {
            let (before, now) = (before.get(name).copied(), now.get(name).copied());
            let same = matches!((before, now), (Some(a), Some(b)) if (a - b).abs() <= SAME);
            let (of, name) = name.clone();
            (!same).then_some(OtherRow { of, name, before, now })
        })
        .collect();
    ShareVerification { same: rows.is_empty() && compared > 0, other: Vec::new(), rows, compared }
}
