//! The digest of the word index: how it is taken and how it is asked.
//!
//! The word index says which rows hold a word, but to order them each row has to be read, and a
//! common word is held by most of a catalog. A digest (see the migration of that name) holds the
//! same as lists of numbers, which are added up here (`postings.rs`). Rows written since it was
//! taken are asked themselves, so what is found is what the word index finds; a test compares them.

use crate::connection::transaction::begin_snapshot;
use crate::search::candidates::{document, further_columns, table};
use crate::search::lexical::lexeme;
use crate::search::postings::{SnapshotState, Sought, Tally, standing};
use crate::search::tiers::unit;
use crate::{Store, StoreError};
use celeiro_domain::rank::{Document, RetrievalTerm};
use celeiro_domain::search::Kind;
use sqlx::{PgConnection, QueryBuilder, Row};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Changed rows that a search still asks one by one; with more it asks the word index.
const MOST_CHANGED: usize = 256;
/// Changed rows from which on a new digest is worth its work.
const OUTGROWN: i64 = 96;

/// What orders rows: weight, then brevity, then id.
type Place = (Reverse<u32>, i32, Uuid);

/// What one question to a digest fetches.
struct Answer {
    digest: i32,
    rows: usize,
    /// By word asked for: numbers, four bytes each.
    lists: Vec<Vec<u8>>,
    changed: Vec<Uuid>,
}

/// A row that was written since the digest was taken.
struct ChangedRows {
    id: Uuid,
    number: Option<u32>,
    length_key: i32,
    standing: SnapshotState,
}

/// What is asked for: words, and terms that name them by their place.
struct Question {
    words: Vec<String>,
    terms: Vec<Sought>,
}

impl Question {
    fn new(terms: &[&RetrievalTerm]) -> Self {
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut place = |word: String| {
            let next = places.len();
            *places.entry(word).or_insert(next)
        };
        let mut all = |words: &[String], mark: &str| -> Vec<usize> {
            words.iter().map(|w| place(format!("{mark}{w}"))).collect()
        };
        let sought = terms
            .iter()
            .map(|term| {
                let mut any = all(&term.words, "");
                if term.attributes {
                    any.extend(all(&term.words, "\u{2}"));
                }
                Sought {
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
        Self { words, terms: sought }
    }
}

impl Store {
    /// The best rows by `terms`, in the order of weights; none where there is no digest, or too much
    /// was changed since.
    pub(crate) async fn search_digest(
        &self,
        kind: Kind,
        terms: &[&RetrievalTerm],
        limit: usize,
    ) -> Result<Option<Vec<(Uuid, Document)>>, StoreError> {
        let question = Question::new(terms);
        self.run(self.best_of_digest(kind, &question, limit)).await
    }

    async fn best_of_digest(
        &self,
        kind: Kind,
        question: &Question,
        limit: usize,
    ) -> Result<Option<Vec<(Uuid, Document)>>, StoreError> {
        let mut db = self.searching.acquire().await?;
        let Some(answer) = ask_digest(&mut db, kind, &question.words).await? else { return Ok(None) };
        if answer.changed.len() > MOST_CHANGED {
            return Ok(None);
        }
        let changed = ask_changed(&mut db, kind, question, &answer).await?;
        let mut tally = Tally::new(&question.terms, &answer.lists, answer.rows);
        changed.iter().filter_map(|row| row.number).for_each(|number| tally.forget(number));
        let others: Vec<SnapshotState> = changed.iter().map(|row| row.standing).collect();
        let least = tally.least_hits(question.terms.len(), &others, limit);
        let best = tally.best(least, limit);
        let changed: Vec<ChangedRows> =
            changed.into_iter().filter(|row| row.standing.hits >= least).collect();
        let Some(mut found) = fetch_best(&mut db, kind, answer.digest, &best).await? else { return Ok(None) };
        drop(db);
        let ids: Vec<Uuid> = changed.iter().map(|row| row.id).collect();
        let mut documents = self.documents(kind, &ids).await?;
        for row in changed {
            let place = (Reverse(row.standing.weight), row.length_key, row.id);
            found.extend(documents.remove(&row.id).map(|document| (place, document)));
        }
        found.sort_by_key(|(place, _)| *place);
        found.truncate(limit);
        Ok(Some(found.into_iter().map(|((.., id), document)| (id, document)).collect()))
    }

    /// Takes a new digest where anything was changed since the last one. Who searches meanwhile
    /// keeps the old one.
    pub async fn take_digest(&self, kind: Kind) -> Result<(), StoreError> {
        let mut tx = begin_snapshot(&self.pool).await?;
        // Before the first look at the data, which fixes what this transaction sees; searches do not
        // wait for this lock.
        sqlx::query("LOCK TABLE digests IN SHARE ROW EXCLUSIVE MODE").execute(&mut *tx).await?;
        let fresh: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT FROM digests WHERE kind = $1) \
             AND NOT EXISTS (SELECT FROM changed_records WHERE kind = $1)",
        )
        .bind(kind.as_str())
        .fetch_one(&mut *tx)
        .await?;
        if fresh {
            return Ok(());
        }
        // Entries that this transaction does not see stay, and so do the changes they stand for.
        for statement in [
            "DELETE FROM changed_records WHERE kind = $1",
            "DELETE FROM digest_rows WHERE digest IN (SELECT id FROM digests WHERE kind = $1)",
            "DELETE FROM digest_words WHERE digest IN (SELECT id FROM digests WHERE kind = $1)",
            "DELETE FROM digests WHERE kind = $1",
            "SELECT set_config('work_mem', '64MB', true), $1",
        ] {
            sqlx::query(statement).bind(kind.as_str()).execute(&mut *tx).await?;
        }
        let digest: i32 =
            sqlx::query_scalar("INSERT INTO digests (kind, row_count) VALUES ($1, 0) RETURNING id")
                .bind(kind.as_str())
                .fetch_one(&mut *tx)
                .await?;
        let (table, key) = (table(kind), length_key(kind));
        // Names are ours.
        for statement in [
            format!(
                "INSERT INTO digest_rows (digest, number, record_id) \
                 SELECT $1, row_number() OVER (ORDER BY {key}, r.id) - 1, r.id FROM {table} r WHERE r.searchable"
            ),
            "UPDATE digests SET row_count = (SELECT count(*) FROM digest_rows WHERE digest = $1) WHERE id = $1"
                .to_owned(),
            format!(
                "INSERT INTO digest_words (digest, word, numbers) \
                 SELECT $1, word, string_agg(int4send(number), '') \
                 FROM (SELECT d.number, unnest(tsvector_to_array(r.search_words)) AS word \
                       FROM digest_rows d JOIN {table} r ON r.id = d.record_id WHERE d.digest = $1) AS held \
                 GROUP BY word"
            ),
        ] {
            sqlx::query(sqlx::AssertSqlSafe(statement)).bind(digest).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Whether so much was changed since the last digest that searches take longer for it.
    pub async fn digest_is_outgrown(&self, kind: Kind) -> Result<bool, StoreError> {
        let changed: i64 = self
            .run(async {
                let count = sqlx::query_scalar(
                    "SELECT count(*) FROM (SELECT FROM changed_records WHERE kind = $1 LIMIT $2) AS c",
                )
                .bind(kind.as_str())
                .bind(OUTGROWN);
                Ok(count.fetch_one(&self.pool).await?)
            })
            .await?;
        Ok(changed >= OUTGROWN)
    }
}

/// One statement, so that lists and changes belong together.
async fn ask_digest(
    db: &mut PgConnection,
    kind: Kind,
    words: &[String],
) -> Result<Option<Answer>, StoreError> {
    let rows = sqlx::query(
        "SELECT d.id, d.row_count, NULL AS word, NULL AS numbers, \
           ARRAY(SELECT DISTINCT c.record_id FROM changed_records c WHERE c.kind = $1 LIMIT $3) AS changed \
         FROM digests d WHERE d.kind = $1 \
         UNION ALL SELECT d.id, d.row_count, w.word, w.numbers, NULL \
         FROM digests d JOIN digest_words w ON w.digest = d.id WHERE d.kind = $1 AND w.word = ANY($2)",
    )
    .bind(kind.as_str())
    .bind(words)
    .bind(MOST_CHANGED as i64 + 1)
    .fetch_all(db)
    .await?;
    let Some(first) = rows.first() else { return Ok(None) };
    let (digest, count): (i32, i32) = (first.try_get("id")?, first.try_get("row_count")?);
    let places: HashMap<&str, usize> =
        words.iter().enumerate().map(|(at, word)| (word.as_str(), at)).collect();
    let mut answer =
        Answer { digest, rows: count.max(0) as usize, lists: vec![Vec::new(); words.len()], changed: vec![] };
    for row in &rows {
        match row.try_get::<Option<&str>, _>("word")? {
            None => answer.changed = row.try_get("changed")?,
            Some(word) => {
                if let Some(place) = places.get(word) {
                    answer.lists[*place] = row.try_get("numbers")?;
                }
            }
        }
    }
    Ok(Some(answer))
}

/// How the changed rows stand now, and where the digest has them.
async fn ask_changed(
    db: &mut PgConnection,
    kind: Kind,
    question: &Question,
    answer: &Answer,
) -> Result<Vec<ChangedRows>, StoreError> {
    if answer.changed.is_empty() {
        return Ok(Vec::new());
    }
    let any: Vec<String> = question.words.iter().map(|word| lexeme(word)).collect();
    let mut sql = QueryBuilder::new("SELECT c.id, d.number, ");
    sql.push(length_key(kind)).push(" AS length_key, CASE WHEN r.search_words @@ ");
    sql.push_bind(any.join("|"))
        .push("::tsquery THEN tsvector_to_array(r.search_words) END AS words FROM unnest(");
    sql.push_bind(answer.changed.clone()).push(") AS c(id) LEFT JOIN digest_rows d ON d.digest = ");
    sql.push_bind(answer.digest).push(" AND d.record_id = c.id LEFT JOIN ").push(table(kind));
    sql.push(" r ON r.id = c.id AND r.searchable");
    let rows = sql.build().fetch_all(db).await?;
    rows.iter()
        .map(|row| {
            let words: Option<Vec<String>> = row.try_get("words")?;
            let words: HashSet<String> = words.unwrap_or_default().into_iter().collect();
            let number: Option<i32> = row.try_get("number")?;
            let length_key: Option<i32> = row.try_get("length_key")?;
            Ok(ChangedRows {
                id: row.try_get("id")?,
                number: number.and_then(|n| u32::try_from(n).ok()),
                length_key: length_key.unwrap_or_default(),
                standing: standing(&question.terms, |word| words.contains(&question.words[word])),
            })
        })
        .collect()
}

/// The rows themselves; none where the digest has gone meanwhile.
async fn fetch_best(
    db: &mut PgConnection,
    kind: Kind,
    digest: i32,
    best: &[(u32, SnapshotState)],
) -> Result<Option<Vec<(Place, Document)>>, StoreError> {
    let weights: HashMap<i32, u32> = best.iter().map(|(n, s)| (*n as i32, s.weight)).collect();
    let numbers: Vec<i32> = weights.keys().copied().collect();
    let mut sql = QueryBuilder::new("SELECT n.number, r.id, ");
    sql.push(length_key(kind)).push(" AS length_key, r.search_text, ").push(further_columns(kind));
    sql.push(" FROM unnest(").push_bind(numbers).push(") AS n(number) CROSS JOIN LATERAL (");
    // One by one: there are many rows and few are wanted, which the planner does not know.
    sql.push("SELECT d.record_id FROM digest_rows d WHERE d.number = n.number AND d.digest = ");
    sql.push_bind(digest).push(" OFFSET 0) AS d LEFT JOIN ").push(table(kind));
    sql.push(" r ON r.id = d.record_id AND r.searchable");
    let rows = sql.build().fetch_all(db).await?;
    if rows.is_empty() && !best.is_empty() {
        return Ok(None);
    }
    let mut found = Vec::with_capacity(rows.len());
    for row in &rows {
        if let Some(id) = row.try_get::<Option<Uuid>, _>("id")? {
            let weight = weights.get(&row.try_get("number")?).copied().unwrap_or_default();
            let place = (Reverse(weight), row.try_get::<i32, _>("length_key")?, id);
            found.push((place, document(kind, row)?));
        }
    }
    Ok(Some(found))
}

/// What orders rows that words do not tell apart, before their id.
fn length_key(kind: Kind) -> &'static str {
    match kind {
        Kind::Items => "r.length_key",
        Kind::Faqs => "0",
    }
}
