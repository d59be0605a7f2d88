//! Every tool answers in the shape of its reference: the fields that stand there, each of its type, and no others. The
//! shapes, quoted here, are those of the assistant that this one follows: of its tools, its memory and its catalog.

mod nothing;
mod rows;

use self::rows::{finance_rows, life_rows};
use crate::support::{World, card};
use celeiro_app::api::Empty;
use celeiro_app::assistant::actions::list_tools;
use celeiro_app::personal::finance::records::{
    CreateBill, CreateDebt, CreateExpense, CreateIncome, CreateInvestment, create_bill, create_debt,
    create_expense, create_income, create_investment,
};
use celeiro_app::personal::people::{CreatePerson, create_person};
use celeiro_app::personal::tracking::entries::{CreateMetric, create_metric};
use celeiro_domain::assistant::Tool;
use celeiro_domain::personal::decision::Area;
use celeiro_tests::provider::Reply;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// What is said, the call that a model makes then, and what it answers.
struct Row {
    said: &'static str,
    tool: &'static str,
    arguments: Value,
    answers: Answers,
}

enum Answers {
    /// A status, then one line of JSON of this shape.
    Shape(Value),
    /// A status, then lines of text with these marks: where the reference promises no fields.
    Lines(&'static str, &'static [&'static str]),
    /// A card; once it is confirmed, a result of this shape.
    Confirmed(Value),
    /// What the person's own words save at once.
    AtOnce,
}

/// Differences between a value and a shape: `string`, `number`, `boolean`; `?` behind it where a field may be missing,
/// `|null` where it may be empty, `list` for any number of strings; another list has one shape for all of its members,
/// and at least one, or none of them where the list is empty in the shape.
fn compare(path: &str, shape: &Value, value: &Value, out: &mut Vec<String>) {
    match (shape, value) {
        (Value::Object(fields), Value::Object(given)) => {
            for name in given.keys().filter(|name| !fields.contains_key(*name)) {
                out.push(format!("{path}.{name}: is not in the reference"));
            }
            for (name, shape) in fields {
                let may_miss = shape.as_str().is_some_and(|text| text.ends_with('?'));
                match given.get(name) {
                    Some(value) => compare(&format!("{path}.{name}"), shape, value, out),
                    None if may_miss => {}
                    None => out.push(format!("{path}.{name}: is missing")),
                }
            }
        }
        (Value::Array(members), Value::Array(given)) => {
            if given.is_empty() != members.is_empty() {
                out.push(format!("{path}: has {} members", given.len()));
            }
            for (at, value) in given.iter().enumerate() {
                members.iter().for_each(|shape| compare(&format!("{path}[{at}]"), shape, value, out));
            }
        }
        (Value::String(allowed), value) => {
            let allowed = allowed.trim_end_matches('?');
            let kind = match value {
                Value::String(_) => "string",
                Value::Number(_) => "number",
                Value::Bool(_) => "boolean",
                Value::Null => "null",
                Value::Array(members) if members.iter().all(Value::is_string) => "list",
                Value::Array(_) | Value::Object(_) => "more",
            };
            if !allowed.split('|').any(|one| one == kind) {
                out.push(format!("{path}: {value} is no {allowed}"));
            }
        }
        _ => out.push(format!("{path}: {value} is not {shape}")),
    }
}

/// Tools of the catalog.
fn catalog_rows([code, other]: [&str; 2]) -> Vec<Row> {
    let row = |tool, arguments, answers| Row { said: "o que temos de herbicida?", tool, arguments, answers };
    let success = || Answers::Confirmed(json!({ "success": "boolean" }));
    let search = json!({ "vector_query": "herbicida", "limit": 3 });
    vec![
        row("catalog_search", search, Answers::Lines("ok: found 3 products", &["[1] ", "id: ", "preço: "])),
        row(
            "search_faqs",
            json!({ "query": "prazo de entrega" }),
            Answers::Lines("ok: found", &["pergunta: ", "resposta: "]),
        ),
        row(
            "get_item",
            json!({ "item": code }),
            Answers::Lines("ok: found 1 products", &["[1] ", "atributos: "]),
        ),
        row(
            "compare_items",
            json!({ "items": [code, other] }),
            Answers::Lines("ok: found 2 products", &["[1] ", "[2] "]),
        ),
        row(
            "render_preset",
            json!({ "preset": "product-hero" }),
            Answers::Lines("ok: rendered", &["with preset=product-hero"]),
        ),
        row(
            "freestyle",
            json!({ "entity_type": "product", "formation": "grid" }),
            Answers::Lines("ok: rendered", &["freestyle"]),
        ),
        row("set_price", json!({ "item": code, "price": 77 }), success()),
        row("update_item", json!({ "item": code, "notes": "conferido" }), success()),
        row("create_item", json!({ "name": "Balança de teste" }), success()),
        row("create_faq", json!({ "question": "Abre no sábado?", "answer": "Até o meio-dia." }), success()),
    ]
}

type Call = (&'static str, Value);

/// A program with a row of every sort, and the call that its model makes next. Cards are of the last search: before
/// them the model searches.
async fn prepare() -> (World, Arc<Mutex<Call>>) {
    let next: Arc<Mutex<Call>> = Arc::new(Mutex::new(("get_bills", json!({}))));
    let told = next.clone();
    let world = World::personal(move |asked| {
        let (tool, arguments) = told.lock().unwrap().clone();
        let draws = matches!(tool, "render_preset" | "freestyle");
        match asked.tool_results().len() {
            0 if draws => Reply::call("catalog_search", &json!({ "vector_query": "herbicida", "limit": 3 })),
            0 => Reply::call(tool, &arguments),
            1 if draws => Reply::call(tool, &arguments),
            _ => Reply::in_pieces(&["Certo."]),
        }
    })
    .await;
    (world, next)
}

fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

/// Rows of the person's own money; the ids of a bill and of a debt.
async fn enter_money(world: &World) -> [String; 2] {
    let (app, caller) = (&world.app, &world.caller);
    let bill = json!({ "name": "Luz", "category": "servicos", "amount": "120,50", "dueDay": 1, "isRecurring": true,
        "monthYear": "2020-01" });
    let bill = create_bill(app, caller, CreateBill { operation_id: None, draft: read(bill) }).await.unwrap();
    let expense =
        json!({ "name": "Feira", "category": "alimentacao", "expectedAmount": "300", "actualAmount": "310" });
    create_expense(app, caller, CreateExpense { operation_id: None, draft: read(expense) }).await.unwrap();
    let income = json!({ "name": "Salário", "type": "salario", "frequency": "mensal", "expectedAmount": "5000",
        "isRecurring": true });
    create_income(app, caller, CreateIncome { operation_id: None, draft: read(income) }).await.unwrap();
    let debt = json!({ "name": "Trator", "creditor": "Banco", "totalAmount": "9000", "installmentAmount": "100",
        "totalInstallments": 90, "paidInstallments": 3, "isNegotiated": true, "dueDay": 1, "firstMonth": "2020-01" });
    let debt = create_debt(app, caller, CreateDebt { operation_id: None, draft: read(debt) }).await.unwrap();
    let open = json!({ "name": "Fiado", "totalAmount": "50" });
    create_debt(app, caller, CreateDebt { operation_id: None, draft: read(open) }).await.unwrap();
    let investment =
        json!({ "name": "Reserva", "type": "reserva", "currentAmount": "10", "goalAmount": "100" });
    create_investment(app, caller, CreateInvestment { operation_id: None, draft: read(investment) })
        .await
        .unwrap();
    [bill.id.to_string(), debt.id.to_string()]
}

/// A person, what is known, and values of days; the ids of two of them.
async fn enter_life(world: &World) -> [String; 2] {
    let (app, caller) = (&world.app, &world.caller);
    let person = read(json!({ "name": "Joana Prado" }));
    create_person(app, caller, CreatePerson { operation_id: None, draft: person }).await.unwrap();
    crate::personal::memory::enter(world, "Joana recebe às sextas", Area::Customers).await;
    crate::personal::memory::enter(world, "moro em Sorriso", Area::Relationships).await;
    let pattern = json!({ "type": "insight", "content": "Joana compra mais depois da chuva", "area": "customers",
        "confidence": 0.9 });
    let request =
        celeiro_app::personal::memory::items::CreateKnowledge { operation_id: None, draft: read(pattern) };
    celeiro_app::personal::memory::items::create_knowledge(app, caller, request).await.unwrap();
    let today = chrono::Utc::now().date_naive();
    let mut ids = Vec::new();
    for back in 1..=5 {
        let date = (today - chrono::Days::new(back)).to_string();
        for (kind, value) in [("sleep", 6.0 + back as f64 / 4.0), ("visitas", back as f64)] {
            let draft = read(json!({ "type": kind, "value": value, "date": date }));
            let request = CreateMetric { operation_id: None, draft };
            ids.push(create_metric(app, caller, request).await.unwrap().id.to_string());
        }
    }
    [ids[0].clone(), ids[2].clone()]
}

/// Makes the call of a row, and says what differs in its answer.
async fn check_row(world: &World, next: &Mutex<Call>, row: &Row) -> Vec<String> {
    *next.lock().unwrap() = (row.tool, row.arguments.clone());
    let before = world.provider.received_requests().len();
    let response = world.ask(row.said).await;
    let asked = world.provider.received_requests();
    let mut own = asked.iter().skip(before).rev();
    let result = own.find_map(|one| one.tool_results().pop());
    // A turn that ends with a card asks no model again: what was done is in the action.
    let result = match (result, &row.answers) {
        (None, Answers::Confirmed(_)) => String::new(),
        (result, _) => {
            result.unwrap_or_else(|| panic!("{}: no round had its result: {response:?}", row.tool))
        }
    };
    let mut out = Vec::new();
    match &row.answers {
        Answers::Shape(shape) => {
            let line = result.lines().find(|line| line.starts_with('{'));
            match line.and_then(|line| serde_json::from_str::<Value>(line).ok()) {
                Some(value) => compare(row.tool, shape, &value, &mut out),
                None => out.push(format!("{}: no line of JSON in {result}", row.tool)),
            }
        }
        Answers::Lines(status, marks) => {
            let holds = result.starts_with(status) && marks.iter().all(|mark| result.contains(mark));
            if !holds {
                out.push(format!("{}: {status} {marks:?}, not {result}", row.tool));
            }
        }
        Answers::Confirmed(shape) => {
            assert_eq!(response.pending.len(), 1, "{} {}: {result}", row.tool, row.arguments);
            let action = world.confirm(card(&response).action_id).await.unwrap();
            assert_eq!(world.action(action.id).await.results, action.results, "looked at again");
            compare(row.tool, &json!([shape]), &Value::Array(action.results), &mut out);
        }
        Answers::AtOnce if result.starts_with("ok: saved") => {}
        Answers::AtOnce => out.push(format!("{}: {result}", row.tool)),
    }
    out
}

#[tokio::test(flavor = "multi_thread")]
async fn every_tool_answers_in_its_shape() {
    let (world, next) = prepare().await;
    let [bill, debt] = enter_money(&world).await;
    let entries = enter_life(&world).await;
    let items: Vec<uuid::Uuid> = sqlx::query_scalar("SELECT id FROM catalog_items ORDER BY id LIMIT 2")
        .fetch_all(&world.pool)
        .await
        .unwrap();
    let (code, other) = (items[0].to_string(), items[1].to_string());
    let mut rows = finance_rows(&bill, &debt);
    rows.extend(life_rows([&entries[0], &entries[1]]));
    rows.extend(catalog_rows([&code, &other]));
    let mut wrong = Vec::new();
    for row in &rows {
        wrong.extend(check_row(&world, &next, row).await);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let looked_at: BTreeSet<&str> = rows.iter().map(|row| row.tool).collect();
    let offered = list_tools(&world.app, &world.caller, Empty {}).await.unwrap();
    let offered: BTreeSet<&str> = offered.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!((&looked_at, offered.len()), (&offered, Tool::ALL.len()));
    world.close().await;
}

#[test]
fn a_result_that_differs_is_named() {
    let shape = json!({ "id": "string", "amount": "number|null", "paidAt": "string?", "rows": [{ "name": "string" }] });
    let compare_value = |value: Value| {
        let mut out = Vec::new();
        compare("x", &shape, &value, &mut out);
        out
    };
    assert!(compare_value(json!({ "id": "1", "amount": null, "rows": [{ "name": "a" }] })).is_empty());
    let wrong = json!({ "id": 1, "amount": "2", "paidAt": null, "rows": [], "version": 3 });
    assert_eq!(compare_value(wrong).len(), 5);
}
