//! A picture or a file that a person sends with a message.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Most attachments of one message.
pub const MAX_MESSAGE_ATTACHMENTS: usize = 4;
/// Most bytes of one attachment as it is sent.
pub const MAX_ATTACHMENT_BYTES: u32 = 10 << 20;
/// Most characters of a file's text that are kept, and that a model is given.
pub const MAX_ATTACHMENT_CHARS: usize = 15_000;

/// What an attachment is, by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageAttachmentFormat {
    /// A picture: a model that sees is given it.
    Picture,
    /// PDF.
    Pdf,
    /// A Word document.
    Docx,
    /// An Excel workbook.
    Xlsx,
    /// Plain text or separated values.
    Text,
}

/// A picture or a file of a message. Its bytes are asked for by its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageAttachment {
    /// The attachment.
    pub id: Uuid,
    /// What people call it.
    pub name: String,
    /// What it is.
    pub format: MessageAttachmentFormat,
    /// Its media type as it is kept; a picture is kept as JPEG.
    pub mime_type: String,
    /// Bytes that are kept.
    pub size_bytes: u32,
    /// Of a picture: its width in pixels.
    pub width: Option<u32>,
    /// Of a picture: its height in pixels.
    pub height: Option<u32>,
    /// Of a file: characters of its text that are kept, at most 15,000; none where it has no text.
    pub text_chars: Option<u32>,
    /// Of a file: characters of its whole text, as far as it could be read.
    pub total_chars: Option<u32>,
}

impl MessageAttachment {
    /// Whether the message's attachment is a picture.
    pub fn is_picture(&self) -> bool {
        self.format == MessageAttachmentFormat::Picture
    }

    /// Number of characters of the attachment's text that were left out.
    pub fn chars_left_out(&self) -> u32 {
        self.total_chars.unwrap_or(0).saturating_sub(self.text_chars.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text_chars: Option<u32>, total_chars: Option<u32>) -> MessageAttachment {
        MessageAttachment {
            id: Uuid::nil(),
            name: "lista.pdf".into(),
            format: MessageAttachmentFormat::Pdf,
            mime_type: "application/pdf".into(),
            size_bytes: 1,
            width: None,
            height: None,
            text_chars,
            total_chars,
        }
    }

    #[test]
    fn what_was_left_out_of_a_file_is_what_is_not_kept_of_its_text() {
        for (kept, total, left_out) in [
            (Some(15_000), Some(20_000), 5_000),
            (Some(300), Some(300), 0),
            (None, Some(40), 40),
            (Some(10), None, 0),
            (None, None, 0),
        ] {
            assert_eq!(file(kept, total).chars_left_out(), left_out, "{kept:?} of {total:?}");
        }
        assert!(!file(None, None).is_picture());
    }
}
