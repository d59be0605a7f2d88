//! Notes of items: words, passages and history of their own, and no part of the lexical score.

use crate::support::{World, write};
use celeiro_app::Caller;
use celeiro_app::api::ById;
use celeiro_app::catalog::indexed_text;
use celeiro_app::embedding::embed_all;
use celeiro_app::search::api::search;
use celeiro_domain::catalog::{Item, ItemDraft, Status};
use celeiro_domain::search::{Fusion, Hit, Lang, SearchRequest};
use uuid::Uuid;

const NOTE: &str = "Vender só com receituário.\nEncharque: evitar solo encharcado por zanzibarite.";

fn draft(name: &str, notes: Option<&str>) -> ItemDraft {
    let description = Some(format!("{name} para controle de plantas daninhas na soja."));
    ItemDraft { name: name.into(), description, notes: notes.map(Into::into), ..ItemDraft::default() }
        .check()
        .unwrap()
}

async fn hits(world: &World, fusion: Fusion, query: &str) -> Vec<Hit> {
    let request = SearchRequest {
        query: query.into(),
        fusion: Some(fusion),
        limit: Some(10),
        ..SearchRequest::default()
    };
    search(&world.app, &Caller::local(Lang::PtBr), request).await.unwrap().results
}

fn of<'a>(hits: &'a [Hit], item: &Item) -> Option<&'a Hit> {
    hits.iter().find(|hit| hit.item.as_ref().is_some_and(|found| found.id == item.id))
}

async fn catalog(world: &World, notes: Option<&str>) -> Item {
    for number in 0..30 {
        let other = draft(&format!("Herbicida Quixote {number}"), None);
        world.store().create_item(&other, &write()).await.unwrap();
    }
    let item = world.store().create_item(&draft("Herbicida Caburé", notes), &write()).await.unwrap();
    embed_all(&world.app, false, |_, _| {}).await.unwrap();
    item
}

async fn change(world: &World, item: &Item, to: impl FnOnce(&mut ItemDraft)) -> Item {
    let mut draft = ItemDraft::from(item.clone());
    to(&mut draft);
    let draft = draft.check().unwrap();
    world.store().update_item(item.id, item.version, &draft, &write()).await.unwrap()
}

/// Passages of an item, by source: their number in it, their text, and which row they are.
async fn passages(world: &World, item: Uuid) -> Vec<(String, i32, String, i64, String)> {
    sqlx::query_as(
        "SELECT source, chunk, content, id, created_at::text FROM catalog_item_embeddings WHERE item_id = $1 \
         ORDER BY source, chunk",
    )
    .bind(item)
    .fetch_all(&world.pool)
    .await
    .unwrap()
}

async fn count_waiting(world: &World) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM embedding_jobs").fetch_one(&world.pool).await.unwrap()
}

#[tokio::test]
async fn a_note_is_found_by_its_words_and_shown() {
    let world = World::new().await;
    let item = catalog(&world, Some(NOTE)).await;
    let found = hits(&world, Fusion::Relevance, "zanzibarite").await;
    let hit = of(&found, &item).unwrap();
    assert_eq!(hit.lexical_rank, Some(1), "by words: {:?}", hit.source);
    assert!(hit.snippet.contains("zanzibarite"), "{}", hit.snippet);
    let rows = serde_json::to_string(&hit.explanation).unwrap();
    assert!(rows.contains("observações"), "the explanation names the field: {rows}");
    // A word that only notes hold is no mistyped one.
    assert!(!hit.lexical_signals.as_ref().unwrap().typo_tolerant);
    // The note gone, nothing is left of it.
    let item = change(&world, &item, |draft| draft.notes = Some(" \u{200b}\n".into())).await;
    assert_eq!(item.notes, None);
    let found = hits(&world, Fusion::Relevance, "zanzibarite").await;
    assert!(of(&found, &item).is_none_or(|hit| hit.lexical_rank.is_none()));
    world.close().await;
}

#[tokio::test]
async fn the_lexical_score_and_the_plain_search_are_what_they_were() {
    let world = World::new().await;
    let query = "herbicida caburé zanzibarite";
    let item = catalog(&world, None).await;
    let before = hits(&world, Fusion::Enhanced, query).await;
    let item = change(&world, &item, |draft| draft.notes = Some(NOTE.into())).await;
    // Without new vectors yet: what changes now could only come from words.
    let after = hits(&world, Fusion::Enhanced, query).await;
    let score = |hits: &[Hit]| of(hits, &item).and_then(|hit| hit.lexical_score).unwrap();
    assert_eq!(score(&before), score(&after));
    assert!(
        !of(&after, &item)
            .unwrap()
            .lexical_signals
            .as_ref()
            .unwrap()
            .tokens_hit
            .contains(&"zanzibarite".into())
    );
    let alone = hits(&world, Fusion::Enhanced, "zanzibarite").await;
    assert!(of(&alone, &item).is_none_or(|hit| hit.lexical_rank.is_none()));
    // The control: the relevance fusion, which reads notes, finds it.
    let read = hits(&world, Fusion::Relevance, "zanzibarite").await;
    assert!(of(&read, &item).unwrap().lexical_rank.is_some());
    world.close().await;
}

#[tokio::test]
async fn a_note_has_passages_of_its_own_and_only_what_changed_is_embedded() {
    let world = World::new().await;
    let item = catalog(&world, None).await;
    let before = passages(&world, item.id).await;
    assert_eq!(before.iter().map(|p| p.0.as_str()).collect::<Vec<_>>(), ["item"]);
    // Long enough for two passages.
    let long = "Guardar longe de sementes e de ração, em local seco. ".repeat(60);
    let item = change(&world, &item, |draft| draft.notes = Some(long.clone())).await;
    assert_eq!(count_waiting(&world).await, 1);
    embed_all(&world.app, false, |_, _| {}).await.unwrap();
    let noted = passages(&world, item.id).await;
    let sources: Vec<_> = noted.iter().map(|p| (p.0.as_str(), p.1)).collect();
    assert_eq!(sources, [("item", 0), ("note", 0), ("note", 1)]);
    assert_eq!(noted[0], before[0], "the item's own text was not embedded again");
    // The same words in another case are another text to show.
    let item = change(&world, &item, |draft| draft.notes = Some(long.replace("Guardar", "GUARDAR"))).await;
    assert_eq!(count_waiting(&world).await, 1);
    embed_all(&world.app, false, |_, _| {}).await.unwrap();
    assert!(passages(&world, item.id).await[1].2.starts_with("GUARDAR"));
    // A price has nothing to do with it.
    let item = change(&world, &item, |draft| draft.currency = Some("USD".into())).await;
    assert_eq!(count_waiting(&world).await, 0);
    // What search does not find has no passages, and gets them back.
    let hidden = change(&world, &item, |draft| draft.status = Status::Rascunho).await;
    assert_eq!(passages(&world, item.id).await.len(), 0);
    let item = change(&world, &hidden, |draft| draft.status = Status::Ativo).await;
    embed_all(&world.app, false, |_, _| {}).await.unwrap();
    assert_eq!(passages(&world, item.id).await.len(), 3);
    let item = change(&world, &item, |draft| draft.notes = None).await;
    embed_all(&world.app, false, |_, _| {}).await.unwrap();
    assert_eq!(passages(&world, item.id).await.len(), 1);
    world.close().await;
}

#[tokio::test]
async fn people_see_what_search_reads_of_a_note() {
    let world = World::new().await;
    let item = world.store().create_item(&draft("Caburé", Some(NOTE)), &write()).await.unwrap();
    let seen =
        indexed_text::item_text(&world.app, &Caller::local(Lang::PtBr), ById { id: item.id }).await.unwrap();
    let field = seen.fields.iter().find(|field| field.field == "notes").unwrap();
    assert!(field.text.starts_with("vender so com receituario. encharque"), "{}", field.text);
    let stored: String = sqlx::query_scalar("SELECT note_text FROM catalog_items WHERE id = $1")
        .bind(item.id)
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(field.text, stored);
    let passage = seen.passages.iter().find(|passage| passage.source == "note").unwrap();
    assert_eq!(passage.text, format!("Caburé\n{NOTE}"));
    world.close().await;
}
