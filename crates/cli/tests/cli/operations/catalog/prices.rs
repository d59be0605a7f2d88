//! `celeiro prices`.

use crate::support::{failure, fixture, json, lasting_folder, prepare_folder, run, stderr, stdout};
use serde_json::{Value, json};
use std::path::Path;

/// The own price of an item in the first list.
fn own_price(folder: &Path) -> Value {
    json(folder, ["prices", "show", "T-01"])["lists"][0]["own"].clone()
}

#[test]
fn prices_of_a_file_are_looked_at_and_written_where_that_is_said() {
    let folder = prepare_folder("prices");
    json(&folder, ["import", "items", fixture("items.csv").to_str().unwrap()]);
    json(&folder, ["call", "create_price_list", r#"{"name":"Atacado"}"#]);
    let path = lasting_folder().join("prices-atacado.csv");
    std::fs::write(&path, "codigo;preco\nT-01;299,90\nT-02;29,50\n").unwrap();
    let file = path.to_str().unwrap();
    let looked = run(&folder, ["prices", "set", "ATACADO", file]);
    let told = stderr(&looked);
    assert!(told.contains("2 prices change.") && told.contains("eight times"), "{told}");
    assert!(told.contains("--yes"), "{told}");
    assert!(stdout(&looked).contains("Ferrugil 200 SC: "), "{}", stdout(&looked));
    assert_eq!(own_price(&folder), Value::Null, "a look writes nothing");

    let made = json(&folder, ["prices", "set", "Atacado", file, "--yes"]);
    assert_eq!((&made["rows"], &made["name"]), (&json!(2), &json!("prices-atacado.csv")));
    assert_eq!(own_price(&folder), 299.9);
    assert_eq!(json(&folder, ["prices", "changes", "--state", "applied"])[0]["id"], made["id"]);
    assert_eq!(json(&folder, ["prices", "changes", "--state", "planned"]), json!([]));
    let lists = stdout(&run(&folder, ["prices", "lists"]));
    assert!(lists.contains("Atacado") && lists.contains("2 own prices"), "{lists}");

    std::fs::write(&path, "code,price\nT-01,10\nX-9,11\n").unwrap();
    let refused = failure(&folder, ["prices", "set", "Atacado", file, "--yes"], 1);
    assert_eq!(refused["code"], "invalid_fields");
    assert_eq!(refused["details"]["fields"][0]["field"], "rows[3].code");
    assert_eq!(failure(&folder, ["prices", "set", "Varejo", file], 1)["code"], "not_found");
    assert_eq!(failure(&folder, ["prices", "show", "X-9"], 1)["code"], "not_found");
}

#[test]
fn a_price_list_and_labels_are_printed_into_files() {
    let folder = prepare_folder("print");
    json(&folder, ["import", "items", fixture("items.csv").to_str().unwrap()]);
    json(&folder, ["call", "create_price_list", r#"{"name":"Atacado","rule":{"factor":0.9}}"#]);
    let path = lasting_folder().join("atacado.pdf");
    let file = path.to_str().unwrap();
    let done = run(&folder, ["print", "prices", "--output", file, "--list", "atacado"]);
    assert!(stderr(&done).contains(file), "{}", stderr(&done));
    assert!(std::fs::read(&path).unwrap().starts_with(b"%PDF-"));
    let told = json(&folder, ["print", "labels", "--output", file, "--category", "Herbicidas"]);
    assert_eq!((&told["form"], &told["file"]), (&json!("labels"), &json!(file)));
    let some = ["print", "labels", "--output", file, "--category", "Herbicidas", "--category", "Nada"];
    let told = stderr(&run(&folder, some));
    assert!(told.contains("Without an active item: Nada\n"), "{told}");
    let none = ["print", "labels", "--output", file, "--list", "Varejo"];
    assert_eq!(failure(&folder, none, 1)["code"], "not_found");
    let filter = ["print", "labels", "--output", file, "--filter", "cor=azul"];
    assert_eq!(failure(&folder, filter, 2)["code"], "unknown_filter");
}
