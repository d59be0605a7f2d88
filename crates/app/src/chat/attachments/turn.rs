//! Attachments of the message that a turn answers.

use crate::app::App;
use crate::error::AppError;
use crate::files::shared::open_content;
use crate::runtime::blocking::run_blocking;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_domain::assistant::origin::{OriginKind, TextBlock};
use celeiro_domain::chat::answer::prompt::attached::{
    ATTACHED_NOTE, AttachedText, SHORTER_CHARS, attachments_section,
};
use celeiro_domain::chat::answer::sanitize::{FENCE_CLOSE, FENCE_OPEN, strip_fence};
use celeiro_domain::chat::grounding::doses::StatedDoses;
use celeiro_domain::chat::{Caution, CautionKind, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENT_CHARS};
use celeiro_llm::chat::ImagePart;
use celeiro_store::StoredMessageAttachment;
use std::io::Read as _;
use uuid::Uuid;

/// The attachments of a message, with the pictures as a model is given them.
#[derive(Default)]
pub(crate) struct TurnAttachments {
    list: Vec<AttachedText>,
    /// The pictures whose bytes are here.
    pub images: Vec<ImagePart>,
    /// Whether a model has answered with all pictures before it.
    pub are_seen: bool,
}

/// How much of the texts a model is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextAmount {
    /// All that is kept.
    Whole,
    /// The beginnings, for a model that takes little.
    Shorter,
}

impl TurnAttachments {
    /// Loads the attachments of a message that a turn answers. A picture whose bytes are on another machine is not
    /// shown to a model.
    pub async fn load(app: &App, message: Uuid) -> Result<Self, AppError> {
        let stored = app.store().attachments_of_message(message).await?;
        let mut images = Vec::new();
        for picture in stored.iter().filter(|one| one.attachment.is_picture()) {
            match read_message_picture(app, picture).await {
                Ok(image) => images.push(image),
                Err(error) => tracing::warn!(%error, "a picture of a message is not here"),
            }
        }
        Ok(Self { list: stored.into_iter().map(AttachedText::from).collect(), images, are_seen: false })
    }

    /// Whether the message that a turn answers has no attachments.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Renders the attachments of the message for the model's prompt, as data.
    pub fn section(&self, amount: TextAmount) -> Option<String> {
        let most = match amount {
            TextAmount::Whole => MAX_ATTACHMENT_CHARS,
            TextAmount::Shorter => SHORTER_CHARS,
        };
        attachments_section(&self.list, most)
    }

    /// Writes `question` with the section on the message's attachments, fenced, where nothing else fences it.
    pub fn below(&self, question: &str, amount: TextAmount) -> String {
        match self.section(amount) {
            Some(section) => {
                let section = strip_fence(&section);
                format!("{question}\n\n{FENCE_OPEN}\n{section}\n{FENCE_CLOSE}\n\n{ATTACHED_NOTE}")
            }
            None => question.to_owned(),
        }
    }

    /// `text` with the rules for attachments below it, where there are any.
    pub fn with_note(&self, text: String) -> String {
        if self.is_empty() { text } else { format!("{text}\n\n{ATTACHED_NOTE}") }
    }

    /// Lists the texts of the message's attached files with their origin.
    pub fn blocks(&self) -> impl Iterator<Item = TextBlock> {
        self.texts().flat_map(|(name, text)| TextBlock::of_pages(OriginKind::File, name, text))
    }

    /// `stated` and the doses that the files state: an answer may repeat them, and is then told apart from what
    /// the catalog states by a caution.
    pub fn add_doses(&self, stated: StatedDoses) -> StatedDoses {
        self.texts().fold(stated, |stated, (_, text)| stated.with_text(text))
    }

    /// The caution of an answer whose model has not seen the pictures of the message.
    pub fn caution(&self) -> Option<Caution> {
        let pictures = self.list.iter().filter(|one| one.attachment.is_picture());
        let names: Vec<&str> = pictures.map(|one| &*one.attachment.name).collect();
        let all_are_seen = self.are_seen && self.images.len() == names.len();
        (!names.is_empty() && !all_are_seen).then(|| Caution {
            kind: CautionKind::UnseenPicture,
            sentence: String::new(),
            claim: names.join(", "),
            source: None,
        })
    }

    fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.list.iter().filter_map(|one| Some((&*one.attachment.name, one.text.as_deref()?)))
    }
}

async fn read_message_picture(app: &App, picture: &StoredMessageAttachment) -> Result<ImagePart, AppError> {
    let bytes = read_content(app, picture).await?;
    let media_type = picture.attachment.mime_type.clone();
    Ok(ImagePart { media_type, data: STANDARD.encode(bytes).into() })
}

/// The bytes of an attachment.
///
/// # Errors
/// [`crate::Code::FileElsewhere`] where they are on no server, or were removed.
pub(super) async fn read_content(app: &App, stored: &StoredMessageAttachment) -> Result<Vec<u8>, AppError> {
    let name = stored.attachment.name.clone();
    let opened = open_content(app, &stored.sha256, &name).await?;
    run_blocking(move || {
        let mut bytes = Vec::new();
        let read = opened.take(MAX_ATTACHMENT_BYTES.into()).read_to_end(&mut bytes);
        read.map_err(|error| AppError::unreadable(&name, error))?;
        Ok(bytes)
    })
    .await
}
