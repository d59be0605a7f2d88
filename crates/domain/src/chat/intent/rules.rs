//! What a message is about, as far as rules can say.
//!
//! [`by_rule`] decides before any model is asked, where there is nothing to decide: a greeting,
//! general agronomy (which always gets the catalog), a follow-up of a catalog question.
//! [`by_rules_alone`] decides in every case, for when no model can. Neither looks anything up:
//! a product's name that is in no list is not recognised here, and gets both searches.

use crate::chat::intent::wording::message_facts::{has_product_code, is_agronomy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::idle::{asks_again, is_idle, is_idle_courtesy};
use super::plan::Intent;
use super::safety::{Concern, is_about_sick_animal};
use super::wording::words::{WORDS, stems_of};
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::wording::telling::telling_words;
use crate::synonyms::SynonymIndex;

/// The rule that decided, for the trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// No letter and no digit: nothing can be looked up.
    NoWords,
    /// Greeting, thanks or farewell and nothing else.
    Courtesy,
    /// A person may be poisoned or in danger.
    Emergency,
    /// It goes on with the catalog question before it.
    FollowUp,
    /// Crops, purposes, pests, ingredients, without a product code.
    GeneralAgronomy,
    /// It names a product code.
    ProductCode,
    /// Words of how the dealer works.
    FaqWords,
    /// Words of buying and choosing.
    ShoppingWords,
    /// Words of both.
    FaqAndCatalogWords,
    /// Nothing that the rules know.
    Unrecognised,
}

/// What rules make of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuleOutcome {
    /// What the message is taken for.
    pub intent: Intent,
    /// The rule that says so.
    pub rule: Rule,
}

impl Rule {
    /// All rules, with their names in traces.
    pub const ALL: [(Rule, &'static str); 10] = [
        (Rule::NoWords, "no-words"),
        (Rule::Courtesy, "courtesy"),
        (Rule::Emergency, "emergency"),
        (Rule::FollowUp, "follow-up"),
        (Rule::GeneralAgronomy, "general-agronomy"),
        (Rule::ProductCode, "product-code"),
        (Rule::FaqWords, "faq-words"),
        (Rule::ShoppingWords, "shopping-words"),
        (Rule::FaqAndCatalogWords, "faq-and-catalog-words"),
        (Rule::Unrecognised, "unrecognised"),
    ];

    /// Name of the rule in traces that recognised the message's intent.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(rule, _)| *rule == self).map_or("unrecognised", |(_, name)| name)
    }
}

impl RuleOutcome {
    fn new(intent: Intent, rule: Rule) -> Self {
        Self { intent, rule }
    }
}

/// What rules decide before any model is asked; nothing where a model should say.
///
/// `concern` is what [`super::safety::find_concern`] found, `follow_up` what [`super::follow_up::follow_up`] made of the message.
pub fn by_rule(
    message: &str,
    concern: Option<Concern>,
    follow_up: Option<&CatalogQuestion>,
    index: &SynonymIndex,
) -> Option<RuleOutcome> {
    let stems = stems_of(message);
    if stems.is_empty() {
        return Some(RuleOutcome::new(Intent::Greeting, Rule::NoWords));
    }
    match concern {
        Some(concern) if concern.allows_search() => {
            return Some(RuleOutcome::new(Intent::Faq, Rule::Emergency));
        }
        Some(_) => return Some(RuleOutcome::new(Intent::OffTopic, Rule::Emergency)),
        None => {}
    }
    if WORDS.courtesy.outside(&stems).is_empty() || is_scolding(message, &stems) || asks_again(message) {
        return Some(RuleOutcome::new(Intent::Greeting, Rule::Courtesy));
    }
    if let Some(question) = follow_up {
        if question.of_dealer {
            return Some(RuleOutcome::new(Intent::Faq, Rule::FollowUp));
        }
        // `Qual a dose?` goes on with a product, and may have its answer among the FAQs.
        let asks = WORDS.questions.are_in(&stems) || WORDS.faq.are_in(&stems);
        let intent = if asks { Intent::General } else { Intent::Catalog };
        return Some(RuleOutcome::new(intent, Rule::FollowUp));
    }
    if is_idle_courtesy(message) {
        return Some(RuleOutcome::new(Intent::Greeting, Rule::Courtesy));
    }
    (is_agronomy(message, index) && !has_product_code(message))
        .then(|| RuleOutcome::new(Intent::General, Rule::GeneralAgronomy))
}

/// Whether the message scolds and asks for nothing.
fn is_scolding(message: &str, stems: &[String]) -> bool {
    let names_more = || telling_words(message).iter().any(|word| !WORDS.insult.are_in(&stems_of(word)));
    WORDS.insult.are_in(stems) && !names_more()
}

/// What rules decide when no model can; where they know nothing, both searches run.
pub fn by_rules_alone(
    message: &str,
    concern: Option<Concern>,
    follow_up: Option<&CatalogQuestion>,
    index: &SynonymIndex,
) -> RuleOutcome {
    if let Some(ruled) = by_rule(message, concern, follow_up, index) {
        return ruled;
    }
    // What a shop sells for a sick animal is its business, whatever else the message speaks of.
    if is_idle(message) && !is_about_sick_animal(message) {
        return RuleOutcome::new(Intent::OffTopic, Rule::Unrecognised);
    }
    let stems = stems_of(message);
    let code = has_product_code(message);
    let catalog = code || WORDS.shopping.are_in(&stems) || is_agronomy(message, index);
    let faq = WORDS.faq.are_in(&stems) || (catalog && WORDS.questions.are_in(&stems));
    match (faq, catalog) {
        (true, true) => RuleOutcome::new(Intent::General, Rule::FaqAndCatalogWords),
        (true, false) => RuleOutcome::new(Intent::Faq, Rule::FaqWords),
        (false, true) if code => RuleOutcome::new(Intent::Catalog, Rule::ProductCode),
        (false, true) => RuleOutcome::new(Intent::Catalog, Rule::ShoppingWords),
        (false, false) => RuleOutcome::new(Intent::General, Rule::Unrecognised),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synonyms::{SHIPPED, SynonymGroup};
    use proptest::prelude::*;

    fn index() -> SynonymIndex {
        let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).expect("synonyms.json");
        SynonymIndex::new(&groups)
    }

    #[test]
    fn courtesy_alone_is_a_greeting() {
        let index = index();
        for message in [
            "oi",
            "Olá, bom dia!",
            "Bom dia, tudo bem com vocês?",
            "muito obrigado pela ajuda",
            "valeu!! até mais 👋",
            "ok, perfeito",
            "Good morning",
            "thanks, bye!",
            "Tchau, obrigada",
            "não, só isso mesmo. Obrigado!",
        ] {
            let ruled = by_rule(message, None, None, &index);
            assert_eq!(ruled, Some(RuleOutcome::new(Intent::Greeting, Rule::Courtesy)), "{message}");
        }
        for message in ["👍", "?!", "…"] {
            let ruled = by_rule(message, None, None, &index);
            assert_eq!(ruled, Some(RuleOutcome::new(Intent::Greeting, Rule::NoWords)), "{message}");
        }
    }

    #[test]
    fn a_greeting_with_a_question_is_no_greeting() {
        let index = index();
        for message in
            ["oi, tem roundup?", "bom dia, qual o prazo de entrega?", "obrigado, e o preço do prodence?"]
        {
            assert_eq!(by_rule(message, None, None, &index), None, "{message}");
        }
        assert_eq!(
            by_rule("bom dia, o que uso na soja?", None, None, &index),
            Some(RuleOutcome::new(Intent::General, Rule::GeneralAgronomy))
        );
    }

    #[test]
    fn agronomy_without_a_code_always_gets_the_catalog() {
        let index = index();
        for message in [
            "fungicida para ferrugem da soja",
            "o que passar para pinta preta no citros",
            "quando adubar o cafezal?",
            "tem semente de braquiária?",
            "Phakopsora na lavoura",
            "fungicide for soybean rust",
            "10 kg de ureia para milho em V4",
            "qual o frete do calcário para 20 ha?",
        ] {
            let ruled = by_rule(message, None, None, &index);
            assert_eq!(ruled, Some(RuleOutcome::new(Intent::General, Rule::GeneralAgronomy)), "{message}");
        }
    }

    #[test]
    fn a_product_code_is_left_to_the_model() {
        let index = index();
        for message in
            ["2,4-D na soja", "capinorte 480 SL serve para milho?", "adubo 04-14-08", "DEMO-HER-0001"]
        {
            assert_eq!(by_rule(message, None, None, &index), None, "{message}");
            let alone = by_rules_alone(message, None, None, &index);
            assert_eq!(alone, RuleOutcome::new(Intent::Catalog, Rule::ProductCode), "{message}");
        }
    }

    #[test]
    fn codes_are_told_from_quantities() {
        for code in ["2,4-d", "K5000", "polytrin 250-ec", "10-10-10", "480 SL", "mapa-17622", "b36"] {
            assert!(has_product_code(code), "{code}");
        }
        for none in [
            "20L",
            "20 L",
            "5kg de ureia",
            "2,5 L/ha",
            "R$ 1.250,00",
            "V4",
            "soja em R5.1",
            "às 14h",
            "12/10",
        ] {
            assert!(!has_product_code(none), "{none}");
        }
    }

    #[test]
    fn rules_alone_decide_everything() {
        let index = index();
        for (message, intent, rule) in [
            ("Quais as formas de pagamento?", Intent::Faq, Rule::FaqWords),
            ("Vocês entregam na fazenda? Quanto é o frete?", Intent::Faq, Rule::FaqWords),
            ("aceita boleto?", Intent::Faq, Rule::FaqWords),
            ("como devolvo as embalagens vazias?", Intent::Faq, Rule::FaqWords),
            ("preciso de receituário?", Intent::Faq, Rule::FaqWords),
            ("what are your opening hours?", Intent::Faq, Rule::FaqWords),
            ("quanto custa o prodence?", Intent::Catalog, Rule::ShoppingWords),
            ("preço e prazo de entrega do prodence", Intent::General, Rule::FaqAndCatalogWords),
            ("prodence", Intent::General, Rule::Unrecognised),
            ("bula do sobern", Intent::General, Rule::Unrecognised),
            ("quem ganhou o jogo ontem?", Intent::OffTopic, Rule::Unrecognised),
            ("oi", Intent::Greeting, Rule::Courtesy),
        ] {
            assert_eq!(
                by_rules_alone(message, None, None, &index),
                RuleOutcome::new(intent, rule),
                "{message}"
            );
        }
    }

    #[test]
    fn rules_have_their_names_in_traces() {
        for (rule, name) in Rule::ALL {
            assert_eq!(serde_json::to_value(rule).expect("a rule"), name);
            assert_eq!(rule.as_str(), name);
        }
    }

    #[test]
    fn a_bare_yes_is_left_to_the_conversation() {
        assert_eq!(by_rule("sim", None, None, &index()), None);
        let topic = CatalogQuestion { query: "fungicida soja".into(), ..CatalogQuestion::default() };
        for (message, intent) in [("sim, obrigado", Intent::Catalog), ("qual a dose?", Intent::General)] {
            let ruled = by_rule(message, None, Some(&topic), &index());
            assert_eq!(ruled, Some(RuleOutcome::new(intent, Rule::FollowUp)), "{message}");
        }
    }

    #[test]
    fn only_after_a_poisoning_is_anything_looked_up() {
        for (concern, _) in Concern::ALL {
            let intent = if concern == Concern::Poisoning { Intent::Faq } else { Intent::OffTopic };
            let ruled = by_rule("preço do herbicida?", Some(concern), None, &index());
            assert_eq!(ruled, Some(RuleOutcome::new(intent, Rule::Emergency)), "{concern:?}");
        }
    }

    #[test]
    fn the_demo_questions_never_end_without_a_search() {
        let index = index();
        for line in include_str!("../../../../../demo/faqs.jsonl").lines() {
            let faq: serde_json::Value = serde_json::from_str(line).expect("a FAQ");
            let question = faq["question"].as_str().expect("a question");
            let plan = super::super::plan::plan_searches(by_rules_alone(question, None, None, &index).intent);
            assert!(plan.run_faq, "{question}");
        }
    }

    proptest! {
        #[test]
        fn any_message_is_decided(message in any::<String>()) {
            let index = SynonymIndex::default();
            let first = by_rule(&message, None, None, &index);
            let alone = by_rules_alone(&message, None, None, &index);
            prop_assert!(first.is_none_or(|ruled| ruled == alone));
        }
    }
}
