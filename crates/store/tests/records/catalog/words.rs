//! The vocabulary of the catalog and what is counted of it.

use crate::faqs::faq_draft;
use crate::items::draft;
use crate::world::{World, write};
use celeiro_domain::rank::Field;
use celeiro_domain::search::Kind;

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test]
async fn words_are_found_by_what_they_contain_and_signs_of_patterns_are_only_signs() {
    let world = World::new().await;
    for name in ["Fungicida sistêmico", "Microfungicida", "Óleo 100%"] {
        world.create(&draft(name)).await;
    }
    world.store.take_statistics(Kind::Items).await.unwrap();
    let (containing, rows) = world
        .store
        .look_up(Kind::Items, &texts(&["fungi", "x%"]), &texts(&["sistemico", "nada"]))
        .await
        .unwrap();
    let mut found: Vec<&str> = containing["fungi"].iter().map(|word| word.word.as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, ["fungicida", "microfungicida"]);
    assert!(containing["x%"].is_empty(), "asked for, and nothing has it");
    assert_eq!((rows.get("sistemico"), rows.get("nada")), (Some(&1), None));
    let (of_faqs, _) = world.store.look_up(Kind::Faqs, &texts(&["fungi"]), &[]).await.unwrap();
    assert!(of_faqs["fungi"].is_empty());
    world.close().await;
}

#[tokio::test]
async fn a_word_names_items_where_it_stands_in_name_maker_category_or_attribute() {
    let world = World::new().await;
    let mut item = draft("Capinorte 480");
    item.description = Some("Bom para limpar o aceiro".into());
    item.manufacturer = Some("Quiruá Agrociência".into());
    item.category = Some("Herbicidas".into());
    item.attributes.insert("culturas".into(), serde_json::json!(["eucalipto", "café"]));
    world.create(&item).await;
    let asked = texts(&["capinorte", "aceiro", "quirua", "herbicidas", "eucalipto", "nada", "a'b\\c"]);
    let mut named: Vec<String> = world.store.naming_words(&asked).await.unwrap().into_iter().collect();
    named.sort_unstable();
    assert_eq!(named, ["capinorte", "eucalipto", "herbicidas", "quirua"]);
    world.close().await;
}

#[tokio::test]
async fn a_mistyped_word_has_its_likest_neighbours_first() {
    let world = World::new().await;
    for name in ["fungicida", "fungicidas", "inseticida"] {
        world.create(&draft(name)).await;
    }
    let near = world.store.words_like(Kind::Items, &texts(&["fungicda", "zzzzz"])).await.unwrap();
    assert_eq!(near["fungicda"].first().map(|word| word.word.as_str()), Some("fungicida"));
    assert!(!near.contains_key("zzzzz"));
    world.close().await;
}

#[tokio::test]
async fn statistics_are_of_what_search_finds_at_the_time_they_are_taken() {
    let world = World::new().await;
    assert_eq!(world.store.statistics(Kind::Items).await.unwrap().0, 0, "none were taken");
    let gone = world.create(&draft("um dois três quatro")).await;
    world.create(&draft("um dois")).await;
    world.store.take_statistics(Kind::Items).await.unwrap();
    let (rows, lengths) = world.store.statistics(Kind::Items).await.unwrap();
    assert_eq!((rows, lengths[&Field::Name]), (2, 3.0));
    world.store.delete_item(gone.id, &write()).await.unwrap();
    assert_eq!(world.store.statistics(Kind::Items).await.unwrap().0, 2, "as they were");
    world.store.take_statistics(Kind::Items).await.unwrap();
    let (rows, lengths) = world.store.statistics(Kind::Items).await.unwrap();
    assert_eq!((rows, lengths[&Field::Name]), (1, 2.0));
    world.create_faq(&faq_draft("Pode?")).await;
    world.store.take_statistics(Kind::Faqs).await.unwrap();
    let (rows, lengths) = world.store.statistics(Kind::Faqs).await.unwrap();
    assert_eq!((rows, lengths.len()), (1, 2));
    assert_eq!(world.store.words_outside_vocabulary().await.unwrap(), 0, "every word can be found");
    world.close().await;
}
