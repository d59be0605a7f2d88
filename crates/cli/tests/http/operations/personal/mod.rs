//! Records of the personal assistant over HTTP; here people, reminders and decisions: from beginning to end, two people
//! at once, asked again, misspelt, and while the personal assistant is off.

/// Declares `server`: one of that name with the personal assistant on, for the tests of a file.
macro_rules! declare_server {
    ($name:literal) => {
        fn server() -> &'static crate::server::Server {
            static OWN: std::sync::OnceLock<crate::server::Server> = std::sync::OnceLock::new();
            OWN.get_or_init(|| {
                let folder = crate::support::prepare_folder($name);
                crate::support::at_exit(|| {
                    if let Some(server) = OWN.get() {
                        server.ask_to_stop();
                        let runs = || crate::support::database_runs(&server.data_dir);
                        server.wait_until("its database stops", || !runs());
                    }
                });
                let on = [("ASSISTANT_PERSONAL", "true"), ("ASSISTANT_TIMEZONE", "America/Cuiaba")];
                let server = crate::server::start(&folder, &["--rate", "0"], &on);
                server.wait_until_ready();
                server
            })
        }
    };
}

mod finance;
mod memory;
mod tracking;
mod vault;

use crate::server::{Server, shared_server};
use serde_json::{Value, json};

const PEOPLE: &str = "/api/assistant/people";
const REMINDERS: &str = "/api/assistant/reminders";
const DECISIONS: &str = "/api/assistant/decisions";

declare_server!("personal");

fn at(list: &str, record: &Value) -> String {
    format!("{list}/{}", record["id"].as_str().unwrap_or_else(|| panic!("a record: {record}")))
}

#[test]
fn a_person_from_beginning_to_end() {
    let draft = json!({ "name": "Joaquim Tavares", "farm": "Boa Vista", "crops": ["soja", "Soja", "milho"],
        "phone": "+55 65 99999-0000", "birthday": "29/02", "preferences": { "entrega": "na fazenda" } });
    let made = server().ok("POST", PEOPLE, &draft);
    assert_eq!(
        (&made["version"], &made["birthday"], &made["crops"]),
        (&json!(1), &json!("02-29"), &json!(["soja", "milho"]))
    );
    let address = at(PEOPLE, &made);
    assert_eq!(server().get(&address).send().json(), made);
    let mut change = made.clone();
    change["notes"] = "Paga na safra.\nLigar cedo.".into();
    let changed = server().ok("PUT", &address, &change);
    assert_eq!(
        (&changed["version"], &changed["notes"]),
        (&json!(2), &change["notes"]),
        "sent back as it came"
    );
    assert_eq!(server().request("DELETE", &address).send().status, 200);
    assert_eq!(server().get(&address).send().error(404), "not_found");
    let restored = server().post(&format!("{address}/restore")).send();
    assert_eq!(restored.json()["name"], "Joaquim Tavares", "{}", restored.text());
}

#[test]
fn the_second_of_two_savers_sees_both_states_and_a_repeated_save_writes_once() {
    let operation = "0191b6d0-0000-7000-8000-000000000001";
    let draft = json!({ "name": "Repetida Uma Vez", "operationId": operation });
    let made = server().ok("POST", PEOPLE, &draft);
    assert_eq!(server().ok("POST", PEOPLE, &draft)["id"], made["id"], "asked again it is the same");
    let address = at(PEOPLE, &made);
    let save = |farm: &str| {
        let change = json!({ "name": "Repetida Uma Vez", "farm": farm, "version": 1 });
        server().request("PUT", &address).json(change.to_string()).send()
    };
    assert_eq!(save("da Ana").status, 200);
    let refused = save("do Beto");
    assert_eq!(refused.error(409), "conflict");
    let details = &refused.json()["details"];
    assert_eq!((&details["current"]["farm"], &details["current"]["version"]), (&json!("da Ana"), &json!(2)));
    assert_eq!(details["yours"]["farm"], "do Beto");
}

#[test]
fn a_misspelt_name_finds_its_person() {
    for name in ["Aparecida Bragantino", "Aparício Bragança"] {
        server().ok("POST", PEOPLE, &json!({ "name": name }));
    }
    let first = |text: &str| {
        let found = server().get(&format!("{PEOPLE}?text={text}")).send().json();
        found["rows"][0]["name"].clone()
    };
    for text in ["Aparesida", "aparecida%20bragantinno", "bragantino"] {
        assert_eq!(first(text), "Aparecida Bragantino", "{text}");
    }
    assert_eq!(first("aparicio"), "Aparício Bragança");
    assert_eq!(first("Wenceslau"), Value::Null);
}

#[test]
fn what_cannot_be_stored_is_named_with_what_is_allowed() {
    let good = json!({ "title": "Silo", "area": "finance" });
    let refuse = |list: &str, body: Value| {
        let answer = server().post(list).json(body.to_string()).send();
        let error = answer.json();
        (error["code"].clone(), error["details"]["fields"][0]["field"].clone(), error["message"].clone())
    };
    for (list, body, field) in [
        (PEOPLE, json!({ "name": " " }), "name"),
        (PEOPLE, json!({ "name": "a".repeat(201) }), "name"),
        (PEOPLE, json!({ "name": "Ana", "birthday": "30/02" }), "birthday"),
        (PEOPLE, json!({ "name": "Ana", "birthday": "2023-02-29" }), "birthday"),
        (PEOPLE, json!({ "name": "Ana", "phone": "amanhã" }), "phone"),
        (PEOPLE, json!({ "name": "Ana", "email": "ana" }), "email"),
        (REMINDERS, json!({ "title": "Ligar", "at": "amanhã" }), "at"),
        (REMINDERS, json!({ "title": "Ligar", "at": "2026-02-30T10:00" }), "at"),
        (REMINDERS, json!({ "title": "Ligar", "at": "2026-12-01T10:00", "zone": "Brasília" }), "zone"),
        (REMINDERS, json!({ "title": "Ligar", "at": "2026-12-01T10:00", "rrule": "FREQ=SECONDLY" }), "rrule"),
        (
            REMINDERS,
            json!({ "title": "Ligar", "at": "2026-12-01T10:00", "personId": "0191b6d0-0000-7000-8000-00000000ffff" }),
            "personId",
        ),
        (DECISIONS, json!({ "title": "", "area": "finance" }), "title"),
        (
            DECISIONS,
            json!({ "title": "Silo", "area": "finance", "options": [{ "title": "A" }], "choice": "B" }),
            "choice",
        ),
        (DECISIONS, json!({ "title": "Silo", "area": "finance", "reviewAt": "2199-01-01" }), "reviewAt"),
    ] {
        let (code, wrong, message) = refuse(list, body.clone());
        assert_eq!((code, wrong), (json!("invalid_fields"), json!(field)), "{body}: {message}");
    }
    for (list, body) in [
        (PEOPLE, json!({ "name": "Ana", "cpf": "123" })),
        (PEOPLE, json!({ "name": 5 })),
        (PEOPLE, json!([])),
        (REMINDERS, json!({ "title": "Ligar" })),
        (DECISIONS, json!({ "title": "Silo", "area": "dinheiro" })),
    ] {
        assert_eq!(refuse(list, body.clone()).0, "invalid_request", "{body}");
    }
    assert_eq!(server().ok("POST", DECISIONS, &good)["state"], "open");
}

#[test]
fn a_reminder_keeps_the_time_on_the_clock_and_is_done_once() {
    let made =
        server().ok("POST", REMINDERS, &json!({ "title": "Ligar para a Ana", "at": "2026-11-01T09:00" }));
    assert_eq!(
        (&made["zone"], &made["at"], &made["nextAt"]),
        (&json!("America/Cuiaba"), &json!("2026-11-01T09:00:00"), &json!("2026-11-01T13:00:00Z"))
    );
    let address = at(REMINDERS, &made);
    let is_due = || {
        let due = server().get("/api/assistant/due-reminders").send().json();
        due.as_array().unwrap().iter().any(|one| one["id"] == made["id"])
    };
    assert!(is_due());
    let operation = "0191b6d0-0000-7000-8000-000000000002";
    let done = server().ok("POST", &format!("{address}/complete"), &json!({ "operationId": operation }));
    assert_eq!((&done["state"], &done["nextAt"]), (&json!("done"), &Value::Null));
    assert!(!is_due());
    let undone = server().ok("POST", &format!("/api/assistant/changes/{operation}/undo"), &json!({}));
    assert_eq!((&undone["undone"], &undone["conflicts"]), (&json!(1), &json!(0)));
    assert!(is_due(), "open again, at the same time");
    let again = undone["operationId"].as_str().unwrap();
    server().ok("POST", &format!("/api/assistant/changes/{again}/undo"), &json!({}));
    assert!(!is_due(), "an undo is undone too");
}

#[test]
fn done_from_two_pages_a_reminder_keeps_its_next_time() {
    let draft = json!({ "title": "Fechar o caixa", "at": "2026-11-01T18:00", "rrule": "FREQ=DAILY" });
    let made = server().ok("POST", REMINDERS, &draft);
    let address = format!("{}/complete", at(REMINDERS, &made));
    let operation = "0191b6d0-0000-7000-8000-000000000009";
    let seen = json!({ "dueAt": made["nextAt"], "operationId": operation });
    let done = server().ok("POST", &address, &seen);
    assert_eq!(server().ok("POST", &address, &seen)["nextAt"], done["nextAt"], "asked again");
    let other = server().post(&address).json(json!({ "dueAt": made["nextAt"] }).to_string()).send();
    assert_eq!(other.error(409), "conflict");
    let now = server().get(&at(REMINDERS, &made)).send().json();
    assert_eq!(now["nextAt"], done["nextAt"]);
}

#[test]
fn a_reminder_of_other_words_is_not_told_again() {
    let draft = json!({ "title": "Regar a estufa", "at": "2026-11-01T09:00", "rrule": "FREQ=DAILY" });
    let made = server().ok("POST", REMINDERS, &draft);
    let address = at(REMINDERS, &made);
    let done = server().ok("POST", &format!("{address}/complete"), &json!({}));
    assert_ne!(done["nextAt"], made["nextAt"]);
    let mut change = done.clone();
    change["title"] = "Regar a estufa nova".into();
    let saved = server().ok("PUT", &address, &change);
    assert_eq!(saved["title"], "Regar a estufa nova");
    assert_eq!((&saved["nextAt"], &saved["doneAt"]), (&done["nextAt"], &done["doneAt"]));
    let mut later = saved.clone();
    later["at"] = "2026-11-01T10:00".into();
    assert_ne!(server().ok("PUT", &address, &later)["nextAt"], saved["nextAt"], "another time moves it");
}

#[test]
fn a_decision_comes_up_again_and_is_reviewed() {
    let draft = json!({ "title": "Alugar o silo do vizinho", "area": "customers", "reviewAt": "2020-01-01",
        "options": [{ "title": "Alugar", "pros": ["perto"], "cons": [] }, { "title": "Comprar" }],
        "choice": "Alugar" });
    let made = server().ok("POST", DECISIONS, &draft);
    assert_eq!(made["state"], "decided");
    let comes_up = || {
        let due = server().get("/api/assistant/decisions-to-review").send().json();
        due.as_array().unwrap().iter().any(|one| one["id"] == made["id"])
    };
    assert!(comes_up());
    let mut reviewed = made.clone();
    reviewed["outcome"] = "Valeu a pena.".into();
    assert_eq!(server().ok("PUT", &at(DECISIONS, &made), &reviewed)["state"], "reviewed");
    assert!(!comes_up());
}

#[test]
fn what_is_forgotten_is_gone_with_its_journal() {
    let operation = "0191b6d0-0000-7000-8000-000000000003";
    let made = server().ok("POST", PEOPLE, &json!({ "name": "Esquecida Já", "operationId": operation }));
    let exported = server().get("/api/assistant/export").send();
    assert!(exported.text().contains("Esquecida Já"));
    let forget = json!({ "kind": "people", "id": made["id"] });
    assert_eq!(server().ok("POST", "/api/assistant/forget", &forget)["people"], 1);
    assert!(!server().get("/api/assistant/export").send().text().contains("Esquecida Já"));
    let undo = server().post(&format!("/api/assistant/changes/{operation}/undo")).json("{}").send();
    assert_eq!(undo.error(404), "not_found", "nothing brings it back");
    assert_eq!(server().post(&format!("{}/restore", at(PEOPLE, &made))).send().error(404), "not_found");
    let whole = server().post("/api/assistant/forget").json(json!({ "id": made["id"] }).to_string()).send();
    assert_eq!(whole.error(400), "invalid_request", "an id without its kind is not everything");
}

#[test]
fn a_conversation_belongs_to_a_person() {
    let person = server().ok("POST", PEOPLE, &json!({ "name": "Dona da Conversa" }));
    let answer = server().ok("POST", "/api/chat", &json!({ "message": "bom dia" }));
    let conversation =
        answer["conversationId"].as_str().unwrap_or_else(|| panic!("a conversation: {answer}"));
    let address = format!("/api/assistant/conversations/{conversation}/person");
    assert_eq!(server().get(&address).send().json()["personId"], Value::Null);
    server().ok("PUT", &address, &json!({ "personId": person["id"] }));
    let listed = server().get(&format!("{}/conversations", at(PEOPLE, &person))).send().json();
    assert_eq!(listed[0]["id"], conversation);
    server().ok("POST", "/api/assistant/forget", &json!({ "kind": "people", "id": person["id"] }));
    assert_eq!(server().get(&address).send().json()["personId"], Value::Null, "the conversation stays");
}

#[test]
fn nothing_of_it_is_there_while_it_is_off() {
    let off = shared_server();
    let state = off.get("/api/assistant/state").send().json();
    assert_eq!(state["on"], false);
    for path in [PEOPLE, REMINDERS, DECISIONS, "/api/assistant/export", "/api/assistant/due-reminders"] {
        let refused = off.get(path).send();
        assert_eq!(refused.error(403), "personal_off", "{path}");
        assert_eq!(refused.json()["details"]["setting"], "ASSISTANT_PERSONAL");
    }
    assert_eq!(off.post(PEOPLE).json(json!({ "name": "Ana" }).to_string()).send().error(403), "personal_off");
    let tools = |server: &Server| {
        let tools = server.get("/api/tools").send().json();
        tools.as_array().unwrap().iter().any(|tool| tool["name"] == "create_reminder")
    };
    assert!(!tools(off) && tools(server()));
    let state = server().get("/api/assistant/state").send().json();
    assert_eq!((&state["on"], &state["timeZone"]), (&json!(true), &json!("America/Cuiaba")));
}

/// An entry of each kind that people type in again and again, and where it is made.
fn list_entries() -> [(&'static str, Value); 4] {
    [
        (
            "/api/assistant/finance/bills",
            json!({ "name": "Igual", "category": "servicos", "amount": 20, "dueDay": 5, "isRecurring": true,
                "monthYear": "2033-03" }),
        ),
        (
            "/api/assistant/finance/expenses",
            json!({ "name": "Igual", "category": "alimentacao", "actualAmount": 20, "monthYear": "2033-03" }),
        ),
        (
            "/api/assistant/metrics",
            json!({ "type": "Igual", "value": 2, "unit": "un", "date": "2026-01-12" }),
        ),
        (REMINDERS, json!({ "title": "Igual", "at": "2033-03-04T09:00" })),
    ]
}

#[test]
fn sent_twice_under_one_id_an_entry_is_one_and_two_equal_ones_are_two() {
    for (number, (address, draft)) in list_entries().into_iter().enumerate() {
        let send = |operation: Option<String>| {
            let mut sent = draft.clone();
            if let Some(operation) = operation {
                sent["operationId"] = operation.into();
            }
            server().ok("POST", address, &sent)["id"].clone()
        };
        let first = format!("0191b6d0-0000-7000-8000-0000000000d{number}");
        // A double click: both are under way at once.
        let ids: Vec<Value> = std::thread::scope(|scope| {
            let clicks: Vec<_> = (0..4).map(|_| scope.spawn(|| send(Some(first.clone())))).collect();
            clicks.into_iter().map(|click| click.join().unwrap()).collect()
        });
        assert!(ids.iter().all(|id| *id == ids[0]), "{address}: {ids:?}");
        let of_another_id = send(Some(format!("0191b6d0-0000-7000-8000-0000000000e{number}")));
        let without_an_id = send(None);
        assert!(
            of_another_id != ids[0] && without_an_id != ids[0] && of_another_id != without_an_id,
            "{address}"
        );
    }
}
