//! Invitations to an account: single-use, and only the newest of a person is valid.

use super::access_log::{AccountActor, note_access};
use super::sessions::{NewSession, insert_session};
use super::tokens::revoke_tokens_of;
use super::{lock_accounts, read_role};
use crate::connection::transaction::begin_transaction;
use crate::{Store, StoreError};
use celeiro_domain::team::{AccessEvent, Role};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

/// A new invitation.
#[derive(Clone)]
pub struct NewInvitation {
    /// SHA-256 of the secret.
    pub secret_hash: Vec<u8>,
    /// For how many hours it can be used.
    pub hours: i32,
    /// Whether using it revokes the tokens of the account; where absent, it does where there is a password to replace.
    pub end_tokens: Option<bool>,
}

/// The account that an invitation is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitedUser {
    /// The account.
    pub id: Uuid,
    /// The name to sign in with.
    pub login: String,
    /// What the person is called.
    pub name: String,
    /// What the person does.
    pub role: Role,
}

impl Store {
    /// Makes an invitation in the place of an earlier one, and says until when it can be used; none where the account is
    /// closed.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn invite_user(
        &self,
        id: Uuid,
        invitation: &NewInvitation,
        by: &AccountActor,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            lock_accounts(&mut tx).await?;
            let user = sqlx::query!("SELECT login, disabled_at FROM users WHERE id = $1", id)
                .fetch_one(&mut *tx)
                .await?;
            if user.disabled_at.is_some() {
                return Ok(None);
            }
            let until = put_invitation(&mut tx, id, invitation, by).await?;
            note_access(&mut tx, &by.note(AccessEvent::Invited, user.login)).await?;
            tx.commit().await?;
            Ok(Some(until))
        })
        .await
    }

    /// The account of an invitation that can be used.
    pub async fn invited_user(&self, secret_hash: &[u8]) -> Result<Option<InvitedUser>, StoreError> {
        self.run(async {
            let row = sqlx::query!(
                "SELECT u.id, u.login, u.name, u.role FROM user_invitations i JOIN users u ON u.id = i.user_id \
                 WHERE i.secret_hash = $1 AND i.expires_at > now() AND u.disabled_at IS NULL",
                secret_hash
            )
            .fetch_optional(&self.pool)
            .await?;
            row.map(|row| {
                let role = read_role(&row.role)?;
                Ok(InvitedUser { id: row.id, login: row.login, name: row.name, role })
            })
            .transpose()
        })
        .await
    }

    /// Uses an invitation: the account has the password from now on, its earlier sessions are over, its tokens too where
    /// the invitation says so, and a new session begins. `false` where the invitation cannot be used any more.
    pub async fn accept_invitation(
        &self,
        secret_hash: &[u8],
        password_hash: &str,
        session: &NewSession,
        by: &AccountActor,
    ) -> Result<bool, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            lock_accounts(&mut tx).await?;
            let used = sqlx::query!(
                "DELETE FROM user_invitations i USING users u WHERE u.id = i.user_id AND u.id = $2 \
                   AND i.secret_hash = $1 AND i.expires_at > now() AND u.disabled_at IS NULL \
                 RETURNING i.end_tokens",
                secret_hash,
                session.user_id
            );
            let Some(used) = used.fetch_optional(&mut *tx).await? else { return Ok(false) };
            if used.end_tokens {
                revoke_tokens_of(&mut tx, session.user_id, by).await?;
            }
            sqlx::query!(
                "UPDATE users SET password_hash = $2, last_seen_at = now() WHERE id = $1",
                session.user_id,
                password_hash
            )
            .execute(&mut *tx)
            .await?;
            sqlx::query!("DELETE FROM user_sessions WHERE user_id = $1", session.user_id)
                .execute(&mut *tx)
                .await?;
            insert_session(&mut tx, session).await?;
            note_access(&mut tx, &by.note(AccessEvent::InvitationAccepted, &*by.actor)).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }
}

/// Makes the one invitation of an account.
pub(crate) async fn put_invitation(
    db: &mut PgConnection,
    user_id: Uuid,
    invitation: &NewInvitation,
    by: &AccountActor,
) -> Result<DateTime<Utc>, StoreError> {
    let put = sqlx::query!(
        "INSERT INTO user_invitations (user_id, secret_hash, created_by, expires_at, end_tokens) \
         VALUES ($1, $2, $3, now() + make_interval(hours => $4), coalesce($5::boolean, \
           EXISTS (SELECT 1 FROM users WHERE id = $1 AND password_hash IS NOT NULL))) \
         ON CONFLICT (user_id) DO UPDATE SET secret_hash = excluded.secret_hash, created_at = now(), \
           created_by = excluded.created_by, expires_at = excluded.expires_at, end_tokens = excluded.end_tokens \
         RETURNING expires_at",
        user_id,
        invitation.secret_hash,
        by.actor,
        invitation.hours,
        invitation.end_tokens
    );
    Ok(put.fetch_one(db).await?.expires_at)
}
