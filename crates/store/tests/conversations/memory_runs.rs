//! Runs over what people wrote: begun by one program, and of which messages.

use crate::support::{World, ago, write};
use crate::world::{is_absent, write_of};
use celeiro_domain::personal::memory::MemoryRunState;
use celeiro_store::{EndedRun, MessagePosition, TurnIds};
use chrono::{DateTime, Utc};
use futures::future::join_all;
use uuid::Uuid;

/// A message of a person in a new conversation.
async fn say(world: &World, actor: &str, text: &str) -> TurnIds {
    let place = MessagePosition::New { title: "Conversa" };
    world.store.begin_turn(place, text, &[], &write_of(actor)).await.unwrap().ids()
}

/// Texts of a person that the next run reads.
async fn list_unread(world: &World, actor: &str, limit: i64) -> Vec<String> {
    let messages = world.store.messages_to_read(actor, false, limit).await.unwrap();
    messages.into_iter().map(|message| message.text).collect()
}

fn run_end(read_to: Option<DateTime<Utc>>, error: Option<&str>) -> EndedRun {
    EndedRun { read_to, error: error.map(str::to_owned), ..EndedRun::default() }
}

#[tokio::test]
async fn a_run_of_a_moment_is_begun_by_one_program_and_again_where_that_one_died() {
    let world = World::new().await;
    let slot = ago(1);
    let begun = join_all((0..6).map(|_| world.store.begin_memory_run("ana", slot))).await;
    let begun: Vec<Uuid> = begun.into_iter().filter_map(Result::unwrap).collect();
    assert_eq!(begun.len(), 1);
    let run = begun[0];
    assert!(world.store.begin_memory_run("bia", slot).await.unwrap().is_some(), "each person has a run");
    world.execute("UPDATE memory_runs SET started_at = started_at - interval '14 minutes'").await;
    assert_eq!(world.store.begin_memory_run("ana", slot).await.unwrap(), None, "it still reads");
    world.execute("UPDATE memory_runs SET started_at = started_at - interval '2 minutes'").await;
    let again = join_all((0..4).map(|_| world.store.begin_memory_run("ana", slot))).await;
    let again: Vec<Uuid> = again.into_iter().filter_map(Result::unwrap).collect();
    assert_eq!(again, [run]);

    world.store.end_memory_run(run, &run_end(Some(Utc::now()), None)).await.unwrap();
    world.store.end_memory_run(run, &run_end(None, Some("LLM_FAILED"))).await.unwrap();
    let stored = world.store.memory_run(run).await.unwrap();
    assert_eq!((stored.state, stored.error), (MemoryRunState::Nothing, None), "it ends once");
    world.execute("UPDATE memory_runs SET started_at = started_at - interval '1 day'").await;
    assert_eq!(world.store.begin_memory_run("ana", slot).await.unwrap(), None, "it is over");
    assert!(world.store.begin_memory_run("ana", ago(0)).await.unwrap().is_some());
    assert!(is_absent(world.store.memory_run(Uuid::new_v4()).await));
    world.store.end_memory_run(Uuid::new_v4(), &run_end(None, None)).await.unwrap();
    assert_eq!(world.store.memory_runs(2).await.unwrap().len(), 2);
    world.close().await;
}

#[tokio::test]
async fn a_run_reads_on_from_the_last_that_was_read_and_a_failed_one_reads_nothing_away() {
    let world = World::new().await;
    for text in ["um", "dois", "três"] {
        say(&world, "ana", text).await;
    }
    say(&world, "bia", "outra").await;
    assert_eq!(list_unread(&world, "ana", 2).await, ["um", "dois"], "the oldest first");
    let first = world.store.messages_to_read("ana", false, 1).await.unwrap().remove(0);
    let last = world.store.messages_to_read("ana", false, 3).await.unwrap().remove(2);
    let run = world.store.begin_memory_run("ana", ago(3)).await.unwrap().unwrap();
    assert_eq!(list_unread(&world, "ana", 9).await.len(), 3, "one that still reads has read nothing");
    world.store.end_memory_run(run, &run_end(Some(first.at), None)).await.unwrap();
    assert_eq!(list_unread(&world, "ana", 9).await, ["dois", "três"]);
    let failed = world.store.begin_memory_run("ana", ago(2)).await.unwrap().unwrap();
    world.store.end_memory_run(failed, &run_end(Some(last.at), Some("LLM_FAILED"))).await.unwrap();
    assert_eq!(list_unread(&world, "ana", 9).await, ["dois", "três"]);
    let all = world.store.messages_to_read("ana", true, 9).await.unwrap();
    assert_eq!(all.len(), 3, "all of it again");
    assert_eq!(list_unread(&world, "bia", 9).await, ["outra"]);
    assert!(list_unread(&world, "ana", 0).await.is_empty());
    world.close().await;
}

#[tokio::test]
async fn conversations_that_are_deleted_or_speak_of_self_harm_and_people_who_are_no_owner_are_not_read() {
    let world = World::new().await;
    world
        .execute(
            "INSERT INTO users (id, login, name, role, created_by) VALUES \
               (gen_random_uuid(), 'dono', 'Dono', 'admin', 'dono'), \
               (gen_random_uuid(), 'rui', 'Rui', 'seller', 'dono')",
        )
        .await;
    for actor in ["dono", "rui", "local", "eva"] {
        say(&world, actor, "Oi").await;
    }
    let deleted = say(&world, "bia", "Oi").await.conversation_id;
    world.store.delete_conversation(deleted, &write()).await.unwrap();
    world.execute("UPDATE conversations SET speaks_of_self_harm = true WHERE actor = 'eva'").await;
    let slot = ago(0);
    let writers = async || world.store.writers_to_read(slot).await.unwrap();
    assert_eq!(writers().await, ["dono", "local"], "without an account it is a person on this machine");
    for unread in ["eva", "bia"] {
        assert!(world.store.messages_to_read(unread, true, 9).await.unwrap().is_empty());
    }
    world.store.restore_conversation(deleted, &write()).await.unwrap();
    assert_eq!(writers().await, ["bia", "dono", "local"]);
    world.store.begin_memory_run("dono", slot).await.unwrap().unwrap();
    assert_eq!(writers().await, ["bia", "local"], "a program reads them now");
    world.execute("UPDATE memory_runs SET started_at = started_at - interval '16 minutes'").await;
    assert_eq!(writers().await, ["bia", "dono", "local"], "that program died");
    let run = world.store.begin_memory_run("dono", slot).await.unwrap().unwrap();
    world.store.end_memory_run(run, &run_end(Some(Utc::now()), None)).await.unwrap();
    assert_eq!(world.store.writers_to_read(Utc::now()).await.unwrap(), ["bia", "local"], "all is read");
    say(&world, "dono", "Mais").await;
    assert_eq!(world.store.writers_to_read(Utc::now()).await.unwrap(), ["bia", "dono", "local"]);
    let said = world.store.said_in_conversation(deleted, 9).await.unwrap();
    assert_eq!(said.len(), 1);
    world.close().await;
}
