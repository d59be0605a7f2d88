//! Reading of conversations: the list, with full-text search, and one conversation with all its messages.
//!
//! A conversation matches if its title or one of its messages contains each word of the query, accents and case aside,
//! also within another word. One or two letters must begin a word: the trigram index knows nothing shorter within one,
//! and a plain scan of 100,000 messages takes a second. Deleted conversations are hidden here; changes are in
//! `conversation_changes` and `turns`.

use crate::search::vocabulary::escape_like;
use crate::{Page, Store, StoreError};
use celeiro_domain::chat::{Conversation, ConversationDetail};
use celeiro_domain::text::{excerpt_around_terms, normalize_text};
use chrono::{DateTime, Utc};
use std::collections::HashMap;
use uuid::Uuid;

/// Most words of a search that are looked at.
const MAX_WORDS: usize = 8;
/// Length of an excerpt in characters.
const EXCERPT_CHARS: usize = 160;

/// Which conversations are listed.
#[derive(Debug, Clone, Default)]
pub struct ConversationQuery {
    /// What they must hold; blank lists all.
    pub text: String,
    /// Conversations to pass over.
    pub offset: u32,
    /// Conversations wanted.
    pub limit: u32,
    /// The name of the person who asks: their own and those that are shared are listed; all where absent.
    pub reader: Option<String>,
    /// Lists those of everybody to the reader. One that is neither theirs nor shared is found by its title alone:
    /// looking for words in it would read it.
    pub everybody: bool,
}

struct ConversationRow {
    id: Uuid,
    title: String,
    pinned: bool,
    message_count: i64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    active_message_id: Option<Uuid>,
    owner: String,
    shared: bool,
    /// The message that an excerpt is taken from.
    said: Option<String>,
}

impl ConversationRow {
    fn into_conversation(self, words: &[&str]) -> Conversation {
        Conversation {
            id: self.id,
            title: self.title,
            pinned: self.pinned,
            message_count: u32::try_from(self.message_count).unwrap_or(u32::MAX),
            created_at: self.created_at,
            updated_at: self.updated_at,
            excerpt: self.said.and_then(|said| excerpt_around_terms(&said, words, EXCERPT_CHARS)),
            owner: self.owner,
            shared: self.shared,
            // Who asks is known in crate `app`.
            read_only: false,
        }
    }
}

impl Store {
    /// A page of conversations, pinned ones first, then by when something was last said.
    pub async fn list_conversations(
        &self,
        query: &ConversationQuery,
    ) -> Result<Page<Conversation>, StoreError> {
        let folded = normalize_text(&query.text);
        let words = words_of(&folded);
        let patterns: Vec<String> = words.iter().map(|word| build_word_pattern(word)).collect();
        self.run(async {
            let (ids, total) = self.conversation_ids(&patterns, query).await?;
            let rows = self.conversation_rows(&ids, &patterns, query.reader.as_deref()).await?;
            let mut by_id: HashMap<Uuid, ConversationRow> = rows.into_iter().map(|r| (r.id, r)).collect();
            let rows = ids
                .iter()
                .filter_map(|id| by_id.remove(id))
                .map(|row| row.into_conversation(&words))
                .collect();
            Ok(Page { rows, total })
        })
        .await
    }

    /// The ids of a page, and how many there are in all. The page is cut in the database.
    async fn conversation_ids(
        &self,
        patterns: &[String],
        query: &ConversationQuery,
    ) -> Result<(Vec<Uuid>, i64), StoreError> {
        let page = sqlx::query!(
            r#"SELECT count(*) AS "total!",
                 coalesce((array_agg(c.id ORDER BY c.pinned DESC, c.updated_at DESC, c.id))[$2::int + 1 : $2::int + $3::int], '{}') AS "ids!"
               FROM conversations c
               WHERE c.deleted_at IS NULL AND ($4::text IS NULL OR $5::boolean OR c.shared OR c.actor = $4)
                 AND (cardinality($1::text[]) = 0 OR c.id IN (
                 SELECT found.id FROM (
                   SELECT asked.pattern, m.conversation_id AS id
                   FROM unnest($1::text[]) AS asked(pattern) JOIN messages m ON m.search_text LIKE asked.pattern
                   WHERE $4::text IS NULL OR NOT $5::boolean OR EXISTS (SELECT FROM conversations theirs
                     WHERE theirs.id = m.conversation_id AND (theirs.shared OR theirs.actor = $4))
                   UNION
                   SELECT asked.pattern, titled.id
                   FROM unnest($1::text[]) AS asked(pattern) JOIN conversations titled ON titled.search_text LIKE asked.pattern) AS found
                 GROUP BY found.id HAVING count(*) = cardinality($1::text[])))"#,
            patterns,
            i32::try_from(query.offset).unwrap_or(i32::MAX / 2),
            i32::try_from(query.limit).unwrap_or(i32::MAX / 2),
            query.reader,
            query.everybody
        )
        .fetch_one(&self.pool)
        .await?;
        Ok((page.ids, page.total))
    }

    /// These conversations, each with the newest message among those that hold most of what was
    /// asked for, where `reader` may read it.
    async fn conversation_rows(
        &self,
        ids: &[Uuid],
        patterns: &[String],
        reader: Option<&str>,
    ) -> Result<Vec<ConversationRow>, StoreError> {
        let rows = sqlx::query_as!(
            ConversationRow,
            r#"SELECT c.id, c.title, c.pinned, c.created_at, c.updated_at, c.active_message_id, c.actor AS owner, c.shared,
                 (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id) AS "message_count!",
                 (SELECT m.content FROM messages m
                  WHERE m.conversation_id = c.id AND m.search_text LIKE ANY ($2::text[])
                    AND ($3::text IS NULL OR c.shared OR c.actor = $3)
                  ORDER BY (SELECT count(*) FROM unnest($2::text[]) AS asked(pattern) WHERE m.search_text LIKE asked.pattern) DESC,
                    m.created_at DESC, m.id DESC
                  LIMIT 1) AS said
               FROM conversations c WHERE c.id = ANY ($1) AND c.deleted_at IS NULL"#,
            ids,
            patterns,
            reader
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows)
    }

    /// Reads the conversation `id` as the list shows it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is deleted.
    pub async fn conversation_summary(&self, id: Uuid) -> Result<Conversation, StoreError> {
        self.run(async {
            let row = self.conversation_rows(&[id], &[], None).await?.pop().ok_or(StoreError::NotFound)?;
            Ok(row.into_conversation(&[]))
        })
        .await
    }

    /// Reads the conversation `id` with every message of every branch, oldest first.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is deleted.
    pub async fn conversation(&self, id: Uuid) -> Result<ConversationDetail, StoreError> {
        self.run(async {
            let row = self.conversation_rows(&[id], &[], None).await?.pop().ok_or(StoreError::NotFound)?;
            let active_id = row.active_message_id;
            let messages = self.messages_of(id).await?;
            Ok(ConversationDetail { conversation: row.into_conversation(&[]), messages, active_id })
        })
        .await
    }
}

/// The words of a folded text, each once, the first few.
fn words_of(folded: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    for word in folded.split(' ').filter(|word| !word.is_empty()) {
        if words.len() < MAX_WORDS && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// What a folded text with a blank before it is like if it holds `word`.
fn build_word_pattern(word: &str) -> String {
    let begins = if word.chars().count() < 3 { " " } else { "" };
    format!("%{begins}{}%", escape_like(word))
}
