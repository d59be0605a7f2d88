//! What of records reaches a model or a person, and how.

use super::compose::*;
use super::prompt::context::{ContextInput, context_sections, user_text};
use super::prompt::payload::*;
use super::sanitize::tests::hostile;
use super::sanitize::*;
use super::structured::object_in;
use super::title::{MAX_TITLE_CHARS, title_of};
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::plan::Intent;
use crate::chat::types::sources::tests::{faq_hit, item_hit};
use crate::search::{Hit, Lang, Source};
use crate::synonyms::SynonymIndex;
use proptest::prelude::*;

#[test]
fn every_look_alike_of_a_separator_or_bracket_is_defused() {
    for c in "|｜∣ǀ│┃❘‖∥ǁ║⏐￨".chars() {
        assert_eq!(sanitize_field(&format!("a{c}b"), 9), "a¦b", "{c}");
    }
    for (open, close) in ["[]", "［］", "【】", "〔〕", "⟦⟧", "〚〛"].map(|pair| {
        let mut pair = pair.chars();
        (pair.next().unwrap(), pair.next().unwrap())
    }) {
        assert_eq!(sanitize_field(&format!("{open}1{close}"), 9), "(1)");
        assert_eq!(
            strip_marks(&format!("{open}1{close}\n<b>")),
            "(1)\n<b>",
            "lines and angles are for people"
        );
    }
    for fence in ["<contexto>", "＜contexto＞", "﹤contexto﹥"] {
        assert_eq!(sanitize_field(fence, 20), "‹contexto›", "{fence}");
        assert_eq!(strip_fence(fence), "‹contexto›", "{fence}");
    }
}

#[test]
fn what_leaves_no_trace_on_a_screen_is_gone() {
    for hidden in [
        '\u{34f}',
        '\u{115f}',
        '\u{17b4}',
        '\u{180b}',
        '\u{2800}',
        '\u{3164}',
        '\u{fe0f}',
        '\u{ffa0}',
        '\u{e0041}',
        '\u{e000}',
        '\u{1d173}',
        '\u{1b}',
    ] {
        let text = format!("so{hidden}ja");
        for cleaned in [sanitize_field(&text, 9), strip_fence(&text), strip_marks(&text), visible(&text)] {
            assert_eq!(cleaned, "soja", "{hidden:?}");
        }
    }
    assert_eq!(visible("a\tb\u{a0}c\0d\ne\u{2028}f"), "a b c d\ne f");
    assert_eq!(strip_fence("a\tb\nc"), "a\tb\nc");
}

proptest! {
    #[test]
    fn a_cut_text_is_the_beginning_of_it(text in "\\PC{0,40}", most in 0usize..30) {
        let cut = cut_text(&text, most);
        prop_assert!(cut.chars().count() <= most);
        if text.chars().count() <= most {
            prop_assert_eq!(cut, text);
        } else if most > 0 {
            prop_assert!(cut.ends_with('…') && text.starts_with(cut.trim_end_matches('…').trim_end()));
        }
    }

    #[test]
    fn cleaning_twice_changes_nothing(text in hostile()) {
        for clean in [strip_fence, strip_marks, visible] {
            let once = clean(&text);
            prop_assert_eq!(clean(&once), once);
        }
    }

    #[test]
    fn a_line_of_markdown_shows_just_its_text(line in "[a-z*_`~#&!$\\\\ ]{0,20}") {
        let escaped = escape_line(&line);
        let mut shown = String::new();
        let mut chars = escaped.chars().peekable();
        while let Some(c) = chars.next() {
            let is_within = shown.ends_with(char::is_alphanumeric) && chars.peek().is_some_and(|next| next.is_alphanumeric());
            shown.extend(if c == '\\' { chars.next() } else { Some(c) });
            let is_bare = matches!(c, '*' | '`' | '~' | '#' | '&' | '!' | '$') || (c == '_' && !is_within);
            prop_assert!(!is_bare, "a bare sign in {escaped}");
        }
        prop_assert_eq!(shown, line);
    }

    #[test]
    fn an_object_is_found_whatever_stands_around_it(before in "[^{]{0,30}", after in "[^{]{0,30}", n in any::<i32>()) {
        let found = object_in(&format!("{before}{{\"n\": {n}}}{after}")).unwrap();
        prop_assert_eq!(found["n"].as_i64(), Some(i64::from(n)));
    }
}

#[test]
fn the_last_object_counts_as_far_as_an_answer_is_looked_at() {
    assert_eq!(object_in(r#"{"a":1} {"a":2} {"a":"#).unwrap()["a"], 2);
    assert_eq!(object_in(r#"{"a":{"b":1}}"#).unwrap()["a"]["b"], 1, "the outer one");
    assert_eq!(object_in(r#"[{"a":1}]"#).unwrap()["a"], 1);
    for filler in [" ", "é", "€", "🌱"] {
        let endless = filler.repeat(64 * 1024);
        let found = object_in(&format!("{{\"a\":1}}{endless}"));
        assert_eq!(
            found.map(|found| found["a"].clone()),
            Some(1.into()),
            "wherever a character is cut: {filler}"
        );
        assert_eq!(object_in(&format!("{endless}{{\"a\":1}}")), None, "behind what is looked at");
    }
    assert_eq!(object_in(&"{".repeat(10_000)), None);
}

#[test]
fn a_payload_numbers_what_there_is_and_says_what_is_missing() {
    let mut bare = item_hit("Base", None, " ");
    let item = bare.item.as_mut().unwrap();
    (item.category, item.manufacturer, item.description) = (None, Some(" ".into()), None);
    item.tags.clear();
    (bare.source, bare.vector_score, bare.lexical_score, bare.score) = (Source::Vector, None, None, 0.5);
    assert_eq!(
        build_catalog_payload("x", &[faq_hit("não é item", "x"), bare]),
        "Busca híbrida por \"x\" (1): 1. Base | Categoria: não informada | Fabricante: não informado | \
         Preço: preço indisponível | Tags: nenhuma | Fonte: vetorial | Score: 0.500 | Snippet: nenhum"
    );
    let described = Hit { snippet: "\n".into(), ..item_hit("Base", None, "descrição") };
    assert!(build_catalog_payload("x", &[described]).ends_with("Snippet: descrição"));
    assert_eq!(build_faq_payload(&[item_hit("A", None, "x")]), "Nenhuma FAQ relevante encontrada.");
}

#[test]
fn sections_stand_in_one_order_and_absent_ones_leave_no_gap() {
    let all = ContextInput {
        history: Some("h"),
        summary: Some("s"),
        faqs: Some("f"),
        catalog: Some("c"),
        documents: Some("d"),
        price_list: Some("Atacado || [9] forjada"),
        attachments: None,
        sources: &[],
    };
    let sections = context_sections(&all);
    assert_eq!(sections[..5], ["h", "s", "f", "c", "d"]);
    assert!(
        sections[5].starts_with("Preços: tabela Atacado ") && !sections[5].contains("||"),
        "{sections:?}"
    );
    let some = ContextInput { history: None, faqs: None, documents: None, price_list: None, ..all };
    assert_eq!(context_sections(&some), ["s", "c"]);
    let text = user_text(&context_sections(&some), "e\n</contexto>?");
    assert!(
        text.ends_with("<contexto>\ns\n\nc\n</contexto>\n\nPergunta do usuário: e\n‹/contexto›?"),
        "{text}"
    );
}

#[test]
fn a_title_is_the_first_line_that_says_something() {
    for (message, title) in [
        ("# - > tem ureia?", Some("Tem ureia?")),
        ("\n\n  \nuréia\nadubo", Some("Uréia")),
        ("oi\nbom dia\nqual o prazo?", Some("Qual o prazo?")),
        ("ç", Some("Ç")),
        ("ß", Some("SS")),
        ("[1] <b>", Some("(1) <b>")),
        ("", None),
        ("\u{200b}", None),
    ] {
        assert_eq!(title_of(message).as_deref(), title, "{message:?}");
    }
    let endless = title_of(&"é".repeat(1_000)).unwrap();
    assert_eq!((endless.chars().count(), endless.ends_with('…')), (MAX_TITLE_CHARS, true));
}

fn answer(message: &str, intent: Intent, items: &[Hit], faqs: &[Hit]) -> String {
    let (question, index) = (CatalogQuestion::default(), SynonymIndex::default());
    let found = TurnFindings {
        message,
        written: message,
        use_question: message,
        concern: None,
        intent,
        items,
        price_list: None,
        faqs,
        question: &question,
        faq_query: message,
        missing: &[],
        index: &index,
        lang: Lang::PtBr,
    };
    compose_chat_answer(&found, |phrase| format!("{phrase:?}"))
}

#[test]
fn a_composed_answer_has_the_phrases_of_its_kind() {
    let item = [item_hit("Base", Some("10"), "x")];
    for (message, intent, expected) in [
        ("bom dia", Intent::Greeting, "Greeting"),
        ("muito obrigado", Intent::Greeting, "Thanks"),
        ("tchau", Intent::Greeting, "Farewell"),
        ("quem ganhou o jogo?", Intent::OffTopic, "OffTopic"),
        ("xyz", Intent::Catalog, "NotFound\n\nNothing\n\n_Note_"),
        ("???", Intent::General, "Unclear\n\n_Note_"),
    ] {
        assert_eq!(answer(message, intent, &[], &[]), expected, "{message}");
    }
    assert_eq!(
        answer("base", Intent::Catalog, &item, &[]),
        "Items\n\n- **Base** · R$ 10,00 · Quiruá [1]\n\nLabel\n\n_Note_"
    );
}

#[test]
fn no_more_than_eight_items_are_listed_and_vectors_alone_bring_none() {
    let many: Vec<Hit> = (0..12).map(|at| item_hit(&format!("Base {at}"), None, "x")).collect();
    let listed = answer("base", Intent::Catalog, &many, &[]);
    assert_eq!((listed.matches("- **").count(), listed.contains("More")), (8, true), "{listed}");
    assert!(!answer("base", Intent::Catalog, &many[..8], &[]).contains("More"));
    let by_vectors = |hit: &Hit| Hit { source: Source::Vector, lexical_signals: None, ..hit.clone() };
    let near: Vec<Hit> = many.iter().map(by_vectors).collect();
    assert_eq!(answer("base", Intent::Catalog, &near, &[]), "NotFound\n\nNothing\n\n_Note_");
    let mixed = [near[0].clone(), many[1].clone()];
    assert!(
        answer("base", Intent::Catalog, &mixed, &[]).contains("**Base 1** · NoPrice · Quiruá [2]"),
        "marks stay"
    );
}

#[test]
fn a_label_is_named_for_what_protects_crops_alone() {
    let of = |category: Option<&str>| {
        let mut hit = item_hit("Base", None, "x");
        hit.item.as_mut().unwrap().category = category.map(str::to_owned);
        answer("base", Intent::Catalog, &[hit], &[]).contains("Label")
    };
    for category in ["Herbicidas", "INSETICIDA", "Defensivos agrícolas", "Biológicos"] {
        assert!(of(Some(category)), "{category}");
    }
    assert!(!of(Some("Fertilizantes")) && !of(Some("")) && !of(None));
}
