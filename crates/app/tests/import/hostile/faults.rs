//! 37 faults of eight kinds planted in a thousand rows: all 37 at their cell, no other.

use crate::support::{World, counts};
use celeiro_domain::catalog::FieldErrorCode::{self, *};

/// Rows, in the file, and what is wrong there.
fn plan() -> Vec<(u32, &'static str, FieldErrorCode)> {
    let kinds = [
        ("name", Required),
        ("price", InvalidPrice),
        ("status", InvalidStatus),
        ("currency", InvalidCurrency),
        ("attributes", InvalidAttributes),
        ("", RaggedRow),
        ("external_id", DuplicateInFile),
        ("category", TooLong),
    ];
    (0..37_u32).map(|n| (13 + n * 26, kinds[n as usize % 8].0, kinds[n as usize % 8].1)).collect()
}

fn row(number: u32, fault: Option<FieldErrorCode>) -> String {
    let is = |code| fault == Some(code);
    let id = if is(DuplicateInFile) { "P-2".to_owned() } else { format!("P-{number}") };
    let name = if is(Required) { " ".to_owned() } else { format!("Produto {number}") };
    let price = if is(InvalidPrice) { "dez reais" } else { "12,50" };
    let status = if is(InvalidStatus) { "talvez" } else { "ativo" };
    let currency = if is(InvalidCurrency) { "R$" } else { "BRL" };
    let attributes = if is(InvalidAttributes) { "{\"cor\": }" } else { "{\"\"cor\"\": 1}" };
    let category = if is(TooLong) { "c".repeat(400) } else { "Geral".into() };
    let end = if is(RaggedRow) { ";a mais" } else { "" };
    format!("{id};{name};{price};{status};{currency};\"{attributes}\";{category}{end}\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_them_are_found_where_they_are() {
    let world = World::new().await;
    let plan = plan();
    let mut file = "external_id;name;price;status;currency;attributes;category\n".to_owned();
    for number in 2..=1_001 {
        let fault = plan.iter().find(|(row, ..)| *row == number).map(|(_, _, code)| *code);
        // A broken attributes cell needs its quotes doubled as well.
        file.push_str(&row(number, fault).replace("{\"cor\": }", "{\"\"cor\"\": }"));
    }
    let report = world.items(file).await;
    let found: Vec<_> = report.errors.iter().map(|e| (e.row, e.column.as_str(), e.code)).collect();
    assert_eq!(found, plan);
    assert_eq!(report.error_count, 37);
    assert_eq!(counts(&report), [963, 0, 0, 37]);
    assert!(report.errors.iter().all(|e| e.code == Required || !e.value.is_empty()));
    world.close().await;
}
