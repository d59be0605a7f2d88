//! Workbooks.

use crate::support::{World, cells, counts};
use crate::workbook::{Workbook, column, row, text_cell};
use celeiro_app::import::{Refusal, WarningCode};
use celeiro_domain::catalog::FieldErrorCode::*;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn formulas_dates_numbers_and_merged_cells() {
    let world = World::new().await;
    let rows = [
        row(1, &["Tabela de preços"]),
        row(3, &["código", "nome", "categoria", "preço", "validade", "orgânico", "teor", "aviso"]),
        // A shared string, a category merged over rows 4 to 6, a computed price, a date, a truth.
        "<row r=\"4\"><c r=\"A4\"><v>7891234567890</v></c><c r=\"B4\" t=\"s\"><v>0</v></c>".to_owned()
            + &text_cell("C4", "Fungicidas")
            + "<c r=\"D4\"><f>10*1.353</f><v>13.530000000000001</v></c><c r=\"E4\" s=\"1\"><v>45000</v></c>\
               <c r=\"F4\" t=\"b\"><v>1</v></c><c r=\"G4\"><v>0.30000000000000004</v></c></row>",
        "<row r=\"5\"><c r=\"A5\"><v>2</v></c><c r=\"B5\" t=\"str\"><f>A1&amp;\"x\"</f><v>Calculado</v></c><c r=\"D5\"><f>10/3</f><v>3.3333333333333335</v></c></row>".to_owned(),
        row(6, &["3", "Último do grupo", "", "1.234,50", "", "", "12.5"]),
        "<row r=\"7\"><c r=\"A7\"><v>4</v></c><c r=\"B7\" t=\"e\"><v>#N/A</v></c></row>".to_owned(),
        "<row r=\"8\"><c r=\"A8\"><v>5</v></c>".to_owned()
            + &text_cell("B8", "Sem preço")
            + "<c r=\"D8\" t=\"e\"><v>#DIV/0!</v></c></row>",
        "<row r=\"9\"><c r=\"A9\"><v>6</v></c>".to_owned()
            + &text_cell("B9", "Bom")
            + "<c r=\"H9\" t=\"e\"><v>#REF!</v></c>"
            + &text_cell("J9", "à direita")
            + "</row>",
        // A formula that no spreadsheet program has computed yet: not a blank.
        "<row r=\"10\"><c r=\"A10\"><v>7</v></c>".to_owned()
            + &text_cell("B10", "Sem valor")
            + "<c r=\"D10\"><f>D9*2</f></c></row>",
    ];
    let merged = "<mergeCells count=\"1\"><mergeCell ref=\"C4:C6\"/></mergeCells>";
    let book = Workbook::default().string("Ação 250").sheet("Capa", &row(1, &["Bem-vindo"]), "").sheet(
        "Produtos",
        &rows.concat(),
        merged,
    );
    let report = world.items(book.sheet("Outra", "", "").bytes()).await;
    assert_eq!(cells(&report), [(7, "nome", FailedFormula), (10, "preço", UncomputedFormula)]);
    assert_eq!(counts(&report), [5, 0, 0, 2], "a price that could not be computed is none");
    assert_eq!(report.errors[1].value, "=D9*2");
    assert_eq!(report.file.sheet.as_deref(), Some("Produtos"));
    let codes: Vec<_> = report.warnings.iter().map(|w| (w.code, w.names.join(","))).collect();
    assert_eq!(
        codes,
        [
            (WarningCode::UnnamedColumns, "column_10".into()),
            (WarningCode::FailedFormulas, "aviso,preço".into())
        ]
    );

    let item = world.item("7891234567890").await;
    assert_eq!((item.name.as_str(), item.price.unwrap().to_string().as_str()), ("Ação 250", "13.53"));
    assert_eq!(json!(item.attributes), json!({"validade": "2023-03-15", "orgânico": true, "teor": 0.3}));
    let item = world.item("2").await;
    assert_eq!((item.name.as_str(), item.category.as_deref()), ("Calculado", Some("Fungicidas")));
    assert_eq!(item.price.unwrap().to_string(), "3.3333");
    let item = world.item("3").await;
    assert_eq!(
        (item.category.as_deref(), item.price.unwrap().to_string().as_str()),
        (Some("Fungicidas"), "1234.5")
    );
    assert_eq!(json!(item.attributes), json!({"teor": 12.5}));
    assert_eq!(json!(world.item("6").await.attributes), json!({"column_10": "à direita"}));
    assert_eq!(world.item("6").await.category, None);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_columns() {
    let world = World::new().await;
    let header: Vec<String> =
        (0..10_000).map(|n| if n == 0 { "name".into() } else { format!("c{n}") }).collect();
    let values: Vec<String> = (0..10_000).map(|n| format!("v{n}")).collect();
    let as_str = |list: &[String]| list.iter().map(String::as_str).map(str::to_owned).collect::<Vec<_>>();
    let (header, values) = (as_str(&header), as_str(&values));
    let rows = row(1, &header.iter().map(String::as_str).collect::<Vec<_>>())
        + &row(2, &values.iter().map(String::as_str).collect::<Vec<_>>());
    let report = world.items(Workbook::default().sheet("A", &rows, "").bytes()).await;
    assert_eq!(counts(&report), [1, 0, 0, 0], "{:?}", report.errors);
    assert_eq!(world.find_named("v0").await.attributes.len(), 9_999);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn workbooks_that_cannot_be_used_say_why() {
    let world = World::new().await;
    let good = Workbook::default().sheet("A", &(row(1, &["name"]) + &row(2, &["x"])), "").bytes();
    assert!(matches!(world.refusal(&good[..good.len() / 2]).await, Refusal::Damaged(_)));
    let document = Workbook::default().file("word/document.xml", b"<w/>".to_vec());
    assert!(matches!(world.refusal(document.bytes()).await, Refusal::MissingColumn { .. } | Refusal::Empty));
    let nameless = Workbook::default().sheet("A", &row(1, &["preço"]), "");
    assert!(matches!(world.refusal(nameless.bytes()).await, Refusal::MissingColumn { .. }));
    let empty = Workbook::default().sheet("A", "", "");
    assert_eq!(world.refusal(empty.bytes()).await, Refusal::Empty);
    let compound = [&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], &[0; 600]].concat();
    assert!(matches!(world.refusal(compound).await, Refusal::Damaged(_)));
    let far = row(1, &["name"]) + "<row r=\"1048577\">" + &text_cell("A3000001", "longe") + "</row>";
    assert_eq!(
        world.refusal(Workbook::default().sheet("A", &far, "").bytes()).await,
        Refusal::TooManyRows(2_000_000)
    );
    let unordered = row(1, &["name"]) + &row(5, &["a"]) + &row(3, &["b"]);
    assert!(matches!(
        world.refusal(Workbook::default().sheet("A", &unordered, "").bytes()).await,
        Refusal::Damaged(_)
    ));
    assert_eq!(world.count().await, 0);
    assert_eq!(column(16_383), "XFD");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_header_far_below_a_long_preamble_is_found_and_one_that_comes_again_says_nothing_of_types() {
    let world = World::new().await;
    let preamble = (1..=45).map(|at| row(at, &[&format!("Condição {at} de venda e entrega")]));
    let names = ["código", "nome", "peso", "estoque"];
    let product = |at: u32| {
        let texts = text_cell(&format!("A{at}"), &format!("P-{at}"))
            + &text_cell(&format!("B{at}"), &format!("Produto {at}"));
        format!("<row r=\"{at}\">{texts}<c r=\"C{at}\"><v>{at}.5</v></c><c r=\"D{at}\"><v>{at}</v></c></row>")
    };
    let products = |from: u32| (from..from + 20).map(product);
    let rows: String = preamble
        .chain([row(46, &names)])
        .chain(products(47))
        .chain([row(67, &names)])
        .chain(products(68))
        .collect();
    let report = world.items(Workbook::default().sheet("Lista", &rows, "").bytes()).await;
    assert_eq!(report.file.header_row, Some(46));
    assert_eq!(counts(&report)[0], 40, "{report:?}");
    let item = world.item("P-50").await;
    assert_eq!((&item.attributes["peso"], &item.attributes["estoque"]), (&json!(50.5), &json!(50)));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_rejected_rows_that_was_saved_as_a_workbook_gives_its_texts_back() {
    let world = World::new().await;
    let texts = [("=1+1", "'=1+1"), ("+55 11", "'+55 11"), ("'=x", "''=x"), ("'t Gooi", "'t Gooi")];
    let table = |head: &[&str]| {
        let line = |(at, (_, written)): (usize, &(&str, &str))| {
            let cells = ["7".to_owned(), format!("A-{at}"), format!("Produto {at}"), (*written).to_owned()];
            let cells: Vec<&str> = cells[4 - head.len()..].iter().map(String::as_str).collect();
            row(at as u32 + 2, &cells)
        };
        let rows: String = std::iter::once(row(1, head)).chain(texts.iter().enumerate().map(line)).collect();
        Workbook::default().sheet("Lista", &rows, "").bytes()
    };
    let text = async |at: usize| world.item(&format!("A-{at}")).await.description;
    world.items(table(&["Celeiro: linha", "código", "nome", "descrição"])).await;
    for (at, (text_before, _)) in texts.iter().enumerate() {
        assert_eq!(text(at).await.as_deref(), Some(*text_before));
    }
    world.items(table(&["código", "nome", "descrição"])).await;
    assert_eq!(text(0).await.as_deref(), Some("'=1+1"), "a person's own workbook means what it says");
    world.close().await;
}
