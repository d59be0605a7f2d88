//! Category headings in the first row of their products alone: `Herbicidas`, and blank cells in the rows below.

use crate::import::reader::cell::Cell;
use crate::import::reader::header::{Columns, Target};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::text::normalize_text;
use std::collections::HashSet;

/// Categories of which it is said at least, and at most.
const LEAST: usize = 2;
const MOST: usize = 500;
/// How many products a category has at least, on average.
const PRODUCTS: usize = 3;

/// What a column of categories shows of itself.
#[derive(Debug, Default)]
pub(in crate::import::reader) struct FirstRows {
    products: usize,
    told: HashSet<String>,
    /// Whether the first product has none, or a category comes again.
    is_other: bool,
}

impl FirstRows {
    /// Looks at a row for a category heading in the first row of its products.
    pub fn take(&mut self, columns: &Columns, cells: &[Cell<'_>]) {
        let cell_of = |field: RecordField| {
            let at = columns.targets.iter().position(|target| *target == Target::Field(field))?;
            cells.get(at).filter(|cell| **cell != Cell::Blank)
        };
        let is_product = cell_of(RecordField::Name).is_some()
            && (cell_of(RecordField::Price).is_some() || cell_of(RecordField::ExternalId).is_some());
        if !is_product || self.is_other {
            return;
        }
        self.products += 1;
        match cell_of(RecordField::Category).and_then(|cell| cell.clone().into_text()) {
            Some(text) => self.is_other = !self.told.insert(normalize_text(&text)) || self.told.len() > MOST,
            None => self.is_other = self.told.is_empty(),
        }
    }

    /// Whether a category is that of the rows below it, too.
    pub fn fill_down(&self) -> bool {
        !self.is_other && self.told.len() >= LEAST && self.products >= self.told.len() * PRODUCTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::reader::header::Knowledge;
    use celeiro_domain::search::Kind;

    fn fills_down(rows: &[&str]) -> bool {
        let known = Knowledge::of_names(Kind::Items);
        let columns = Columns::read(known, &["Produto".into(), "Grupo".into(), "Preço".into()]);
        let mut seen = FirstRows::default();
        for row in rows {
            let cells: Vec<Cell<'_>> = row.split('|').map(|text| Cell::text(text.to_owned())).collect();
            seen.take(&columns, &cells);
        }
        seen.fill_down()
    }

    #[test]
    fn a_category_in_the_first_row_of_its_products_is_that_of_all() {
        let first = ["a|Adubos|1", "b||2", "c||3", "Subtotal||", "d|Sementes|1", "e||2", "f||3"];
        assert!(fills_down(&first));
        for other in [
            &["a||1", "b|Adubos|2", "c||3", "d|Sementes|1", "e||2", "f||3"][..],
            &["a|Adubos|1", "b||2", "c|Adubos|3", "d|Sementes|1", "e||2", "f||3", "g||1"],
            &["a|Adubos|1", "b|Sementes|2", "c||3"],
            &["a|Adubos|1", "b||2", "c||3"],
        ] {
            assert!(!fills_down(other), "{other:?}");
        }
    }
}
