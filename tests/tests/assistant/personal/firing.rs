//! Reminders that come due, against the real database: told until they are done, put off, and shown once by programs
//! that are killed. Schedules of every kind are in `at_size/reminders.rs`.

use crate::leaks::record_log;
use crate::support::{PERSONAL, World};
use celeiro_app::api::Empty;
use celeiro_app::personal::firing::{SnoozeReminder, fire_due, get_waiting, snooze_reminder};
use celeiro_app::personal::notices::list_reminder_notices;
use celeiro_app::personal::reminders::{CreateReminder, create_reminder};
use celeiro_domain::personal::reminder::{Reminder, ReminderDraft};
use celeiro_domain::search::Lang;
use celeiro_tests::program::open;
use celeiro_tests::provider::Reply;
use chrono::{TimeDelta, Utc};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A program whose model has nothing to say.
pub async fn quiet() -> World {
    World::personal(|_| Reply::in_pieces(&["Pronto."])).await
}

/// Enters a reminder.
pub async fn plan(world: &World, title: &str, at: &str, zone: &str, rrule: Option<&str>) -> Reminder {
    let draft = ReminderDraft {
        title: title.into(),
        at: at.into(),
        zone: Some(zone.into()),
        rrule: rrule.map(str::to_owned),
        ..ReminderDraft::default()
    };
    create_reminder(&world.app, &world.caller, CreateReminder { operation_id: None, draft }).await.unwrap()
}

/// Notes every showing in a table of its own, each of which takes so many seconds.
pub async fn note_showings(world: &World, seconds: f64) {
    let function = format!(
        "CREATE FUNCTION note_showing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
           IF NEW.fired_for IS NOT NULL THEN \
             INSERT INTO showings VALUES (NEW.id, NEW.fired_for, NEW.last_fired_at); PERFORM pg_sleep({seconds}); \
           END IF; RETURN NULL; END $$"
    );
    for statement in [
        "CREATE TABLE showings (id uuid, due timestamptz, at timestamptz)",
        &function,
        "CREATE TRIGGER note_showing AFTER UPDATE OF fired_for ON reminders FOR EACH ROW \
           WHEN (NEW.fired_for IS DISTINCT FROM OLD.fired_for) EXECUTE FUNCTION note_showing()",
    ] {
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&world.pool).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_came_due_is_told_until_it_is_done_and_put_off_it_comes_again() {
    let world = quiet().await;
    let one = plan(&world, "Ligar para a Ana", "2026-01-01T09:00", "America/Sao_Paulo", None).await;
    plan(&world, "Bem depois", "2099-01-01T09:00", "America/Sao_Paulo", None).await;
    // One whose zone is unknown today holds no other up.
    world
        .alter(
            "UPDATE reminders SET zone = 'Nowhere/Land', rrule = 'x' WHERE title = 'Bem depois' AND id <> $1",
            one.id,
        )
        .await;
    assert_eq!(fire_due(&world.app, Utc::now()).await.unwrap(), 1);
    assert_eq!(fire_due(&world.app, Utc::now()).await.unwrap(), 0);
    let waiting = get_waiting(&world.app, &world.caller, Empty {}).await.unwrap();
    assert_eq!((waiting.reminders, waiting.decisions, waiting.fired.len()), (1, 0, 1));
    assert!(waiting.fired[0].late, "it was missed");
    let request = SnoozeReminder { id: one.id, minutes: Some(30), operation_id: None };
    let later = snooze_reminder(&world.app, &world.caller, request).await.unwrap();
    assert_eq!((later.at, later.version), (one.at, one.version + 1));
    let waiting = get_waiting(&world.app, &world.caller, Empty {}).await.unwrap();
    assert_eq!((waiting.reminders, waiting.fired.len()), (0, 0));
    assert_eq!(fire_due(&world.app, Utc::now() + TimeDelta::minutes(29)).await.unwrap(), 0);
    assert_eq!(fire_due(&world.app, Utc::now() + TimeDelta::minutes(31)).await.unwrap(), 1);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_due_is_notified_once_in_the_person_s_words_and_logged_without_them() {
    let (log, since) = (record_log(), Utc::now());
    let world = quiet().await;
    let title = "Cobrar da <b>Zulmira Quixabeira</b>";
    let one = plan(&world, title, "2026-01-01T09:00", "America/Sao_Paulo", None).await;
    let list = async |since| list_reminder_notices(&world.app, Lang::PtBr, since).await.unwrap();
    assert!(list(since).await.is_empty(), "nothing came due yet");
    assert_eq!(fire_due(&world.app, Utc::now()).await.unwrap(), 1);
    let notices = list(since).await;
    assert_eq!(notices.len(), 1);
    assert_eq!((notices[0].key, notices[0].summary.as_str()), ((one.id, one.next_at.unwrap()), title));
    assert_eq!(notices[0].body, "Atrasado: era para 01/01 às 09:00", "the body is the program's alone");
    let later = Utc::now() + TimeDelta::seconds(1);
    assert!(list(later).await.is_empty(), "a window that opens later says nothing of it");
    tracing::info!("the log is recorded");
    assert!(log.text().contains("the log is recorded"), "control");
    assert!(!log.text().contains("Zulmira"), "the log has words of a reminder");
    world.close().await;
}

/// Tells a copy of this test program that it shows reminders, and on which database.
const ROLE: &str = "CELEIRO_TEST_FIRING";
/// The moment of the showings, and how many are due then.
const MOMENT: &str = "2036-03-20T12:00:00Z";
const DUE: i64 = 120;

/// The program of another process.
#[tokio::test(flavor = "multi_thread")]
async fn shows_reminders_until_it_is_killed() {
    let Ok(url) = std::env::var(ROLE) else { return };
    let dir = tempfile::tempdir().unwrap();
    let app = open(dir.path(), &url, &[PERSONAL[0], PERSONAL[1], ("EMBEDDING_PROVIDER", "none")]).await;
    fire_due(&app, MOMENT.parse().unwrap()).await.unwrap();
    app.close().await.unwrap();
}

fn start_program(world: &World) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "personal::firing::shows_reminders_until_it_is_killed"])
        .env(ROLE, world.database_url())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_is_shown_once_wherever_the_program_is_killed() {
    let world = quiet().await;
    note_showings(&world, 0.01).await;
    for n in 0..DUE {
        let at = format!("2036-03-20T{:02}:{:02}", n / 60, n % 60);
        plan(&world, &format!("n{n}"), &at, "America/Sao_Paulo", None).await;
    }
    let shown = "SELECT count(*) FROM showings";
    let mut in_the_middle = 0;
    // Before it shows any, at its first, and further on.
    for wanted in [0, 1, 20, 45, 70, 95] {
        let mut program = start_program(&world);
        let begun = Instant::now();
        while wanted > 0 && world.count(shown).await < wanted {
            assert!(begun.elapsed() < Duration::from_secs(60), "the program shows nothing");
            assert!(program.try_wait().unwrap().is_none(), "the program ended before it was killed");
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
        // SIGKILL: it has no time to tidy up.
        program.kill().unwrap();
        program.wait().unwrap();
        let now = world.count(shown).await;
        in_the_middle += i64::from((1..DUE).contains(&now));
    }
    assert!(in_the_middle >= 4, "killed in the middle {in_the_middle} times");
    fire_due(&world.app, MOMENT.parse().unwrap()).await.unwrap();
    fire_due(&world.app, MOMENT.parse().unwrap()).await.unwrap();
    assert_eq!(world.count(shown).await, DUE);
    assert_eq!(world.count("SELECT count(DISTINCT id) FROM showings").await, DUE);
    world.close().await;
}
