//! A program that is killed while it pays a bill or reads in a table: nothing of it stays, and asked again under the same
//! id it is done once.

use super::finance::{PAID, enter};
use super::firing::quiet;
use crate::support::{PERSONAL, World};
use celeiro_app::personal::finance::payments::{BillPayment, pay_bill};
use celeiro_app::personal::finance::table::{ImportFinance, import_finance};
use celeiro_app::{App, Caller};
use celeiro_domain::personal::finance::codes::FinanceTable;
use celeiro_domain::search::Lang;
use celeiro_tests::program::open;
use std::process::{Command, Stdio};
use std::time::Duration;
use uuid::Uuid;

/// Tells a copy of this test program on which database it writes, and which bill it pays; none where it reads in a
/// table.
const ROLE: [&str; 2] = ["CELEIRO_TEST_MONEY", "CELEIRO_TEST_MONEY_BILL"];

const TABLE: &str =
    "nome;categoria;real;mês\nFeira;alimentacao;80,00;2026-11\nMercado;alimentacao;90,00;2026-11\n";

const PAYMENT: Uuid = Uuid::from_u128(0x0191_b6d0_0000_7000_8000_0000_0000_00c1);
const IMPORT: Uuid = Uuid::from_u128(0x0191_b6d0_0000_7000_8000_0000_0000_00c2);

/// Pays `bill`, or reads in the table.
async fn write_money(app: &App, bill: Option<Uuid>) {
    let caller = Caller { actor: "ana".into(), ..Caller::local(Lang::PtBr) };
    match bill {
        Some(id) => {
            let (month, year, operation_id) = (Some(3), Some(2031), Some(PAYMENT));
            let payment = BillPayment { id, month, year, dismiss: None, operation_id };
            pay_bill(app, &caller, payment).await.unwrap();
        }
        None => {
            let table = FinanceTable::Expenses;
            let request = ImportFinance { table, content: TABLE.into(), operation_id: Some(IMPORT) };
            import_finance(app, &caller, request).await.unwrap();
        }
    }
}

/// The program of another process.
#[tokio::test(flavor = "multi_thread")]
async fn writes_money_until_it_is_killed() {
    let Ok(database) = std::env::var(ROLE[0]) else { return };
    let dir = tempfile::tempdir().unwrap();
    let app = open(dir.path(), &database, &[PERSONAL[0], PERSONAL[1], ("EMBEDDING_PROVIDER", "none")]).await;
    let bill = std::env::var(ROLE[1]).ok().and_then(|id| id.parse().ok());
    write_money(&app, bill).await;
    app.close().await.unwrap();
}

/// Kills a program in the middle of its write, whose row is there and not committed.
async fn kill_in_the_middle(world: &World, bill: Option<Uuid>) {
    let mut program = Command::new(std::env::current_exe().unwrap());
    program
        .args(["--exact", "personal::money_killed::writes_money_until_it_is_killed"])
        .env(ROLE[0], world.database_url())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Some(bill) = bill {
        program.env(ROLE[1], bill.to_string());
    }
    let mut program = program.spawn().unwrap();
    let writing = "SELECT count(*) FROM pg_stat_activity \
        WHERE datname = current_database() AND wait_event = 'PgSleep'";
    while world.count(writing).await == 0 {
        assert!(program.try_wait().unwrap().is_none(), "the program ended before it wrote");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    program.kill().unwrap();
    program.wait().unwrap();
    while world.count(writing).await > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_in_a_payment_or_a_table_nothing_of_it_stays_and_asked_again_it_is_done_once() {
    let world = quiet().await;
    let bill = enter(&world, "Luz").await.id;
    // The second row of the table, so that the first is written already.
    sqlx::raw_sql(
        "CREATE FUNCTION store_slowly() RETURNS trigger LANGUAGE plpgsql \
           AS $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$; \
         CREATE TRIGGER store_slowly AFTER UPDATE ON bills FOR EACH ROW EXECUTE FUNCTION store_slowly(); \
         CREATE TRIGGER store_slowly AFTER INSERT ON expenses FOR EACH ROW WHEN (NEW.name = 'Mercado') \
           EXECUTE FUNCTION store_slowly()",
    )
    .execute(&world.pool)
    .await
    .unwrap();
    kill_in_the_middle(&world, Some(bill)).await;
    kill_in_the_middle(&world, None).await;
    // Waits for what the killed programs have begun in the database.
    sqlx::raw_sql("DROP TRIGGER store_slowly ON bills; DROP TRIGGER store_slowly ON expenses")
        .execute(&world.pool)
        .await
        .unwrap();
    let expenses = "SELECT count(*) FROM expenses";
    assert_eq!((world.count(PAID).await, world.count(expenses).await), (0, 0), "nothing of it stays");
    for _ in 0..2 {
        write_money(&world.app, Some(bill)).await;
        write_money(&world.app, None).await;
        assert_eq!((world.count(PAID).await, world.count(expenses).await), (1, 2));
    }
    world.close().await;
}
