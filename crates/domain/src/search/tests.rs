//! What is asked of search and what it answers, as other programs write and read it.

use super::queried_ids::{find_queried_ids, without_queried_ids};
use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

fn filters(json: Value) -> Result<Filters, String> {
    serde_json::from_value(json).map_err(|error| error.to_string())
}

#[test]
fn a_condition_is_understood_under_each_of_its_names() {
    for (names, read) in [
        (&["category", "categoria"][..], (|f: &Filters| f.category.clone()) as fn(&Filters) -> Vec<String>),
        (&["manufacturer", "brand", "fabricante", "marca"], |f| f.manufacturer.clone()),
        (&["tags", "tag"], |f| f.tags.clone()),
    ] {
        for name in names {
            let mut found = Filters::default();
            found.add(name, json!("Bayer")).unwrap();
            found.add(name, json!(["A", 2, true])).unwrap();
            assert_eq!(read(&found), ["Bayer", "A", "2", "true"], "{name}");
        }
    }
    for (least, most) in [("minPrice", "maxPrice"), ("min_price", "max_price")] {
        let found = filters(json!({ least: "1.234,50", most: 2000 })).unwrap();
        assert_eq!(found.min_price.unwrap().to_string(), "1234.5");
        assert_eq!(found.max_price.unwrap().to_string(), "2000");
    }
}

#[test]
fn any_other_key_is_an_attribute() {
    let found = filters(
        json!({ "formulacao": "SC", "attributes.cor": "azul", "attributes": { "teor": 45, "category": "x" } }),
    );
    let found = found.unwrap();
    let told: Vec<(&str, &str)> =
        found.attributes.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    assert_eq!(told, [("category", "x"), ("cor", "azul"), ("formulacao", "SC"), ("teor", "45")]);
    assert!(found.category.is_empty());
    let mut nul = Filters::default();
    nul.add("attributes.co\0r", json!("az\0ul")).unwrap();
    assert_eq!(nul.attributes["cor"], "azul");
}

#[test]
fn a_value_that_does_not_fit_is_named_with_what_does() {
    for (key, value, allowed) in [
        ("minPrice", json!(-1), "0 to 999999999999.9999"),
        ("maxPrice", json!("1.250"), "1250 | 1.25"),
        ("maxPrice", json!([1]), "0 to 999999999999.9999"),
        ("category", json!({ "a": 1 }), "a text of at most 500 characters"),
        ("category", json!([["a"]]), "a text of at most 500 characters"),
        ("cor", json!("é".repeat(501)), "a text of at most 500 characters"),
        ("attributes", json!("cor"), "an object of texts"),
        ("attributes", json!({ "cor": ["azul"] }), "a text of at most 500 characters"),
    ] {
        let error = Filters::default().add(key, value.clone()).unwrap_err();
        assert_eq!((error.key.as_str(), error.allowed.to_string().as_str()), (key, allowed), "{value}");
        assert!(error.value.chars().count() <= 120);
    }
    assert!(Filters::default().add("cor", json!("é".repeat(500))).is_ok());
}

#[test]
fn no_condition_at_all_is_empty_and_says_nothing_on_the_wire() {
    for json in [
        json!({}),
        json!({ "category": null, "cor": null }),
        json!({ "tags": [] }),
        json!({ "minPrice": "" }),
    ] {
        let read = filters(json.clone()).unwrap();
        assert!(read.is_empty(), "{json}");
        assert_eq!(serde_json::to_value(read).unwrap(), json!({}));
    }
    assert!(filters(json!([])).is_err());
}

proptest! {
    #[test]
    fn filters_survive_the_wire(
        category in proptest::collection::vec("\\PC{0,8}", 0..3), tags in proptest::collection::vec("\\PC{0,8}", 0..3),
        min in proptest::option::of(0u32..1_000_000), attributes in proptest::collection::btree_map("x[a-z.]{0,6}", "\\PC{0,8}", 0..4)
    ) {
        let min_price = min.map(|cents| crate::catalog::Price::parse(&format!("{}.{:02}", cents / 100, cents % 100)).unwrap());
        let made = Filters { category, tags, min_price, attributes, ..Filters::default() };
        let wire = serde_json::to_value(&made).unwrap();
        prop_assert_eq!(filters(wire), Ok(made));
    }

    #[test]
    fn an_id_is_taken_out_of_the_query_that_it_was_found_in(words in proptest::collection::vec("[A-Za-z]{2,8}|[A-Z]{3}-[0-9]{4}[?,.]?", 0..8)) {
        let query = words.join(" ");
        let names = find_queried_ids(&query);
        prop_assert!(names.iter().all(|name| name.chars().any(|c| c.is_ascii_digit()) && name.chars().count() >= 4));
        let rest = without_queried_ids(&query, &names);
        prop_assert_eq!(find_queried_ids(&rest), Vec::<String>::new());
        prop_assert_eq!(without_queried_ids(&rest, &names), rest.clone(), "once is enough");
        if names.is_empty() && !rest.is_empty() {
            prop_assert_eq!(rest, query);
        }
    }

    #[test]
    fn a_limit_is_moved_into_its_bounds(limit in any::<i128>()) {
        let request: SearchRequest = serde_json::from_str(&format!("{{\"query\":\"x\",\"limit\":{limit}}}")).unwrap();
        prop_assert_eq!(request.clamped_limit(), limit.clamp(1, 50) as usize);
    }
}

#[test]
fn ids_have_between_four_and_sixty_four_characters_and_a_digit_or_a_joint_or_three_with_both_and_a_letter() {
    for (query, names) in [
        ("abc1", vec!["abc1"]),
        ("ab1", vec![]),
        ("abcd", vec![]),
        ("zu-bb", vec!["zu-bb"]),
        ("u-b", vec![]),
        ("U-1", vec!["u-1"]),
        ("1-2", vec![]),
        ("DEMO-1/2:3_4.5", vec!["demo-1/2:3_4.5"]),
        ("«FUN-0028»!", vec!["fun-0028"]),
        ("fun-0028 FUN-0028", vec!["fun-0028"]),
        ("a@b1.com", vec![]),
        ("1234+5678", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(find_queried_ids(query), names, "{query}");
    }
    assert_eq!(find_queried_ids(&format!("{}1", "x".repeat(63))).len(), 1);
    assert_eq!(find_queried_ids(&format!("{}1", "x".repeat(64))), Vec::<String>::new());
    let many: String = (0..1_000).map(|at| format!("item{at} ")).collect();
    assert_eq!(find_queried_ids(&many).len(), 50);
}

#[test]
fn a_request_is_read_with_its_defaults_and_refused_with_a_field_too_many() {
    let read = |json: Value| serde_json::from_value::<SearchRequest>(json);
    let plain = read(json!({ "query": "soja" })).unwrap();
    assert_eq!(plain, SearchRequest { query: "soja".into(), ..SearchRequest::default() });
    assert_eq!(plain.clamped_limit(), 10);
    let full = read(json!({
        "query": "soja", "kind": "faqs", "limit": 7, "filters": { "brand": "Bayer" }, "sort": "priceAsc",
        "profile": "default", "fusion": "rrf", "explain": false, "queryContext": "antes", "settled": false,
    }))
    .unwrap();
    assert_eq!(
        (full.kind, full.sort, full.fusion),
        (Some(Kind::Faqs), Some(Sort::PriceAsc), Some(Fusion::Rrf))
    );
    assert_eq!(serde_json::from_value::<SearchRequest>(serde_json::to_value(&full).unwrap()).unwrap(), full);
    for json in [
        json!({}),
        json!({ "query": "x", "limits": 3 }),
        json!({ "query": "x", "limit": 1.5 }),
        json!({ "query": 3 }),
    ] {
        assert!(read(json.clone()).is_err(), "{json}");
    }
}

#[test]
fn names_on_the_wire_are_a_contract() {
    for fusion in Fusion::ALL {
        assert_eq!(json!(fusion), fusion.as_str());
        assert_eq!(Fusion::parse(&format!(" {} ", fusion.as_str())), Some(fusion));
    }
    assert_eq!(Fusion::parse("RRF"), None);
    for kind in [Kind::Items, Kind::Faqs] {
        assert_eq!(json!(kind), kind.as_str());
    }
    assert_eq!(
        json!([Source::Lexical, Source::Vector, Source::Both]),
        json!(["lexical", "vector", "vector+lexical"])
    );
    assert_eq!(
        json!([
            FallbackReason::EmbeddingDisabled,
            FallbackReason::EmbeddingGenerationFailed,
            FallbackReason::VectorQueryError
        ]),
        json!(["embedding-disabled", "embedding-generation-failed", "vector-query-error"])
    );
    for (written, lang) in [
        ("pt-BR", Lang::PtBr),
        ("pt", Lang::PtBr),
        ("pt_BR", Lang::PtBr),
        ("en", Lang::En),
        ("en-GB", Lang::En),
    ] {
        assert_eq!(serde_json::from_value::<Lang>(json!(written)).unwrap(), lang);
    }
    assert_eq!(json!([Lang::PtBr, Lang::En]), json!(["pt-BR", "en"]));
}

#[test]
fn an_answer_says_nothing_of_what_it_does_not_have() {
    let hit = crate::chat::types::sources::tests::item_hit("Base", None, "trecho");
    let json = serde_json::to_value(&hit).unwrap();
    assert_eq!((json.get("faq"), json.get("explanation")), (None, None));
    assert_eq!(
        (&json["item"]["price"], &json["item"]["createdAt"]),
        (&Value::Null, &json!("1970-01-01T00:00:00Z"))
    );
    assert_eq!(serde_json::from_value::<Hit>(json).unwrap(), hit);
}

#[test]
fn no_limit_is_too_large() {
    let limit = |json: &str| serde_json::from_str::<SearchRequest>(json).map(|r| r.clamped_limit());
    for (given, clamped) in [("0", 1), ("-1", 1), ("7", 7), ("1000000000000", 50), ("null", 10)] {
        assert_eq!(limit(&format!(r#"{{"query":"x","limit":{given}}}"#)).unwrap(), clamped, "{given}");
    }
    assert_eq!(limit(r#"{"query":"x"}"#).unwrap(), 10);
    assert!(limit(r#"{"query":"x","limit":"7"}"#).is_err());
}
