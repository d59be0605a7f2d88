//! The smallest change of one weight that turns two hits.
//!
//! Scores are straight lines in most weights, so where two of them cross is solved for; the weights
//! of fields go through a saturation and are searched for. Whatever comes out is tried: an answer is
//! given only where the changed profile ranks the two the other way round, and only with a weight that
//! a slider reaches: a weight of thousands turns two hits and ruins all others.

use super::components::Components;
use super::difference::diff_score_rows;
use super::knob::Knob;
use crate::explain::Explanation;
use crate::rank::Profile;
use crate::search::Fusion;
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;
use uuid::Uuid;

/// At the crossing both scores are equal, which may do; else beyond it by this share of the weight.
const BEYOND: [f64; 5] = [0.0, 2e-9, 1e-7, 1e-5, 1e-3];
/// Values tried for a weight that bends scores, as shares of it, from both sides inwards.
const TRIED: [f64; 14] = [0.9, 1.1, 0.75, 1.25, 0.5, 1.5, 0.25, 2.0, 0.1, 3.0, 0.0, 5.0, 10.0, 100.0];
/// Halvings of an interval that holds a crossing: as fine as numbers are.
const HALVINGS: usize = 60;

/// What puts one record above another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", tag = "outcome")]
pub enum Counterfactual {
    /// It is above already.
    Already,
    /// One weight does.
    #[serde(rename_all = "camelCase")]
    Weight {
        /// Its path in the profile.
        knob: String,
        /// Its value now.
        #[specta(type = Number)]
        from: f64,
        /// The nearest value that turns the two.
        #[specta(type = Number)]
        to: f64,
    },
    /// No weight does, within what weights are used at.
    #[serde(rename_all = "camelCase")]
    NoWeight {
        /// What would have to be edited.
        decides: Option<DecidingRow>,
    },
}

/// What keeps a record above another, whatever the weights.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecidingRow {
    /// The row of the score that sets them apart most.
    pub row: String,
    /// The field in it, where it comes from one; the key of its name.
    pub field: Option<String>,
}

/// The smallest change of one weight of `profile` that puts `below` above `above`. None where one of
/// them is no candidate or the pool is another profile's.
pub fn search_counterfactual(
    components: &Components,
    profile: &Profile,
    fusion: Fusion,
    above: Uuid,
    below: Uuid,
) -> Option<Counterfactual> {
    let search = Search { components, profile, fusion, above, below };
    let now = components.rerank_records(profile, fusion, Some(&[above, below])).ok()?;
    if now.place(below)? < now.place(above)? {
        return Some(Counterfactual::Already);
    }
    let best = search.nearest();
    Some(match best {
        Some((knob, from, to)) => Counterfactual::Weight { knob: knob.name(), from, to },
        None => Counterfactual::NoWeight { decides: search.find_deciding_row() },
    })
}

/// Counts the pairs among the first `depth` hits of each pool that stand the other way round under `after`. It also
/// counts the pools that the two profiles cannot be compared on.
pub fn turned_pairs(
    pools: &[&Components],
    before: &Profile,
    after: &Profile,
    fusion: Fusion,
    depth: usize,
) -> (u32, u32) {
    let (mut turned, mut incomparable) = (0, 0);
    for pool in pools {
        match turned_in(pool, before, after, fusion, depth) {
            Some(pairs) => turned += pairs.len() as u32,
            None => incomparable += 1,
        }
    }
    (turned, incomparable)
}

/// The pairs among the first `depth` hits of `pool` that stand the other way round under `after`, the
/// one that stood above first; what falls out stands behind everything. None where the two profiles
/// cannot be compared on it.
pub fn turned_in(
    pool: &Components,
    before: &Profile,
    after: &Profile,
    fusion: Fusion,
    depth: usize,
) -> Option<Vec<(Uuid, Uuid)>> {
    let (before, after) = (pool.rerank(before, fusion).ok()?, pool.rerank(after, fusion).ok()?);
    let first: Vec<(Uuid, usize)> = before
        .placed
        .iter()
        .take(depth)
        .map(|(id, _)| (*id, after.place(*id).unwrap_or(usize::MAX)))
        .collect();
    let pairs = first.iter().enumerate().flat_map(|(at, a)| first[at + 1..].iter().map(move |b| (a, b)));
    Some(pairs.filter(|(a, b)| a.1 > b.1).map(|(a, b)| (a.0, b.0)).collect())
}

/// Rounded to nine places: people write down no finer weight, and what is smaller stands for none.
fn round_weight(value: f64) -> f64 {
    format!("{value:.9}").parse().unwrap_or(value)
}

struct Search<'a> {
    components: &'a Components,
    profile: &'a Profile,
    fusion: Fusion,
    above: Uuid,
    below: Uuid,
}

impl Search<'_> {
    /// The knob that has to be moved least, its value now and then.
    fn nearest(&self) -> Option<(Knob, f64, f64)> {
        let pool = self.components.pool();
        let straight = Knob::linear(self.fusion, pool.kind, pool.query.filtered)
            .iter()
            .map(|k| (*k, self.find_crossing(*k)));
        let bent = Knob::field_weights(self.fusion, pool.kind).into_iter().map(|k| (k, self.hunt_value(k)));
        let moved = straight.chain(bent).filter_map(|(knob, to)| Some((knob, self.now(knob)?, to?)));
        moved.min_by(|a, b| (a.2 - a.1).abs().total_cmp(&(b.2 - b.1).abs()))
    }

    /// What the weight may become: what sliders reach, and further only where it is further already.
    fn usable_range(&self, knob: Knob) -> Option<(f64, f64)> {
        let (least, most) = knob.span();
        let now = self.now(knob)?;
        Some((least.min(now), most.max(now)))
    }

    fn now(&self, knob: Knob) -> Option<f64> {
        knob.get(self.profile.tuning(self.components.pool().kind))
    }

    /// `below`'s score less `above`'s, and whether it stands above, with `knob` at `value`.
    fn try_value(&self, knob: Knob, value: f64) -> Option<(f64, bool)> {
        let mut profile = self.profile.clone();
        knob.set(profile.tuning_mut(self.components.pool().kind), value);
        let ids = [self.above, self.below];
        let placed = self.components.rerank_records(&profile, self.fusion, Some(&ids)).ok()?;
        let gap = placed.score(self.below)? - placed.score(self.above)?;
        Some((gap, placed.place(self.below)? < placed.place(self.above)?))
    }

    fn turns(&self, knob: Knob, value: f64) -> bool {
        self.try_value(knob, value).is_some_and(|(_, turned)| turned)
    }

    /// Where two straight lines cross, and a little beyond.
    fn find_crossing(&self, knob: Knob) -> Option<f64> {
        let (at_one, at_zero) = (self.try_value(knob, 1.0)?.0, self.try_value(knob, 0.0)?.0);
        let slope = at_one - at_zero;
        if slope == 0.0 {
            return None;
        }
        self.just_beyond(knob, -at_zero / slope, slope.signum())
    }

    /// The first value from `find_crossing` on that turns the two and can be written down: what only holds
    /// to the last bit would be lost on the way through a file.
    fn just_beyond(&self, knob: Knob, crossing: f64, direction: f64) -> Option<f64> {
        let (least, most) = self.usable_range(knob)?;
        let from = self.now(knob)?;
        let beyond = |share: &f64| round_weight(crossing + direction * share * crossing.abs().max(1.0));
        let mut values = BEYOND.iter().map(|share| beyond(share).clamp(least, most)).filter(|v| *v != from);
        values.find(|value| self.turns(knob, *value))
    }

    /// Goes outwards until the two have turned, then halves the way back.
    fn hunt_value(&self, knob: Knob) -> Option<f64> {
        let from = self.now(knob)?;
        let scale = if from > 0.0 { from } else { 1.0 };
        let (least, most) = self.usable_range(knob)?;
        let mut values = TRIED.iter().map(|share| share * scale).filter(|v| (least..=most).contains(v));
        let mut turned = values.find(|value| self.turns(knob, *value))?;
        let mut still = from;
        for _ in 0..HALVINGS {
            let middle = (still + turned) / 2.0;
            if middle == still || middle == turned {
                break;
            }
            if self.turns(knob, middle) { turned = middle } else { still = middle }
        }
        self.just_beyond(knob, turned, (turned - from).signum())
    }

    fn find_deciding_row(&self) -> Option<DecidingRow> {
        let ranked = self.components.explain(self.profile, self.fusion, usize::MAX).ok()?;
        let of = |id: Uuid| ranked.iter().find(|r| r.id == id).map(|r| &r.explanation);
        let rows = diff_score_rows(of(self.above)?, of(self.below)?);
        let row =
            rows.into_iter().filter(|row| row.value > 0.0).max_by(|a, b| a.value.total_cmp(&b.value))?;
        let mut fields = BTreeMap::new();
        row.a.into_iter().for_each(|tree| add_fields(tree, 1.0, &mut fields));
        row.b.into_iter().for_each(|tree| add_fields(tree, -1.0, &mut fields));
        let most = fields.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        Some(DecidingRow { row: row.name, field: most.filter(|(_, v)| *v > 0.0).map(|(field, _)| field) })
    }
}

/// What each field adds somewhere below `tree`.
fn add_fields(tree: &Explanation, sign: f64, fields: &mut BTreeMap<String, f64>) {
    if let Some((_, field)) = tree.label().args.iter().find(|(key, _)| *key == "field") {
        *fields.entry(field.clone()).or_default() += sign * tree.value();
    }
    tree.details().iter().for_each(|detail| add_fields(detail, sign, fields));
}
