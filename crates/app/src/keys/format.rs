//! Formats of provider keys.

/// How providers begin their keys: OpenAI, OpenRouter, Anthropic and what follows their form; Google; Groq;
/// xAI; Hugging Face; Perplexity.
const KEY_BEGINNINGS: [&str; 7] = ["sk-", "sk_", "AIza", "gsk_", "xai-", "hf_", "pplx-"];

/// Whether `value` has the form of a provider's key; no model, address or name begins like one and is so long.
pub(crate) fn is_provider_key(value: &str) -> bool {
    value.len() >= 20 && KEY_BEGINNINGS.iter().any(|beginning| value.trim_start().starts_with(beginning))
}
