//! Filters of a search as posting lists of a digest.

use crate::search::digest::columns::MISSING;
use crate::search::digest::postings::Bits;
use crate::search::filter_sql::{fits_grid, name_states};
use celeiro_domain::catalog::Price;
use celeiro_domain::search::Filters;
use celeiro_domain::text::normalize_text;
use sqlx::types::Decimal;
use std::ops::Range;

/// A field that conditions are on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Field {
    Category,
    Manufacturer,
    Tag,
    /// What is known of the stock.
    Stock,
    Price,
    /// An attribute, by its name.
    Attribute(String),
}

impl Field {
    /// Name of the filtered field in the words that stand for values; see `filter_word` in the migrations.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Category => "category",
            Self::Manufacturer => "manufacturer",
            Self::Tag => "tag",
            Self::Stock => "stock",
            Self::Price => "price",
            Self::Attribute(_) => "attribute",
        }
    }

    /// Key of the filtered attribute; empty for other fields.
    pub fn key(&self) -> &str {
        match self {
            Self::Attribute(key) => key,
            _ => "",
        }
    }
}

/// The conditions of a search: values that have lists, and bounds of prices.
#[derive(Debug, Default)]
pub(crate) struct Conditions {
    /// What each value is of; see `filter_mark` in the migrations.
    pub fields: Vec<&'static str>,
    /// The name of the attribute, or nothing.
    pub keys: Vec<String>,
    /// The values, folded.
    pub values: Vec<String>,
    /// Values one of which a row must have.
    groups: Vec<Range<usize>>,
    least: Option<i64>,
    most: Option<i64>,
}

impl Conditions {
    /// Converts a search's filters for the digest; none where the grid, of which a digest is taken, does not know a
    /// value.
    pub fn new(filters: &Filters) -> Option<Self> {
        if !fits_grid(filters) {
            return None;
        }
        let mut conditions = Self {
            least: filters.min_price.map(|price| in_units(price, Decimal::ceil)),
            most: filters.max_price.map(|price| in_units(price, Decimal::floor)),
            ..Self::default()
        };
        conditions.push_group("category", &filters.category);
        conditions.push_group("manufacturer", &filters.manufacturer);
        for tag in &filters.tags {
            conditions.push_group("tag", std::slice::from_ref(tag));
        }
        conditions.push_group("stock", &name_states(&filters.stock));
        for (key, value) in &filters.attributes {
            conditions.push_group("attribute", std::slice::from_ref(value));
            if let Some(last) = conditions.keys.last_mut() {
                key.clone_into(last);
            }
        }
        Some(conditions)
    }

    fn push_group(&mut self, field: &'static str, values: &[String]) {
        if values.is_empty() {
            return;
        }
        let start = self.values.len();
        for value in values {
            self.fields.push(field);
            self.keys.push(String::new());
            self.values.push(normalize_text(value));
        }
        self.groups.push(start..self.values.len());
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_empty() && !self.needs_prices()
    }

    pub fn needs_prices(&self) -> bool {
        self.least.is_some() || self.most.is_some()
    }

    /// Finds the digest's rows that meet every filter; none where there is no filter. It takes the lists of the values
    /// and the column of prices.
    pub fn mask(&self, lists: &[Vec<u8>], prices: &[i64], rows: usize) -> Option<Bits> {
        self.mask_without(None, lists, prices, rows)
    }

    /// Finds the digest's rows by [`Self::mask`] of the filters on other fields than `without`.
    pub fn mask_without(
        &self,
        without: Option<&Field>,
        lists: &[Vec<u8>],
        prices: &[i64],
        rows: usize,
    ) -> Option<Bits> {
        let is_on = |field: &str, key: &str| without.is_some_and(|w| w.as_str() == field && w.key() == key);
        let mut mask: Option<Bits> = None;
        let mut narrow = |met: Bits| match &mut mask {
            Some(mask) => mask.and(&met),
            unset => *unset = Some(met),
        };
        for group in &self.groups {
            if is_on(self.fields[group.start], &self.keys[group.start]) {
                continue;
            }
            let mut met = Bits::new(rows);
            lists.get(group.clone()).unwrap_or_default().iter().for_each(|list| met.set_all(list));
            narrow(met);
        }
        if self.needs_prices() && !is_on("price", "") {
            let bounds = self.least.unwrap_or(0)..=self.most.unwrap_or(i64::MAX);
            narrow(Bits::from_column(prices, rows, |price| price != MISSING && bounds.contains(&price)));
        }
        mask
    }
}

/// A price in the units of the column of prices.
fn in_units(price: Price, round: fn(&Decimal) -> Decimal) -> i64 {
    i64::try_from(round(&(price.amount() * Decimal::from(10_000)))).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(numbers: &[u32]) -> Vec<u8> {
        numbers.iter().flat_map(|n| n.to_be_bytes()).collect()
    }

    fn filters(json: &str) -> Filters {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn values_of_a_field_are_alternatives_and_fields_add_up() {
        let asked = filters(r#"{"category":["A","B"],"tags":["x","y"],"maxPrice":"10.0001"}"#);
        let conditions = Conditions::new(&asked).unwrap();
        assert_eq!(conditions.fields, ["category", "category", "tag", "tag"]);
        let lists = [list(&[0, 1]), list(&[2, 3]), list(&[0, 1, 2, 3]), list(&[1, 2, 3])];
        let prices = [1, 100_001, 100_002, MISSING];
        let mask = conditions.mask(&lists, &prices, 4).unwrap();
        assert_eq!((0..4).filter(|row| mask.contains(*row)).collect::<Vec<_>>(), [1]);
        assert!(Conditions::new(&Filters::default()).unwrap().mask(&[], &[], 4).is_none());
    }

    #[test]
    fn states_of_stock_are_alternatives() {
        let conditions = Conditions::new(&filters(r#"{"stock":["out","unknown"],"category":"A"}"#)).unwrap();
        assert_eq!(conditions.fields, ["category", "stock", "stock"]);
        assert_eq!(conditions.values, ["a", "out", "unknown"]);
        let lists = [list(&[0, 1, 2]), list(&[1]), list(&[2, 3])];
        let mask = conditions.mask(&lists, &[], 4).unwrap();
        assert_eq!((0..4).filter(|row| mask.contains(*row)).collect::<Vec<_>>(), [1, 2]);
        let others = conditions.mask_without(Some(&Field::Stock), &lists, &[], 4).unwrap();
        assert_eq!(others.count(), 3);
    }

    #[test]
    fn attributes_carry_their_names_and_long_values_are_left_to_the_index() {
        let conditions = Conditions::new(&filters(r#"{"Dose":"1 L","ph":"5,5"}"#)).unwrap();
        assert_eq!(conditions.keys, ["Dose", "ph"]);
        assert_eq!(conditions.values, [normalize_text("1 L"), normalize_text("5,5")]);
        let long = Filters { category: vec!["ﷺ".repeat(100)], ..Filters::default() };
        assert!(Conditions::new(&long).is_none());
    }
}
