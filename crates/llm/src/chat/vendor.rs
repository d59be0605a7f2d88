//! Kinds of servers for chat models, with their dialects.

/// A kind of server. [`Vendor::OpenAi`] stands for every server with chat completions: OpenAI, Ollama,
/// llama.cpp, LM Studio, vLLM, Groq, Mistral and others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vendor {
    /// OpenRouter, a proxy for many providers.
    OpenRouter,
    /// Any server with OpenAI's chat completions.
    OpenAi,
    /// Google's Gemini API.
    Gemini,
    /// Anthropic's Messages API.
    Anthropic,
}

/// Format of requests and responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `chat/completions`.
    Completions,
    /// `v1/messages`.
    Messages,
    /// `models/…:generateContent`.
    Gemini,
}

impl Vendor {
    /// All kinds, in the order of the interface.
    pub const ALL: [Self; 4] = [Self::OpenRouter, Self::OpenAi, Self::Gemini, Self::Anthropic];

    /// The name in settings (`LLM_PROVIDER`): `openrouter`, `openai`, `gemini` or `claude`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OpenRouter => "openrouter",
            Self::OpenAi => "openai",
            Self::Gemini => "gemini",
            Self::Anthropic => "claude",
        }
    }

    /// Parses a name in settings, in any case; `anthropic` is an alias of `claude`.
    pub fn parse(text: &str) -> Option<Self> {
        match text.trim().to_ascii_lowercase().as_str() {
            "anthropic" => Some(Self::Anthropic),
            name => Self::ALL.into_iter().find(|vendor| vendor.as_str() == name),
        }
    }

    /// Base address of the vendor's chat models, unless another one is configured.
    pub const fn default_base(self) -> &'static str {
        match self {
            Self::OpenRouter => "https://openrouter.ai/api/v1",
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com",
            Self::Anthropic => "https://api.anthropic.com",
        }
    }

    pub(super) const fn dialect(self) -> Dialect {
        match self {
            Self::OpenRouter | Self::OpenAi => Dialect::Completions,
            Self::Gemini => Dialect::Gemini,
            Self::Anthropic => Dialect::Messages,
        }
    }
}

impl std::fmt::Display for Vendor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for vendor in Vendor::ALL {
            assert_eq!(Vendor::parse(&vendor.as_str().to_uppercase()), Some(vendor));
        }
        assert_eq!(Vendor::parse("anthropic"), Some(Vendor::Anthropic));
        assert_eq!(Vendor::parse("none"), None);
    }

    #[test]
    fn a_name_is_read_whatever_stands_around_it_and_no_other_name_is() {
        for text in [" Claude\n", "ANTHROPIC", "claude"] {
            assert_eq!(Vendor::parse(text), Some(Vendor::Anthropic), "{text}");
        }
        // The last text has a Cyrillic letter.
        for text in ["", "open ai", "openai ltd", "gemini\0", "opеnai"] {
            assert_eq!(Vendor::parse(text), None, "{text}");
        }
    }

    #[test]
    fn keys_go_to_the_usual_address_of_a_vendor_by_https_alone() {
        for vendor in Vendor::ALL {
            let address = crate::http::parse_base(vendor.default_base()).unwrap();
            assert_eq!(address.scheme(), "https", "{vendor}");
            assert!(!vendor.default_base().ends_with('/'), "{vendor}");
        }
    }
}
