//! Sentences of an answer without marks that name a retrieved record, or repeat its price.
//!
//! Small models give right products and prices and set no marks. The program sets them then, and says so.

use super::record::CitedRecord;
use super::sentence::Sentence;
use crate::chat::grounding::sentences::find_sentence_ranges;
use crate::chat::types::response::{Caution, CautionKind};
use rust_decimal::Decimal;
use rustc_hash::FxHashSet;

/// An answer to which marks were added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoundAnswer {
    /// The answer with its marks.
    pub text: String,
    /// The sources of the marks, in order of first use.
    pub cited: Vec<u32>,
    /// That the program set them, or that no sentence names a source.
    pub caution: Caution,
}

/// Binds the sentences of `answer`, which has no mark of its own, to the records that they name or whose
/// price they repeat.
pub fn bind_unmarked(answer: &str, records: &[CitedRecord]) -> BoundAnswer {
    let mut text = String::with_capacity(answer.len());
    let (mut cited, mut first, mut at) = (Vec::new(), String::new(), 0);
    for range in find_sentence_ranges(answer) {
        let sentence = &answer[range.clone()];
        let marks = find_named(sentence, records);
        if marks.is_empty() {
            continue;
        }
        // A mark stands before what ends the sentence.
        let end = range.start + sentence.trim_end_matches(['.', '!', ':', ';', ' ', '*']).len();
        text.push_str(&answer[at..end]);
        let written: String = marks.iter().map(|mark| format!("[{mark}]")).collect();
        text.push_str(&format!(" {written}"));
        at = end;
        if first.is_empty() {
            first = format!("{} {written}{}", &answer[range.start..end], &answer[end..range.end]);
        }
        cited.extend(marks);
    }
    text.push_str(&answer[at..]);
    let mut seen = FxHashSet::default();
    cited.retain(|mark| seen.insert(*mark));
    let kind = if cited.is_empty() { CautionKind::NoSource } else { CautionKind::SourceAdded };
    let claim = cited.iter().map(|mark| format!("[{mark}]")).collect();
    BoundAnswer { text, cited, caution: Caution { kind, sentence: first, claim, source: None } }
}

/// The records that a sentence names, else the one whose price it repeats. A question, a line of a table and
/// a title bind nothing.
fn find_named(text: &str, records: &[CitedRecord]) -> Vec<u32> {
    if text.len() > super::MAX_SENTENCE_BYTES || text.ends_with('?') || text.starts_with(['|', '#']) {
        return Vec::new();
    }
    let sentence = Sentence::read(text, records);
    let mut marks: Vec<u32> = Vec::new();
    for named in &sentence.named {
        if let [mark] = named.marks[..]
            && !marks.contains(&mark)
        {
            marks.push(mark);
        }
    }
    if marks.is_empty() {
        let has_stated_price = |record: &&CitedRecord| {
            let packed = record.packages.iter().map(|package| package.price);
            let states = |price: Decimal| {
                sentence.figures.iter().any(|figure| figure.values.contains(&price.normalize()))
            };
            record.price.into_iter().chain(packed).any(states)
        };
        let mut priced = records.iter().filter(has_stated_price);
        if let (Some(record), None) = (priced.next(), priced.next()) {
            marks.push(record.mark());
        }
    }
    marks
}
