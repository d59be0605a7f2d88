//! Errors of files without a readable table.

use crate::import::error::Refusal;
use crate::import::protocol::ParserJob;
use crate::import::reader::Stop;
use crate::import::reader::agrofit::Products;
use crate::import::reader::header::{Columns, Knowledge};
use crate::import::report::{FileFacts, ImportPreset};
use celeiro_domain::catalog::RecordField;

/// Why there is no table: the row that was said to be the header is not there, or nothing is.
pub(super) fn no_table(job: &ParserJob, facts: &FileFacts) -> Stop {
    match job.header_row.filter(|_| facts.header_row.is_some()) {
        Some(row) => Refusal::NoHeaderRow(row).into(),
        None => nothing_in(facts).into(),
    }
}

/// Other sheets of a workbook may have what this one lacks.
fn nothing_in(facts: &FileFacts) -> Refusal {
    let Some(sheet) = facts.sheet.clone() else { return Refusal::Empty };
    let found: Vec<String> = facts.sheets.iter().filter(|name| **name != sheet).take(20).cloned().collect();
    if found.is_empty() { Refusal::Empty } else { Refusal::EmptySheet { sheet, found } }
}

/// What the header lacks.
pub(in crate::import::reader) fn missing_column(
    known: Knowledge<'_>,
    preset: Option<ImportPreset>,
    names: &[String],
    row: Option<u32>,
) -> Refusal {
    let column = match preset {
        Some(ImportPreset::Agrofit) => Products::first_missing(names),
        _ => match known.find_absent_column(names) {
            Some(column) => column,
            None => Columns::read(known, names).missing_field(known.kind).map_or("", RecordField::column),
        },
    };
    let found = names.iter().filter(|n| !n.trim().is_empty()).take(20);
    Refusal::MissingColumn {
        column: column.to_owned(),
        found: found.map(|n| n.chars().take(60).collect()).collect(),
        row,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::report::FileFormat;
    use celeiro_domain::search::Kind;

    #[test]
    fn an_empty_sheet_names_the_others_and_an_empty_file_none() {
        let mut facts = FileFacts::new(FileFormat::Xlsx);
        assert_eq!(nothing_in(&facts), Refusal::Empty);
        facts.sheet = Some("Capa".into());
        facts.sheets = vec!["Capa".into()];
        assert_eq!(nothing_in(&facts), Refusal::Empty);
        facts.sheets.push("Preços".into());
        let found = vec!["Preços".to_owned()];
        assert_eq!(nothing_in(&facts), Refusal::EmptySheet { sheet: "Capa".into(), found });
    }

    #[test]
    fn the_column_that_a_person_named_is_missed_before_the_one_that_a_record_needs() {
        let refuse = |known: Knowledge<'_>, names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            match missing_column(known, None, &names, Some(3)) {
                Refusal::MissingColumn { column, found, row: Some(3) } => (column, found),
                other => panic!("{other:?}"),
            }
        };
        let (items, faqs) = (Knowledge::of_names(Kind::Items), Knowledge::of_names(Kind::Faqs));
        let long = "x".repeat(70);
        let (column, found) = refuse(items, &["Largura", " ", long.as_str()]);
        assert_eq!(column, RecordField::Name.column());
        assert_eq!(found, ["Largura".to_owned(), "x".repeat(60)]);
        assert_eq!(refuse(faqs, &["Pergunta"]).0, RecordField::Answer.column());
        let map = [("Artigo".to_owned(), RecordField::Name)];
        assert_eq!(refuse(Knowledge { map: &map, ..items }, &["Produto"]).0, "Artigo");
    }
}
