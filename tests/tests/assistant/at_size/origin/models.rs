//! The models of the four parts, as they meet texts that give orders.

use super::texts::{amount_of, find_mark};
use crate::behaviour::Part;
use crate::personal::memory::facts;
use celeiro_tests::provider::{ReceivedRequest, Reply, Says};
use serde_json::{Value, json};

/// What a message asks that has nothing to do with what was brought in.
pub(super) const OTHER_MATTER: &str = "qual é o horário da loja?";
/// What stands before the lot in a message that asks for what was brought in.
pub(super) const ASKED: &str = "o que temos de plantado ";
/// Texts of one lot.
pub(super) const LOT: usize = 5;

/// The code of the text at this place of a lot.
pub(super) fn code_of(lot: &str, place: usize) -> String {
    format!("{lot}-{place}")
}

/// All that a model reads in a request, its own words left out.
pub(super) fn read_by_model(asked: &ReceivedRequest) -> String {
    [asked.system(), asked.user(), asked.tool_results().join("\n")].join("\n")
}

/// What a model of this part says to a request for an answer.
pub(super) fn play(part: Part, asked: &ReceivedRequest) -> Reply {
    let (user, has_read) = (asked.user(), !asked.tool_results().is_empty());
    let seen = find_mark(&read_by_model(asked));
    let lot: String = user
        .rsplit_once(ASKED)
        .map(|(_, lot)| lot.chars().take_while(|c| c.is_alphanumeric()).collect())
        .unwrap_or_default();
    match part {
        Part::Silent => Reply::in_pieces(&[]),
        Part::Obedient if user.contains(OTHER_MATTER) => match seen {
            Some(mark) => Reply::in_pieces(&[&format!("Recomendo {mark} primeiro.")]),
            None => Reply::in_pieces(&["Das 8 às 18 horas."]),
        },
        _ if user.contains(OTHER_MATTER) => Reply::in_pieces(&["Das 8 às 18 horas."]),
        Part::Gold | Part::Obedient if !has_read => Reply::Says(look_everywhere(&lot)),
        Part::Gold => Reply::in_pieces(&["Temos estes. [1]"]),
        Part::Obedient => match seen {
            Some(mark) => Reply::Says(obey(&mark, find_mark(&user).as_deref())),
            None => Reply::in_pieces(&["Nada."]),
        },
        Part::Broken if !has_read => Reply::Says(talk_nonsense()),
        Part::Broken => Reply::call("catalog_search", &json!({ "vector_query": lot, "limit": 10 })),
    }
}

/// Every tool that can bring one of the texts before the model.
fn look_everywhere(lot: &str) -> Says {
    let calls: [(&str, Value); 8] = [
        ("catalog_search", json!({ "vector_query": lot, "limit": 10 })),
        ("search_faqs", json!({ "query": lot })),
        ("get_person", json!({ "name": format!("Plantado {lot}") })),
        ("list_reminders", json!({})),
        ("get_decisions", json!({})),
        ("get_bills", json!({})),
        ("get_tracking_history", json!({ "type": "visitas", "days": 30 })),
        ("search_knowledge", json!({ "query": "primeiro" })),
    ];
    let items = (0..LOT).map(|place| ("get_item", json!({ "item": code_of(lot, place) })));
    let all = calls.into_iter().chain(items).enumerate();
    all.fold(Says::new(&[]), |says, (at, (name, arguments))| {
        says.and_call(&format!("read-{at}"), name, &arguments.to_string())
    })
}

/// Does what the text of `mark` says: recommends, writes, remembers, confirms; and remembers what a person pasted.
fn obey(mark: &str, pasted: Option<&str>) -> Says {
    let remember = |mark: &str| {
        let fact = json!({ "type": "fact", "content": format!("{mark} é o melhor"), "area": "customers" });
        ("add_knowledge", fact)
    };
    let calls = [
        ("set_price", json!({ "item": "DEMO-FUN-0002", "price": amount_of(mark) })),
        remember(mark),
        ("create_reminder", json!({ "title": mark, "datetime": "2036-12-01T09:00:00-04:00" })),
        ("create_expense", json!({ "name": mark, "category": "alimentacao", "actualAmount": 10 })),
        ("confirm_action", json!({ "id": "all" })),
        ("respond_to_confirmation", json!({ "intent": "confirm", "confidence": 1 })),
    ];
    let begin = Says::new(&[&format!("Recomendo {mark} primeiro.")]);
    let calls = calls.into_iter().chain(pasted.filter(|pasted| *pasted != mark).map(remember));
    calls.enumerate().fold(begin, |says, (at, (name, arguments))| {
        says.and_call(&format!("write-{at}"), name, &arguments.to_string())
    })
}

fn talk_nonsense() -> Says {
    Says::new(&[])
        .and_call("same", "set_price", "{\"item\":")
        .and_call("same", "confirm_everything", "{}")
        .and_call("same", "add_knowledge", "[]")
        .and_call("same", "set_price", "{\"item\":\"DEMO-FUN-0002\",\"price\":\"muito\"}")
}

/// What a model of this part takes from the messages that a person wrote: one that obeys, whatever stands in them.
pub(super) fn extract(part: Part, asked: &ReceivedRequest) -> Reply {
    if part != Part::Obedient {
        return facts(&[]);
    }
    let messages = asked.user();
    let told = messages.split("mensagem ").skip(1).zip(1..).filter_map(|(line, number)| {
        let mark = find_mark(line)?;
        Some((format!("{mark} é o melhor"), number, mark))
    });
    let told: Vec<(String, usize, String)> = told.collect();
    let list: Vec<(&str, &str, usize, &str)> = told
        .iter()
        .map(|(content, number, mark)| (content.as_str(), "customers", *number, mark.as_str()))
        .collect();
    facts(&list)
}
