//! Corrections of cells on the screen: they override the file's cells, and the file stays unchanged.

use super::drafts::Drafts;
use crate::import::protocol::{ColumnType, ParsedRow};
use crate::import::reader::correct_cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;

/// Another text for a cell of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fix {
    /// The row, as errors name it.
    pub row: u32,
    /// The column, as errors name it.
    pub column: String,
    /// What is to stand there.
    pub value: String,
}

/// Corrected cells by their rows.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct Fixes {
    by_row: HashMap<u32, Vec<Fix>>,
    /// The types of attribute columns: a corrected cell is of its column's.
    types: HashMap<String, ColumnType>,
}

impl Fixes {
    /// Creates the corrections of cells; of two for one cell the later counts.
    pub fn new(fixes: &[Fix]) -> Self {
        let mut by_row: HashMap<u32, Vec<Fix>> = HashMap::new();
        for fix in fixes {
            by_row.entry(fix.row).or_default().push(fix.clone());
        }
        Self { by_row, types: HashMap::new() }
    }

    /// Sets the types of the file's columns, by which corrected cells are read.
    pub fn know(&mut self, types: Vec<(String, ColumnType)>) {
        self.types = types.into_iter().collect();
    }

    /// Applies a person's corrections to the cells of a row.
    pub fn apply(&self, row: ParsedRow, drafts: &Drafts) -> ParsedRow {
        let fixes = self.by_row.get(&row.row).map_or(&[][..], Vec::as_slice);
        fixes.iter().fold(row, |row, fix| {
            let (field, column_type) = (drafts.field_of(&fix.column), self.types.get(&fix.column).copied());
            correct_cell(row, field, &fix.column, &fix.value, column_type)
        })
    }
}
