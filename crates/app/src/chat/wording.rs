//! What people read where no model wrote it: the friendly texts and the composed answer, from the
//! translation files.

use crate::error::{AppError, Code};
use crate::messages::translate;
use celeiro_domain::chat::answer::compose::{TurnFindings, compose_chat_answer};
use celeiro_domain::chat::answer::fallback_text::Friendly;
use celeiro_domain::chat::answer::phrase::Phrase;
use celeiro_domain::search::Lang;

/// The composed answer; after a failure, what to say about that stands before it.
pub(crate) fn compose_answer(found: &TurnFindings<'_>, error: Option<&AppError>) -> String {
    let answer = compose_chat_answer(found, |phrase| translate(found.lang, phrase.key()));
    match error {
        Some(error) => {
            let failure = translate(found.lang, friendly(error.code()).key());
            if answer.is_empty() { failure } else { format!("{failure}\n\n{answer}") }
        }
        None => answer,
    }
}

/// What a turn says that came to nothing: the friendly text, then what went wrong.
pub(crate) fn apologize(kind: Friendly, message: &str, lang: Lang) -> String {
    format!("{} {message}", translate(lang, kind.key()))
}

/// A fixed text.
pub(crate) fn phrase_text(phrase: Phrase, lang: Lang) -> String {
    translate(lang, phrase.key())
}

/// What a failure is to the person.
pub(crate) fn friendly(code: Code) -> Friendly {
    match code {
        Code::ModelTimedOut | Code::TimedOut => Friendly::Timeout,
        Code::ModelRateLimited => Friendly::RateLimit,
        Code::ModelUnreachable | Code::ModelUnknown => Friendly::Unavailable,
        Code::ModelRefusedKey | Code::ModelKeyMissing | Code::ModelSetup => Friendly::Permission,
        Code::ModelDailyLimit => Friendly::LimitReached,
        Code::SpendingCapReached => Friendly::SpendingCap,
        Code::ModelUnpaid => Friendly::NoCredit,
        Code::ModelAnswerEmpty => Friendly::EmptyAnswer,
        Code::ModelRefusedContent => Friendly::Refused,
        Code::ModelAnswerCut | Code::ModelInterrupted => Friendly::CutShort,
        _ => Friendly::Error,
    }
}
