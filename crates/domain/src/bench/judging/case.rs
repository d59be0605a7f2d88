//! A bad answer as a test: what must stand on top, and what must not.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Hits that a case looks at.
pub const CASE_DEPTH: usize = 3;
/// Records that one case forbids at most.
pub const MAX_FORBIDDEN: usize = 50;

/// Records that a search must and must not put on top, by external id or our own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegressionCase {
    /// All of these stand among the first three; at most three.
    pub expected: Vec<String>,
    /// None of these does.
    pub forbidden: Vec<String>,
}

impl RegressionCase {
    /// Whether the regression case expects and forbids no record.
    pub fn is_empty(&self) -> bool {
        self.expected.is_empty() && self.forbidden.is_empty()
    }

    /// Whether a ranking, best first, passes the regression case.
    pub fn passes(&self, ranked: &[String]) -> bool {
        let top = &ranked[..ranked.len().min(CASE_DEPTH)];
        self.expected.iter().all(|id| top.contains(id)) && !self.forbidden.iter().any(|id| top.contains(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    #[test]
    fn a_case_passes_where_the_expected_stand_in_the_first_three_and_the_forbidden_do_not() {
        let case = RegressionCase { expected: ids(&["a"]), forbidden: ids(&["x"]) };
        assert!(case.passes(&ids(&["b", "c", "a", "x"])));
        assert!(!case.passes(&ids(&["b", "c", "d", "a"])), "expected, but fourth");
        assert!(!case.passes(&ids(&["a", "b", "x"])), "forbidden, and third");
        assert!(!case.passes(&[]), "nothing was found");
        assert!(RegressionCase { expected: vec![], ..case }.passes(&[]), "nothing is not the forbidden");
    }
}
