//! A call of a model, checked before anything runs.

use super::arguments::{
    CatalogSearch, CompareItems, CreateFaq, CreateItem, GetItem, MAX_COMPARED, MAX_NAME_CHARS,
    PriceSelection, SearchFaqs, SetPrice, UpdateItem, schema_of,
};
use super::personal::arguments::{
    CompleteReminder, CreateReminder, GetDecisions, GetPerson, ListReminders, SaveDecision, UpdatePerson,
};
use super::personal::finance::{
    CreateExpense, GetBills, GetDebtProgress, GetFinanceSummary, GetInvestments, MarkBillPaid, MonthOfRecords,
};
use super::personal::memory::{AddKnowledge, AnalyzeContext, MOST_AREAS, SearchKnowledge};
use super::personal::metrics::{
    DeleteMetric, GetTrackingHistory, GetTrends, RecordMetric, UpdateMetric, entry_id,
};
use super::shop::{CardLayout, Freestyle, RenderPreset};
use super::tools::{Tool, with_tools};
use rust_decimal::Decimal;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Longest arguments of a call, in bytes: many times what any honest call needs.
pub const MAX_ARGUMENT_BYTES: usize = 64 << 10;

/// Whole numbers below this have a double of their own: 2⁵³.
const WHOLE_NUMBERS: f64 = 9_007_199_254_740_992.0;

macro_rules! define_requests {
    ($($(#[$about:meta])* $area:ident {
        $($(#[$doc:meta])* $tool:ident = $name:literal $effect:ident $arguments:ty;)+
    })+) => {
        /// A call that may run.
        #[derive(Debug, Clone, PartialEq)]
        pub enum ToolRequest {
            $($($(#[$doc])* $tool($arguments),)+)+
        }

        impl ToolRequest {
            /// The tool that is asked for.
            pub fn tool(&self) -> Tool {
                match self {
                    $($(ToolRequest::$tool(_) => Tool::$tool,)+)+
                }
            }

            /// The arguments in the one form in which they are stored and sealed.
            pub fn canonical(&self) -> Map<String, Value> {
                let value = match self {
                    $($(ToolRequest::$tool(given) => serde_json::to_value(given),)+)+
                };
                match value {
                    Ok(Value::Object(arguments)) => arguments,
                    _ => Map::new(),
                }
            }
        }

        fn read_object(tool: Tool, given: Map<String, Value>) -> Result<ToolRequest, BadCall> {
            Ok(match tool {
                $($(Tool::$tool => ToolRequest::$tool(parse(given)?),)+)+
            })
        }

        /// The JSON Schema of a tool's arguments.
        pub(super) fn arguments_schema(tool: Tool) -> Value {
            match tool {
                $($(Tool::$tool => schema_of::<$arguments>(),)+)+
            }
        }
    };
}
with_tools!(define_requests);

/// Why a call may not run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadCall {
    /// No tool has this name.
    #[error("there is no tool '{0}'")]
    UnknownTool(String),
    /// The arguments are no JSON object.
    #[error("the arguments are no JSON object")]
    NotJson,
    /// The arguments are longer than [`MAX_ARGUMENT_BYTES`].
    #[error("the arguments are too long")]
    TooLong,
    /// The arguments do not fit the tool.
    #[error("{0}")]
    Invalid(String),
}

impl BadCall {
    /// Code of a bad tool call in audits and results.
    pub fn code(&self) -> &'static str {
        match self {
            BadCall::UnknownTool(_) => "unknown_tool",
            BadCall::NotJson => "invalid_json",
            BadCall::TooLong => "arguments_too_long",
            BadCall::Invalid(_) => "invalid_arguments",
        }
    }
}

/// Parses a model's tool call and checks its arguments.
///
/// # Errors
/// [`BadCall`]; nothing has run then.
pub fn read_request(name: &str, arguments: &str) -> Result<ToolRequest, BadCall> {
    let Some(tool) = Tool::parse(name) else {
        return Err(unknown_tool(name));
    };
    if arguments.len() > MAX_ARGUMENT_BYTES {
        return Err(BadCall::TooLong);
    }
    let given: Map<String, Value> = match arguments.trim() {
        "" | "null" => Map::new(),
        text => serde_json::from_str(text).map_err(|_| BadCall::NotJson)?,
    };
    let request = read_object(tool, given)?;
    request.check()?;
    Ok(request)
}

/// Reads a tool's arguments that are an object already, as a correction of a person has them.
///
/// # Errors
/// [`BadCall`].
pub fn read_arguments(tool: Tool, arguments: Map<String, Value>) -> Result<ToolRequest, BadCall> {
    let request = read_object(tool, arguments)?;
    request.check()?;
    Ok(request)
}

/// Arguments in the form that a tool takes. Models write `null` for what they leave out, and some `30.0` for 30.
pub(super) fn parse<T: DeserializeOwned>(given: Map<String, Value>) -> Result<T, BadCall> {
    let stated = given.into_iter().filter(|(_, value)| !value.is_null());
    let given = stated.map(|(name, value)| (name, read_whole_number(value))).collect();
    serde_json::from_value(Value::Object(given)).map_err(|error| invalid(error.to_string()))
}

/// A whole number without the fraction that it is written with: JSON has one kind of numbers.
fn read_whole_number(value: Value) -> Value {
    match value.as_f64() {
        Some(number) if value.is_f64() && number.fract() == 0.0 && number.abs() < WHOLE_NUMBERS => {
            Value::from(number as i64)
        }
        _ => value,
    }
}

/// No tool has this name, of which the beginning is quoted.
pub(super) fn unknown_tool(name: &str) -> BadCall {
    BadCall::UnknownTool(name.chars().take(64).collect())
}

fn invalid(why: impl Into<String>) -> BadCall {
    let why: String = why.into().chars().take(300).collect();
    BadCall::Invalid(why)
}

impl ToolRequest {
    /// What a schema cannot say.
    fn check(&self) -> Result<(), BadCall> {
        match self {
            ToolRequest::CatalogSearch(given) => check_name("vector_query", &given.vector_query),
            ToolRequest::SearchFaqs(given) => check_name("query", &given.query),
            ToolRequest::GetItem(given) => check_name("item", &given.item),
            ToolRequest::CompareItems(given) => {
                if !(2..=MAX_COMPARED).contains(&given.items.len()) {
                    return Err(invalid("items: two to six"));
                }
                given.items.iter().try_for_each(|item| check_name("items", item))
            }
            ToolRequest::RenderPreset(given) => {
                given.items.iter().try_for_each(|item| check_name("items", item))?;
                CardLayout::of_preset(given).map(drop).map_err(invalid)
            }
            ToolRequest::Freestyle(given) => {
                given.items.iter().try_for_each(|item| check_name("items", item))?;
                CardLayout::of_freestyle(given).map(drop).map_err(invalid)
            }
            ToolRequest::SetPrice(given) => check_price(given),
            ToolRequest::UpdateItem(given) => {
                check_name("item", &given.item)?;
                let fields = given.attributes.keys();
                for key in fields {
                    check_name("attributes", key)?;
                }
                let canonical = self.canonical();
                if canonical.len() < 2 {
                    return Err(invalid("name at least one field that changes"));
                }
                Ok(())
            }
            ToolRequest::CreateItem(given) => check_name("name", &given.name),
            ToolRequest::CreateFaq(given) => {
                check_name("question", &given.question)?;
                if given.answer.trim().is_empty() { Err(invalid("answer: not blank")) } else { Ok(()) }
            }
            ToolRequest::GetPerson(given) => check_name("name", &given.name),
            ToolRequest::ListReminders(_) | ToolRequest::GetDecisions(_) => Ok(()),
            ToolRequest::UpdatePerson(given) => {
                check_name("name", &given.name)?;
                if given.changes_something() {
                    Ok(())
                } else {
                    Err(invalid("updates: at least one field that changes"))
                }
            }
            ToolRequest::CreateReminder(given) => check_name("title", &given.title),
            ToolRequest::CompleteReminder(given) => check_name("reminder", &given.reminder),
            ToolRequest::SaveDecision(given) => check_name("title", &given.title),
            ToolRequest::GetTrackingHistory(given) => {
                check_name("type", &given.kind)?;
                given.refusal().map_or(Ok(()), |why| Err(invalid(why)))
            }
            ToolRequest::GetTrends(given) => {
                given.types.iter().try_for_each(|kind| check_name("types", kind))?;
                given.refusal().map_or(Ok(()), |why| Err(invalid(why)))
            }
            ToolRequest::RecordMetric(given) => check_name("type", &given.kind),
            ToolRequest::UpdateMetric(given) => check_entry(&given.entry_id),
            ToolRequest::DeleteMetric(given) => check_entry(&given.entry_id),
            ToolRequest::SearchKnowledge(given) => check_name("query", &given.query),
            ToolRequest::AnalyzeContext(given) => {
                if !(1..=MOST_AREAS).contains(&given.related_areas.len()) {
                    return Err(invalid("relatedAreas: one to four"));
                }
                check_name("currentTopic", &given.current_topic)
            }
            ToolRequest::AddKnowledge(given) => {
                if given.content.trim().is_empty() {
                    Err(invalid("content: not blank"))
                } else {
                    Ok(())
                }
            }
            ToolRequest::CreateExpense(given) => check_name("name", &given.name),
            // Months and years are looked at where the person's day is known.
            ToolRequest::GetFinanceSummary(_)
            | ToolRequest::GetPendingBills(_)
            | ToolRequest::GetDebtProgress(_)
            | ToolRequest::GetBills(_)
            | ToolRequest::GetExpenses(_)
            | ToolRequest::GetIncomes(_)
            | ToolRequest::GetInvestments(_)
            | ToolRequest::MarkBillPaid(_) => Ok(()),
        }
    }
}

fn check_entry(id: &str) -> Result<(), BadCall> {
    match entry_id(id) {
        Some(_) => Ok(()),
        None => Err(invalid("entryId: the id of an entry, as get_tracking_history gives it")),
    }
}

fn check_price(given: &SetPrice) -> Result<(), BadCall> {
    match (&given.item, &given.selection) {
        (Some(item), None) => check_name("item", item)?,
        (None, Some(selection)) if *selection != PriceSelection::default() => {}
        (None, Some(_)) => return Err(invalid("selection: at least one condition")),
        _ => return Err(invalid("exactly one of item and selection")),
    }
    match (given.price, given.percent) {
        (Some(price), None) if price.0 >= Decimal::ZERO => Ok(()),
        (Some(_), None) => Err(invalid("price: not below 0")),
        (None, Some(percent)) if percent.0 > -Decimal::ONE_HUNDRED && percent.0 <= Decimal::ONE_THOUSAND => {
            Ok(())
        }
        (None, Some(_)) => Err(invalid("percent: above -100, at most 1000")),
        _ => Err(invalid("exactly one of price and percent")),
    }
}

/// A text that names or looks for something.
pub(super) fn check_name(argument: &str, text: &str) -> Result<(), BadCall> {
    if text.trim().is_empty() || text.chars().count() > MAX_NAME_CHARS {
        return Err(invalid(format!("{argument}: 1 to {MAX_NAME_CHARS} characters")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn code(name: &str, arguments: &str) -> &'static str {
        read_request(name, arguments).expect_err("a bad call").code()
    }

    #[test]
    fn a_call_that_is_not_understood_runs_nothing() {
        assert_eq!(code("drop_table", "{}"), "unknown_tool");
        assert_eq!(code("Set_Price", "{}"), "unknown_tool");
        assert_eq!(code("get_item", "{\"item\":"), "invalid_json");
        assert_eq!(code("get_item", "[1]"), "invalid_json");
        assert_eq!(
            code("get_item", &format!("{{\"item\":\"{}\"}}", "x".repeat(1 << 20))),
            "arguments_too_long"
        );
        for bad in
            ["{}", r#"{"item":7}"#, r#"{"item":"  "}"#, r#"{"item":"A","actor":"dono"}"#, r#"{"item":["A"]}"#]
        {
            assert_eq!(code("get_item", bad), "invalid_arguments", "{bad}");
        }
    }

    #[test]
    fn a_price_change_names_one_target_and_one_amount() {
        for bad in [
            json!({ "item": "A" }),
            json!({ "percent": 5 }),
            json!({ "item": "A", "price": 1, "percent": 5 }),
            json!({ "item": "A", "selection": { "category": "Herbicidas" }, "percent": 5 }),
            json!({ "selection": {}, "percent": 5 }),
            json!({ "selection": { "todos": true }, "percent": 5 }),
            json!({ "item": "A", "price": -1 }),
            json!({ "item": "A", "percent": -100 }),
            json!({ "item": "A", "percent": 1001 }),
            json!({ "item": "A", "percent": "cinco" }),
        ] {
            assert_eq!(code("set_price", &bad.to_string()), "invalid_arguments", "{bad}");
        }
        let whole = json!({ "selection": { "category": "Herbicidas" }, "percent": "5%", "price": null });
        let request = read_request("set_price", &whole.to_string()).unwrap();
        let canonical = json!({ "selection": { "category": "Herbicidas" }, "percent": 5 });
        assert_eq!(Value::Object(request.canonical()), canonical, "one form, however it was written");
    }

    #[test]
    fn a_whole_number_may_be_written_with_a_fraction_of_nothing() {
        let read = |name: &str, arguments: &str| read_request(name, arguments).map(|one| one.canonical());
        for (name, written, meant) in [
            ("get_tracking_history", r#"{"type":"sleep","days":30.0}"#, r#"{"type":"sleep","days":30}"#),
            ("search_knowledge", r#"{"query":"Ana","limit":5.0}"#, r#"{"query":"Ana","limit":5}"#),
            ("get_bills", r#"{"month":1.0,"year":2026.0}"#, r#"{"month":1,"year":2026}"#),
            (
                "record_metric",
                r#"{"type":"weight","value":82.0,"date":"2026-01-12"}"#,
                r#"{"type":"weight","value":82,"date":"2026-01-12"}"#,
            ),
        ] {
            let (written, meant) = (read(name, written), read(name, meant));
            assert!(written.is_ok() && written == meant, "{name}: {written:?}, not {meant:?}");
        }
        for bad in ["30.5", "1e30", "-1.0", "\"30\""] {
            let arguments = format!(r#"{{"type":"sleep","days":{bad}}}"#);
            assert_eq!(code("get_tracking_history", &arguments), "invalid_arguments", "{bad}");
        }
    }

    #[test]
    fn an_update_changes_something() {
        assert_eq!(code("update_item", r#"{"item":"A"}"#), "invalid_arguments");
        assert!(read_request("update_item", r#"{"item":"A","notes":""}"#).is_ok());
        assert!(read_request("update_item", r#"{"item":"A","attributes":{"teor":480}}"#).is_ok());
        assert_eq!(code("update_item", r#"{"item":"A","id":"x","notes":"n"}"#), "invalid_arguments");
    }

    proptest! {
        #[test]
        fn what_was_read_is_read_again_the_same(percent in -99i32..1000, category in "[a-zA-Z ç]{1,20}") {
            let given = json!({ "selection": { "category": category }, "percent": percent }).to_string();
            let request = read_request("set_price", &given).unwrap();
            let again = read_arguments(Tool::SetPrice, request.canonical()).unwrap();
            prop_assert_eq!(again, request);
        }

        #[test]
        fn any_text_is_refused_or_read_without_a_panic(name in ".{0,20}", arguments in ".{0,200}") {
            prop_assert!(Tool::parse(&name).is_some() || read_request(&name, &arguments).is_err(), "{name}");
            for &tool in Tool::ALL {
                if let Ok(request) = read_request(tool.name(), &arguments) {
                    prop_assert_eq!(request.tool(), tool);
                }
            }
        }
    }
}
