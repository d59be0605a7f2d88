//! Reader of AGROFIT's open data, the ministry's register of crop-protection products.
//!
//! The table has a row for each product, crop and pest, up to a million of them in no order. The reader folds them into
//! one record a registration while reading; of each row it keeps only values that its product lacks so far, so memory
//! grows with the products, not with the rows.

mod names;
mod product;

use super::cell::Cell;
use super::header::fold_name;
use crate::import::protocol::ParsedRow;
use crate::import::report::CellError;
use celeiro_domain::catalog::{FieldErrorCode, RecordField};
use names::repair_text;
use product::Product;
use std::collections::HashMap;

/// The columns that are read, in the order of [`Column`].
const NAMES: [&str; 13] = [
    "nr_registro",
    "marca_comercial",
    "classe",
    "cultura",
    "titular_de_registro",
    "ingrediente_ativo",
    "formulacao",
    "modo_de_acao",
    "praga_nome_cientifico",
    "praga_nome_comum",
    "classe_toxicologica",
    "classe_ambiental",
    "organicos",
];
/// The first so many make a table one of AGROFIT; the others may be missing.
const NEEDED: usize = 4;
/// Whether the registration is in force; read where it is there.
const IN_FORCE: &str = "situacao";

/// The columns of the table.
#[derive(Clone, Copy)]
enum Column {
    Registration,
    Brand,
    Class,
    Crop,
    Holder,
    Ingredients,
    Formulation,
    Action,
    PestScientific,
    PestCommon,
    Toxicology,
    Environment,
    Organic,
}

/// The products of a table that is being read.
pub(super) struct Products {
    /// For each of [`NAMES`] its place in a row.
    places: [Option<usize>; NAMES.len()],
    in_force: Option<usize>,
    by_registration: HashMap<String, usize>,
    products: Vec<Product>,
}

impl Products {
    /// Takes `header` as that of an AGROFIT table, if it is one.
    pub fn of_header(header: &[String]) -> Option<Self> {
        let folded: Vec<String> = header.iter().map(|name| fold_name(name)).collect();
        let place = |name: &str| folded.iter().position(|f| f == name);
        let places = NAMES.map(place);
        places[..NEEDED].iter().all(Option::is_some).then(|| Self {
            places,
            in_force: place(IN_FORCE),
            by_registration: HashMap::new(),
            products: Vec::new(),
        })
    }

    /// Finds the first column that AGROFIT data need and `header` lacks.
    pub fn first_missing(header: &[String]) -> &'static str {
        let has = |name: &&str| header.iter().any(|h| fold_name(h) == **name);
        NAMES[..NEEDED].iter().find(|name| !has(name)).copied().unwrap_or(NAMES[0])
    }

    /// Maps the fields of records to the columns of AGROFIT data.
    pub fn column_names() -> Vec<(RecordField, String)> {
        [
            (RecordField::ExternalId, Column::Registration),
            (RecordField::Name, Column::Brand),
            (RecordField::Category, Column::Class),
            (RecordField::Manufacturer, Column::Holder),
            (RecordField::Tags, Column::Crop),
            (RecordField::Status, Column::Registration),
        ]
        .map(|(field, column)| (field, NAMES[column as usize].to_owned()))
        .to_vec()
    }

    /// Adds a row to its product; says what is wrong with it if it cannot be.
    pub fn take(&mut self, row: u32, mut cells: Vec<Cell<'_>>) -> Option<CellError> {
        for (at, cell) in cells.iter().enumerate() {
            if let Some((code, shown)) = cell.fault()
                && let Some(column) = self.places.iter().position(|p| *p == Some(at))
            {
                return Some(CellError::new(row, NAMES[column], code, shown, ""));
            }
        }
        let in_force = self.in_force.is_none_or(|at| says_yes(cells.get(at)));
        let places = self.places;
        let mut text = |column: Column| -> String {
            let cell = places[column as usize].and_then(|at| cells.get_mut(at));
            let taken = cell.map_or(Cell::Blank, |c| std::mem::replace(c, Cell::Blank));
            repair_text(&taken.into_text().unwrap_or_default())
        };
        let registration = text(Column::Registration);
        if registration.is_empty() {
            return Some(CellError::new(row, NAMES[0], FieldErrorCode::Required, "", "1..200"));
        }
        let next = self.products.len();
        let at = *self.by_registration.entry(registration).or_insert_with_key(|number| {
            self.products.push(Product::new(row, number));
            next
        });
        let product = &mut self.products[at];
        if at == next {
            product.name(&text(Column::Brand));
            product.class(&text(Column::Class));
            product.holder(&text(Column::Holder));
            product.ingredients(&text(Column::Ingredients));
            product.formulation = text(Column::Formulation);
            product.action = text(Column::Action);
            product.toxicology = text(Column::Toxicology);
            product.environment = text(Column::Environment);
            product.organic = text(Column::Organic);
        }
        product.in_force |= in_force;
        product.crop(&text(Column::Crop));
        product.target(&text(Column::PestScientific), &text(Column::PestCommon));
        None
    }

    /// One row a product, in the order of their first rows.
    pub fn into_rows(self) -> impl Iterator<Item = ParsedRow> {
        self.products.into_iter().map(Product::into_row)
    }
}

/// The register says `True` where a registration is in force; a blank says nothing against it.
fn says_yes(cell: Option<&Cell<'_>>) -> bool {
    match cell {
        Some(Cell::Bool(value)) => *value,
        Some(Cell::Text(text)) => !matches!(fold_name(text).as_str(), "false" | "falso" | "nao" | "inativo"),
        _ => true,
    }
}
