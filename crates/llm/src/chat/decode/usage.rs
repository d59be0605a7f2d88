//! Tokens and cost in the three ways of counting.
//!
//! Anthropic leaves cached tokens out of its input and Gemini leaves thoughts out of its output;
//! here both are in.

use serde_json::Value;

use crate::chat::Usage;

/// `usage` of chat completions and of embeddings.
pub(in crate::chat) fn of_completions(usage: &Value) -> Usage {
    let count = |path: &str| usage.pointer(path).and_then(Value::as_u64);
    let either = |one: &str, other: &str| count(one).or_else(|| count(other));
    Usage {
        input: count("/prompt_tokens"),
        output: count("/completion_tokens"),
        total: count("/total_tokens"),
        cached_input: either("/prompt_tokens_details/cached_tokens", "/prompt_cache_hit_tokens"),
        cache_write: count("/prompt_tokens_details/cache_write_tokens"),
        reasoning: count("/completion_tokens_details/reasoning_tokens"),
        cost: usage.get("cost").and_then(read_cost),
    }
}

/// `usage` of transcriptions: OpenAI calls tokens `input_tokens` and `output_tokens` there, others as elsewhere.
pub(in crate::chat) fn of_transcription(usage: &Value) -> Usage {
    let count = |name: &str| usage.get(name).and_then(Value::as_u64);
    let plain = of_completions(usage);
    Usage {
        input: count("input_tokens").or(plain.input),
        output: count("output_tokens").or(plain.output),
        ..plain
    }
}

/// A number, or Perplexity's object of partial costs.
fn read_cost(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.get("total_cost")?.as_f64()).filter(|cost| cost.is_finite())
}

/// Anthropic's counts, which come in two instalments; later ones replace earlier ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MessagesUsage {
    input: Option<u64>,
    output: Option<u64>,
    read: Option<u64>,
    written: Option<u64>,
}

impl MessagesUsage {
    pub fn take(&mut self, usage: &Value) {
        let newer = |name: &str, old: Option<u64>| usage.get(name).and_then(Value::as_u64).or(old);
        *self = Self {
            input: newer("input_tokens", self.input),
            output: newer("output_tokens", self.output),
            read: newer("cache_read_input_tokens", self.read),
            written: newer("cache_creation_input_tokens", self.written),
        };
    }

    pub fn usage(self) -> Usage {
        let input = self.input.map(|input| sum_tokens([Some(input), self.read, self.written]));
        Usage {
            input,
            output: self.output,
            total: input.map(|input| sum_tokens([Some(input), self.output])),
            cached_input: self.read,
            cache_write: self.written,
            ..Usage::default()
        }
    }
}

/// Gemini's `usageMetadata`.
pub(super) fn of_gemini(usage: &Value) -> Usage {
    let count = |name: &str| usage.get(name).and_then(Value::as_u64);
    let thoughts = count("thoughtsTokenCount");
    let written = count("candidatesTokenCount");
    Usage {
        input: count("promptTokenCount"),
        output: written.or(thoughts).map(|_| sum_tokens([written, thoughts])),
        total: count("totalTokenCount"),
        cached_input: count("cachedContentTokenCount"),
        reasoning: thoughts,
        ..Usage::default()
    }
}

/// Saturating: the numbers are a stranger's.
fn sum_tokens<const N: usize>(parts: [Option<u64>; N]) -> u64 {
    parts.into_iter().flatten().fold(0, u64::saturating_add)
}
