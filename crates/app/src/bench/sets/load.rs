//! Loading of a stored set for a measurement: one grade a record, without excluded queries.

use crate::app::App;
use crate::bench::eval::{JudgedQuery, QuerySet};
use crate::error::{AppError, Code};
use celeiro_domain::bench::Protection;
use celeiro_domain::bench::agreement::agreed_grade;
use celeiro_domain::bench::judging::{Judgment, QuerySetSummary, SetQuery};
use celeiro_domain::bench::metrics::Judgments;
use celeiro_domain::text::{name_nearest, normalize_text};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// The set `id`, without the queries that are put aside.
///
/// # Errors
/// [`Code::NotFound`].
pub async fn load(app: &App, id: Uuid) -> Result<(QuerySetSummary, QuerySet), AppError> {
    let (set, queries, judgments) = load_set_parts(app, id).await?;
    let mut whole = of_parts(&set, &queries, &judgments);
    whole.queries.retain(|query| !query.skipped);
    let asked: HashSet<&str> = whole.queries.iter().map(|query| query.id.as_str()).collect();
    whole.judgments.retain(|id, _| asked.contains(id.as_str()));
    Ok((set, whole))
}

/// Set, queries and judgments as stored.
async fn load_set_parts(
    app: &App,
    id: Uuid,
) -> Result<(QuerySetSummary, Vec<SetQuery>, Vec<Judgment>), AppError> {
    let set = app.store().query_set(id).await?;
    let (queries, judgments) =
        tokio::try_join!(app.store().set_queries(id), app.store().judgments(id, None))?;
    Ok((set, queries, judgments))
}

/// Builds a query set with all its queries, of judges those whose judgments are given.
pub(crate) fn of_parts(set: &QuerySetSummary, queries: &[SetQuery], judgments: &[Judgment]) -> QuerySet {
    let keys: HashMap<Uuid, &str> = queries.iter().map(|query| (query.id, query.key.as_str())).collect();
    let mut grades: HashMap<(&str, &str), Vec<i32>> = HashMap::new();
    for judgment in judgments {
        if let Some(key) = keys.get(&judgment.query_id) {
            grades.entry((key, &judgment.record)).or_default().push(judgment.grade);
        }
    }
    let mut by_query: HashMap<String, Judgments> = HashMap::new();
    for ((key, record), grades) in grades {
        if let Some(grade) = agreed_grade(&grades) {
            by_query.entry(key.to_owned()).or_default().insert(record.to_owned(), grade);
        }
    }
    QuerySet {
        queries: queries.iter().map(|query| judged_query(set, query)).collect(),
        judgments: by_query,
        protection: Protection {
            whole: set.protected,
            classes: set.protected_classes.iter().cloned().collect(),
        },
    }
}

/// A stored query, marked where the set protects its class.
fn judged_query(set: &QuerySetSummary, query: &SetQuery) -> JudgedQuery {
    let case = query.case.clone().unwrap_or_default();
    JudgedQuery {
        id: query.key.clone(),
        query: query.query.clone(),
        kind: query.class.clone(),
        protected: query.protected,
        protected_class: query.class.as_ref().is_some_and(|class| set.protected_classes.contains(class)),
        skipped: query.skipped,
        expected: case.expected,
        forbidden: case.forbidden,
    }
}

/// The set that a person calls `name`, whatever its case and accents, or that has this id.
///
/// # Errors
/// [`Code::UnknownQuerySet`] with the names that there are.
pub async fn find_query_set(app: &App, name: &str) -> Result<QuerySetSummary, AppError> {
    let mut sets = app.store().query_sets(None).await?;
    let (folded, id) = (normalize_text(name), Uuid::parse_str(name.trim()).ok());
    match sets.iter().position(|set| normalize_text(&set.name) == folded || Some(set.id) == id) {
        Some(at) => Ok(sets.swap_remove(at)),
        None => {
            let names = name_nearest(name, sets.iter().map(|set| set.name.as_str()));
            let name: String = name.chars().take(120).collect();
            Err(AppError::new(Code::UnknownQuerySet).with("name", name).with("allowed", names))
        }
    }
}
