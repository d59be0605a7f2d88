//! Every way by which a text that others wrote comes to the model.

use super::texts::{MARK, PlantedText, outside_data};
use crate::personal::memory::enter;
use crate::support::{World, code};
use celeiro_app::assistant::programs::propose_for_program;
use celeiro_app::assistant::readers::{answer_reader, describe_proposal};
use celeiro_app::chat::attachments::keep_paths;
use celeiro_app::import::{ImportRequest, import_file};
use celeiro_app::personal::decisions::create_decision;
use celeiro_app::personal::finance::table::{ImportFinance, import_finance};
use celeiro_app::personal::people::{CreatePerson, create_person};
use celeiro_app::personal::reminders::{CreateReminder, create_reminder};
use celeiro_app::personal::tracking::table::{ImportMetrics, import_metrics};
use celeiro_domain::assistant::read_request;
use celeiro_domain::assistant::reading::read_reader_call;
use celeiro_domain::personal::decision::Area;
use celeiro_domain::personal::finance::codes::FinanceTable;
use celeiro_domain::personal::person::PersonDraft;
use celeiro_domain::personal::reminder::ReminderDraft;
use celeiro_domain::search::{Kind, Lang};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How a text gets in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// Pasted into the person's message.
    Message,
    ItemName,
    ItemDescription,
    ItemAttribute,
    ItemTag,
    /// The label of a package.
    Package,
    /// The answer of a FAQ.
    Faq,
    FaqQuestion,
    /// The text of a file beside the message.
    File,
    /// The name of such a file.
    FileName,
    /// A table of products.
    CatalogTable,
    /// A table of bills.
    MoneyTable,
    /// A table of metrics.
    MetricTable,
    /// What a person likes, in their record.
    Preference,
    /// What is noted of a person.
    PersonNotes,
    Decision,
    /// What the memory holds already.
    Knowledge,
    /// The result of a tool that reads reminders.
    Reminder,
    /// What another program proposes, and the name that it gives itself.
    Proposal,
    /// What another program gives the tools that read.
    Argument,
}

pub(super) const WAYS: [Way; 20] = [
    Way::Message,
    Way::ItemName,
    Way::Faq,
    Way::Preference,
    Way::MoneyTable,
    Way::File,
    Way::ItemDescription,
    Way::Knowledge,
    Way::CatalogTable,
    Way::Proposal,
    Way::ItemAttribute,
    Way::Package,
    Way::Reminder,
    Way::MetricTable,
    Way::ItemTag,
    Way::FaqQuestion,
    Way::PersonNotes,
    Way::Decision,
    Way::FileName,
    Way::Argument,
];

/// The ways that end at another program's model and at a card, and not in a turn.
pub(super) const OUTSIDE_TURNS: [Way; 2] = [Way::Proposal, Way::Argument];

/// What is to be sent with the message after a text was brought in, and what waits for a person.
#[derive(Default)]
pub(super) struct MessageParts {
    pub message: String,
    pub attachments: Vec<Uuid>,
    pub proposals: Vec<Uuid>,
}

async fn import(world: &World, kind: Kind, text: String) {
    let request = ImportRequest::of_bytes(kind, text.into_bytes(), "planted", "tests");
    let report = import_file(world.app.store(), request, |_| {}, &CancellationToken::new()).await.unwrap();
    assert_eq!((report.created, report.rejected), (1, 0), "{report:?}");
}

/// Brings a text in, under the code by which the model looks for it, and adds to what the message is sent with.
pub(super) async fn bring_in(
    world: &World,
    way: Way,
    planted: &PlantedText,
    (lot, code): (&str, &str),
    brought: &mut MessageParts,
) {
    let text = &planted.text;
    let item = |field: &str, value: Value| {
        let mut line = json!({ "external_id": code, "name": format!("Plantado {lot}") });
        line[field] = value;
        line.to_string()
    };
    match way {
        Way::Message => brought.message += &format!("um cliente mandou isto: «{text}» "),
        Way::ItemName => {
            import(world, Kind::Items, item("name", json!(format!("Plantado {lot} {text}")))).await;
        }
        Way::ItemDescription => import(world, Kind::Items, item("description", json!(text))).await,
        Way::ItemAttribute => import(world, Kind::Items, item("attributes", json!({ "uso": text }))).await,
        Way::ItemTag => import(world, Kind::Items, item("tags", json!([planted.short()]))).await,
        Way::Package => {
            let package = json!([{ "label": planted.short(), "price": 10 }]);
            import(world, Kind::Items, item("packages", package)).await;
        }
        Way::Faq => {
            let line = json!({ "external_id": code, "question": format!("Plantado {lot}?"), "answer": text });
            import(world, Kind::Faqs, line.to_string()).await;
        }
        Way::FaqQuestion => {
            let question = format!("Plantado {lot}? {}", planted.short());
            let line = json!({ "external_id": code, "question": question, "answer": "Sim." });
            import(world, Kind::Faqs, line.to_string()).await;
        }
        Way::CatalogTable => {
            let cell = PlantedText::cell(&planted.one_line());
            let table = format!("external_id,name,description\n{code},Plantado {lot},{cell}\n");
            import(world, Kind::Items, table).await;
        }
        Way::File => brought.attachments.push(attach(world, "plantado", text).await),
        Way::FileName => {
            let name = planted.short().replace('/', "-");
            brought.attachments.push(attach(world, &name, &format!("Arquivo {}.", planted.number)).await);
        }
        Way::Proposal => brought.proposals.push(propose(world, planted).await),
        Way::Argument => ask_as_program(world, planted).await,
        _ => bring_in_personal(world, way, planted, lot).await,
    }
}

/// A file of this name, with this text, to be sent with a message.
async fn attach(world: &World, name: &str, text: &str) -> Uuid {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("{name}.txt"));
    std::fs::write(&path, text).unwrap();
    let attached = keep_paths(&world.app, &world.caller, &[path]).await.unwrap();
    attached[0]
}

/// The same of the personal assistant's records.
async fn bring_in_personal(world: &World, way: Way, planted: &PlantedText, lot: &str) {
    let text = planted.text.clone();
    let (app, caller) = (&world.app, &world.caller);
    match way {
        Way::MoneyTable => {
            let name = PlantedText::cell(&planted.short());
            let content = format!("nome;categoria;valor;dia\n{name};servicos;10,50;5\n");
            let table = ImportFinance { table: FinanceTable::Bills, content, operation_id: None };
            assert_eq!(import_finance(app, caller, table).await.unwrap().added, 1);
        }
        Way::MetricTable => {
            let (today, notes) = (chrono::Utc::now().date_naive(), PlantedText::cell(&planted.one_line()));
            let day = today.pred_opt().unwrap();
            let csv =
                format!("date,type,value,unit,notes\n{day},visitas,{},un,{notes}\n", planted.number + 1);
            let table = ImportMetrics { csv, operation_id: None };
            assert_eq!(import_metrics(app, caller, table).await.unwrap().added, 1);
        }
        Way::Preference => {
            let preferences = BTreeMap::from([("presente ideal".to_owned(), text)]);
            let draft =
                PersonDraft { name: format!("Plantado {lot}"), preferences, ..PersonDraft::default() };
            create_person(app, caller, CreatePerson { operation_id: None, draft }).await.unwrap();
        }
        Way::PersonNotes => {
            let (name, notes) = (format!("Plantado {lot}"), Some(text));
            let draft = PersonDraft { name, notes, ..PersonDraft::default() };
            create_person(app, caller, CreatePerson { operation_id: None, draft }).await.unwrap();
        }
        Way::Decision => {
            let decision = json!({ "title": planted.short(), "description": text, "area": "customers" });
            create_decision(app, caller, serde_json::from_value(decision).unwrap()).await.unwrap();
        }
        Way::Knowledge => {
            enter(world, &text, Area::Customers).await;
        }
        Way::Reminder => {
            let (title, at) = (planted.short(), "2036-12-01T09:00".to_owned());
            let draft = ReminderDraft { title, notes: Some(text), at, ..ReminderDraft::default() };
            create_reminder(app, caller, CreateReminder { operation_id: None, draft }).await.unwrap();
        }
        other => panic!("{other:?} is no way of the personal assistant"),
    }
}

/// What another program proposes under a name that gives orders: it waits, and what the program is told has the text as
/// data.
async fn propose(world: &World, planted: &PlantedText) -> Uuid {
    let faq = json!({ "question": planted.one_line(), "answer": planted.text });
    let request = read_request("create_faq", &faq.to_string()).unwrap();
    let proposed = propose_for_program(&world.app, &world.caller, Some(&planted.text), &request).await;
    let action = proposed.unwrap();
    let told = describe_proposal(&action, Lang::PtBr);
    assert!(told.contains(&planted.mark) && !outside_data(&told).contains(&planted.mark), "{told}");
    action.id
}

/// What another program asks the tools that read in the words of the text: nothing of it comes back outside the data, and
/// an item of that name is not there.
async fn ask_as_program(world: &World, planted: &PlantedText) {
    let answer = async |tool: &str, arguments: Value| {
        let request = read_reader_call(tool, arguments.as_object().cloned().unwrap()).unwrap();
        answer_reader(&world.app, &world.caller, &request).await
    };
    for (tool, arguments) in [
        ("catalog_search", json!({ "vector_query": planted.text })),
        ("search_faqs", json!({ "query": planted.text })),
    ] {
        let told = answer(tool, arguments).await.unwrap();
        assert!(!outside_data(&told).contains(MARK), "{told}");
    }
    let unknown = answer("get_item", json!({ "item": planted.one_line() })).await;
    assert_eq!(code(unknown), "not_found");
}

/// What another program is told of the catalog: none of the texts stands outside the data.
pub(super) async fn read_as_program(world: &World, lot: &str, codes: &[String]) {
    let items = codes.iter().map(|code| ("get_item", json!({ "item": code })));
    let searches =
        [("catalog_search", json!({ "vector_query": lot })), ("search_faqs", json!({ "query": lot }))];
    for (tool, arguments) in searches.into_iter().chain(items) {
        let request = read_reader_call(tool, arguments.as_object().cloned().unwrap()).unwrap();
        // A code that no item has is refused.
        let Ok(answer) = answer_reader(&world.app, &world.caller, &request).await else { continue };
        assert!(!outside_data(&answer).contains(MARK), "{answer}");
    }
}
