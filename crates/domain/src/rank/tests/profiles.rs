//! The numbers that a profile holds, as the specification has them and as files bring them.

use super::*;
use serde_json::json;

#[test]
fn the_defaults_are_those_of_the_specification() {
    let items = Tuning::items();
    assert_eq!((items.vector_weight, items.lexical_weight, items.pair_priority_bonus), (6.0, 4.0, 4.0));
    assert_eq!((items.rrf_k, items.rrf_keyword_weight, items.rrf_keyword_weight_filtered), (60.0, 1.5, 2.0));
    assert_eq!((items.lexical_candidate_multiplier, items.lexical_candidate_max), (6, 200));
    assert_eq!((items.vector_candidate_multiplier, items.vector_candidate_max), (6, 200));
    assert_eq!((items.vector_chunks_per_item, items.vector_snippet_max_chars), (1, 800));
    assert_eq!(items.vector_threshold, None, "a threshold belongs to a model");
    assert_eq!(Tuning::faqs().pair_priority_bonus, 0.0, "FAQs have no pairs");
    let weights = [
        (Field::Name, 3.5),
        (Field::Description, 2.5),
        (Field::Category, 2.0),
        (Field::Manufacturer, 1.5),
        (Field::Tags, 4.0),
        (Field::Question, 3.5),
        (Field::Answer, 2.5),
        (Field::Attributes, 0.0),
        (Field::Notes, 0.0),
        (Field::StrongAttributes, 0.0),
    ];
    for (field, weight) in weights {
        assert_eq!(field.weight(), weight, "{field:?}");
    }
}

#[test]
fn the_pool_is_as_large_as_the_specification_says() {
    let tuning = Tuning::items();
    let plan = |fusion, limit| {
        let plan = PoolPlan::new(&tuning, fusion, limit);
        (plan.terms, plan.lexical, plan.chunks)
    };
    for (fusion, limit, expected) in [
        (Fusion::Enhanced, 1, (Terms::Plain, 6, 6)),
        (Fusion::Enhanced, 10, (Terms::Plain, 60, 60)),
        (Fusion::Enhanced, 50, (Terms::Plain, 200, 200)),
        (Fusion::Enhanced, 300, (Terms::Plain, 300, 300)),
        (Fusion::Simple, 10, (Terms::Plain, 10, 60)),
        (Fusion::Rrf, 50, (Terms::Plain, 50, 200)),
        (Fusion::Relevance, 1, (Terms::Weighted, 100, 100)),
        (Fusion::Relevance, 15, (Terms::Weighted, 150, 150)),
        (Fusion::Relevance, 50, (Terms::Weighted, 200, 200)),
        (Fusion::Relevance, 500, (Terms::Weighted, 500, 500)),
    ] {
        assert_eq!(plan(fusion, limit), expected, "{fusion:?} {limit}");
    }
}

proptest! {
    #[test]
    fn a_pool_never_has_fewer_places_than_hits_are_wanted_and_no_count_overflows(
        limit in any::<usize>(),
        multiplier in any::<u32>(),
        most in any::<u32>(),
        fusion in fusions(),
    ) {
        let mut tuning = Tuning {
            lexical_candidate_multiplier: multiplier,
            lexical_candidate_max: most,
            vector_candidate_multiplier: multiplier,
            vector_candidate_max: most,
            ..Tuning::items()
        };
        tuning.relevance.candidates = most;
        let plan = PoolPlan::new(&tuning, fusion, limit);
        prop_assert!(plan.lexical >= limit && plan.chunks >= limit);
        prop_assert!(plan.lexical <= limit.max(most as usize) && plan.chunks <= limit.max(most.max(1) as usize));
    }

    #[test]
    fn a_profile_survives_its_file(
        // As fine as people write weights: beyond fifteen digits a file may change the last bit.
        numbers in proptest::collection::vec((0u32..10_000_000).prop_map(|n| f64::from(n) / 1e3), 7),
        threshold in proptest::option::of((-1_000i32..=1_000).prop_map(|n| f64::from(n) / 1e3)),
        fusion in fusions(),
    ) {
        let mut profile = Profile { name: "provado".into(), fusion, ..shipped_profiles().remove(0) };
        profile.items.vector_weight = numbers[0];
        profile.items.rrf_k = numbers[1];
        profile.items.vector_threshold = threshold;
        profile.items.relevance.evidence = numbers[2];
        profile.items.relevance.fields[1].weight = numbers[3];
        profile.faqs.lexical_weight = numbers[4];
        profile.faqs.relevance.saturation = numbers[5];
        profile.faqs.relevance.fields[0].length = numbers[6];
        profile.faqs.vector_threshold = threshold.map(|value| -value);
        let json = serde_json::to_string(&profile).unwrap();
        prop_assert_eq!(serde_json::from_str::<Profile>(&json).unwrap(), profile);
    }
}

#[test]
fn a_threshold_is_read_as_people_and_programs_write_it() {
    for (text, value) in [
        ("-0.5", Some(-0.5)),
        (" -0.25 ", Some(-0.25)),
        ("1", Some(NO_THRESHOLD)),
        ("∞", Some(NO_THRESHOLD)),
        ("inf", Some(NO_THRESHOLD)),
        ("+Infinity", Some(NO_THRESHOLD)),
        ("1e999", Some(NO_THRESHOLD)),
        ("-Infinity", None),
        ("-inf", None),
        ("-∞", None),
        ("-1e999", None),
        ("NaN", None),
        ("-0,5", None),
        ("", None),
        ("halb", None),
    ] {
        assert_eq!(parse_threshold(text), value, "{text}");
    }
}

#[test]
fn a_threshold_cuts_only_where_something_lies_beyond_it() {
    let cuts = |own, model| Tuning { vector_threshold: own, ..Tuning::items() }.cutting_threshold(model);
    assert_eq!(cuts(None, None), None);
    assert_eq!(cuts(None, Some(-0.3)), Some(-0.3), "the model's own");
    assert_eq!(cuts(Some(-0.5), Some(-0.3)), Some(-0.5), "the profile's before the model's");
    assert_eq!(cuts(Some(NO_THRESHOLD), Some(-0.3)), None, "the greatest distance cuts nothing");
    for endless in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        assert_eq!(cuts(Some(endless), Some(-0.3)), None, "{endless}");
    }
}

#[test]
fn a_threshold_in_words_is_infinity_and_nothing_else() {
    let read = |value: serde_json::Value| {
        serde_json::from_value::<Tuning>(json!({ "vectorThreshold": value })).map(|t| t.vector_threshold)
    };
    for (value, expected) in [
        (json!("Infinity"), Some(1.0)),
        (json!("∞"), Some(1.0)),
        (json!(-0.4), Some(-0.4)),
        (json!(null), None),
    ] {
        assert_eq!(read(value.clone()).unwrap(), expected, "{value}");
    }
    for value in [json!("-0.4"), json!("wide"), json!(true), json!([]), json!({})] {
        assert!(read(value.clone()).is_err(), "{value}");
    }
}

#[test]
fn a_profile_from_before_notes_and_strong_attributes_gets_them_and_one_for_faqs_does_not() {
    let fields = |list: serde_json::Value| -> Vec<Field> {
        let tuning: RelevanceTuning = serde_json::from_value(json!({ "fields": list })).unwrap();
        tuning.fields.into_iter().map(|listed| listed.field).collect()
    };
    let row = |field: &str| json!({ "field": field, "weight": 1.0, "length": 0.0 });
    let later = [Field::Notes, Field::StrongAttributes];
    assert_eq!(fields(json!([row("attributes")])), [&[Field::Attributes][..], &later].concat());
    assert_eq!(
        fields(json!([row("notes"), row("attributes")])),
        [Field::Notes, Field::Attributes, Field::StrongAttributes]
    );
    let all = json!([row("strongAttributes"), row("attributes"), row("notes")]);
    assert_eq!(fields(all), [Field::StrongAttributes, Field::Attributes, Field::Notes]);
    assert_eq!(fields(json!([row("question"), row("answer")])), [Field::Question, Field::Answer]);
    assert_eq!(fields(json!([])), []);
}

#[test]
fn what_a_file_leaves_out_has_its_default_and_faqs_have_theirs() {
    let read: Profile = serde_json::from_value(json!({ "name": "x", "fusion": "rrf" })).unwrap();
    assert_eq!((read.items, read.faqs), (Tuning::items(), Tuning::faqs()));
    let is_refused = |json| serde_json::from_value::<Profile>(json).is_err();
    assert!(is_refused(json!({ "fusion": "rrf" })), "without a name");
    assert!(is_refused(json!({ "name": "x" })), "without a fusion");
    assert!(is_refused(json!({ "name": "x", "fusion": "best" })));
    assert!(is_refused(json!({ "name": "x", "fusion": "rrf", "items": { "rrfK": null } })));
}

#[test]
fn the_shipped_profiles_are_the_default_and_the_specification_s_fusions() {
    let shipped: Vec<(String, Fusion)> =
        shipped_profiles().into_iter().map(|profile| (profile.name, profile.fusion)).collect();
    let expected = [
        ("default", Fusion::Relevance),
        ("enhanced", Fusion::Enhanced),
        ("simple", Fusion::Simple),
        ("rrf", Fusion::Rrf),
    ];
    assert_eq!(shipped, expected.map(|(name, fusion)| (name.to_owned(), fusion)));
    for profile in shipped_profiles() {
        assert_eq!((profile.items, profile.faqs), (Tuning::items(), Tuning::faqs()));
    }
}

#[test]
fn a_tuning_belongs_to_its_kind() {
    let mut profile = shipped_profiles().remove(0);
    profile.tuning_mut(Kind::Faqs).rrf_k = 7.0;
    assert_eq!(profile.tuning(Kind::Faqs).rrf_k, 7.0);
    assert_eq!(profile.tuning(Kind::Items).rrf_k, 60.0);
}
