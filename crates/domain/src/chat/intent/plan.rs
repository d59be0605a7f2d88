//! The intent of a message, and the searches that it requires.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Intent of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Intent {
    /// Greeting, thanks or farewell; requires no search.
    Greeting,
    /// A product, a price or a recommendation; requires a search of the catalog.
    Catalog,
    /// The dealer's business: delivery, payment, returns, documents; requires a search of the FAQs.
    Faq,
    /// Both of them, or general agronomy without a product code; requires both searches.
    General,
    /// Outside the desk's purpose; requires no search.
    OffTopic,
}

/// The searches that a turn runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchPlan {
    /// Whether the turn searches the FAQs.
    pub run_faq: bool,
    /// Whether the turn searches the catalog.
    pub run_catalog: bool,
}

impl Intent {
    /// All intents with their wire names.
    pub const ALL: [(Intent, &'static str); 5] = [
        (Intent::Greeting, "greeting"),
        (Intent::Catalog, "catalog"),
        (Intent::Faq, "faq"),
        (Intent::General, "general"),
        (Intent::OffTopic, "off-topic"),
    ];

    /// Name of the message's intent on the wire.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(intent, _)| *intent == self).map_or("general", |(_, name)| name)
    }
}

/// The searches that an intent requires.
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
