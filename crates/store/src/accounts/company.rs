//! People who come in by the company's sign-in: issuer and subject are who they are, an e-mail address finds their
//! account once.

use super::access_log::{AccountActor, note_access};
use super::sessions::{NewSession, SessionUser, insert_session, remove_ended_sessions};
use super::{lock_accounts, read_role};
use crate::connection::transaction::begin_transaction;
use crate::{Store, StoreError};
use celeiro_domain::team::{AccessEvent, CompanyIdentity};
use sqlx::PgConnection;
use uuid::Uuid;

/// A session of a person who is not known yet.
#[derive(Clone)]
pub struct CompanySession {
    /// The session.
    pub id: Uuid,
    /// SHA-256 of its secret.
    pub secret_hash: Vec<u8>,
    /// The network that the person signs in from.
    pub network: Option<String>,
    /// Browser and system, as far as they are known.
    pub device: Option<String>,
}

/// What became of a person whom the company's sign-in vouches for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompanyEntry {
    /// A session of this account began.
    Entered(SessionUser),
    /// The account of this login is closed.
    Closed(String),
    /// No account is the person's, or has the address.
    Unknown,
}

/// An account, as it is found for a person.
struct FoundAccount {
    id: Uuid,
    login: String,
    name: String,
    role: String,
    is_closed: bool,
}

impl Store {
    /// Notes a sign-in that was begun, which can be finished for so many minutes. Those whose time is over go.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn begin_company_sign_in(&self, state_hash: &[u8], minutes: i32) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            sqlx::query!(
                "DELETE FROM company_sign_ins WHERE state_hash IN (SELECT state_hash FROM company_sign_ins \
                   WHERE expires_at <= now() FOR UPDATE SKIP LOCKED)"
            )
            .execute(&mut *tx)
            .await?;
            sqlx::query!(
                "INSERT INTO company_sign_ins (state_hash, expires_at) \
                 VALUES ($1, now() + make_interval(mins => $2))",
                state_hash,
                minutes
            )
            .execute(&mut *tx)
            .await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    /// Takes a sign-in that was begun; `false` where none of this state is on its way: it was never begun, was taken
    /// before, or its time is over.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn take_company_sign_in(&self, state_hash: &[u8]) -> Result<bool, StoreError> {
        let taken = sqlx::query!(
            "DELETE FROM company_sign_ins WHERE state_hash = $1 AND expires_at > now()",
            state_hash
        );
        self.run(async { Ok(taken.execute(&self.writing).await?.rows_affected() == 1) }).await
    }

    /// Begins a session of the person's account: the one that is tied to issuer and subject, or else the one with the
    /// verified address that is tied to no person yet, which is tied to this one from now on.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn enter_by_company(
        &self,
        person: &CompanyIdentity,
        session: CompanySession,
    ) -> Result<CompanyEntry, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            lock_accounts(&mut tx).await?;
            let tied = find_tied(&mut tx, person).await?;
            let is_new = tied.is_none();
            let found = match (tied, &person.email) {
                (Some(account), _) => Some(account),
                (None, Some(email)) => find_untied(&mut tx, email).await?,
                (None, None) => None,
            };
            let Some(account) = found else { return Ok(CompanyEntry::Unknown) };
            if account.is_closed {
                return Ok(CompanyEntry::Closed(account.login));
            }
            let by = AccountActor { actor: account.login.clone(), network: session.network.clone() };
            if is_new {
                tie_account(&mut tx, account.id, person, &by).await?;
            }
            let user = begin_session_of(&mut tx, account, session, &by).await?;
            tx.commit().await?;
            Ok(CompanyEntry::Entered(user))
        })
        .await
    }
}

/// The account that is tied to issuer and subject.
async fn find_tied(
    db: &mut PgConnection,
    person: &CompanyIdentity,
) -> Result<Option<FoundAccount>, StoreError> {
    let found = sqlx::query_as!(
        FoundAccount,
        r#"SELECT u.id, u.login, u.name, u.role, u.disabled_at IS NOT NULL AS "is_closed!"
           FROM company_identities c JOIN users u ON u.id = c.user_id
           WHERE c.issuer = $1 AND c.subject = $2"#,
        person.issuer,
        person.subject
    );
    Ok(found.fetch_optional(db).await?)
}

/// The account with the address, where it is tied to no person yet.
async fn find_untied(db: &mut PgConnection, email: &str) -> Result<Option<FoundAccount>, StoreError> {
    let found = sqlx::query_as!(
        FoundAccount,
        r#"SELECT u.id, u.login, u.name, u.role, u.disabled_at IS NOT NULL AS "is_closed!" FROM users u
           WHERE u.email = $1 AND NOT EXISTS (SELECT 1 FROM company_identities c WHERE c.user_id = u.id)"#,
        email
    );
    Ok(found.fetch_optional(db).await?)
}

/// Ties an account to the person.
async fn tie_account(
    db: &mut PgConnection,
    user_id: Uuid,
    person: &CompanyIdentity,
    by: &AccountActor,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO company_identities (user_id, issuer, subject, email) VALUES ($1, $2, $3, $4)",
        user_id,
        person.issuer,
        person.subject,
        person.email.as_deref().unwrap_or_default()
    )
    .execute(&mut *db)
    .await?;
    note_access(db, &by.note(AccessEvent::CompanyLinked, &*by.actor)).await
}

/// Begins the session of an account that is open, as one by a password begins.
async fn begin_session_of(
    db: &mut PgConnection,
    account: FoundAccount,
    session: CompanySession,
    by: &AccountActor,
) -> Result<SessionUser, StoreError> {
    let role = read_role(&account.role)?;
    sqlx::query!("UPDATE users SET last_seen_at = now() WHERE id = $1", account.id).execute(&mut *db).await?;
    remove_ended_sessions(db).await?;
    let CompanySession { id, secret_hash, network, device } = session;
    insert_session(db, &NewSession { id, user_id: account.id, secret_hash, network, device }).await?;
    note_access(db, &by.note(AccessEvent::SignedIn, &*by.actor)).await?;
    Ok(SessionUser { session: id, id: account.id, login: account.login, name: account.name, role })
}
