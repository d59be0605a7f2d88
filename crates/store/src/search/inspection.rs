//! Inspection of one record in a search: runs the search's conditions for this record alone, to explain why it is
//! missing.

use crate::search::candidates::{document, further_columns, table};
use crate::search::filter_sql::push_filters;
use crate::search::lexical::statement_for;
use crate::search::vector::{VectorQuery, distance_statement};
use crate::{LexicalPlan, Store, StoreError};
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::rank::{Document, Field};
use celeiro_domain::search::{Filters, Kind};
use celeiro_domain::text::normalize_text;
use sqlx::{QueryBuilder, Row};
use uuid::Uuid;

impl Store {
    /// The record that people know by `reference`: its external id, or else our own. Deleted ones are
    /// not found; a product that was joined into another leads to that.
    pub async fn find_record(&self, kind: Kind, reference: &str) -> Result<Option<Uuid>, StoreError> {
        let mut sql = QueryBuilder::new(format!("SELECT id FROM {} WHERE deleted_at IS NULL", table(kind)));
        sql.push(" AND (external_id = ").push_bind(reference);
        sql.push(" OR id = ").push_bind(Uuid::parse_str(reference.trim()).ok());
        sql.push(") ORDER BY external_id = ").push_bind(reference).push(" DESC NULLS LAST LIMIT 1");
        let row = self.run(async { Ok(sql.build().fetch_optional(&self.pool).await?) }).await?;
        let found: Option<Uuid> = row.map(|row| row.try_get("id")).transpose()?;
        match (found, kind) {
            (None, Kind::Items) => self.find_joined_record(reference).await,
            (found, _) => Ok(found),
        }
    }

    /// The folded texts of a record, also of one that search may not find.
    pub async fn document(&self, kind: Kind, id: Uuid) -> Result<Option<Document>, StoreError> {
        let mut sql = QueryBuilder::new("SELECT i.search_text, ");
        sql.push(further_columns(kind)).push(" FROM ").push(table(kind));
        sql.push(" i WHERE i.deleted_at IS NULL AND i.id = ").push_bind(id);
        let row = self.run(async { Ok(sql.build().fetch_optional(&self.pool).await?) }).await?;
        Ok(row.map(|row| document(kind, &row)).transpose()?)
    }

    /// The folded texts that a checked draft would have once it is stored, as a new item or over the item
    /// `stored`, which keeps its packages where the draft does not speak of them.
    pub async fn document_of_draft(
        &self,
        stored: Option<Uuid>,
        draft: &ItemDraft,
    ) -> Result<Document, StoreError> {
        let attributes = serde_json::Value::Object(draft.attributes.clone());
        let packages = draft.packages.as_ref().map(|packages| serde_json::json!(packages));
        let folded = sqlx::query!(
            r#"SELECT t.attribute_text AS "attribute_text!", t.strong_text AS "strong_text!" FROM searched_item_texts($1,
               coalesce($2, (SELECT packages FROM catalog_items WHERE id = $3), '[]')) AS t"#,
            attributes,
            packages,
            stored
        )
        .fetch_one(&self.pool);
        let folded = self.run(async { Ok(folded.await?) }).await?;
        let line = |text: &Option<String>| normalize_text(text.as_deref().unwrap_or(""));
        let tags: Vec<String> = draft.tags.iter().map(|tag| normalize_text(tag)).collect();
        Ok(Document::from_folded([
            (Field::Name, normalize_text(&draft.name)),
            (Field::Description, line(&draft.description)),
            (Field::Category, line(&draft.category)),
            (Field::Manufacturer, line(&draft.manufacturer)),
            (Field::Tags, tags.join(" , ")),
            (Field::Attributes, folded.attribute_text),
            (Field::Notes, line(&draft.notes)),
            (Field::StrongAttributes, folded.strong_text),
        ]))
    }

    /// Whether the record holds one of the terms of `plan`, by the words that its search asks for.
    pub async fn holds_terms(&self, plan: &LexicalPlan, id: Uuid) -> Result<bool, StoreError> {
        let Some(mut sql) = statement_for(plan, id) else { return Ok(false) };
        Ok(self.run(async { Ok(sql.build().fetch_optional(&self.pool).await?) }).await?.is_some())
    }

    /// The distance of the record's nearest chunk; none where it has no vector of the model.
    pub async fn distance_to(&self, query: &VectorQuery, id: Uuid) -> Result<Option<f64>, StoreError> {
        let mut sql = distance_statement(query, id);
        let row = self.run(async { Ok(sql.build().fetch_one(&self.pool).await?) }).await?;
        Ok(row.try_get(0)?)
    }

    /// Whether an inspected item meets every filter of the search.
    pub async fn meets_filters(&self, id: Uuid, filters: &Filters) -> Result<bool, StoreError> {
        let mut sql = QueryBuilder::new("SELECT EXISTS (SELECT FROM catalog_items i WHERE i.id = ");
        sql.push_bind(id);
        push_filters(&mut sql, filters);
        sql.push(")");
        let row = self.run(async { Ok(sql.build().fetch_one(&self.pool).await?) }).await?;
        Ok(row.try_get(0)?)
    }
}
