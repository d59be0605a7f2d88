//! Query and result types of a digest.

use crate::StoreError;
use crate::search::candidates::table;
use crate::search::digest::conditions::Conditions;
use crate::search::digest::postings::{PostingsTerm, SnapshotState, read_state};
use crate::search::filter_sql::push_filters;
use crate::search::lexical::lexeme;
use crate::search::tiers::unit;
use crate::search::vocabulary::escape_like;
use celeiro_domain::rank::RetrievalTerm;
use celeiro_domain::search::{Filters, Kind};
use sqlx::{PgConnection, QueryBuilder, Row};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Changed rows that a search still asks one by one; with more it asks the word index.
pub(crate) const MOST_CHANGED: usize = 256;

/// What one question to a digest fetches.
pub(crate) struct Answer {
    pub digest: i32,
    pub rows: usize,
    /// By word, then by value of a condition, then by substring: numbers, four bytes each.
    pub lists: Vec<Vec<u8>>,
    pub changed: Vec<Uuid>,
}

/// A row that was written since the digest was taken, as it is now.
pub(crate) struct ChangedRow {
    pub id: Uuid,
    /// Its number in the digest, if it was there.
    pub number: Option<u32>,
    /// What it is put in order by where the terms do not tell.
    pub tie: i64,
    pub standing: SnapshotState,
    /// Whether search finds it and it meets the conditions.
    pub eligible: bool,
}

/// What is asked for: words, values of conditions and substrings, and terms that name them by their
/// places.
pub(crate) struct DigestQuery {
    pub kind: Kind,
    words: Vec<String>,
    substrings: Vec<String>,
    pub terms: Vec<PostingsTerm>,
    pub conditions: Conditions,
    filters: Filters,
}

impl DigestQuery {
    /// Builds a digest's query; none where a digest does not know the filters.
    pub fn new(kind: Kind, terms: &[&RetrievalTerm], filters: &Filters) -> Option<Self> {
        // Only items have what conditions ask for.
        let filters = if kind == Kind::Items { filters.clone() } else { Filters::default() };
        let conditions = Conditions::new(&filters)?;
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut place = |word: String| {
            let next = places.len();
            *places.entry(word).or_insert(next)
        };
        let mut all = |words: &[String], mark: &str| -> Vec<usize> {
            words.iter().map(|w| place(format!("{mark}{w}"))).collect()
        };
        let mut sought: Vec<PostingsTerm> = terms
            .iter()
            .map(|term| {
                let mut any = all(&term.words, "");
                if term.attributes {
                    any.extend(all(&term.words, "\u{2}"));
                }
                PostingsTerm {
                    weight: unit(term.weight),
                    name_weight: unit(term.name_weight),
                    any,
                    phrases: term.phrases.iter().map(|phrase| all(phrase, "")).collect(),
                    in_name: all(&term.words, "\u{1}"),
                }
            })
            .collect();
        let mut words = vec![String::new(); places.len()];
        for (word, place) in places {
            words[place] = word;
        }
        let mut substrings = Vec::new();
        for (term, sought) in terms.iter().zip(&mut sought) {
            if let Some(substring) = &term.substring {
                sought.any.push(words.len() + conditions.values.len() + substrings.len());
                substrings.push(substring.clone());
            }
        }
        Some(Self { kind, words, substrings, terms: sought, conditions, filters })
    }

    /// Posting lists of the filters' values in the digest's answer.
    pub fn values<'a>(&self, answer: &'a Answer) -> &'a [Vec<u8>] {
        let start = self.words.len();
        answer.lists.get(start..start + self.conditions.values.len()).unwrap_or_default()
    }

    /// The lists and what was changed since; none where there is no digest or too much was changed.
    /// `by_values` says whether more than the words of a row counts: a condition, or an order.
    pub async fn ask(&self, db: &mut PgConnection, by_values: bool) -> Result<Option<Answer>, StoreError> {
        let Some(mut answer) = self.ask_lists(db, by_values).await? else { return Ok(None) };
        if answer.changed.len() > MOST_CHANGED {
            return Ok(None);
        }
        for substring in &self.substrings {
            answer.lists.push(self.ask_substring(db, answer.digest, substring).await?);
        }
        Ok(Some(answer))
    }

    /// One statement, so that lists and changes belong together.
    async fn ask_lists(&self, db: &mut PgConnection, by_values: bool) -> Result<Option<Answer>, StoreError> {
        let rows = sqlx::query(
            "SELECT d.id, d.row_count, NULL::integer AS place, NULL::bytea AS numbers, \
               ARRAY(SELECT DISTINCT c.record_id FROM changed_records c \
                 WHERE c.kind = $1 AND (c.words OR $2) LIMIT $3) AS changed \
             FROM digests d WHERE d.kind = $1 \
             UNION ALL SELECT d.id, d.row_count, asked.place, w.numbers, NULL \
             FROM digests d CROSS JOIN ( \
                 SELECT (ordinality - 1)::integer AS place, word \
                 FROM unnest($4::text[]) WITH ORDINALITY AS words(word, ordinality) \
                 UNION ALL SELECT (cardinality($4) + ordinality - 1)::integer, \
                   filter_word(field, filter_mark(field, key, value)) \
                 FROM unnest($5::text[], $6::text[], $7::text[]) WITH ORDINALITY AS v(field, key, value, ordinality) \
               ) AS asked \
             JOIN digest_words w ON w.digest = d.id AND w.word = asked.word WHERE d.kind = $1",
        )
        .bind(self.kind.as_str())
        .bind(by_values)
        .bind(MOST_CHANGED as i64 + 1)
        .bind(&self.words)
        .bind(&self.conditions.fields)
        .bind(&self.conditions.keys)
        .bind(&self.conditions.values)
        .fetch_all(db)
        .await?;
        let Some(first) = rows.first() else { return Ok(None) };
        let (digest, count): (i32, i32) = (first.try_get("id")?, first.try_get("row_count")?);
        let lists = vec![Vec::new(); self.words.len() + self.conditions.values.len()];
        let mut answer = Answer { digest, rows: count.max(0) as usize, lists, changed: vec![] };
        for row in &rows {
            match row.try_get::<Option<i32>, _>("place")? {
                None => answer.changed = row.try_get("changed")?,
                Some(place) => {
                    if let Some(list) = answer.lists.get_mut(place as usize) {
                        *list = row.try_get("numbers")?;
                    }
                }
            }
        }
        Ok(Some(answer))
    }

    /// The rows that hold a substring, which has no list. Rows that were changed since are asked anyway.
    async fn ask_substring(
        &self,
        db: &mut PgConnection,
        digest: i32,
        substring: &str,
    ) -> Result<Vec<u8>, StoreError> {
        let statement = format!(
            "SELECT coalesce(string_agg(int4send(d.number), ''), '') FROM {} r \
             JOIN digest_rows d ON d.digest = $1 AND d.record_id = r.id \
             WHERE r.searchable AND r.search_text LIKE $2",
            table(self.kind)
        );
        let numbers = sqlx::query_scalar(sqlx::AssertSqlSafe(statement));
        Ok(numbers.bind(digest).bind(format!("%{}%", escape_like(substring))).fetch_one(db).await?)
    }

    /// How the changed rows stand now, and where the digest has them. `tie` is what puts them in order
    /// where the terms do not tell.
    pub async fn ask_changed(
        &self,
        db: &mut PgConnection,
        answer: &Answer,
        tie: &str,
    ) -> Result<Vec<ChangedRow>, StoreError> {
        if answer.changed.is_empty() {
            return Ok(Vec::new());
        }
        let any: Vec<String> = self.words.iter().map(|word| lexeme(word)).collect();
        let mut sql = QueryBuilder::new("SELECT c.id, d.number, ");
        sql.push(tie).push(" AS tie, CASE WHEN i.search_words @@ ").push_bind(any.join("|"));
        sql.push("::tsquery THEN tsvector_to_array(i.search_words) END AS words, ARRAY[");
        for (at, substring) in self.substrings.iter().enumerate() {
            sql.push(if at == 0 { "" } else { ", " }).push("i.search_text LIKE ");
            sql.push_bind(format!("%{}%", escape_like(substring)));
        }
        sql.push("]::boolean[] AS substrings, (i.id IS NOT NULL");
        push_filters(&mut sql, &self.filters);
        sql.push(") AS eligible FROM unnest(").push_bind(answer.changed.clone());
        sql.push(") AS c(id) LEFT JOIN digest_rows d ON d.digest = ").push_bind(answer.digest);
        sql.push(" AND d.record_id = c.id LEFT JOIN ").push(table(self.kind));
        sql.push(" i ON i.id = c.id AND i.searchable");
        let rows = sql.build().fetch_all(db).await?;
        rows.iter()
            .map(|row| {
                let words: Option<Vec<String>> = row.try_get("words")?;
                let words: HashSet<String> = words.unwrap_or_default().into_iter().collect();
                let substrings: Vec<Option<bool>> = row.try_get("substrings")?;
                let holds = |place: usize| match self.words.get(place) {
                    Some(word) => words.contains(word),
                    None => {
                        let at = place - self.words.len() - self.conditions.values.len();
                        substrings.get(at).copied().flatten().unwrap_or_default()
                    }
                };
                // Of a row that misses a condition it is not known whether it does.
                let eligible = row.try_get::<Option<bool>, _>("eligible")?.unwrap_or_default();
                let number: Option<i32> = row.try_get("number")?;
                Ok(ChangedRow {
                    id: row.try_get("id")?,
                    number: number.and_then(|n| u32::try_from(n).ok()),
                    tie: row.try_get::<Option<i64>, _>("tie")?.unwrap_or_default(),
                    standing: if eligible {
                        read_state(&self.terms, holds)
                    } else {
                        SnapshotState::default()
                    },
                    eligible,
                })
            })
            .collect()
    }
}
