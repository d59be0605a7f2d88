//! Persona of a conversation: its own choice, else the setting's.

use super::switch::require_on;
use crate::api::{ById, new_write};
use crate::app::{App, Caller};
use crate::chat::ownership::{require_owner, require_reader};
use crate::error::{AppError, Code};
use celeiro_domain::assistant::manner::Persona;
use celeiro_store::StoreError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// The setting that allows [`Persona::Christian`].
const CHRISTIAN: &str = "ASSISTANT_CHRISTIAN";

/// How the assistant is to speak in a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetConversationPersona {
    /// The conversation.
    pub id: Uuid,
    /// The persona; as the settings say where absent.
    #[serde(default)]
    pub persona: Option<Persona>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// How the assistant speaks in a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConversationPersona {
    /// The conversation.
    pub id: Uuid,
    /// What was chosen for it, where something was.
    pub persona: Option<Persona>,
    /// What speaks in the next answer.
    pub speaks: Persona,
    /// The persona of the settings (`ASSISTANT_PERSONA`).
    pub usual: Persona,
    /// The personas that can be chosen: the Christian perspective where it is switched on (`ASSISTANT_CHRISTIAN`).
    pub offered: Vec<Persona>,
}

/// How the assistant speaks in a conversation, and how it could.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn get_conversation_persona(
    app: &App,
    caller: &Caller,
    request: ById,
) -> Result<ConversationPersona, AppError> {
    require_on(app)?;
    require_reader(app, caller, request.id).await?;
    let persona = app.store().conversation_persona(request.id).await?;
    Ok(to_conversation_persona(app, request.id, persona))
}

/// Says how the assistant speaks in a conversation.
///
/// # Errors
/// `personal_off`; `persona_off` for a persona that is not switched on; `not_found`, `conversation_read_only`.
pub async fn set_conversation_persona(
    app: &App,
    caller: &Caller,
    request: SetConversationPersona,
) -> Result<ConversationPersona, AppError> {
    require_on(app)?;
    let SetConversationPersona { id, persona, operation_id } = request;
    require_owner(app, caller, id).await?;
    if persona.is_some_and(|persona| !is_offered(app, persona)) {
        return Err(AppError::new(Code::PersonaOff).with("setting", CHRISTIAN));
    }
    app.store().set_conversation_persona(id, persona, &new_write(caller, operation_id)).await?;
    Ok(to_conversation_persona(app, id, persona))
}

/// The persona of the next answer; that of the settings in a conversation that is not stored yet.
pub(crate) async fn persona_of(app: &App, conversation: Uuid) -> Result<Persona, AppError> {
    let persona = match app.store().conversation_persona(conversation).await {
        Err(StoreError::NotFound) => None,
        persona => persona?,
    };
    Ok(choose_speaker(app, persona))
}

fn to_conversation_persona(app: &App, id: Uuid, persona: Option<Persona>) -> ConversationPersona {
    let offered = Persona::ALL.into_iter().filter(|one| is_offered(app, *one)).collect();
    ConversationPersona {
        id,
        persona,
        speaks: choose_speaker(app, persona),
        usual: usual_persona(app),
        offered,
    }
}

/// One that was switched off since it was chosen does not speak.
fn choose_speaker(app: &App, persona: Option<Persona>) -> Persona {
    persona.filter(|persona| is_offered(app, *persona)).unwrap_or_else(|| usual_persona(app))
}

fn usual_persona(app: &App) -> Persona {
    let set = app.config().text("ASSISTANT_PERSONA").and_then(Persona::parse);
    set.filter(|persona| is_offered(app, *persona)).unwrap_or_default()
}

fn is_offered(app: &App, persona: Persona) -> bool {
    !persona.needs_switch() || app.config().switch(CHRISTIAN).unwrap_or(false)
}
