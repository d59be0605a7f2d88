//! The word index finds what a plain scan finds, in the same order (an item matches if any term
//! is a substring of any of five folded fields; most terms first, then newest, then id).

use crate::support::catalog::Catalog;
use crate::support::{World, write};
use celeiro_domain::rank::{Lookups, Query, RelevanceTuning, Vocabulary};
use celeiro_domain::search::{Filters, Kind};
use celeiro_domain::synonyms::SynonymIndex;
use celeiro_domain::text::QueryText;
use celeiro_store::LexicalPlan;
use std::collections::HashMap;
use uuid::Uuid;

const ITEMS: usize = 550;
const QUERIES: usize = 150;
const SEED: u64 = 7;

#[tokio::test]
async fn finds_what_a_scan_finds() {
    let world = World::new().await;
    let mut catalog = Catalog::new(SEED);
    fill(&world, &mut catalog).await;

    let mut with_results = 0;
    let mut cut_off = 0;
    for number in 0..QUERIES {
        // Statistics only decide which term is asked first; without them nothing may be missed either.
        if number == QUERIES / 5 {
            world.store().take_statistics(Kind::Items).await.unwrap();
        }
        let query = catalog.query();
        let limit = [1, 3, 10, 50, 2_000][number % 5];
        let text = QueryText::parse(&query);
        let found = by_index(&world, &text, limit).await;
        let scanned = by_scan(&world, &text, limit).await;
        assert_eq!(found, scanned, "query {query:?}, terms {:?}, limit {limit}", text.terms());
        with_results += usize::from(!found.is_empty());
        cut_off += usize::from(found.len() == limit && limit > 1);
    }
    // The control: the comparison was not one of empty lists, and limits did cut.
    assert!(with_results > QUERIES * 2 / 3, "only {with_results} queries found anything");
    assert!(cut_off > QUERIES / 6, "only {cut_off} lists were cut off");
    world.close().await;
}

/// Fills the catalog through the program, then makes many rows equally old, so that the last rule of
/// the order, by id, is needed; and keeps the folded fields aside for the scan.
async fn fill(world: &World, catalog: &mut Catalog) {
    for number in 0..ITEMS {
        world.store().create_item(&catalog.item(number), &write()).await.unwrap();
    }
    let some: Vec<Uuid> = sqlx::query_scalar("SELECT id FROM catalog_items ORDER BY md5(id::text) LIMIT 20")
        .fetch_all(&world.pool)
        .await
        .unwrap();
    for id in some {
        world.store().delete_item(id, &write()).await.unwrap();
    }
    let statements = "UPDATE catalog_items SET created_at = '2026-01-01'::timestamptz \
           + (abs(hashtext(name)) % 12) * interval '1 day'; \
         CREATE TABLE scanned AS SELECT id, created_at, \
           normalize_text(name) AS a, normalize_text(coalesce(description, '')) AS b, \
           normalize_text(coalesce(category, '')) AS c, normalize_text(coalesce(manufacturer, '')) AS d, \
           normalize_text(array_to_string(tags, ' ')) AS e \
         FROM catalog_items WHERE status = 'ativo' AND deleted_at IS NULL";
    sqlx::raw_sql(statements).execute(&world.pool).await.unwrap();
}

async fn by_index(world: &World, text: &QueryText, limit: usize) -> Vec<Uuid> {
    let synonyms = SynonymIndex::new(&[]);
    let lookups = Lookups::new(text, &synonyms, Kind::Items);
    let (containing, rows_of) =
        world.store().look_up(Kind::Items, &lookups.roots, &lookups.words).await.unwrap();
    // Without words that look alike: a scan knows nothing of typing errors.
    let vocabulary = Vocabulary { containing, rows_of, near: HashMap::new(), ..Vocabulary::default() };
    let query = Query::new(text, &synonyms, vocabulary, Kind::Items, &RelevanceTuning::default(), false);
    let plan = LexicalPlan {
        kind: Kind::Items,
        terms: query.plain_terms(Kind::Items),
        filters: Filters::default(),
        limit,
    };
    let found = world.store().search_lexical(&plan).await.unwrap();
    found.rows.into_iter().map(|(id, _)| id).collect()
}

async fn by_scan(world: &World, text: &QueryText, limit: usize) -> Vec<Uuid> {
    let escape = |term: &String| term.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    let patterns: Vec<String> = text.terms().iter().map(|term| format!("%{}%", escape(term))).collect();
    sqlx::query_scalar(
        "SELECT id FROM scanned, LATERAL ( \
           SELECT count(*) AS hits FROM unnest($1::text[]) AS p \
           WHERE a LIKE p OR b LIKE p OR c LIKE p OR d LIKE p OR e LIKE p) AS h \
         WHERE hits > 0 ORDER BY hits DESC, created_at DESC, id LIMIT $2",
    )
    .bind(patterns)
    .bind(limit as i64)
    .fetch_all(&world.pool)
    .await
    .unwrap()
}
