//! The list of conversations, and search in it.

use crate::support::{World, write};
use celeiro_store::{ConversationQuery, MessagePosition};

#[tokio::test]
async fn the_last_spoken_comes_first_and_pinned_ones_before_all() {
    let world = World::new().await;
    let first = world.conversation("Primeira", "u", "a").await;
    let second = world.conversation("Segunda", "u", "a").await;
    world.conversation("Terceira", "u", "a").await;
    world.turn(MessagePosition::End(second.conversation_id), "u", "a").await;
    assert_eq!(world.titles("").await, ["Segunda", "Terceira", "Primeira"]);

    world.store.pin_conversation(first.conversation_id, true, &write()).await.unwrap();
    assert_eq!(world.titles("").await, ["Primeira", "Segunda", "Terceira"]);
    world.store.pin_conversation(first.conversation_id, false, &write()).await.unwrap();
    assert_eq!(world.titles("").await, ["Segunda", "Terceira", "Primeira"]);
    world.close().await;
}

#[tokio::test]
async fn a_page_knows_how_many_there_are_in_all() {
    let world = World::new().await;
    for n in 0..7 {
        world.conversation(&format!("Conversa {n}"), "u", "a").await;
    }
    let page = |offset, limit| ConversationQuery {
        text: "conversa".into(),
        offset,
        limit,
        ..ConversationQuery::default()
    };
    let middle = world.store.list_conversations(&page(2, 3)).await.unwrap();
    let titles: Vec<&str> = middle.rows.iter().map(|c| c.title.as_str()).collect();
    assert_eq!((titles.as_slice(), middle.total), (["Conversa 4", "Conversa 3", "Conversa 2"].as_slice(), 7));
    let beyond = world.store.list_conversations(&page(70, 3)).await.unwrap();
    assert_eq!((beyond.rows.len(), beyond.total), (0, 7));
    let none = world.store.list_conversations(&page(0, 0)).await.unwrap();
    assert_eq!((none.rows.len(), none.total), (0, 7));
    world.close().await;
}

#[tokio::test]
async fn accents_and_case_do_not_matter_in_titles_and_messages() {
    let world = World::new().await;
    world.conversation("Manejo do ALGODÃO", "u", "a").await;
    world.conversation("Preços", "Quanto custa o adubo orgânico?", "a").await;
    world.conversation("Outra", "u", "Use calcário dolomítico.").await;
    assert_eq!(world.titles("algodao").await, ["Manejo do ALGODÃO"]);
    assert_eq!(world.titles("ORGÂNICO").await, ["Preços"]);
    assert_eq!(world.titles("calcario dolomitico").await, ["Outra"]);
    assert!(world.titles("inseticida").await.is_empty());
    world.close().await;
}

#[tokio::test]
async fn every_word_must_stand_somewhere_in_the_conversation() {
    let world = World::new().await;
    let found = world.conversation("Ferrugem na soja", "u", "a").await;
    world.turn(MessagePosition::End(found.conversation_id), "Qual o preço?", "R$ 10").await;
    world.conversation("Ferrugem no café", "u", "a").await;
    assert_eq!(world.titles("ferrugem preço").await, ["Ferrugem na soja"]);
    assert_eq!(world.titles("soja soja").await, ["Ferrugem na soja"]);
    assert!(world.titles("ferrugem milho").await.is_empty());
    world.close().await;
}

#[tokio::test]
async fn longer_words_are_found_within_others_and_short_ones_at_their_beginning() {
    let world = World::new().await;
    world.conversation("Soja", "u", "a").await;
    world.conversation("Pergunta", "O pH disso?", "a").await;
    assert_eq!(world.titles("erg").await, ["Pergunta"]);
    assert_eq!(world.titles("so").await, ["Soja"]);
    assert_eq!(world.titles("p").await, ["Pergunta"]);
    assert_eq!(world.titles("PH").await, ["Pergunta"]);
    assert!(world.titles("er").await.is_empty());
    world.close().await;
}

#[tokio::test]
async fn wildcards_are_plain_characters() {
    let world = World::new().await;
    world.conversation("Desconto de 10%", "u", "a").await;
    world.conversation("Desconto de 100 reais", "u", "a").await;
    world.conversation(r"Pasta c:\dados_novos", "u", "a").await;
    assert_eq!(world.titles("10%").await, ["Desconto de 10%"]);
    assert_eq!(world.titles(r"c:\").await, [r"Pasta c:\dados_novos"]);
    assert_eq!(world.titles("dados_").await, [r"Pasta c:\dados_novos"]);
    world.close().await;
}

#[tokio::test]
async fn the_excerpt_is_the_passage_of_the_message_that_holds_most() {
    let world = World::new().await;
    let ids = world.conversation("Soja", "Ferrugem?", "A ferrugem asiática da\nsoja é um fungo.").await;
    world.turn(MessagePosition::End(ids.conversation_id), "E a ferrugem do café?", "a").await;
    let query =
        ConversationQuery { text: "ferrugem asiatica".into(), limit: 5, ..ConversationQuery::default() };
    let page = world.store.list_conversations(&query).await.unwrap();
    assert_eq!(page.rows[0].excerpt.as_deref(), Some("A ferrugem asiática da soja é um fungo."));
    assert_eq!(page.rows[0].message_count, 4);

    // Found by its title alone, and not searched for at all.
    for text in ["soja um", ""] {
        let query = ConversationQuery { text: text.into(), limit: 5, ..ConversationQuery::default() };
        let page = world.store.list_conversations(&query).await.unwrap();
        assert_eq!(page.rows[0].excerpt.is_some(), !text.is_empty(), "{text}");
    }
    world.close().await;
}
