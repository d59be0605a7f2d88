//! Tests of failure reasons in both languages.

use super::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TestRequest {
    #[serde(rename = "limit")]
    _limit: u32,
    #[serde(rename = "kind")]
    _kind: Option<Kind>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Items,
    Faqs,
}

fn reasons_of<T: DeserializeOwned + std::fmt::Debug>(text: &str) -> [String; 2] {
    let reason = Reason::from(serde_json::from_str::<T>(text).unwrap_err());
    [reason.to_text(Lang::PtBr), reason.to_text(Lang::En)]
}

/// The words are the library's: where it changes them, this test says which text is not found.
#[test]
fn broken_json_is_told_in_both_languages() {
    for text in [
        "",
        "{",
        "[1",
        "\"a",
        "{]",
        "[1 2]",
        "{\"a\" 1}",
        "{\"a\": 1,}",
        "[1,]",
        "1 2",
        "{1: 2}",
        "\"\\x\"",
        "\"\n\"",
        "01",
        "1e999",
        "nul",
        "tru",
        "{\"a\": }",
    ] {
        let [pt, en] = reasons_of::<serde_json::Value>(text);
        assert_ne!(pt, en, "{text:?}");
        assert!(pt.contains("linha 1") || pt.contains("linha 2"), "{text:?}: {pt}");
    }
    let deep = "[".repeat(200);
    let [pt, en] = reasons_of::<serde_json::Value>(&deep);
    assert_ne!(pt, en);
}

#[test]
fn a_wrong_field_is_told_in_both_languages() {
    let cases = [
        ("{}", "falta o campo «limit»"),
        ("{\"limite\": 1}", "não existe o campo «limite»; há: limit, kind"),
        ("{\"limit\": null}", "é null, e aqui cabe um número inteiro"),
        ("{\"limit\": \"3\"}", "é string \"3\", e aqui cabe um número inteiro"),
        ("{\"limit\": 1, \"kind\": \"people\"}", "não existe «people»; há: items, faqs"),
    ];
    for (text, start) in cases {
        let [pt, en] = reasons_of::<TestRequest>(text);
        assert!(pt.starts_with(start), "{text}: {pt}");
        assert_ne!(pt, en);
    }
}

#[test]
fn what_the_system_says_is_told_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let absent = Reason::from(std::fs::read(folder.path().join("x")).unwrap_err());
    assert_eq!(absent.to_text(Lang::PtBr), "não existe");
    let is_a_folder = Reason::from(std::fs::read(folder.path()).unwrap_err());
    assert_eq!(is_a_folder.to_text(Lang::PtBr), "é uma pasta");
    let full = io::Error::from(io::ErrorKind::StorageFull);
    assert_eq!(Reason::from(full).about("x").to_text(Lang::PtBr), "x: o disco está cheio");
}

#[test]
fn what_is_not_known_is_told_as_it_came() {
    let words = "strange at line 3 column 4";
    assert_eq!(Reason::of_json(words).to_text(Lang::PtBr), words);
    let reason = Reason::from("strange").about("query");
    assert_eq!((reason.to_text(Lang::En).as_str(), reason.words()), ("query: strange", "query: strange"));
}

#[test]
fn a_limit_is_told_in_whole_mebibytes_and_a_place_stands_before_the_words() {
    let reason = Reason::too_large((10 << 20) + 1).about("files[3]");
    assert_eq!(reason.words(), "files[3]: larger than 10 MiB");
    for lang in [Lang::PtBr, Lang::En] {
        let said = reason.to_text(lang);
        assert!(said.starts_with("files[3]: ") && said.contains("10 MiB"), "{said}");
    }
    assert_ne!(reason.to_text(Lang::PtBr), reason.to_text(Lang::En));
}

#[test]
fn a_secret_that_stands_where_another_type_belongs_is_not_repeated() {
    for text in [r#""chave-secreta""#, r#"{"limit":"chave-secreta"}"#, r#"{"chave-secreta":1}"#] {
        let error = serde_json::from_str::<TestRequest>(text).unwrap_err();
        assert!(error.to_string().contains("chave"), "the library repeats it: {error}");
        let reason = Reason::of_secret_json(&error);
        for said in [reason.words().to_owned(), reason.to_text(Lang::PtBr), reason.to_text(Lang::En)] {
            assert!(!said.contains("chave"), "{said}");
        }
    }
}

#[test]
fn names_that_are_possible_stand_in_one_list() {
    assert_eq!(split_list("one of `a`, `b`, `c`"), "a, b, c");
    assert_eq!(split_list("`a` or `b`"), "a, b");
    assert_eq!(split_list("u32"), "u32");
    assert_eq!(split_list("a string or a number"), "a string or a number");
    assert_eq!(quoted_part("`a`"), Some("a"));
    for text in ["a", "`a", "a`", "`", ""] {
        assert_eq!(quoted_part(text), None, "{text}");
    }
}
