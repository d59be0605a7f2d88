//! A database of one test, and a way to ask it directly.

use crate::databases::TestDatabase;
use celeiro_store::cluster::{Login, ManagedLogins};
use celeiro_store::{Connection, Origin, Store, StoreError, Write};
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::postgres::{PgPool, PgPoolOptions};
use uuid::Uuid;

/// A database of one test, and a way to ask it directly.
pub struct World {
    /// The program's way, as its second role.
    pub store: Store,
    /// The owner's way.
    pub pool: PgPool,
    database: TestDatabase,
}

impl World {
    /// A database with nothing in it, on the server that the tests of this program share.
    pub async fn new() -> Self {
        let fill = async |login: &Login| {
            let owner = ManagedLogins::of_one_role(login.clone());
            Store::open(&Connection::Managed(Box::new(owner))).await.unwrap().close().await;
        };
        let database =
            TestDatabase::create(env!("CARGO_TARGET_TMPDIR"), env!("CARGO_CRATE_NAME"), fill).await;
        let store = Store::open(&Connection::Managed(Box::new(database.logins()))).await.unwrap();
        let options = database.login.connect_options();
        let pool = PgPoolOptions::new().max_connections(2).connect_with(options).await.unwrap();
        Self { store, pool, database }
    }

    /// The way to it, by both roles.
    pub fn logins(&self) -> ManagedLogins {
        self.database.logins()
    }

    /// The way to it.
    pub fn connection(&self) -> Connection {
        Connection::Managed(Box::new(self.logins()))
    }

    /// The same database as a program finds it that starts now.
    pub async fn opened_again(&self) -> Store {
        Store::open(&self.connection()).await.unwrap()
    }

    /// Closes everything in order.
    pub async fn close(self) {
        self.pool.close().await;
        self.store.close().await;
        self.database.remove().await;
    }

    /// Asks a question that a number answers.
    pub async fn count(&self, question: &'static str) -> i64 {
        sqlx::query_scalar(question).fetch_one(&self.pool).await.unwrap()
    }

    /// Runs a statement.
    pub async fn execute(&self, statement: &'static str) {
        sqlx::raw_sql(statement).execute(&self.pool).await.unwrap();
    }
}

/// A write of its own.
pub fn write() -> Write {
    write_of("tests")
}

/// A write of its own by this person.
pub fn write_of(actor: &str) -> Write {
    Write { operation_id: Uuid::new_v4(), actor: actor.into(), origin: Origin::Person }
}

/// A moment in the past.
pub fn ago(hours: i64) -> DateTime<Utc> {
    Utc::now() - TimeDelta::hours(hours)
}

/// The name of the constraint that refused a write.
pub fn constraint<T: std::fmt::Debug>(result: Result<T, StoreError>) -> String {
    match result {
        Err(StoreError::Constraint(name)) => name,
        other => panic!("no constraint refused it: {other:?}"),
    }
}

/// The record that came with a conflict.
pub fn conflict<T: std::fmt::Debug>(result: Result<T, StoreError>) -> serde_json::Value {
    match result {
        Err(StoreError::Conflict(current)) => *current,
        other => panic!("no conflict: {other:?}"),
    }
}

/// Whether what was asked for is not there.
pub fn is_absent<T>(result: Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::NotFound))
}
