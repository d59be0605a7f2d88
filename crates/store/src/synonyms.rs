//! Synonym groups as stored.

use crate::write::{Begun, finish};
use crate::{Store, StoreError, Write};
use celeiro_domain::synonyms::{GroupKind, SynonymGroup};
use serde_json::json;

impl Store {
    /// Writes the shipped groups into a database that was never seeded; what people changed or
    /// removed since stays changed or removed.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn seed_synonyms(&self, groups: &[SynonymGroup]) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = self.pool.begin().await?;
            let first = sqlx::query!("INSERT INTO milestones (name) VALUES ('synonyms-seeded') ON CONFLICT DO NOTHING")
                .execute(&mut *tx)
                .await?
                .rows_affected();
            if first == 0 {
                return Ok(());
            }
            for group in groups {
                sqlx::query!(
                    "INSERT INTO synonym_groups (kind, name, terms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    kind_name(group.kind),
                    group.name,
                    &group.terms
                )
                .execute(&mut *tx)
                .await?;
            }
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// All groups.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn synonym_groups(&self) -> Result<Vec<SynonymGroup>, StoreError> {
        let rows =
            sqlx::query!("SELECT kind, name, terms FROM synonym_groups ORDER BY id").fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows
            .into_iter()
            .map(|r| SynonymGroup { kind: parse_kind(&r.kind), name: r.name, terms: r.terms })
            .collect())
    }

    /// Adds words to the group of this kind and name, which is created where it is not there, and takes
    /// others out of it; what two people add at once is both added. The words are checked already.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn change_synonyms(
        &self,
        group: &SynonymGroup,
        removed: &[String],
        write: &Write,
    ) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = match self.begin("change-synonyms", write).await? {
                Begun::Done(_) => return Ok(()),
                Begun::New(tx) => tx,
            };
            sqlx::query!(
                "INSERT INTO synonym_groups AS g (kind, name, terms) VALUES ($1, $2, $3) \
                 ON CONFLICT (kind, name) DO UPDATE SET updated_at = clock_timestamp(), terms = \
                 ARRAY(SELECT t FROM unnest(g.terms || ARRAY(SELECT n FROM unnest($3::text[]) AS n WHERE n <> ALL (g.terms))) AS t \
                 WHERE t <> ALL ($4::text[]))",
                kind_name(group.kind),
                group.name,
                &group.terms,
                removed
            )
            .execute(&mut *tx)
            .await?;
            finish(&mut tx, write, &json!({ "name": group.name })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// When groups were last changed and how many there are: what a cache of them is checked by.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn synonyms_stamp(&self) -> Result<(i64, Option<chrono::DateTime<chrono::Utc>>), StoreError> {
        let row =
            sqlx::query!(r#"SELECT count(*) AS "count!", max(updated_at) AS latest FROM synonym_groups"#)
                .fetch_one(&self.pool);
        let row = self.run(async { Ok(row.await?) }).await?;
        Ok((row.count, row.latest))
    }
}

fn kind_name(kind: GroupKind) -> &'static str {
    match kind {
        GroupKind::Culture => "culture",
        GroupKind::Treatment => "treatment",
        GroupKind::Generic => "generic",
    }
}

fn parse_kind(name: &str) -> GroupKind {
    match name {
        "culture" => GroupKind::Culture,
        "treatment" => GroupKind::Treatment,
        _ => GroupKind::Generic,
    }
}
