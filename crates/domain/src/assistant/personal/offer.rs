//! Which tools a turn offers. With the personal assistant off: those of the catalog. With it on twelve at most,
//! chosen by what is spoken about, because a model that is given more chooses worse:
//!
//! 1. A message that speaks of the catalog gets all of the catalog's, with two that look at people and reminders.
//! 2. One that speaks of people, of the person, of measures or of one's own money gets the tools of these, that of
//!    which it has most words first, as many areas as have room as a whole; what is left is filled with the tools
//!    that are used beside all of them. The catalog's prices are not one's own money.
//! 3. A message that speaks of none is about what the last one before it was that spoke of one; where there is none,
//!    about everything: what is used most of each; with a persona that reflects, what is known of the person first.
//! 4. A page may say what is spoken about: a conversation that belongs to a person speaks of people.
//!
//! The words are beginnings of folded words (`data/turn_areas.json`).

use crate::assistant::manner::Persona;
use crate::assistant::tools::Tool;
use crate::text::normalize_text;
use serde::Deserialize;
use std::sync::LazyLock;

/// Most tools of a turn.
pub const MAX_OFFERED: usize = 12;

/// An area that a message can speak about. Where two have as many words, the first is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TurnArea {
    Catalog,
    /// Bills, debts, expenses, incomes, investments of one's own.
    Money,
    /// People, reminders, decisions.
    People,
    /// What the assistant knows of the person.
    Memory,
    /// Weight, sleep, visits by number.
    Tracking,
}

impl TurnArea {
    fn tools(self) -> &'static [Tool] {
        match self {
            TurnArea::Catalog => Tool::CATALOG,
            TurnArea::Money => Tool::FINANCE,
            TurnArea::People => Tool::PEOPLE,
            TurnArea::Memory => Tool::MEMORY,
            TurnArea::Tracking => Tool::TRACKING,
        }
    }
}

/// What is used beside every area, the most needed first.
const COMPANIONS: [Tool; 8] = [
    Tool::CreateReminder,
    Tool::GetPerson,
    Tool::CatalogSearch,
    Tool::SearchKnowledge,
    Tool::AddKnowledge,
    Tool::GetItem,
    Tool::ListReminders,
    Tool::SearchFaqs,
];

/// What is used most of each area.
const GENERAL: [Tool; MAX_OFFERED] = [
    Tool::CatalogSearch,
    Tool::SearchFaqs,
    Tool::GetItem,
    Tool::CompareItems,
    Tool::RenderPreset,
    Tool::GetPerson,
    Tool::ListReminders,
    Tool::GetDecisions,
    Tool::UpdatePerson,
    Tool::CreateReminder,
    Tool::SearchKnowledge,
    Tool::AddKnowledge,
];

/// What is used most where a person wants to reflect: what is known of them, and what goes together.
const REFLECTIVE: [Tool; MAX_OFFERED] = [
    Tool::SearchKnowledge,
    Tool::AnalyzeContext,
    Tool::AddKnowledge,
    Tool::GetPerson,
    Tool::UpdatePerson,
    Tool::ListReminders,
    Tool::CreateReminder,
    Tool::GetDecisions,
    Tool::SaveDecision,
    Tool::GetTrackingHistory,
    Tool::GetTrends,
    Tool::CatalogSearch,
];

#[derive(Deserialize)]
struct AreaWords {
    people: Vec<String>,
    memory: Vec<String>,
    tracking: Vec<String>,
    money: Vec<String>,
    catalog: Vec<String>,
}

static WORDS: LazyLock<AreaWords> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../data/turn_areas.json"))
        .expect("the words of areas are checked by a test")
});

/// The tools of a turn that begins with `messages` of the person, the newest first. `persona` is that of the personal
/// assistant, none while it is off; `of_person` says whether the conversation belongs to a person.
pub fn offered_tools<'a>(
    persona: Option<Persona>,
    of_person: bool,
    messages: impl IntoIterator<Item = &'a str>,
) -> Vec<Tool> {
    let Some(persona) = persona else { return Tool::CATALOG.to_vec() };
    let spoken = messages.into_iter().map(areas_of).find(|areas| !areas.is_empty());
    let areas = spoken.or(of_person.then(|| vec![TurnArea::People]));
    match areas.as_deref() {
        None if persona == Persona::Base => GENERAL.to_vec(),
        None => REFLECTIVE.to_vec(),
        Some([TurnArea::Catalog, ..]) => {
            Tool::CATALOG.iter().copied().chain([Tool::GetPerson, Tool::ListReminders]).collect()
        }
        Some(areas) => fill(areas),
    }
}

/// The tools of the areas that have room as a whole, and what is used beside them.
fn fill(areas: &[TurnArea]) -> Vec<Tool> {
    let mut tools: Vec<Tool> = Vec::with_capacity(MAX_OFFERED);
    for own in areas.iter().map(|area| area.tools()).filter(|own| own.len() <= MAX_OFFERED) {
        if tools.len() + own.len() <= MAX_OFFERED {
            tools.extend_from_slice(own);
        }
    }
    for tool in COMPANIONS {
        if tools.len() < MAX_OFFERED && !tools.contains(&tool) {
            tools.push(tool);
        }
    }
    tools
}

/// What a message speaks about, that of which it has most words first: the catalog where it has more words of it than
/// of people or the person, and as many as of measures and one's own money. A sign of money or per cent is a word of
/// the catalog, unless a word speaks of one's own.
fn areas_of(message: &str) -> Vec<TurnArea> {
    let folded = normalize_text(message);
    let words = || folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let count = |beginnings: &[String]| {
        words().filter(|word| beginnings.iter().any(|start| word.starts_with(start.as_str()))).count()
    };
    let money = count(&WORDS.money);
    let signs = usize::from(money == 0 && (message.contains('%') || message.contains("R$")));
    let catalog = count(&WORDS.catalog) + signs;
    let mut own = [
        (TurnArea::Money, money),
        (TurnArea::People, count(&WORDS.people)),
        (TurnArea::Memory, count(&WORDS.memory)),
        (TurnArea::Tracking, count(&WORDS.tracking)),
    ];
    let is_beaten = own.iter().any(|(area, words)| match area {
        TurnArea::People | TurnArea::Memory => *words >= catalog,
        _ => *words > catalog,
    });
    if catalog > 0 && !is_beaten {
        return vec![TurnArea::Catalog];
    }
    // Stable: of as many words the first area.
    own.sort_by_key(|(_, words)| std::cmp::Reverse(*words));
    own.into_iter().filter(|(_, words)| *words > 0).map(|(area, _)| area).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(messages: &[&str], tool: Tool) -> bool {
        offered_tools(Some(Persona::Base), false, messages.iter().copied()).contains(&tool)
    }

    #[test]
    fn the_words_of_areas_can_be_read_and_are_folded() {
        let AreaWords { people, memory, tracking, money, catalog } = &*WORDS;
        for word in [people, memory, tracking, money, catalog].into_iter().flatten() {
            assert_eq!(*word, normalize_text(word), "{word}");
        }
    }

    #[test]
    fn a_turn_offers_twelve_tools_at_most_and_none_of_people_while_they_are_off() {
        for message in [
            "",
            "paguei a conta",
            "sobe 5% os preços",
            "me lembra de ligar pro João amanhã",
            "bom dia",
            "pesei 80 kg",
            "registra as visitas ao cliente e o peso",
            "lembra que o cliente prefere pagar a conta com peso",
        ] {
            for persona in Persona::ALL {
                let on = offered_tools(Some(persona), false, [message]);
                assert!(on.len() <= MAX_OFFERED, "{message}: {}", on.len());
                let distinct: std::collections::HashSet<&str> = on.iter().map(|tool| tool.name()).collect();
                assert_eq!(distinct.len(), on.len(), "{message}");
            }
            let off = offered_tools(None, true, [message]);
            assert_eq!(off, Tool::CATALOG, "{message}");
        }
    }

    #[test]
    fn what_is_spoken_about_decides() {
        for message in [
            "me lembra de ligar pro João amanhã às 9",
            "quando é o aniversário da Maria?",
            "anota que o seu Zé prefere retirar na loja",
            "decidi contratar mais um vendedor",
            "remind me to call Ana tomorrow",
            "bom dia",
        ] {
            assert!(has(&[message], Tool::CreateReminder) && !has(&[message], Tool::SetPrice), "{message}");
            assert!(has(&[message], Tool::SearchKnowledge), "{message}");
        }
        for message in
            ["sobe 5% os preços dos herbicidas", "cadastra um produto novo", "qual fungicida tem estoque?"]
        {
            assert!(has(&[message], Tool::SetPrice) && !has(&[message], Tool::SaveDecision), "{message}");
            assert!(has(&[message], Tool::GetPerson), "{message}");
        }
        assert!(has(&["e às 10?", "me lembra da reunião"], Tool::CreateReminder), "as before");
        assert!(has(&["e 4%?", "sobe os preços"], Tool::SetPrice));
    }

    #[test]
    fn who_wants_to_reflect_is_offered_what_is_known_where_nothing_else_is_spoken_of() {
        let hard_day = "hoje foi um dia difícil";
        for persona in [Persona::Counselor, Persona::Christian] {
            let offered = offered_tools(Some(persona), false, [hard_day]);
            assert!(offered.contains(&Tool::AnalyzeContext) && offered.contains(&Tool::GetTrends));
            let priced = offered_tools(Some(persona), false, ["qual o preço do adubo?"]);
            assert!(priced.contains(&Tool::SetPrice), "what is spoken of comes first");
        }
        assert!(!has(&[hard_day], Tool::AnalyzeContext) && has(&[hard_day], Tool::CatalogSearch));
    }

    #[test]
    fn ones_own_money_is_not_the_price_of_a_product() {
        for message in [
            "paguei a conta de luz",
            "gastei R$ 450 no mercado",
            "quanto falta das minhas dívidas?",
            "me lembra de pagar o boleto amanhã",
            "how much did I spend this month?",
        ] {
            assert!(
                has(&[message], Tool::MarkBillPaid) && has(&[message], Tool::CreateReminder),
                "{message}"
            );
            assert!(!has(&[message], Tool::SetPrice), "{message}");
        }
        for message in ["qual o preço do adubo?", "sobe 5% os produtos", "o item custa R$ 90?"] {
            assert!(!has(&[message], Tool::CreateExpense), "{message}");
        }
    }

    #[test]
    fn measures_come_with_people_where_both_are_spoken_of() {
        for message in [
            "hoje estou com 82,5 kg",
            "dormi 6 horas essa noite",
            "como está a evolução do meu peso?",
            "o sono tem correlação com o humor?",
            "apaga o registro de água de ontem",
            "registra 12 visitas de hoje",
            "I slept 7 hours",
        ] {
            for &tool in Tool::TRACKING {
                assert!(has(&[message], tool), "{message}: {tool:?}");
            }
        }
        assert!(has(&["registra 12 visitas de hoje"], Tool::UpdatePerson), "people are spoken of too");
        assert!(has(&["qual o preço do saco de 25 kg?"], Tool::SetPrice));
        assert!(!has(&["me lembra de ligar pro João"], Tool::RecordMetric));
    }
}
