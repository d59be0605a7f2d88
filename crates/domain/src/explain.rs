//! A score *is* its explanation.
//!
//! Ranking never computes a bare number: it builds an [`Explanation`] with the constructors below,
//! and the tree's root is the score. What a person is shown can therefore not drift from what
//! ordered the list. The fields are private so that no value can be made any other way.

use serde::{Deserialize, Serialize};

/// What arithmetic on scores is written for, once: [`Explanation`] keeps the reason for a value,
/// [`Value`] only the value. A long list is ordered by values, and explanations are made of the few
/// that are shown, by the same code; so what is shown is what sorted, bit for bit.
pub(crate) trait Score: Sized {
    /// See [`Explanation::given`].
    fn given(label: impl FnOnce() -> Label, value: f64) -> Self;
    /// See [`Explanation::sum`].
    fn sum(label: impl FnOnce() -> Label, details: impl Iterator<Item = Self>) -> Self;
    /// See [`Explanation::product`].
    fn product<const N: usize>(label: impl FnOnce() -> Label, details: [Self; N]) -> Self;
    /// See [`Explanation::function`].
    fn function(label: impl FnOnce() -> Label, of: Self, f: impl FnOnce(f64) -> f64) -> Self;
    /// A score that was explained before, as part of this one.
    fn from_explanation(explanation: &Explanation) -> Self;
    /// A sum with one more row, its last.
    fn and(self, row: Self) -> Self;
}

/// A score without its reason.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Value(f64);

impl Value {
    /// The value.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl Score for Value {
    fn given(_: impl FnOnce() -> Label, value: f64) -> Self {
        Self(given(value))
    }

    fn sum(_: impl FnOnce() -> Label, details: impl Iterator<Item = Self>) -> Self {
        Self(sum(details.map(Self::value)))
    }

    fn product<const N: usize>(_: impl FnOnce() -> Label, details: [Self; N]) -> Self {
        Self(product(details.into_iter().map(Self::value)))
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
    fn given(label: impl FnOnce() -> Label, value: f64) -> Self {
        Self::given(label(), value)
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
        debug_assert_eq!(self.rule, Rule::Sum, "only a sum has rows");
        self.details.push(row);
        Self::sum(self.label, self.details)
    }
}

/// Not-a-number counts as 0 so that orders stay total.
fn given(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value }
}

fn sum(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |all, value| all + value)
}

fn product(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(1.0, |all, value| all * value)
}

/// What a node stands for; a host renders it in the person's language.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Stable key, such as `vector` or `field.name`; also the key of its translation.
    pub name: &'static str,
    /// Arguments of the translation, such as `("token", "soja")`.
    pub args: Vec<(&'static str, String)>,
}

impl Label {
    /// A label without arguments.
    pub fn new(name: &'static str) -> Self {
        Self { name, args: Vec::new() }
    }

    /// Adds an argument.
    pub fn with(mut self, key: &'static str, value: impl Into<String>) -> Self {
        self.args.push((key, value.into()));
        self
    }
}

/// How a node's value comes from its details.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Rule {
    /// A measured or configured value; no details.
    Given,
    /// The sum of the details' values, added in order.
    Sum,
    /// The product of the details' values, multiplied in order.
    Product,
    /// A named function of the details, documented with the label's text.
    Function,
}

/// A value with the reason for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    label: Label,
    rule: Rule,
    value: f64,
    details: Vec<Explanation>,
}

impl Explanation {
    /// A value that is not derived. Not-a-number counts as 0 so that orders stay total.
    pub fn given(label: Label, value: f64) -> Self {
        Self { label, rule: Rule::Given, value: given(value), details: Vec::new() }
    }

    /// The sum of `details`, added in order.
    pub fn sum(label: Label, details: Vec<Explanation>) -> Self {
        let value = sum(details.iter().map(|d| d.value));
        Self { label, rule: Rule::Sum, value, details }
    }

    /// The product of `details`, multiplied in order.
    pub fn product(label: Label, details: Vec<Explanation>) -> Self {
        let value = product(details.iter().map(|d| d.value));
        Self { label, rule: Rule::Product, value, details }
    }

    /// A named function of one inner value.
    pub fn function(label: Label, of: Explanation, f: impl FnOnce(f64) -> f64) -> Self {
        let value = f(of.value);
        Self { label, rule: Rule::Function, value, details: vec![of] }
    }

    /// The value.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// What the node stands for.
    pub fn label(&self) -> &Label {
        &self.label
    }

    /// How the value comes from the details.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The parts.
    pub fn details(&self) -> &[Explanation] {
        &self.details
    }

    /// Whether every sum and product in the tree holds; true by construction, checked by tests on
    /// trees that travelled.
    pub fn adds_up(&self) -> bool {
        let parts = self.details.iter().map(|d| d.value);
        let holds = match self.rule {
            Rule::Given => self.details.is_empty(),
            Rule::Sum => sum(parts) == self.value,
            Rule::Product => product(parts) == self.value,
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
        assert_eq!(Explanation::given(Label::new("x"), f64::NAN).value(), 0.0);
    }

    /// A tree by one arithmetic: a sum of a product, a function and a given value, with one row more.
    fn tree<S: Score>(a: f64, b: f64, c: f64) -> S {
        let given = |name: &'static str, value: f64| S::given(|| Label::new(name), value);
        let product = S::product(|| Label::new("product"), [given("a", a), given("b", b)]);
        let function = S::function(|| Label::new("half"), given("c", c), |x| x / 2.0);
        S::sum(|| Label::new("sum"), [product, function, given("c", c)].into_iter()).and(given("last", a))
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
        let changed = |change: fn(&mut Explanation)| {
            let mut tree = whole.clone();
            change(&mut tree);
            tree.adds_up()
        };
        assert!(!changed(|tree| tree.value += 1e-9), "the sum");
        assert!(!changed(|tree| tree.details[0].value = 7.0), "a product and with it the sum");
        assert!(!changed(|tree| drop(tree.details.pop())), "a row less");
        assert!(!changed(|tree| tree.details[1].details.clear()), "a function of nothing");
        let more = |tree: &mut Explanation| {
            let row = Explanation::given(Label::new("more"), 0.0);
            tree.details[2].details.push(row);
        };
        assert!(!changed(more), "a given value with parts");
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
                    let parts = of.map(|(name, value)| Explanation::given(Label::new(name), value));
                    Explanation::product(Label::new("row"), parts.into())
                })
                .collect();
            let root = Explanation::sum(Label::new("score"), rows);
            prop_assert!(root.adds_up());
        }
    }
}
