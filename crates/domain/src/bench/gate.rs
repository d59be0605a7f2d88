//! What stops a profile that is worse.

use super::comparison::{Comparison, QueryChange};
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeSet;

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

/// What of a set may not get worse.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Protection {
    /// The mean over all queries, and over each class.
    pub whole: bool,
    /// The means over these classes.
    pub classes: BTreeSet<String>,
}

impl Protection {
    /// Protects everything: what is asked of a query set that a person names.
    pub fn whole() -> Self {
        Self { whole: true, classes: BTreeSet::new() }
    }

    fn holds_class(&self, name: &str) -> bool {
        self.whole || self.classes.contains(name)
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
        #[specta(type = Number)]
        delta: f64,
    },
    /// The mean over a class.
    #[serde(rename_all = "camelCase")]
    Class {
        /// Which.
        name: String,
        /// After less before.
        #[specta(type = Number)]
        delta: f64,
    },
    /// A protected query.
    #[serde(rename_all = "camelCase")]
    Query {
        /// Its id.
        id: String,
        /// What is searched for.
        #[serde(default)]
        query: String,
        /// After less before.
        #[specta(type = Number)]
        delta: f64,
    },
    /// A regression case that passed and no longer does.
    #[serde(rename_all = "camelCase")]
    Case {
        /// The query's id.
        id: String,
        /// What is searched for.
        #[serde(default)]
        query: String,
    },
}

/// Lists every protected query, class or mean that got worse by more than `tolerances` allow. A profile passes where
/// the list is empty. A protected regression case stops it where it passed and no longer does.
pub fn find_regressions(
    comparison: &Comparison,
    tolerances: &Tolerances,
    protection: &Protection,
) -> Vec<Worse> {
    let overall = comparison.overall.delta;
    let overall =
        (protection.whole && overall < -tolerances.overall).then_some(Worse::Overall { delta: overall });
    let classes = comparison.per_class.iter();
    let classes =
        classes.filter(|(name, change)| protection.holds_class(name) && change.delta < -tolerances.class);
    let classes = classes.map(|(name, change)| Worse::Class { name: name.clone(), delta: change.delta });
    let protected = comparison.queries.iter().filter(|q| q.protected && q.delta < -tolerances.query);
    let protected =
        protected.map(|q| Worse::Query { id: q.id.clone(), query: q.query.clone(), delta: q.delta });
    let holds =
        |q: &QueryChange| q.protected || q.class.as_deref().is_some_and(|c| protection.holds_class(c));
    let broken = comparison.queries.iter().filter(|q| protection.whole || holds(q));
    let broken = broken.filter(|q| q.case.is_some_and(|case| case.before && !case.after));
    let broken = broken.map(|q| Worse::Case { id: q.id.clone(), query: q.query.clone() });
    overall.into_iter().chain(classes).chain(protected).chain(broken).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{CaseChange, QueryChange, compare_queries};

    fn query(id: &str, class: &str, protected: bool, before: f64, after: f64) -> QueryChange {
        let (id, class) = (id.to_owned(), Some(class.to_owned()));
        QueryChange { query: id.clone(), id, class, protected, case: None, before, after, delta: 0.0 }
    }

    #[test]
    fn a_loss_in_one_class_is_not_made_up_for_by_a_gain_in_another() {
        let comparison = compare_queries(vec![
            query("1", "culture", false, 0.5, 0.9),
            query("2", "code", false, 0.8, 0.7),
            query("3", "code", true, 0.8, 0.8),
        ]);
        assert!(comparison.overall.delta > 0.0);
        let worse = find_regressions(&comparison, &Tolerances::default(), &Protection::whole());
        assert!(matches!(&worse[..], [Worse::Class { name, .. }] if name == "code"), "{worse:?}");
        assert_eq!(comparison.queries[0].id, "2", "the worst comes first");
    }

    #[test]
    fn a_protected_query_stops_what_all_others_gain() {
        let comparison =
            compare_queries(vec![query("1", "a", false, 0.1, 0.9), query("2", "a", true, 1.0, 0.99)]);
        let worse = find_regressions(&comparison, &Tolerances::default(), &Protection::whole());
        assert!(matches!(&worse[..], [Worse::Query { id, .. }] if id == "2"), "{worse:?}");
        let lenient = Tolerances { query: 0.02, ..Tolerances::default() };
        assert!(find_regressions(&comparison, &lenient, &Protection::whole()).is_empty());
        let equal = compare_queries(vec![query("1", "a", true, 0.5, 0.5)]);
        assert!(find_regressions(&equal, &Tolerances::default(), &Protection::whole()).is_empty());
    }

    #[test]
    fn only_what_is_protected_stops_a_profile() {
        let comparison = compare_queries(vec![
            query("1", "culture", false, 0.9, 0.5),
            query("2", "code", false, 0.8, 0.7),
            query("3", "other", false, 0.5, 0.5),
        ]);
        let find_stops =
            |protection: Protection| find_regressions(&comparison, &Tolerances::default(), &protection);
        assert_eq!(find_stops(Protection::default()), []);
        let code = Protection { whole: false, classes: ["code".to_owned()].into() };
        assert!(matches!(&find_stops(code)[..], [Worse::Class { name, .. }] if name == "code"));
        let other = Protection { whole: false, classes: ["other".to_owned()].into() };
        assert_eq!(find_stops(other), [], "it stays as it is");
        assert_eq!(find_stops(Protection::whole()).len(), 3, "all queries, and two classes");
    }

    #[test]
    fn a_regression_case_that_breaks_stops_a_profile_though_no_figure_falls() {
        let case = |before, after| QueryChange {
            case: Some(CaseChange { before, after }),
            ..query("bad", "answers", true, 0.0, 0.0)
        };
        let find_stops = |change| {
            find_regressions(&compare_queries(vec![change]), &Tolerances::default(), &Protection::default())
        };
        assert_eq!(find_stops(case(true, false)), [Worse::Case { id: "bad".into(), query: "bad".into() }]);
        for harmless in [case(false, false), case(false, true), case(true, true)] {
            assert_eq!(find_stops(harmless), []);
        }
    }
}
