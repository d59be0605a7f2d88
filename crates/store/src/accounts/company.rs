//! Company identities (OpenID Connect): issuer and subject identify a person, and are linked to one account from a
//! session of that account.

use super::access_log::{AccountActor, note_access};
use super::sessions::{NewSession, SessionUser, sign_in};
use super::users::{StoredUser, read_user};
use super::{lock_accounts, read_role};
use crate::connection::transaction::begin_transaction;
use crate::{Store, StoreError};
use celeiro_domain::team::{AccessEvent, CompanyIdentity};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

/// A way to the issuer and back that was begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BegunCompanyRound {
    /// The session whose account is to be linked; none where a person signs in.
    pub session: Option<Uuid>,
}

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
    /// No account is linked to the person.
    Unknown,
}

/// What became of linking an account to a person of the company's sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompanyLink {
    /// They are linked, now or from before.
    Linked,
    /// The person is linked to another account.
    Taken,
    /// The account is linked to another person.
    Other,
    /// The session has ended.
    SessionOver,
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
    /// Notes a way to the issuer that was begun, which can be finished for so many minutes: to sign in, or by `session`
    /// to link its account. Those whose time is over go.
    pub async fn begin_company_sign_in(
        &self,
        state_hash: &[u8],
        session: Option<Uuid>,
        minutes: i32,
    ) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            sqlx::query!(
                "DELETE FROM company_sign_ins WHERE state_hash IN (SELECT state_hash FROM company_sign_ins \
                   WHERE expires_at <= now() FOR UPDATE SKIP LOCKED)"
            )
            .execute(&mut *tx)
            .await?;
            sqlx::query!(
                "INSERT INTO company_sign_ins (state_hash, session_id, expires_at) \
                 VALUES ($1, $2, now() + make_interval(mins => $3))",
                state_hash,
                session,
                minutes
            )
            .execute(&mut *tx)
            .await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    /// Takes what was begun; none where nothing of this state is on its way: it was never begun, was taken before, or its
    /// time is over.
    pub async fn take_company_sign_in(
        &self,
        state_hash: &[u8],
    ) -> Result<Option<BegunCompanyRound>, StoreError> {
        let taken = sqlx::query_as!(
            BegunCompanyRound,
            "DELETE FROM company_sign_ins WHERE state_hash = $1 AND expires_at > now() \
             RETURNING session_id AS session",
            state_hash
        );
        self.run(async { Ok(taken.fetch_optional(&self.writing).await?) }).await
    }

    /// Begins a session of the account that is linked to issuer and subject.
    pub async fn enter_by_company(
        &self,
        person: &CompanyIdentity,
        session: CompanySession,
    ) -> Result<CompanyEntry, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            lock_accounts(&mut tx).await?;
            let linked = find_linked(&mut tx, person).await?;
            let Some(account) = linked else { return Ok(CompanyEntry::Unknown) };
            if account.is_closed {
                return Ok(CompanyEntry::Closed(account.login));
            }
            let by = AccountActor { actor: account.login.clone(), network: session.network.clone() };
            let role = read_role(&account.role)?;
            let CompanySession { id, secret_hash, network, device } = session;
            sign_in(&mut tx, &NewSession { id, user_id: account.id, secret_hash, network, device }, &by)
                .await?;
            tx.commit().await?;
            let FoundAccount { id: account, login, name, .. } = account;
            Ok(CompanyEntry::Entered(SessionUser { session: id, id: account, login, name, role }))
        })
        .await
    }

    /// Links the account of a session to the person. A person has one account, and an account one person.
    pub async fn link_company(
        &self,
        session: Uuid,
        person: &CompanyIdentity,
        by: &AccountActor,
    ) -> Result<CompanyLink, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            lock_accounts(&mut tx).await?;
            let owner = sqlx::query!("SELECT user_id FROM user_sessions WHERE id = $1", session);
            let Some(owner) = owner.fetch_optional(&mut *tx).await? else {
                return Ok(CompanyLink::SessionOver);
            };
            let link = match find_linked(&mut tx, person).await? {
                Some(account) if account.id == owner.user_id => CompanyLink::Linked,
                Some(_) => CompanyLink::Taken,
                None => insert_link(&mut tx, owner.user_id, person, by).await?,
            };
            tx.commit().await?;
            Ok(link)
        })
        .await
    }

    /// Unlinks an account from its person; one that is linked to none stays as it is.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such account.
    pub async fn unlink_company(&self, user_id: Uuid, by: &AccountActor) -> Result<StoredUser, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            lock_accounts(&mut tx).await?;
            let user = read_user(&mut tx, user_id).await?;
            let unlinked = sqlx::query!("DELETE FROM company_identities WHERE user_id = $1", user_id);
            if unlinked.execute(&mut *tx).await?.rows_affected() == 1 {
                note_access(&mut tx, &by.note(AccessEvent::CompanyUnlinked, &*user.login)).await?;
            }
            tx.commit().await?;
            Ok(StoredUser { is_linked: false, ..user })
        })
        .await
    }

    /// Since when an account is linked to a person of the company's sign-in; none where it is not.
    pub async fn company_linked_at(&self, user_id: Uuid) -> Result<Option<DateTime<Utc>>, StoreError> {
        let linked = sqlx::query!("SELECT linked_at FROM company_identities WHERE user_id = $1", user_id);
        self.run(async { Ok(linked.fetch_optional(&self.pool).await?.map(|row| row.linked_at)) }).await
    }
}

/// The account that is linked to issuer and subject.
async fn find_linked(
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

/// Links an account that is linked to no person yet.
async fn insert_link(
    db: &mut PgConnection,
    user_id: Uuid,
    person: &CompanyIdentity,
    by: &AccountActor,
) -> Result<CompanyLink, StoreError> {
    let linked = sqlx::query!(
        "INSERT INTO company_identities (user_id, issuer, subject) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id) DO NOTHING",
        user_id,
        person.issuer,
        person.subject
    );
    if linked.execute(&mut *db).await?.rows_affected() == 0 {
        return Ok(CompanyLink::Other);
    }
    note_access(db, &by.note(AccessEvent::CompanyLinked, &*by.actor)).await?;
    Ok(CompanyLink::Linked)
}
