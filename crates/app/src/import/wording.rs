//! Messages of failed imports and cell errors.

use super::error::{ImportError, ParserDeath, Refusal};
use super::report::{CellError, ImportReport};
use crate::error::{AppError, Code};
use crate::messages::{field_error, translate, translate_with};
use celeiro_domain::catalog::FieldErrorCode;
use celeiro_domain::catalog::RECORD_FIELDS;
use celeiro_domain::search::Lang;
use celeiro_store::StoreError;

/// Whom the words are for: what to type, what may be brought, what a library has said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hints {
    /// The person sits at a command line.
    CommandLine,
    /// The person has buttons.
    None,
    /// The person has buttons, and a file to attach: more kinds of files are welcome.
    Attaching,
    /// The person has buttons, and a picture or file for a question.
    Asking,
}

/// The public error of a failed import.
pub fn to_app_error(lang: Lang, error: ImportError, hints: Hints) -> AppError {
    match error {
        ImportError::Unreadable { file, reason } => AppError::unreadable(file, reason),
        ImportError::Refused { file, reason } => {
            let code = match reason {
                Refusal::Unsupported(_) | Refusal::ProtectedOrOld => Code::FileFormatUnknown,
                _ => Code::FileUnreadable,
            };
            of_file(code, file, render_refusal(lang, &reason, hints))
        }
        ImportError::ParserDied { file, reason } => {
            of_file(Code::FileParserFailed, file, render_parser_death(lang, &reason))
        }
        ImportError::NoParser(reason) => AppError::internal(reason),
        ImportError::Unwritable(error) => AppError::unwritable("transfers", &error),
        ImportError::Cancelled => AppError::new(Code::Cancelled),
        ImportError::Store(
            error @ (StoreError::Unreachable(_) | StoreError::Stuck(_) | StoreError::Ended),
        ) => {
            tracing::warn!(%error, "the database went away");
            AppError::new(Code::ImportInterrupted)
        }
        ImportError::NotBegun(error) | ImportError::Store(error) => error.into(),
    }
}

/// The report with every error in words: what programs and people read is the same everywhere.
#[must_use]
pub fn in_words(lang: Lang, mut report: ImportReport, hints: Hints) -> ImportReport {
    for error in &mut report.errors {
        error.message = cell_message(lang, error, hints);
    }
    report
}

/// Words what is wrong with a cell of an import, and what is allowed.
pub fn cell_message(lang: Lang, error: &CellError, hints: Hints) -> String {
    let allowed = error.allowed.as_deref();
    // Where JSON breaks is a number of a character.
    if let (FieldErrorCode::BrokenJson, Some(at)) = (error.code, allowed)
        && at.parse::<u32>().is_ok()
    {
        return translate_with(lang, "cli.import.brokenJsonAt", &[("at", at.to_owned())]);
    }
    let what = field_error(lang, error.code, allowed.unwrap_or_default());
    match (error.code, hints) {
        (FieldErrorCode::AmbiguousPrice, Hints::CommandLine) => {
            what + &translate(lang, "cli.import.sayDecimal")
        }
        _ => what,
    }
}

/// An error about a file, with the reason in words.
fn of_file(code: Code, file: String, reason: String) -> AppError {
    AppError::new(code).with("file", file).with("reason", reason)
}

/// Why a file is refused, in `lang`; `hints` says by which means the person can do better.
fn render_refusal(lang: Lang, refusal: &Refusal, hints: Hints) -> String {
    let say =
        |key: &str, args: &[(&'static str, String)]| translate_with(lang, &format!("cli.import.{key}"), args);
    match refusal {
        Refusal::Empty => say("empty", &[]),
        Refusal::Unsupported(looks) => {
            let looks = [("looks", looks_like(lang, looks))];
            let key = match hints {
                Hints::Asking => "unsupportedAttached",
                Hints::Attaching => "unsupportedDocument",
                Hints::CommandLine | Hints::None => "unsupported",
            };
            say(key, &looks)
        }
        Refusal::ProtectedOrOld if matches!(hints, Hints::Attaching | Hints::Asking) => {
            say("protectedOrOldDocument", &[])
        }
        Refusal::ProtectedOrOld => say("protectedOrOld", &[]),
        Refusal::NoSheet { sheet, found } if found.is_empty() => say("noSheets", &[("sheet", sheet.clone())]),
        Refusal::NoSheet { sheet, found } => {
            say("noSheet", &[("sheet", sheet.clone()), ("found", found.join(", "))])
        }
        Refusal::EmptySheet { sheet, found } => {
            say("emptySheet", &[("sheet", sheet.clone()), ("found", found.join(", "))])
        }
        Refusal::NoHeaderRow(row) => say("noHeaderRow", &[("row", row.to_string())]),
        Refusal::MissingColumn { column, found, row } => {
            let places = [("column", column.clone()), ("found", found.join(", "))];
            let missing = match row {
                Some(row) => say("missingInRow", &[&places[..], &[("row", row.to_string())]].concat()),
                None => say("missingColumn", &places),
            };
            let is_field = RECORD_FIELDS.iter().any(|spec| spec.column == column);
            match is_field && hints == Hints::CommandLine {
                true if row.is_some() => {
                    missing + &say("nameIt", &[("column", column.clone())]) + &say("sayHeader", &[])
                }
                true => missing + &say("nameIt", &[("column", column.clone())]),
                // The name of a column that a person, or a preset, said to be there.
                false => missing,
            }
        }
        Refusal::TooManyRows(most) => say("tooManyRows", &[("most", most.to_string())]),
        Refusal::TooManyColumns(most) => say("tooManyColumns", &[("most", most.to_string())]),
        Refusal::NoRecords => say("noRecords", &[]),
        Refusal::TableInPicture => say("tableInPicture", &[]),
        Refusal::Encrypted => say("encrypted", &[]),
        Refusal::Unfolds(most) => say("unfolds", &[("most", most.to_string())]),
        Refusal::TooManyPixels(most) => say("tooManyPixels", &[("most", most.to_string())]),
        // What the library that reads it says is English, and of use to those who write programs.
        Refusal::Damaged(reason) if hints == Hints::CommandLine => {
            format!("{} ({reason})", say("damaged", &[]))
        }
        Refusal::Damaged(reason) => {
            tracing::info!(reason, "a damaged file was refused");
            say("damaged", &[])
        }
    }
}

/// What a file looks like instead, in the person's language; the reader says it in English.
fn looks_like(lang: Lang, looks: &str) -> String {
    let letters = looks.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    let key = format!("cli.import.looks.{letters}");
    let found = translate(lang, &key);
    if found == key { looks.to_owned() } else { found }
}

/// How the reader of a file ended, in words.
pub(crate) fn render_parser_death(lang: Lang, death: &ParserDeath) -> String {
    let say =
        |key: &str, figure: String| translate_with(lang, &format!("cli.import.{key}"), &[("figure", figure)]);
    match death {
        ParserDeath::OutOfMemory(mib) => say("outOfMemory", mib.to_string()),
        ParserDeath::OutOfTime(seconds) => say("outOfTime", seconds.to_string()),
        ParserDeath::Silent(seconds) => say("silent", seconds.to_string()),
        ParserDeath::Panicked => say("gaveUp", String::new()),
        ParserDeath::Crashed(signal) => say("crashed", signal.to_string()),
        ParserDeath::Incoherent => say("incoherent", String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_busy_database_is_no_interruption() {
        for (error, code) in [
            (StoreError::Busy, Code::DatabaseBusy),
            (StoreError::Deadlock, Code::DatabaseBusy),
            (StoreError::Stuck(Duration::from_secs(3)), Code::ImportInterrupted),
            (StoreError::Unreachable("gone".into()), Code::ImportInterrupted),
        ] {
            assert_eq!(to_app_error(Lang::En, ImportError::Store(error), Hints::None).code(), code);
        }
    }

    fn all_refusals() -> Vec<Refusal> {
        let list_columns = || vec!["Produto".to_owned(), "Preço".to_owned()];
        let missing =
            |column: &str, row| Refusal::MissingColumn { column: column.into(), found: list_columns(), row };
        vec![
            Refusal::Empty,
            Refusal::Unsupported("a PDF".into()),
            Refusal::ProtectedOrOld,
            missing("name", None),
            missing("name", Some(3)),
            missing("Minha coluna", None),
            Refusal::NoSheet { sheet: "Plan9".into(), found: list_columns() },
            Refusal::NoSheet { sheet: "Plan9".into(), found: Vec::new() },
            Refusal::EmptySheet { sheet: "Plan9".into(), found: list_columns() },
            Refusal::NoHeaderRow(7),
            Refusal::TooManyRows(1_000),
            Refusal::TooManyColumns(300),
            Refusal::NoRecords,
            Refusal::TableInPicture,
            Refusal::Encrypted,
            Refusal::Unfolds(512),
            Refusal::TooManyPixels(64),
            Refusal::Damaged("bad magic".into()),
        ]
    }

    #[test]
    fn every_reason_to_refuse_a_file_is_a_sentence_in_both_languages_for_all_who_read_it() {
        for reason in all_refusals() {
            for hints in [Hints::CommandLine, Hints::None, Hints::Attaching, Hints::Asking] {
                let spell_error = |lang| {
                    let error = ImportError::Refused { file: "itens.csv".into(), reason: reason.clone() };
                    to_app_error(lang, error, hints).message(lang)
                };
                let [pt, en] = [Lang::PtBr, Lang::En].map(spell_error);
                assert_ne!(pt, en, "{reason:?}");
                for text in [pt, en] {
                    assert!(text.contains("itens.csv"), "{text}");
                    assert!(!text.contains("cli.import") && !text.contains(['{', '}']), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_person_at_a_command_line_is_told_what_to_type_and_one_with_buttons_is_not() {
        let column =
            Refusal::MissingColumn { column: "name".into(), found: vec!["Produto".into()], row: None };
        let typed = render_refusal(Lang::En, &column, Hints::CommandLine);
        let clicked = render_refusal(Lang::En, &column, Hints::None);
        assert!(typed.starts_with(&clicked) && typed.contains("--map"), "{typed}");
        let in_row = Refusal::MissingColumn { column: "name".into(), found: vec!["1".into()], row: Some(2) };
        assert!(render_refusal(Lang::En, &in_row, Hints::CommandLine).contains("--header-row"));
        let damaged = Refusal::Damaged("bad magic".into());
        assert!(render_refusal(Lang::En, &damaged, Hints::CommandLine).contains("bad magic"));
        assert!(
            !render_refusal(Lang::En, &damaged, Hints::None).contains("bad magic"),
            "the library speaks English alone"
        );
        let other = Refusal::Unsupported("something new".into());
        assert!(
            render_refusal(Lang::PtBr, &other, Hints::None).contains("something new"),
            "what is not known stays"
        );
    }

    #[test]
    fn every_end_of_a_reader_has_its_sentence_and_its_code() {
        let deaths = [
            ParserDeath::OutOfMemory(512),
            ParserDeath::OutOfTime(60),
            ParserDeath::Silent(30),
            ParserDeath::Panicked,
            ParserDeath::Crashed(11),
            ParserDeath::Incoherent,
        ];
        let mut sentences = std::collections::HashSet::new();
        for reason in deaths {
            let said = render_parser_death(Lang::PtBr, &reason);
            assert_ne!(said, render_parser_death(Lang::En, &reason), "{reason:?}");
            assert!(!said.contains(['{', '}']), "{said}");
            assert!(sentences.insert(said), "{reason:?} is told from the others");
            let error = ImportError::ParserDied { file: "a.pdf".into(), reason };
            assert_eq!(to_app_error(Lang::En, error, Hints::None).code(), Code::FileParserFailed);
        }
    }

    #[test]
    fn each_way_in_which_an_import_fails_has_its_code() {
        let file = || "a.csv".to_owned();
        let refusal = |reason| ImportError::Refused { file: file(), reason };
        let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
        let denied = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
        for (error, code) in [
            (ImportError::Unreadable { file: file(), reason: "gone".into() }, Code::FileUnreadable),
            (refusal(Refusal::Unsupported("a PDF".into())), Code::FileFormatUnknown),
            (refusal(Refusal::ProtectedOrOld), Code::FileFormatUnknown),
            (refusal(Refusal::Encrypted), Code::FileUnreadable),
            (ImportError::NoParser("no such program".into()), Code::Internal),
            (ImportError::Unwritable(full), Code::DiskFull),
            (ImportError::Unwritable(denied), Code::FileUnwritable),
            (ImportError::Cancelled, Code::Cancelled),
            (ImportError::Store(StoreError::Ended), Code::ImportInterrupted),
            (ImportError::Store(StoreError::DiskFull), Code::DiskFull),
            // Before it began, nothing was interrupted.
            (ImportError::NotBegun(StoreError::Unreachable("gone".into())), Code::DatabaseUnreachable),
        ] {
            let name = format!("{error:?}");
            assert_eq!(to_app_error(Lang::En, error, Hints::None).code(), code, "{name}");
        }
    }
}
