//! What titles of groups say of the rows below them: their category, their manufacturer.

use crate::import::protocol::ParsedRecord;
use crate::import::reader::PART_ROWS;
use celeiro_domain::import::TitleLabel;

/// The titles of the groups in which the rows stand.
#[derive(Debug, Clone, Default)]
pub(super) struct GroupTitles {
    /// The table that they are of: each of several has its own.
    part: u32,
    category: Option<String>,
    manufacturer: Option<String>,
    /// What the first title of the table was: it stands over the others, and ends them where it changes.
    outer: Option<TitleLabel>,
}

impl GroupTitles {
    /// Begins a group at `row` whose title names this category or manufacturer. A new group ends the one within it,
    /// while a group within it goes on with the outer one.
    pub fn put(&mut self, row: u32, label: TitleLabel, title: &str) {
        if self.part != row / PART_ROWS {
            *self = Self { part: row / PART_ROWS, ..Self::default() };
        }
        let is_outer = *self.outer.get_or_insert(label) == label;
        let (own, other) = match label {
            TitleLabel::Category => (&mut self.category, &mut self.manufacturer),
            TitleLabel::Manufacturer => (&mut self.manufacturer, &mut self.category),
        };
        let is_other = own.as_deref() != Some(title);
        *own = Some(title.to_owned());
        // A title that comes again on the next page changes nothing.
        if is_outer && is_other {
            *other = None;
        }
    }

    /// Ends the category of the group's title, from here on.
    pub fn end_category(&mut self) {
        self.category = None;
    }

    /// Fills in category and manufacturer of a row from the titles of its group.
    pub fn fill(&self, row: u32, record: &mut ParsedRecord) {
        if self.part != row / PART_ROWS {
            return;
        }
        if let Some(category) = &self.category {
            record.put_category(category);
        }
        if let Some(manufacturer) = &self.manufacturer {
            record.put_manufacturer(manufacturer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use TitleLabel::{Category, Manufacturer};

    /// Category and manufacturer of a row below these titles.
    fn fill_below(titles: &[(TitleLabel, &str)]) -> (Option<String>, Option<String>) {
        let (mut group, mut record) = (GroupTitles::default(), ParsedRecord::default());
        titles.iter().for_each(|(label, title)| group.put(3, *label, title));
        group.fill(4, &mut record);
        (record.category, record.manufacturer)
    }

    #[test]
    fn a_new_outer_group_ends_the_one_within_it() {
        let text = |text: &str| Some(text.to_owned());
        let groups = [(Category, "A"), (Manufacturer, "Alfa"), (Manufacturer, "Beta")];
        assert_eq!(fill_below(&groups), (text("A"), text("Beta")));
        assert_eq!(fill_below(&[groups[0], groups[1], (Category, "B")]), (text("B"), None));
        assert_eq!(fill_below(&[groups[0], groups[1], groups[0]]), (text("A"), text("Alfa")), "a new page");
        assert_eq!(fill_below(&[groups[1], groups[0], (Category, "B")]), (text("B"), text("Alfa")));
        assert_eq!(fill_below(&[groups[1], groups[0], groups[2]]), (None, text("Beta")));
    }

    #[test]
    fn titles_are_of_their_table_and_products_in_front_have_none() {
        let mut group = GroupTitles::default();
        group.put(3, Category, "A");
        let category_of = |group: &GroupTitles, row: u32| {
            let mut record = ParsedRecord::default();
            group.fill(row, &mut record);
            record.category
        };
        assert_eq!(category_of(&group, 4).as_deref(), Some("A"));
        assert_eq!(category_of(&group, PART_ROWS + 4), None);
        group.end_category();
        assert_eq!(category_of(&group, 4), None);
    }
}
