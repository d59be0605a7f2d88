//! `celeiro memory`, `people`, `reminders`, `metrics`, `finance`: what the personal assistant keeps, as programs read it.

use crate::support::{failure, json, prepare_folder};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn world(name: &str) -> PathBuf {
    let folder = prepare_folder(name);
    switch_on(&folder);
    folder
}

fn switch_on(folder: &Path) {
    json(folder, ["config", "set", "ASSISTANT_PERSONAL", "true"]);
    json(folder, ["config", "set", "ASSISTANT_TIMEZONE", "America/Sao_Paulo"]);
}

fn id_of(record: &Value) -> &str {
    record["id"].as_str().unwrap_or_else(|| panic!("a record: {record}"))
}

fn names(rows: &Value, field: &str) -> Vec<Value> {
    rows.as_array().unwrap_or_else(|| panic!("a list: {rows}")).iter().map(|row| row[field].clone()).collect()
}

fn remember(folder: &Path, content: &str) -> Value {
    let fact = json!({ "type": "fact", "content": content, "area": "customers" }).to_string();
    json(folder, ["call", "create_knowledge", &fact])
}

#[test]
fn the_memory_is_listed_shown_exported_and_forgotten() {
    let folder = prepare_folder("personal-memory");
    assert_eq!(
        failure(&folder, ["memory", "list"], 1)["code"],
        "personal_off",
        "off until it is switched on"
    );
    switch_on(&folder);
    let made = remember(&folder, "a Ana compra à vista");
    let other = remember(&folder, "o João retira na loja");
    let found = json(&folder, ["memory", "list", "Ana"]);
    assert_eq!((names(&found["rows"], "id"), &found["total"]), (vec![made["id"].clone()], &json!(1)));
    let shown = json(&folder, ["memory", "show", id_of(&made)]);
    assert_eq!((&shown["item"], &shown["evidence"], &shown["uses"]), (&made, &json!([]), &json!([])));
    assert_eq!(json(&folder, ["memory", "export"]).as_array().map(Vec::len), Some(2));
    json(&folder, ["memory", "forget", id_of(&made)]);
    json(&folder, ["memory", "forget", id_of(&other), "--forever"]);
    assert_eq!(json(&folder, ["memory", "list"])["total"], 0);
    assert_eq!(failure(&folder, ["memory", "show", id_of(&other)], 1)["code"], "not_found");
}

#[test]
fn people_and_reminders_are_entered_and_listed() {
    let folder = world("personal-people");
    let arguments =
        ["people", "add", "Ana Prado", "--farm", "Lua Nova", "--crop", "milho, safrinha", "--crop", "soja"];
    let ana = json(&folder, arguments);
    assert_eq!(ana["crops"], json!(["milho, safrinha", "soja"]), "a comma is part of the name");
    assert_eq!(names(&json(&folder, ["people", "list", "ana"])["rows"], "name"), ["Ana Prado"]);
    assert_eq!(json(&folder, ["people", "show", id_of(&ana)]), ana);
    let arguments =
        ["reminders", "add", "Ligar para a Ana", "--at", "2036-02-29T09:00", "--rrule", "FREQ=YEARLY"];
    let reminder = json(&folder, arguments);
    assert_eq!(reminder["nextAt"], "2036-02-29T12:00:00Z");
    let done = json(&folder, ["reminders", "done", id_of(&reminder)]);
    assert_eq!((&done["state"], &done["nextAt"]), (&json!("open"), &json!("2037-02-28T12:00:00Z")));
    assert_eq!(names(&json(&folder, ["reminders", "list"]), "title"), ["Ligar para a Ana"]);
}

#[test]
fn metrics_and_finance_are_entered_and_read() {
    let folder = world("personal-money");
    let metric = json(&folder, ["metrics", "add", "visitas", "4", "--date", "2026-05-04"]);
    assert_eq!((&metric["type"], &metric["value"]), (&json!("visitas"), &json!(4.0)));
    assert_eq!(names(&json(&folder, ["metrics", "list", "visitas"]), "id"), [metric["id"].clone()]);
    assert_eq!(failure(&folder, ["metrics", "add", "visitas", "NaN"], 1)["code"], "invalid_fields");
    let arguments = ["finance", "bills", "add", "Luz", "--category", "servicos", "--amount", "120,50"];
    let of = ["--due-day", "5", "--month", "2031-02"];
    let bill = json(&folder, arguments.into_iter().chain(of));
    let month = ["--month", "2031-02"];
    let paid = json(&folder, ["finance", "bills", "pay", id_of(&bill)].into_iter().chain(month));
    assert_eq!((&paid["already"], &paid["bill"]["status"]), (&json!(false), &json!("paid")));
    let again = json(&folder, ["finance", "bills", "pay", id_of(&bill)].into_iter().chain(month));
    assert_eq!(again["already"], true);
    let summary = json(&folder, ["finance", "summary"].into_iter().chain(month));
    assert_eq!((&summary["kpis"]["spent"], &summary["monthYear"]), (&json!(120.5), &json!("2031-02")));
    let unpaid = json(&folder, ["finance", "bills", "unpay", id_of(&bill)].into_iter().chain(month));
    assert_eq!(unpaid["bill"]["status"], "pending");
    let wrong = failure(&folder, ["finance", "bills", "pay", id_of(&bill), "--month", "2031-03"], 1);
    assert_eq!(wrong["code"], "invalid_fields", "it is not due in that month");
}
