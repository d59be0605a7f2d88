//! User accounts of a team.

use super::access_log::{AccountActor, note_access};
use super::invitations::{NewInvitation, put_invitation};
use super::tokens::revoke_tokens_of;
use super::{lock_accounts, read_role};
use crate::connection::transaction::begin_transaction;
use crate::connection::write::{BegunWrite, id_of, note_result};
use crate::{Store, StoreError, Write};
use celeiro_domain::team::{Access, AccessEvent, Role};
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

/// The constraint that two accounts of one login break.
const ONE_LOGIN: &str = "users_login_unique";
/// The rule that a change breaks after which no administrator could sign in.
const LAST_ADMINISTRATOR: &str = "users_last_administrator";

/// A person of the team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredUser {
    /// The account.
    pub id: Uuid,
    /// The name to sign in with.
    pub login: String,
    /// What the person is called.
    pub name: String,
    /// What the person does.
    pub role: Role,
    /// Whether a password was chosen.
    pub has_password: bool,
    /// Whether the account is linked to a person of the company's sign-in.
    pub is_linked: bool,
    /// Since when the account is closed.
    pub disabled_at: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When the person was last here.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// Sessions that are not over.
    pub sessions: i64,
    /// Until when an invitation can be used.
    pub invitation_until: Option<DateTime<Utc>>,
}

/// What signing in compares.
#[derive(Clone)]
pub struct SigningIn {
    /// The account.
    pub id: Uuid,
    /// What the person is called.
    pub name: String,
    /// What the person does.
    pub role: Role,
    /// The hash of the password.
    pub password_hash: String,
}

/// A new account.
#[derive(Clone)]
pub struct NewUser {
    /// The account.
    pub id: Uuid,
    /// The name to sign in with.
    pub login: String,
    /// What the person is called.
    pub name: String,
    /// What the person does.
    pub role: Role,
    /// The hash of a password.
    pub password_hash: Option<String>,
}

/// A change of an account; what is absent stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UserChange {
    /// What the person is called.
    pub name: Option<String>,
    /// What the person does.
    pub role: Option<Role>,
    /// Whether the account is closed.
    pub disabled: Option<bool>,
    /// Whether the tokens of an account that is closed are revoked, so that they are not valid again with it.
    pub end_tokens: bool,
}

impl StoreError {
    /// Whether another account has the login.
    pub fn is_login_taken(&self) -> bool {
        matches!(self, Self::Constraint(name) if name == ONE_LOGIN)
    }

    /// Whether no administrator would be left who can sign in.
    pub fn is_last_administrator(&self) -> bool {
        matches!(self, Self::Constraint(name) if name == LAST_ADMINISTRATOR)
    }
}

impl Store {
    /// Whether the team has any account.
    pub async fn has_users(&self) -> Result<bool, StoreError> {
        let any = sqlx::query!(r#"SELECT EXISTS (SELECT 1 FROM users) AS "any!""#);
        self.run(async { Ok(any.fetch_one(&self.pool).await?.any) }).await
    }

    /// Reads all accounts of the team, by login.
    pub async fn users(&self) -> Result<Vec<StoredUser>, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_users(&mut db, None, None).await
        })
        .await
    }

    /// Reads the account of a person by id.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn user(&self, id: Uuid) -> Result<StoredUser, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_user(&mut db, id).await
        })
        .await
    }

    /// Reads the account of a person by login.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn user_by_login(&self, login: &str) -> Result<StoredUser, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_users(&mut db, None, Some(login)).await?.pop().ok_or(StoreError::NotFound)
        })
        .await
    }

    /// Finds those of `logins` whose accounts are closed.
    pub async fn closed_logins(&self, logins: &[String]) -> Result<Vec<String>, StoreError> {
        self.run(async {
            let closed = sqlx::query_scalar!(
                "SELECT login FROM users WHERE login = ANY($1) AND disabled_at IS NOT NULL",
                logins
            );
            Ok(closed.fetch_all(&self.pool).await?)
        })
        .await
    }

    /// What the password of a login is compared with; none where the account is closed, has no password, or is not there.
    pub async fn user_for_sign_in(&self, login: &str) -> Result<Option<SigningIn>, StoreError> {
        self.run(async {
            let row = sqlx::query!(
                r#"SELECT id, name, role, password_hash AS "password_hash!" FROM users
                   WHERE login = $1 AND disabled_at IS NULL AND password_hash IS NOT NULL"#,
                login
            )
            .fetch_optional(&self.pool)
            .await?;
            row.map(|row| {
                let role = read_role(&row.role)?;
                Ok(SigningIn { id: row.id, name: row.name, role, password_hash: row.password_hash })
            })
            .transpose()
        })
        .await
    }

    /// Makes an account, with an invitation where there is one, and says whether it is new: the same write asked for
    /// again makes none and leaves the invitation as it is.
    ///
    /// # Errors
    /// [`StoreError::is_login_taken`].
    pub async fn create_user(
        &self,
        user: &NewUser,
        invitation: Option<&NewInvitation>,
        by: &AccountActor,
        write: &Write,
    ) -> Result<(StoredUser, bool), StoreError> {
        self.run(async {
            let mut tx = match self.begin("create-user", write).await? {
                BegunWrite::Done(result) => {
                    let mut db = self.pool.acquire().await?;
                    return Ok((read_user(&mut db, id_of(&result)?).await?, false));
                }
                BegunWrite::New(tx) => tx,
            };
            sqlx::query!(
                "INSERT INTO users (id, login, name, role, password_hash, created_by) \
                 VALUES ($1, $2, $3, $4, $5, $6)",
                user.id,
                user.login,
                user.name,
                user.role.as_str(),
                user.password_hash,
                by.actor
            )
            .execute(&mut *tx)
            .await?;
            note_access(&mut tx, &by.note(AccessEvent::UserCreated, &*user.login)).await?;
            if let Some(invitation) = invitation {
                put_invitation(&mut tx, user.id, invitation, by).await?;
                note_access(&mut tx, &by.note(AccessEvent::Invited, &*user.login)).await?;
            }
            note_result(&mut tx, write, &json!({ "id": user.id })).await?;
            let stored = read_user(&mut tx, user.id).await?;
            tx.commit().await?;
            Ok((stored, true))
        })
        .await
    }

    /// Changes an account. Closing it ends its sessions and its invitation; its tokens are refused while it is closed.
    /// Runs of suggestions of a person who is out, or may no more edit, are held up.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::is_last_administrator`].
    pub async fn update_user(
        &self,
        id: Uuid,
        change: &UserChange,
        by: &AccountActor,
    ) -> Result<StoredUser, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            lock_accounts(&mut tx).await?;
            let before = read_user(&mut tx, id).await?;
            let role = change.role.unwrap_or(before.role);
            let disabled = change.disabled.unwrap_or(before.disabled_at.is_some());
            let (was_admin, is_admin) = (is_administrator(&before), role == Role::Admin && !disabled);
            if was_admin && !is_admin && !has_other_administrator(&mut tx, id).await? {
                return Err(StoreError::Constraint(LAST_ADMINISTRATOR.to_owned()));
            }
            sqlx::query!(
                "UPDATE users SET name = coalesce($2, name), role = $3, \
                   disabled_at = CASE WHEN $4 THEN coalesce(disabled_at, now()) END \
                 WHERE id = $1",
                id,
                change.name,
                role.as_str(),
                disabled
            )
            .execute(&mut *tx)
            .await?;
            note_change(&mut tx, &before, role, disabled, by).await?;
            if disabled && change.end_tokens {
                revoke_tokens_of(&mut tx, id, by).await?;
            }
            if disabled || !role.may(Access::Edit) {
                pause_runs_of(&mut tx, &before.login).await?;
            }
            let after = read_user(&mut tx, id).await?;
            tx.commit().await?;
            Ok(after)
        })
        .await
    }
}

fn is_administrator(user: &StoredUser) -> bool {
    user.role == Role::Admin && user.disabled_at.is_none()
}

/// Whether an administrator besides `id` can sign in. One who is only invited cannot yet.
async fn has_other_administrator(db: &mut PgConnection, id: Uuid) -> Result<bool, StoreError> {
    let other = sqlx::query!(
        r#"SELECT EXISTS (SELECT 1 FROM users WHERE id <> $1 AND role = 'admin' AND disabled_at IS NULL
             AND password_hash IS NOT NULL) AS "any!""#,
        id
    );
    Ok(other.fetch_one(db).await?.any)
}

/// Writes what a change was into the access log, and ends what a closed account has open.
async fn note_change(
    db: &mut PgConnection,
    before: &StoredUser,
    role: Role,
    disabled: bool,
    by: &AccountActor,
) -> Result<(), StoreError> {
    if role != before.role {
        let subject = format!("{}: {} → {role}", before.login, before.role);
        note_access(db, &by.note(AccessEvent::RoleChanged, subject)).await?;
    }
    match (before.disabled_at.is_some(), disabled) {
        (false, true) => {
            sqlx::query!("DELETE FROM user_sessions WHERE user_id = $1", before.id).execute(&mut *db).await?;
            sqlx::query!("DELETE FROM user_invitations WHERE user_id = $1", before.id)
                .execute(&mut *db)
                .await?;
            note_access(db, &by.note(AccessEvent::UserDisabled, &*before.login)).await
        }
        (true, false) => note_access(db, &by.note(AccessEvent::UserEnabled, &*before.login)).await,
        _ => Ok(()),
    }
}

/// Holds up the runs of a person: they would go on writing, and costing, under a name that may no more.
async fn pause_runs_of(db: &mut PgConnection, login: &str) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE enrichments SET state = 'paused', pause = 'account', updated_at = now() \
         WHERE actor = $1 AND state = 'running'",
        login
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A person by id.
pub(crate) async fn read_user(db: &mut PgConnection, id: Uuid) -> Result<StoredUser, StoreError> {
    read_users(db, Some(id), None).await?.pop().ok_or(StoreError::NotFound)
}

struct UserRow {
    id: Uuid,
    login: String,
    name: String,
    role: String,
    has_password: bool,
    is_linked: bool,
    disabled_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    last_seen_at: Option<DateTime<Utc>>,
    sessions: i64,
    invitation_until: Option<DateTime<Utc>>,
}

/// People, by login: those of an id or a login, where one is given.
async fn read_users(
    db: &mut PgConnection,
    id: Option<Uuid>,
    login: Option<&str>,
) -> Result<Vec<StoredUser>, StoreError> {
    let rows = sqlx::query_as!(
        UserRow,
        r#"SELECT u.id, u.login, u.name, u.role, u.password_hash IS NOT NULL AS "has_password!",
             EXISTS (SELECT 1 FROM company_identities c WHERE c.user_id = u.id) AS "is_linked!", u.disabled_at,
             u.created_at, u.last_seen_at,
             (SELECT count(*) FROM user_sessions s WHERE s.user_id = u.id
                AND s.last_used_at > now() - interval '12 hours' AND s.created_at > now() - interval '30 days')
               AS "sessions!",
             (SELECT i.expires_at FROM user_invitations i WHERE i.user_id = u.id AND i.expires_at > now())
               AS invitation_until
           FROM users u
           WHERE ($1::uuid IS NULL OR u.id = $1) AND ($2::text IS NULL OR u.login = $2)
           ORDER BY u.login"#,
        id,
        login
    )
    .fetch_all(db)
    .await?;
    let user = |row: UserRow| {
        let role = read_role(&row.role)?;
        Ok(StoredUser {
            id: row.id,
            login: row.login,
            name: row.name,
            role,
            has_password: row.has_password,
            is_linked: row.is_linked,
            disabled_at: row.disabled_at,
            created_at: row.created_at,
            last_seen_at: row.last_seen_at,
            sessions: row.sessions,
            invitation_until: row.invitation_until,
        })
    };
    rows.into_iter().map(user).collect()
}
