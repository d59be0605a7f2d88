//! Which tools a turn offers. With the personal assistant off: those of the catalog. With it on twelve at most,
//! chosen by what is spoken about, because a model that is given more chooses worse:
//!
//! 1. A message that speaks of people, reminders or decisions gets all seven of their tools, and those that look
//!    into the catalog.
//! 2. A message that speaks of the catalog gets all of the catalog's, with two that look at people and reminders.
//! 3. A message that speaks of bills, debts, or what one spends and earns gets the nine tools of one's own money, with
//!    what a plan about it needs. The catalog's prices are not one's own money.
//! 4. A message that speaks of neither is about what the last one before it was that spoke of either; where there
//!    is none, about both: the tools of people and what looks into the catalog.
//! 5. A page may say what is spoken about: a conversation that belongs to a person speaks of people.

use crate::assistant::tools::Tool;
use crate::text::normalize_text;

/// Most tools of a turn.
pub const MAX_OFFERED: usize = 12;

/// What a turn is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnArea {
    /// Products, prices, questions.
    Catalog,
    /// People, reminders, decisions.
    Personal,
    /// Bills, debts, expenses, incomes, investments of one's own.
    Finance,
}

/// Beginnings of words that speak of people, reminders and decisions.
const PERSONAL: &[&str] = &[
    "lembr",
    "avis",
    "aniversar",
    "client",
    "pessoa",
    "telefon",
    "liga",
    "ligu",
    "visit",
    "reuni",
    "agend",
    "compromiss",
    "decid",
    "decis",
    "escolh",
    "presente",
    "esposa",
    "marido",
    "filh",
    "amig",
    "anot",
    "amanha",
    "remind",
    "birthday",
    "customer",
    "person",
    "people",
    "decision",
    "decide",
    "meeting",
    "gift",
    "tomorrow",
    "call",
];

/// Beginnings of words that speak of the catalog.
const CATALOG: &[&str] = &[
    "prec",
    "produt",
    "item",
    "itens",
    "catalog",
    "estoque",
    "herbicid",
    "fungicid",
    "inseticid",
    "adub",
    "fertiliz",
    "sement",
    "defensiv",
    "cadastr",
    "desconto",
    "promoc",
    "reajust",
    "fabricant",
    "categor",
    "cart",
    "compar",
    "dose",
    "bula",
    "praga",
    "faq",
    "price",
    "product",
    "stock",
    "herbicide",
    "seed",
];

/// Beginnings of words that speak of one's own money.
const FINANCE: &[&str] = &[
    "conta",
    "contas",
    "boleto",
    "fatura",
    "divida",
    "parcela",
    "gast",
    "despesa",
    "renda",
    "salario",
    "receb",
    "investi",
    "poupanc",
    "orcamento",
    "pagu",
    "pagar",
    "pago",
    "dinheiro",
    "financ",
    "bill",
    "debt",
    "expense",
    "spen",
    "income",
    "salary",
    "invest",
    "budget",
    "paid",
    "money",
];

/// The tools of a turn that begins with `messages` of the person, the newest first. `personal` says whether the
/// personal assistant is on, `of_person` whether the conversation belongs to a person.
pub fn offered_tools<'a>(
    personal: bool,
    of_person: bool,
    messages: impl IntoIterator<Item = &'a str>,
) -> Vec<Tool> {
    if !personal {
        return Tool::CATALOG.to_vec();
    }
    let spoken = messages.into_iter().find_map(area_of);
    let tools: Vec<Tool> = match spoken.or(of_person.then_some(TurnArea::Personal)) {
        Some(TurnArea::Catalog) => {
            Tool::CATALOG.into_iter().chain([Tool::GetPerson, Tool::ListReminders]).collect()
        }
        Some(TurnArea::Finance) => {
            let beside = [Tool::CatalogSearch, Tool::CreateReminder, Tool::SaveDecision];
            beside.into_iter().chain(Tool::FINANCE).collect()
        }
        Some(TurnArea::Personal) | None => {
            let looking = [
                Tool::CatalogSearch,
                Tool::SearchFaqs,
                Tool::GetItem,
                Tool::CompareItems,
                Tool::RenderPreset,
            ];
            looking.into_iter().chain(Tool::PERSONAL).collect()
        }
    };
    debug_assert!(tools.len() <= MAX_OFFERED);
    tools
}

/// What a message speaks about: that of which it has more words; where it has as many, one's own money before people,
/// and people before the catalog. A sign of money alone speaks of the catalog, unless a word speaks of one's own.
fn area_of(message: &str) -> Option<TurnArea> {
    let folded = normalize_text(message);
    let words = || folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let count = |beginnings: &[&str]| {
        words().filter(|word| beginnings.iter().any(|start| word.starts_with(start))).count()
    };
    let signs = usize::from(message.contains('%') || message.contains("R$"));
    let (own, catalog) = (count(FINANCE), count(CATALOG));
    if own > catalog && own >= count(PERSONAL) {
        return Some(TurnArea::Finance);
    }
    match (count(PERSONAL), catalog + signs) {
        (0, 0) => None,
        (personal, catalog) if personal >= catalog => Some(TurnArea::Personal),
        _ => Some(TurnArea::Catalog),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_offers_twelve_tools_at_most_and_none_of_people_while_they_are_off() {
        for message in
            ["", "paguei a conta", "sobe 5% os preços", "me lembra de ligar pro João amanhã", "bom dia"]
        {
            let on = offered_tools(true, false, [message]);
            assert!(on.len() <= MAX_OFFERED, "{message}: {}", on.len());
            let off = offered_tools(false, true, [message]);
            assert_eq!(off, Tool::CATALOG, "{message}");
        }
    }

    #[test]
    fn ones_own_money_is_not_the_price_of_a_product() {
        let has = |message: &str, tool| offered_tools(true, false, [message]).contains(&tool);
        for message in [
            "paguei a conta de luz",
            "gastei R$ 450 no mercado",
            "quanto falta das minhas dívidas?",
            "me lembra de pagar o boleto amanhã",
            "how much did I spend this month?",
        ] {
            assert!(has(message, Tool::MarkBillPaid) && has(message, Tool::CreateReminder), "{message}");
            assert!(!has(message, Tool::SetPrice), "{message}");
        }
        for message in ["qual o preço do adubo?", "sobe 5% os produtos", "o item custa R$ 90?"] {
            assert!(!has(message, Tool::CreateExpense), "{message}");
        }
    }

    #[test]
    fn what_is_spoken_about_decides() {
        let has =
            |messages: &[&str], tool| offered_tools(true, false, messages.iter().copied()).contains(&tool);
        for message in [
            "me lembra de ligar pro João amanhã às 9",
            "quando é o aniversário da Maria?",
            "anota que o seu Zé prefere retirar na loja",
            "decidi contratar mais um vendedor",
            "remind me to call Ana tomorrow",
            "bom dia",
        ] {
            assert!(has(&[message], Tool::CreateReminder) && !has(&[message], Tool::SetPrice), "{message}");
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
}
