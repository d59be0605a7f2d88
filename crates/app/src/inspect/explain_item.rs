//! Explanation of one record in one search: rank and reasons, or the stage at which it dropped out; and the comparison
//! with another record.

use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::inspect::{FetchedPool, RankDiagnosis, diagnose_rank, fetch};
use crate::messages::{name_of, translate, translate_with};
use crate::search::plan::Plan;
use crate::search::{node, plan_search};
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::faq::Faq;
use celeiro_domain::inspect::{
    Absence, Counterfactual, CutReason, CutStage, DifferenceRow, MarginUnit, Row, diff_score_rows,
    score_rows, search_counterfactual,
};
use celeiro_domain::search::{ExplanationNode, FallbackReason, Fusion, Kind, Lang, SearchRequest};
use celeiro_domain::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A record, or two, in a search.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExplainItem {
    /// The search.
    pub search: SearchRequest,
    /// The record, by its external id or id.
    pub item: String,
    /// Another, to be compared with.
    #[serde(default)]
    pub against: Option<String>,
}

/// A part of a score, or of the difference between two.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoreRow {
    /// Unique in its list; the same part has the same name in every score of a search.
    pub name: String,
    /// What it adds.
    #[specta(type = Number)]
    pub value: f64,
    /// The weight in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<Number>)]
    pub weight: Option<f64>,
    /// What it stands for.
    pub detail: String,
    /// Where it comes from: in a difference, first what the one has, then what the other has.
    pub parts: Vec<ExplanationNode>,
}

/// Where a record stands in a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordRank {
    /// The item, in a catalog search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<Item>,
    /// The FAQ, in a FAQ search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faq: Option<Faq>,
    /// Whether it is in the result.
    pub found: bool,
    /// Its place among all that was ranked, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// Every reason why it is not in the result: of the whole, by words and by vectors. Of one that is,
    /// empty.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<CutReason>,
    /// The stage at which it fell out: the gate that it got furthest to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<CutStage>,
    /// By how much.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<Number>)]
    pub margin: Option<f64>,
    /// What the margin counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_unit: Option<MarginUnit>,
    /// Filters that it does not meet.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub misses: Vec<String>,
    /// Its score: of a record that was not ranked, what it would have by what it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<Number>)]
    pub score: Option<f64>,
    /// What the score is made of; the rows add up to it.
    pub rows: Vec<ScoreRow>,
    /// Its place in the list by words, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lexical_rank: Option<u32>,
    /// Its place in the list by vectors, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vector_rank: Option<u32>,
    /// Distance of its nearest passage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<Number>)]
    pub vector_distance: Option<f64>,
}

/// A record, or two, explained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemExplanation {
    /// The record.
    #[serde(flatten)]
    pub standing: RecordRank,
    /// The other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<RecordRank>,
    /// The score of the one less that of the other, row by row, largest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Vec<ScoreRow>>,
    /// The smallest change of one weight that would turn the two, where both were ranked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterfactual: Option<Counterfactual>,
    /// The query as looked at.
    pub query: String,
    /// Hits wanted.
    pub limit: u32,
    /// The ranking profile in force.
    pub profile: String,
    /// The fusion in force.
    pub fusion: Fusion,
    /// Greatest distance that counts as found.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<Number>)]
    pub threshold: Option<f64>,
    /// Why vectors took no part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_reason: Option<FallbackReason>,
}

/// Where a record stands in a search, found or not, and what sets it apart from another.
///
/// # Errors
/// `not_found` where there is no such record, `same_record` where both are one; as
/// [`crate::search::api::search`].
pub async fn explain_item(
    app: &App,
    caller: &Caller,
    request: ExplainItem,
) -> Result<ItemExplanation, AppError> {
    let plan = plan_search(app, request.search).await?;
    explain_pair(app, caller, &plan, &request.item, request.against.as_deref()).await
}

/// Explains where a record stands in a planned search, and what sets it apart from another.
pub(crate) async fn explain_pair(
    app: &App,
    caller: &Caller,
    plan: &Plan,
    item: &str,
    against: Option<&str>,
) -> Result<ItemExplanation, AppError> {
    let fetched = fetch(app, plan).await?;
    let first = one(app, plan, fetched.as_ref(), item).await?;
    let second = match against {
        Some(other) => Some(one(app, plan, fetched.as_ref(), other).await?),
        None => None,
    };
    if second.as_ref().is_some_and(|second| second.0.id() == first.0.id()) {
        return Err(AppError::new(Code::SameRecord).with("reference", shorten_reference(item)));
    }
    let lang = caller.lang;
    let difference = second.as_ref().and_then(|second| {
        let (a, b) = (first.1.ranked.as_ref()?, second.1.ranked.as_ref()?);
        let rows = diff_score_rows(&a.explanation, &b.explanation);
        Some(rows.iter().map(|row| difference_row(lang, row)).collect())
    });
    let counterfactual =
        second.as_ref().and_then(|second| find_counterfactual(plan, fetched.as_ref()?, &first.1, &second.1));
    Ok(ItemExplanation {
        counterfactual,
        standing: present_rank(lang, first),
        against: second.map(|second| present_rank(lang, second)),
        difference,
        query: plan.raw.clone(),
        limit: plan.limit as u32,
        profile: plan.profile.name.clone(),
        fusion: plan.fusion,
        threshold: fetched.as_ref().and_then(|f| f.threshold(plan)),
        fallback_reason: fetched.as_ref().and_then(|f| f.fallback),
    })
}

/// What would put the lower of the two above the other.
fn find_counterfactual(
    plan: &Plan,
    fetched: &FetchedPool,
    a: &RankDiagnosis,
    b: &RankDiagnosis,
) -> Option<Counterfactual> {
    // No weight moves what another order has put in its place.
    if plan.sort().is_some() {
        return None;
    }
    let (above, below) = if a.place? < b.place? { (a, b) } else { (b, a) };
    let (above, below) = (above.ranked.as_ref()?.id, below.ranked.as_ref()?.id);
    search_counterfactual(&fetched.components, &plan.profile, plan.fusion, above, below)
        .filter(|answer| *answer != Counterfactual::Already)
}

/// A record with where it stands.
type DiagnosedRecord = (Record, RankDiagnosis);

enum Record {
    Item(Box<Item>),
    Faq(Box<Faq>),
}

impl Record {
    fn id(&self) -> Uuid {
        match self {
            Record::Item(item) => item.id,
            Record::Faq(faq) => faq.id,
        }
    }
}

/// What a person typed, as far as an error repeats it.
fn shorten_reference(reference: &str) -> String {
    reference.chars().take(120).collect()
}

async fn one(
    app: &App,
    plan: &Plan,
    fetched: Option<&FetchedPool>,
    reference: &str,
) -> Result<DiagnosedRecord, AppError> {
    let missing = || AppError::new(Code::NotFound).with("reference", shorten_reference(reference));
    let id = app.store().find_record(plan.kind, reference).await?.ok_or_else(missing)?;
    let record = match plan.kind {
        Kind::Items => Record::Item(Box::new(app.store().item(id).await?)),
        Kind::Faqs => Record::Faq(Box::new(app.store().faq(id).await?)),
    };
    let standing = match &record {
        Record::Item(item) => diagnose_rank(app, plan, fetched, id, item.status, item.price).await?,
        Record::Faq(faq) => diagnose_rank(app, plan, fetched, id, faq.status, None).await?,
    };
    Ok((record, standing))
}

fn present_rank(lang: Lang, (record, standing): DiagnosedRecord) -> RecordRank {
    let (item, faq) = match record {
        Record::Item(item) => (Some(*item), None),
        Record::Faq(faq) => (None, Some(*faq)),
    };
    let ranked = standing.ranked.as_ref();
    let absence: Option<&Absence> = standing.absence.as_ref();
    RecordRank {
        item,
        faq,
        found: absence.is_none(),
        place: standing.place,
        reasons: standing.reasons,
        stage: absence.map(|a| a.stage),
        margin: absence.and_then(|a| a.margin),
        margin_unit: absence.and_then(|a| a.unit),
        misses: standing.misses,
        score: ranked.map(|r| r.explanation.value()),
        rows: ranked
            .map_or_else(Vec::new, |r| score_rows(&r.explanation).iter().map(|r| row(lang, r)).collect()),
        lexical_rank: ranked.and_then(|r| r.lexical_rank),
        vector_rank: ranked.and_then(|r| r.vector_rank),
        vector_distance: standing.distance,
    }
}

fn row(lang: Lang, row: &Row<'_>) -> ScoreRow {
    let node = node(lang, row.source);
    ScoreRow {
        name: row.name.clone(),
        value: row.value,
        weight: row.weight,
        detail: node.description,
        parts: node.details,
    }
}

/// What both have of a row, or that one has none of it.
fn difference_row(lang: Lang, row: &DifferenceRow<'_>) -> ScoreRow {
    let parts: Vec<ExplanationNode> = row.a.into_iter().chain(row.b).map(|part| node(lang, part)).collect();
    let detail = match (row.a, row.b, parts.as_slice()) {
        (Some(_), Some(_), [a, b]) if a.description != b.description => {
            format!("{} | {}", a.description, b.description)
        }
        (Some(_), None, [a]) => format!("{} ({})", a.description, translate(lang, "explain.onlyFirst")),
        (None, Some(_), [b]) => format!("{} ({})", b.description, translate(lang, "explain.onlySecond")),
        (_, _, parts) => parts.first().map(|p| p.description.clone()).unwrap_or_default(),
    };
    ScoreRow { name: row.name.clone(), value: row.value, weight: row.weight, detail, parts }
}

/// Why a record is not in a result, in words: every reason, with its margin as `number` writes it. Filters
/// are named together.
pub fn reasons_in_words(lang: Lang, standing: &RecordRank, number: &dyn Fn(f64) -> String) -> Vec<String> {
    let one_filter = standing.misses.len() == 1;
    let mut said: Vec<String> = Vec::new();
    for reason in &standing.reasons {
        let mut what = translate(lang, &format!("stage.{}", name_of(&reason.stage)));
        if reason.stage == CutStage::Filter {
            what += &format!(": {}", standing.misses.join(", "));
        }
        let telling = reason.stage != CutStage::Filter || one_filter;
        if let (Some(margin), Some(unit), true) = (reason.margin, reason.unit, telling) {
            let margin = [("margin", number(margin))];
            what += &format!(" ({})", translate_with(lang, &format!("margin.{}", name_of(&unit)), &margin));
        }
        let what = match reason.half {
            Some(half) => translate_with(lang, &format!("half.{}", name_of(&half)), &[("what", what)]),
            None => what,
        };
        if !said.contains(&what) {
            said.push(what);
        }
    }
    said
}
