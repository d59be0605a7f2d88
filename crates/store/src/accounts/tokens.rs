//! API tokens for programs. A token acts for an account, with the rights common to the token and the account's role.

use super::access_log::{AccountActor, note_access};
use super::{lock_accounts, read_role};
use crate::connection::transaction::{begin_transaction, begin_unanswered_transaction};
use crate::{Store, StoreError};
use celeiro_domain::team::{Access, AccessEvent, Role};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

/// Tokens of an account that are valid, at most.
pub const MOST_TOKENS: i64 = 50;
/// The rule that one more token breaks.
const TOO_MANY: &str = "api_tokens_count";

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredToken {
    /// The token.
    pub id: Uuid,
    /// What it is for.
    pub name: String,
    /// Login of the account that it acts for.
    pub login: String,
    /// Role of that account.
    pub role: Role,
    /// What it was made for; `None` is all that the role may.
    pub scopes: Option<Vec<Access>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
    /// When it was last used.
    pub last_used_at: Option<DateTime<Utc>>,
    /// When it was revoked.
    pub revoked_at: Option<DateTime<Utc>>,
}

/// A new token.
#[derive(Clone)]
pub struct NewToken {
    /// The token.
    pub id: Uuid,
    /// The account that it acts for.
    pub user_id: Uuid,
    /// What it is for.
    pub name: String,
    /// SHA-256 of its secret.
    pub secret_hash: Vec<u8>,
    /// What it is made for; `None` is all that the role may.
    pub scopes: Option<Vec<Access>>,
    /// For how many days.
    pub days: i32,
}

/// The account of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenUser {
    /// The account.
    pub id: Uuid,
    /// The name to sign in with.
    pub login: String,
    /// What the person is called.
    pub name: String,
    /// What the person does, now.
    pub role: Role,
    /// What the token was made for; `None` is all that the role may.
    pub scopes: Option<Vec<Access>>,
}

struct TokenRow {
    id: Uuid,
    name: String,
    login: String,
    role: String,
    scopes: Option<Vec<String>>,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    last_used_at: Option<DateTime<Utc>>,
    revoked_at: Option<DateTime<Utc>>,
}

impl TryFrom<TokenRow> for StoredToken {
    type Error = StoreError;

    fn try_from(row: TokenRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.id,
            name: row.name,
            login: row.login,
            role: read_role(&row.role)?,
            scopes: row.scopes.as_deref().map(read_scopes),
            created_at: row.created_at,
            expires_at: row.expires_at,
            last_used_at: row.last_used_at,
            revoked_at: row.revoked_at,
        })
    }
}

impl StoreError {
    /// Whether the account has [`MOST_TOKENS`] already.
    pub fn is_too_many_tokens(&self) -> bool {
        matches!(self, Self::Constraint(name) if name == TOO_MANY)
    }
}

impl Store {
    /// Tokens, the newest first: those of an account, or of all.
    pub async fn tokens(&self, user_id: Option<Uuid>) -> Result<Vec<StoredToken>, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_tokens(&mut db, user_id, None).await
        })
        .await
    }

    /// Stores a new API token of an account.
    ///
    /// # Errors
    /// [`StoreError::is_too_many_tokens`].
    pub async fn create_token(&self, token: &NewToken, by: &AccountActor) -> Result<StoredToken, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            lock_accounts(&mut tx).await?;
            let scopes: Option<Vec<String>> = token
                .scopes
                .as_ref()
                .map(|scopes| scopes.iter().map(|scope| scope.as_str().to_owned()).collect());
            let made = sqlx::query!(
                "INSERT INTO api_tokens (id, user_id, name, secret_hash, scopes, expires_at) \
                 SELECT $1, $2, $3, $4, $5, now() + make_interval(days => $6) \
                 WHERE (SELECT count(*) FROM api_tokens WHERE user_id = $2 AND revoked_at IS NULL \
                          AND expires_at > now()) < $7",
                token.id,
                token.user_id,
                token.name,
                token.secret_hash,
                scopes.as_deref(),
                token.days,
                MOST_TOKENS
            );
            if made.execute(&mut *tx).await?.rows_affected() == 0 {
                return Err(StoreError::Constraint(TOO_MANY.to_owned()));
            }
            let stored = read_token(&mut tx, token.id).await?;
            let subject = format!("{}: {}", stored.login, stored.name);
            note_access(&mut tx, &by.note(AccessEvent::TokenCreated, subject)).await?;
            tx.commit().await?;
            Ok(stored)
        })
        .await
    }

    /// Revokes a token: of `owner` alone, where one is given. One that was revoked before stays so.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn revoke_token(
        &self,
        id: Uuid,
        owner: Option<Uuid>,
        by: &AccountActor,
    ) -> Result<StoredToken, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            let found = sqlx::query!(
                "SELECT revoked_at FROM api_tokens WHERE id = $1 AND ($2::uuid IS NULL OR user_id = $2) FOR UPDATE",
                id,
                owner
            )
            .fetch_one(&mut *tx)
            .await?;
            if found.revoked_at.is_some() {
                return read_token(&mut tx, id).await;
            }
            sqlx::query!("UPDATE api_tokens SET revoked_at = now() WHERE id = $1", id).execute(&mut *tx).await?;
            let token = read_token(&mut tx, id).await?;
            let subject = format!("{}: {}", token.login, token.name);
            note_access(&mut tx, &by.note(AccessEvent::TokenRevoked, subject)).await?;
            tx.commit().await?;
            Ok(token)
        })
        .await
    }

    /// The account of a token that is valid. Notes its use, once a minute at most.
    pub async fn token_user(&self, secret_hash: &[u8]) -> Result<Option<TokenUser>, StoreError> {
        self.run(async {
            let row = sqlx::query!(
                r#"SELECT t.id AS token, t.scopes,
                     coalesce(t.last_used_at < now() - interval '1 minute', true) AS "is_to_note!",
                     u.id, u.login, u.name, u.role
                   FROM api_tokens t JOIN users u ON u.id = t.user_id
                   WHERE t.secret_hash = $1 AND t.revoked_at IS NULL AND t.expires_at > now()
                     AND u.disabled_at IS NULL"#,
                secret_hash
            )
            .fetch_optional(&self.pool)
            .await?;
            let Some(row) = row else { return Ok(None) };
            if row.is_to_note {
                let mut tx = begin_unanswered_transaction(&self.pool).await?;
                sqlx::query!("UPDATE api_tokens SET last_used_at = now() WHERE id = $1", row.token)
                    .execute(&mut *tx)
                    .await?;
                tx.commit().await?;
            }
            let role = read_role(&row.role)?;
            let scopes = row.scopes.as_deref().map(read_scopes);
            Ok(Some(TokenUser { id: row.id, login: row.login, name: row.name, role, scopes }))
        })
        .await
    }
}

/// Revokes all tokens of an account that are valid, in the transaction of what ends them.
pub(crate) async fn revoke_tokens_of(
    db: &mut PgConnection,
    user_id: Uuid,
    by: &AccountActor,
) -> Result<(), StoreError> {
    let revoked = sqlx::query!(
        "UPDATE api_tokens t SET revoked_at = now() FROM users u \
         WHERE u.id = t.user_id AND t.user_id = $1 AND t.revoked_at IS NULL AND t.expires_at > now() \
         RETURNING u.login, t.name",
        user_id
    )
    .fetch_all(&mut *db)
    .await?;
    for token in revoked {
        let subject = format!("{}: {}", token.login, token.name);
        note_access(db, &by.note(AccessEvent::TokenRevoked, subject)).await?;
    }
    Ok(())
}

/// Scopes of their stored names; one that only a newer program knows gives nothing.
fn read_scopes(names: &[String]) -> Vec<Access> {
    names.iter().filter_map(|name| Access::parse(name)).collect()
}

async fn read_token(db: &mut PgConnection, id: Uuid) -> Result<StoredToken, StoreError> {
    read_tokens(db, None, Some(id)).await?.pop().ok_or(StoreError::NotFound)
}

/// Tokens, the newest first: those of an account, or one by its id, where these are given.
async fn read_tokens(
    db: &mut PgConnection,
    user_id: Option<Uuid>,
    id: Option<Uuid>,
) -> Result<Vec<StoredToken>, StoreError> {
    let rows = sqlx::query_as!(
        TokenRow,
        "SELECT t.id, t.name, u.login, u.role, t.scopes, t.created_at, t.expires_at, t.last_used_at, t.revoked_at \
         FROM api_tokens t JOIN users u ON u.id = t.user_id \
         WHERE ($1::uuid IS NULL OR t.user_id = $1) AND ($2::uuid IS NULL OR t.id = $2) \
         ORDER BY t.created_at DESC, t.id",
        user_id,
        id
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(StoredToken::try_from).collect()
}
