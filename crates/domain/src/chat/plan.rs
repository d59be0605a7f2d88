//! What a message is about, and which searches that asks for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// What a message is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Intent {
    /// A greeting, thanks or a farewell: nothing is looked up.
    Greeting,
    /// A product, a price, a recommendation: the catalog.
    Catalog,
    /// How the dealer works: delivery, payment, returns, documents: the FAQs.
    Faq,
    /// Both, or general agronomy without a product code.
    General,
    /// Nothing that the desk is for.
    OffTopic,
}

/// Which searches run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchPlan {
    /// The FAQs are searched.
    pub run_faq: bool,
    /// The catalog is searched.
    pub run_catalog: bool,
}
