//! What a person should know of the rows of a table, gathered while they are read.

use super::cell::Cell;
use super::header;
use crate::import::report::{ImportWarning, WarningCode};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::import::lacks_price;
use celeiro_domain::search::Kind;
use std::collections::BTreeSet;

/// What a person should know of the rows so far.
#[derive(Default)]
pub(super) struct TableSample {
    /// Attribute columns in which a formula failed.
    failed: BTreeSet<String>,
    /// Columns without a name in which something stands, by their places from 0.
    unnamed: BTreeSet<usize>,
    /// Attribute columns in which something stands and whose names speak of a price.
    of_prices: BTreeSet<String>,
    /// Whether a row has a price.
    has_price: bool,
}

impl TableSample {
    /// Notes a cell of the column at this place, from 0, which has no name.
    pub fn note_unnamed(&mut self, at: usize, cell: &Cell<'_>) {
        if *cell != Cell::Blank {
            self.unnamed.insert(at);
        }
    }

    /// Notes a cell that fills `field`.
    pub fn note_field(&mut self, field: RecordField, cell: &Cell<'_>) {
        let is_told = || match cell {
            Cell::Blank => false,
            Cell::Text(text) => !lacks_price(text),
            _ => true,
        };
        self.has_price |= field == RecordField::Price && is_told();
    }

    /// Notes a cell of the attribute `name`.
    pub fn note_attribute(&mut self, name: &str, cell: &Cell<'_>) {
        if matches!(cell, Cell::Failed(_) | Cell::Uncomputed(_)) {
            self.failed.insert(name.to_owned());
        }
        if !self.has_price && *cell != Cell::Blank && header::speaks_of_price(name) {
            self.of_prices.insert(name.to_owned());
        }
    }

    /// The warnings about a table of records of `kind`.
    pub fn into_warnings(self, kind: Kind) -> impl Iterator<Item = ImportWarning> {
        let unnamed = self.unnamed.into_iter().map(header::name_of_unnamed).collect();
        let of_unnamed = match kind {
            Kind::Items => WarningCode::UnnamedColumns,
            Kind::Faqs => WarningCode::IgnoredColumns,
        };
        let failed = self.failed.into_iter().collect();
        let unused = if self.has_price { Vec::new() } else { self.of_prices.into_iter().collect() };
        let all: [(WarningCode, Vec<String>); 3] = [
            (of_unnamed, unnamed),
            (WarningCode::FailedFormulas, failed),
            (WarningCode::UnusedPrices, unused),
        ];
        all.into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(code, names)| ImportWarning::new(code, names))
    }
}
