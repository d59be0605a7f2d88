//! Turns: the person's message is stored before any other step, the answer with its trace in one transaction at the
//! end.
//!
//! Between the two nothing is stored: a process that dies leaves the person's message without an answer
//! ([`Store::unanswered_messages`]). Turns of one conversation may overlap; each answer stands under its message, so
//! none is lost, and the open branch stays with the turn that began last.

use crate::assistant::actions::supersede_actions;
use crate::chat::attachments::give_to_message;
use crate::chat::ended_turn::{EndedTurn, TurnIds};
use crate::connection::encode;
use crate::connection::write::{BegunWrite, finish};
use crate::{Origin, Store, StoreError, Write};
use celeiro_domain::chat::ChatResponse;
use celeiro_domain::chat::intent::safety::Concern;
use serde_json::{Value, json};
use sqlx::PgTransaction;
use uuid::Uuid;

/// Where a person's message stands.
#[derive(Debug, Clone, Copy)]
pub enum MessagePosition<'a> {
    /// First in a new conversation.
    New {
        /// Its title: not blank, at most 200 characters.
        title: &'a str,
    },
    /// At the end of the open branch of this conversation.
    End(Uuid),
    /// After the message `parent`: an edit where that one has gone on already.
    After {
        /// The conversation.
        conversation: Uuid,
        /// A message of it.
        parent: Uuid,
    },
    /// At the beginning of this conversation, beside what was first before: an edit of that.
    Start(Uuid),
}

/// A turn that has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BegunTurn {
    /// Now.
    New(TurnIds),
    /// Under this operation id before: it is under way, or over ([`Store::answer`]), or its process
    /// died.
    Before(TurnIds),
}

impl BegunTurn {
    /// Ids of the begun turn, new or begun before under the same operation.
    pub fn ids(self) -> TurnIds {
        match self {
            BegunTurn::New(ids) | BegunTurn::Before(ids) => ids,
        }
    }
}

/// One kind for a new message and for an old one asked again: an operation id is one turn.
const BEGIN: &str = "begin-turn";

impl Store {
    /// Stores the person's message with its attachments, in a new conversation if so asked, and opens its
    /// branch.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where the conversation is not there or deleted, `parent` is none
    /// of its messages, or an attachment is not there any more; [`StoreError::Constraint`] for a bad title or a blank or too long content.
    pub async fn begin_turn(
        &self,
        place: MessagePosition<'_>,
        content: &str,
        attachments: &[Uuid],
        write: &Write,
    ) -> Result<BegunTurn, StoreError> {
        self.run(async {
            let mut tx = match self.begin(BEGIN, write).await? {
                BegunWrite::Done(result) => return parse_begun_turn(result),
                BegunWrite::New(tx) => tx,
            };
            let (conversation, parent) = resolve_message_position(&mut tx, place, write).await?;
            let message = Uuid::now_v7();
            let content = encode::encode_text(content);
            sqlx::query!(
                "INSERT INTO messages (id, conversation_id, parent_id, role, content) VALUES ($1, $2, $3, 'user', $4)",
                message,
                conversation,
                parent,
                content.as_ref()
            )
            .execute(&mut *tx)
            .await?;
            give_to_message(&mut tx, message, attachments).await?;
            open_turn_branch(tx, conversation, message, write).await
        })
        .await
    }

    /// Begins a turn that answers a stored message of a person once more. Writes that earlier answers to it proposed,
    /// and that still wait, end: they would be decided beside those of the new answer.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such message of a person, or its conversation is
    /// deleted.
    pub async fn begin_again(&self, message: Uuid, write: &Write) -> Result<BegunTurn, StoreError> {
        self.run(async {
            let mut tx = match self.begin(BEGIN, write).await? {
                BegunWrite::Done(result) => return parse_begun_turn(result),
                BegunWrite::New(tx) => tx,
            };
            let conversation = sqlx::query_scalar!(
                "SELECT c.id FROM conversations c JOIN messages m ON m.conversation_id = c.id \
                 WHERE m.id = $1 AND m.role = 'user' AND c.deleted_at IS NULL FOR NO KEY UPDATE OF c",
                message
            )
            .fetch_one(&mut *tx)
            .await?;
            supersede_actions(&mut tx, message, &write.actor).await?;
            open_turn_branch(tx, conversation, message, write).await
        })
        .await
    }

    /// Whether any message of a conversation, on whatever branch, has spoken of self-harm.
    pub async fn speaks_of_self_harm(&self, conversation: Uuid) -> Result<bool, StoreError> {
        let speaks =
            sqlx::query_scalar!("SELECT speaks_of_self_harm FROM conversations WHERE id = $1", conversation)
                .fetch_optional(&self.pool);
        self.run(async { Ok(speaks.await?.unwrap_or(false)) }).await
    }

    /// Stores what came of a turn, all in one transaction: answer, trace, calls of models, and the
    /// open branch, which moves on to the answer unless the person has gone elsewhere meanwhile.
    /// Asked again, it does nothing: the trace's id is the id of the operation.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where the conversation was purged meanwhile; nothing is stored then.
    pub async fn finish_turn(&self, turn: &EndedTurn<'_>, actor: &str) -> Result<(), StoreError> {
        let write =
            Write { operation_id: turn.ids.trace_id, actor: actor.to_owned(), origin: Origin::Assistant };
        self.run(async {
            let mut tx = match self.begin("finish-turn", &write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            sqlx::query!(
                "SELECT id FROM conversations WHERE id = $1 FOR NO KEY UPDATE",
                turn.ids.conversation_id
            )
            .fetch_one(&mut *tx)
            .await?;
            if turn.trace.debug.safety.as_ref().is_some_and(|found| found.concern == Concern::SelfHarm) {
                sqlx::query!(
                    "UPDATE conversations SET speaks_of_self_harm = true WHERE id = $1",
                    turn.ids.conversation_id
                )
                .execute(&mut *tx)
                .await?;
            }
            if let Some(response) = turn.response {
                insert_answer(&mut tx, &turn.ids, response).await?;
                advance_open_branch(&mut tx, &turn.ids).await?;
            }
            crate::chat::traces::insert_turn(&mut tx, turn, actor).await?;
            finish(&mut tx, &write, &json!({ "id": turn.ids.trace_id })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}

/// The turn that an earlier call of the same operation began, from the operation's stored result.
fn parse_begun_turn(result: Value) -> Result<BegunTurn, StoreError> {
    let ids = serde_json::from_value(result).map_err(|e| StoreError::Other(e.to_string()))?;
    Ok(BegunTurn::Before(ids))
}

/// The conversation, locked, and the message that the new one stands after.
async fn resolve_message_position(
    tx: &mut PgTransaction<'static>,
    place: MessagePosition<'_>,
    write: &Write,
) -> Result<(Uuid, Option<Uuid>), StoreError> {
    match place {
        MessagePosition::New { title } => Ok((insert_conversation(tx, title, write).await?, None)),
        MessagePosition::End(conversation) => Ok((conversation, lock_conversation(tx, conversation).await?)),
        MessagePosition::Start(conversation) => {
            lock_conversation(tx, conversation).await?;
            Ok((conversation, None))
        }
        MessagePosition::After { conversation, parent } => {
            lock_conversation(tx, conversation).await?;
            let parent = sqlx::query_scalar!(
                "SELECT id FROM messages WHERE id = $1 AND conversation_id = $2",
                parent,
                conversation
            )
            .fetch_one(&mut **tx)
            .await?;
            Ok((conversation, Some(parent)))
        }
    }
}

/// Makes other turns of the conversation wait, and tells the end of the open branch.
async fn lock_conversation(
    tx: &mut PgTransaction<'static>,
    conversation: Uuid,
) -> Result<Option<Uuid>, StoreError> {
    let end = sqlx::query_scalar!(
        "SELECT active_message_id FROM conversations WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE",
        conversation
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(end)
}

/// Opens a conversation of the writer and answers its id.
async fn insert_conversation(
    tx: &mut PgTransaction<'static>,
    title: &str,
    write: &Write,
) -> Result<Uuid, StoreError> {
    let id = Uuid::now_v7();
    let title = encode::encode_text(title);
    sqlx::query!(
        "INSERT INTO conversations (id, title, actor) VALUES ($1, $2, $3)",
        id,
        title.as_ref(),
        write.actor
    )
    .execute(&mut **tx)
    .await?;
    Ok(id)
}

/// Opens the branch of the person's message and stores the ids under the operation.
async fn open_turn_branch(
    mut tx: PgTransaction<'static>,
    conversation_id: Uuid,
    user_message_id: Uuid,
    write: &Write,
) -> Result<BegunTurn, StoreError> {
    sqlx::query!(
        "UPDATE conversations SET active_message_id = $2, updated_at = clock_timestamp() WHERE id = $1",
        conversation_id,
        user_message_id
    )
    .execute(&mut *tx)
    .await?;
    let ids =
        TurnIds { conversation_id, user_message_id, message_id: Uuid::now_v7(), trace_id: Uuid::now_v7() };
    finish(&mut tx, write, &encode::encode_json(&ids)?).await?;
    tx.commit().await?;
    Ok(BegunTurn::New(ids))
}

/// Inserts the assistant's message below the person's.
async fn insert_answer(
    tx: &mut PgTransaction<'static>,
    ids: &TurnIds,
    response: &ChatResponse,
) -> Result<(), StoreError> {
    // The text is kept once, in `content`.
    let about = encode::encode_json(&ChatResponse { answer: String::new(), ..response.clone() })?;
    let content = encode::encode_text(&response.answer);
    sqlx::query!(
        "INSERT INTO messages (id, conversation_id, parent_id, role, content, state, response) \
         VALUES ($1, $2, $3, 'assistant', $4, $5, $6)",
        ids.message_id,
        ids.conversation_id,
        ids.user_message_id,
        content.as_ref(),
        response.state.as_str(),
        about
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Moves the open branch on to the answer where it ends at the question, or at another answer to it.
async fn advance_open_branch(tx: &mut PgTransaction<'static>, ids: &TurnIds) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE conversations c SET updated_at = clock_timestamp(), active_message_id = CASE \
           WHEN c.active_message_id = $2 OR EXISTS \
             (SELECT FROM messages m WHERE m.id = c.active_message_id AND m.parent_id = $2 AND m.role = 'assistant') \
           THEN $3 ELSE c.active_message_id END WHERE c.id = $1",
        ids.conversation_id,
        ids.user_message_id,
        ids.message_id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
