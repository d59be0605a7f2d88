//! A sentence of an answer, read once for every check.

use super::quantities::{Quantity, find_quantities};
use super::record::CitedRecord;
use super::words::is_english;
use crate::chat::grounding::fact_check::{NamedAt, find_named_products};
use crate::chat::grounding::figures::number_words::read_number_words;
use crate::chat::grounding::figures::tokens::{Token, tokenize_figures};
use crate::chat::grounding::figures::{Figure, extract_figures};
use crate::chat::grounding::sentences::words_of;
use std::ops::Range;

/// A sentence, and the records that it speaks of.
pub(super) struct Sentence<'a> {
    /// Its text with marks blanked out, byte for byte.
    pub text: String,
    /// Words, folded, with their places.
    pub words: Vec<(String, Range<usize>)>,
    /// Tokens, numbers in words read.
    pub tokens: Vec<Token>,
    /// Prices, doses and registrations.
    pub figures: Vec<Figure>,
    /// Amounts.
    pub quantities: Vec<Quantity>,
    /// Places where products are named.
    pub named: Vec<NamedAt>,
    /// Marks with their places.
    pub marks: Vec<(usize, u32)>,
    /// The records that it is held to: those it cites, else those it names, else all.
    pub held_to: Vec<&'a CitedRecord>,
    /// Whether it cites or names a record.
    pub is_about_records: bool,
    /// Whether it is written in English.
    pub is_english: bool,
    /// All records.
    pub all: &'a [CitedRecord],
}

impl<'a> Sentence<'a> {
    /// Reads a sentence of an answer for the check of its claims; its marks all belong to `records`.
    pub fn read(text: &str, records: &'a [CitedRecord]) -> Self {
        let (plain, marks) = blank_marks(text);
        let words = words_of(&plain);
        let cited: Vec<&CitedRecord> =
            records.iter().filter(|record| marks.iter().any(|(_, mark)| *mark == record.mark())).collect();
        let evidence: Vec<_> = records.iter().map(|record| &record.evidence).collect();
        let named = find_named_products(&plain, &evidence);
        let by_name: Vec<&CitedRecord> = records
            .iter()
            .filter(|record| named.iter().any(|at| at.marks.contains(&record.mark())))
            .collect();
        let is_about_records = !cited.is_empty() || !by_name.is_empty();
        let held_to = match (cited.is_empty(), by_name.is_empty()) {
            (false, _) => cited,
            (true, false) => by_name,
            (true, true) => records.iter().collect(),
        };
        let tokens = read_number_words(tokenize_figures(&plain));
        let is_english = is_english(words.iter().map(|(word, _)| word.as_str()));
        let (figures, quantities) = (extract_figures(&plain), find_quantities(&plain));
        Self {
            text: plain,
            words,
            tokens,
            figures,
            quantities,
            named,
            marks,
            held_to,
            is_about_records,
            is_english,
            all: records,
        }
    }

    /// Whether one of `phrases` stands in the sentence; a phrase that ends with `*` is the beginning of a
    /// word.
    pub fn has_any_phrase(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.find(phrase).is_some())
    }

    /// Finds `phrase` in the answer's sentence.
    pub fn find(&self, phrase: &str) -> Option<Range<usize>> {
        let wanted: Vec<&str> = phrase.split(' ').collect();
        let fits = |(word, _): &(String, Range<usize>), wanted: &str| match wanted.strip_suffix('*') {
            Some(beginning) => word.starts_with(beginning),
            None => word == wanted,
        };
        let at =
            self.words.windows(wanted.len()).find(|run| run.iter().zip(&wanted).all(|(w, p)| fits(w, p)))?;
        Some(at.first()?.1.start..at.last()?.1.end)
    }

    /// Whether `range` of the answer's sentence lies in the name of a product.
    pub fn is_in_name(&self, range: &Range<usize>) -> bool {
        self.named.iter().any(|named| named.range.start < range.end && range.start < named.range.end)
    }

    /// Whether a denial stands before `range` in its clause of the sentence.
    pub fn is_denied(&self, range: &Range<usize>) -> bool {
        let start = self.text[..range.start].rfind([',', ';', '.', ':']).map_or(0, |at| at + 1);
        let mut before = self.words.iter().filter(|(_, word)| word.start >= start && word.end <= range.start);
        before.any(|(word, _)| match word.as_str() {
            "nao" | "nem" | "sem" | "nunca" | "not" | "without" => true,
            "no" => self.is_english,
            _ => false,
        })
    }

    /// Whether `range` is denied, or said to be avoided: `fuja das horas quentes`.
    pub fn is_avoided(&self, range: &Range<usize>) -> bool {
        let start = self.text[..range.start].rfind([';', '.', ':']).map_or(0, |at| at + 1);
        let mut before = self.words.iter().filter(|(_, word)| word.start >= start && word.end <= range.start);
        self.is_denied(range)
            || before.any(|(word, _)| {
                ["evit", "fuj", "fug", "longe", "jamais", "excet", "avoid", "cuidado", "menos"]
                    .iter()
                    .any(|beginning| word.starts_with(beginning))
            })
    }

    /// The records that an amount at `range` is of: the product named before it in its clause, else the
    /// source cited right behind it, else the product named behind it; all that it is held to where none is.
    pub fn find_meant_records(&self, range: &Range<usize>) -> Vec<&'a CitedRecord> {
        let clause = self.text[..range.start].rfind([':', ';']).map_or(0, |at| at + 1);
        let foreign_mark = |from: usize, to: usize, marks: &[u32]| {
            self.marks.iter().any(|(at, mark)| *at >= from && *at < to && !marks.contains(mark))
        };
        if self.is_in_name(range) {
            return self.held_to.clone();
        }
        let before = self.named.iter().rfind(|named| {
            named.range.start >= clause
                && named.range.end <= range.start
                && !foreign_mark(named.range.end, range.start, &named.marks)
        });
        // Marks that stand side by side cite all of their sources for what is before them.
        let find_marks = || {
            let mut behind = self.marks.iter().filter(|(at, _)| *at >= range.end).peekable();
            let first = behind.peek()?.0;
            let beside = |at: usize| self.text.get(first..at).is_some_and(|gap| gap.trim().is_empty());
            Some(behind.take_while(|(at, _)| beside(*at)).map(|(_, mark)| *mark).collect::<Vec<_>>())
        };
        let behind = || {
            self.named.iter().find(|named| named.range.start >= range.end).map(|named| named.marks.clone())
        };
        let marks =
            before.map(|named| named.marks.clone()).or_else(find_marks).or_else(behind).unwrap_or_default();
        let meant: Vec<&CitedRecord> =
            self.held_to.iter().copied().filter(|record| marks.contains(&record.mark())).collect();
        if meant.is_empty() { self.held_to.clone() } else { meant }
    }

    /// Quantities that the answer's sentence counts in pieces.
    pub fn counts(&self) -> impl Iterator<Item = &Quantity> {
        self.quantities.iter().filter(|quantity| !quantity.counts_nothing_named())
    }

    /// Whether `range` lies in an amount, which is compared as such.
    pub fn is_in_amount(&self, range: &Range<usize>) -> bool {
        let overlaps = |amount: &Range<usize>| amount.start < range.end && range.start < amount.end;
        self.figures.iter().any(|figure| overlaps(&figure.range))
            || self
                .quantities
                .iter()
                .any(|quantity| overlaps(&quantity.range) && quantity.counts_nothing_named())
    }

    /// Lists the items that the answer's sentence names or, without a name, cites, each with its place.
    pub fn mentions(&self) -> Vec<(usize, &'a CitedRecord)> {
        let by_mark = |mark: u32| self.all.iter().find(|record| record.mark() == mark && record.is_item);
        let names = self.named.iter().filter_map(|named| match named.marks[..] {
            [mark] => Some((named.range.start, mark)),
            _ => None,
        });
        let named: Vec<(usize, u32)> = names.collect();
        let unnamed = self.marks.iter().filter(|(_, mark)| !named.iter().any(|(_, other)| other == mark));
        let mut found: Vec<(usize, &CitedRecord)> =
            named.iter().chain(unnamed).filter_map(|(at, mark)| Some((*at, by_mark(*mark)?))).collect();
        found.sort_by_key(|(at, _)| *at);
        found
    }
}

/// `text` with its marks as blanks, and where each stood.
fn blank_marks(text: &str) -> (String, Vec<(usize, u32)>) {
    let mut plain = String::with_capacity(text.len());
    let mut marks = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let inside = rest[open + 1..].find(']').map(|close| &rest[open + 1..open + 1 + close]);
        let numbers = inside.filter(|inside| {
            inside.len() <= 30
                && !inside.is_empty()
                && inside.chars().all(|c| c.is_ascii_digit() || ", ".contains(c))
        });
        plain.push_str(&rest[..open]);
        let taken = numbers.map_or(1, |inside| inside.len() + 2);
        match numbers {
            Some(inside) => {
                let read = inside.split(',').filter_map(|number| number.trim().parse().ok());
                marks.extend(read.map(|mark: u32| (plain.len(), mark)));
                plain.extend(std::iter::repeat_n(' ', taken));
            }
            None => plain.push('['),
        }
        rest = &rest[open + taken..];
    }
    plain.push_str(rest);
    (plain, marks)
}
