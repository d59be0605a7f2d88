//! A query made ready: its concepts, and what retrieval looks up.

use super::*;

fn texts(query: &Query) -> Vec<&str> {
    query.concepts.iter().map(|concept| concept.text.as_str()).collect()
}

fn word(word: &str, rows: u32) -> VocabularyWord {
    VocabularyWord { word: word.into(), rows }
}

#[test]
fn a_query_falls_into_words_and_known_phrases() {
    for (text, concepts) in [
        ("fungicida para soja", vec!["fungicida", "soja"]),
        ("glycine max anti fungo", vec!["glycine max", "anti fungo"]),
        ("qual fungicida serve para a soja?", vec!["fungicida", "soja"]),
        ("soja sojas SOJA", vec!["soja"]),
        ("de para", vec!["de", "para"]),
        ("tem preço", vec!["preco"]),
        ("a 7 x", vec!["7"]),
        ("2,4-D amina 250-EC", vec!["2,4-d", "amina", "250-ec"]),
    ] {
        assert_eq!(texts(&query(text)), concepts, "{text}");
    }
}

#[test]
fn chatter_is_left_out_of_the_catalog_alone() {
    let text = "quanto custa cobre";
    assert_eq!(texts(&query(text)), ["cobre"]);
    let faqs = query_with(text, Kind::Faqs, Vocabulary::default());
    assert_eq!(texts(&faqs), ["custa", "cobre"]);
    assert_eq!(
        texts(&query("preço do produto")),
        ["preco", "produto"],
        "where nothing else is left it stays"
    );
}

#[test]
fn concepts_name_crops_and_purposes() {
    let query = query("fungicida soja cobre");
    let kinds: Vec<(bool, bool)> =
        query.concepts.iter().map(|concept| (concept.is_culture, concept.is_treatment)).collect();
    assert_eq!(kinds, [(false, true), (true, false), (false, false)]);
    assert!(query.asks_for_pair());
    assert!(!Query { kind: Kind::Faqs, ..query }.asks_for_pair(), "pairs are the catalog's");
}

#[test]
fn a_concept_is_as_common_as_the_commonest_of_its_words() {
    let read_concept = |words: &[(&str, u32)]| {
        let query = query_with("soja", Kind::Items, vocabulary(Kind::Items, "soja", words));
        (query.concepts[0].idf, query.concepts[0].known)
    };
    let idf = |rows| Vocabulary { rows: 100, ..Vocabulary::default() }.idf(rows);
    assert_eq!(read_concept(&[("soja", 3)]), (idf(3), true));
    assert_eq!(read_concept(&[("soja", 3), ("sojicultura", 40)]), (idf(40), true), "by a synonym");
    assert_eq!(read_concept(&[("glycine", 60), ("max", 5)]), (idf(5), true), "a phrase by its rarest word");
    assert_eq!(read_concept(&[("sojas", 7)]), (idf(7), true), "by another form");
    assert_eq!(read_concept(&[("biosoja", 50)]), (idf(0), false), "not inside a longer word");
    assert_eq!(read_concept(&[]), (idf(0), false));
}

proptest! {
    #[test]
    fn rarer_words_tell_more_and_every_word_tells_something(rows in any::<u32>(), a in any::<u32>(), b in any::<u32>()) {
        let vocabulary = Vocabulary { rows, ..Vocabulary::default() };
        let (rare, common) = (a.min(b), a.max(b));
        prop_assert!(vocabulary.idf(common) > 0.0 && vocabulary.idf(rare).is_finite());
        // Statistics lag behind: a word can be in more records than were counted.
        if common <= rows {
            prop_assert!(vocabulary.idf(rare) >= vocabulary.idf(common));
        }
    }

    #[test]
    fn any_query_is_made_ready(text in ".{0,200}") {
        let query = query(&text);
        prop_assert_eq!(query.terms.len(), QueryText::parse(&text).terms().len());
        prop_assert_eq!(query.plain_terms(Kind::Items).len(), query.terms.len());
        prop_assert_eq!(query.weighted_terms(Kind::Items).len(), query.concepts.len());
        for concept in &query.concepts {
            prop_assert!(concept.idf > 0.0 && concept.idf.is_finite());
            prop_assert!(!concept.text.is_empty());
        }
    }
}

#[test]
fn a_word_that_nothing_holds_is_looked_for_among_its_likenesses() {
    let vocabulary = Vocabulary {
        near: [(
            "fungcida".to_owned(),
            vec![word("fungicida", 30), word("fungicidas", 4), word("fungicido", 50), word("sobre", 90)],
        )]
        .into(),
        ..vocabulary(Kind::Items, "fungcida", &[])
    };
    let query = query_with("fungcida", Kind::Items, vocabulary);
    // One edit away; `fungicidas` is two away, and `fungicido` two: only the nearest count.
    assert_eq!(query.terms[0].corrections, ["fungicida"]);
    assert_eq!(query.unknown_words(Kind::Items), ["fungcida"]);
    assert_eq!(query.plain_terms(Kind::Items)[0].words, ["fungicida"]);
    // Retrieval looks up the plural of what it was taken for as well.
    assert_eq!(query.weighted_terms(Kind::Items)[0].words, ["fungicida", "fungicidas"]);
}

#[test]
fn of_corrections_as_near_the_commoner_comes_first_and_stop_words_never() {
    let vocabulary = Vocabulary {
        near: [("mulho".to_owned(), vec![word("molho", 3), word("milho", 40), word("malho", 3)])].into(),
        ..vocabulary(Kind::Items, "mulho", &[])
    };
    let query = query_with("mulho", Kind::Items, vocabulary);
    assert_eq!(query.terms[0].corrections, ["milho", "malho", "molho"]);
    let stop = Vocabulary {
        near: [("coma".to_owned(), vec![word("como", 900)])].into(),
        ..super::vocabulary(Kind::Items, "coma", &[])
    };
    assert_eq!(query_with("coma", Kind::Items, stop).terms[0].corrections, Vec::<String>::new());
}

#[test]
fn what_stands_in_the_corpus_is_not_corrected() {
    let vocabulary = Vocabulary {
        near: [("milho".to_owned(), vec![word("molho", 40)])].into(),
        ..vocabulary(Kind::Items, "milho", &[("milhos", 1)])
    };
    let query = query_with("milho", Kind::Items, vocabulary);
    assert_eq!(query.terms[0].corrections, Vec::<String>::new());
    assert_eq!(query.unknown_words(Kind::Items), Vec::<String>::new());
}

#[test]
fn codes_and_short_words_are_never_taken_for_others() {
    let vocabulary = Vocabulary {
        near: ["2,4-d", "npk"]
            .map(|typed| (typed.to_owned(), vec![word("npks", 5), word("2,4-db", 5)]))
            .into(),
        ..vocabulary(Kind::Items, "2,4-d npk", &[])
    };
    let query = query_with("2,4-d npk", Kind::Items, vocabulary);
    assert!(query.terms.iter().all(|term| term.corrections.is_empty()));
    assert_eq!(query.unknown_words(Kind::Items), Vec::<String>::new());
}

#[test]
fn plain_terms_are_every_word_that_contains_a_token_and_count_alike() {
    let known = [("soja", 10), ("sojas", 5), ("biosoja", 1), ("milho", 9)];
    let query = query_with("soja %", Kind::Items, vocabulary(Kind::Items, "soja %", &known));
    let terms = query.plain_terms(Kind::Items);
    assert_eq!(terms.len(), 1);
    assert_eq!(terms[0].words, ["soja", "sojas", "biosoja"]);
    assert_eq!((terms[0].rows, terms[0].weight, terms[0].name_weight), (16, 1.0, 0.0));
    assert!(!terms[0].attributes && terms[0].phrases.is_empty() && terms[0].substring.is_none());
}

#[test]
fn what_is_no_word_is_looked_up_as_a_substring() {
    let query = query_with("% _", Kind::Items, Vocabulary::default());
    let terms = query.plain_terms(Kind::Items);
    assert_eq!(terms.len(), 1);
    assert_eq!(terms[0].substring.as_deref(), Some("% _"), "a plain text, no pattern");
}

#[test]
fn weighted_terms_are_a_concept_s_forms_and_count_by_rarity() {
    let known = [("soja", 10), ("sojas", 5), ("biosoja", 1), ("sojicultura", 2), ("glycine", 3), ("max", 3)];
    let query = query_with("soja", Kind::Items, vocabulary(Kind::Items, "soja", &known));
    let term = query.weighted_terms(Kind::Items).remove(0);
    assert_eq!(term.words, ["biosoja", "soja", "sojas", "sojicultura"]);
    assert_eq!(term.phrases[0], ["glycine", "max"]);
    assert_eq!((term.weight, term.name_weight), (query.concepts[0].idf, query.concepts[0].idf / 2.0));
    assert!(term.attributes && term.substring.is_none());
    assert!(!query.weighted_terms(Kind::Faqs)[0].attributes, "FAQs have none");
}

#[test]
fn lookups_ask_for_roots_spellings_and_words_of_synonyms() {
    let lookups = |text: &str| Lookups::new(&QueryText::parse(text), &synonyms(), Kind::Items);
    let soja = lookups("soja");
    assert_eq!(soja.roots, ["soja"]);
    assert_eq!(
        soja.words,
        ["glycine", "max", "soja", "sojaes", "sojas", "sojicultura", "sojiculturaes", "sojiculturas"]
    );
    assert!(lookups("pulverização").words.contains(&"pulverizacoes".to_owned()));
    assert!(lookups("foliar mineral").words.contains(&"minerais".to_owned()));
    assert_eq!(lookups("sementes").roots, ["sement"], "what all forms share");
    assert_eq!(lookups(""), Lookups::default());
    assert_eq!(lookups("%").roots, Vec::<String>::new(), "no word has such a root");
}

#[test]
fn only_the_first_terms_of_an_endless_query_are_looked_up() {
    let endless: String = (0..1_000).map(|at| format!("palavra{at} ")).collect();
    let query = query(&endless);
    assert_eq!((query.terms.len(), query.concepts.len()), (32, 32));
}

#[test]
fn the_words_of_a_vocabulary_are_all_that_were_found() {
    let vocabulary = Vocabulary {
        near: [("mulho".to_owned(), vec![word("milho", 4)])].into(),
        ..vocabulary(Kind::Items, "soja", &[("biosoja", 1), ("cobre", 2)])
    };
    let mut words: Vec<&str> = vocabulary.words().into_iter().collect();
    words.sort_unstable();
    assert_eq!(words, ["biosoja", "cobre", "milho"]);
}

#[test]
fn the_greater_strength_of_a_form_is_kept() {
    let mut forms = Forms::new(crate::text::Stemmer::Inflection);
    forms.add_word("sojas", 0.8, 0.95, Degree::Synonym);
    forms.add_word("soja", 1.0, 0.95, Degree::Exact);
    forms.add_word("soja", 0.3, 0.95, Degree::Typo);
    forms.set_substring("soj", 0.2);
    let of = |word: &str, stem: &str| forms.of_word(word, stem).map(|s| (s.value, s.degree));
    assert_eq!(of("soja", "soja"), Some((1.0, Degree::Exact)));
    assert_eq!(of("sojas", "soja"), Some((0.95, Degree::Inflected)), "a form of the word before a synonym");
    assert_eq!(of("sojal", "sojal"), Some((0.2, Degree::Substring)));
    assert_eq!(of("milho", "milh"), None);
}
