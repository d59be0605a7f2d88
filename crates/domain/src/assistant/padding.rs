//! Tools that do nothing. Some models are given what they were told before from a cache only where that is long enough
//! (4096 tokens); these fill it up, where a setting says so. A call of one is a call of no tool.

use super::definition::ToolDefinition;
use serde_json::json;

/// How many there are.
const PADDING_TOOLS: usize = 20;
/// How often each says what it is for: some 270 tokens.
const SENTENCES: usize = 14;
const SENTENCE: &str =
    "Reserved by the program; it takes nothing, gives nothing, and is never needed for an answer. ";

/// The padding: the same each time, for a cache finds nothing else.
pub fn padding_tools() -> Vec<ToolDefinition> {
    let tool = |number: usize| ToolDefinition {
        name: format!("_internal_reserved_{number:02}"),
        description: format!("INTERNAL SYSTEM TOOL - DO NOT USE. {}", SENTENCE.repeat(SENTENCES).trim_end()),
        parameters: json!({ "type": "object", "properties": {}, "additionalProperties": false }),
        requires_confirmation: false,
        input_examples: Vec::new(),
    };
    (1..=PADDING_TOOLS).map(tool).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assistant::{BadCall, read_request};

    #[test]
    fn padding_is_long_enough_for_a_cache_always_the_same_and_calls_nothing() {
        let padding = padding_tools();
        assert_eq!(padding, padding_tools());
        let chars: usize = padding.iter().map(|tool| tool.description.len()).sum();
        // English has about four characters for each token.
        assert!(chars / 4 > 4_096, "{chars}");
        for tool in padding {
            assert_eq!(read_request(&tool.name, "{}"), Err(BadCall::UnknownTool(tool.name)));
        }
    }
}
