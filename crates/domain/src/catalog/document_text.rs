//! The text of an item's document, page by page.

use super::document_kind::DocumentKind;

/// What stands behind each page but the last in the text of a document whose pages are known (form feed).
pub const PAGE_END: char = '\u{c}';

/// A document of an item, with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentText {
    /// What people call the file.
    pub name: String,
    /// What it is to a dealer.
    pub kind: DocumentKind,
    /// Its text, or what of it states how the product is used; pages are parted by [`PAGE_END`] where they are known.
    pub text: String,
}

impl DocumentText {
    /// Pages of the item's document with their numbers, from 1; the whole text without a number where no pages are
    /// known.
    pub fn pages(&self) -> impl Iterator<Item = (Option<u32>, &str)> {
        split_pages(&self.text)
    }

    /// Title of the item's document: its file name without the suffix.
    pub fn title(&self) -> &str {
        match self.name.rsplit_once('.') {
            Some((title, suffix)) if !title.is_empty() && suffix.len() <= 4 => title,
            _ => &self.name,
        }
    }
}

/// The pages of a text with their numbers, from 1; the whole text without a number where no pages are known.
pub fn split_pages(text: &str) -> impl Iterator<Item = (Option<u32>, &str)> {
    let has_pages = text.contains(PAGE_END);
    text.split(PAGE_END).zip(1..).map(move |(text, number)| (has_pages.then_some(number), text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(name: &str, text: &str) -> DocumentText {
        DocumentText { name: name.into(), kind: DocumentKind::Leaflet, text: text.into() }
    }

    #[test]
    fn pages_are_numbered_where_they_are_known() {
        let paged = document("bula.pdf", "\u{c}Dose\n\u{c}");
        assert_eq!(paged.pages().collect::<Vec<_>>(), [(Some(1), ""), (Some(2), "Dose\n"), (Some(3), "")]);
        assert_eq!(document("bula.txt", "Dose").pages().collect::<Vec<_>>(), [(None, "Dose")]);
    }

    #[test]
    fn a_title_has_no_suffix() {
        for (name, title) in
            [("Bula v1.2.pdf", "Bula v1.2"), (".pdf", ".pdf"), ("Bula n. 12345", "Bula n. 12345")]
        {
            assert_eq!(document(name, "").title(), title);
        }
    }
}
