//! Tests that read documents back and check that no page loses text.

use super::labels::lay_out_labels;
use super::page::{HEIGHT, PdfPage, WIDTH};
use super::pdf::write_pdf;
use super::price_table::{TableHead, lay_out_prices};
use super::rows::{ListPrices, PrintedGroup, PrintedProduct, PrintedRow, group_items};
use super::text::clean_line;
use super::typeface::Typefaces;
use celeiro_domain::catalog::{Item, encode_bars};
use celeiro_domain::search::Lang;
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

pub(super) fn item(name: &str, more: Value) -> Item {
    let mut given = json!({
        "id": Uuid::new_v4(), "externalId": null, "name": name, "description": null, "category": null,
        "manufacturer": null, "price": null, "currency": "BRL", "tags": [], "status": "ativo", "attributes": {},
        "notes": null, "createdAt": "2026-11-29T00:00:00Z", "updatedAt": "2026-11-29T00:00:00Z", "version": 1,
        "packages": [],
    });
    for (key, value) in more.as_object().expect("an object") {
        given[key] = value.clone();
    }
    serde_json::from_value(given).expect("an item")
}

fn head() -> TableHead {
    TableHead { title: "Tabela de preços: Safra".into(), facts: "Impresso em 29/11/2026".into() }
}

/// The text of a document as an import reads it, without white space.
fn read_back(pages: &[PdfPage]) -> String {
    let faces = Typefaces::load().unwrap();
    let bytes = write_pdf(pages, "Preços", Lang::PtBr, &faces).unwrap();
    squash(&pdf_extract::extract_text_from_mem(&bytes).unwrap())
}

fn squash(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn products_packages_and_prices_are_read_back_from_the_file() {
    let packages = json!([
        { "label": "bombona 5 L", "code": "F-5", "price": 298, "ean": "7891000315507" },
        { "label": "galão 20 L", "price": 999_999_999_999.99_f64 },
        { "label": "balde 10 L", "price": 3, "status": "inativo" },
    ]);
    let long = "Adubo orgânico-mineral ".repeat(21);
    let items = [
        item("Ferrugil São João 200 SC", json!({ "category": "Fungicidas", "packages": packages })),
        item(&long, json!({ "category": "fungicidas", "price": 12.5, "externalId": "A-1" })),
        item("Chapéu \u{202e}de palha\u{7} 🌾", json!({ "price": 39.9 })),
        item("Sem preço", json!({})),
    ];
    let groups = group_items(&items, &ListPrices::default(), Lang::PtBr);
    assert_eq!(groups.len(), 2, "a category is one, however it is spelt, and what has none comes last");
    let faces = Typefaces::load().unwrap();
    let table = read_back(&lay_out_prices(&head(), &groups, Lang::PtBr, &faces));
    let labels = read_back(&lay_out_labels(&groups, Lang::PtBr, &faces));
    for text in [
        "Ferrugil São João 200 SC",
        "bombona 5 L",
        "F-5",
        "R$ 298,00",
        "R$ 59,60/L",
        "galão 20 L",
        "R$ 999.999.999.999,99",
        "A-1",
        "R$ 12,50",
        "Chapéu de palha □",
        "R$ 39,90",
        "sob consulta",
    ] {
        assert!(table.contains(&squash(text)), "{text} in {table}");
        assert!(labels.contains(&squash(text)), "{text} in {labels}");
    }
    assert!(table.contains(&squash(&long)) && table.contains("Página1de1"), "{table}");
    assert!(!table.contains("balde") && !labels.contains("balde"), "what is not on sale is not printed");
    assert!(labels.contains("7891000315507"));
}

#[test]
fn a_table_has_a_column_of_packages_where_one_is_on_sale() {
    let faces = Typefaces::load().unwrap();
    let print = |packages: Value| {
        let items = [item("Ureia", json!({ "price": 12.5, "packages": packages })), item("Boro", json!({}))];
        let groups = group_items(&items, &ListPrices::default(), Lang::PtBr);
        read_back(&lay_out_prices(&head(), &groups, Lang::PtBr, &faces))
    };
    let table = print(json!([{ "label": "saco 25 kg", "price": 100 }]));
    assert!(table.contains("Embalagem") && table.contains("saco25kg"), "{table}");
    let table = print(json!([{ "label": "saco 25 kg", "price": 100, "status": "inativo" }]));
    assert!(
        !table.contains("Embalagem") && table.contains("Produto") && table.contains("R$12,50"),
        "{table}"
    );
}

#[test]
fn a_label_has_the_bars_of_its_number_and_none_without_one() {
    let row = |ean: Option<&str>| PrintedRow { ean: ean.map(str::to_owned), ..PrintedRow::default() };
    let product = |row| PrintedProduct { name: "Ureia".into(), rows: vec![row] };
    let dark = |ean: Option<&str>| -> f32 {
        let group = PrintedGroup { category: String::new(), products: vec![product(row(ean))] };
        let pages = lay_out_labels(&[group], Lang::En, &Typefaces::load().unwrap());
        pages[0].blocks.iter().filter(|block| block.gray == 0.0).map(|block| block.width).sum()
    };
    for ean in ["7891000315507", "96385074", "036000291452", "17891000315504"] {
        let modules = encode_bars(ean).unwrap().modules;
        let expected = modules.iter().filter(|is_dark| **is_dark).count() as f32 * 0.33 * 72.0 / 25.4;
        assert!((dark(Some(ean)) - expected).abs() < 0.1, "{ean}: {} and not {expected}", dark(Some(ean)));
    }
    for ean in [None, Some("7891000315508"), Some("sem código")] {
        assert_eq!(dark(ean), 0.0, "{ean:?}");
    }
}

#[test]
fn the_number_of_an_item_is_that_of_its_only_package() {
    let attributes = json!({ "Código de barras": 7_891_000_315_507_u64 });
    let eans = |packages: Value| -> Vec<Option<String>> {
        let items = [item("Ureia", json!({ "attributes": attributes.clone(), "packages": packages }))];
        let groups = group_items(&items, &ListPrices::default(), Lang::En);
        groups[0].products[0].rows.iter().map(|row| row.ean.clone()).collect()
    };
    let number = Some("7891000315507".to_owned());
    assert_eq!(eans(json!([])), std::slice::from_ref(&number));
    assert_eq!(eans(json!([{ "label": "saco 25 kg" }])), [number]);
    assert_eq!(eans(json!([{ "label": "saco 25 kg" }, { "label": "granel" }])), [None, None]);
}

fn labels_of(rows: Vec<PrintedRow>) -> Vec<PdfPage> {
    let product = PrintedProduct { name: "Ureia granulada".into(), rows };
    let group = PrintedGroup { category: String::new(), products: vec![product] };
    lay_out_labels(&[group], Lang::PtBr, &Typefaces::load().unwrap())
}

fn price_row(price: &str, unit_price: &str) -> PrintedRow {
    PrintedRow { price: price.into(), unit_price: unit_price.into(), ..PrintedRow::default() }
}

#[test]
fn twenty_four_labels_fill_a_page_beside_and_below_each_other_within_the_paper() {
    let row = |number: usize| price_row(&format!("P{number}"), "");
    assert!(labels_of(Vec::new()).is_empty());
    for (count, pages) in [(1, 1), (24, 1), (25, 2), (48, 2), (49, 3)] {
        assert_eq!(labels_of((0..count).map(row).collect()).len(), pages, "{count}");
    }
    let pages = labels_of((0..25).map(row).collect());
    let place = |page: usize, price: &str| {
        let text = pages[page].texts.iter().find(|text| text.text == price).unwrap();
        (text.x, text.baseline)
    };
    let millimetres = |points: f32| points * 25.4 / 72.0;
    let (first, beside, below) = (place(0, "P0"), place(0, "P1"), place(0, "P3"));
    assert!((millimetres(beside.0 - first.0) - 66.0).abs() < 0.01 && beside.1 == first.1);
    assert!((millimetres(first.1 - below.1) - 33.9).abs() < 0.01 && below.0 == first.0);
    assert_eq!(place(1, "P24"), first, "the second page begins where the first does");
    for block in pages.iter().flat_map(|page| &page.blocks) {
        assert!(block.x >= 0.0 && block.x + block.width <= WIDTH, "{block:?}");
        assert!(block.y >= 0.0 && block.y + block.height <= HEIGHT, "{block:?}");
    }
}

#[test]
fn a_long_price_is_made_smaller_and_never_runs_into_the_price_of_a_unit() {
    let faces = Typefaces::load().unwrap();
    for (price, unit_price) in [
        ("R$ 1,00", ""),
        ("R$ 1,00", "R$ 0,04/kg"),
        ("R$ 999.999.999.999,99", "R$ 999.999.999.999,99/mil sementes"),
        ("R$ 999.999.999.999,99", ""),
        ("", "R$ 0,04/kg"),
    ] {
        let pages = labels_of(vec![price_row(price, unit_price)]);
        let printed = if price.is_empty() { "sob consulta" } else { price };
        let find = |wanted: &str| pages[0].texts.iter().find(|text| text.text == wanted);
        let large = find(printed).unwrap();
        let end = large.x + faces.of(large.weight).measure(&large.text, large.size);
        let edge = (7.25 + 63.5 - 3.0) * 72.0 / 25.4 + 0.1;
        assert!(end <= edge && large.size <= 18.0, "{large:?}");
        if let Some(small) = find(unit_price).filter(|_| !unit_price.is_empty()) {
            let small_end = small.x + faces.of(small.weight).measure(&small.text, small.size);
            assert!(small_end <= edge && (price.is_empty() || end < small.x), "{large:?} {small:?}");
        }
    }
}

#[test]
fn a_name_that_goes_on_stands_again_on_the_next_page_and_pages_are_counted() {
    let row = |number: usize| PrintedRow { code: format!("C{number}"), ..PrintedRow::default() };
    let product = PrintedProduct { name: "Ureia".into(), rows: (0..100).map(row).collect() };
    let group = PrintedGroup { category: "Adubos".into(), products: vec![product] };
    let pages = lay_out_prices(&head(), &[group], Lang::PtBr, &Typefaces::load().unwrap());
    assert!(pages.len() > 1);
    for (page, number) in pages.iter().zip(1..) {
        let count = |wanted: &str| page.texts.iter().filter(|text| text.text == wanted).count();
        assert_eq!((count("Ureia"), count("Adubos")), (1, 1), "page {number}");
        assert_eq!(count(&format!("Página {number} de {}", pages.len())), 1, "page {number}");
        assert_eq!(count("Produto"), 1, "the heads of the columns stand on every page");
    }
}

#[test]
fn a_list_of_nothing_is_one_page_with_its_title() {
    let pages = lay_out_prices(&head(), &[], Lang::En, &Typefaces::load().unwrap());
    assert_eq!(pages.len(), 1);
    assert!(pages[0].texts.iter().any(|text| text.text == "Tabela de preços: Safra"));
    assert!(read_back(&pages).contains("Page1of1"));
}

/// Groups of products with texts of any kind; the codes count the rows.
fn any_groups() -> impl Strategy<Value = Vec<PrintedGroup>> {
    let product = ("\\PC{0,120}", prop::collection::vec(("\\PC{0,60}", "[0-9.,]{0,40}"), 1..5));
    let group = ("\\PC{0,150}", prop::collection::vec(product, 1..8));
    prop::collection::vec(group, 1..5).prop_map(|groups| {
        let mut count = 0;
        let mut row = |(package, price): (String, String)| {
            count += 1;
            let (code, package) = (format!("C{count}"), clean_line(&package));
            PrintedRow { code, package, price: price.clone(), unit_price: price, ean: None }
        };
        let mut groups_of = Vec::new();
        for (category, products) in groups {
            let products = products.into_iter().map(|(name, rows)| PrintedProduct {
                name: clean_line(&name),
                rows: rows.into_iter().map(&mut row).collect(),
            });
            groups_of.push(PrintedGroup { category: clean_line(&category), products: products.collect() });
        }
        groups_of
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_row_is_lost_between_pages(groups in any_groups()) {
        let faces = Typefaces::load().unwrap();
        let rows: usize = groups.iter().flat_map(|group| &group.products).map(|product| product.rows.len()).sum();
        let expected: Vec<String> = (1..=rows).map(|count: usize| format!("C{count}")).collect();
        let pages = lay_out_prices(&head(), &groups, Lang::PtBr, &faces);
        let mut codes = Vec::new();
        for page in &pages {
            let mut lowest = f32::MAX;
            for text in &page.texts {
                let end = text.x + faces.of(text.weight).measure(&text.text, text.size);
                prop_assert!(text.x >= 35.9 && end <= WIDTH - 35.5, "{text:?} is beyond the edge");
                prop_assert!(text.size != 9.0 || text.baseline >= 52.0, "{text:?} is too low");
                if text.size == 9.0 && text.x == 36.0 {
                    prop_assert!(text.baseline < lowest, "{text:?} is over another row");
                    lowest = text.baseline;
                    codes.push(text.text.clone());
                }
            }
        }
        prop_assert_eq!(&codes, &expected);

        let pages = lay_out_labels(&groups, Lang::PtBr, &faces);
        prop_assert_eq!(pages.len(), rows.div_ceil(24));
        let on_labels = pages.iter().flat_map(|page| &page.texts).filter(|text| text.text.contains("Cód. C"));
        prop_assert_eq!(on_labels.count(), rows);
    }
}
