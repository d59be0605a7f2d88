//! What models and other programs are told of a tool.

use super::request::arguments_schema;
use super::tools::Tool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A tool as models and programs see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolDefinition {
    /// Its name.
    pub name: String,
    /// What it does and when to call it.
    pub description: String,
    /// JSON Schema of its arguments.
    pub parameters: Value,
    /// Whether a person must confirm before it runs.
    pub requires_confirmation: bool,
    /// Arguments that make sense.
    pub input_examples: Vec<Value>,
}

/// What `data/tools.json` says of a tool.
#[derive(Deserialize)]
struct ToolText {
    description: String,
    examples: Vec<Value>,
}

/// By name. Texts of the personal assistant's tools are the reference's, to the letter.
static TEXTS: LazyLock<BTreeMap<String, ToolText>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../data/tools.json")).unwrap_or_default());

impl Tool {
    /// Definition of the tool, as a model gets it.
    pub fn definition(self) -> ToolDefinition {
        let text = TEXTS.get(self.name());
        ToolDefinition {
            name: self.name().to_owned(),
            description: text.map(|text| text.description.clone()).unwrap_or_default(),
            parameters: arguments_schema(self),
            requires_confirmation: self.requires_confirmation(),
            input_examples: text.map(|text| text.examples.clone()).unwrap_or_default(),
        }
    }
}

/// Lists the definitions of `tools`, as a model gets them.
pub fn definitions(tools: &[Tool]) -> Vec<ToolDefinition> {
    tools.iter().map(|tool| tool.definition()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::request::read_request;
    use super::*;

    #[test]
    fn every_tool_has_its_text_and_every_text_its_tool() {
        let tools: Vec<_> = TEXTS.keys().filter_map(|name| Tool::parse(name)).collect();
        assert_eq!(tools.len(), TEXTS.len());
        assert_eq!(tools.len(), Tool::ALL.len());
        assert!(TEXTS.values().all(|text| !text.description.trim().is_empty()));
    }

    #[test]
    fn every_definition_stands_alone_and_its_examples_are_allowed() {
        for &tool in Tool::ALL {
            let definition = tool.definition();
            let text = definition.parameters.to_string();
            assert!(!text.contains("$ref") && !text.contains("$defs"), "{text}");
            assert_eq!(definition.parameters["type"], "object", "{text}");
            assert_eq!(definition.parameters["additionalProperties"], false, "{text}");
            assert!(!definition.input_examples.is_empty());
            for example in definition.input_examples {
                let read = read_request(tool.name(), &example.to_string());
                assert_eq!(read.map(|request| request.tool()), Ok(tool), "{example}");
            }
            assert_eq!(Tool::parse(tool.name()), Some(tool));
        }
        assert_eq!(Tool::parse("set_price "), None);
        assert_eq!(Tool::parse("sеt_price"), None, "a Cyrillic letter");
    }

    #[test]
    fn what_writes_is_what_waits_for_a_person() {
        let writes: Vec<_> = Tool::ALL.iter().copied().filter(|tool| tool.requires_confirmation()).collect();
        let of_catalog = [Tool::SetPrice, Tool::UpdateItem, Tool::CreateItem, Tool::CreateFaq];
        let personal =
            [&Tool::PEOPLE[3..], &Tool::MEMORY[2..], &Tool::TRACKING[2..], &Tool::FINANCE[7..]].concat();
        assert_eq!(writes, [of_catalog.as_slice(), &personal].concat());
    }
}
