//! The memory as often as it is promised: what was deleted does not come back in thirty runs over the same messages,
//! of a hundred statements that do not go together with what is known a person is asked, and a long history is read whole.

use super::choose_size;
use crate::personal::memory::{enter, facts, list_known, open_reading_world, run};
use crate::support::World;
use celeiro_app::api::WriteById;
use celeiro_app::personal::memory::items::delete_knowledge;
use celeiro_app::personal::memory::runs::{DecideMemoryRun, accept_memory_run};
use celeiro_domain::personal::decision::Area;
use celeiro_domain::personal::memory::{MemoryChangeKind, MemoryRunState, find_disagreement};
use celeiro_tests::provider::{Purpose, ReceivedRequest, Reply};
use std::collections::HashSet;

/// Facts as a model words them from one run to the next, each with the words that the person wrote.
const HISTORY: [(&str, &[&str]); 4] = [
    (
        "prefiro retirar os pedidos na loja de Sorriso",
        &[
            "prefere retirar na loja de Sorriso",
            "retira os pedidos na loja",
            "gosta de retirar pedidos em Sorriso",
        ],
    ),
    ("minha esposa se chama Marina", &["a esposa se chama Marina", "Marina é a esposa", "esposa: Marina"]),
    (
        "planto 300 hectares de soja",
        &["planta 300 hectares de soja", "soja: 300 hectares", "tem 300 hectares com soja"],
    ),
    (
        "viajo para Cuiabá toda semana",
        &["viaja para Cuiabá toda semana", "vai a Cuiabá toda semana", "viaja toda semana"],
    ),
];

/// The model says every fact that it is given messages for, each time in other words.
fn obedient(asked: &ReceivedRequest) -> Reply {
    let messages = asked.user();
    let place = |said: &str| messages.split("mensagem ").skip(1).position(|line| line.contains(said));
    let told: Vec<(&str, &str, usize, &str)> = HISTORY
        .iter()
        .filter_map(|(said, wordings)| {
            Some((wordings[asked.nth % wordings.len()], "customers", place(said)? + 1, *said))
        })
        .collect();
    facts(&told)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_deleted_does_not_come_back_in_thirty_runs_over_the_same_messages() {
    let runs = choose_size(30, 30);
    let world = open_reading_world(obedient).await;
    for (said, _) in HISTORY {
        world.ask(said).await;
    }
    let first = run(&world, false).await;
    assert_eq!(first.changes.len(), HISTORY.len(), "{first:?}");
    let decision = DecideMemoryRun { id: first.id, changes: None, keeps_both: None, operation_id: None };
    accept_memory_run(&world.app, &world.caller, decision).await.unwrap();
    for item in list_known(&world).await {
        let request = WriteById { id: item.id, operation_id: None };
        delete_knowledge(&world.app, &world.caller, request).await.unwrap();
    }
    let mut back = 0;
    for _ in 0..runs {
        back += run(&world, true).await.changes.len();
    }
    assert_eq!(back, 0, "what was deleted came back");
    sqlx::raw_sql("DELETE FROM knowledge_tombstones").execute(&world.pool).await.unwrap();
    let control = run(&world, true).await.changes.len();
    assert_eq!(control, HISTORY.len(), "control: without tombstones all of it comes back");
    println!("memory: {runs} runs after a deletion, 0 of {} facts back; control {control}", HISTORY.len());
    world.close().await;
}

fn pairs(text: &'static str) -> Vec<(&'static str, &'static str)> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(" | ").unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_asked_about_what_does_not_go_together_and_nothing_is_overwritten() {
    let planted = pairs(include_str!("contradictions.txt"));
    let alike = pairs(include_str!("lookalikes.txt"));
    let said = planted.clone();
    let world = open_reading_world(move |asked| {
        let messages = asked.user();
        let place = |said: &str| {
            messages.split("mensagem ").skip(1).position(|line| line.contains(&format!(": {said}\n")))
        };
        let told: Vec<(&str, &str, usize, &str)> = said
            .iter()
            .filter_map(|(_, later)| Some((*later, "customers", place(later)? + 1, *later)))
            .collect();
        facts(&told)
    })
    .await;
    let mut earlier = Vec::new();
    let mut asked = 0;
    let mut missed = Vec::new();
    // One at a time: what is known of one pair must not be taken for that of another.
    for (before, later) in &planted {
        let item = enter(&world, before, Area::Customers).await;
        world.ask(later).await;
        let proposed = run(&world, false).await;
        let about = proposed
            .changes
            .iter()
            .any(|line| line.kind == MemoryChangeKind::Contradicted && line.item_id == Some(item.id));
        asked += usize::from(about);
        if !about {
            missed.push((*before, *later));
        }
        let now = world.app.store().knowledge_item(item.id).await.unwrap();
        assert_eq!(now, item, "overwritten in silence");
        let request = WriteById { id: item.id, operation_id: None };
        delete_knowledge(&world.app, &world.caller, request).await.unwrap();
        earlier.push(item.id);
    }
    let in_vain = alike.iter().filter(|(one, other)| find_disagreement(one, other).is_some()).count();
    println!(
        "memory: asked about {asked} of {} contradictions, in vain about {in_vain} of {} look-alikes; missed {missed:?}",
        planted.len(),
        alike.len()
    );
    assert_eq!(earlier.iter().collect::<HashSet<_>>().len(), planted.len());
    assert!(asked * 100 >= planted.len() * 95, "{missed:?}");
    world.close().await;
}

/// Messages of a conversation, each a second after the one before.
async fn fill(world: &World, count: usize) {
    let conversation = world.ask("planto soja").await.conversation_id;
    let fill = "INSERT INTO messages (id, conversation_id, role, content, created_at) \
        SELECT gen_random_uuid(), $1, 'user', 'anotei o lote ' || n || ' da safra e a entrega', \
          now() - make_interval(secs => ($2 - n)::float8) \
        FROM generate_series(1, $2) AS n";
    let count = i32::try_from(count).unwrap();
    sqlx::query(fill).bind(conversation).bind(count).execute(&world.pool).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_history_is_read_to_its_end_a_part_in_each_run() {
    let count = choose_size(6_000, 100_000);
    let world = open_reading_world(|_| facts(&[])).await;
    fill(&world, count).await;
    let mut parts = Vec::new();
    while parts.last() != Some(&0) {
        let one = run(&world, false).await;
        assert_eq!((one.state, one.error), (MemoryRunState::Nothing, None));
        parts.push(one.messages as usize);
    }
    assert_eq!(parts.iter().sum::<usize>(), count + 1, "{parts:?}");
    assert!(parts.len() > 2 && parts.iter().all(|part| *part <= 5_000), "{parts:?}");
    let asked = world.provider.asked_for(Purpose::Memory);
    let told: usize = asked.iter().map(|one| one.user().matches("anotei o lote").count()).sum();
    assert_eq!(told, count, "each message was in one question");
    let answered = world.ask("e agora?").await;
    assert!(answered.error.is_none(), "{answered:?}");
    println!("memory: {count} messages read in {} runs and {} questions", parts.len() - 1, asked.len());
    world.close().await;
}
