//! Setting a database up: what `init` does, and the demo catalog.

use crate::app::App;
use crate::error::AppError;
use celeiro_domain::search::Kind;

/// The demo catalog, one JSON object a line.
pub const DEMO_ITEMS: &str = include_str!("../../../demo/items.jsonl");
/// The demo FAQs.
pub const DEMO_FAQS: &str = include_str!("../../../demo/faqs.jsonl");

/// Whether a corpus has no records yet.
///
/// # Errors
/// What the database says.
pub async fn is_empty(app: &App, kind: Kind) -> Result<bool, AppError> {
    let counts = app.store().record_counts().await?;
    Ok(match kind {
        Kind::Items => counts.items == 0,
        Kind::Faqs => counts.faqs == 0,
    })
}
