//! Saves of people and reminders, and reminders that several programs would show at once.

use crate::world::{World, ago, conflict, constraint, is_absent, write};
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::firing::ReminderFiring;
use celeiro_domain::personal::person::PersonDraft;
use celeiro_domain::personal::reminder::{ReminderFields, ReminderState};
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use celeiro_store::{ShownReminder, WaitingCounts, Write};
use chrono::{DateTime, SubsecRound as _, TimeDelta, Utc};
use futures::future::join_all;
use serde_json::json;
use uuid::Uuid;

fn person(id: Uuid, version: Option<i32>, name: &str) -> PersonalWrite {
    let draft = PersonDraft { name: name.into(), ..PersonDraft::default() };
    PersonalWrite { id, version, content: PersonalFields::Person(Box::new(draft)) }
}

fn reminder_about(person_id: Option<Uuid>, due_at: DateTime<Utc>) -> ReminderFields {
    ReminderFields {
        title: "Ligar".into(),
        notes: None,
        at: due_at.naive_utc(),
        zone: "America/Cuiaba".into(),
        rrule: None,
        next_at: Some(due_at),
        state: ReminderState::Open,
        person_id,
        done_at: None,
    }
}

/// Saves a reminder: a new one, or another version of one that is there.
async fn save_reminder(world: &World, place: Option<(Uuid, i32)>, fields: ReminderFields) -> Uuid {
    let (id, version) = place.map_or((Uuid::new_v4(), None), |(id, version)| (id, Some(version)));
    let change = PersonalWrite { id, version, content: PersonalFields::Reminder(Box::new(fields)) };
    world.store.save_personal(&change, &write()).await.unwrap()
}

async fn add_person(world: &World, name: &str) -> Uuid {
    world.store.save_personal(&person(Uuid::new_v4(), None, name), &write()).await.unwrap()
}

/// The reminders that are to be shown at a moment.
async fn list_due(world: &World, now: DateTime<Utc>) -> Vec<ShownReminder> {
    world.store.reminders_to_fire(now).await.unwrap()
}

#[tokio::test]
async fn of_savers_of_a_person_from_one_version_one_wins_and_the_others_get_who_is_stored() {
    let world = World::new().await;
    let id = add_person(&world, "João").await;
    let saves: Vec<(PersonalWrite, Write)> =
        (0..5).map(|number| (person(id, Some(1), &format!("João {number}")), write())).collect();
    let saves = saves.iter().map(|(change, write)| world.store.save_personal(change, write));
    let (won, lost): (Vec<_>, Vec<_>) = join_all(saves).await.into_iter().partition(Result::is_ok);
    assert_eq!((won.len(), lost.len()), (1, 4));
    let stored = world.store.person(id).await.unwrap();
    assert_eq!(stored.version, 2);
    for refused in lost {
        let current = conflict(refused);
        assert_eq!((&current["name"], &current["version"]), (&json!(stored.draft.name), &json!(2)));
    }
    let same = person(id, Some(2), &stored.draft.name);
    assert_eq!(world.store.save_personal(&same, &write()).await.unwrap(), id);
    assert_eq!(world.store.person(id).await.unwrap(), stored, "a save that changes nothing is no version");
    let nobody = person(Uuid::new_v4(), Some(1), "Ninguém");
    assert!(is_absent(world.store.save_personal(&nobody, &write()).await));
    world.close().await;
}

#[tokio::test]
async fn texts_of_any_script_come_back_as_they_were_and_a_nul_in_a_preference_loses_nothing() {
    let world = World::new().await;
    let mut draft = PersonDraft {
        name: "אבי \u{202e}cohen\u{202c} 👩\u{200d}🌾".into(),
        crops: vec!["soja 🌱".into(), String::new()],
        notes: Some("é".repeat(20_000)),
        birthday: Some("02-29".into()),
        ..PersonDraft::default()
    };
    draft.preferences.insert("presente\0".into(), "liv\0ros".into());
    let id = Uuid::new_v4();
    let content = PersonalFields::Person(Box::new(draft.clone()));
    world.store.save_personal(&PersonalWrite { id, version: None, content }, &write()).await.unwrap();
    let stored = world.store.person(id).await.unwrap();
    assert_eq!(stored.draft.preferences["presente\u{fffd}"], "liv\u{fffd}ros");
    assert_eq!(PersonDraft { preferences: draft.preferences.clone(), ..stored.draft }, draft);
    world.close().await;
}

#[tokio::test]
async fn records_that_are_saved_together_are_all_saved_or_none() {
    let world = World::new().await;
    let ana = add_person(&world, "Ana").await;
    let new = Uuid::new_v4();
    let stale = [person(new, None, "Nova"), person(ana, Some(7), "Ana Lima")];
    let refused = world.store.save_personal_together(&stale, &write()).await;
    assert_eq!(conflict(refused), json!({ "id": ana }));
    assert!(is_absent(world.store.person(new).await), "the one before it is not there either");
    let (once, both) = (write(), [person(new, None, "Nova"), person(ana, Some(1), "Ana Lima")]);
    for _ in 0..2 {
        world.store.save_personal_together(&both, &once).await.unwrap();
    }
    assert_eq!(world.store.person(ana).await.unwrap().version, 2, "asked for again it is done once");
    let nothing = write();
    world.store.save_personal_together(&[], &nothing).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM operations WHERE kind = 'import-finance'").await, 1);
    world.close().await;
}

#[tokio::test]
async fn a_deleted_person_is_nobodys_until_taken_back_and_reminders_name_people_who_are_there() {
    let world = World::new().await;
    let (id, off, due_at) = (add_person(&world, "Ana").await, write(), ago(1).trunc_subsecs(6));
    let about = save_reminder(&world, None, reminder_about(Some(id), due_at)).await;
    let content = PersonalFields::Reminder(Box::new(reminder_about(Some(Uuid::new_v4()), due_at)));
    let of_nobody = PersonalWrite { id: Uuid::new_v4(), version: None, content };
    assert_eq!(constraint(world.store.save_personal(&of_nobody, &write()).await), "reminders_person");
    let mark = async |deleted: bool, write: &Write| {
        world.store.mark_personal(PersonalKind::People, id, deleted, write).await
    };
    assert!(is_absent(mark(false, &write()).await), "it is not deleted");
    mark(true, &off).await.unwrap();
    assert!(is_absent(mark(true, &write()).await));
    assert!(is_absent(world.store.person(id).await));
    assert!(is_absent(world.store.save_personal(&person(id, Some(2), "Bia"), &write()).await));
    assert_eq!(world.store.reminder(about).await.unwrap().person_id, Some(id), "it may come back");
    mark(false, &write()).await.unwrap();
    mark(true, &off).await.unwrap();
    assert_eq!(world.store.person(id).await.unwrap().draft.name, "Ana", "that deletion was done before");
    world.close().await;
}

#[tokio::test]
async fn of_eight_programs_that_would_show_a_reminder_one_shows_it() {
    let world = World::new().await;
    let now = Utc::now().trunc_subsecs(6);
    let id = save_reminder(&world, None, reminder_about(None, now)).await;
    save_reminder(&world, None, reminder_about(None, now + TimeDelta::microseconds(1))).await;
    let due = list_due(&world, now).await;
    assert_eq!(due.iter().map(|one| one.reminder.id).collect::<Vec<_>>(), [id], "due at this very moment");
    let firing = ReminderFiring { due_at: now, late: false };
    let taken = join_all((0..8).map(|_| world.store.fire_reminder(&due[0], &firing, now))).await;
    assert_eq!(taken.into_iter().filter(|one| *one.as_ref().unwrap()).count(), 1);
    assert!(list_due(&world, now).await.is_empty());
    let shown = world.store.fired_reminders(now).await.unwrap();
    assert_eq!((shown.len(), shown[0].fired_for, shown[0].reminder.version), (1, Some(now), 1));
    let later = now + TimeDelta::microseconds(1);
    assert!(world.store.fired_reminders(later).await.unwrap().is_empty());
    assert_eq!(list_due(&world, later).await.len(), 1, "the other one comes a moment later");
    world.close().await;
}

#[tokio::test]
async fn a_reminder_that_was_changed_since_it_was_read_is_not_shown_and_another_time_shows_it_again() {
    let world = World::new().await;
    let now = Utc::now().trunc_subsecs(6);
    let (due_at, firing) = (now - TimeDelta::hours(2), ReminderFiring { due_at: now, late: false });
    let id = save_reminder(&world, None, reminder_about(None, due_at)).await;
    let read = list_due(&world, now).await.remove(0);
    let renamed = ReminderFields { title: "Visitar".into(), ..reminder_about(None, due_at) };
    save_reminder(&world, Some((id, 1)), renamed.clone()).await;
    assert!(!world.store.fire_reminder(&read, &firing, now).await.unwrap());
    let read = list_due(&world, now).await.remove(0);
    assert_eq!((read.reminder.title.as_str(), read.reminder.version), ("Visitar", 2));
    assert!(world.store.fire_reminder(&read, &firing, now).await.unwrap());
    let words = ReminderFields { notes: Some("de manhã".into()), ..renamed.clone() };
    save_reminder(&world, Some((id, 2)), words).await;
    assert!(list_due(&world, now).await.is_empty(), "other words are no other time");
    let moved = ReminderFields { next_at: Some(due_at + TimeDelta::hours(1)), ..renamed };
    save_reminder(&world, Some((id, 3)), moved).await;
    let read = list_due(&world, now).await.remove(0);
    assert_eq!(read.fired_for, None);
    let waiting = async || world.store.count_waiting(now, now.date_naive()).await.unwrap();
    assert_eq!(waiting().await, WaitingCounts { reminders: 1, decisions: 0 });
    world.store.mark_personal(PersonalKind::Reminders, id, true, &write()).await.unwrap();
    assert!(!world.store.fire_reminder(&read, &firing, now).await.unwrap(), "it is deleted");
    assert!(list_due(&world, now).await.is_empty());
    assert_eq!(waiting().await, WaitingCounts::default());
    world.close().await;
}
