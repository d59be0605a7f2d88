//! Where a record fell out of a result.
//!
//! A search hides what is not active, then what a filter excludes; words keep what holds one of the
//! query's terms, up to a limit; vectors keep the nearest passages, up to a limit, and of these what
//! is near enough; what either kept is scored, and the first of it shown. A record that both halves
//! lost is named by the gate that it got furthest to: a limit of the pool, else the threshold where
//! its passage was fetched and dropped, else that no term is in it.

use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// A gate that a record did not pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CutStage {
    /// It is a draft or withdrawn.
    Inactive,
    /// A filter excludes it.
    Filter,
    /// No term of the query is in it.
    NoTerm,
    /// It was found, but others filled the pool.
    PoolLimit,
    /// Its vector is too far away.
    Threshold,
    /// It was ranked, but others filled the result.
    ResultLimit,
    /// It has no vector of the model.
    NoVector,
    /// Vectors took no part in the search.
    VectorsOff,
}

/// A half of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SearchHalf {
    /// By words.
    Words,
    /// By vectors.
    Vectors,
}

/// One of the reasons why a record is where it is not shown, or was found by one half alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CutReason {
    /// The half that lost it; none where it is about both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half: Option<SearchHalf>,
    /// At which gate.
    pub stage: CutStage,
    /// By how much, where that can be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<Number>)]
    pub margin: Option<f64>,
    /// What the margin counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<MarginUnit>,
}

impl CutReason {
    /// Creates the reason why a record is not in the result, without a margin.
    pub fn at(half: Option<SearchHalf>, stage: CutStage) -> Self {
        Self { half, stage, margin: None, unit: None }
    }

    /// Creates the reason why a record is not in the result, with the margin that it missed.
    pub fn by(half: Option<SearchHalf>, stage: CutStage, margin: f64, unit: MarginUnit) -> Self {
        Self { half, stage, margin: Some(margin), unit: Some(unit) }
    }
}

/// What a margin counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum MarginUnit {
    /// Money, beyond the bound of a filter.
    Price,
    /// Places beyond the last that was fetched.
    Places,
    /// Distance beyond the threshold.
    Distance,
    /// Score below the last hit.
    Score,
}

/// The match of the record by words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ByWords {
    /// No term is in it.
    NoTerm,
    /// It holds terms, but stands beyond the last record fetched.
    BeyondPool {
        /// Its place, from 1, where it is known.
        place: Option<u32>,
        /// Records fetched.
        fetched: u32,
    },
    /// It was fetched.
    InPool,
}

/// The match of the record by vectors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ByVectors {
    /// They took no part.
    NotAsked,
    /// The record has none.
    NoVector,
    /// It is farther than the threshold.
    TooFar {
        /// Distance of its nearest passage.
        distance: f64,
        /// Greatest distance that is kept.
        threshold: f64,
        /// Whether that passage was fetched before it was dropped.
        fetched: bool,
    },
    /// It is near enough, but other passages are nearer and filled the pool.
    BeyondPool {
        /// Distance of its nearest passage.
        distance: f64,
        /// Distance of the last passage fetched.
        last: f64,
    },
    /// It was fetched and kept.
    InPool,
}

/// A filter that the record does not meet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilterMiss {
    /// Which.
    pub name: String,
    /// How far beyond a bound of the price.
    #[specta(type = Option<Number>)]
    pub margin: Option<f64>,
}

/// The facts about a record that show where it fell out.
#[derive(Debug, Clone, PartialEq)]
pub struct AbsenceFacts {
    /// Whether search may find it.
    pub active: bool,
    /// Filters that it does not meet.
    pub misses: Vec<FilterMiss>,
    /// The match by words.
    pub words: ByWords,
    /// The match by vectors.
    pub vectors: ByVectors,
    /// Its place among the ranked, from 1, where it was ranked.
    pub place: Option<u32>,
    /// Hits wanted.
    pub limit: u32,
    /// How far its score is below that of the last hit; none where another order than by score was
    /// asked for.
    pub below_last: Option<f64>,
}

/// Where a record fell out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Absence {
    /// At which gate.
    pub stage: CutStage,
    /// By how much, where that can be counted.
    #[specta(type = Option<Number>)]
    pub margin: Option<f64>,
    /// What the margin counts.
    pub unit: Option<MarginUnit>,
}

impl Absence {
    fn at(stage: CutStage) -> Self {
        Self { stage, margin: None, unit: None }
    }

    fn by(stage: CutStage, margin: f64, unit: MarginUnit) -> Self {
        Self { stage, margin: Some(margin), unit: Some(unit) }
    }
}

/// Where the record fell out; nothing where it is in the result.
pub fn find_absence(facts: &AbsenceFacts) -> Option<Absence> {
    if !facts.active {
        return Some(Absence::at(CutStage::Inactive));
    }
    if let Some(miss) = facts.misses.first() {
        let priced = miss.margin.map(|margin| Absence::by(CutStage::Filter, margin, MarginUnit::Price));
        return Some(priced.unwrap_or_else(|| Absence::at(CutStage::Filter)));
    }
    match (facts.words, facts.vectors) {
        (ByWords::InPool, _) | (_, ByVectors::InPool) => beyond_result(facts),
        (ByWords::BeyondPool { place, fetched }, _) => Some(match place {
            Some(place) => {
                let places = f64::from(place.saturating_sub(fetched));
                Absence::by(CutStage::PoolLimit, places, MarginUnit::Places)
            }
            None => Absence::at(CutStage::PoolLimit),
        }),
        (ByWords::NoTerm, ByVectors::BeyondPool { distance, last }) => {
            Some(Absence::by(CutStage::PoolLimit, distance - last, MarginUnit::Distance))
        }
        (ByWords::NoTerm, ByVectors::TooFar { distance, threshold, fetched: true }) => {
            Some(Absence::by(CutStage::Threshold, distance - threshold, MarginUnit::Distance))
        }
        (ByWords::NoTerm, _) => Some(Absence::at(CutStage::NoTerm)),
    }
}

/// Lists every reason why the record is not in the result. Those of the whole come first, then those of each half;
/// the list is empty where the record is in the result.
pub fn list_cut_reasons(facts: &AbsenceFacts) -> Vec<CutReason> {
    let Some(absence) = find_absence(facts) else { return Vec::new() };
    let mut all = Vec::new();
    if !facts.active {
        all.push(CutReason::at(None, CutStage::Inactive));
    }
    all.extend(facts.misses.iter().map(|miss| CutReason {
        half: None,
        stage: CutStage::Filter,
        margin: miss.margin,
        unit: miss.margin.map(|_| MarginUnit::Price),
    }));
    if absence.stage == CutStage::ResultLimit {
        let Absence { stage, margin, unit } = absence;
        all.push(CutReason { half: None, stage, margin, unit });
    }
    // What is not active has neither words nor vectors to be found by.
    if facts.active {
        all.extend(by_words(facts.words));
        all.extend(by_vectors(facts.vectors));
    }
    all
}

/// Why the half of the words did not give the record; none where it did.
fn by_words(words: ByWords) -> Option<CutReason> {
    let half = Some(SearchHalf::Words);
    match words {
        ByWords::InPool => None,
        ByWords::NoTerm => Some(CutReason::at(half, CutStage::NoTerm)),
        ByWords::BeyondPool { place: None, .. } => Some(CutReason::at(half, CutStage::PoolLimit)),
        ByWords::BeyondPool { place: Some(place), fetched } => {
            let places = f64::from(place.saturating_sub(fetched));
            Some(CutReason::by(half, CutStage::PoolLimit, places, MarginUnit::Places))
        }
    }
}

/// Why the half of the vectors did not give the record; none where it did.
fn by_vectors(vectors: ByVectors) -> Option<CutReason> {
    let half = Some(SearchHalf::Vectors);
    match vectors {
        ByVectors::InPool => None,
        ByVectors::NotAsked => Some(CutReason::at(half, CutStage::VectorsOff)),
        ByVectors::NoVector => Some(CutReason::at(half, CutStage::NoVector)),
        ByVectors::TooFar { distance, threshold, .. } => {
            Some(CutReason::by(half, CutStage::Threshold, distance - threshold, MarginUnit::Distance))
        }
        ByVectors::BeyondPool { distance, last } => {
            Some(CutReason::by(half, CutStage::PoolLimit, distance - last, MarginUnit::Distance))
        }
    }
}

/// The cut at the result's end; none where the record is in the result.
fn beyond_result(facts: &AbsenceFacts) -> Option<Absence> {
    let shown = facts.place.is_some_and(|place| place <= facts.limit);
    (!shown).then(|| match facts.below_last {
        Some(below) => Absence::by(CutStage::ResultLimit, below, MarginUnit::Score),
        None => Absence::at(CutStage::ResultLimit),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(words: ByWords, vectors: ByVectors) -> AbsenceFacts {
        AbsenceFacts {
            active: true,
            misses: vec![],
            words,
            vectors,
            place: None,
            limit: 10,
            below_last: Some(0.5),
        }
    }

    fn stage(facts: &AbsenceFacts) -> Option<CutStage> {
        find_absence(facts).map(|a| a.stage)
    }

    #[test]
    fn the_first_gate_shut_is_named() {
        let lost = facts(ByWords::NoTerm, ByVectors::NotAsked);
        assert_eq!(stage(&lost), Some(CutStage::NoTerm));
        let miss = FilterMiss { name: "minPrice".into(), margin: Some(3.0) };
        let filtered = AbsenceFacts { misses: vec![miss], ..lost };
        assert_eq!(find_absence(&filtered), Some(Absence::by(CutStage::Filter, 3.0, MarginUnit::Price)));
        assert_eq!(stage(&AbsenceFacts { active: false, ..filtered }), Some(CutStage::Inactive));
    }

    #[test]
    fn of_two_halves_the_furthest_gate_is_named() {
        let too_far = |fetched| ByVectors::TooFar { distance: -0.3, threshold: -0.5, fetched };
        assert_eq!(stage(&facts(ByWords::NoTerm, too_far(true))), Some(CutStage::Threshold));
        assert_eq!(stage(&facts(ByWords::NoTerm, too_far(false))), Some(CutStage::NoTerm));
        let beyond = ByWords::BeyondPool { place: Some(205), fetched: 200 };
        let margin = find_absence(&facts(beyond, too_far(true))).unwrap();
        assert_eq!(margin, Absence::by(CutStage::PoolLimit, 5.0, MarginUnit::Places));
    }

    #[test]
    fn both_halves_say_why() {
        let too_far = ByVectors::TooFar { distance: -0.3, threshold: -0.5, fetched: true };
        let lost = facts(ByWords::NoTerm, too_far);
        let stages = |facts: &AbsenceFacts| -> Vec<(Option<SearchHalf>, CutStage)> {
            list_cut_reasons(facts).iter().map(|r| (r.half, r.stage)).collect()
        };
        let (words, vectors) = (Some(SearchHalf::Words), Some(SearchHalf::Vectors));
        assert_eq!(stages(&lost), [(words, CutStage::NoTerm), (vectors, CutStage::Threshold)]);
        assert_eq!(list_cut_reasons(&lost)[1].margin, Some(-0.3 + 0.5));
        let miss = |name: &str| FilterMiss { name: name.into(), margin: None };
        let hidden = AbsenceFacts { active: false, misses: vec![miss("category"), miss("tags")], ..lost };
        let filter = (None, CutStage::Filter);
        assert_eq!(stages(&hidden), [(None, CutStage::Inactive), filter, filter]);
        let ranked = AbsenceFacts { place: Some(11), ..facts(ByWords::InPool, ByVectors::NoVector) };
        assert_eq!(stages(&ranked), [(None, CutStage::ResultLimit), (vectors, CutStage::NoVector)]);
        assert_eq!(list_cut_reasons(&AbsenceFacts { place: Some(3), ..ranked }), []);
    }

    #[test]
    fn what_is_shown_is_not_absent() {
        let rank_at =
            |place| AbsenceFacts { place: Some(place), ..facts(ByWords::InPool, ByVectors::NoVector) };
        assert_eq!(find_absence(&rank_at(10)), None);
        assert_eq!(stage(&rank_at(11)), Some(CutStage::ResultLimit));
    }
}
