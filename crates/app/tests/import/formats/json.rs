//! JSON Lines and JSON arrays.

use crate::support::{World, cells, counts};
use celeiro_app::import::{Refusal, WarningCode};
use celeiro_domain::catalog::FieldErrorCode::*;
use celeiro_domain::search::Kind;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn an_object_a_line() {
    let world = World::new().await;
    let file = r#"{"id": 7, "name": "Caixa", "price": 999999999999.9999, "tags": ["a, b", "c"], "sku": "X1", "ean": ["1", "2"], "attributes": {"n": 1.5, "nested": {"x": [true]}}, "weight": 3}
{"external_id": "8", "id": "not-this", "nome": "Pá", "preço": "1.234,50", "tags": "x; y", "attributes": null, "category": null}

{"name": "Sem preço", "price": NaN}
{"name": "Infinito", "price": -Infinity}
{"name": "Grande", "price": 1e999}
{"name": "Texto", "price": true}
{"name": {"pt": "x"}}
{"nome": ""}
["not", "an", "object"]
{"name": "cut
{"name": "Estranho", "n": 1e999}
{"name": "Fim", "price": 1.5e2}"#;
    let report = world.items(file).await;
    assert_eq!(
        cells(&report),
        [
            (4, "price", InvalidPrice),
            (5, "price", InvalidPrice),
            (6, "price", InvalidPrice),
            (7, "price", InvalidPrice),
            (8, "name", NotText),
            (9, "nome", Required),
            (10, "", InvalidRow),
            (11, "", BrokenJson),
            (12, "n", InvalidAttributes),
        ]
    );
    assert_eq!(counts(&report), [3, 0, 0, 9]);
    let item = world.item("7").await;
    assert_eq!(item.price.unwrap().to_string(), "999999999999.9999");
    assert_eq!(item.tags, ["a, b", "c"]);
    assert_eq!(
        json!(item.attributes),
        json!({"n": 1.5, "nested": {"x": [true]}, "sku": "X1", "ean": ["1", "2"], "weight": 3})
    );
    let item = world.item("8").await;
    assert_eq!(json!(item.attributes), json!({"id": "not-this"}));
    assert_eq!(
        (item.price.unwrap().to_string().as_str(), &item.tags[..]),
        ("1234.5", &["x".to_owned(), "y".into()][..])
    );
    assert_eq!(world.find_named("Fim").await.price.unwrap().to_string(), "150");
    assert_eq!(counts(&world.items(file).await), [0, 0, 3, 9]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_array_of_objects() {
    let world = World::new().await;
    let file =
        "[\n {\"name\": \"A\", \"price\": NaN},\n {\"name\": \"B\"}, {\"name\": }, {\"name\": \"C\"}, 3\n]";
    let report = world.items(file).await;
    assert_eq!(cells(&report), [(1, "price", InvalidPrice), (3, "", BrokenJson), (5, "", InvalidRow)]);
    assert_eq!(counts(&report), [2, 0, 0, 3]);
    let report = world.items("[{\"name\": \"D\"}, {\"name\": \"E").await;
    assert_eq!((counts(&report), cells(&report)), ([1, 0, 0, 1], vec![(2, "", BrokenJson)]));
    let report = world.items("[{\"name\": \"F\"},,{\"name\": \"G\"}]\n{\"name\": \"H\"}\n").await;
    assert_eq!(
        (counts(&report), cells(&report)),
        ([2, 0, 0, 2], vec![(2, "", BrokenJson), (4, "", BrokenJson)])
    );
    assert_eq!(report.errors[1].value, "{\"name\": \"H\"}", "what stands behind the array");
    for broken in ["[", "[,]", "[ , , ]", "[]]", "[]{\"name\": \"X\"}", "[] x", "[{\"name\": \"X\""] {
        assert!(matches!(world.refusal(broken).await, Refusal::Damaged(_)), "{broken}");
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn json_without_an_object_is_no_list_of_records() {
    let world = World::new().await;
    for nothing in
        ["[]", "[1,2]", "null", "\"x\"", "{}", "12", "[\"name\"]", "[{}, []]", "{}\n{}\n", " [ ] \n"]
    {
        assert_eq!(world.refusal(nothing).await, Refusal::NoRecords, "{nothing}");
    }
    // One of several is a row like others.
    let report = world.items("[{\"name\": \"A\"}, {}, 1]").await;
    assert_eq!(
        (counts(&report), cells(&report)),
        ([1, 0, 0, 2], vec![(2, "name", Required), (3, "", InvalidRow)])
    );
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn faqs_ignore_what_they_have_no_place_for() {
    let world = World::new().await;
    let file = "{\"id\": \"q1\", \"question\": \"Por quê?\", \"answer\": \"Porque sim.\", \"topic\": \"t\", \"sub\": 1}\n{\"question\": \"Só?\"}\n";
    let report = world.import(Kind::Faqs, file).await.unwrap();
    assert_eq!((counts(&report), cells(&report)), ([1, 0, 0, 1], vec![(2, "answer", Required)]));
    assert_eq!(report.warnings.len(), 1);
    assert_eq!(report.warnings[0].names, ["sub", "topic"]);
    assert_eq!(world.all_faqs().await[0].external_id.as_deref(), Some("q1"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attribute_without_a_name_is_no_attribute_that_vanishes() {
    let world = World::new().await;
    let file = "{\"name\": \"A\", \"\": 5}\n{\"name\": \"B\", \"attributes\": {\"cor\": \"azul\", \" \": [1]}}\n\
        {\"name\": \"C\", \"\": null, \"cor\": \"verde\"}\n";
    let report = world.items(file).await;
    assert_eq!(cells(&report), [(1, "attributes", AttributeUnnamed), (2, "attributes", AttributeUnnamed)]);
    assert_eq!((report.errors[1].value.as_str(), report.errors[1].value_cut), ("[1]", true));
    assert_eq!(counts(&report), [1, 0, 0, 2], "what has neither name nor value is nothing");
    let faqs = "{\"question\": \"Sim?\", \"answer\": \"Não.\", \"\": 1}\n";
    let report = world.import(Kind::Faqs, faqs).await.unwrap();
    assert_eq!(
        (report.warnings[0].code, &report.warnings[0].names[..]),
        (WarningCode::IgnoredColumns, &["\"\"".to_owned()][..])
    );
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_lines_cost_themselves() {
    let world = World::new().await;
    let deep = format!("{{\"name\": \"Fundo\", \"x\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let long = format!("{{\"name\": \"{}\"}}", "x".repeat(9 << 20));
    let mut file = format!("{deep}\n{long}\n{{\"name\": \"Bom\"}}\n").into_bytes();
    file.extend(b"{\"name\": \"\xff\"}\n{\"name\": \"\\ud800\"}\n{\"name\": \"a\\u0000b\", \"k\\u0000\": \"v\\u0000\"}\n");
    let report = world.items(file).await;
    let rows: Vec<u32> = report.errors.iter().map(|e| e.row).collect();
    assert_eq!(rows, [1, 2, 4, 5], "{:?}", report.errors);
    assert_eq!(report.errors[3].code, HalfCharacter);
    let said: Vec<_> = report.errors.iter().filter_map(|e| e.allowed.as_deref()).collect();
    assert!(said.iter().all(|text| !text.contains("line 1")), "no parser's own words: {said:?}");
    assert_eq!(counts(&report), [2, 0, 0, 4]);
    assert_eq!(json!(world.find_named("a b").await.attributes), json!({"k": "v"}));
    world.close().await;
}
