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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn caches_are_found_under_either_name() {
        let openai = of_completions(&json!({
            "prompt_tokens": 10, "completion_tokens": 4, "total_tokens": 14,
            "prompt_tokens_details": { "cached_tokens": 6 }, "prompt_cache_hit_tokens": 9,
        }));
        assert_eq!((openai.input, openai.output, openai.total), (Some(10), Some(4), Some(14)));
        assert_eq!(openai.cached_input, Some(6));
        assert_eq!(of_completions(&json!({ "prompt_cache_hit_tokens": 9 })).cached_input, Some(9));
    }

    #[test]
    fn a_cost_is_a_number_or_the_sum_of_partial_costs() {
        assert_eq!(of_completions(&json!({ "cost": 0.25 })).cost, Some(0.25));
        assert_eq!(
            of_completions(&json!({ "cost": { "total_cost": 0.5, "request_cost": 0.1 } })).cost,
            Some(0.5)
        );
        assert_eq!(of_completions(&json!({ "cost": "free" })).cost, None);
    }

    #[test]
    fn counts_that_are_none_are_not_counted() {
        let usage =
            of_completions(&json!({ "prompt_tokens": -1, "completion_tokens": "4", "total_tokens": 1.5 }));
        assert_eq!(usage, Usage::default());
        assert_eq!(of_completions(&json!(null)), Usage::default());
    }

    #[test]
    fn anthropics_input_has_its_cached_tokens_in_it() {
        let mut counts = MessagesUsage::default();
        assert_eq!(counts.usage(), Usage::default());
        counts.take(&json!({ "input_tokens": 10, "cache_read_input_tokens": 3, "output_tokens": 1 }));
        counts.take(&json!({ "output_tokens": 7 }));
        let usage = counts.usage();
        assert_eq!((usage.input, usage.output, usage.total), (Some(13), Some(7), Some(20)));
        assert_eq!(usage.cached_input, Some(3));
    }

    #[test]
    fn geminis_output_has_its_thoughts_in_it_and_no_number_overflows() {
        let usage = of_gemini(&json!({ "candidatesTokenCount": 5, "thoughtsTokenCount": 2 }));
        assert_eq!((usage.output, usage.reasoning), (Some(7), Some(2)));
        let huge = of_gemini(&json!({ "candidatesTokenCount": u64::MAX, "thoughtsTokenCount": 5 }));
        assert_eq!(huge.output, Some(u64::MAX));
        assert_eq!(of_gemini(&json!({ "promptTokenCount": 3 })).output, None);
    }

    #[test]
    fn a_transcription_names_its_tokens_in_its_own_way_or_in_the_usual_one() {
        assert_eq!(of_transcription(&json!({ "input_tokens": 8, "prompt_tokens": 1 })).input, Some(8));
        assert_eq!(of_transcription(&json!({ "prompt_tokens": 1 })).input, Some(1));
    }
}
