//! The model's words over the rounds of a turn.

use celeiro_domain::chat::grounding::answer_filter::AnswerFilter;
use celeiro_domain::chat::grounding::citations::BoundText;
use celeiro_domain::chat::grounding::doses::StatedDoses;

/// Between the words of two rounds.
const BREAK: &str = "\n\n";

/// What the model says in the rounds of a turn, behind one filter: of a dose, one round may have the number and the
/// next one the unit, or the other way round.
pub(super) struct Speech {
    filter: AnswerFilter,
    has_words: bool,
    /// Whether the next words begin a paragraph of their own.
    needs_break: bool,
}

impl Speech {
    /// A speech without a word, behind `filter`.
    pub fn new(filter: AnswerFilter) -> Self {
        Self { filter, has_words: false, needs_break: false }
    }

    /// Begins a round, in which the model may cite `marks` and repeat the doses of `stated`.
    pub fn begin_round(&mut self, marks: &[u32], stated: StatedDoses) {
        self.filter.allow(marks, stated);
        self.needs_break = self.has_words;
    }

    /// Takes the next piece and returns the text that is ready for output.
    pub fn push(&mut self, piece: &str) -> String {
        let is_blank = piece.trim().is_empty();
        if self.needs_break && is_blank {
            return String::new();
        }
        self.has_words |= !is_blank;
        let before = if std::mem::take(&mut self.needs_break) { BREAK } else { "" };
        self.filter.push(&format!("{before}{piece}"))
    }

    /// Ends a round after which there may be others, and returns the text that is ready for output.
    pub fn end_round(&mut self) -> String {
        self.filter.pause()
    }

    /// Ends the speech; returns the text that was held back, and all of it.
    pub fn finish(self) -> (String, BoundText) {
        self.filter.finish()
    }

    /// Whether the model has said anything.
    pub fn has_words(&self) -> bool {
        self.has_words
    }
}
