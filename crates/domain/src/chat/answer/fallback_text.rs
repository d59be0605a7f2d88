//! The friendly texts: what a person reads where something does not work.
//!
//! Here are the kinds and their keys; the texts stand in both languages under `chat.friendly` in the
//! translation files of crate `app`, where a test of this module looks them up. The Portuguese texts of
//! [`FallbackText::Timeout`] to [`FallbackText::LimitReached`] and of [`FallbackText::EmptyAnswer`] are a contract,
//! word for word.

/// What went wrong, as far as it matters to the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FallbackText {
    /// The model took too long.
    Timeout,
    /// The model failed.
    Error,
    /// The provider asks for patience.
    RateLimit,
    /// The provider cannot be reached, or does not serve.
    Unavailable,
    /// What the person, or the model, wrote was not understood.
    ParseError,
    /// Something was to be done, and was not.
    ActionFailed,
    /// It is not there.
    NotFound,
    /// No right: a key that is missing or refused.
    Permission,
    /// The provider's requests for the day are used up.
    LimitReached,
    /// The month's spending cap is reached.
    SpendingCap,
    /// The account at the provider is empty.
    NoCredit,
    /// The model answered nothing.
    EmptyAnswer,
    /// The model refused to answer.
    Refused,
    /// The answer broke off.
    CutShort,
}

impl FallbackText {
    /// All kinds.
    pub const ALL: [FallbackText; 14] = [
        FallbackText::Timeout,
        FallbackText::Error,
        FallbackText::RateLimit,
        FallbackText::Unavailable,
        FallbackText::ParseError,
        FallbackText::ActionFailed,
        FallbackText::NotFound,
        FallbackText::Permission,
        FallbackText::LimitReached,
        FallbackText::SpendingCap,
        FallbackText::NoCredit,
        FallbackText::EmptyAnswer,
        FallbackText::Refused,
        FallbackText::CutShort,
    ];

    /// Key of the fallback text in translations.
    pub fn key(self) -> &'static str {
        match self {
            FallbackText::Timeout => "chat.friendly.timeout",
            FallbackText::Error => "chat.friendly.error",
            FallbackText::RateLimit => "chat.friendly.rateLimit",
            FallbackText::Unavailable => "chat.friendly.unavailable",
            FallbackText::ParseError => "chat.friendly.parseError",
            FallbackText::ActionFailed => "chat.friendly.actionFailed",
            FallbackText::NotFound => "chat.friendly.notFound",
            FallbackText::Permission => "chat.friendly.permission",
            FallbackText::LimitReached => "chat.friendly.limitReached",
            FallbackText::SpendingCap => "chat.friendly.spendingCap",
            FallbackText::NoCredit => "chat.friendly.noCredit",
            FallbackText::EmptyAnswer => "chat.friendly.emptyAnswer",
            FallbackText::Refused => "chat.friendly.refused",
            FallbackText::CutShort => "chat.friendly.cutShort",
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::search::Lang;
    use serde_json::Value;

    /// A text of the translation files; they belong to crate `app`, which needs this crate.
    pub(crate) fn translate(lang: Lang, key: &str) -> String {
        let file = match lang {
            Lang::PtBr => include_str!("../../../../app/locales/pt-BR.json"),
            Lang::En => include_str!("../../../../app/locales/en.json"),
        };
        let texts: Value = serde_json::from_str(file).expect("translations");
        let text = key.split('.').fold(&texts, |texts, part| &texts[part]);
        text.as_str().unwrap_or_else(|| panic!("no text for {key}")).to_owned()
    }

    #[test]
    fn every_kind_has_its_text_in_both_languages() {
        for kind in FallbackText::ALL {
            let (pt, en) = (translate(Lang::PtBr, kind.key()), translate(Lang::En, kind.key()));
            assert!(!pt.contains('{') && pt != en, "{kind:?}");
        }
    }

    #[test]
    fn texts_that_are_a_contract_are_kept_to_the_word() {
        for (kind, text) in [
            (FallbackText::Timeout, "Desculpa, estou demorando para responder. Pode tentar novamente?"),
            (FallbackText::Error, "Ops, algo deu errado do meu lado. Tenta de novo?"),
            (FallbackText::RateLimit, "Estou recebendo muitas mensagens agora. Aguarda um pouquinho?"),
            (FallbackText::Unavailable, "Estou temporariamente indisponível. Volto em breve!"),
            (FallbackText::ParseError, "Hmm, não consegui entender bem. Pode reformular?"),
            (FallbackText::ActionFailed, "Tentei registrar mas algo deu errado. Pode tentar novamente?"),
            (FallbackText::NotFound, "Não encontrei essa informação. Pode me dar mais detalhes?"),
            (FallbackText::Permission, "Não consigo acessar isso. Precisa liberar nas configurações."),
            (FallbackText::LimitReached, "Você atingiu o limite de hoje. Que tal fazer upgrade?"),
            (FallbackText::EmptyAnswer, "Desculpe, não consegui gerar uma resposta. Pode tentar novamente?"),
        ] {
            assert_eq!(translate(Lang::PtBr, kind.key()), text, "{kind:?}");
        }
    }
}
