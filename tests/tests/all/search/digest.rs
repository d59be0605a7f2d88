//! A digest of the word index finds what the word index itself finds, in the same order, whatever
//! was written since the digest was taken.

use crate::support::catalog::Catalog;
use crate::support::{World, write};
use celeiro_domain::catalog::defined_fields::{
    DefinedField, DefinedFieldType, FieldDefinition, SearchWeight,
};
use celeiro_domain::rank::{Field, Lookups, Query, RelevanceTuning, Terms, Vocabulary};
use celeiro_domain::search::{Filters, Kind};
use celeiro_domain::synonyms::{GroupKind, SynonymGroup, SynonymIndex};
use celeiro_domain::text::QueryText;
use celeiro_store::LexicalPlan;
use std::collections::HashMap;
use uuid::Uuid;

const ITEMS: usize = 400;
const QUERIES: usize = 80;
const SEED: u64 = 11;

#[tokio::test]
async fn a_digest_finds_what_the_index_finds() {
    let world = World::new().await;
    let mut catalog = Catalog::new(SEED);
    for number in 0..ITEMS {
        world.store().create_item(&catalog.item(number), &write()).await.unwrap();
    }
    let queries: Vec<String> = (0..QUERIES).map(|_| catalog.query()).collect();

    let by_index = lists(&world, &queries).await;
    world.store().take_statistics(Kind::Items).await.unwrap();
    // Statistics change what is asked; both ways are asked with the same ones.
    let by_digest = lists(&world, &queries).await;
    assert_eq!(count(&world, "digests").await, 1);
    forget_digest(&world).await;
    let by_index_with_statistics = lists(&world, &queries).await;
    compare(&queries, &by_digest, &by_index_with_statistics);
    let found = by_digest.iter().filter(|list| !list.is_empty()).count();
    assert!(found > QUERIES / 2, "only {found} queries found anything");
    assert_eq!(by_index.iter().filter(|list| !list.is_empty()).count(), found);
    world.close().await;
}

#[tokio::test]
async fn nothing_written_since_a_digest_is_missed() {
    let world = World::new().await;
    let mut catalog = Catalog::new(SEED + 1);
    for number in 0..ITEMS {
        world.store().create_item(&catalog.item(number), &write()).await.unwrap();
    }
    world.store().take_statistics(Kind::Items).await.unwrap();
    assert_eq!(count(&world, "changed_records").await, 0);

    // By the program, and by another system's SQL.
    for number in ITEMS..ITEMS + 40 {
        world.store().create_item(&catalog.item(number), &write()).await.unwrap();
    }
    let statements = "DELETE FROM catalog_items WHERE external_id LIKE 'G-%3'; \
         UPDATE catalog_items SET name = name || ' milho raiz' WHERE external_id LIKE 'G-%11'; \
         UPDATE catalog_items SET deleted_at = now() WHERE external_id LIKE 'G-%22'; \
         UPDATE catalog_items SET id = gen_random_uuid() WHERE external_id LIKE 'G-%44'; \
         UPDATE catalog_items SET price = 5 WHERE external_id LIKE 'G-%5'; \
         INSERT INTO catalog_items (name, tags) VALUES ('Milho novo', '{soja,milho}')";
    sqlx::raw_sql(statements).execute(&world.pool).await.unwrap();
    let noted = count(&world, "changed_records").await;
    assert!((100..=256).contains(&noted), "{noted} changes noted");
    let of_words = "SELECT count(*) FROM changed_records WHERE words";
    let of_words: i64 = sqlx::query_scalar(of_words).fetch_one(&world.pool).await.unwrap();
    assert!((50..=150).contains(&of_words), "{of_words} of words: a price is none, a word is one");

    let queries: Vec<String> = (0..QUERIES).map(|_| catalog.query()).collect();
    let by_digest = lists(&world, &queries).await;
    forget_digest(&world).await;
    compare(&queries, &by_digest, &lists(&world, &queries).await);

    world.store().take_digest(Kind::Items).await.unwrap();
    assert_eq!(count(&world, "changed_records").await, 0);
    compare(&queries, &by_digest, &lists(&world, &queries).await);
    world.close().await;
}

#[tokio::test]
async fn a_change_that_commits_after_the_digest_looked_stays_noted() {
    let world = World::new().await;
    let item = "INSERT INTO catalog_items (name) VALUES ('Soja precoce') RETURNING id";
    let id: Uuid = sqlx::query_scalar(item).fetch_one(&world.pool).await.unwrap();
    let mut other = world.pool.begin().await.unwrap();
    let rename = "UPDATE catalog_items SET name = 'Milho tardio' WHERE id = $1";
    sqlx::query(rename).bind(id).execute(&mut *other).await.unwrap();
    world.store().take_digest(Kind::Items).await.unwrap();
    other.commit().await.unwrap();
    assert_eq!(lists(&world, &["tardio".to_owned()]).await, [vec![id]]);
    assert_eq!(lists(&world, &["precoce".to_owned()]).await, [Vec::<Uuid>::new()]);
    world.close().await;
}

/// Defines a text field with this weight, and has its items read anew.
async fn define(world: &World, key: &str, search_weight: SearchWeight) -> DefinedField {
    let definition = weigh_field(key, search_weight);
    let field = world.store().create_field(&definition, None, &write()).await.unwrap().unwrap();
    reread(world).await;
    field
}

fn weigh_field(key: &str, search_weight: SearchWeight) -> FieldDefinition {
    FieldDefinition {
        key: key.into(),
        name: key.into(),
        unit: None,
        field_type: DefinedFieldType::Text,
        allowed: Vec::new(),
        group: None,
        position: 0,
        filterable: true,
        search_weight,
        required_in: Vec::new(),
    }
}

async fn reread(world: &World) {
    while world.store().reread_searched_fields().await.unwrap().is_some() {}
}

#[tokio::test]
async fn a_digest_finds_what_the_index_finds_whatever_fields_weigh() {
    let world = World::new().await;
    let mut catalog = Catalog::new(SEED + 2);
    for number in 0..ITEMS {
        let mut item = catalog.item(number);
        for key in ["Ativo", "Lote"] {
            item.attributes.insert(key.into(), catalog.item(number).name.into());
        }
        world.store().create_item(&item.check().unwrap(), &write()).await.unwrap();
    }
    world.store().take_statistics(Kind::Items).await.unwrap();
    forget_digest(&world).await;
    let queries: Vec<String> = (0..QUERIES).map(|_| catalog.query()).collect();
    let before = lists(&world, &queries).await;
    let active = define(&world, "Ativo", SearchWeight::Strong).await;
    compare(&queries, &before, &lists(&world, &queries).await);
    define(&world, "Lote", SearchWeight::None).await;
    let by_index = lists(&world, &queries).await;
    assert_ne!(before, by_index, "the control: words that are left out find nothing");
    world.store().take_digest(Kind::Items).await.unwrap();
    let by_digest = lists(&world, &queries).await;
    compare(&queries, &by_digest, &by_index);

    // Another weight moves scores and not which rows are found: no word of the index is another.
    let normal = weigh_field("Ativo", SearchWeight::Normal);
    world.store().update_field((active.id, active.version), &normal, None, &write()).await.unwrap();
    reread(&world).await;
    assert_eq!(count(&world, "changed_records").await, 0);
    compare(&queries, &by_digest, &lists(&world, &queries).await);
    world.close().await;
}

#[tokio::test]
async fn a_draft_has_the_texts_that_it_has_once_it_is_stored() {
    let world = World::new().await;
    define(&world, "Ativo", SearchWeight::Strong).await;
    define(&world, "Lote", SearchWeight::None).await;
    let mut draft = Catalog::new(SEED).item(0);
    for (key, value) in [("Ativo", "Mancozebe"), ("Lote", "L-7"), ("Classe", "III")] {
        draft.attributes.insert(key.into(), value.into());
    }
    let draft = draft.check().unwrap();
    let item = world.store().create_item(&draft, &write()).await.unwrap();
    let stored = world.store().document(Kind::Items, item.id).await.unwrap().unwrap();
    assert_eq!(stored.text(Field::StrongAttributes), "mancozebe");
    assert_eq!(stored.text(Field::Attributes), "iii");
    assert_eq!(world.store().document_of_draft(Some(item.id), &draft).await.unwrap(), stored);
    world.close().await;
}

fn compare(queries: &[String], left: &[Vec<Uuid>], right: &[Vec<Uuid>]) {
    for ((query, left), right) in queries.iter().zip(left).zip(right) {
        assert_eq!(left, right, "query {query:?}");
    }
}

async fn count(world: &World, table: &str) -> i64 {
    let sql = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table} WHERE kind = 'items'"));
    sqlx::query_scalar(sql).fetch_one(&world.pool).await.unwrap()
}

/// Without a digest the word index is asked.
pub async fn forget_digest(world: &World) {
    sqlx::query("DELETE FROM digests").execute(&world.pool).await.unwrap();
}

async fn lists(world: &World, queries: &[String]) -> Vec<Vec<Uuid>> {
    let mut lists = Vec::new();
    for (number, query) in queries.iter().enumerate() {
        lists.push(search(world, query, [1, 5, 30, 1_000][number % 4]).await);
    }
    lists
}

async fn search(world: &World, query: &str, limit: usize) -> Vec<Uuid> {
    let plan = LexicalPlan { limit, ..plan_of(world, query, Terms::Weighted).await };
    world.store().search_lexical(&plan).await.unwrap().rows.into_iter().map(|(id, _)| id).collect()
}

/// What a search for `query` asks of words, without conditions.
pub async fn plan_of(world: &World, query: &str, terms: Terms) -> LexicalPlan {
    let group = |name: &str, terms: &[&str]| SynonymGroup {
        kind: GroupKind::Culture,
        name: name.into(),
        terms: terms.iter().map(|t| (*t).into()).collect(),
    };
    let synonyms = SynonymIndex::new(&[group("soja", &["milho raiz", "trigo"]), group("uva", &["npk soja"])]);
    let text = QueryText::parse(query);
    let lookups = Lookups::new(&text, &synonyms, Kind::Items);
    let (containing, rows_of) =
        world.store().look_up(Kind::Items, &lookups.roots, &lookups.words).await.unwrap();
    let vocabulary =
        Vocabulary { rows: 600, containing, rows_of, near: HashMap::new(), ..Vocabulary::default() };
    let query = Query::new(&text, &synonyms, vocabulary, Kind::Items, &RelevanceTuning::items(), false);
    let terms = match terms {
        Terms::Weighted => query.weighted_terms(Kind::Items),
        Terms::Plain => query.plain_terms(Kind::Items),
    };
    LexicalPlan { kind: Kind::Items, terms, filters: Filters::default(), limit: 10 }
}
