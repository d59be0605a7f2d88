//! Effects of an operation on the category tree, for the log of operations.

use super::mentions::MentionKind;
use crate::{Store, StoreError};
use uuid::Uuid;

/// A category that an operation changed, or something that names one and followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryTrace {
    /// What followed; none where a category was changed.
    pub mention: Option<MentionKind>,
    /// Its name today, else as the operation left it; none of a view that another person keeps for themselves.
    pub name: Option<String>,
    /// Of a category: where it stood, `Defensivos › Herbicidas`; none where it was not in the tree.
    pub from: Option<String>,
    /// Of a category: where the operation put it; none where it took it out.
    pub to: Option<String>,
}

impl Store {
    /// The first `most` of what `operation` did to the tree, each thing once, categories first. Views of others than
    /// `reader` are not named.
    pub async fn category_traces(
        &self,
        operation: Uuid,
        reader: &str,
        most: i64,
    ) -> Result<Vec<CategoryTrace>, StoreError> {
        let rows = sqlx::query!(
            r#"WITH whole AS (
                 SELECT kind, record, (array_agg(before ORDER BY id))[1] AS before,
                   (array_agg(after ORDER BY id DESC))[1] AS after, min(id) AS place
                 FROM category_changes WHERE operation_id = $1 GROUP BY kind, record)
               SELECT w.kind AS "kind!",
                 CASE w.kind
                   WHEN 'category' THEN coalesce((SELECT c.name FROM categories c WHERE c.id::text = w.record),
                     w.after ->> 'name', w.before ->> 'name')
                   WHEN 'field' THEN (SELECT f.content ->> 'name' FROM catalog_fields f WHERE f.id::text = w.record)
                   WHEN 'view' THEN (SELECT v.name FROM grid_views v
                     WHERE v.id::text = w.record AND (v.shared OR v.owner = $2))
                   WHEN 'import-profile' THEN (SELECT p.name FROM import_profiles p WHERE p.id::text = w.record)
                   ELSE w.record END AS name,
                 concat_ws(' › ', (SELECT c.name FROM categories c WHERE c.id::text = w.before ->> 'parent'),
                   w.before ->> 'name') AS "from!",
                 concat_ws(' › ', (SELECT c.name FROM categories c WHERE c.id::text = w.after ->> 'parent'),
                   w.after ->> 'name') AS "to!"
               FROM whole w WHERE w.before IS DISTINCT FROM w.after
               ORDER BY w.kind <> 'category', w.place LIMIT $3"#,
            operation,
            reader,
            most
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let place = |text: String| (!text.is_empty()).then_some(text);
        let traces = rows.into_iter().map(|row| {
            let mention = MentionKind::parse(&row.kind);
            let is_category = mention.is_none();
            CategoryTrace {
                mention,
                name: row.name,
                from: place(row.from).filter(|_| is_category),
                to: place(row.to).filter(|_| is_category),
            }
        });
        Ok(traces.collect())
    }
}
