//! How far judges agree beyond chance.

use std::collections::BTreeMap;

/// Cohen's kappa (1960) of two judges over the same records: 1 where they always agree, 0 where as
/// often as by chance, below where less. None without records.
pub fn cohen_kappa(pairs: &[(i32, i32)]) -> Option<f64> {
    let n = pairs.len() as f64;
    if pairs.is_empty() {
        return None;
    }
    let observed = pairs.iter().filter(|(a, b)| a == b).count() as f64 / n;
    let (mut first, mut second): (BTreeMap<i32, f64>, BTreeMap<i32, f64>) = Default::default();
    for (a, b) in pairs {
        *first.entry(*a).or_default() += 1.0 / n;
        *second.entry(*b).or_default() += 1.0 / n;
    }
    let expected = first.iter().map(|(grade, share)| share * second.get(grade).unwrap_or(&0.0)).sum();
    Some(beyond_chance(observed, expected))
}

/// Fleiss' kappa (1971) of any number of judges: each entry of `records` holds the grades that one
/// record was given. Records with fewer than two grades say nothing; where not all have the same
/// number, each counts by its own pairs. None where nothing says anything.
pub fn fleiss_kappa(records: &[Vec<i32>]) -> Option<f64> {
    let judged: Vec<&Vec<i32>> = records.iter().filter(|grades| grades.len() >= 2).collect();
    if judged.is_empty() {
        return None;
    }
    let observed = judged.iter().map(|grades| agreeing_pairs(grades)).sum::<f64>() / judged.len() as f64;
    let all: f64 = judged.iter().map(|grades| grades.len() as f64).sum();
    let shares = counts(judged.iter().flat_map(|grades| grades.iter()));
    let expected = shares.values().map(|count| (count / all).powi(2)).sum();
    Some(beyond_chance(observed, expected))
}

/// Share of the pairs of judges that agree on one record.
fn agreeing_pairs(grades: &[i32]) -> f64 {
    let n = grades.len() as f64;
    counts(grades.iter()).values().map(|count| count * (count - 1.0)).sum::<f64>() / (n * (n - 1.0))
}

fn counts<'a>(grades: impl Iterator<Item = &'a i32>) -> BTreeMap<i32, f64> {
    let mut counts = BTreeMap::new();
    grades.for_each(|grade| *counts.entry(*grade).or_default() += 1.0);
    counts
}

/// Where only one grade was ever given, chance agrees always and so did they.
fn beyond_chance(observed: f64, expected: f64) -> f64 {
    if expected >= 1.0 { 1.0 } else { (observed - expected) / (1.0 - expected) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_judges_follow_the_textbook() {
        // 50 proposals: 20 both yes, 15 both no, 5 and 10 apart; kappa 0.4.
        let mut pairs = vec![(1, 1); 20];
        pairs.extend(vec![(0, 0); 15]);
        pairs.extend(vec![(1, 0); 5]);
        pairs.extend(vec![(0, 1); 10]);
        assert!((cohen_kappa(&pairs).unwrap() - 0.4).abs() < 1e-12);
        assert_eq!(cohen_kappa(&[]), None);
        assert_eq!(cohen_kappa(&[(2, 2), (2, 2)]), Some(1.0));
    }

    #[test]
    fn many_judges_follow_the_textbook() {
        // Fleiss 1971 as tabulated in textbooks: 14 judges, 10 subjects, 5 grades; kappa 0.210.
        let table = [
            [0, 0, 0, 0, 14],
            [0, 2, 6, 4, 2],
            [0, 0, 3, 5, 6],
            [0, 3, 9, 2, 0],
            [2, 2, 8, 1, 1],
            [7, 7, 0, 0, 0],
            [3, 2, 6, 3, 0],
            [2, 5, 3, 2, 2],
            [6, 5, 2, 1, 0],
            [0, 2, 2, 3, 7],
        ];
        let records: Vec<Vec<i32>> = table
            .iter()
            .map(|row| (1..).zip(row).flat_map(|(grade, count)| vec![grade; *count]).collect())
            .collect();
        assert!((fleiss_kappa(&records).unwrap() - 0.210).abs() < 5e-4);
        assert_eq!(fleiss_kappa(&[vec![1], vec![]]), None);
    }
}
