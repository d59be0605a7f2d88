//! A score as rows, and one score less another.

use crate::explain::{Explanation, Rule};

/// A row of a score: rows add up to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Row<'a> {
    /// Unique within a score, and the same for the same part of another: the part's name, with what
    /// it is about behind a colon (`evidence:soja`).
    pub name: String,
    /// What it adds.
    pub value: f64,
    /// The weight in it, where it is one.
    pub weight: Option<f64>,
    /// What it comes from.
    pub source: &'a Explanation,
}

/// A row of what sets two scores apart.
#[derive(Debug, Clone, PartialEq)]
pub struct DifferenceRow<'a> {
    /// The name that the row has in both scores.
    pub name: String,
    /// What it adds to the first score less what it adds to the second.
    pub value: f64,
    /// The weight in it, where it is one.
    pub weight: Option<f64>,
    /// The row of the first score; it adds nothing where it has none.
    pub a: Option<&'a Explanation>,
    /// The row of the second.
    pub b: Option<&'a Explanation>,
}

/// Lists the rows of a score's explanation, in its order.
pub fn score_rows(score: &Explanation) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for source in score.details() {
        let name = name_of(source);
        let before = rows.iter().filter(|r| r.source.label() == source.label()).count();
        let name = if before > 0 { format!("{name}#{}", before + 1) } else { name };
        rows.push(Row { name, value: source.value(), weight: weight_of(source), source });
    }
    rows
}

/// `a` less `b`, row by row, the largest first; the rows add up to the gap between the scores.
pub fn diff_score_rows<'a>(a: &'a Explanation, b: &'a Explanation) -> Vec<DifferenceRow<'a>> {
    let mut of_b = score_rows(b);
    let mut all: Vec<DifferenceRow<'a>> = Vec::new();
    for row in score_rows(a) {
        let other = of_b.iter().position(|r| r.name == row.name).map(|at| of_b.remove(at));
        all.push(DifferenceRow {
            value: row.value - other.as_ref().map_or(0.0, |o| o.value),
            weight: row.weight,
            a: Some(row.source),
            b: other.map(|o| o.source),
            name: row.name,
        });
    }
    all.extend(of_b.into_iter().map(|row| DifferenceRow {
        name: row.name,
        value: -row.value,
        weight: row.weight,
        a: None,
        b: Some(row.source),
    }));
    all.sort_by(|x, y| y.value.abs().total_cmp(&x.value.abs()).then_with(|| x.name.cmp(&y.name)));
    all
}

/// Ranks and the like differ from hit to hit and are no part of a name; nor is the reason why a part
/// is missing.
fn name_of(row: &Explanation) -> String {
    let label = row.label();
    let name = match label.name {
        "absent" | "apart" | "uncounted" => "evidence",
        "pairAbsent" => "pair",
        name => name,
    };
    match label.args.iter().find(|(key, _)| *key == "term") {
        Some((_, term)) => format!("{name}:{term}"),
        None => name.to_owned(),
    }
}

/// The weight in a row that is a product; other rows have none.
fn weight_of(row: &Explanation) -> Option<f64> {
    if row.rule() != Rule::Product {
        return None;
    }
    row.details().iter().find(|d| d.label().name == "weight").map(Explanation::value)
}
