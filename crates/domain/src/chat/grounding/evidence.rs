//! What a source carries: its figures, its numbers, its words, and the name of its product.

use rust_decimal::Decimal;
use rustc_hash::FxHashSet;
use std::fmt::Write;

use super::figures::{Figure, extract_figures, long_numbers};
use super::packages::price_lines;
use super::sentences::words_of;
use crate::catalog::stock::HitStock;
use crate::chat::CautionKind;
use crate::chat::answer::compose::escape_line;
use crate::chat::answer::sanitize::visible;
use crate::search::Hit;
use crate::text::{Stemmer, normalize_text, plain_words};

/// What one source carries.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    mark: u32,
    /// Of an item: the words of its name, folded.
    pub(super) name: Vec<String>,
    figures: Vec<Figure>,
    numbers: Vec<Decimal>,
    pub(super) stems: FxHashSet<String>,
}

impl Evidence {
    /// Collects figures, numbers and words of a source's text as evidence for an answer.
    pub fn of_text(mark: u32, text: &str) -> Self {
        // Invisible characters reach no answer, and part no number here either.
        let text = &visible(text);
        let stems = plain_words(&normalize_text(text)).map(|word| Stemmer::Inflection.stem(word)).collect();
        // An answer shows the text with its markup escaped, which may part a number from its word.
        let mut carried = extract_figures(text);
        carried.extend(extract_figures(&escape_line(text)));
        Self { mark, name: Vec::new(), figures: carried, numbers: long_numbers(text), stems }
    }

    /// The evidence of every hit, numbered as [`crate::chat::types::sources::number_sources`] does: the whole
    /// record, not only the passage that was sent.
    pub fn of_hits(items: &[Hit], faqs: &[Hit]) -> Vec<Self> {
        let items = items.iter().filter_map(Self::of_item);
        let faqs = faqs.iter().filter_map(|hit| Some(Self::of_text(0, &faq_text(hit.faq.as_ref()?))));
        items.chain(faqs).zip(1..).map(|(evidence, mark)| evidence.with_mark(mark)).collect()
    }

    /// The evidence of an item, not yet numbered.
    pub(super) fn of_item(hit: &Hit) -> Option<Self> {
        let name = fold_name_words(&hit.item.as_ref()?.name);
        let whole = Self { name, ..Self::of_text(0, &item_text(hit)?) };
        Some(whole.with_passage(&hit.snippet))
    }

    /// The same and what a passage carries. It may be of a brochure: it is no evidence of a dose.
    fn with_passage(mut self, passage: &str) -> Self {
        let of_passage = Self::of_text(self.mark, passage);
        let is_no_dose = |figure: &Figure| figure.kind != CautionKind::UnsupportedDose;
        self.figures.extend(of_passage.figures.into_iter().filter(is_no_dose));
        self.numbers.extend(of_passage.numbers);
        self.stems.extend(of_passage.stems);
        self
    }

    /// Copies the evidence for another mark.
    pub(super) fn with_mark(self, mark: u32) -> Self {
        Self { mark, ..self }
    }

    /// The number that an answer cites it by.
    pub(super) fn mark(&self) -> u32 {
        self.mark
    }

    /// Whether the source states the figure.
    pub(super) fn has_figure(&self, figure: &Figure) -> bool {
        let stated = self.figures.iter().any(|own| own.agrees(figure));
        let number = figure.kind == CautionKind::UnsupportedRegistration
            && figure.values.iter().any(|value| self.numbers.contains(value));
        stated || number
    }

    /// Whether the source has all of these stems.
    pub(super) fn has_words(&self, stems: &[String]) -> bool {
        stems.iter().all(|stem| self.stems.contains(stem))
    }
}

/// The words of a name, folded, as [`words_of`] reads them.
fn fold_name_words(name: &str) -> Vec<String> {
    words_of(name).into_iter().map(|(word, _)| word).collect()
}

/// Joins all texts of an item's hit that can prove an answer, also of use: its fields, its labels and leaflets. The
/// passage found is no part of it: it is one of these texts, or of another document, which is no source of a dose.
pub(super) fn item_text(hit: &Hit) -> Option<String> {
    let item = hit.item.as_ref()?;
    let mut text = item.name.clone();
    let fields = [&item.description, &item.category, &item.manufacturer, &item.external_id, &item.notes];
    for field in fields.into_iter().flatten().chain(&item.tags) {
        let _ = write!(text, "\n{field}");
    }
    for line in price_lines(item) {
        let _ = write!(text, "\n{line}");
    }
    for (name, value) in &item.attributes {
        let _ = write!(text, "\n{name}: {value}");
    }
    if let Some(stock) = hit.stock.as_ref().and_then(HitStock::write_count) {
        let _ = write!(text, "\nestoque: {stock}");
    }
    for document in hit.documents.iter().filter(|document| document.kind.states_use()) {
        let _ = write!(text, "\n{}", document.text);
    }
    Some(text)
}

/// Joins all texts of a FAQ that can prove an answer.
pub(super) fn faq_text(faq: &crate::catalog::faq::Faq) -> String {
    format!("{}\n{}\n{}", faq.question, faq.answer, faq.tags.join("\n"))
}
