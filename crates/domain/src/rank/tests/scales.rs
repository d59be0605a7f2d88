//! Likenesses on the scale of their query, and how far a calibrated model counts.

use super::*;

/// A sample on which the query (1, 0) has these likenesses.
fn sample(likenesses: &[f32]) -> Vec<f32> {
    likenesses.iter().flat_map(|likeness| [*likeness, 0.0]).collect()
}

/// Forty vectors, half at .80 and half at .84: a mean of .82 and a deviation of .02.
fn scale(strength: f64) -> VectorScale {
    let likenesses: Vec<f32> = (0..40).map(|at| if at % 2 == 0 { 0.80 } else { 0.84 }).collect();
    VectorScale::measure(&[1.0, 0.0], &sample(&likenesses), strength).unwrap()
}

#[test]
fn mean_and_deviation_are_those_of_the_sample() {
    let found = scale(2.0);
    assert!((found.mean - 0.82).abs() < 1e-6 && (found.deviation - 0.02).abs() < 1e-6, "{found:?}");
    assert!((found.deviations_above(-0.96) - 7.0).abs() < 1e-4, "{found:?}");
    assert!(found.deviations_above(-0.78) < 0.0, "less alike than usual");
}

#[test]
fn products_of_any_length_are_whole() {
    for length in [1usize, 7, 8, 9, 384, 1_000] {
        let query: Vec<f32> = (0..length).map(|at| (at % 5) as f32).collect();
        let vectors: Vec<f32> = (0..40).flat_map(|of| query.iter().map(move |x| x * of as f32)).collect();
        let found = VectorScale::measure(&query, &vectors, 1.0);
        let square: f32 = query.iter().map(|x| x * x).sum();
        match found {
            None => assert_eq!(square, 0.0, "{length}"),
            Some(found) => assert_near(found.mean, f64::from(square) * 19.5),
        }
    }
}

#[test]
fn a_sample_that_says_nothing_gives_no_scale() {
    let alike = vec![0.8f32; 40];
    assert_eq!(VectorScale::measure(&[1.0, 0.0], &sample(&alike), 1.0), None, "all equally alike");
    let few: Vec<f32> = (0..29).map(|at| at as f32 / 100.0).collect();
    assert_eq!(VectorScale::measure(&[1.0, 0.0], &sample(&few), 1.0), None, "too few");
    let broken = vec![f32::NAN; 40];
    assert_eq!(VectorScale::measure(&[1.0, 0.0], &sample(&broken), 1.0), None, "no numbers");
    assert_eq!(VectorScale::measure(&[], &[], 1.0), None, "no query");
}

#[test]
fn a_scaled_likeness_counts_by_its_standing_and_its_rows_add_up() {
    let asked = Query { scale: Some(scale(2.0)), ..query("ferrugem cobre") };
    // .82 + 6.5 × .02: 6.5 deviations, four of the eight from the floor.
    let near = by_vector(1, -0.95, candidate(1, &[(Field::Name, "Azul")]));
    let score = rank_all(&asked, &[near], Fusion::Relevance).remove(0).explanation;
    let vector = score.details().iter().find(|row| row.label().name == "vector").unwrap();
    // Weight 3, strength 2, two concepts, half of the span.
    assert!((vector.value() - 3.0 * 2.0 * 0.5 * 0.5).abs() < 1e-4, "{vector:?}");
    let names: Vec<&str> = vector.details().iter().map(|row| row.label().name).collect();
    assert_eq!(names, ["weight", "vectorStrength", "context", "standingComponent"]);
    let standing = &vector.details()[3].details()[0];
    assert_eq!(standing.label().name, "standing");
    assert!((standing.value() - 6.5).abs() < 1e-4, "{standing:?}");
    assert!(score.adds_up());
}

#[test]
fn other_fusions_know_no_scale() {
    let near = || by_vector(1, -0.92, by_words(1, candidate(1, &[(Field::Name, "Azul cobre")])));
    let asked = query("ferrugem cobre");
    let scaled = Query { scale: Some(scale(2.0)), ..asked.clone() };
    for fusion in [Fusion::Enhanced, Fusion::Simple, Fusion::Rrf] {
        assert_eq!(rank_all(&asked, &[near()], fusion), rank_all(&scaled, &[near()], fusion), "{fusion:?}");
    }
}

#[test]
fn vectors_count_as_they_find_against_words() {
    let find_strength = |by_vectors: f64, by_words: f64| {
        Calibration::new(&[1.0 / by_vectors; 30], &[1.0 / by_words; 30]).strength
    };
    let equal = find_strength(0.8, 0.8);
    assert!(find_strength(0.6, 0.8) < equal && equal < find_strength(0.8, 0.6));
    assert!(
        find_strength(0.01, 1.0) > 0.0,
        "never nothing: what words do not know is found by vectors alone"
    );
    assert_eq!(find_strength(1.0, 0.001), find_strength(1.0, 0.01), "and never all");
    let few = Calibration::new(&[50.0; 5], &[1.0; 5]);
    assert_eq!((few.asked, few.strength), (5, equal), "five questions say nothing");
    assert_eq!(Calibration::new(&[], &[]).strength, equal);
}

#[test]
fn places_of_known_answers_are_the_middle_of_what_is_level() {
    let scores = [3.0, 1.0, 2.0, 1.0, 1.0];
    let place = |known: &[usize]| place_of_known(&scores, |at| known.contains(&at));
    assert_eq!(place(&[0]), Some(1.0));
    assert_eq!(place(&[2]), Some(2.0));
    assert_eq!(place(&[1]), Some(4.0), "third to fifth are level");
    assert_eq!(place(&[1, 2]), Some(2.0), "the best of two counts");
    assert_eq!(place(&[]), None);
}

proptest! {
    #[test]
    fn scaled_components_are_bounded_and_grow_with_the_likeness(a in -1.0f64..1.0, b in -1.0f64..1.0) {
        let scale = scale(2.0);
        let component = |distance: f64| scale.component::<Explanation>(distance).value();
        prop_assert!((0.0..=1.0).contains(&component(a)));
        prop_assert!(a > b || component(a) >= component(b), "nearer counts more");
    }
}
