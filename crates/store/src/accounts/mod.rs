//! Accounts of a team: users, credentials, sessions, tokens, and the access log.
//!
//! No secret reaches the database: of passwords it holds the Argon2id hash, of generated secrets the SHA-256. Times are
//! the database's, so that several servers agree on expiry.

pub(crate) mod access_log;
pub(crate) mod company;
pub(crate) mod invitations;
pub(crate) mod sessions;
pub(crate) mod tokens;
pub(crate) mod users;

use crate::StoreError;
use celeiro_domain::team::Role;
use sqlx::PgConnection;

/// The role of a stored name.
pub(crate) fn read_role(name: &str) -> Result<Role, StoreError> {
    Role::parse(name).ok_or(StoreError::Unreadable)
}

/// Takes the lock of all that changes accounts, until the transaction ends: two administrators who remove each other at
/// the same moment come one after the other.
pub(crate) async fn lock_accounts(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtext('celeiro.accounts'))").fetch_one(db).await?;
    Ok(())
}
