//! Folding, tokens, stems and excerpts, as the specification has them.

use super::*;
use proptest::prelude::*;

#[test]
fn one_text_however_it_is_composed_folds_to_one() {
    for (text, folded) in [
        ("Açúcar", "acucar"),
        ("A\u{327}c\u{327}u\u{301}car", "acucar"),
        ("ＮＰＫ １０", "npk 10"),
        ("ﬁﬂ", "fifl"),
        ("①②", "12"),
        ("Ⅳ", "iv"),
        ("㎏", "kg"),
        ("ß", "ß"),
        ("ŒUVRE", "œuvre"),
        ("Ñandú", "nandu"),
        ("ΑΣ", "ας".replace('ς', "σ").as_str()),
        ("x\u{0}y", "x y"),
        ("a\u{2028}b\u{3000}c", "a b c"),
        ("\u{200b}a", "\u{200b}a"),
        ("", ""),
    ] {
        assert_eq!(normalize_text(text), folded, "{text:?}");
    }
}

proptest! {
    #[test]
    fn a_fold_does_not_see_case_or_marks(text in "\\PC{0,30}") {
        let folded = normalize_text(&text);
        prop_assert_eq!(normalize_text(&text.to_ascii_uppercase()), normalize_text(&text.to_ascii_lowercase()));
        let marked: String = text.chars().flat_map(|c| [c, '\u{301}']).collect();
        prop_assert_eq!(normalize_text(&marked), folded);
    }

    #[test]
    fn a_fold_of_two_texts_is_that_of_both(a in "\\PC{0,20}", b in "\\PC{0,20}") {
        let joined = format!("{} {}", normalize_text(&a), normalize_text(&b));
        prop_assert_eq!(normalize_text(&format!("{a} {b}")), joined.trim());
    }

    #[test]
    fn tokens_come_once_in_order_within_their_bounds(text in "(\\PC|[a-z0-9,./-]){0,60}") {
        let tokens = extract_search_tokens(&text);
        let distinct: std::collections::HashSet<&String> = tokens.iter().collect();
        prop_assert_eq!(distinct.len(), tokens.len());
        prop_assert!(tokens.len() <= MAX_TERMS);
        let folded = normalize_text(&text);
        let mut from = 0;
        for token in &tokens {
            prop_assert!(token.chars().count() <= MAX_TOKEN_CHARS && !is_stop_word(token));
            let least = if token.chars().any(char::is_numeric) { 2 } else { 3 };
            prop_assert!(token.chars().count() >= least);
            let at = folded[from..].find(token.as_str());
            prop_assert!(at.is_some(), "{token} stands behind those before it");
            from += at.unwrap_or(0);
        }
        let terms = QueryText::parse(&text).terms();
        prop_assert_eq!(terms.is_empty(), folded.is_empty(), "only a blank query asks for nothing");
    }

    #[test]
    fn words_are_pieces_of_their_text_in_order(text in "[a-zçã0-9 ,.;/()'\"®-]{0,60}") {
        let folded = normalize_text(&text);
        let words: Vec<&str> = plain_words(&folded).collect();
        let segmented = segmented_words(&folded);
        prop_assert_eq!(segmented.iter().map(|word| word.0).collect::<Vec<_>>(), words.clone());
        prop_assert!(segmented.windows(2).all(|pair| pair[0].1 <= pair[1].1));
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        prop_assert_eq!(letters(&words.concat()), letters(&folded), "no letter is lost");
    }

    #[test]
    fn a_stem_is_never_longer_than_its_word_and_keeps_its_beginning(word in "[a-z]{1,14}") {
        for stemmer in [Stemmer::Inflection, Stemmer::Derivation] {
            let stem = stemmer.stem(&word);
            prop_assert!(!stem.is_empty() && stem.len() <= word.len(), "{word} {stem}");
            prop_assert!(stem.starts_with(&word[..word.len().min(2)]), "{word} {stem}");
        }
    }

    #[test]
    fn an_excerpt_holds_what_was_looked_for(
        before in "[a-zçãé\n ]{0,200}", after in "[a-zçãé\n ]{0,200}", most in 20usize..120
    ) {
        let text = format!("{before} FERRUGEM {after}");
        let found = excerpt_around_terms(&text, &["ferrugem"], most).unwrap();
        prop_assert!(found.contains("FERRUGEM"), "{}", found);
        prop_assert!(found.chars().count() <= most + 4, "{}", found);
        prop_assert!(!found.contains('\n') && !found.contains("  "));
        prop_assert_eq!(found.starts_with('…') || found.ends_with('…'), found.split_whitespace().ne(text.split_whitespace()));
    }

    #[test]
    fn distance_is_that_of_a_path(a in "[a-d]{0,6}", b in "[a-d]{0,6}") {
        let distance = typo_distance(&a, &b);
        prop_assert_eq!(distance == 0, a == b);
        prop_assert_eq!(distance, typo_distance(&b, &a));
        prop_assert!(distance >= a.len().abs_diff(b.len()) && distance <= a.len().max(b.len()));
    }
}

#[test]
fn a_code_is_one_token_and_a_row_of_words_is_not() {
    for (query, tokens) in [
        ("2,4-D", vec!["2,4-d"]),
        ("04-14-08", vec!["04-14-08"]),
        ("250-EC", vec!["250-ec"]),
        ("N-P-K 10-10-10", vec!["10-10-10"]),
        ("400/40EC", vec!["400/40ec"]),
        ("0,5%", vec!["0,5"]),
        ("...10-10...", vec!["10-10"]),
        ("pós-emergente", vec!["pos", "emergente"]),
        ("café/milho", vec!["cafe", "milho"]),
        ("soja-2024", vec!["soja", "2024"]),
        ("RR2-PRO", vec!["rr2-pro"]),
        ("10--20", vec!["10", "20"]),
        ("v1.2.3", vec!["v1.2.3"]),
        ("user@host", vec!["user", "host"]),
        ("日本語", vec!["日本語"]),
        ("de", vec![]),
        ("5", vec![]),
    ] {
        assert_eq!(extract_search_tokens(query), tokens, "{query}");
    }
}

#[test]
fn a_query_without_tokens_is_looked_up_whole() {
    for (query, terms) in [
        ("%", vec!["%"]),
        ("a o", vec!["a o"]),
        (" _\\ ", vec!["_\\"]),
        ("5", vec!["5"]),
        ("\u{301}", vec![]),
    ] {
        assert_eq!(QueryText::parse(query).terms(), terms, "{query:?}");
    }
    let endless = QueryText::parse(&"% ".repeat(1_000)).terms();
    assert_eq!(endless[0].chars().count(), 63, "64 characters at most, no blank at the end");
}

#[test]
fn stop_words_are_function_words_of_both_languages_folded() {
    for word in ["para", "nao", "voce", "the", "with", "dos"] {
        assert!(is_stop_word(word), "{word}");
    }
    for word in ["soja", "estado", "certo", "one", "não", "THE", ""] {
        assert!(!is_stop_word(word), "{word}");
    }
    assert!(is_chatter("preco") && !is_chatter("soja"));
    for word in ["culture", "fungicida", "npk", "milho", "cafe"] {
        assert!(!is_stop_word(word) && !is_chatter(word), "{word}");
    }
}

#[test]
fn the_content_of_a_query_is_without_courtesies_unless_nothing_is_left() {
    for (query, content) in [
        ("quanto custa o cobre", "cobre"),
        ("preco do produto", "preco produto"),
        ("de para", "de para"),
        ("2,4-d para soja", "2,4-d soja"),
        ("%", "%"),
        ("", ""),
    ] {
        assert_eq!(content_of(query), content, "{query}");
    }
}

#[test]
fn plurals_and_genders_meet_and_codes_stay() {
    for (a, b) in [
        ("fungicidas", "fungicida"),
        ("animais", "animal"),
        ("papeis", "papel"),
        ("anzois", "anzol"),
        ("azuis", "azul"),
        ("jovens", "jovem"),
        ("flores", "flor"),
        ("raizes", "raiz"),
        ("capitaes", "capitao"),
        ("organica", "organico"),
        ("parasites", "parasite"),
    ] {
        assert_eq!(Stemmer::Inflection.stem(a), Stemmer::Inflection.stem(b), "{a} {b}");
    }
    for kept in ["2,4-d", "npk", "ec", "250-ec", "açúcar", "MILHO", "uva"] {
        assert_eq!(Stemmer::Inflection.stem(kept), kept);
        assert_eq!(Stemmer::Derivation.stem(kept), kept);
    }
    assert_eq!(Stemmer::Derivation.stem("pulverizada"), Stemmer::Derivation.stem("pulverizar"));
    assert_ne!(Stemmer::Inflection.stem("pulverizada"), Stemmer::Inflection.stem("pulverizar"));
}

#[test]
fn an_allowance_grows_with_the_word_and_codes_have_none() {
    for (word, allowed) in [
        ("", 0),
        ("uva", 0),
        ("soja", 1),
        ("milho", 1),
        ("cobres", 2),
        ("acucar", 2),
        ("rr2pro", 0),
        ("ação", 1),
    ] {
        assert_eq!(typo_allowance(word), allowed, "{word}");
    }
}

#[test]
fn what_the_database_folds_with_is_what_this_program_folds_with() {
    let blanks: Vec<char> = white_space_chars().collect();
    assert!(blanks.contains(&'\u{a0}') && blanks.contains(&'\t') && !blanks.contains(&' '));
    assert!(blanks.iter().all(|blank| normalize_text(&format!("a{blank}b")) == "a b"));
    let ranges = combining_mark_ranges();
    assert!(
        ranges.windows(2).all(|pair| u32::from(pair[0].1) + 1 < u32::from(pair[1].0)),
        "apart and in order"
    );
    for (first, last) in ranges {
        assert_eq!(normalize_text(&format!("a{first}{last}")), "a", "{first:?}");
    }
    for (upper, lower) in lowercase_pairs() {
        assert_eq!(normalize_text(&upper.to_string()), lower.to_string());
    }
}
