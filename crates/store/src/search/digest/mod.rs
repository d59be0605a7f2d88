//! The digest: an in-database snapshot of the word index, its building and its queries.
//!
//! The word index lists the rows that hold a word, but sorting them needs a read of each row, and a common word occurs
//! in most of a catalog. A digest (see the migrations of that name) holds the same as lists of numbers, which are
//! merged here (`postings.rs`); filters have lists too (`conditions.rs`), and sort keys stand in columns
//! (`columns.rs`). Rows written since the digest was built are queried directly, so the result equals that of the word
//! index; a test compares them.

mod build;
pub(crate) mod columns;
mod conditions;
mod facets;
pub(crate) mod listed_values;
mod postings;
mod question;

use crate::search::candidates::{document, further_columns, table};
use crate::search::digest::columns::{Column, MISSING, Numbers};
use crate::search::digest::postings::{Bits, SnapshotState, Tally, keep_first};
use crate::search::digest::question::{Answer, ChangedRow, DigestQuery};
use crate::search::lexical::by_weight;
use crate::search::sorted::order;
use crate::{Store, StoreError};
use celeiro_domain::rank::{Document, RetrievalTerm};
use celeiro_domain::search::{Filters, Kind, Sort};
use sqlx::{PgConnection, QueryBuilder, Row};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// What orders rows: weight, then brevity or age, then id.
type Place = (Reverse<u32>, i64, Uuid);

/// A digest as it answered a question, and what was changed since.
struct Snapshot {
    answer: Answer,
    changed: Vec<ChangedRow>,
    mask: Option<Bits>,
}

impl Store {
    /// The best rows by `terms` that meet `filters`, in the order of `lexical.rs`; none where there is no
    /// digest, or too much was changed since.
    pub(crate) async fn search_digest(
        &self,
        kind: Kind,
        terms: &[&RetrievalTerm],
        filters: &Filters,
        limit: usize,
    ) -> Result<Option<Vec<(Uuid, Document)>>, StoreError> {
        let Some(question) = DigestQuery::new(kind, terms, filters) else { return Ok(None) };
        self.run(self.best_of_digest(&question, by_weight(terms), limit)).await
    }

    async fn best_of_digest(
        &self,
        question: &DigestQuery,
        by_weight: bool,
        limit: usize,
    ) -> Result<Option<Vec<(Uuid, Document)>>, StoreError> {
        let kind = question.kind;
        let tie = if by_weight { length_key(kind) } else { AGE_KEY };
        let mut db = self.searching.acquire().await?;
        let Some(Snapshot { answer, changed, mask }) =
            self.ask_snapshot(&mut db, question, tie, !by_weight).await?
        else {
            return Ok(None);
        };
        let mut tally = Tally::new(&question.terms, &answer.lists, answer.rows, mask.as_ref());
        changed.iter().filter_map(|row| row.number).for_each(|number| tally.forget(number));
        let others: Vec<SnapshotState> = changed.iter().map(|row| row.standing).collect();
        let least = tally.least_hits(question.terms.len(), &others, limit);
        let best = if by_weight {
            // Rows are numbered in this order.
            tally.best(least, limit, |number| number)
        } else {
            let Some([ages, ids]) =
                self.columns(&mut db, kind, answer.digest, [Column::Age, Column::Id]).await?
            else {
                return Ok(None);
            };
            tally.best(least, limit, |number| (Reverse(at(&ages, number)), at(&ids, number)))
        };
        let changed: Vec<ChangedRow> = changed.into_iter().filter(|row| row.standing.hits >= least).collect();
        let Some(mut found) = fetch_best(&mut db, kind, answer.digest, &best, tie).await? else {
            return Ok(None);
        };
        drop(db);
        let ids: Vec<Uuid> = changed.iter().map(|row| row.id).collect();
        let mut documents = self.documents(kind, &ids).await?;
        for row in changed {
            let place = (Reverse(row.standing.weight), row.tie, row.id);
            found.extend(documents.remove(&row.id).map(|document| (place, document)));
        }
        found.sort_by_key(|(place, _)| *place);
        found.truncate(limit);
        Ok(Some(found.into_iter().map(|((.., id), document)| (id, document)).collect()))
    }

    /// The first `limit` items in the order of `sort` that meet `filters` among those that hold one of
    /// `terms` or are in `also`; none where there is no digest, or too much was changed since.
    pub(crate) async fn sort_digest(
        &self,
        terms: &[&RetrievalTerm],
        filters: &Filters,
        also: &[Uuid],
        sort: Sort,
        limit: usize,
    ) -> Result<Option<Vec<Uuid>>, StoreError> {
        let Some(question) = DigestQuery::new(Kind::Items, terms, filters) else { return Ok(None) };
        self.run(self.first_of_digest(&question, also, sort, limit)).await
    }

    async fn first_of_digest(
        &self,
        question: &DigestQuery,
        also: &[Uuid],
        sort: Sort,
        limit: usize,
    ) -> Result<Option<Vec<Uuid>>, StoreError> {
        let mut db = self.searching.acquire().await?;
        let Some(Snapshot { answer, changed, mask }) =
            self.ask_snapshot(&mut db, question, "NULL::bigint", true).await?
        else {
            return Ok(None);
        };
        let column = match sort {
            Sort::PriceAsc | Sort::PriceDesc => Column::Price,
            Sort::Name => Column::Name,
            Sort::Newest | Sort::Relevance => Column::Age,
        };
        let Some([values, ids]) =
            self.columns(&mut db, Kind::Items, answer.digest, [column, Column::Id]).await?
        else {
            return Ok(None);
        };
        let mut tally = Tally::new(&question.terms, &answer.lists, answer.rows, mask.as_ref());
        let forgotten: HashSet<u32> = changed.iter().filter_map(|row| row.number).collect();
        forgotten.iter().for_each(|number| tally.forget(*number));
        let mut numbers = tally.numbers();
        if !also.is_empty() {
            let select = "SELECT number FROM digest_rows WHERE digest = $1 AND record_id = ANY($2)";
            let of_others: Vec<i32> =
                sqlx::query_scalar(select).bind(answer.digest).bind(also).fetch_all(&mut *db).await?;
            let meets = |number: &u32| mask.as_ref().is_none_or(|mask| mask.contains(*number));
            let of_others = of_others.into_iter().filter_map(|number| u32::try_from(number).ok());
            numbers.extend(of_others.filter(|n| !forgotten.contains(n) && meets(n)));
            numbers.sort_unstable();
            numbers.dedup();
        }
        keep_first(&mut numbers, limit, |number| (sort_key(sort, at(&values, *number)), at(&ids, *number)));
        let also: HashSet<&Uuid> = also.iter().collect();
        let matches = |row: &&ChangedRow| row.eligible && (row.standing.hits > 0 || also.contains(&row.id));
        let changed: Vec<Uuid> = changed.iter().filter(matches).map(|row| row.id).collect();
        sort_rows(&mut db, answer.digest, &numbers, &changed, sort, limit).await.map(Some)
    }

    /// Counts the items that meet `filters` by the digest; none where there is no digest, or too much was changed
    /// since.
    pub(crate) async fn count_in_digest(&self, filters: &Filters) -> Result<Option<usize>, StoreError> {
        let Some(question) = DigestQuery::new(Kind::Items, &[], filters) else { return Ok(None) };
        let counted = async {
            let mut db = self.searching.acquire().await?;
            let snapshot = self.ask_snapshot(&mut db, &question, "NULL::bigint", true).await?;
            Ok(snapshot.map(|Snapshot { answer, changed, mask }| {
                let met = mask.map_or(answer.rows, |mask| mask.count());
                met + changed.iter().filter(|row| row.eligible).count()
            }))
        };
        self.run(counted).await
    }

    /// The digest's answer, how changed rows stand, and which rows meet the conditions.
    async fn ask_snapshot(
        &self,
        db: &mut PgConnection,
        question: &DigestQuery,
        tie: &str,
        by_values: bool,
    ) -> Result<Option<Snapshot>, StoreError> {
        let by_values = by_values || !question.conditions.is_empty();
        let Some(answer) = question.ask(db, by_values).await? else { return Ok(None) };
        let changed = question.ask_changed(db, &answer, tie).await?;
        let mut prices = Numbers::default();
        if question.conditions.needs_prices() {
            let Some([column]) = self.columns(db, question.kind, answer.digest, [Column::Price]).await?
            else {
                return Ok(None);
            };
            prices = column;
        }
        let mask = question.conditions.mask(question.values(&answer), &prices, answer.rows);
        Ok(Some(Snapshot { answer, changed, mask }))
    }

    /// Columns of a digest; none where it has gone meanwhile.
    async fn columns<const N: usize>(
        &self,
        db: &mut PgConnection,
        kind: Kind,
        digest: i32,
        columns: [Column; N],
    ) -> Result<Option<[Numbers; N]>, StoreError> {
        let mut loaded: [Numbers; N] = std::array::from_fn(|_| Numbers::default());
        for (slot, column) in loaded.iter_mut().zip(columns) {
            match self.digest_columns.load(db, kind, digest, column).await? {
                Some(numbers) => *slot = numbers,
                None => return Ok(None),
            }
        }
        Ok(Some(loaded))
    }
}

/// The number of a row in a column.
fn at(column: &Numbers, number: u32) -> i64 {
    column.get(number as usize).copied().unwrap_or(MISSING)
}

/// A value as it is put in order; what has no price comes last.
fn sort_key(sort: Sort, value: i64) -> i64 {
    match sort {
        Sort::PriceAsc | Sort::PriceDesc if value == MISSING => i64::MAX,
        Sort::PriceAsc | Sort::Name => value,
        Sort::PriceDesc | Sort::Newest | Sort::Relevance => value.saturating_neg(),
    }
}

/// The rows themselves; none where the digest has gone meanwhile.
async fn fetch_best(
    db: &mut PgConnection,
    kind: Kind,
    digest: i32,
    best: &[(u32, SnapshotState)],
    tie: &str,
) -> Result<Option<Vec<(Place, Document)>>, StoreError> {
    let weights: HashMap<i32, u32> = best.iter().map(|(n, s)| (*n as i32, s.weight)).collect();
    let numbers: Vec<i32> = weights.keys().copied().collect();
    let mut sql = QueryBuilder::new("SELECT n.number, i.id, ");
    sql.push(tie).push(" AS tie, i.search_text, ").push(further_columns(kind));
    sql.push(" FROM unnest(").push_bind(numbers).push(") AS n(number) CROSS JOIN LATERAL (");
    // One by one: there are many rows and few are wanted, which the planner does not know.
    sql.push("SELECT d.record_id FROM digest_rows d WHERE d.number = n.number AND d.digest = ");
    sql.push_bind(digest).push(" OFFSET 0) AS d LEFT JOIN ").push(table(kind));
    sql.push(" i ON i.id = d.record_id AND i.searchable");
    let rows = sql.build().fetch_all(db).await?;
    if rows.is_empty() && !best.is_empty() {
        return Ok(None);
    }
    let mut found = Vec::with_capacity(rows.len());
    for row in &rows {
        if let Some(id) = row.try_get::<Option<Uuid>, _>("id")? {
            let weight = weights.get(&row.try_get("number")?).copied().unwrap_or_default();
            let place = (Reverse(weight), row.try_get::<i64, _>("tie")?, id);
            found.push((place, document(kind, row)?));
        }
    }
    Ok(Some(found))
}

/// The first of some items, those of a digest by their numbers, in the order of `sort`.
async fn sort_rows(
    db: &mut PgConnection,
    digest: i32,
    numbers: &[u32],
    others: &[Uuid],
    sort: Sort,
    limit: usize,
) -> Result<Vec<Uuid>, StoreError> {
    let numbers: Vec<i32> = numbers.iter().map(|number| *number as i32).collect();
    let mut sql =
        QueryBuilder::new("SELECT g.item_id FROM catalog_grid g JOIN catalog_items i ON i.id = g.item_id");
    sql.push(
        " WHERE i.searchable AND g.item_id = ANY(ARRAY(SELECT record_id FROM digest_rows WHERE digest = ",
    );
    sql.push_bind(digest).push(" AND number = ANY(").push_bind(numbers).push(")) || ");
    sql.push_bind(others.to_vec()).push(")").push(order(sort, "g"));
    sql.push(" LIMIT ").push(limit);
    let rows = sql.build().fetch_all(db).await?;
    Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, sqlx::Error>>()?)
}

/// Newest first.
const AGE_KEY: &str = "-moment_key(i.created_at)";

/// What orders rows that words do not tell apart, before their id.
fn length_key(kind: Kind) -> &'static str {
    match kind {
        Kind::Items => "i.length_key::bigint",
        Kind::Faqs => "0::bigint",
    }
}
