//! The tools by which other programs propose writes: those of the assistant under names that say so. A call
//! becomes an action that waits for a person, like every write; no program confirms one.

use super::definition::ToolDefinition;
use super::request::{BadCall, MAX_ARGUMENT_BYTES, ToolRequest, read_arguments};
use super::tools::Tool;
use crate::catalog::clean_text;
use serde_json::{Map, Value};

/// Begins the names of these tools.
const PREFIX: &str = "propose_";

/// Longest name of a program, in characters.
const PROGRAM_CHARS: usize = 80;

/// Lists the tools by which other programs propose writes.
pub fn list_proposers() -> Vec<ToolDefinition> {
    let writes = Tool::CATALOG.iter().copied().filter(|tool| tool.requires_confirmation());
    let rename =
        |tool: Tool| ToolDefinition { name: format!("{PREFIX}{}", tool.name()), ..tool.definition() };
    writes.map(rename).collect()
}

/// The write that a tool of this name proposes; `None` where the name is no such tool's.
pub fn proposed_tool(name: &str) -> Option<Tool> {
    Tool::parse(name.strip_prefix(PREFIX)?).filter(|tool| tool.requires_confirmation() && !tool.is_personal())
}

/// Parses a program's call that proposes a write by `tool`.
///
/// # Errors
/// [`BadCall`].
pub fn read_proposal(tool: Tool, arguments: Map<String, Value>) -> Result<ToolRequest, BadCall> {
    if serde_json::to_vec(&arguments).is_ok_and(|bytes| bytes.len() > MAX_ARGUMENT_BYTES) {
        return Err(BadCall::TooLong);
    }
    read_arguments(tool, arguments)
}

/// The name that a program gives itself as a card shows it: one line of at most 80 characters, `?` where it
/// gives none.
pub fn program_name(given: Option<&str>) -> String {
    let words = given.unwrap_or_default().split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    // A mark that turns the direction of writing would turn the words of the history behind it.
    let line = clean_text(&line, "name", usize::MAX, &mut Vec::new());
    match line.chars().take(PROGRAM_CHARS).collect::<String>() {
        line if line.is_empty() => "?".to_owned(),
        line => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn writes_are_proposed_and_nothing_else_is() {
        let tools = list_proposers();
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(
            names,
            ["propose_set_price", "propose_update_item", "propose_create_item", "propose_create_faq"]
        );
        for tool in &tools {
            assert!(tool.requires_confirmation);
            let proposed = proposed_tool(&tool.name).unwrap();
            for example in &tool.input_examples {
                assert!(read_proposal(proposed, example.as_object().cloned().unwrap()).is_ok(), "{example}");
            }
        }
        for name in [
            "set_price",
            "propose_get_item",
            "propose_",
            "propose_propose_set_price",
            "confirm_action",
            "propose_update_person",
        ] {
            assert_eq!(proposed_tool(name), None, "{name}");
        }
        let long = json!({ "question": "?", "answer": "x".repeat(MAX_ARGUMENT_BYTES) });
        assert_eq!(read_proposal(Tool::CreateFaq, long.as_object().cloned().unwrap()), Err(BadCall::TooLong));
    }

    #[test]
    fn a_programs_name_is_one_line_of_data() {
        assert_eq!(program_name(Some("  Claude\n\u{1b}[31m Desktop ")), "Claude [31m Desktop");
        assert_eq!(program_name(Some("Cla\u{202e}ude\u{200b}")), "Claude");
        assert_eq!(program_name(Some(&"á".repeat(500))).chars().count(), 80);
        for blank in [None, Some(""), Some(" \u{0} ")] {
            assert_eq!(program_name(blank), "?");
        }
    }
}
