//! Values of a digest's rows, cached in memory with their digest.

use crate::search::digest::conditions::Field;
use crate::search::digest::postings::Bits;
use celeiro_domain::catalog::FacetValue;
use celeiro_domain::text::normalize_text;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The values of a field, and which rows have them.
#[derive(Debug)]
pub(crate) struct ListedField {
    pub field: Field,
    pub values: Vec<ListedValue>,
    pub rows: RowValues,
}

/// A value of a field.
#[derive(Debug)]
pub(crate) struct ListedValue {
    /// As it is written most often.
    pub text: String,
    pub folded: String,
    /// How lists and the grid name it; see `filter_mark` in the migrations.
    pub mark: i64,
}

/// Which rows of a digest have which value.
#[derive(Debug)]
pub(crate) enum RowValues {
    /// One more than the place of the row's value; 0 where it has none of them.
    One(Vec<u8>),
    /// The rows of each value.
    Many(Vec<Vec<u32>>),
}

impl RowValues {
    /// Takes lists of rows, four bytes a number.
    pub fn new(lists: &[Vec<u8>], rows: usize) -> Self {
        let mut places = vec![0_u8; rows];
        let fits = lists.len() < usize::from(u8::MAX);
        let is_one = fits
            && lists.iter().zip(1_u8..).all(|(list, place)| {
                numbers(list).all(|row| match places.get_mut(row as usize) {
                    Some(free @ 0) => {
                        *free = place;
                        true
                    }
                    Some(_) => false,
                    None => true,
                })
            });
        if is_one {
            Self::One(places)
        } else {
            Self::Many(lists.iter().map(|list| numbers(list).collect()).collect())
        }
    }

    /// How many of `found` have each of `values` values.
    fn count(&self, found: &Bits, values: usize) -> Vec<u32> {
        match self {
            Self::One(places) => {
                let mut counts = vec![0; values + 1];
                found.each(|row| counts[usize::from(places.get(row).copied().unwrap_or_default())] += 1);
                counts.split_off(1)
            }
            Self::Many(lists) => {
                let count = |rows: &Vec<u32>| rows.iter().filter(|row| found.contains(**row)).count() as u32;
                lists.iter().map(count).collect()
            }
        }
    }
}

fn numbers(list: &[u8]) -> impl Iterator<Item = u32> {
    list.as_chunks::<4>().0.iter().map(|bytes| u32::from_be_bytes(*bytes))
}

/// The listed values of a digest.
#[derive(Debug)]
pub(crate) struct ListedValues {
    pub digest: i32,
    /// The versions of all defined fields together: which attributes are listed is theirs to say.
    pub definitions: i64,
    pub fields: Vec<ListedField>,
}

/// The listed values of the digest that was asked last; shared by all clones of a store.
pub(crate) type FacetCache = tokio::sync::Mutex<Option<Arc<ListedValues>>>;

/// The values of a changed row as they are now.
pub(crate) struct ChangedValues {
    pub category: Option<String>,
    pub manufacturer: Option<String>,
    pub tags: Vec<String>,
    pub attribute_marks: Vec<i64>,
    pub stock_state: String,
}

impl ListedField {
    /// Counts the values of the digest's rows `found` and of `changed`, commonest first, those that none has left
    /// out.
    pub fn count<'a>(
        &self,
        found: &Bits,
        changed: impl Iterator<Item = &'a ChangedValues>,
    ) -> Vec<FacetValue> {
        let mut counts = self.rows.count(found, self.values.len());
        // Values that came with a change stand in no list yet.
        let mut new: HashMap<String, FacetValue> = HashMap::new();
        let mut note = |text: &str| {
            let folded = normalize_text(text);
            match self.values.iter().position(|value| value.folded == folded) {
                Some(place) => counts[place] += 1,
                None => {
                    let value = || FacetValue { value: text.to_owned(), count: 0 };
                    new.entry(folded).or_insert_with(value).count += 1;
                }
            }
        };
        let mut marked: Vec<&[i64]> = Vec::new();
        for row in changed {
            match &self.field {
                Field::Category => row.category.iter().for_each(|text| note(text)),
                Field::Manufacturer => row.manufacturer.iter().for_each(|text| note(text)),
                Field::Tag => {
                    let mut seen = HashSet::new();
                    row.tags.iter().filter(|tag| seen.insert(normalize_text(tag))).for_each(|tag| note(tag));
                }
                Field::Stock => note(&row.stock_state),
                Field::Attribute(_) => marked.push(&row.attribute_marks),
                Field::Price => {}
            }
        }
        for (value, count) in self.values.iter().zip(&mut counts) {
            *count += marked.iter().filter(|marks| marks.contains(&value.mark)).count() as u32;
        }
        let of_lists = self.values.iter().zip(counts);
        let of_lists = of_lists.map(|(value, count)| FacetValue { value: value.text.clone(), count });
        let mut counted: Vec<FacetValue> =
            of_lists.chain(new.into_values()).filter(|value| value.count > 0).collect();
        counted.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.value.cmp(&b.value)));
        counted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(numbers: &[u32]) -> Vec<u8> {
        numbers.iter().flat_map(|n| n.to_be_bytes()).collect()
    }

    #[test]
    fn values_of_rows_are_counted_alike_whether_a_row_has_one_or_several() {
        let mut found = Bits::new(70);
        found.set_all(&list(&[0, 1, 65, 69]));
        let one = RowValues::new(&[list(&[0, 65, 2]), list(&[1]), list(&[])], 70);
        assert!(matches!(one, RowValues::One(_)));
        assert_eq!(one.count(&found, 3), [2, 1, 0]);
        let many = RowValues::new(&[list(&[0, 65, 2]), list(&[1, 65]), list(&[])], 70);
        assert!(matches!(many, RowValues::Many(_)));
        assert_eq!(many.count(&found, 3), [2, 2, 0]);
        let beyond = RowValues::new(&[list(&[0, 900])], 70);
        assert_eq!(beyond.count(&found, 1), [1], "a row beyond the digest is none");
        let wide: Vec<Vec<u8>> = (0..300).map(|row| list(&[row % 70])).collect();
        assert_eq!(RowValues::new(&wide, 70).count(&found, 300).iter().sum::<u32>(), 5 + 5 + 4 + 4);
    }
}
