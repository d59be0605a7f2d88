//! What a person should look at in the report of an import: rows that hardly are records, values that look
//! like others, and records from what to what.

use crate::commands::history::render_sides;
use celeiro_app::import::{DoubtedRow, DoubtedRows, FieldCount, FileFacts, NewValue, Outcome};
use celeiro_app::messages::{field_name, name_of, translate, translate_with};
use celeiro_domain::search::Lang;

/// Most rows of one kind, and records, that a person reads; programs and the page get more.
const MOST_ROWS: usize = 10;

/// Renders the findings of an import's outcome, line by line.
pub fn render_findings(lang: Lang, outcome: &Outcome) -> String {
    let report = &outcome.report;
    let mut lines: Vec<String> = Vec::new();
    for found in &report.doubts {
        lines.extend(render_doubts(lang, &report.file, found));
    }
    let near = report.new_values.iter().filter(|value| value.near.is_some());
    lines.extend(near.map(|value| new_value(lang, value)));
    if report.new_value_count > 0 {
        lines.push(translate_with(
            lang,
            "cli.import.newValues",
            &[("count", report.new_value_count.to_string())],
        ));
    }
    if !report.changed_fields.is_empty() {
        let count = |field: &FieldCount| format!("{} {}", field_name(lang, &field.field), field.count);
        let fields: Vec<String> = report.changed_fields.iter().map(count).collect();
        lines.push(translate_with(lang, "cli.import.changedFields", &[("fields", fields.join(", "))]));
    }
    for row in outcome.changes.updated.iter().take(MOST_ROWS) {
        let places =
            [("row", report.file.name_row(row.row_number.unsigned_abs())), ("name", row.name.clone())];
        lines.push(translate_with(lang, "cli.import.changedRow", &places));
        let changes = row.changes.iter();
        lines.extend(changes.map(|one| {
            let sides = render_sides(&one.field, &[&one.from, &one.to]);
            format!("    {}: {sides}", field_name(lang, &one.field))
        }));
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// Renders one kind of doubt: how many rows, and the first of them.
fn render_doubts(lang: Lang, file: &FileFacts, found: &DoubtedRows) -> Vec<String> {
    let what = translate(lang, &format!("cli.import.doubt.{}", name_of(&found.doubt)));
    let counts = [
        ("what", what),
        ("count", found.count.to_string()),
        ("leftOut", found.left_out.to_string()),
        ("option", name_of(&found.doubt).replace('_', "-")),
    ];
    let row = |row: &DoubtedRow| {
        let price = row.price.map(|price| format!(" · {price}")).unwrap_or_default();
        let usual = row.usual.map(|(low, high)| format!(" ({low}..{high})")).unwrap_or_default();
        let places = [("row", file.name_row(row.row)), ("name", row.name.clone())];
        translate_with(lang, "cli.import.doubtedRow", &places) + &price + &usual
    };
    let rows = found.rows.iter().take(MOST_ROWS).map(row);
    std::iter::once(translate_with(lang, "cli.import.doubted", &counts)).chain(rows).collect()
}

/// Renders a value that the catalog does not have, with the known value that it resembles.
fn new_value(lang: Lang, new: &NewValue) -> String {
    let places = [
        ("field", name_of(&new.field)),
        ("value", new.value.clone()),
        ("near", new.near.clone().unwrap_or_default()),
        ("rows", new.rows.to_string()),
    ];
    translate_with(lang, "cli.import.newValue", &places)
}
