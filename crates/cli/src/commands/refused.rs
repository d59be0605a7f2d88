//! A failed import in words.

use celeiro_app::import::{ImportError, ImportField, ParserDeath, Refusal};
use celeiro_app::messages::render;
use celeiro_app::{AppError, Code};
use celeiro_domain::search::Lang;

/// The error that everybody sees of a failed import.
pub fn error(lang: Lang, error: ImportError) -> AppError {
    match error {
        ImportError::Unreadable { file, reason } => of_file(Code::FileUnreadable, file, reason),
        ImportError::Refused { file, reason } => {
            let code = match reason {
                Refusal::Unsupported(_) | Refusal::ProtectedOrOld => Code::FileFormatUnknown,
                _ => Code::FileUnreadable,
            };
            of_file(code, file, refusal(lang, &reason))
        }
        ImportError::ParserDied { file, reason } => {
            of_file(Code::FileParserFailed, file, death(lang, &reason))
        }
        ImportError::NoParser(reason) => AppError::internal(reason),
        ImportError::Cancelled => AppError::new(Code::Cancelled),
        ImportError::Store(error) if error.is_transient() => {
            tracing::warn!(%error, "the database went away");
            AppError::new(Code::ImportInterrupted)
        }
        ImportError::Store(error) => error.into(),
    }
}

fn of_file(code: Code, file: String, reason: String) -> AppError {
    AppError::new(code).with("file", file).with("reason", reason)
}

fn refusal(lang: Lang, refusal: &Refusal) -> String {
    let say = |key: &str, args: &[(&'static str, String)]| render(lang, &format!("cli.import.{key}"), args);
    match refusal {
        Refusal::Empty => say("empty", &[]),
        Refusal::Unsupported(looks) => say("unsupported", &[("looks", looks.clone())]),
        Refusal::ProtectedOrOld => say("protectedOrOld", &[]),
        Refusal::MissingColumn { column, found } => {
            let missing = say("missingColumn", &[("column", column.clone()), ("found", found.join(", "))]);
            let is_field = ImportField::ALL.iter().any(|field| field.column() == column);
            match is_field {
                true => missing + &say("nameIt", &[("column", column.clone())]),
                // The name of a column that a person, or a preset, said to be there.
                false => missing,
            }
        }
        Refusal::TooManyRows(most) => say("tooManyRows", &[("most", most.to_string())]),
        Refusal::TooManyColumns(most) => say("tooManyColumns", &[("most", most.to_string())]),
        Refusal::Damaged(reason) => say("damaged", &[("reason", reason.clone())]),
    }
}

fn death(lang: Lang, death: &ParserDeath) -> String {
    let say = |key: &str, figure: String| render(lang, &format!("cli.import.{key}"), &[("figure", figure)]);
    match death {
        ParserDeath::OutOfMemory(mib) => say("outOfMemory", mib.to_string()),
        ParserDeath::OutOfTime(seconds) => say("outOfTime", seconds.to_string()),
        ParserDeath::Silent(seconds) => say("silent", seconds.to_string()),
        ParserDeath::Panicked => say("gaveUp", String::new()),
        ParserDeath::Crashed(signal) => say("crashed", signal.to_string()),
        ParserDeath::Incoherent => say("incoherent", String::new()),
    }
}
