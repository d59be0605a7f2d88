//! Scores as explanations: a score is the root value of an explanation tree.
//!
//! Ranking never computes a bare number. It builds an [`Explanation`] with the constructors below, and
//! the value of the tree's root is the score. An explanation therefore always matches the order of the
//! list. The fields are private, so the constructors are the only way to make a value.

use serde::{Deserialize, Serialize};

/// Arithmetic on scores, generic over the result: [`Explanation`] keeps the reasons, [`Value`] only the
/// number. Ranking orders a long list by values and builds explanations only for the hits of the
/// response. Both run the same code, so an explanation has the value that ordered the list, bit for bit.
pub(crate) trait Score: Sized {
    /// See [`Explanation::of_value`].
    fn of_value(label: impl FnOnce() -> Label, value: f64) -> Self;
    /// See [`Explanation::sum`].
    fn sum(label: impl FnOnce() -> Label, details: impl Iterator<Item = Self>) -> Self;
    /// See [`Explanation::product`].
    fn product<const N: usize>(label: impl FnOnce() -> Label, details: [Self; N]) -> Self;
    /// See [`Explanation::function`].
    fn function(label: impl FnOnce() -> Label, of: Self, f: impl FnOnce(f64) -> f64) -> Self;
    /// Uses an existing explanation as a part of this score.
    fn from_explanation(explanation: &Explanation) -> Self;
    /// Adds a last row to a sum.
    fn and(self, row: Self) -> Self;
}

/// A score without its explanation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Value(f64);

impl Value {
    /// The number.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl Score for Value {
    fn of_value(_: impl FnOnce() -> Label, value: f64) -> Self {
        Self(zero_if_nan(value))
    }

    fn sum(_: impl FnOnce() -> Label, details: impl Iterator<Item = Self>) -> Self {
        Self(sum_values(details.map(Self::value)))
    }

    fn product<const N: usize>(_: impl FnOnce() -> Label, details: [Self; N]) -> Self {
        Self(multiply_values(details.into_iter().map(Self::value)))
    }

    fn function(_: impl FnOnce() -> Label, of: Self, f: impl FnOnce(f64) -> f64) -> Self {
        Self(f(of.0))
    }

    fn from_explanation(explanation: &Explanation) -> Self {
        Self(explanation.value)
    }

    fn and(self, row: Self) -> Self {
        Self(self.0 + row.0)
    }
}

impl Score for Explanation {
    fn of_value(label: impl FnOnce() -> Label, value: f64) -> Self {
        Self::of_value(label(), value)
    }

    fn sum(label: impl FnOnce() -> Label, details: impl Iterator<Item = Self>) -> Self {
        Self::sum(label(), details.collect())
    }

    fn product<const N: usize>(label: impl FnOnce() -> Label, details: [Self; N]) -> Self {
        Self::product(label(), details.into())
    }

    fn function(label: impl FnOnce() -> Label, of: Self, f: impl FnOnce(f64) -> f64) -> Self {
        Self::function(label(), of, f)
    }

    fn from_explanation(explanation: &Explanation) -> Self {
        explanation.clone()
    }

    fn and(mut self, row: Self) -> Self {
        if cfg!(test) {
            assert_eq!(self.rule, Rule::Sum, "only a sum has rows");
        }
        self.details.push(row);
        Self::sum(self.label, self.details)
    }
}

/// NaN counts as 0, so that the order of scores stays total.
fn zero_if_nan(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value }
}

/// Sums from the left; none is 0.
fn sum_values(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |all, value| all + value)
}

/// Multiplies from the left; none is 1.
fn multiply_values(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(1.0, |all, value| all * value)
}

/// Meaning of a node; a host translates it into the person's language.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Stable key, such as `vector` or `field.name`; also the key of the translation.
    pub name: &'static str,
    /// Arguments of the translation, such as `("token", "soja")`.
    pub args: Vec<(&'static str, String)>,
}

impl Label {
    /// A label without arguments.
    pub fn new(name: &'static str) -> Self {
        Self { name, args: Vec::new() }
    }

    /// Adds an argument of the translation.
    pub fn with(mut self, key: &'static str, value: impl Into<String>) -> Self {
        self.args.push((key, value.into()));
        self
    }
}

/// Rule that derives a node's value from its details.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Rule {
    /// A measured or configured value without details.
    Given,
    /// Sum of the details' values, in their order.
    Sum,
    /// Product of the details' values, in their order.
    Product,
    /// A function of the details' values; the text of the label describes it.
    Function,
}

/// A value with its derivation.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    label: Label,
    rule: Rule,
    value: f64,
    details: Vec<Explanation>,
}

impl Explanation {
    /// A value that is not derived. NaN counts as 0, so that the order of scores stays total.
    pub fn of_value(label: Label, value: f64) -> Self {
        Self { label, rule: Rule::Given, value: zero_if_nan(value), details: Vec::new() }
    }

    /// The sum of `details`, in their order.
    pub fn sum(label: Label, details: Vec<Explanation>) -> Self {
        let value = sum_values(details.iter().map(|d| d.value));
        Self { label, rule: Rule::Sum, value, details }
    }

    /// The product of `details`, in their order.
    pub fn product(label: Label, details: Vec<Explanation>) -> Self {
        let value = multiply_values(details.iter().map(|d| d.value));
        Self { label, rule: Rule::Product, value, details }
    }

    /// A function of one inner value; the text of the label describes it.
    pub fn function(label: Label, of: Explanation, f: impl FnOnce(f64) -> f64) -> Self {
        let value = f(of.value);
        Self { label, rule: Rule::Function, value, details: vec![of] }
    }

    /// The value.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Meaning of the node.
    pub fn label(&self) -> &Label {
        &self.label
    }

    /// Rule that derives the value from the details.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Nodes that the value is derived from.
    pub fn details(&self) -> &[Explanation] {
        &self.details
    }

    /// Whether every sum and product in the tree is correct. The constructors guarantee it; tests check
    /// it for trees after a round trip.
    pub fn adds_up(&self) -> bool {
        let parts = self.details.iter().map(|d| d.value);
        let holds = match self.rule {
            Rule::Given => self.details.is_empty(),
            Rule::Sum => sum_values(parts) == self.value,
            Rule::Product => multiply_values(parts) == self.value,
            Rule::Function => self.details.len() == 1,
        };
        holds && self.details.iter().all(Self::adds_up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nan_never_enters() {
        assert_eq!(Explanation::of_value(Label::new("x"), f64::NAN).value(), 0.0);
    }

    /// A tree with a given number type: a sum of a product, a function and a given value, plus one row.
    fn tree<S: Score>(a: f64, b: f64, c: f64) -> S {
        let make_given = |name: &'static str, value: f64| S::of_value(|| Label::new(name), value);
        let product = S::product(|| Label::new("product"), [make_given("a", a), make_given("b", b)]);
        let function = S::function(|| Label::new("half"), make_given("c", c), |x| x / 2.0);
        S::sum(|| Label::new("sum"), [product, function, make_given("c", c)].into_iter())
            .and(make_given("last", a))
    }

    #[test]
    fn an_empty_sum_is_nothing_and_an_empty_product_one() {
        assert_eq!(Explanation::sum(Label::new("x"), vec![]).value(), 0.0);
        assert_eq!(Explanation::product(Label::new("x"), vec![]).value(), 1.0);
    }

    #[test]
    fn a_tree_that_was_changed_on_its_way_does_not_add_up() {
        let whole: Explanation = tree(2.0, 3.0, 4.0);
        assert_eq!((whole.value(), whole.adds_up()), (14.0, true));
        let adds_up_after = |change: fn(&mut Explanation)| {
            let mut tree = whole.clone();
            change(&mut tree);
            tree.adds_up()
        };
        assert!(!adds_up_after(|tree| tree.value += 1e-9), "the sum");
        assert!(!adds_up_after(|tree| tree.details[0].value = 7.0), "a product and with it the sum");
        assert!(!adds_up_after(|tree| drop(tree.details.pop())), "a row less");
        assert!(!adds_up_after(|tree| tree.details[1].details.clear()), "a function of nothing");
        let more = |tree: &mut Explanation| {
            let row = Explanation::of_value(Label::new("more"), 0.0);
            tree.details[2].details.push(row);
        };
        assert!(!adds_up_after(more), "a given value with parts");
    }

    #[test]
    fn a_label_keeps_its_arguments_in_order() {
        let label = Label::new("fieldByToken").with("field", "field.name").with("term", "soja");
        assert_eq!(label.args, [("field", "field.name".to_owned()), ("term", "soja".to_owned())]);
    }

    proptest! {
        #[test]
        fn a_value_without_reasons_is_that_of_its_explanation_to_the_last_bit(a in any::<f64>(), b in -1e3f64..1e3, c in any::<f64>()) {
            let (value, explained) = (tree::<Value>(a, b, c).value(), tree::<Explanation>(a, b, c));
            prop_assert_eq!(value.to_bits(), explained.value().to_bits());
            let part = Value::from_explanation(&explained);
            prop_assert_eq!(part.value().to_bits(), value.to_bits());
        }

        #[test]
        fn trees_add_up(values in proptest::collection::vec((-1e6f64..1e6, -10.0f64..10.0), 0..20)) {
            let rows = values
                .iter()
                .map(|(v, w)| {
                    let of = [("weight", *w), ("v", *v)];
                    let parts = of.map(|(name, value)| Explanation::of_value(Label::new(name), value));
                    Explanation::product(Label::new("row"), parts.into())
                })
                .collect();
            let root = Explanation::sum(Label::new("score"), rows);
            prop_assert!(root.adds_up());
        }
    }
}
