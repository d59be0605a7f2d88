//! The access log: append-only entries of account changes and of looks by a role's right.

use crate::{Store, StoreError};
use celeiro_domain::team::AccessEvent;
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

/// Most characters of what an entry is about.
const MAX_SUBJECT: usize = 300;

/// What is written into the access log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessNote {
    /// Login of the person; `None` where no account has the login that was typed.
    pub actor: Option<String>,
    /// What happened.
    pub event: AccessEvent,
    /// To what: a login, a token's name, a conversation.
    pub subject: Option<String>,
    /// The network that the request came from; `None` on the program's own machine.
    pub network: Option<String>,
}

/// Who changes accounts, from where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountActor {
    /// Login of the person.
    pub actor: String,
    /// The network that the request came from.
    pub network: Option<String>,
}

impl AccountActor {
    /// Creates the access log's entry for what the actor did to `subject`.
    pub fn note(&self, event: AccessEvent, subject: impl Into<String>) -> AccessNote {
        AccessNote {
            actor: Some(self.actor.clone()),
            event,
            subject: Some(subject.into()),
            network: self.network.clone(),
        }
    }
}

/// An entry of the access log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAccess {
    /// When.
    pub at: DateTime<Utc>,
    /// What.
    pub note: AccessNote,
}

impl Store {
    /// Writes an entry into the access log.
    pub async fn note_access(&self, note: &AccessNote) -> Result<(), StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            note_access(&mut db, note).await
        })
        .await
    }

    /// Writes that a login or its password was refused. The login is kept where an account has it, and nothing of what was
    /// typed else.
    pub async fn note_refusal(&self, login: Option<&str>, network: Option<&str>) -> Result<(), StoreError> {
        let note = sqlx::query!(
            "INSERT INTO access_log (actor, event, network) \
             VALUES ((SELECT login FROM users WHERE login = $1), $2, $3)",
            login,
            AccessEvent::SignInRefused.as_str(),
            network
        );
        self.run(async { Ok(note.execute(&self.pool).await.map(drop)?) }).await
    }

    /// Entries of the access log, the newest first, and how many there are in all.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] for an event of a newer program.
    pub async fn access_log(&self, offset: i64, limit: i64) -> Result<(Vec<StoredAccess>, i64), StoreError> {
        self.run(async {
            let rows = sqlx::query!(
                "SELECT at, actor, event, subject, network FROM access_log ORDER BY id DESC OFFSET $1 LIMIT $2",
                offset,
                limit
            )
            .fetch_all(&self.pool)
            .await?;
            let total =
                sqlx::query!(r#"SELECT count(*) AS "count!" FROM access_log"#).fetch_one(&self.pool).await?.count;
            let entries = rows.into_iter().map(|row| {
                let event = AccessEvent::parse(&row.event).ok_or(StoreError::Unreadable)?;
                let note =
                    AccessNote { actor: row.actor, event, subject: row.subject, network: row.network };
                Ok(StoredAccess { at: row.at, note })
            });
            Ok((entries.collect::<Result<Vec<_>, StoreError>>()?, total))
        })
        .await
    }
}

/// Writes an entry in the transaction of what it is about.
pub(crate) async fn note_access(db: &mut PgConnection, note: &AccessNote) -> Result<(), StoreError> {
    let subject: Option<String> =
        note.subject.as_ref().map(|subject| subject.chars().take(MAX_SUBJECT).collect());
    sqlx::query!(
        "INSERT INTO access_log (actor, event, subject, network) VALUES ($1, $2, $3, $4)",
        note.actor,
        note.event.as_str(),
        subject,
        note.network
    )
    .execute(db)
    .await?;
    Ok(())
}
