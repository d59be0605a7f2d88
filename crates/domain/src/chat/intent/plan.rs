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

impl Intent {
    /// All intents, with their names on the wire.
    pub const ALL: [(Intent, &'static str); 5] = [
        (Intent::Greeting, "greeting"),
        (Intent::Catalog, "catalog"),
        (Intent::Faq, "faq"),
        (Intent::General, "general"),
        (Intent::OffTopic, "off-topic"),
    ];

    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(intent, _)| *intent == self).map_or("general", |(_, name)| name)
    }
}

/// The searches that an intent asks for.
pub fn plan_searches(intent: Intent) -> SearchPlan {
    let (run_faq, run_catalog) = match intent {
        Intent::Greeting | Intent::OffTopic => (false, false),
        Intent::Catalog => (false, true),
        Intent::Faq => (true, false),
        Intent::General => (true, true),
    };
    SearchPlan { run_faq, run_catalog }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_intent_has_its_searches() {
        let table = [
            (Intent::Greeting, false, false),
            (Intent::Catalog, false, true),
            (Intent::Faq, true, false),
            (Intent::General, true, true),
            (Intent::OffTopic, false, false),
        ];
        assert_eq!(table.map(|row| row.0), Intent::ALL.map(|(intent, _)| intent), "a row for each intent");
        for (intent, run_faq, run_catalog) in table {
            assert_eq!(plan_searches(intent), SearchPlan { run_faq, run_catalog }, "{intent:?}");
        }
    }

    #[test]
    fn names_are_those_on_the_wire() {
        for (intent, name) in Intent::ALL {
            assert_eq!(serde_json::to_value(intent).expect("an intent"), name);
            assert_eq!(intent.as_str(), name);
        }
    }
}
