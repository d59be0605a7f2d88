//! Texts without a model: the friendly replies and the composed answer, from the translation files.

use crate::error::{AppError, Code};
use crate::messages::translate;
use celeiro_domain::chat::answer::compose::{TurnFindings, compose_chat_answer};
use celeiro_domain::chat::answer::fallback_text::FallbackText;
use celeiro_domain::chat::answer::phrase::Phrase;
use celeiro_domain::chat::intent::safety::{Concern, FoundBy, SafetyFinding};
use celeiro_domain::search::Lang;

/// Composes the chat's answer without a model; after a failure, what to say about that stands before it.
pub(crate) fn compose_answer(found: &TurnFindings<'_>, error: Option<&AppError>) -> String {
    let answer = compose_chat_answer(found, |phrase| translate(found.lang, phrase.key()));
    match error {
        Some(error) => {
            let failure = translate(found.lang, choose_fallback(error.code()).key());
            if answer.is_empty() { failure } else { format!("{failure}\n\n{answer}") }
        }
        None => answer,
    }
}

/// What a turn says that came to nothing: the friendly text, then what went wrong.
pub(crate) fn apologize(kind: FallbackText, message: &str, lang: Lang) -> String {
    format!("{} {message}", translate(lang, kind.key()))
}

/// A fixed text.
pub(crate) fn phrase_text(phrase: Phrase, lang: Lang) -> String {
    translate(lang, phrase.key())
}

/// The help that a message about danger is answered with. Where neither words nor the conversation said so for certain,
/// and it is not about self-harm, it also says that the message may have been misread.
pub(crate) fn help_text(finding: &SafetyFinding, lang: Lang) -> String {
    let phrase = match finding.by {
        FoundBy::Conversation => Phrase::SelfHarmBefore,
        FoundBy::Words | FoundBy::Classifier | FoundBy::Vectors => finding.concern.phrase(),
    };
    let text = phrase_text(phrase, lang);
    let is_doubtful = matches!(finding.by, FoundBy::Classifier | FoundBy::Vectors);
    match is_doubtful && finding.concern != Concern::SelfHarm {
        true => format!("{text}\n\n_{}_", phrase_text(Phrase::Misread, lang)),
        false => text,
    }
}

/// What a failure is to the person.
pub(crate) fn choose_fallback(code: Code) -> FallbackText {
    match code {
        Code::ModelTimedOut | Code::TimedOut => FallbackText::Timeout,
        Code::ModelRateLimited => FallbackText::RateLimit,
        Code::ModelUnreachable | Code::ModelUnknown => FallbackText::Unavailable,
        Code::ModelRefusedKey | Code::ModelKeyMissing | Code::ModelSetup => FallbackText::Permission,
        Code::ModelDailyLimit => FallbackText::LimitReached,
        Code::SpendingCapReached => FallbackText::SpendingCap,
        Code::ModelUnpaid => FallbackText::NoCredit,
        Code::ModelAnswerEmpty => FallbackText::EmptyAnswer,
        Code::ModelRefusedContent => FallbackText::Refused,
        Code::ModelAnswerCut | Code::ModelInterrupted => FallbackText::CutShort,
        _ => FallbackText::Error,
    }
}
