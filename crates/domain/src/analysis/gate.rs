//! What stops a profile that is worse (SPEC §9).

use super::comparison::Comparison;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// How much worse still passes: mean nDCG of all queries and of a class, nDCG of a protected query.
/// The specification allows for nothing; what is above 0 here only forgives arithmetic.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerances {
    /// Of the mean over all queries.
    pub overall: f64,
    /// Of the mean over a class.
    pub class: f64,
    /// Of a protected query.
    pub query: f64,
}

impl Default for Tolerances {
    fn default() -> Self {
        Self { overall: 1e-9, class: 1e-9, query: 1e-9 }
    }
}

/// Something that got worse.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", tag = "what")]
pub enum Worse {
    /// The mean over all queries.
    #[serde(rename_all = "camelCase")]
    Overall {
        /// After less before.
        #[specta(type = i32)]
        delta: f64,
    },
    /// The mean over a class.
    #[serde(rename_all = "camelCase")]
    Class {
        /// Which.
        name: String,
        /// After less before.
        #[specta(type = i32)]
        delta: f64,
    },
    /// A protected query.
    #[serde(rename_all = "camelCase")]
    Query {
        /// Its id.
        id: String,
        /// After less before.
        #[specta(type = i32)]
        delta: f64,
    },
}

/// Everything that got worse by more than `tolerances` allow; a profile passes where that is nothing.
pub fn gate(comparison: &Comparison, tolerances: &Tolerances) -> Vec<Worse> {
    let overall = comparison.overall.delta;
    let overall = (overall < -tolerances.overall).then_some(Worse::Overall { delta: overall });
    let classes = comparison.per_class.iter().filter(|(_, change)| change.delta < -tolerances.class);
    let classes = classes.map(|(name, change)| Worse::Class { name: name.clone(), delta: change.delta });
    let protected = comparison.queries.iter().filter(|q| q.protected && q.delta < -tolerances.query);
    let protected = protected.map(|q| Worse::Query { id: q.id.clone(), delta: q.delta });
    overall.into_iter().chain(classes).chain(protected).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{QueryChange, compare};

    fn query(id: &str, class: &str, protected: bool, before: f64, after: f64) -> QueryChange {
        let (id, class) = (id.to_owned(), Some(class.to_owned()));
        QueryChange { query: id.clone(), id, class, protected, before, after, delta: 0.0 }
    }

    #[test]
    fn a_loss_in_one_class_is_not_made_up_for_by_a_gain_in_another() {
        let comparison = compare(vec![
            query("1", "culture", false, 0.5, 0.9),
            query("2", "code", false, 0.8, 0.7),
            query("3", "code", true, 0.8, 0.8),
        ]);
        assert!(comparison.overall.delta > 0.0);
        let worse = gate(&comparison, &Tolerances::default());
        assert!(matches!(&worse[..], [Worse::Class { name, .. }] if name == "code"), "{worse:?}");
        assert_eq!(comparison.queries[0].id, "2", "the worst comes first");
    }

    #[test]
    fn a_protected_query_stops_what_all_others_gain() {
        let comparison = compare(vec![query("1", "a", false, 0.1, 0.9), query("2", "a", true, 1.0, 0.99)]);
        let worse = gate(&comparison, &Tolerances::default());
        assert!(matches!(&worse[..], [Worse::Query { id, .. }] if id == "2"), "{worse:?}");
        let lenient = Tolerances { query: 0.02, ..Tolerances::default() };
        assert!(gate(&comparison, &lenient).is_empty());
        let equal = compare(vec![query("1", "a", true, 0.5, 0.5)]);
        assert!(gate(&equal, &Tolerances::default()).is_empty());
    }
}
