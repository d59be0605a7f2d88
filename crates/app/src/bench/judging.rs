//! Relevance judging: the queue of records, grades, agreement between judges.

use super::set_queries::record_name;
use crate::api::{ById, login_of, new_write};
use crate::app::{App, Caller};
use crate::bench::InForce;
use crate::bench::judge::judge_name;
use crate::bench::judge::to_field_error;
use crate::bench::profile_gate::{load_active_profile, load_stored};
use crate::bench::sets::{SetPool, fetch_pool};
use crate::error::AppError;
use celeiro_domain::bench::agreement::{cohen_kappa, fleiss_kappa, weighted_kappa};
use celeiro_domain::bench::judging::{Grade, Judgment, SetQuery, check_judge, check_note, judging_order};
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::faq::Faq;
use celeiro_domain::search::Kind;
use celeiro_domain::wire::Number;
use celeiro_store::NewJudgment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use uuid::Uuid;

/// Records of each list that are pooled where nothing is said, and at most.
const USUAL_DEPTH: u32 = 10;
const MAX_DEPTH: u32 = 50;

/// A judgment, or its taking back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Judge {
    /// The query.
    pub id: Uuid,
    /// The record, by its external id or our own.
    pub record: String,
    /// From 0 for what does not belong there to the best of the set's scale (`topGrade`) for what was
    /// looked for; absent takes the judgment back.
    #[serde(default)]
    pub grade: Option<i32>,
    /// In the judge's words, at most 2,000 characters.
    #[serde(default)]
    pub note: String,
    /// The judge, 1..120 characters; on the command line the caller where absent.
    #[serde(default)]
    pub judge: Option<String>,
    /// Whether the judge saw neither places nor scores.
    #[serde(default)]
    pub blind: bool,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Which judgments are wanted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListJudgments {
    /// The set.
    pub id: Uuid,
    /// Of this query alone.
    #[serde(default)]
    pub query_id: Option<Uuid>,
}

/// What a judge wants to see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GetJudgingPool {
    /// The query.
    pub id: Uuid,
    /// A second profile, whose records are pooled with those of the active one.
    #[serde(default)]
    pub against: Option<String>,
    /// The judge; the caller where absent.
    #[serde(default)]
    pub judge: Option<String>,
    /// Whether places and scores are left out and the order is shuffled.
    #[serde(default)]
    pub blind: bool,
    /// Records of each list, 1..50; 10 where absent.
    #[serde(default)]
    pub depth: Option<u32>,
}

/// A record to be judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JudgingCard {
    /// By what name it is judged.
    pub record: String,
    /// The item, in a set that searches the catalog.
    pub item: Option<Item>,
    /// The FAQ, in one that searches FAQs.
    pub faq: Option<Faq>,
    /// What this judge said of it before.
    pub grade: Option<i32>,
    /// The note to that.
    pub note: String,
    /// Its place under the active profile, from 1; not shown to a judge who judges blindly.
    pub place: Option<u32>,
    /// Its score there; the same.
    #[specta(type = Option<Number>)]
    pub score: Option<f64>,
    /// Whether words found it; the same.
    pub by_words: Option<bool>,
    /// Whether vectors found it; the same.
    pub by_vectors: Option<bool>,
}

/// Records to be judged for a query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JudgingPool {
    /// The query.
    pub query: SetQuery,
    /// The judge.
    pub judge: String,
    /// Whether the judge sees neither places nor scores.
    pub blind: bool,
    /// The records, in the order in which they are to be judged.
    pub cards: Vec<JudgingCard>,
}

/// Two judges on the same records.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PairAgreement {
    /// The one.
    pub a: String,
    /// The other.
    pub b: String,
    /// Records that both judged.
    pub records: u32,
    /// Those to which both gave the same grade.
    pub same: u32,
    /// Cohen's kappa: 1 where they always agree, 0 where as often as by chance.
    #[specta(type = Option<Number>)]
    pub kappa: Option<f64>,
    /// The same with linear weights: 0 and 2 are twice as far apart as 0 and 1.
    #[specta(type = Option<Number>)]
    pub weighted_kappa: Option<f64>,
}

/// How far the judges of a set agree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Agreement {
    /// The judge.
    pub judges: Vec<String>,
    /// Any two of them that judged a record both.
    pub pairs: Vec<PairAgreement>,
    /// Records that more than one judged.
    pub shared_records: u32,
    /// Fleiss' kappa over all judges.
    #[specta(type = Option<Number>)]
    pub fleiss_kappa: Option<f64>,
}

/// Stores a judgment, or takes it back; answers those of the query.
///
/// # Errors
/// `not_found` for the query or a record that is not there, `invalid_fields` for a grade that is not of
/// the set's scale, or where it is not said who judges.
pub async fn judge(app: &App, caller: &Caller, request: Judge) -> Result<Vec<Judgment>, AppError> {
    let query = app.store().set_query(request.id).await?;
    let set = app.store().query_set(query.set_id).await?;
    let judge = judge_name(caller, request.judge.as_deref())?;
    let grade =
        request.grade.map(|grade| Grade::new(grade, set.top_grade)).transpose().map_err(to_field_error)?;
    let note = check_note(&request.note).map_err(to_field_error)?;
    let record = match (grade, record_name(app, set.kind, &request.record).await) {
        // What was judged before it left the catalog can be taken back still.
        (None, Err(_)) => request.record.clone(),
        (_, record) => record?,
    };
    let new = NewJudgment {
        query: query.id,
        record: &record,
        judge: &judge,
        grade,
        note: &note,
        blind: request.blind,
    };
    app.store().judge(&new, &new_write(caller, request.operation_id)).await?;
    Ok(app.store().judgments(query.set_id, Some(query.id)).await?)
}

/// Lists the grades that judges gave to the records of a query set, query by query.
///
/// # Errors
/// `not_found`.
pub async fn list_judgments(
    app: &App,
    _: &Caller,
    request: ListJudgments,
) -> Result<Vec<Judgment>, AppError> {
    app.store().query_set_version(request.id).await?;
    Ok(app.store().judgments(request.id, request.query_id).await?)
}

/// Measures how far the judges of a query set agree.
///
/// # Errors
/// `not_found`.
pub async fn judges_agreement(app: &App, _: &Caller, request: ById) -> Result<Agreement, AppError> {
    app.store().query_set_version(request.id).await?;
    Ok(measure_agreement(&app.store().judgments(request.id, None).await?))
}

/// How far judges agree, in pairs and all together, on records that several judged.
fn measure_agreement(judgments: &[Judgment]) -> Agreement {
    let mut records: BTreeMap<(Uuid, &str), BTreeMap<&str, i32>> = BTreeMap::new();
    for one in judgments {
        records.entry((one.query_id, &one.record)).or_default().insert(&one.judge, one.grade);
    }
    let judges: BTreeSet<&str> = judgments.iter().map(|one| one.judge.as_str()).collect();
    let judges: Vec<&str> = judges.into_iter().collect();
    let mut pairs = Vec::new();
    for (at, a) in judges.iter().enumerate() {
        for b in &judges[at + 1..] {
            let both = |grades: &BTreeMap<&str, i32>| Some((*grades.get(a)?, *grades.get(b)?));
            let both: Vec<(i32, i32)> = records.values().filter_map(both).collect();
            pairs.extend((!both.is_empty()).then(|| compare_judges(a, b, &both)));
        }
    }
    let shared: Vec<Vec<i32>> =
        records.values().filter(|g| g.len() > 1).map(|g| g.values().copied().collect()).collect();
    Agreement {
        judges: judges.iter().map(|judge| (*judge).to_owned()).collect(),
        pairs,
        shared_records: to_wire_count(shared.len()),
        fleiss_kappa: fleiss_kappa(&shared),
    }
}

/// Agreement of two judges on the grades that both gave.
fn compare_judges(a: &str, b: &str, both: &[(i32, i32)]) -> PairAgreement {
    PairAgreement {
        a: a.to_owned(),
        b: b.to_owned(),
        records: to_wire_count(both.len()),
        same: to_wire_count(both.iter().filter(|(a, b)| a == b).count()),
        kappa: cohen_kappa(both),
        weighted_kappa: weighted_kappa(both),
    }
}

/// A count that fits the wire.
fn to_wire_count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Collects the records that a judge grades for a query.
///
/// # Errors
/// `not_found`, `unknown_profile`; where a search fails.
pub async fn judging_pool(
    app: &App,
    caller: &Caller,
    request: GetJudgingPool,
) -> Result<JudgingPool, AppError> {
    let query = app.store().set_query(request.id).await?;
    let kind = app.store().query_set(query.set_id).await?.kind;
    let named = login_of(caller).or(request.judge.as_deref()).unwrap_or(&caller.actor);
    let judge = check_judge(named).map_err(to_field_error)?;
    let mut profiles = vec![InForce::new(app, load_active_profile(app).await?.profile, None)];
    if let Some(name) = &request.against {
        profiles.push(InForce::new(app, load_stored(app, name).await?.profile, None));
    }
    let depth = request.depth.unwrap_or(USUAL_DEPTH).clamp(1, MAX_DEPTH) as usize;
    let mut pool = fetch_pool(app, kind, &query.query, &profiles, depth).await?;
    let said = app.store().judgments(query.set_id, Some(query.id)).await?;
    let said: HashMap<String, Judgment> =
        said.into_iter().filter(|one| one.judge == judge).map(|one| (one.record.clone(), one)).collect();
    let case = query.case.clone().unwrap_or_default();
    for record in said.keys().chain(&case.expected).chain(&case.forbidden) {
        // What was judged before, or what a test names, is shown though no search finds it now.
        if let Some(id) = app.store().find_record(kind, record).await? {
            pool.entry(id).or_default();
        }
    }
    let mut cards = load_judging_cards(app, kind, &pool, said).await?;
    let order: Vec<String> = if request.blind {
        let seed = app.store().judging_seed(query.set_id).await?;
        judging_order(seed, &query.key, &judge, cards.keys().cloned().collect())
    } else {
        by_place(&cards)
    };
    let cards = order.iter().filter_map(|record| cards.remove(record));
    let cards = cards.map(|card| if request.blind { card.into_blinded() } else { card }).collect();
    Ok(JudgingPool { query, judge, blind: request.blind, cards })
}

impl JudgingCard {
    fn into_blinded(self) -> Self {
        Self { place: None, score: None, by_words: None, by_vectors: None, ..self }
    }
}

/// Records by their place in the result, those outside of it last.
fn by_place(cards: &BTreeMap<String, JudgingCard>) -> Vec<String> {
    let mut order: Vec<(u32, &String)> =
        cards.iter().map(|(record, card)| (card.place.unwrap_or(u32::MAX), record)).collect();
    order.sort();
    order.into_iter().map(|(_, record)| record.clone()).collect()
}

/// A record as a card shows it.
struct ShownRecords {
    id: Uuid,
    external: Option<String>,
    item: Option<Item>,
    faq: Option<Faq>,
}

impl ShownRecords {
    fn item(item: Item) -> Self {
        Self { id: item.id, external: item.external_id.clone(), item: Some(item), faq: None }
    }

    fn faq(faq: Faq) -> Self {
        Self { id: faq.id, external: faq.external_id.clone(), item: None, faq: Some(faq) }
    }
}

/// The records of a pool, each with the grade that the judge gave it before.
async fn load_judging_cards(
    app: &App,
    kind: Kind,
    pool: &HashMap<Uuid, SetPool>,
    mut said: HashMap<String, Judgment>,
) -> Result<BTreeMap<String, JudgingCard>, AppError> {
    let ids: Vec<Uuid> = pool.keys().copied().collect();
    let records: Vec<ShownRecords> = match kind {
        Kind::Items => app.store().items(&ids).await?.into_iter().map(ShownRecords::item).collect(),
        Kind::Faqs => app.store().faqs(&ids).await?.into_iter().map(ShownRecords::faq).collect(),
    };
    let card = |ShownRecords { id, external, item, faq }: ShownRecords| {
        let record = external.unwrap_or_else(|| id.to_string());
        let place = pool.get(&id).copied().unwrap_or_default();
        let said = said.remove(&record);
        let card = JudgingCard {
            record: record.clone(),
            item,
            faq,
            grade: said.as_ref().map(|one| one.grade),
            note: said.map(|one| one.note).unwrap_or_default(),
            place: place.place,
            score: place.score,
            by_words: Some(place.by_words),
            by_vectors: Some(place.by_vectors),
        };
        (record, card)
    };
    Ok(records.into_iter().map(card).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judgment(query: u128, record: &str, judge: &str, grade: i32) -> Judgment {
        Judgment {
            query_id: Uuid::from_u128(query),
            record: record.into(),
            judge: judge.into(),
            grade,
            note: String::new(),
            blind: false,
            judged_at: chrono::DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn judges_are_compared_on_the_records_that_both_judged_for_the_same_query() {
        let all = [
            judgment(1, "A", "ana", 2),
            judgment(1, "A", "bia", 2),
            judgment(1, "B", "ana", 0),
            judgment(1, "B", "bia", 2),
            judgment(2, "A", "ana", 1),
            judgment(1, "C", "caio", 1),
        ];
        let found = measure_agreement(&all);
        assert_eq!(found.judges, ["ana", "bia", "caio"]);
        assert_eq!((found.pairs.len(), found.shared_records), (1, 2), "caio shares no record with anybody");
        let pair = &found.pairs[0];
        assert_eq!((pair.a.as_str(), pair.b.as_str(), pair.records, pair.same), ("ana", "bia", 2, 1));
        assert_eq!(pair.kappa, Some(0.0), "as often as by chance");
        let nobody = measure_agreement(&[]);
        assert_eq!((nobody.judges.len(), nobody.fleiss_kappa), (0, None));
    }
}
