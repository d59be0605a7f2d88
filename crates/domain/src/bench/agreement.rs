//! How far judges agree beyond chance, and what counts where they do not.

use std::collections::BTreeMap;

/// The one grade that counts where several judges gave a record theirs: the median, and of the two in
/// the middle the lower one, so that a record is never taken for better than half of its judges say.
/// Every figure, the gate and every exported file go by it. None without judges.
pub fn agreed_grade(grades: &[i32]) -> Option<i32> {
    let mut sorted = grades.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len().checked_sub(1)? / 2).copied()
}

/// Cohen's kappa with linear weights (1968): of grades in an order, 0 and 2 are twice as far apart as
/// 0 and 1. 1 where two judges always agree, 0 where as often as by chance. None without records.
pub fn weighted_kappa(pairs: &[(i32, i32)]) -> Option<f64> {
    let n = pairs.len() as f64;
    if pairs.is_empty() {
        return None;
    }
    let apart = |a: i32, b: i32| f64::from((a - b).abs());
    let observed = pairs.iter().map(|(a, b)| apart(*a, *b)).sum::<f64>() / n;
    let firsts = count_grades(pairs.iter().map(|(a, _)| a));
    let seconds = count_grades(pairs.iter().map(|(_, b)| b));
    let by_chance = firsts.iter().flat_map(|(a, m)| seconds.iter().map(move |(b, k)| apart(*a, *b) * m * k));
    let expected = by_chance.sum::<f64>() / (n * n);
    // Where chance cannot disagree, no judge did.
    Some(if expected == 0.0 { 1.0 } else { 1.0 - observed / expected })
}

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
    let shares = count_grades(judged.iter().flat_map(|grades| grades.iter()));
    let expected = shares.values().map(|count| (count / all).powi(2)).sum();
    Some(beyond_chance(observed, expected))
}

/// Share of the pairs of judges that agree on one record.
fn agreeing_pairs(grades: &[i32]) -> f64 {
    let n = grades.len() as f64;
    count_grades(grades.iter()).values().map(|count| count * (count - 1.0)).sum::<f64>() / (n * (n - 1.0))
}

/// How often each grade was given.
fn count_grades<'a>(grades: impl Iterator<Item = &'a i32>) -> BTreeMap<i32, f64> {
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
    fn of_two_judges_the_lower_grade_counts_and_of_three_the_middle_one() {
        for (grades, agreed) in
            [(vec![2], 2), (vec![2, 0], 0), (vec![1, 2], 1), (vec![2, 0, 1], 1), (vec![2, 2, 0, 0], 0)]
        {
            assert_eq!(agreed_grade(&grades), Some(agreed), "{grades:?}");
        }
        assert_eq!(agreed_grade(&[]), None);
    }

    #[test]
    fn weighted_agreement_forgives_neighbours_more_than_opposites() {
        // By hand: both give 0, 1 and 2 a third each, so chance is (4 * 1 + 2 * 2) / 9 apart.
        let near = [(0, 1), (1, 0), (2, 2)];
        let expected = 1.0 - (2.0 / 3.0) / (8.0 / 9.0);
        assert!((weighted_kappa(&near).unwrap() - expected).abs() < 1e-12);
        let far = [(0, 2), (2, 0), (1, 1)];
        assert!(weighted_kappa(&far) < weighted_kappa(&near));
        assert_eq!(cohen_kappa(&far), cohen_kappa(&near), "the plain one cannot tell");
        assert_eq!(weighted_kappa(&[(1, 1)]), Some(1.0));
        assert_eq!(weighted_kappa(&[]), None);
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
