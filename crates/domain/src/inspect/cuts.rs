//! At which gates a candidate of a search was cut: all of them, not only the last.
//!
//! Of what neither half fetched a search knows nothing; [`super::list_cut_reasons`] has it looked up.

use super::{CutReason, CutStage, MarginUnit, SearchHalf};
use crate::rank::PlacedCandidate;

/// What a search came to, as far as its candidates are told apart by it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoolEnds {
    /// Hits wanted.
    pub limit: usize,
    /// The score of the last hit; none where another order than by score was asked for.
    pub last_score: Option<f64>,
    /// The threshold that cut vectors.
    pub threshold: Option<f64>,
    /// Whether vectors took part.
    pub vectors: bool,
    /// Whether vectors gave as many passages as were wanted, so that others may have been left behind.
    pub vectors_full: bool,
}

impl PoolEnds {
    /// Where the candidate at `place`, from 0, was cut. `beyond` is the distance of its passage where
    /// that was fetched and dropped.
    pub fn cuts(&self, candidate: &PlacedCandidate, place: usize, beyond: Option<f64>) -> Vec<CutReason> {
        let mut cuts: Vec<CutReason> = self.cut_by_result(candidate, place).into_iter().collect();
        cuts.extend(Self::cut_by_words(candidate));
        if candidate.vector.is_none() && self.vectors {
            cuts.push(self.cut_by_vectors(beyond));
        }
        cuts
    }

    fn cut_by_result(&self, candidate: &PlacedCandidate, place: usize) -> Option<CutReason> {
        let margin = self.last_score.map(|last| last - candidate.score);
        (place >= self.limit).then(|| CutReason {
            half: None,
            stage: CutStage::ResultLimit,
            margin,
            unit: margin.map(|_| MarginUnit::Score),
        })
    }

    fn cut_by_words(candidate: &PlacedCandidate) -> Option<CutReason> {
        if candidate.lexical_rank.is_some() || candidate.named {
            return None;
        }
        let stage = if candidate.holds_terms? { CutStage::PoolLimit } else { CutStage::NoTerm };
        Some(CutReason::at(Some(SearchHalf::Words), stage))
    }

    /// The vector half lost it: too far, behind others, or without a vector.
    pub fn cut_by_vectors(&self, beyond: Option<f64>) -> CutReason {
        let half = Some(SearchHalf::Vectors);
        match (beyond, self.threshold) {
            (Some(distance), Some(threshold)) => {
                CutReason::by(half, CutStage::Threshold, distance - threshold, MarginUnit::Distance)
            }
            (Some(_), None) => CutReason::at(half, CutStage::Threshold),
            (None, _) if self.vectors_full => CutReason::at(half, CutStage::PoolLimit),
            (None, _) => CutReason::at(half, CutStage::NoVector),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::VectorMatch;
    use uuid::Uuid;

    fn candidate() -> PlacedCandidate {
        PlacedCandidate {
            id: Uuid::nil(),
            score: 1.0,
            lexical_rank: Some(3),
            vector: Some(VectorMatch { distance: -0.5, rank: 2 }),
            named: false,
            holds_terms: Some(true),
        }
    }

    const ENDS: PoolEnds = PoolEnds {
        limit: 10,
        last_score: Some(1.5),
        threshold: Some(-0.3),
        vectors: true,
        vectors_full: false,
    };

    fn stages(cuts: &[CutReason]) -> Vec<CutStage> {
        cuts.iter().map(|cut| cut.stage).collect()
    }

    #[test]
    fn every_gate_is_named() {
        assert_eq!(ENDS.cuts(&candidate(), 9, None), []);
        let far = PlacedCandidate { vector: None, ..candidate() };
        let cuts = ENDS.cuts(&far, 10, Some(-0.1));
        assert_eq!(stages(&cuts), [CutStage::ResultLimit, CutStage::Threshold]);
        assert_eq!((cuts[0].margin, cuts[1].margin), (Some(0.5), Some(-0.1 + 0.3)));
        let near = PlacedCandidate { lexical_rank: None, holds_terms: Some(false), ..candidate() };
        assert_eq!(stages(&ENDS.cuts(&near, 0, None)), [CutStage::NoTerm]);
        let unread = PlacedCandidate { holds_terms: None, ..near };
        assert_eq!(ENDS.cuts(&unread, 0, None), [], "what nobody looked at is not claimed");
        let full = PoolEnds { vectors_full: true, ..ENDS };
        assert_eq!(stages(&full.cuts(&far, 0, None)), [CutStage::PoolLimit]);
        assert_eq!(stages(&ENDS.cuts(&far, 0, None)), [CutStage::NoVector]);
        assert_eq!(PoolEnds { vectors: false, ..ENDS }.cuts(&far, 0, None), []);
    }
}
