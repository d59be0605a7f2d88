//! Workbooks of old Excel and of LibreOffice.

use crate::support::{World, counts};
use celeiro_app::import::{FileFormat, ImportReport, Refusal, WarningCode};
use celeiro_domain::import::RowDoubt;
use serde_json::json;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// A title, a header in row 3, three products of which two share a merged category, and a hidden sheet.
const XLS: &[u8] = include_bytes!("../../fixtures/lista.xls");

const MANIFEST: &str =
    "<manifest:manifest><manifest:file-entry manifest:full-path=\"/\"/></manifest:manifest>";
const STYLES: &str = "<office:automatic-styles><style:style style:name=\"hid\" style:family=\"table\">\
     <style:table-properties table:display=\"false\"/></style:style></office:automatic-styles>";

/// A file of LibreOffice with this content and manifest.
fn ods(content: &str, manifest: &str) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let plain = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let parts = [
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", content),
        ("META-INF/manifest.xml", manifest),
    ];
    for (name, text) in parts {
        zip.start_file(name, plain).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn content(tables: &str) -> String {
    format!(
        "<office:document-content>{STYLES}<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )
}

fn text(value: &str, more: &str) -> String {
    format!(
        "<table:table-cell office:value-type=\"string\"{more}><text:p>{value}</text:p></table:table-cell>"
    )
}

fn number(value: &str) -> String {
    format!("<table:table-cell office:value-type=\"float\" office:value=\"{value}\"/>")
}

fn row(cells: &[String], more: &str) -> String {
    format!("<table:table-row{more}>{}</table:table-row>", cells.concat())
}

fn names(report: &ImportReport, code: WarningCode) -> Vec<String> {
    report.warnings.iter().filter(|warning| warning.code == code).flat_map(|w| w.names.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_workbook_of_excel_is_read_with_its_merged_cells_and_dates() {
    let world = World::new().await;
    let report = world.items(XLS).await;
    assert_eq!(counts(&report), [3, 0, 0, 0], "{:?}", report.errors);
    assert_eq!((report.file.format, report.file.header_row), (FileFormat::Xls, Some(3)));
    assert_eq!(report.file.hidden_sheets, ["Cálculo"]);
    assert_eq!(names(&report, WarningCode::UncheckedRows), ["Tabela"], "its hidden rows are not known");
    let item = world.item("1030").await;
    assert_eq!((item.name.as_str(), item.category.as_deref()), ("Zapp QI 620", Some("Herbicidas")));
    assert_eq!(item.price.unwrap().to_string(), "1192.57");
    assert_eq!(item.attributes["Validade"], json!("2026-12-31"));
    assert_eq!(world.item("2001").await.category.as_deref(), Some("Ferramentas"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workbook_of_libreoffice_is_read_with_its_merged_cells_and_without_hidden_rows() {
    let world = World::new().await;
    let of_group = |more: &str| text("Ferramentas", more);
    let failed = "<table:table-cell table:formula=\"of:=1/0\" office:value-type=\"string\" office:string-value=\"\" calcext:value-type=\"error\"><text:p>#DIV/0!</text:p></table:table-cell>";
    let rows = [
        row(&[text("AGRO SUL", " table:number-columns-spanned=\"4\" table:number-rows-spanned=\"1\"")], ""),
        "<table:table-row table:number-rows-repeated=\"2\"><table:table-cell/></table:table-row>".to_owned(),
        row(&["Código", "Produto", "Categoria", "Preço"].map(|name| text(name, "")), ""),
        row(
            &[
                text("V-1", ""),
                text("Enxada larga", ""),
                of_group(" table:number-rows-spanned=\"2\" table:number-columns-spanned=\"1\""),
                number("10.5"),
            ],
            "",
        ),
        row(
            &[text("V-2", ""), text("Pá de bico", ""), "<table:covered-table-cell/>".into(), number("20.5")],
            "",
        ),
        row(
            &[text("V-3", ""), text("Foice", ""), of_group(""), number("30.5")],
            " table:visibility=\"collapse\"",
        ),
        row(&[text("V-4", ""), text("Rastelo", ""), of_group(""), failed.to_owned()], ""),
    ];
    let tables = format!(
        "<table:table table:name=\"Apoio\" table:style-name=\"hid\">{}</table:table><table:table table:name=\"Lista\">{}</table:table>",
        row(&[text("Produto", ""), text("Preço", "")], ""),
        rows.concat()
    );
    let report = world.items(ods(&content(&tables), MANIFEST)).await;
    assert_eq!(counts(&report), [3, 0, 0, 0], "{:?}", report.errors);
    assert_eq!((report.file.format, report.file.header_row), (FileFormat::Ods, Some(4)));
    assert_eq!(
        (&report.file.sheets[..], &report.file.hidden_sheets[..]),
        (&["Lista".to_owned(), "Apoio".to_owned()][..], &["Apoio".to_owned()][..],)
    );
    let hidden = report.doubts.iter().find(|found| found.doubt == RowDoubt::Hidden).unwrap();
    assert_eq!(hidden.rows.iter().map(|row| row.row).collect::<Vec<_>>(), [7]);
    assert_eq!(names(&report, WarningCode::FailedFormulas), ["Preço"]);
    let item = world.item("V-2").await;
    assert_eq!(
        (item.category.as_deref(), item.price.unwrap().to_string().as_str()),
        (Some("Ferramentas"), "20.5")
    );
    assert_eq!(world.item("V-4").await.price, None);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_or_damaged_workbook_says_so_and_changes_nothing() {
    let world = World::new().await;
    let table = format!("<table:table table:name=\"A\">{}</table:table>", row(&[text("Produto", "")], ""));
    let locked =
        MANIFEST.replace("\"/\"/>", "\"content.xml\"><manifest:encryption-data/></manifest:file-entry>");
    assert_eq!(world.refusal(ods(&content(&table), &locked)).await, Refusal::Encrypted);
    let whole = ods(&content(&table), MANIFEST);
    let open = ods("<office:body><table:table table:name=\"A\"><table:table-row>", MANIFEST);
    for damaged in [whole[..whole.len() / 2].to_vec(), open, XLS[..XLS.len() / 2].to_vec()] {
        assert!(matches!(world.refusal(damaged).await, Refusal::Damaged(_)));
    }
    assert_eq!(world.count().await, 0);
    world.close().await;
}
