//! Written prices, and lists of prices for records that exist.

use crate::support::{World, cells, counts};
use crate::workbook::{Workbook, row, text_cell};
use celeiro_app::export::request::{ExportFormat, ExportRequest};
use celeiro_app::import::{ImportRequest, Source};
use celeiro_domain::catalog::{DecimalMark, FieldErrorCode::*, RecordField};
use celeiro_domain::search::Kind;
use futures::TryStreamExt as _;

async fn price(world: &World, id: &str) -> String {
    world.item(id).await.price.map_or_else(|| "-".to_owned(), |price| price.to_string())
}

async fn prices(world: &World, ids: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for id in ids {
        found.push(price(world, id).await);
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_point_before_three_digits_means_what_the_rest_of_the_column_shows() {
    let world = World::new().await;
    // The proof may stand behind what it explains.
    let brazil = "id;nome;preço\n1;A;1.000\n2;B;2.500\n3;C;350\n4;D;1.234,56\n";
    assert_eq!(counts(&world.items(brazil).await), [4, 0, 0, 0]);
    assert_eq!(prices(&world, &["1", "2", "3", "4"]).await, ["1000", "2500", "350", "1234.56"]);
    let program = "id,name,price\n1,A,1.250\n2,B,12.50\n3,C,\"1,250\"\n";
    assert_eq!(counts(&world.items(program).await), [0, 3, 0, 0]);
    assert_eq!(prices(&world, &["1", "2", "3"]).await, ["1.25", "12.5", "1250"]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_shows_it_the_row_is_rejected_and_not_guessed() {
    let world = World::new().await;
    let file = "id;nome;preço\n1;A;1.000\n2;B;350\n3;C;R$ 2.500\n";
    let report = world.items(file).await;
    // The sign of a currency proves nothing.
    let ambiguous = vec![(2, "preço", AmbiguousPrice), (4, "preço", AmbiguousPrice)];
    assert_eq!((cells(&report), counts(&report)), (ambiguous, [1, 0, 0, 2]));
    let allowed: Vec<_> = report.errors.iter().filter_map(|e| e.allowed.as_deref()).collect();
    assert_eq!(allowed, ["1000 | 1", "2500 | 2.5"]);
    assert_eq!(price(&world, "2").await, "350");
    // Two conventions in one column prove neither.
    let mixed = "id;nome;preço\n1;A;1.000\n2;B;12,5\n3;C;12.5\n";
    assert_eq!(cells(&world.items(mixed).await), [(2, "preço", AmbiguousPrice)]);

    for (mark, want) in [(DecimalMark::Comma, "1000"), (DecimalMark::Point, "1")] {
        let mut request = ImportRequest::of_bytes(Kind::Items, file.into(), "f", "test");
        request.decimal = Some(mark);
        assert_eq!(world.run(request).await.unwrap().rejected, 0);
        assert_eq!(price(&world, "1").await, want, "{mark:?}");
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_of_sheets_and_of_json_are_plain_and_texts_are_not() {
    let world = World::new().await;
    let line = |n: u32, price: &str| {
        format!("<row r=\"{n}\">{}{price}</row>", text_cell(&format!("A{n}"), &format!("Item {n}")))
    };
    let rows = row(1, &["nome", "preço"])
        + &line(2, "<c r=\"B2\"><v>1.25</v></c>")
        + &line(3, "<c r=\"B3\"><v>2.125</v></c>")
        + &line(4, &text_cell("B4", "1.000"))
        + &line(5, &text_cell("B5", "3,5"));
    let report = world.items(Workbook::default().sheet("A", &rows, "").bytes()).await;
    assert_eq!(counts(&report), [4, 0, 0, 0], "{:?}", report.errors);
    for (name, want) in [("Item 2", "1.25"), ("Item 3", "2.125"), ("Item 4", "1000"), ("Item 5", "3.5")] {
        assert_eq!(world.find_named(name).await.price.unwrap().to_string(), want, "{name}");
    }
    let json = "{\"name\": \"J\", \"price\": 1.125}\n{\"name\": \"K\", \"price\": \"1.125\"}\n";
    let report = world.items(json).await;
    assert_eq!(cells(&report), [(2, "price", AmbiguousPrice)]);
    assert_eq!(world.find_named("J").await.price.unwrap().to_string(), "1.125");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_decimals_come_back_from_an_export_as_they_were() {
    let world = World::new().await;
    world.items("{\"id\": \"1\", \"name\": \"Isca\", \"price\": 1.234}\n").await;
    let request = ExportRequest { kind: Kind::Items, format: ExportFormat::Csv, bom: false };
    let parts = celeiro_app::export::export_records(&world.store, request);
    let bytes: Vec<u8> = parts.map_ok(|part| part.bytes).try_concat().await.unwrap();
    let report = world.items(bytes).await;
    assert_eq!(counts(&report), [0, 0, 1, 0], "{:?}", report.errors);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_prices_changes_prices_and_nothing_else() {
    let world = World::new().await;
    world.items("id,name,price,category\nA-1,Enxada,10,Ferramentas\nA-2,Pá,20,Ferramentas\n").await;
    let report = world.items("external_id,price\nA-1,11.50\nA-9,9.90\nA-2,20\n").await;
    assert_eq!(counts(&report), [0, 1, 1, 1], "{report:?}");
    assert_eq!(cells(&report), [(3, "name", NeededForNew)]);
    // The value is that of its column; which id it is about, the message says.
    let error = &report.errors[0];
    assert_eq!((error.value.as_str(), error.allowed.as_deref()), ("", Some("external_id = A-9")));
    let item = world.item("A-1").await;
    assert_eq!((item.name.as_str(), item.price.unwrap().to_string().as_str()), ("Enxada", "11.5"));
    assert_eq!(item.category.as_deref(), Some("Ferramentas"));
    assert_eq!(world.count().await, 2);

    let world_faqs = "external_id,question,answer\nq1,Por quê?,Porque sim.\n";
    world.import(Kind::Faqs, world_faqs).await.unwrap();
    let report = world.import(Kind::Faqs, "external_id,answer\nq1,Porque não.\nq2,Nada.\n").await.unwrap();
    assert_eq!((counts(&report), cells(&report)), ([0, 1, 0, 1], vec![(3, "question", NeededForNew)]));
    let faq = &world.all_faqs().await[0];
    assert_eq!((faq.question.as_str(), faq.answer.as_str()), ("Por quê?", "Porque não."));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_may_say_which_column_is_what() {
    let world = World::new().await;
    let mut request = ImportRequest::of_bytes(
        Kind::Items,
        b"Artigo;Denominacao;Vlr. Unit;preco\n7;Enxada;12,50;tabela B\n".to_vec(),
        "f",
        "test",
    );
    assert!(world.run(request.clone()).await.is_err(), "the control: nothing here is known to be a name");
    let pair = |column: &str, field| (column.to_owned(), field);
    request.map = vec![
        pair("artigo", RecordField::ExternalId),
        pair("denominação", RecordField::Name),
        pair("Vlr. Unit", RecordField::Price),
    ];
    assert_eq!(counts(&world.run(request.clone()).await.unwrap()), [1, 0, 0, 0]);
    let item = world.item("7").await;
    assert_eq!((item.name.as_str(), item.price.unwrap().to_string().as_str()), ("Enxada", "12.5"));
    assert_eq!(item.attributes["preco"], "tabela B");
    request.map.push(pair("Não há", RecordField::Category));
    let json = b"{\"artigo\": \"8\", \"denominacao\": \"Foice\", \"Vlr. Unit\": 9.5}\n".to_vec();
    for bytes in [json.clone(), b"Artigo;Denominacao;Vlr. Unit\n8;Foice;9,5\n".to_vec()] {
        request.source = Source::Bytes(bytes);
        let error = world.run(request.clone()).await.unwrap_err().to_string();
        assert!(error.contains("Não há"), "{error}");
    }
    request.map.pop();
    request.source = Source::Bytes(json);
    request.operation_id = uuid::Uuid::now_v7();
    assert_eq!(counts(&world.run(request).await.unwrap()), [1, 0, 0, 0]);
    assert_eq!(world.item("8").await.name, "Foice");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_changed_before_it_is_made() {
    let world = World::new().await;
    world.items("id,name\n1,A\n2,B\n3,C\n").await;
    for item in world.all_items().await {
        assert!(item.updated_at >= item.created_at, "{item:?}");
    }
    world.close().await;
}
