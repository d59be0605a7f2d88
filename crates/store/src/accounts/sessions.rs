//! Login sessions: they expire after 12 hours without a request, and after 30 days in any case.

use super::access_log::{AccessNote, AccountActor, note_access};
use super::tokens::revoke_tokens_of;
use super::{lock_accounts, read_role};
use crate::connection::transaction::{begin_transaction, begin_unanswered_transaction};
use crate::{Store, StoreError};
use celeiro_domain::team::{AccessEvent, Role};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

/// A new session.
#[derive(Clone)]
pub struct NewSession {
    /// The session.
    pub id: Uuid,
    /// Whose it is.
    pub user_id: Uuid,
    /// SHA-256 of its secret.
    pub secret_hash: Vec<u8>,
    /// The network that the person signed in from.
    pub network: Option<String>,
    /// Browser and system, as far as they are known.
    pub device: Option<String>,
}

/// A session, as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSession {
    /// The session.
    pub id: Uuid,
    /// When the person signed in.
    pub created_at: DateTime<Utc>,
    /// When it was last used; within a minute.
    pub last_used_at: DateTime<Utc>,
    /// The network that the person signed in from.
    pub network: Option<String>,
    /// Browser and system, as far as they are known.
    pub device: Option<String>,
}

/// Another password for an account.
#[derive(Clone)]
pub struct PasswordChange {
    /// The hash of the password that was compared.
    pub old_hash: String,
    /// The hash of the one that is to hold.
    pub new_hash: String,
    /// The session that stays.
    pub kept_session: Uuid,
    /// Whether the tokens of the account are revoked with it.
    pub end_tokens: bool,
}

/// The person of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionUser {
    /// The session.
    pub session: Uuid,
    /// The account.
    pub id: Uuid,
    /// The name to sign in with.
    pub login: String,
    /// What the person is called.
    pub name: String,
    /// What the person does, now.
    pub role: Role,
}

impl Store {
    /// Begins a session of a person whose password was compared with `password_hash`; `false` where the account was closed
    /// or has another password since. Sessions that are over are removed, those of all people.
    pub async fn begin_session(
        &self,
        session: &NewSession,
        password_hash: &str,
        by: &AccountActor,
    ) -> Result<bool, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            let here = sqlx::query!(
                "SELECT id FROM users WHERE id = $1 AND disabled_at IS NULL AND password_hash = $2 FOR NO KEY UPDATE",
                session.user_id,
                password_hash
            );
            if here.fetch_optional(&mut *tx).await?.is_none() {
                return Ok(false);
            }
            sign_in(&mut tx, session, by).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    /// The person of a session that is not over. Notes its use, once a minute at most.
    pub async fn session_user(&self, secret_hash: &[u8]) -> Result<Option<SessionUser>, StoreError> {
        self.run(async {
            let row = sqlx::query!(
                r#"SELECT s.id AS session, s.last_used_at < now() - interval '1 minute' AS "is_to_note!",
                     u.id, u.login, u.name, u.role
                   FROM user_sessions s JOIN users u ON u.id = s.user_id
                   WHERE s.secret_hash = $1 AND u.disabled_at IS NULL
                     AND s.last_used_at > now() - interval '12 hours' AND s.created_at > now() - interval '30 days'"#,
                secret_hash
            )
            .fetch_optional(&self.pool)
            .await?;
            let Some(row) = row else { return Ok(None) };
            if row.is_to_note {
                let mut tx = begin_unanswered_transaction(&self.pool).await?;
                sqlx::query!(
                    "WITH used AS (UPDATE user_sessions SET last_used_at = now() WHERE id = $1 RETURNING user_id) \
                     UPDATE users u SET last_seen_at = now() FROM used WHERE u.id = used.user_id",
                    row.session
                )
                .execute(&mut *tx)
                .await?;
                tx.commit().await?;
            }
            let role = read_role(&row.role)?;
            Ok(Some(SessionUser { session: row.session, id: row.id, login: row.login, name: row.name, role }))
        })
        .await
    }

    /// Ends a session; one that is over already is no error.
    pub async fn end_session(&self, secret_hash: &[u8]) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            let ended = sqlx::query!(
                "DELETE FROM user_sessions s USING users u WHERE u.id = s.user_id AND s.secret_hash = $1 \
                 RETURNING u.login, s.network",
                secret_hash
            )
            .fetch_optional(&mut *tx)
            .await?;
            if let Some(ended) = ended {
                let note = AccessNote {
                    actor: Some(ended.login.clone()),
                    event: AccessEvent::SignedOut,
                    subject: Some(ended.login),
                    network: ended.network,
                };
                note_access(&mut tx, &note).await?;
            }
            Ok(tx.commit().await?)
        })
        .await
    }

    /// Sessions of an account that are not over, the last used first.
    pub async fn sessions(&self, user_id: Uuid) -> Result<Vec<StoredSession>, StoreError> {
        let rows = sqlx::query_as!(
            StoredSession,
            "SELECT id, created_at, last_used_at, network, device FROM user_sessions \
             WHERE user_id = $1 AND last_used_at > now() - interval '12 hours' \
               AND created_at > now() - interval '30 days' \
             ORDER BY last_used_at DESC, id DESC",
            user_id
        );
        self.run(async { Ok(rows.fetch_all(&self.pool).await?) }).await
    }

    /// Ends one session of an account.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where the account has none of this id.
    pub async fn end_own_session(
        &self,
        id: Uuid,
        user_id: Uuid,
        by: &AccountActor,
    ) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            let ended = sqlx::query!("DELETE FROM user_sessions WHERE id = $1 AND user_id = $2", id, user_id);
            if ended.execute(&mut *tx).await?.rows_affected() == 0 {
                return Err(StoreError::NotFound);
            }
            note_access(&mut tx, &by.note(AccessEvent::SignedOut, &*by.actor)).await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    /// Ends all sessions of an account, and says how many there were.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such account.
    pub async fn end_sessions(&self, user_id: Uuid, by: &AccountActor) -> Result<u64, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            let user =
                sqlx::query!("SELECT login FROM users WHERE id = $1", user_id).fetch_one(&mut *tx).await?;
            let ended = sqlx::query!("DELETE FROM user_sessions WHERE user_id = $1", user_id)
                .execute(&mut *tx)
                .await?
                .rows_affected();
            note_access(&mut tx, &by.note(AccessEvent::SessionsEnded, user.login)).await?;
            tx.commit().await?;
            Ok(ended)
        })
        .await
    }

    /// Gives an account another password in the place of an earlier one, and ends its sessions but one; `false` where
    /// the password is another one since. An invitation, by which it could be chosen anew, is void.
    pub async fn change_password(
        &self,
        user_id: Uuid,
        change: &PasswordChange,
        by: &AccountActor,
    ) -> Result<bool, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            lock_accounts(&mut tx).await?;
            let changed = sqlx::query!(
                "UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL",
                user_id,
                change.old_hash,
                change.new_hash
            );
            if changed.execute(&mut *tx).await?.rows_affected() == 0 {
                return Ok(false);
            }
            sqlx::query!("DELETE FROM user_sessions WHERE user_id = $1 AND id <> $2", user_id, change.kept_session)
                .execute(&mut *tx)
                .await?;
            if change.end_tokens {
                revoke_tokens_of(&mut tx, user_id, by).await?;
            }
            sqlx::query!("DELETE FROM user_invitations WHERE user_id = $1", user_id).execute(&mut *tx).await?;
            note_access(&mut tx, &by.note(AccessEvent::PasswordChanged, &*by.actor)).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }
}

/// Begins a session of an account that is open, whichever way its person was recognised, and notes it. Sessions that are
/// over are removed, those of all people.
pub(super) async fn sign_in(
    db: &mut PgConnection,
    session: &NewSession,
    by: &AccountActor,
) -> Result<(), StoreError> {
    sqlx::query!("UPDATE users SET last_seen_at = now() WHERE id = $1", session.user_id)
        .execute(&mut *db)
        .await?;
    remove_ended_sessions(db).await?;
    insert_session(db, session).await?;
    note_access(db, &by.note(AccessEvent::SignedIn, &*by.actor)).await
}

/// Removes sessions that are over, those of all people.
async fn remove_ended_sessions(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM user_sessions WHERE id IN (SELECT id FROM user_sessions \
           WHERE last_used_at <= now() - interval '12 hours' OR created_at <= now() - interval '30 days' \
           FOR UPDATE SKIP LOCKED)"
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Enters a session.
pub(crate) async fn insert_session(db: &mut PgConnection, session: &NewSession) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO user_sessions (id, user_id, secret_hash, network, device) VALUES ($1, $2, $3, $4, $5)",
        session.id,
        session.user_id,
        session.secret_hash,
        session.network,
        session.device
    )
    .execute(db)
    .await?;
    Ok(())
}
