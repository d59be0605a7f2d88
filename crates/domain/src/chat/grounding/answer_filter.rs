//! What an answer passes through while it streams: doses first, then marks of sources.

use super::citations::{BoundText, MarkFilter};
use super::doses::{DoseFilter, StatedDoses};

/// Checks the doses and the marks of an answer that comes in pieces of any size.
#[derive(Debug)]
pub struct AnswerFilter {
    doses: DoseFilter,
    marks: MarkFilter,
}

impl AnswerFilter {
    /// A filter for an answer that may cite `sources` and repeat the doses of `stated`; `omission` stands where
    /// another dose was.
    pub fn new(sources: &[u32], stated: StatedDoses, omission: &str) -> Self {
        Self { doses: DoseFilter::new(stated, omission), marks: MarkFilter::new(sources) }
    }

    /// Takes the next piece and returns the text that is ready for output.
    pub fn push(&mut self, piece: &str) -> String {
        self.marks.push(&self.doses.push(piece))
    }

    /// Lets the marks of `sources` and the doses of `stated` pass from now on.
    pub fn allow(&mut self, sources: &[u32], stated: StatedDoses) {
        self.marks.allow(sources);
        self.doses.allow(stated);
    }

    /// Ends a paragraph before a pause, and returns the text that is ready. A number at its end is held back: the unit
    /// that makes it a dose may come after the pause.
    pub fn pause(&mut self) -> String {
        self.marks.push(&self.doses.pause())
    }

    /// Ends the answer; returns the text held back so far, and the whole answer.
    pub fn finish(mut self) -> (String, BoundText) {
        let last = self.marks.push(&self.doses.finish());
        let (rest, mut bound) = self.marks.finish();
        bound.cautions.extend(self.doses.cautions(&bound.text));
        (last + &rest, bound)
    }
}
