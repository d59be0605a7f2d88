//! What the two searches hand over, for both kinds of records.

use crate::{Store, StoreError};
use celeiro_domain::rank::{Document, Field};
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use sqlx::postgres::PgRow;
use sqlx::{QueryBuilder, Row};
use std::collections::HashMap;
use uuid::Uuid;

/// Rows found by words, best first.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    /// Record and folded texts.
    pub rows: Vec<(Uuid, Document)>,
    /// Milliseconds the database took, as seen from here.
    pub ms: f64,
}

impl Store {
    /// The folded texts of searchable records; those that are gone are left out.
    pub async fn documents(&self, kind: Kind, ids: &[Uuid]) -> Result<HashMap<Uuid, Document>, StoreError> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let mut sql = QueryBuilder::new("SELECT i.id, i.search_text, ");
        sql.push(further_columns(kind)).push(" FROM ").push(table(kind));
        sql.push(" i WHERE i.searchable AND i.id = ANY(").push_bind(ids.to_vec()).push(")");
        let rows = self.run(async { Ok(sql.build().fetch_all(&self.searching).await?) }).await?;
        Ok(rows
            .iter()
            .map(|row| Ok((row.try_get("id")?, document(kind, row)?)))
            .collect::<Result<_, sqlx::Error>>()?)
    }
}

impl Store {
    /// The names that other systems know records by; those without one are left out.
    pub async fn external_ids(&self, kind: Kind, ids: &[Uuid]) -> Result<HashMap<Uuid, String>, StoreError> {
        let mut sql = QueryBuilder::new("SELECT id, external_id FROM ");
        sql.push(table(kind)).push(" WHERE external_id IS NOT NULL AND id = ANY(");
        sql.push_bind(ids.to_vec()).push(")");
        let rows = self.run(async { Ok(sql.build().fetch_all(&self.searching).await?) }).await?;
        Ok(rows
            .iter()
            .map(|row| Ok((row.try_get("id")?, row.try_get("external_id")?)))
            .collect::<Result<_, sqlx::Error>>()?)
    }
}

/// The table of a kind of record.
pub(crate) fn table(kind: Kind) -> &'static str {
    match kind {
        Kind::Items => "catalog_items",
        Kind::Faqs => "faqs",
    }
}

/// Columns of `i` that a document needs besides `search_text`; FAQs have none.
pub(crate) fn further_columns(kind: Kind) -> &'static str {
    match kind {
        Kind::Items => "i.attribute_text, i.note_text, i.tags",
        Kind::Faqs => "'' AS attribute_text, '' AS note_text, '{}'::text[] AS tags",
    }
}

/// A row with `search_text` (one folded line a field), `attribute_text`, `note_text` and `tags` as a
/// document.
/// Tags are set apart by commas here, so that each is a phrase of its own.
pub(crate) fn document(kind: Kind, row: &PgRow) -> Result<Document, sqlx::Error> {
    let search_text: &str = row.try_get("search_text")?;
    let mut lines = search_text.split('\n').map(str::to_owned);
    let mut line = || lines.next().unwrap_or_default();
    Ok(match kind {
        Kind::Faqs => Document::from_folded([(Field::Question, line()), (Field::Answer, line())]),
        Kind::Items => {
            let tags: Vec<String> = row.try_get("tags")?;
            let tags: Vec<String> = tags.iter().map(|t| normalize_text(t)).collect();
            Document::from_folded([
                (Field::Name, line()),
                (Field::Description, line()),
                (Field::Category, line()),
                (Field::Manufacturer, line()),
                (Field::Tags, tags.join(" , ")),
                (Field::Attributes, row.try_get("attribute_text")?),
                (Field::Notes, row.try_get("note_text")?),
            ])
        }
    })
}
