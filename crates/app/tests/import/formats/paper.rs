//! Printed lists: the table of a PDF, as a supplier prints it, into the catalog.

use super::documents::pdf;
use crate::support::{World, counts};
use celeiro_app::import::ImportRequest;
use celeiro_domain::import::RowDoubt;
use celeiro_domain::search::Kind;

/// A text at its place, in points from the lower left corner of the page.
fn place(x: u32, y: u32, text: &str) -> String {
    format!("BT /F1 10 Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET ")
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
