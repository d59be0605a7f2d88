//! The database of one test, with a store and with direct access.

use crate::databases::TestDatabase;
use celeiro_store::cluster::{Login, ManagedLogins};
use celeiro_store::{Connection, Origin, Store, StoreError, Write};
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::postgres::{PgPool, PgPoolOptions};
use uuid::Uuid;

/// The database of one test, with a store and with direct access.
pub struct World {
    /// The store under test, which connects as the second role.
    pub store: Store,
    /// Connections as the owner of the tables.
    pub pool: PgPool,
    database: TestDatabase,
}

impl World {
    /// Creates an empty database on the server that the tests of this program share.
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

    /// The logins of both roles.
    pub fn logins(&self) -> ManagedLogins {
        self.database.logins()
    }

    /// The address of the database for a store.
    pub fn connection(&self) -> Connection {
        Connection::Managed(Box::new(self.logins()))
    }

    /// Opens a second store on the database, as a newly started program does.
    pub async fn opened_again(&self) -> Store {
        Store::open(&self.connection()).await.unwrap()
    }

    /// Closes the connections and drops the database.
    pub async fn close(self) {
        self.pool.close().await;
        self.store.close().await;
        self.database.remove().await;
    }

    /// Runs a query that returns one number.
    pub async fn count(&self, question: &'static str) -> i64 {
        sqlx::query_scalar(question).fetch_one(&self.pool).await.unwrap()
    }

    /// Runs a statement.
    pub async fn execute(&self, statement: &'static str) {
        sqlx::raw_sql(statement).execute(&self.pool).await.unwrap();
    }
}

/// A write with a new operation id.
pub fn write() -> Write {
    write_of("tests")
}

/// A write of `actor` with a new operation id.
pub fn write_of(actor: &str) -> Write {
    Write { operation_id: Uuid::new_v4(), actor: actor.into(), origin: Origin::Person }
}

/// The time `hours` ago.
pub fn ago(hours: i64) -> DateTime<Utc> {
    Utc::now() - TimeDelta::hours(hours)
}

/// The name of the constraint that refused a write. Panics on any other result.
pub fn constraint<T: std::fmt::Debug>(result: Result<T, StoreError>) -> String {
    match result {
        Err(StoreError::Constraint(name)) => name,
        other => panic!("no constraint refused it: {other:?}"),
    }
}

/// The current record of a conflict. Panics on any other result.
pub fn conflict<T: std::fmt::Debug>(result: Result<T, StoreError>) -> serde_json::Value {
    match result {
        Err(StoreError::Conflict(current)) => *current,
        other => panic!("no conflict: {other:?}"),
    }
}

/// Whether the result is [`StoreError::NotFound`].
pub fn is_absent<T>(result: Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::NotFound))
}
