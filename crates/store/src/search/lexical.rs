//! The lexical search. Its rows are ordered by the number of terms that hit, then newest first, then by
//! id; for the relevance fusion by the weight of the terms, then shortest first, because a row that the
//! limit cuts off is never scored.
//!
//! A plain scan would read every text. Instead, the vocabulary supplies the words that contain each term, and the word
//! index the rows that hold those words: one *arm* a term, merged by row, so that no stored text and no stored word
//! list is read. *Tiers* keep the work small: first the rows with all terms, then those with one fewer, and so on until
//! enough are found. A row with at least m of n terms holds at least one of any n - m + 1 of them, so a tier reads only
//! rows with one of its n - m + 1 rarest terms. The rows and their order equal those of the scan; a test compares them.
//!
//! Where a digest of the index exists (`digest`), it answers instead, with the same rows in the same order.

use crate::connection::transaction::begin_transaction;
use crate::search::candidates::{Candidates, document, further_columns, table};
use crate::search::filter_sql::push_filters;
use crate::search::tiers::tier_bounds;
use crate::search::tiers::unit;
use crate::search::vocabulary::escape_like;
use crate::{Store, StoreError};
use celeiro_domain::rank::RetrievalTerm;
use celeiro_domain::search::{Filters, Kind};
use sqlx::{Postgres, QueryBuilder, Row};
use std::time::Instant;
use uuid::Uuid;

/// A lexical search, ready to run.
#[derive(Debug, Clone)]
pub struct LexicalPlan {
    /// The kind of records.
    pub kind: Kind,
    /// The terms. A term without words and substring hits no row and counts all the same.
    pub terms: Vec<RetrievalTerm>,
    /// Conditions on items.
    pub filters: Filters,
    /// Most rows of the result.
    pub limit: usize,
}

impl Store {
    /// Runs `plan`.
    pub async fn search_lexical(&self, plan: &LexicalPlan) -> Result<Candidates, StoreError> {
        let started = Instant::now();
        let terms = findable_terms(plan);
        if terms.is_empty() || plan.limit == 0 {
            return Ok(Candidates::default());
        }
        let took = |rows| Candidates { rows, ms: started.elapsed().as_secs_f64() * 1000.0 };
        if let Some(rows) = self.search_digest(plan.kind, &terms, &plan.filters, plan.limit).await? {
            return Ok(took(rows));
        }
        let mut sql = statement(plan, &terms);
        let rows = self.run(async {
            let mut tx = begin_transaction(&self.pool).await?;
            // The planner takes a comparison of word lists for cheap and would read the table.
            sqlx::query!("SELECT set_config('enable_seqscan', 'off', true)").fetch_one(&mut *tx).await?;
            let rows = sql.build().fetch_all(&mut *tx).await?;
            tx.commit().await?;
            Ok(rows)
        });
        let rows = rows.await?;
        let rows = rows
            .iter()
            .map(|row| Ok((row.try_get("id")?, document(plan.kind, row)?)))
            .collect::<Result<_, sqlx::Error>>()?;
        Ok(took(rows))
    }
}

/// The terms of `plan` that a row can hold, rarest first.
pub(crate) fn findable_terms(plan: &LexicalPlan) -> Vec<&RetrievalTerm> {
    let mut terms: Vec<&RetrievalTerm> = plan.terms.iter().filter(|t| is_findable(t)).collect();
    terms.sort_by_key(|t| t.rows);
    terms
}

/// A query for whether one record holds a term of `plan`; `None` where `plan` has no term that a row can hold.
pub(crate) fn statement_for(plan: &LexicalPlan, id: Uuid) -> Option<QueryBuilder<Postgres>> {
    let terms: Vec<&RetrievalTerm> = plan.terms.iter().filter(|t| is_findable(t)).collect();
    if terms.is_empty() {
        return None;
    }
    let mut sql = QueryBuilder::new("SELECT FROM ");
    sql.push(table(plan.kind)).push(" i WHERE i.searchable AND i.id = ").push_bind(id).push(" AND ");
    push_any(&mut sql, &terms);
    Some(sql)
}

/// Whether more than the number of terms that hit orders the rows.
pub(crate) fn by_weight(terms: &[&RetrievalTerm]) -> bool {
    terms.iter().any(|t| t.name_weight != 0.0)
}

/// Put together at run time because the number of terms and tiers depends on the query.
fn statement(plan: &LexicalPlan, terms: &[&RetrievalTerm]) -> QueryBuilder<Postgres> {
    let mut sql = QueryBuilder::new("WITH ");
    let least_hits = tier_bounds(terms.len());
    let mut most = terms.len();
    for (tier, least) in least_hits.iter().enumerate() {
        push_tier(&mut sql, plan, terms, tier, *least, most);
        most = least.saturating_sub(1);
    }
    sql.push("found AS (");
    for tier in 0..least_hits.len() {
        sql.push(if tier == 0 { "TABLE t0" } else { " UNION ALL TABLE t" });
        if tier > 0 {
            sql.push(tier);
        }
    }
    sql.push(") SELECT i.id, i.search_text, ").push(further_columns(plan.kind));
    sql.push(" FROM found f JOIN ").push(table(plan.kind));
    sql.push(" i USING (id)").push(order(terms, "f."));
    sql.push(" LIMIT ").push(plan.limit);
    sql
}

/// `tN AS MATERIALIZED (…)`: the best rows with `least..=most` hits, asked only where the tiers
/// before it did not fill the list.
fn push_tier(
    sql: &mut QueryBuilder<Postgres>,
    plan: &LexicalPlan,
    terms: &[&RetrievalTerm],
    tier: usize,
    least: usize,
    most: usize,
) {
    sql.push(format!("t{tier} AS MATERIALIZED (SELECT i.id, max(i.created_at) AS created_at, "));
    sql.push("max(i.length_key) AS length_key, sum(i.weight) AS weight FROM (");
    let all = least == terms.len();
    let rarest = &terms[..terms.len() - least + 1];
    let mut first = true;
    for term in terms.iter().filter(|_| !all) {
        push_arm(sql, plan, tier, &mut first, (unit(term.weight), 1));
        push_both(sql, Words::Any(term), rarest);
    }
    if all {
        let weight = terms.iter().map(|t| unit(t.weight)).fold(0, u32::saturating_add);
        push_arm(sql, plan, tier, &mut first, (weight, terms.len()));
        push_all(sql, terms);
    }
    for term in terms.iter().filter(|t| t.name_weight != 0.0 && !t.words.is_empty()) {
        push_arm(sql, plan, tier, &mut first, (unit(term.name_weight), 0));
        if all {
            push_words(sql, &Words::InName(term));
            sql.push(" AND ");
            push_all(sql, terms);
        } else {
            push_both(sql, Words::InName(term), rarest);
        }
    }
    sql.push(format!(") i GROUP BY i.id HAVING sum(i.hits) BETWEEN {least} AND {most}"));
    sql.push(order(terms, "")).push(" LIMIT ").push(plan.limit).push("), ");
}

/// Rows of one arm: `SELECT … FROM table i WHERE searchable AND filters AND `, the condition to be
/// pushed by the caller.
fn push_arm(
    sql: &mut QueryBuilder<Postgres>,
    plan: &LexicalPlan,
    tier: usize,
    first: &mut bool,
    counts: (u32, usize),
) {
    sql.push(if std::mem::take(first) { "SELECT " } else { " UNION ALL SELECT " });
    sql.push("i.id, i.created_at, ").push(length_key(plan.kind)).push(" AS length_key, ");
    sql.push(format!("{} AS weight, {} AS hits FROM {} i", counts.0, counts.1, table(plan.kind)));
    // Rows that search does not find have no words; only texts must be told so.
    sql.push(if plan.terms.iter().any(|t| t.substring.is_some()) {
        " WHERE i.searchable"
    } else {
        " WHERE true"
    });
    for earlier in 0..tier {
        sql.push(if earlier == 0 { " AND (SELECT count(*) FROM t0)" } else { " + (SELECT count(*) FROM t" });
        if earlier > 0 {
            sql.push(earlier).push(")");
        }
    }
    if tier > 0 {
        sql.push(" < ").push(plan.limit);
    }
    if plan.kind == Kind::Items {
        push_filters(sql, &plan.filters);
    }
    sql.push(" AND ");
}

fn length_key(kind: Kind) -> &'static str {
    match kind {
        Kind::Items => "i.length_key",
        Kind::Faqs => "0",
    }
}

/// By weight and brevity where rows are told apart by more than how many terms hit, else by hits
/// and age.
fn order(terms: &[&RetrievalTerm], table: &str) -> String {
    if by_weight(terms) {
        format!(" ORDER BY {table}weight DESC, {table}length_key, {table}id")
    } else {
        format!(" ORDER BY {table}weight DESC, {table}created_at DESC, {table}id")
    }
}

/// Where a row must hold the term of an arm.
enum Words<'a> {
    /// Anywhere.
    Any(&'a RetrievalTerm),
    /// In the name.
    InName(&'a RetrievalTerm),
}

fn push_words(sql: &mut QueryBuilder<Postgres>, words: &Words<'_>) {
    match words {
        Words::Any(term) => push_any(sql, std::slice::from_ref(term)),
        Words::InName(term) => {
            sql.push("i.search_words @@ ").push_bind(in_name(term)).push("::tsquery");
        }
    }
}

/// The row has `words` and one of `rarest`: one index query where both are words.
fn push_both(sql: &mut QueryBuilder<Postgres>, words: Words<'_>, rarest: &[&RetrievalTerm]) {
    let asked = match &words {
        Words::Any(term) if term.substring.is_none() => Some(alternatives(term).join("|")),
        Words::InName(term) => Some(in_name(term)),
        Words::Any(_) => None,
    };
    match asked.filter(|_| rarest.iter().all(|t| t.substring.is_none())) {
        Some(asked) => {
            let one_of: Vec<String> = rarest.iter().flat_map(|t| alternatives(t)).collect();
            let query = format!("({asked})&({})", one_of.join("|"));
            sql.push("i.search_words @@ ").push_bind(query).push("::tsquery");
        }
        None => {
            push_words(sql, &words);
            sql.push(" AND ");
            push_any(sql, rarest);
        }
    }
}

/// The row has every term.
fn push_all(sql: &mut QueryBuilder<Postgres>, terms: &[&RetrievalTerm]) {
    let (substrings, words): (Vec<&RetrievalTerm>, Vec<&RetrievalTerm>) =
        terms.iter().copied().partition(|t| t.substring.is_some());
    if !words.is_empty() {
        let groups: Vec<String> = words.iter().map(|t| format!("({})", alternatives(t).join("|"))).collect();
        sql.push("i.search_words @@ ").push_bind(groups.join("&")).push("::tsquery");
    }
    for (at, term) in substrings.iter().enumerate() {
        sql.push(if at == 0 && words.is_empty() { "" } else { " AND " });
        push_any(sql, std::slice::from_ref(term));
    }
}

/// The row has one of `terms`.
pub(crate) fn push_any(sql: &mut QueryBuilder<Postgres>, terms: &[&RetrievalTerm]) {
    let alternatives: Vec<String> = terms.iter().flat_map(|t| alternatives(t)).collect();
    let mut first = true;
    sql.push("(");
    if !alternatives.is_empty() {
        sql.push("i.search_words @@ ").push_bind(alternatives.join("|")).push("::tsquery");
        first = false;
    }
    for substring in terms.iter().filter_map(|t| t.substring.as_ref()) {
        sql.push(if first { "" } else { " OR " });
        sql.push("i.search_text LIKE ").push_bind(format!("%{}%", escape_like(substring)));
        first = false;
    }
    sql.push(")");
}

fn in_name(term: &RetrievalTerm) -> String {
    term.words.iter().map(|w| lexeme(&format!("\u{1}{w}"))).collect::<Vec<_>>().join("|")
}

/// Whether the term has a word or a substring to look up.
pub(crate) fn is_findable(term: &RetrievalTerm) -> bool {
    !term.words.is_empty() || !term.phrases.is_empty() || term.substring.is_some()
}

/// The alternatives of the term as parts of a text-search query: a word, a word of an attribute, all words of a
/// phrase.
fn alternatives(term: &RetrievalTerm) -> Vec<String> {
    let mut out: Vec<String> = term.words.iter().map(|w| lexeme(w)).collect();
    if term.attributes {
        out.extend(term.words.iter().map(|w| lexeme(&format!("\u{2}{w}"))));
    }
    out.extend(term.phrases.iter().map(|words| {
        let words: Vec<String> = words.iter().map(|w| lexeme(w)).collect();
        format!("({})", words.join("&"))
    }));
    out
}

/// Characters of a word that a query may hold. PostgreSQL refuses words of 2,047 bytes; the index
/// keeps long words in far shorter pieces, so a word that is cut here is found no less than before.
const LONGEST_WORD: usize = 500;

/// Quotes a word for the text-search query type: quotes and backslashes are doubled.
pub(crate) fn lexeme(word: &str) -> String {
    let word: String = word.chars().take(LONGEST_WORD).collect();
    format!("'{}'", word.replace('\\', "\\\\").replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_too_long_for_the_database() {
        assert_eq!(lexeme(&"ç".repeat(8_000)).chars().count(), LONGEST_WORD + 2);
        assert!(lexeme(&"\u{10ffff}".repeat(8_000)).len() < 2_046);
    }

    #[test]
    fn tiers_fall_to_one() {
        assert_eq!(tier_bounds(1), [1]);
        assert_eq!(tier_bounds(2), [2, 1]);
        assert_eq!(tier_bounds(3), [3, 2, 1]);
        assert_eq!(tier_bounds(8), [8, 7, 6, 4, 1]);
    }

    #[test]
    fn hostile_words_stay_words() {
        assert_eq!(lexeme("a'b\\"), "'a''b\\\\'");
    }
}
