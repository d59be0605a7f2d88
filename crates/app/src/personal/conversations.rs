//! Conversations that are linked to a person.

use super::switch::require_on;
use crate::api::{ById, login_of, new_write};
use crate::app::{App, Caller};
use crate::chat::ownership::{require_owner, require_reader};
use crate::error::AppError;
use celeiro_store::PersonTalk;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Whom a conversation is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetConversationPerson {
    /// The conversation.
    pub id: Uuid,
    /// The person; none where absent.
    #[serde(default)]
    pub person_id: Option<Uuid>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// The person whom a conversation is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConversationPerson {
    /// The conversation.
    pub id: Uuid,
    /// The person, where it is about one.
    pub person_id: Option<Uuid>,
}

/// A conversation about a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonConversation {
    /// The conversation.
    pub id: Uuid,
    /// Its title.
    pub title: String,
    /// When something was last said.
    pub updated_at: DateTime<Utc>,
}

/// The person whom a conversation is about.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn get_conversation_person(
    app: &App,
    caller: &Caller,
    request: ById,
) -> Result<ConversationPerson, AppError> {
    require_on(app)?;
    require_reader(app, caller, request.id).await?;
    let person_id = app.store().conversation_person(request.id).await?;
    Ok(ConversationPerson { id: request.id, person_id })
}

/// Says whom a conversation is about.
///
/// # Errors
/// `personal_off`; `not_found` where there is no such conversation or person; `conversation_read_only` for a
/// conversation of another person.
pub async fn set_conversation_person(
    app: &App,
    caller: &Caller,
    request: SetConversationPerson,
) -> Result<ConversationPerson, AppError> {
    require_on(app)?;
    let SetConversationPerson { id, person_id, operation_id } = request;
    require_owner(app, caller, id).await?;
    if let Some(person) = person_id {
        app.store().person(person).await?;
    }
    app.store().set_conversation_person(id, person_id, &new_write(caller, operation_id)).await?;
    Ok(ConversationPerson { id, person_id })
}

/// The conversations about a person that the caller began or that are shared, the latest first.
///
/// # Errors
/// `personal_off`.
pub async fn list_person_conversations(
    app: &App,
    caller: &Caller,
    request: ById,
) -> Result<Vec<PersonConversation>, AppError> {
    require_on(app)?;
    let talks = app.store().conversations_of_person(request.id, login_of(caller)).await?;
    let conversation = |PersonTalk { id, title, updated_at }| PersonConversation { id, title, updated_at };
    Ok(talks.into_iter().map(conversation).collect())
}
