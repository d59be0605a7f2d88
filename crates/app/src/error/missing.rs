//! Details of a not-found error: the record's kind, and the id, code or name of the request.

use super::{AppError, Code};
use celeiro_store::StoreError;
use std::fmt::Display;

/// Longest reference that a message repeats, in characters.
const REFERENCE_CHARS: usize = 120;

/// The kind of a record that was not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    Item,
    Faq,
    /// An item or a FAQ.
    Record,
    PriceList,
    Category,
    Field,
    Person,
    Reminder,
    Decision,
    ImportProfile,
    ExportProfile,
    Operation,
}

impl Missing {
    /// The key of the message.
    fn key(self) -> &'static str {
        match self {
            Self::Item => "missing.item",
            Self::Faq => "missing.faq",
            Self::Record => "missing.record",
            Self::PriceList => "missing.priceList",
            Self::Category => "missing.category",
            Self::Field => "missing.field",
            Self::Person => "missing.person",
            Self::Reminder => "missing.reminder",
            Self::Decision => "missing.decision",
            Self::ImportProfile => "missing.importProfile",
            Self::ExportProfile => "missing.exportProfile",
            Self::Operation => "missing.operation",
        }
    }

    /// The error that names the record; `details` has its kind as `what` and how it was asked for as `reference`.
    pub fn refuse(self, reference: impl Display) -> AppError {
        let key = self.key();
        let reference: String = reference.to_string().chars().take(REFERENCE_CHARS).collect();
        let what = key.rsplit('.').next().unwrap_or_default();
        AppError::new(Code::NotFound).with("reference", reference).detail("what", what).with_message_key(key)
    }

    /// Makes the store's error name the record where it is missing; another error stays as it is.
    pub fn explain(self, reference: impl Display) -> impl FnOnce(StoreError) -> AppError {
        move |error| match error {
            StoreError::NotFound => self.refuse(reference),
            other => other.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::search::Lang;
    use serde_json::json;

    #[test]
    fn the_message_names_the_record_in_both_languages() {
        let body = |lang| Missing::PriceList.refuse("Varejo").to_body(lang);
        assert_eq!(body(Lang::PtBr).message, "A tabela de preços «Varejo» não existe ou foi excluída");
        assert_eq!(body(Lang::En).message, "The price list \"Varejo\" does not exist or was deleted");
        assert_eq!(body(Lang::En).code, "not_found");
        assert_eq!(body(Lang::En).details, Some(json!({ "what": "priceList", "reference": "Varejo" })));
    }

    #[test]
    fn every_kind_has_a_message_and_a_long_reference_is_cut() {
        for kind in [
            Missing::Item,
            Missing::Faq,
            Missing::Record,
            Missing::PriceList,
            Missing::Category,
            Missing::Field,
            Missing::Person,
            Missing::Reminder,
            Missing::Decision,
            Missing::ImportProfile,
            Missing::ExportProfile,
            Missing::Operation,
        ] {
            for lang in [Lang::PtBr, Lang::En] {
                let said = kind.refuse("ç".repeat(500)).message(lang);
                assert!(!said.contains("missing.") && said.matches('ç').count() < 130, "{said}");
            }
        }
    }

    #[test]
    fn another_error_stays_what_it_is() {
        let explained = Missing::Item.explain("A-1")(StoreError::DiskFull);
        assert_eq!(explained.code(), Code::DiskFull);
        assert_eq!(Missing::Item.explain("A-1")(StoreError::NotFound), Missing::Item.refuse("A-1"));
    }
}
