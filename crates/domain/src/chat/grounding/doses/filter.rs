//! Doses are taken out of an answer while it streams.

use super::StatedDoses;
use super::numbers::{may_be_number, may_follow_number, tokenize};
use super::reading::read_dose;
use crate::chat::grounding::figures::tokens::Token;
use crate::chat::grounding::sentences::{find_sentence_ranges, sentence_at};
use crate::chat::{Caution, CautionKind};

/// Tokens behind a number after which it is known whether it is a dose: the longest, `2 a 3 L de Ferrugen 200 SC
/// para cada 100 L`, has fewer.
const HORIZON: usize = 18;
/// Bytes before a number that are read with it, where its line is longer.
const WINDOW: usize = 600;
/// Most cautions; an answer with more of them is wrong as a whole.
const MAX_CAUTIONS: usize = 50;

/// What comes after the text that a filter has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// More of it, perhaps of its last word.
    Pieces,
    /// Another paragraph, later.
    Paragraph,
    Nothing,
}

/// Takes an answer in pieces of any size and gives it on without the doses that no source states.
#[derive(Debug)]
pub struct DoseFilter {
    stated: StatedDoses,
    /// Stands where a dose was.
    omission: String,
    /// The answer as it came.
    text: String,
    /// How much of `text` was given on.
    sent: usize,
    withheld: usize,
}

impl DoseFilter {
    /// A filter that lets the doses of `stated` pass and puts `omission` in the place of others.
    pub fn new(stated: StatedDoses, omission: &str) -> Self {
        Self { stated, omission: omission.to_owned(), text: String::new(), sent: 0, withheld: 0 }
    }

    /// Takes the next piece and returns what is ready: all of it but a number at the end, and what follows it
    /// until it is known whether they are a dose.
    pub fn push(&mut self, piece: &str) -> String {
        self.text.push_str(piece);
        self.release(Rest::Pieces)
    }

    /// Lets `stated` pass from now on.
    pub fn allow(&mut self, stated: StatedDoses) {
        self.stated = stated;
    }

    /// Ends a paragraph before a pause, and returns what is ready: its last word is whole, but a number at its end
    /// waits for the unit that the next paragraph may begin with.
    pub fn pause(&mut self) -> String {
        self.release(Rest::Paragraph)
    }

    /// Ends the filter of doses and returns the held-back end of the answer.
    pub fn finish(&mut self) -> String {
        self.release(Rest::Nothing)
    }

    /// Counts the doses that were taken out of the answer.
    pub fn withheld_count(&self) -> usize {
        self.withheld
    }

    /// A caution for each sentence of the `answer` that lost a dose.
    pub fn cautions(&self, answer: &str) -> Vec<Caution> {
        if self.withheld == 0 {
            return Vec::new();
        }
        let sentences = find_sentence_ranges(answer);
        let mut cautions: Vec<Caution> = Vec::new();
        for (at, _) in answer.match_indices(&self.omission).take(MAX_CAUTIONS) {
            let caution = Caution {
                kind: CautionKind::WithheldDose,
                sentence: sentence_at(answer, &sentences, at).to_owned(),
                claim: String::new(),
                source: None,
            };
            if !cautions.contains(&caution) {
                cautions.push(caution);
            }
        }
        cautions
    }

    fn release(&mut self, rest: Rest) -> String {
        let mut ready = String::new();
        loop {
            let from = window_start(&self.text, self.sent);
            let window = &self.text[from..];
            let tokens = tokenize(window);
            let unsent = |token: &Token| from + token.range.start >= self.sent;
            let Some(at) = tokens.iter().position(|token| unsent(token) && may_be_number(token)) else {
                let end = match rest {
                    Rest::Pieces => last_word_start(&self.text).max(self.sent),
                    Rest::Paragraph | Rest::Nothing => self.text.len(),
                };
                ready.push_str(&self.text[self.sent..end]);
                self.sent = end;
                return ready;
            };
            let start = from + tokens[at].range.start;
            ready.push_str(&self.text[self.sent..start]);
            self.sent = start;
            if !(rest == Rest::Nothing || is_decided(window, &tokens, at)) {
                return ready;
            }
            let Some(dose) = read_dose(window, &tokens, at) else {
                let end = from + tokens[at].range.end;
                ready.push_str(&self.text[start..end]);
                self.sent = end;
                continue;
            };
            if self.stated.carry(&dose) {
                ready.push_str(&self.text[start..from + dose.range.end]);
            } else {
                ready.push_str(&self.omission);
                self.withheld += 1;
            }
            self.sent = from + dose.range.end;
        }
    }
}

/// Where the text begins that a number at `at` is read with: its line, the lines of its table, or the last bytes
/// before it.
fn window_start(text: &str, at: usize) -> usize {
    let mut start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    // A number may stand at the end of one line and its unit at the beginning of the next; a table has its
    // heading above.
    loop {
        let Some(above) = text[..start].trim_end_matches('\n').rfind('\n').map(|end| end + 1) else {
            start = 0;
            break;
        };
        let is_table = text[start..].trim_start().starts_with('|');
        start = above;
        if !is_table {
            break;
        }
    }
    let least = at.saturating_sub(WINDOW);
    if text[start..at].contains('|') || start >= least {
        return start;
    }
    (least..=at).find(|place| text.is_char_boundary(*place)).unwrap_or(at)
}

/// Whether what follows the number at `at` says whether it is a dose.
fn is_decided(window: &str, tokens: &[Token], at: usize) -> bool {
    if at + HORIZON < tokens.len() {
        return true;
    }
    // The token after it is whole, and none that a dose goes on with.
    let Some(next) = tokens.get(at + 1) else { return false };
    next.range.end < window.len() && !may_follow_number(tokens, at + 1)
}

/// Where the last word begins that may go on in the next piece.
fn last_word_start(text: &str) -> usize {
    let word = text.trim_end_matches(|c: char| c.is_alphanumeric());
    word.len()
}
