//! Overview of a file before its import: columns, sample cells, proposed mapping.

use super::cell_text::cell_text;
use super::dated_names::undate_name;
use crate::import::error::{ImportError, ParserDeath};
use crate::import::protocol::{Cells, Header, Message, OutputMode, ValueType};
use crate::import::reader::{
    Cell, PART_ROWS, Survey, display_name, is_remark, mark_of_all, mark_of_programs, type_of,
};
use crate::import::report::{FileFacts, NO_HEADER};
use crate::import::request::{self, ImportRequest};
use crate::import::sandbox::ParserProcess;
use celeiro_domain::catalog::{DecimalMark, RecordField};
use celeiro_domain::text::normalize_text;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;

/// Rows that are looked at: what the values of a column are should be told from more than a few.
const ROWS: usize = 300;
/// Rows at the beginning among which a person may choose the header, and cells of each that are told: fewer of
/// those that are hardly it.
const HEAD_ROWS: usize = 1_000;
const HEAD_CELLS: usize = 12;
const LIKELY_HEAD_ROWS: usize = 100;
const UNLIKELY_HEAD_CELLS: usize = 4;
/// Cells behind which no more rows are read for that choice.
const MAX_CELLS: usize = 100_000;
/// Different values of a column that are shown, and characters of each.
const SAMPLES: usize = 3;
const SAMPLE_CHARS: usize = 80;

/// What was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct FileOverview {
    /// How the file is read.
    pub facts: FileFacts,
    /// Its columns, in their order.
    pub columns: Vec<SeenColumn>,
    /// The first rows that have something in them, the header among them; none of JSON.
    pub head: Vec<HeadRow>,
    /// By what files of the same layout are known: SHA-256 of the folded names of the columns, without the dates in them.
    pub layout: Vec<u8>,
}

impl FileOverview {
    /// Name of the column that the overview proposes for the field.
    pub fn column_of(&self, field: RecordField) -> Option<&str> {
        self.columns.iter().find(|column| column.field == Some(field)).map(|column| &*column.name)
    }
}

/// A row at the beginning of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct HeadRow {
    /// Its number, from 1.
    pub row: u32,
    /// The first of its cells that are not blank.
    pub cells: Vec<String>,
}

/// A column.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenColumn {
    /// Its name; one without is called by its number.
    pub name: String,
    /// The field that its name says it is.
    pub field: Option<RecordField>,
    /// Some of what stands in it.
    pub samples: Vec<String>,
    /// What its values are, as far as the first rows show.
    pub value_type: ValueType,
}

/// Looks into the file of `request`. Nothing is written anywhere.
///
/// # Errors
/// [`ImportError`] where it cannot be read at all.
pub async fn read_overview(request: &ImportRequest) -> Result<FileOverview, ImportError> {
    let file = request::open_import_source(request.source.clone(), &request.file_name).await?;
    let errand = request.errand(OutputMode::Cells, Vec::new());
    let mut parser = ParserProcess::start(request.sandbox.clone(), &errand, file, &request.file_name)?;
    let incoherent =
        || ImportError::ParserDied { file: request.file_name.clone(), reason: ParserDeath::Incoherent };
    let (mut facts, mut header) = (None, None);
    let (mut above, mut rows): (Vec<Cells>, Vec<Cells>) = (Vec::new(), Vec::new());
    let mut cell_count = 0;
    while rows.len() < ROWS || (rows.len() + above.len() < HEAD_ROWS && cell_count < MAX_CELLS) {
        match parser.next().await? {
            Message::Facts(found) => facts = Some(found),
            Message::Above(cells) => above.push(cells),
            Message::Header(found) => header = Some(found),
            Message::Cells(cells) => {
                cell_count += cells.cells.len();
                rows.push(cells);
            }
            Message::Note(note) => tracing::debug!(note, "file reader"),
            Message::Progress(_) | Message::Decimals(_) | Message::Warning(_) => {}
            Message::Refused(reason) => {
                return Err(ImportError::Refused { file: request.file_name.clone(), reason });
            }
            Message::Done => break,
            Message::Row(_)
            | Message::Hidden(_)
            | Message::Struck(_)
            | Message::Columns(_)
            | Message::Types(_)
            | Message::Document(_)
            | Message::Text(_)
            | Message::Picture(_)
            | Message::Scaled(_) => {
                return Err(incoherent());
            }
        }
    }
    let header = header.ok_or_else(|| ImportError::Refused {
        file: request.file_name.clone(),
        reason: crate::import::error::Refusal::Empty,
    })?;
    let facts = facts.ok_or_else(incoherent)?;
    let head = list_head_rows(&facts, &header, &above, &rows);
    rows.truncate(ROWS);
    Ok(FileOverview {
        layout: layout_of(&header.names),
        head,
        columns: describe_columns(&facts, header, &rows, request.decimal),
        facts,
    })
}

/// The rows among which a person may choose the header.
fn list_head_rows(facts: &FileFacts, header: &Header, above: &[Cells], rows: &[Cells]) -> Vec<HeadRow> {
    let Some(header_row) = facts.header_row else { return Vec::new() };
    let of = |cells: &Cells| make_head_row(cells.row, cells.cells.iter().map(cell_text));
    let above = above.iter().map(of);
    // Rows of tables beside the first one have numbers of their own.
    let below = rows.iter().filter(|cells| cells.row < PART_ROWS).map(of);
    let names = (header_row != NO_HEADER).then(|| make_head_row(header_row, header.names.iter().cloned()));
    let mut head: Vec<HeadRow> = above.chain(names).chain(below).take(HEAD_ROWS).collect();
    for row in head.iter_mut().skip(LIKELY_HEAD_ROWS).filter(|row| row.row != header_row) {
        row.cells.truncate(UNLIKELY_HEAD_CELLS);
    }
    head
}

/// A row with the first of its cells that are not blank, each cut.
pub(crate) fn make_head_row(row: u32, cells: impl Iterator<Item = String>) -> HeadRow {
    let cells = cells.map(|text| text.trim().chars().take(SAMPLE_CHARS).collect::<String>());
    HeadRow { row, cells: cells.filter(|text| !text.is_empty()).take(HEAD_CELLS).collect() }
}

/// By what files of the same layout are known; our own remarks do not make another one of it, nor does another date in
/// a name that no other column has but for its date.
fn layout_of(names: &[String]) -> Vec<u8> {
    let undated: Vec<Option<String>> = names.iter().map(|name| undate_name(name)).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for bare in undated.iter().flatten() {
        *counts.entry(bare).or_default() += 1;
    }
    let mut hash = Sha256::new();
    for (name, bare) in names.iter().zip(&undated).filter(|(name, _)| !is_remark(name)) {
        let own = bare.as_deref().filter(|bare| counts.get(bare) == Some(&1));
        match own {
            Some(bare) => hash.update(bare.as_bytes()),
            None => hash.update(normalize_text(name).as_bytes()),
        }
        hash.update(b"\n");
    }
    hash.finalize().to_vec()
}

/// Named or filled columns, each with its type, its field and samples.
fn describe_columns(
    facts: &FileFacts,
    header: Header,
    rows: &[Cells],
    decimal: Option<DecimalMark>,
) -> Vec<SeenColumn> {
    let surveys: Vec<Survey> = (0..header.names.len()).map(|at| survey_column(rows, at)).collect();
    let other = decimal.or_else(|| mark_of_all(surveys.iter())).or_else(|| mark_of_programs(facts));
    let fields = header.fields.into_iter().chain(std::iter::repeat(None));
    let columns = header.names.into_iter().zip(fields).enumerate();
    columns
        .filter(|(_, (name, _))| !is_remark(name))
        // Of a column without name and content there is nothing to say.
        .filter(|(at, (name, _))| !name.trim().is_empty() || !sample_column(rows, *at).is_empty())
        .map(|(at, (name, field))| SeenColumn {
            value_type: type_of(&surveys[at], &name, facts.format, other).value,
            samples: sample_column(rows, at),
            name: display_name(&name, at).into_owned(),
            field,
        })
        .collect()
}

/// Collects the values of a column, by which its type is decided.
fn survey_column(rows: &[Cells], at: usize) -> Survey {
    let mut survey = Survey::default();
    for value in rows.iter().filter_map(|row| row.cells.get(at)) {
        survey.take(&match value {
            Value::Null => Cell::Blank,
            Value::Bool(value) => Cell::Bool(*value),
            Value::Number(number) => Cell::Digits(number.to_string().into()),
            Value::String(text) => Cell::text(text.as_str()),
            other => Cell::Json(other.clone()),
        });
    }
    survey
}

/// The first distinct texts of a column, at most [`SAMPLES`].
fn sample_column(rows: &[Cells], at: usize) -> Vec<String> {
    sample_values(rows.iter().filter_map(|row| row.cells.get(at)))
}

/// The first distinct texts of cells, at most [`SAMPLES`], each cut.
pub(crate) fn sample_values<'a>(values: impl Iterator<Item = &'a Value>) -> Vec<String> {
    let mut samples: Vec<String> = Vec::new();
    for value in values {
        let text: String = cell_text(value).trim().chars().take(SAMPLE_CHARS).collect();
        if !text.is_empty() && !samples.contains(&text) && samples.len() < SAMPLES {
            samples.push(text);
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_date_in_the_name_of_a_column_is_no_other_layout() {
        let layout =
            |names: &[&str]| layout_of(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        let november = layout(&["Cód.", "Híbrido", "À vista\naté 15/11/26", "30/01/2027", "30/04/2027"]);
        assert_eq!(
            november,
            layout(&["COD.", "hibrido", "à vista até 15/12/26", "30/01/2027", "30/04/2027"])
        );
        let moved = layout(&["Cód.", "Híbrido", "À vista\naté 15/11/26", "28/02/2027", "30/04/2027"]);
        assert_ne!(november, moved, "of several dates it says nothing which one was which");
        assert_ne!(layout(&["Produto", "Preço"]), layout(&["Produto", "Preço 11/2026"]));
    }
}
