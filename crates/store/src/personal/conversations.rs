//! Conversations of the personal assistant: the person they are about, and the persona that answers.

use crate::connection::write::{BegunWrite, note_result, require_rows};
use crate::{Store, StoreError, Write};
use celeiro_domain::assistant::manner::Persona;
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::Postgres;
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use uuid::Uuid;

/// A conversation about a person.
#[derive(Debug, Clone, PartialEq)]
pub struct PersonTalk {
    /// The conversation.
    pub id: Uuid,
    /// Its title.
    pub title: String,
    /// When something was last said.
    pub updated_at: DateTime<Utc>,
}

impl Store {
    /// Says about which person a conversation is; about none where absent.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Constraint`] where there is no such person.
    pub async fn set_conversation_person(
        &self,
        id: Uuid,
        person: Option<Uuid>,
        write: &Write,
    ) -> Result<(), StoreError> {
        let set = sqlx::query!(
            "UPDATE conversations SET person_id = $2 WHERE id = $1 AND deleted_at IS NULL",
            id,
            person
        );
        self.set_in_conversation("set-conversation-person", id, set, write).await
    }

    /// The person whom a conversation is about.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such conversation.
    pub async fn conversation_person(&self, id: Uuid) -> Result<Option<Uuid>, StoreError> {
        let person = sqlx::query_scalar!("SELECT person_id FROM conversations WHERE id = $1", id);
        self.run(async { Ok(person.fetch_one(&self.pool).await?) }).await
    }

    /// Says how the assistant speaks in a conversation; as the settings say where absent.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn set_conversation_persona(
        &self,
        id: Uuid,
        persona: Option<Persona>,
        write: &Write,
    ) -> Result<(), StoreError> {
        let set = sqlx::query!(
            "UPDATE conversations SET persona = $2 WHERE id = $1 AND deleted_at IS NULL",
            id,
            persona.map(Persona::as_str)
        );
        self.set_in_conversation("set-conversation-persona", id, set, write).await
    }

    /// Writes one column of the conversation `id` by the statement `set`.
    async fn set_in_conversation(
        &self,
        kind: &str,
        id: Uuid,
        set: Query<'_, Postgres, PgArguments>,
        write: &Write,
    ) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = match self.begin(kind, write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            require_rows(set.execute(&mut *tx).await?.rows_affected())?;
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// The persona that was chosen for a conversation, where one was.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such conversation.
    pub async fn conversation_persona(&self, id: Uuid) -> Result<Option<Persona>, StoreError> {
        let persona = sqlx::query_scalar!("SELECT persona FROM conversations WHERE id = $1", id);
        let persona = self.run(async { Ok(persona.fetch_one(&self.pool).await?) }).await?;
        Ok(persona.as_deref().and_then(Persona::parse))
    }

    /// The conversations about a person that are not deleted, the latest first; those that `reader` has begun, or
    /// that are shared, where one is given.
    pub async fn conversations_of_person(
        &self,
        person: Uuid,
        reader: Option<&str>,
    ) -> Result<Vec<PersonTalk>, StoreError> {
        let talks = sqlx::query_as!(
            PersonTalk,
            "SELECT id, title, updated_at FROM conversations WHERE person_id = $1 AND deleted_at IS NULL \
               AND ($2::text IS NULL OR shared OR actor = $2) \
             ORDER BY updated_at DESC, id LIMIT 500",
            person,
            reader
        );
        self.run(async { Ok(talks.fetch_all(&self.pool).await?) }).await
    }
}
