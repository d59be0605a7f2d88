//! Remarks about a table's rows for people, collected during reading.

use super::joined::dated::{is_date_name, is_price};
use crate::import::reader::cell::Cell;
use crate::import::reader::header::{self, Target};
use crate::import::report::{ImportWarning, WarningCode};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::import::lacks_price;
use celeiro_domain::search::Kind;
use std::collections::BTreeSet;

/// What the name of a column says of prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PriceHint {
    None,
    /// It is a day or a month, or says which of several prices it is.
    Level,
    Words,
}

impl PriceHint {
    /// What an attribute's name says; asked once a column, not once a cell.
    fn of(target: &Target) -> Self {
        match target {
            Target::Attribute(name) if header::speaks_of_price(name) => PriceHint::Words,
            Target::Attribute(name) if is_date_name(name) || header::names_price_level(name) => {
                PriceHint::Level
            }
            Target::Attribute(_) | Target::Field(_) | Target::Nowhere => PriceHint::None,
        }
    }

    /// Whether a cell below such a name is likely a price.
    fn is_price(self, cell: &Cell<'_>) -> bool {
        match self {
            PriceHint::Words => *cell != Cell::Blank,
            PriceHint::Level => is_price(cell),
            PriceHint::None => is_money(cell),
        }
    }
}

/// Whether a cell is an amount with the sign of the currency.
fn is_money(cell: &Cell<'_>) -> bool {
    matches!(cell, Cell::Text(text) if text.trim_start().starts_with("R$")) && is_price(cell)
}

/// What a person should know of the rows so far.
pub(in crate::import::reader) struct TableSample {
    /// By column, what its name says of prices.
    hints: Vec<PriceHint>,
    /// Columns of attributes or prices in which a formula failed.
    failed: BTreeSet<String>,
    /// Attribute columns with codes that have lost digits.
    lost: BTreeSet<String>,
    /// Columns without a name in which something stands, by their places from 0.
    unnamed: BTreeSet<usize>,
    /// Attribute columns in which something stands that is likely a price.
    of_prices: BTreeSet<String>,
    /// Whether a row has a price.
    has_price: bool,
}

impl TableSample {
    /// Begins the sample of a table whose columns have these targets.
    pub fn new(targets: &[Target]) -> Self {
        Self {
            hints: targets.iter().map(PriceHint::of).collect(),
            failed: BTreeSet::new(),
            lost: BTreeSet::new(),
            unnamed: BTreeSet::new(),
            of_prices: BTreeSet::new(),
            has_price: false,
        }
    }

    /// Notes a cell of the column at this place, from 0, which has no name.
    pub fn note_unnamed(&mut self, at: usize, cell: &Cell<'_>) {
        if *cell != Cell::Blank {
            self.unnamed.insert(at);
        }
    }

    /// Notes a cell of the column `name` that fills `field`.
    pub fn note_field(&mut self, field: RecordField, name: &str, cell: &Cell<'_>) {
        let is_told = || match cell {
            Cell::Blank => false,
            Cell::Text(text) => !lacks_price(text),
            _ => true,
        };
        if field == RecordField::Price && matches!(cell, Cell::Failed(_)) {
            self.failed.insert(name.to_owned());
        }
        self.has_price = self.has_price || (field == RecordField::Price && is_told());
    }

    /// Notes that a code of this column has lost digits.
    pub fn note_lost_digits(&mut self, name: &str) {
        self.lost.insert(name.to_owned());
    }

    /// Notes a cell of the attribute `name`, the column at this place, from 0.
    pub fn note_attribute(&mut self, at: usize, name: &str, cell: &Cell<'_>) {
        if matches!(cell, Cell::Failed(_) | Cell::Uncomputed(_)) {
            self.failed.insert(name.to_owned());
        }
        let hint = self.hints.get(at).copied().unwrap_or(PriceHint::None);
        if !self.has_price && hint.is_price(cell) {
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
        let lost = self.lost.into_iter().collect();
        let all: [(WarningCode, Vec<String>); 4] = [
            (of_unnamed, unnamed),
            (WarningCode::FailedFormulas, failed),
            (WarningCode::LostDigits, lost),
            (WarningCode::UnusedPrices, unused),
        ];
        all.into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(code, names)| ImportWarning::new(code, names))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] = ["Obs. da safra", "Preço sc", "À vista"];

    fn begin_sample() -> TableSample {
        TableSample::new(&NAMES.map(|name| Target::Attribute(name.to_owned())))
    }

    fn list_warnings(sample: TableSample, kind: Kind) -> Vec<(WarningCode, Vec<String>)> {
        sample.into_warnings(kind).map(|warning| (warning.code, warning.names)).collect()
    }

    #[test]
    fn prices_among_attributes_are_named_where_no_column_is_the_price() {
        let note = |sample: &mut TableSample| {
            sample.note_attribute(0, NAMES[0], &Cell::text("R$ 10,00"));
            sample.note_attribute(1, NAMES[1], &Cell::text("sob encomenda"));
            sample.note_attribute(2, NAMES[2], &Cell::Number(12.5));
        };
        let mut sample = begin_sample();
        note(&mut sample);
        sample.note_field(RecordField::Price, "Preço", &Cell::text("-"));
        let unused = NAMES.map(str::to_owned).to_vec();
        assert_eq!(list_warnings(sample, Kind::Items), [(WarningCode::UnusedPrices, unused)]);
        let mut sample = begin_sample();
        note(&mut sample);
        sample.note_field(RecordField::Price, "Preço", &Cell::text("98,50"));
        assert!(list_warnings(sample, Kind::Items).is_empty());
    }

    #[test]
    fn amounts_and_words_that_are_no_prices_are_not_named() {
        let mut sample = begin_sample();
        sample.note_attribute(0, NAMES[0], &Cell::text("10,00"));
        sample.note_attribute(1, NAMES[1], &Cell::Blank);
        sample.note_attribute(2, NAMES[2], &Cell::text("consulte"));
        sample.note_unnamed(3, &Cell::Blank);
        assert!(list_warnings(sample, Kind::Items).is_empty());
    }

    #[test]
    fn failed_formulas_are_told_of_attributes_and_prices_and_unnamed_columns_by_kind() {
        let sample = || {
            let mut sample = begin_sample();
            sample.note_attribute(0, NAMES[0], &Cell::Uncomputed("=A1".into()));
            sample.note_field(RecordField::Price, "Preço", &Cell::Failed("#N/A".into()));
            sample.note_field(RecordField::Name, "Produto", &Cell::Failed("#N/A".into()));
            sample.note_unnamed(4, &Cell::text("x"));
            sample
        };
        let failed = (WarningCode::FailedFormulas, vec![NAMES[0].to_owned(), "Preço".to_owned()]);
        for (kind, code) in
            [(Kind::Items, WarningCode::UnnamedColumns), (Kind::Faqs, WarningCode::IgnoredColumns)]
        {
            let unnamed = (code, vec!["column_5".to_owned()]);
            assert_eq!(list_warnings(sample(), kind), [unnamed, failed.clone()]);
        }
    }
}
