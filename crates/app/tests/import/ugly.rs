//! Shapes of bad files that suppliers send, each by its name. Where they are tested that are not here:
//!
//! | shape | test |
//! |---|---|
//! | bands merged over columns, headers of two and three rows | `suppliers`, `layouts` |
//! | totals, subtotals, titles of groups, feet of pages | `findings`, `suppliers::lists_of_suppliers_are_read_without_a_word` |
//! | prices as text with signs of footnotes, words in place of a price | `suppliers` |
//! | two products in one row | `layouts::a_table_beside_the_first_is_read_below_it` |
//! | dates as numbers, formulas without a value, failed ones | `formats::xlsx::formulas_dates_numbers_and_merged_cells` |
//! | hidden sheets, a picture as the table | `reading` |
//! | more columns than a sheet has | `formats::csv::files_that_cannot_be_used_say_why` |
//! | pictures: bombs, photos that are turned, drawings with scripts, wrong endings | `formats::pictures` |

use crate::layouts::{both, warnings};
use crate::support::{World, cells, counts};
use crate::workbook::{Workbook, column, row, text_cell};
use celeiro_app::import::{ImportRequest, WarningCode};
use celeiro_domain::catalog::{FieldErrorCode::*, Status};
use celeiro_domain::import::RowDoubt;
use celeiro_domain::search::Kind;
use serde_json::json;

/// The first product of a workbook stands in its second row; this one of them is hidden by a filter.
fn list_with_a_hidden_row() -> Vec<u8> {
    let rows = [
        row(1, &["Código", "Produto", "Preço"]),
        row(2, &["U-1", "Enxada", "10,50"]),
        row(3, &["U-2", "Pá", "1,50"]).replace("<row r=\"3\">", "<row r=\"3\" hidden=\"1\">"),
        row(4, &["U-3", "Foice", "30,50"]),
    ];
    Workbook::default().sheet("Lista", &rows.concat(), "").bytes()
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_a_workbook_hides_are_left_out_and_said_until_a_person_takes_them() {
    let world = World::new().await;
    let mut said = ImportRequest::of_bytes(Kind::Items, list_with_a_hidden_row(), "lista.xlsx", "test");
    said.dry_run = true;
    let report = world.run(said.clone()).await.unwrap();
    let hidden = report.doubts.iter().find(|found| found.doubt == RowDoubt::Hidden).unwrap();
    let rows: Vec<(u32, &str)> = hidden.rows.iter().map(|row| (row.row, row.name.as_str())).collect();
    assert_eq!((rows, hidden.left_out), (vec![(3, "Pá")], 1));
    assert_eq!((counts(&report), report.left_out), ([2, 0, 0, 0], 1));
    (said.operation_id, said.leave_out.take) = (uuid::Uuid::now_v7(), vec![3]);
    let report = world.run(said).await.unwrap();
    assert_eq!((counts(&report), report.left_out), ([3, 0, 0, 0], 0));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_of_bars_in_scientific_notation_is_whole_or_left_empty() {
    let world = World::new().await;
    let product = |n: u32, code: &str, bars: &str| {
        let texts = text_cell(&format!("A{n}"), code) + &text_cell(&format!("B{n}"), &format!("Luva {code}"));
        format!("<row r=\"{n}\">{texts}{bars}</row>")
    };
    let rows = [
        row(1, &["Código", "Produto", "Cód. Barras"]),
        // A number of the sheet has all of its digits, however it is written; a text has lost them.
        product(2, "U-1", "<c r=\"C2\"><v>7.891950619014E12</v></c>"),
        product(3, "U-2", &text_cell("C3", "7,89E+12")),
    ];
    let report = world.items(Workbook::default().sheet("Lista", &rows.concat(), "").bytes()).await;
    assert_eq!(counts(&report), [2, 0, 0, 0], "{:?}", report.errors);
    assert!(warnings(&report).contains(&(WarningCode::LostDigits, vec!["Cód. Barras".to_owned()])));
    assert_eq!(world.item("U-1").await.attributes["Cód. Barras"], "7891950619014");
    assert!(!world.item("U-2").await.attributes.contains_key("Cód. Barras"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_in_scientific_notation_makes_no_two_products_one() {
    let world = World::new().await;
    let lines = ["Código;Produto;Preço", "7,89E+12;Luva;1,50", "7,89E+12;Bota;2,50", "U-3;Foice;3,50"];
    for file in both(&lines, &[]) {
        let report = world.items(file).await;
        let expected = [(2, "Código", InvalidValue), (3, "Código", InvalidValue)];
        assert_eq!(cells(&report), expected);
        assert_eq!(report.rejected, 2);
    }
    assert_eq!(world.count().await, 1);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ean_with_a_wrong_digit_costs_its_row_and_no_other() {
    let world = World::new().await;
    let list = |ean: &str| format!("\"[{{\"\"label\"\": \"\"5 L\"\", \"\"ean\"\": \"\"{ean}\"\"}}]\"");
    let (wrong, right) = (list("7891000315508"), list("7891000315507"));
    let file = format!("codigo;nome;packages\nU-1;Óleo;{wrong}\nU-2;Calda;{right}\n");
    let report = world.items(file).await;
    assert_eq!((counts(&report), cells(&report)), ([1, 0, 0, 1], vec![(2, "packages[0].ean", InvalidValue)]));
    assert_eq!(world.item("U-2").await.packages[0].ean.as_deref(), Some("7891000315507"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_through_a_row_takes_its_product_off_sale_and_is_said() {
    let world = World::new().await;
    let lines = [row(2, &["U-1", "Enxada", "10,50"]), row(3, &["U-2", "Pá", "20,50"])];
    let struck = lines[1].replace("<c ", "<c s=\"2\" ");
    assert_ne!(struck, lines[1], "the control");
    // The price alone is an old one, beside a new one elsewhere.
    let price = row(4, &["U-3", "Foice", "30,50"]).replace("<c r=\"C4\"", "<c s=\"2\" r=\"C4\"");
    let rows = row(1, &["Código", "Produto", "Preço"]) + &lines[0] + &struck + &price;
    let report = world.items(Workbook::default().sheet("Lista", &rows, "").bytes()).await;
    assert_eq!((counts(&report), report.left_out), ([3, 0, 0, 0], 0), "{:?}", report.errors);
    let told = report.doubts.iter().find(|found| found.doubt == RowDoubt::StruckOut).unwrap();
    assert_eq!(told.rows.iter().map(|row| row.row).collect::<Vec<_>>(), [3]);
    let item = world.item("U-2").await;
    assert_eq!((item.status, item.price.unwrap().to_string().as_str()), (Status::Inativo, "20.5"));
    assert_eq!(world.item("U-1").await.status, Status::Ativo);
    assert_eq!(world.item("U-3").await.status, Status::Ativo);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sheet_with_all_the_columns_that_there_are_is_read_to_the_last() {
    let world = World::new().await;
    let names: Vec<String> =
        (0..16_384).map(|at| if at == 0 { "nome".to_owned() } else { format!("c{at}") }).collect();
    let header = row(1, &names.iter().map(String::as_str).collect::<Vec<_>>());
    let last = format!("{}2", column(16_383));
    let product = format!("<row r=\"2\">{}{}</row>", text_cell("A2", "Enxada"), text_cell(&last, "longe"));
    let report = world.items(Workbook::default().sheet("A", &(header + &product), "").bytes()).await;
    assert_eq!(counts(&report), [1, 0, 0, 0], "{:?}", report.errors);
    assert_eq!(json!(world.find_named("Enxada").await.attributes), json!({ "c16383": "longe" }));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn words_for_the_status_of_other_programs_are_read_and_others_are_refused_at_their_cell() {
    let world = World::new().await;
    let lines = [
        "Código;Produto;Situação",
        "U-1;Enxada;S",
        "U-2;Pá;N",
        "U-3;Foice;Ativo",
        "U-4;Balde;Fora de linha",
        "U-5;Rede;",
        "U-6;Lona;talvez",
    ];
    for file in both(&lines, &[]) {
        let report = world.items(file).await;
        assert_eq!((report.rejected, cells(&report)), (1, vec![(7, "Situação", InvalidStatus)]));
        for (code, status) in [
            ("U-1", Status::Ativo),
            ("U-2", Status::Inativo),
            ("U-3", Status::Ativo),
            ("U-4", Status::Inativo),
            ("U-5", Status::Ativo),
        ] {
            assert_eq!(world.item(code).await.status, status, "{code}");
        }
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_range_in_place_of_a_price_is_refused_at_its_cell() {
    let world = World::new().await;
    let lines = ["Código;Produto;Preço", "U-1;Enxada;10,50", "U-2;Pá;10,50 a 12,00", "U-3;Foice;12,50"];
    for file in both(&lines, &[]) {
        let report = world.items(file).await;
        assert_eq!((report.rejected, cells(&report)), (1, vec![(3, "Preço", InvalidPrice)]));
        assert_eq!(world.item("U-3").await.price.unwrap().to_string(), "12.5");
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_product_among_the_highlights_has_the_category_of_the_group_in_which_it_stands_again() {
    let world = World::new().await;
    let file = "Código;Produto;Preço\nDESTAQUES;;\nU-1;Decis;90\nU-3;Fipro;70\nINSETICIDAS;;\nU-1;Decis;90\nU-2;Karate;80\n";
    let report = world.items(file).await;
    assert_eq!((counts(&report), cells(&report)), ([3, 0, 0, 1], vec![(3, "Código", DuplicateInFile)]));
    assert_eq!(world.item("U-1").await.category.as_deref(), Some("INSETICIDAS"));
    assert_eq!(world.item("U-3").await.category, None);
    world.close().await;
}
