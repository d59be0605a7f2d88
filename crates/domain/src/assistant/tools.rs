//! The tools by name, with the definitions that models are given.

use super::arguments::{
    CatalogSearch, CompareItems, CreateFaq, CreateItem, GetItem, SearchFaqs, SetPrice, UpdateItem,
};
use super::shop::arguments::{Freestyle, RenderPreset};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use specta::Type;

/// A tool that a model may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tool {
    /// Products by words and meaning.
    CatalogSearch,
    /// Answers to common questions.
    SearchFaqs,
    /// One product, whole.
    GetItem,
    /// Products side by side.
    CompareItems,
    /// Items of the last search as cards, by a preset.
    RenderPreset,
    /// Items of the last search as cards, freely arranged.
    Freestyle,
    /// Other prices, of one product or of a selection.
    SetPrice,
    /// Other fields of a product.
    UpdateItem,
    /// A new product.
    CreateItem,
    /// A new question with its answer.
    CreateFaq,
}

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

impl Tool {
    /// All of them, reads first.
    pub const ALL: [Tool; 10] = [
        Tool::CatalogSearch,
        Tool::SearchFaqs,
        Tool::GetItem,
        Tool::CompareItems,
        Tool::RenderPreset,
        Tool::Freestyle,
        Tool::SetPrice,
        Tool::UpdateItem,
        Tool::CreateItem,
        Tool::CreateFaq,
    ];

    /// The tool of this name. Names are compared to the letter: a look-alike is another name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Tool::CatalogSearch => "catalog_search",
            Tool::SearchFaqs => "search_faqs",
            Tool::GetItem => "get_item",
            Tool::CompareItems => "compare_items",
            Tool::RenderPreset => "render_preset",
            Tool::Freestyle => "freestyle",
            Tool::SetPrice => "set_price",
            Tool::UpdateItem => "update_item",
            Tool::CreateItem => "create_item",
            Tool::CreateFaq => "create_faq",
        }
    }

    /// Whether a person must confirm before it runs: every write.
    pub fn requires_confirmation(self) -> bool {
        match self {
            Tool::CatalogSearch
            | Tool::SearchFaqs
            | Tool::GetItem
            | Tool::CompareItems
            | Tool::RenderPreset
            | Tool::Freestyle => false,
            Tool::SetPrice | Tool::UpdateItem | Tool::CreateItem | Tool::CreateFaq => true,
        }
    }

    /// Whether it draws in the answer of a conversation, and means nothing outside of one.
    pub fn draws_cards(self) -> bool {
        matches!(self, Tool::RenderPreset | Tool::Freestyle)
    }

    /// The whole definition.
    pub fn definition(self) -> ToolDefinition {
        ToolDefinition {
            name: self.name().to_owned(),
            description: self.description().to_owned(),
            parameters: self.parameters(),
            requires_confirmation: self.requires_confirmation(),
            input_examples: self.input_examples(),
        }
    }

    fn description(self) -> &'static str {
        match self {
            Tool::CatalogSearch => {
                "Searches the product catalog by words and meaning. Call it before you say anything about products, prices or stock."
            }
            Tool::SearchFaqs => {
                "Searches the dealer's common questions: delivery, payment, returns, prescriptions."
            }
            Tool::GetItem => "Gives one product with all its fields.",
            Tool::CompareItems => "Gives two to six products side by side.",
            Tool::RenderPreset => {
                "Shows the items of the last catalog_search to the person as cards, by a preset: product-hero (to offer), product-compact (many at a glance), product-detail (one, whole), service-card, service-detail. Call it after catalog_search where the person asks for cards, a grid, a list, a carousel or pictures; do not repeat the cards in words."
            }
            Tool::Freestyle => {
                "As render_preset, with formation and displays of your choice. Slots: image, category, title, manufacturer, price, description, tags, attributes, code. Displays: hidden, small, normal, large, badge."
            }
            Tool::SetPrice => {
                "Proposes another price, of one product or of all products of a category, manufacturer or tag. A person confirms it before anything changes. Several products of one kind are one call with `selection`."
            }
            Tool::UpdateItem => {
                "Proposes other fields of one product. Only the fields given change. A person confirms it before anything changes."
            }
            Tool::CreateItem => "Proposes a new product. A person confirms it before it is stored.",
            Tool::CreateFaq => {
                "Proposes a new common question with its answer. A person confirms it before it is stored."
            }
        }
    }

    fn parameters(self) -> Value {
        match self {
            Tool::CatalogSearch => schema_of::<CatalogSearch>(),
            Tool::SearchFaqs => schema_of::<SearchFaqs>(),
            Tool::GetItem => schema_of::<GetItem>(),
            Tool::CompareItems => schema_of::<CompareItems>(),
            Tool::RenderPreset => schema_of::<RenderPreset>(),
            Tool::Freestyle => schema_of::<Freestyle>(),
            Tool::SetPrice => schema_of::<SetPrice>(),
            Tool::UpdateItem => schema_of::<UpdateItem>(),
            Tool::CreateItem => schema_of::<CreateItem>(),
            Tool::CreateFaq => schema_of::<CreateFaq>(),
        }
    }

    fn input_examples(self) -> Vec<Value> {
        match self {
            Tool::CatalogSearch => vec![
                json!({ "vector_query": "inseticida para lagarta no tomate", "limit": 3 }),
                json!({ "vector_query": "herbicida para soja", "filters": { "max_price": 200 },
                    "sort_by": "price", "sort_order": "asc" }),
            ],
            Tool::SearchFaqs => vec![json!({ "query": "vocês entregam na fazenda?" })],
            Tool::GetItem => vec![json!({ "item": "FUN-0002" })],
            Tool::CompareItems => vec![json!({ "items": ["FUN-0002", "FUN-0003"] })],
            Tool::RenderPreset => vec![
                json!({ "preset": "product-hero", "formation": "grid", "limit": 3 }),
                json!({ "preset": "product-compact", "overrides": { "code": "small" } }),
            ],
            Tool::Freestyle => vec![json!({ "entity_type": "product", "formation": "carousel",
                "style": "product-hero", "overrides": { "description": "hidden", "price": "badge" } })],
            Tool::SetPrice => vec![
                json!({ "item": "FUN-0002", "price": 189.9 }),
                json!({ "selection": { "category": "Herbicidas", "manufacturer": "Aurora" }, "percent": 5 }),
            ],
            Tool::UpdateItem => vec![json!({ "item": "FUN-0002", "status": "inativo" })],
            Tool::CreateItem => vec![json!({ "name": "Luva nitrílica M", "category": "EPI", "price": 12.5 })],
            Tool::CreateFaq => vec![json!({
                "question": "Vocês recolhem embalagens vazias?",
                "answer": "Sim, de segunda a sexta, com a nota fiscal."
            })],
        }
    }
}

/// The definitions of `tools`.
pub fn definitions(tools: &[Tool]) -> Vec<ToolDefinition> {
    tools.iter().map(|tool| tool.definition()).collect()
}

/// The schema of arguments, whole in itself: not every provider follows references.
pub(super) fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Some(object) = schema.as_object_mut() {
        object.remove("title");
        object.remove("description");
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::super::request::read_request;
    use super::*;

    #[test]
    fn every_definition_stands_alone_and_its_examples_are_allowed() {
        for tool in Tool::ALL {
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
        let writes: Vec<_> = Tool::ALL.into_iter().filter(|tool| tool.requires_confirmation()).collect();
        assert_eq!(writes, [Tool::SetPrice, Tool::UpdateItem, Tool::CreateItem, Tool::CreateFaq]);
    }
}
