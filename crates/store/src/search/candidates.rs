//! Candidates of the lexical search, and the documents that ranking needs, for items and FAQs.

use crate::{Store, StoreError};
use celeiro_domain::rank::{Document, Field};
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use sqlx::postgres::PgRow;
use sqlx::{QueryBuilder, Row};
use std::collections::HashMap;
use uuid::Uuid;

/// Candidates of the lexical search, best first.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    /// Id and folded texts of each record.
    pub rows: Vec<(Uuid, Document)>,
    /// Duration of the database query in milliseconds, measured by the client.
    pub ms: f64,
}

impl Store {
    /// Loads the folded texts of searchable records. The result has no entry for a record that no longer
    /// exists.
    ///
    /// # Errors
    /// [`StoreError::Unreachable`], [`StoreError::Busy`] or [`StoreError::Stuck`] if the database does not
    /// answer.
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
    /// Loads the external ids of records. The result has no entry for a record without one.
    ///
    /// # Errors
    /// [`StoreError::Unreachable`], [`StoreError::Busy`] or [`StoreError::Stuck`] if the database does not
    /// answer.
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

/// Columns of `i` that [`document`] needs besides `search_text`; blank for FAQs.
pub(crate) fn further_columns(kind: Kind) -> &'static str {
    match kind {
        Kind::Items => "i.attribute_text, i.strong_text, i.note_text, i.tags",
        Kind::Faqs => "'' AS attribute_text, '' AS strong_text, '' AS note_text, '{}'::text[] AS tags",
    }
}

/// Builds the document of a row with `search_text` (one folded line for each field), `attribute_text`,
/// `strong_text`, `note_text` and `tags`. Commas separate the tags, so that no phrase matches across two of them.
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
                (Field::StrongAttributes, row.try_get("strong_text")?),
            ])
        }
    })
}
