//! Replication state that a server reports.
//!
//! The statements are not checked against the schema: a listed server may have another schema, or none.

use sqlx::PgConnection;

/// What a server says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HostFacts {
    /// Which cluster it is of; all physical replicas of one have the same.
    pub system: i64,
    /// The timeline that it writes; none for a standby.
    pub timeline: Option<i64>,
    /// Position in the log, in bytes: what a primary wrote, what a standby replayed.
    pub position: u64,
}

/// What the database of a standby holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ReplicaSchema {
    /// Version of the schema.
    pub version: i64,
    /// Whether it has replayed the note of its primary's timeline.
    pub has_timeline: bool,
}

const FACTS: &str = "SELECT (SELECT system_identifier FROM pg_control_system()), \
    CASE WHEN pg_is_in_recovery() THEN NULL \
      ELSE ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint END, \
    ((CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END) \
      - '0/0'::pg_lsn)::bigint";

const SCHEMA: &str = "SELECT coalesce((SELECT max(version) FROM _sqlx_migrations WHERE success), 0), \
    EXISTS (SELECT FROM primary_timelines WHERE system_identifier = $1 AND timeline = $2)";

/// Asks a server what it is.
pub(crate) async fn read_facts(db: &mut PgConnection) -> Result<HostFacts, sqlx::Error> {
    let (system, timeline, position): (i64, Option<i64>, Option<i64>) =
        sqlx::query_as(FACTS).fetch_one(db).await?;
    Ok(HostFacts { system, timeline, position: position.unwrap_or(0).unsigned_abs() })
}

/// Asks a standby for its schema, and whether it follows the primary that writes `timeline`; none where its database
/// has not the tables.
pub(crate) async fn read_schema(
    db: &mut PgConnection,
    system: i64,
    timeline: i64,
) -> Result<Option<ReplicaSchema>, sqlx::Error> {
    let asked = sqlx::query_as::<_, (i64, bool)>(SCHEMA).bind(system).bind(timeline).fetch_one(db).await;
    match asked {
        Ok((version, has_timeline)) => Ok(Some(ReplicaSchema { version, has_timeline })),
        Err(sqlx::Error::Database(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
