//! The tools that other programs are offered: those of the assistant that only read, one that explains a
//! place, and the names that other catalogs give them.

use super::arguments::{CatalogSearch, CompareItems, ExplainResult, GetItem, SearchFaqs, schema_of};
use super::definition::ToolDefinition;
use super::request::{
    BadCall, MAX_ARGUMENT_BYTES, ToolRequest, check_name, parse, read_arguments, unknown_tool,
};
use super::tools::Tool;
use serde_json::{Map, Value, json};

/// A call that only reads.
#[derive(Debug, Clone, PartialEq)]
pub enum ReadRequest {
    /// `catalog_search`.
    CatalogSearch(CatalogSearch),
    /// `search_faqs`.
    SearchFaqs(SearchFaqs),
    /// `get_item`.
    GetItem(GetItem),
    /// `compare_items`.
    CompareItems(CompareItems),
    /// `explain_result`.
    ExplainResult(ExplainResult),
}

/// The name of the tool that explains a place.
const EXPLAIN: &str = "explain_result";

/// Names under which assistants look for tools of a catalog.
const ALIASES: [(&str, Tool); 3] = [
    ("search_catalog", Tool::CatalogSearch),
    ("lookup_catalog", Tool::CatalogSearch),
    ("get_product", Tool::GetItem),
];

/// Lists the read tools that other programs are offered.
pub fn list_readers() -> Vec<ToolDefinition> {
    let mut tools: Vec<ToolDefinition> =
        Tool::CATALOG.iter().copied().filter(is_reader).map(Tool::definition).collect();
    tools.push(ToolDefinition {
        name: EXPLAIN.to_owned(),
        description: "Says where one product stands in a search and what its score is made of.".to_owned(),
        parameters: schema_of::<ExplainResult>(),
        requires_confirmation: false,
        input_examples: vec![json!({ "query": "fungicida para soja", "item": "FUN-0002" })],
    });
    tools
}

fn is_reader(tool: &Tool) -> bool {
    !tool.requires_confirmation() && !tool.draws_cards() && !tool.is_personal()
}

/// Parses a program's call of a read tool.
///
/// # Errors
/// [`BadCall`]; of a tool that writes or draws, [`BadCall::UnknownTool`].
pub fn read_reader_call(name: &str, arguments: Map<String, Value>) -> Result<ReadRequest, BadCall> {
    if serde_json::to_vec(&arguments).is_ok_and(|bytes| bytes.len() > MAX_ARGUMENT_BYTES) {
        return Err(BadCall::TooLong);
    }
    if name == EXPLAIN {
        let given: ExplainResult = parse(arguments)?;
        check_name("query", &given.query)?;
        check_name("item", &given.item)?;
        return Ok(ReadRequest::ExplainResult(given));
    }
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, tool)| *tool);
    // Before its arguments are read: a tool that is not offered is not there, whatever they are.
    let tool = alias.or_else(|| Tool::parse(name)).filter(is_reader).ok_or_else(|| unknown_tool(name))?;
    match read_arguments(tool, arguments)? {
        ToolRequest::CatalogSearch(given) => Ok(ReadRequest::CatalogSearch(given)),
        ToolRequest::SearchFaqs(given) => Ok(ReadRequest::SearchFaqs(given)),
        ToolRequest::GetItem(given) => Ok(ReadRequest::GetItem(given)),
        ToolRequest::CompareItems(given) => Ok(ReadRequest::CompareItems(given)),
        ToolRequest::RenderPreset(_)
        | ToolRequest::Freestyle(_)
        | ToolRequest::SetPrice(_)
        | ToolRequest::UpdateItem(_)
        | ToolRequest::CreateItem(_)
        | ToolRequest::CreateFaq(_)
        | ToolRequest::GetPerson(_)
        | ToolRequest::ListReminders(_)
        | ToolRequest::GetDecisions(_)
        | ToolRequest::UpdatePerson(_)
        | ToolRequest::CreateReminder(_)
        | ToolRequest::CompleteReminder(_)
        | ToolRequest::SaveDecision(_)
        | ToolRequest::GetTrackingHistory(_)
        | ToolRequest::GetTrends(_)
        | ToolRequest::RecordMetric(_)
        | ToolRequest::UpdateMetric(_)
        | ToolRequest::DeleteMetric(_)
        | ToolRequest::SearchKnowledge(_)
        | ToolRequest::AnalyzeContext(_)
        | ToolRequest::AddKnowledge(_)
        | ToolRequest::GetFinanceSummary(_)
        | ToolRequest::GetPendingBills(_)
        | ToolRequest::GetDebtProgress(_)
        | ToolRequest::GetBills(_)
        | ToolRequest::GetExpenses(_)
        | ToolRequest::GetIncomes(_)
        | ToolRequest::GetInvestments(_)
        | ToolRequest::MarkBillPaid(_)
        | ToolRequest::CreateExpense(_) => Err(unknown_tool(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, arguments: Value) -> Result<ReadRequest, BadCall> {
        read_reader_call(name, arguments.as_object().cloned().unwrap())
    }

    #[test]
    fn only_reading_tools_are_offered_and_their_examples_are_allowed() {
        let tools = list_readers();
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["catalog_search", "search_faqs", "get_item", "compare_items", EXPLAIN]);
        for tool in &tools {
            for example in &tool.input_examples {
                assert!(read(&tool.name, example.clone()).is_ok(), "{example}");
            }
        }
    }

    #[test]
    fn a_writing_tool_does_not_exist_here_whatever_its_arguments_are() {
        let price = json!({ "item": "FUN-0002", "price": 1 });
        for arguments in [price, json!({}), json!({ "item": 5 })] {
            assert_eq!(read("set_price", arguments), Err(BadCall::UnknownTool("set_price".into())));
        }
        for tool in Tool::ALL.iter().copied().filter(|tool| tool.is_personal()) {
            let name = tool.name();
            assert_eq!(read(name, json!({ "name": "Ana" })), Err(BadCall::UnknownTool(name.into())));
        }
        assert_eq!(
            read("delete_everything", json!({})),
            Err(BadCall::UnknownTool("delete_everything".into()))
        );
    }

    #[test]
    fn names_of_other_catalogs_are_understood() {
        let found = read("search_catalog", json!({ "vector_query": "soja" }));
        assert!(matches!(found, Ok(ReadRequest::CatalogSearch(_))));
        assert_eq!(read("get_product", json!({ "item": "A" })), read("get_item", json!({ "item": "A" })));
        assert!(matches!(read(EXPLAIN, json!({ "item": "A" })), Err(BadCall::Invalid(_))));
    }
}
