//! Storage of an error as one line in the database: enough to render it later, in the reader's language.

use super::{AppError, Code, ErrorBody};
use crate::messages::translate;
use celeiro_domain::search::Lang;

impl AppError {
    /// The code and, after a blank, the reason.
    pub(crate) fn to_note(&self) -> String {
        let code = self.code().as_str();
        self.reason().map_or_else(|| code.to_owned(), |reason| format!("{code} {reason}"))
    }

    /// The error that [`Self::to_note`] wrote, for people; `internal` where its code is no longer known.
    pub(crate) fn parse_note(note: &str, lang: Lang) -> ErrorBody {
        let (name, reason) = note.split_once(' ').unwrap_or((note, ""));
        let code = Code::ALL.iter().copied().find(|code| code.as_str() == name).unwrap_or(Code::Internal);
        let is_ours = reason.starts_with("error.reason.");
        let reason = if is_ours { translate(lang, reason) } else { reason.to_owned() };
        Self::new(code).with("reason", reason).to_body(lang)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_code_is_read_back_as_it_was_noted() {
        for code in Code::ALL {
            let body = AppError::parse_note(&AppError::new(*code).to_note(), Lang::En);
            assert_eq!(body.code, code.as_str());
        }
    }

    #[test]
    fn the_reason_behind_the_code_is_kept_word_for_word() {
        let body = AppError::parse_note(&format!("{} the disk  is full", Code::NotFound.as_str()), Lang::En);
        assert_eq!(body.details.unwrap_or_default()["reason"], json!("the disk  is full"));
    }

    #[test]
    fn a_code_of_another_version_is_an_internal_error() {
        for note in ["of_the_future later", "", " "] {
            assert_eq!(AppError::parse_note(note, Lang::PtBr).code, Code::Internal.as_str(), "{note:?}");
        }
    }
}
