//! Setup of a database: the work of `init`, and the demo catalog.

use crate::app::{App, Caller};
use crate::bench::query_sets::{ImportQuerySet, SetImportOutcome, import_query_set};
use crate::error::AppError;
use crate::messages::translate;
use celeiro_domain::search::Kind;

/// The demo catalog, one JSON object a line.
pub const DEMO_ITEMS: &str = include_str!("../../../../demo/items.jsonl");
/// The demo FAQs.
pub const DEMO_FAQS: &str = include_str!("../../../../demo/faqs.jsonl");
/// Queries over the demo catalog, one JSON object a line.
pub const DEMO_QUERIES: &str = include_str!("../../../../demo/queries.jsonl");
/// What people judged for them.
pub const DEMO_QRELS: &str = include_str!("../../../../demo/qrels.tsv");

/// Whether the catalog has no records of this kind yet.
pub async fn is_empty(app: &App, kind: Kind) -> Result<bool, AppError> {
    let counts = app.store().record_counts().await?;
    Ok(match kind {
        Kind::Items => counts.items == 0,
        Kind::Faqs => counts.faqs == 0,
    })
}

/// Whose judgments those of the demo are.
const DEMO_JUDGE: &str = "demo";

/// Brings the demo's judged queries, where there is no query set yet.
pub async fn demo_query_set(app: &App, caller: &Caller) -> Result<Option<SetImportOutcome>, AppError> {
    if !app.store().query_sets(None).await?.is_empty() {
        return Ok(None);
    }
    let request = ImportQuerySet {
        name: translate(caller.lang, "querySet.demo.name"),
        kind: Kind::Items,
        description: translate(caller.lang, "querySet.demo.description"),
        queries: DEMO_QUERIES.to_owned(),
        qrels: DEMO_QRELS.to_owned(),
        judge: Some(DEMO_JUDGE.to_owned()),
        ..ImportQuerySet::default()
    };
    import_query_set(app, caller, request).await.map(Some)
}
