//! The memory is searched by words and by vectors. The model's numbers are random, so that meaning is put into the stored
//! vectors by hand; every rule but meaning applies to it.

use crate::personal::memory::enter;
use crate::support::{PERSONAL, World};
use celeiro_app::api::WriteById;
use celeiro_app::personal::memory::items::{UpdateKnowledge, delete_knowledge, update_knowledge};
use celeiro_app::personal::memory::vectors::embed_knowledge;
use celeiro_app::personal::whole::{ForgetPersonal, forget_personal};
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::decision::Area;
use celeiro_domain::personal::memory::KnowledgeDraft;
use celeiro_llm::embed::QUERY_DEADLINE;
use celeiro_llm::{Embedder, NeuralEmbedder, Purpose};
use celeiro_tests::provider::{Provider, Reply};
use serde_json::json;
use std::path::Path;
use uuid::Uuid;

const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/neural/tests/fixtures/tiny-model");
/// It shares no word with what it is to find.
const QUESTION: &str = "quem gosta de pescaria";

async fn open(settings: &[(&str, &str)]) -> World {
    let all = [&PERSONAL[..], settings].concat();
    World::with(&all, |asked| match asked.tool_results().is_empty() {
        true => Reply::call("search_knowledge", &json!({ "query": QUESTION })),
        false => Reply::in_pieces(&["Certo."]),
    })
    .await
}

/// What the model is given of a search.
async fn recall(world: &World) -> String {
    world.ask("o que você lembra?").await;
    world.provider.received_requests().last().unwrap().tool_results().pop().unwrap()
}

/// Gives an item the vector of the question.
async fn bring_near(world: &World, item: Uuid) {
    let model = Embedder::Neural(NeuralEmbedder::open(Path::new(MODEL)).unwrap());
    let vectors = model.embed(&[QUESTION.to_owned()], Purpose::Query, QUERY_DEADLINE).await.unwrap();
    let set = "UPDATE knowledge_vectors SET vector = $1 WHERE item_id = $2";
    sqlx::query(set).bind(&vectors[0]).bind(item).execute(&world.pool).await.unwrap();
}

async fn count_vectors(world: &World, item: Uuid) -> i64 {
    let count = "SELECT count(*) FROM knowledge_vectors WHERE item_id = $1";
    sqlx::query_scalar(count).bind(item).fetch_one(&world.pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_shares_no_word_is_found_by_its_vector_and_a_changed_item_by_words_until_it_has_one() {
    let world = open(&[("EMBEDDING_PROVIDER", "neural"), ("EMBEDDING_MODEL_DIR", MODEL)]).await;
    enter(&world, "a Joana planta milho", Area::Customers).await;
    let fishing = enter(&world, "o Zeca adora o rio Teles Pires", Area::Customers).await;
    let before = recall(&world).await;
    assert!(before.starts_with("empty: 0 results; 2 items by words alone"), "{before}");

    assert_eq!(embed_knowledge(&world.app).await.unwrap(), 2);
    assert_eq!(embed_knowledge(&world.app).await.unwrap(), 0, "nothing changed");
    bring_near(&world, fishing.id).await;
    let found = recall(&world).await;
    let first = found.split("\"content\":").nth(1).unwrap_or_default();
    assert!(first.starts_with("\"o Zeca adora o rio"), "{found}");
    assert!(!found.contains("by words alone"), "{found}");

    let draft = KnowledgeDraft { content: "o Zeca adora o rio Juruena".into(), ..fishing.draft.clone() };
    let change = UpdateKnowledge { id: fishing.id, version: fishing.version, operation_id: None, draft };
    update_knowledge(&world.app, &world.caller, change).await.unwrap();
    let changed = recall(&world).await;
    assert!(changed.contains("1 items by words alone") && !changed.contains("Teles Pires"), "{changed}");
    assert_eq!(embed_knowledge(&world.app).await.unwrap(), 1);

    // Deleted, it is recalled no more; deleted for good, its vector is gone.
    bring_near(&world, fishing.id).await;
    assert!(recall(&world).await.contains("Juruena"));
    let gone = WriteById { id: fishing.id, operation_id: None };
    delete_knowledge(&world.app, &world.caller, gone).await.unwrap();
    assert!(!recall(&world).await.contains("Juruena"));
    let forever = ForgetPersonal { kind: Some(PersonalKind::Knowledge), id: Some(fishing.id) };
    forget_personal(&world.app, &world.caller, forever).await.unwrap();
    assert_eq!(count_vectors(&world, fishing.id).await, 0);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_model_in_the_program_words_answer_alone_say_so_and_no_server_gets_what_is_known() {
    let provider = Provider::simple("catalog", &["Certo."]);
    let url = provider.url();
    let of_server = [
        ("EMBEDDING_PROVIDER", "openai"),
        ("EMBEDDING_BASE_URL", url.as_str()),
        ("EMBEDDING_API_KEY", "sk-tests"),
        ("EMBEDDING_DIMENSIONS", "4"),
    ];
    let world = open(&of_server).await;
    let known = enter(&world, "a Rita gosta de pescaria no lago", Area::Customers).await;
    assert_eq!(embed_knowledge(&world.app).await.unwrap(), 0);
    let found = recall(&world).await;
    assert!(found.starts_with("ok: found 1 items; by words alone: no local model"), "{found}");
    assert!(found.contains("pescaria no lago"), "{found}");
    let sent = provider.received_requests();
    assert!(sent.iter().all(|asked| !asked.body.to_string().contains("pescaria")), "{sent:?}");
    assert_eq!(count_vectors(&world, known.id).await, 0);
    world.close().await;
}
