//! Column types of a table: set by a person, by a defined field, or inferred from the cells.

use crate::import::protocol::{ColumnType, Message, ParserJob, ValueType};
use crate::import::reader::header::{self, Columns, Target};
use crate::import::reader::types::{Survey, mark_of_all};
use crate::import::reader::{Output, Stop};
use crate::import::report::{FileFacts, FileFormat, ImportWarning, WarningCode};
use celeiro_domain::catalog::DecimalMark;
use celeiro_domain::text::normalize_text;
use std::collections::HashMap;

/// The types of columns, by their places.
pub(super) type Types = HashMap<usize, ColumnType>;

/// The types of a table's columns: as a person said, as a field is defined, or as all of their cells show.
pub(super) fn types_of(
    job: &ParserJob,
    facts: &FileFacts,
    columns: &Columns,
    surveys: &[Survey],
    out: &mut Output,
) -> Result<Types, Stop> {
    let other = job.decimal.or_else(|| mark_of_all(surveys.iter())).or_else(|| mark_of_programs(facts));
    let (mut types, mut mixed) = (Types::new(), Vec::new());
    for (at, survey) in surveys.iter().enumerate() {
        let unnamed = header::name_of_unnamed(at);
        let name = match columns.targets.get(at) {
            Some(Target::Attribute(name)) => name,
            None => &unnamed,
            Some(Target::Field(_) | Target::Nowhere) => continue,
        };
        let said = job.types.iter().find(|(said, _)| header::is_same(said, name)).map(|(_, value)| *value);
        let is_of_texts = || job.texts.contains(&normalize_text(name));
        let said = said.or_else(|| is_of_texts().then_some(ValueType::Text));
        let column = match said {
            Some(value) => survey.declared_type(value, other),
            None => type_of(survey, name, facts.format, other),
        };
        let is_marked = header::split_attribute_mark(name).is_some();
        if said.is_none() && !is_marked && column.value == ValueType::Text && survey.is_nearly_numbers(name) {
            mixed.push(name.clone());
        }
        types.insert(at, column);
    }
    // Digits that a sheet keeps as texts are no surprise to who keeps them so.
    if !mixed.is_empty() && facts.format == FileFormat::Csv {
        out.emit(&Message::Warning(ImportWarning::new(WarningCode::MixedColumns, mixed)))?;
    }
    Ok(types)
}

/// The type that the mark of a column says, or that its cells show. A sheet has types of its own: what is text in all of a
/// column was meant as text.
pub(in crate::import) fn type_of(
    survey: &Survey,
    name: &str,
    format: FileFormat,
    other: Option<DecimalMark>,
) -> ColumnType {
    if let Some((_, value)) = header::split_attribute_mark(name) {
        return survey.declared_type(value, other);
    }
    let column = survey.decide(name, other);
    let is_meant = matches!(format, FileFormat::Csv | FileFormat::Pdf) || survey.has_types();
    if is_meant { column } else { ColumnType { value: ValueType::Text, mark: None } }
}

/// Where commas separate cells they are hardly decimal separators, unless the file shows it.
pub(in crate::import) fn mark_of_programs(facts: &FileFacts) -> Option<DecimalMark> {
    (facts.separator.as_deref() == Some(",")).then_some(DecimalMark::Point)
}
