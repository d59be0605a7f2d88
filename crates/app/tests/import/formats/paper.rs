//! Printed lists: the table of a PDF, as a supplier prints it, into the catalog.

use super::documents::pdf;
use crate::support::{World, counts};
use celeiro_app::import::ImportRequest;
use celeiro_domain::catalog::Status;
use celeiro_domain::import::RowDoubt;
use celeiro_domain::search::Kind;
use serde_json::json;

/// A text at its place, in points from the lower left corner of the page.
fn place(x: u32, y: u32, text: &str) -> String {
    format!("BT /F1 10 Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET ")
}

/// A text of this size at its place.
fn place_sized(x: u32, y: u32, size: u32, text: &str) -> String {
    format!("BT /F1 {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET ")
}

/// A frame from its lower left corner.
fn draw_frame(x: u32, y: u32, width: u32, height: u32) -> String {
    format!("{x} {y} {width} {height} re S ")
}

/// A list whose cells have frames: a header of two lines, a product of two packages whose name is as tall as both rows,
/// a note below it in smaller type, and a word across two columns.
fn framed_list() -> Vec<u8> {
    let mut page = String::from("AGRO SUL) Tj ET ");
    page += &draw_frame(40, 640, 460, 30);
    for (x, y, text) in [
        (50, 652, "Codigo"),
        (120, 652, "Produto / Garantias"),
        (310, 658, "Preco"),
        (310, 645, "a vista"),
        (410, 652, "EAN"),
    ] {
        page += &place(x, y, text);
    }
    page += &(draw_frame(40, 620, 460, 20) + &place(50, 626, "FERRAMENTAS"));
    for (row, price) in ["10,50", "12,50", "", "sob consulta"].into_iter().enumerate() {
        let y = 600 - 20 * row as u32;
        for (x, width) in [(40, 60), (300, 100), (400, 100)] {
            page += &draw_frame(x, y, width, 20);
        }
        page += &(place(50, y + 6, &format!("V-{}", row + 1)) + &place(310, y + 6, price));
    }
    for (y, height) in [(580, 40), (560, 20), (540, 20)] {
        page += &draw_frame(100, y, 200, height);
    }
    page += &(place(110, 604, "Enxada larga") + &place_sized(110, 590, 7, "cabo de madeira"));
    page += &(place(110, 566, "Foice") + &place(110, 546, "Rastelo") + &place(360, 566, "DESCONTINUADO"));
    page += &(place(450, 606, "-") + "BT /F1 10 Tf 1 0 0 1 72 100 Tm (Pagina 1 de 1");
    pdf(&[&page], "")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_with_frames_is_read_by_them_where_cells_are_several_rows_tall() {
    let world = World::new().await;
    let report = world.items(framed_list()).await;
    assert_eq!(counts(&report), [4, 0, 0, 0], "{:?} {:?}", report.errors, report.doubts);
    assert_eq!(report.file.header_row, Some(2));
    for (code, name, price) in [
        ("V-1", "Enxada larga", Some("10.5")),
        ("V-2", "Enxada larga", Some("12.5")),
        ("V-3", "Foice", None),
        ("V-4", "Rastelo", None),
    ] {
        let item = world.item(code).await;
        let told = item.price.map(|price| price.to_string());
        assert_eq!((item.name.as_str(), told.as_deref()), (name, price));
        assert_eq!(item.category.as_deref(), Some("FERRAMENTAS"));
        assert_eq!(item.status == Status::Inativo, code == "V-3", "what is discontinued is not on sale");
        let note = item.attributes.get("Garantias").map(|note| json!(note));
        assert_eq!(note, name.starts_with("Enxada").then(|| json!("cabo de madeira")));
    }
    world.close().await;
}

/// A page with a title, the table below it and a foot: the first text and the last are those of the page itself.
fn price_list() -> Vec<u8> {
    let table: String = [
        (680, ["Codigo", "Produto", "Preco"]),
        (660, ["V-1", "Enxada larga", "10,50"]),
        (640, ["V-2", "Foice de cabo longo", "1.234,50"]),
    ]
    .into_iter()
    .flat_map(|(y, texts)| [72, 150, 400].into_iter().zip(texts).map(move |(x, text)| place(x, y, text)))
    .collect();
    let page = format!("AGRO SUL) Tj ET {table}BT /F1 10 Tf 1 0 0 1 72 100 Tm (Pagina 1 de 1");
    pdf(&[&page], "")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_printed_price_list_is_looked_at_and_imported_like_a_sheet() {
    let world = World::new().await;
    let mut look = ImportRequest::of_bytes(Kind::Items, price_list(), "tabela.pdf", "test");
    look.dry_run = true;
    let seen = world.run(look).await.unwrap();
    assert_eq!((counts(&seen), seen.left_out), ([2, 0, 0, 0], 1), "{:?} {:?}", seen.errors, seen.doubts);
    assert_eq!(seen.file.header_row, Some(2));
    assert!(seen.doubts.iter().any(|found| found.doubt == RowDoubt::PageFoot), "{:?}", seen.doubts);
    assert_eq!(world.count().await, 0, "a look stores nothing");
    world.items(price_list()).await;
    for (code, name, price) in [("V-1", "Enxada larga", "10.5"), ("V-2", "Foice de cabo longo", "1234.5")] {
        let item = world.item(code).await;
        assert_eq!((item.name.as_str(), item.price.unwrap().to_string().as_str()), (name, price));
    }
    assert_eq!(counts(&world.items(price_list()).await), [0, 0, 2, 0], "a second time nothing is new");
    world.close().await;
}
