//! The catalog's vocabulary: words that contain a term, spelling corrections, and the number of records that hold each
//! word.

use crate::connection::transaction::begin_transaction;
use crate::{Store, StoreError};
use celeiro_domain::rank::{Field, VocabularyWord};
use celeiro_domain::search::Kind;
use sqlx::PgConnection;
use std::collections::{HashMap, HashSet};

/// Of the words of a first import the planner knows no number: it would compare each with each, which takes twenty
/// seconds for ten thousand words and a tenth of one otherwise.
const COUNTING: &str = "SET enable_nestloop = off";

/// Words by the root or term of the request.
pub type TermWords = HashMap<String, Vec<VocabularyWord>>;

/// Most candidates for each mistyped word.
const NEAR_LIMIT: i64 = 60;

/// The word index marks the words of names and of attributes. Makers and categories are looked for in some
/// of the items that hold the word anywhere: one that names many items stands in nearly all of these.
const NAMING_WORDS: &str = r"SELECT word FROM (
    SELECT word, quote_literal(word) AS plain,
      quote_literal(E'\x01' || word) || ' | ' || quote_literal(E'\x02' || word) AS marked
    FROM unnest($1::text[]) AS word) AS asked
  WHERE EXISTS (SELECT FROM catalog_items WHERE search_words @@ marked::tsquery)
  OR EXISTS (SELECT FROM (
      SELECT split_part(search_text, E'\n', 3) || ' ' || split_part(search_text, E'\n', 4) AS said
      FROM catalog_items WHERE search_words @@ plain::tsquery LIMIT 500) AS holders
    WHERE ' ' || said || ' ' LIKE '% ' || word || ' %')";

impl Store {
    /// For each of `roots`, every word that contains it, and for each of `words` that the corpus
    /// has, how many records hold it.
    pub async fn look_up(
        &self,
        kind: Kind,
        roots: &[String],
        words: &[String],
    ) -> Result<(TermWords, HashMap<String, u32>), StoreError> {
        let patterns: Vec<String> = roots.iter().map(|t| format!("%{}%", escape_like(t))).collect();
        let rows = sqlx::query!(
            r#"SELECT t.root, v.word AS "word!", v.row_count AS "row_count!"
               FROM unnest($1::text[], $2::text[]) AS t(root, pattern) JOIN vocabulary v ON v.kind = $3 AND v.word LIKE t.pattern
               UNION ALL
               SELECT NULL, word, row_count FROM vocabulary WHERE kind = $3 AND word = ANY($4)"#,
            roots,
            &patterns,
            kind.as_str(),
            words
        )
        .fetch_all(&self.searching);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let mut containing: TermWords = roots.iter().map(|t| (t.clone(), Vec::new())).collect();
        let mut rows_of = HashMap::new();
        for row in rows {
            let count = row.row_count.max(0) as u32;
            match row.root {
                Some(root) => {
                    containing.entry(root).or_default().push(VocabularyWord { word: row.word, rows: count })
                }
                None => {
                    rows_of.insert(row.word, count);
                }
            }
        }
        Ok((containing, rows_of))
    }

    /// For each of `terms`, the words most like it by trigrams, likest first.
    pub async fn words_like(&self, kind: Kind, terms: &[String]) -> Result<TermWords, StoreError> {
        // Every connection of searches sets the least similarity.
        let rows = sqlx::query!(
            r#"SELECT t.term AS "term!", near.word AS "word!", near.row_count AS "row_count!"
                   FROM unnest($1::text[]) AS t(term), LATERAL (
                     SELECT v.word, v.row_count FROM vocabulary v
                     WHERE v.kind = $2 AND v.word % t.term
                     ORDER BY similarity(v.word, t.term) DESC, v.word LIMIT $3) AS near"#,
            terms,
            kind.as_str(),
            NEAR_LIMIT
        )
        .fetch_all(&self.searching);
        let rows = self.run(async { Ok(rows.await?) });
        let mut found = TermWords::new();
        for row in rows.await? {
            let word = VocabularyWord { word: row.word, rows: row.row_count.max(0) as u32 };
            found.entry(row.term).or_default().push(word);
        }
        Ok(found)
    }

    /// Finds those of `words` that name items: that stand in a name, a maker, a category or the value of an
    /// attribute. A word of descriptions alone names nothing.
    pub async fn naming_words(&self, words: &[String]) -> Result<HashSet<String>, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.pool).await?;
            // The planner takes a comparison of word lists for cheap and would read the table.
            sqlx::query("SET LOCAL enable_seqscan = off").execute(&mut *tx).await?;
            let known: Vec<String> = sqlx::query_scalar(NAMING_WORDS).bind(words).fetch_all(&mut *tx).await?;
            tx.commit().await?;
            Ok(known.into_iter().collect())
        })
        .await
    }

    /// Counts, anew, how many searchable records hold each word and how long fields are, folds
    /// pending entries into the indexes, takes a new digest of the words, and lets the planner look
    /// at the tables.
    pub async fn take_statistics(&self, kind: Kind) -> Result<(), StoreError> {
        self.count_words(kind).await?;
        self.take_digest(kind).await?;
        self.tidy(&["vocabulary", "digest_rows", "digest_words", "digest_columns", "changed_records"], &[])
            .await
    }

    async fn count_words(&self, kind: Kind) -> Result<(), StoreError> {
        let mut db = self.acquire_for_upkeep().await?;
        sqlx::query(COUNTING).execute(&mut *db).await?;
        count_words_on(&mut db, kind).await?;
        drop(db);
        match kind {
            Kind::Items => {
                self.tidy(
                    &["catalog_items", "catalog_item_embeddings"],
                    &["catalog_items_words", "catalog_items_trigrams", "catalog_items_package_trigrams"],
                )
                .await
            }
            Kind::Faqs => self.tidy(&["faqs", "faq_embeddings"], &["faqs_words", "faqs_trigrams"]).await,
        }
    }

    /// Names are literals of this module.
    async fn tidy(&self, tables: &[&str], gin_indexes: &[&str]) -> Result<(), StoreError> {
        let mut db = self.acquire_for_upkeep().await?;
        for index in gin_indexes {
            sqlx::query("SELECT gin_clean_pending_list($1::regclass)").bind(index).execute(&mut *db).await?;
        }
        for table in tables {
            sqlx::query(sqlx::AssertSqlSafe(format!("ANALYZE {table}"))).execute(&mut *db).await?;
        }
        Ok(())
    }

    /// Records of `kind` when statistics were last taken, and the mean number of words by field.
    pub async fn statistics(&self, kind: Kind) -> Result<(u32, HashMap<Field, f64>), StoreError> {
        let row = sqlx::query!(
            "SELECT row_count, mean_lengths FROM corpus_statistics WHERE kind = $1",
            kind.as_str()
        )
        .fetch_optional(&self.pool);
        let Some(row) = self.run(async { Ok(row.await?) }).await? else { return Ok((0, HashMap::new())) };
        let lengths = serde_json::from_value(row.mean_lengths).unwrap_or_default();
        Ok((row.row_count.max(0) as u32, lengths))
    }
}

/// Makes `%`, `_` and `\` plain characters of a LIKE pattern.
pub(crate) fn escape_like(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

async fn count_words_on(db: &mut PgConnection, kind: Kind) -> Result<(), StoreError> {
    let rows = match kind {
        Kind::Items => "SELECT search_words FROM catalog_items",
        Kind::Faqs => "SELECT search_words FROM faqs",
    };
    sqlx::query!(
        "UPDATE vocabulary v SET row_count = coalesce(s.ndoc, 0) \
         FROM vocabulary w LEFT JOIN ts_stat($2) s USING (word) \
         WHERE w.kind = $1 AND v.kind = w.kind AND v.word = w.word AND v.row_count <> coalesce(s.ndoc, 0)",
        kind.as_str(),
        rows
    )
    .execute(&mut *db)
    .await?;
    match kind {
        Kind::Items => {
            sqlx::query!(
                "INSERT INTO corpus_statistics (kind, row_count, mean_lengths) \
                 SELECT 'items', count(*), jsonb_build_object( \
                   'name', coalesce(avg(cardinality(string_to_array(split_part(search_text, E'\\n', 1), ' '))), 0), \
                   'description', coalesce(avg(cardinality(string_to_array(split_part(search_text, E'\\n', 2), ' '))), 0), \
                   'category', coalesce(avg(cardinality(string_to_array(split_part(search_text, E'\\n', 3), ' '))), 0), \
                   'manufacturer', coalesce(avg(cardinality(string_to_array(split_part(search_text, E'\\n', 4), ' '))), 0), \
                   'tags', coalesce(avg(cardinality(string_to_array(split_part(search_text, E'\\n', 5), ' '))), 0), \
                   'attributes', coalesce(avg(cardinality(string_to_array(attribute_text, ' '))), 0), \
                   'notes', coalesce(avg(cardinality(string_to_array(note_text, ' '))), 0), \
                   'strongAttributes', coalesce(avg(cardinality(string_to_array(strong_text, ' '))), 0)) \
                 FROM catalog_items WHERE searchable \
                 ON CONFLICT (kind) DO UPDATE SET row_count = excluded.row_count, mean_lengths = excluded.mean_lengths, taken_at = now()"
            )
            .execute(&mut *db)
            .await?;
        }
        Kind::Faqs => {
            sqlx::query!(
                "INSERT INTO corpus_statistics (kind, row_count, mean_lengths) \
                 SELECT 'faqs', count(*), jsonb_build_object( \
                   'question', coalesce(avg(cardinality(string_to_array(split_part(search_text, E'\\n', 1), ' '))), 0), \
                   'answer', coalesce(avg(cardinality(string_to_array(split_part(search_text, E'\\n', 2), ' '))), 0)) \
                 FROM faqs WHERE searchable \
                 ON CONFLICT (kind) DO UPDATE SET row_count = excluded.row_count, mean_lengths = excluded.mean_lengths, taken_at = now()"
            )
            .execute(&mut *db)
            .await?;
        }
    }
    Ok(())
}
