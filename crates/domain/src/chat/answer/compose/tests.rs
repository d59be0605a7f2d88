//! Composed answers: what is quoted, listed and left out.

use super::super::fallback_text::tests::translate;
use super::super::sanitize::tests::hostile;
use super::*;
use crate::catalog::Price;
use crate::chat::grounding::citations::bind_citation_marks;
use crate::chat::grounding::evidence::Evidence;
use crate::chat::grounding::fact_check::find_unsupported;
use crate::chat::grounding::packages::tests::{packed_hit, zanfertil};
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::safety::Concern;
use crate::chat::types::sources::tests::{faq_hit, item_hit};
use crate::search::{Hit, Lang, Source};
use crate::synonyms::SynonymIndex;
use proptest::prelude::*;

mod documents;
mod questions;
mod shortfalls;
mod sums;

fn answer(message: &str, intent: Intent, items: &[Hit], faqs: &[Hit], lang: Lang) -> String {
    answer_without(message, &[], intent, items, faqs, lang)
}

/// The answer where no item holds the words in `missing`.
fn answer_without(
    message: &str,
    missing: &[String],
    intent: Intent,
    items: &[Hit],
    faqs: &[Hit],
    lang: Lang,
) -> String {
    let (question, index) =
        (CatalogQuestion::alone(message, &SynonymIndex::default()), SynonymIndex::default());
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
        missing,
        index: &index,
        lang,
    };
    compose_chat_answer(&found, |phrase| translate(lang, phrase.key()))
}

fn items() -> [Hit; 2] {
    [item_hit("Ferrugen 200 SC", Some("1234.56"), "x"), item_hit("Base*", None, "y")]
}

#[test]
fn every_phrase_has_its_text_in_both_languages() {
    for phrase in Phrase::ALL {
        let (pt, en) = (translate(Lang::PtBr, phrase.key()), translate(Lang::En, phrase.key()));
        assert!(!pt.contains(['{', '[']) && pt != en, "{phrase:?}");
    }
}

#[test]
fn items_are_listed_with_their_marks() {
    let pt = answer("fungicida soja", Intent::Catalog, &items(), &[], Lang::PtBr);
    assert!(pt.contains("- **Ferrugen 200 SC** · R$ 1.234,56 · Quiruá [1]\n- **Base\\*** · preço"), "{pt}");
    assert!(pt.ends_with("sem modelo de linguagem._"), "{pt}");
    let en = answer("fungicide", Intent::Catalog, &items(), &[], Lang::En);
    assert!(en.contains("BRL 1,234.56"), "{en}");
}

#[test]
fn of_what_kind_nothing_is_is_said_beside_what_was_found() {
    for (message, missing, is_said) in [
        ("tem ração de avestruz?", "avestruz", true),
        ("semente de quinoa", "quinoa", true),
        ("ração boa de preço pra avestruz bem criada", "avestruz", true),
        ("brinco mosquicida pras vaca então", "brinco mosquicida", true),
        ("lona pra cobrir", "cobrir", false),
    ] {
        let said = answer_without(message, &[missing.to_owned()], Intent::Catalog, &items(), &[], Lang::PtBr);
        assert_eq!(said.contains(&format!("**{missing}**")), is_said, "{said}");
        assert!(said.contains("Ferrugen"), "{said}");
    }
}

#[test]
fn the_package_that_is_asked_for_is_told_and_else_all_of_them() {
    let hits = [packed_hit("Ureia 46%"), item_hit("Base 480", Some("10"), "y")];
    let evidence = Evidence::of_hits(&hits, &[]);
    let all = answer("quanto custa a ureia?", Intent::Catalog, &hits, &[], Lang::PtBr);
    assert!(all.contains("- **Ureia 46%** · saco 25 kg: R$ 189,90 (R$ 7,60/kg); saco 50 kg"), "{all}");
    let one = answer("quanto custa o saco de 25?", Intent::Catalog, &hits, &[], Lang::PtBr);
    assert!(one.contains("- **Ureia 46%** · saco 25 kg: R$ 189,90 (R$ 7,60/kg) · Quiruá [1]"), "{one}");
    assert!(one.contains("- **Base 480** · R$ 10,00 · Quiruá [2]"), "{one}");
    for told in [all, one] {
        assert_eq!(find_unsupported(&told, &evidence), [], "{told}");
    }
    let mut priced = packed_hit("Ureia 46%");
    if let Some(item) = &mut priced.item {
        item.price = Price::parse("10").ok();
        item.packages[0].price = None;
    }
    let answer_message = |message: &str| answer(message, Intent::Catalog, &[priced.clone()], &[], Lang::PtBr);
    let all = answer_message("quanto custa a ureia?");
    assert!(all.contains("- **Ureia 46%** · R$ 10,00; saco 25 kg; saco 50 kg"), "{all}");
    let one = answer_message("quanto custa o saco de 25?");
    assert!(one.contains("- **Ureia 46%** · R$ 10,00; saco 25 kg · Quiruá [1]"), "{one}");
    let twins = [packed_hit("Ureia 46%"), packed_hit("Ureia 45%")];
    let both = answer("quanto custa o saco de 25?", Intent::Catalog, &twins, &[], Lang::PtBr);
    assert_eq!(both.matches("saco 50 kg").count(), 2, "{both}");
}

#[test]
fn a_code_an_amount_and_a_label_name_the_package_and_one_that_is_not_sold_is_said_to_be_none() {
    let hits = [zanfertil()];
    let evidence = Evidence::of_hits(&hits, &[]);
    let answer_message = |message: &str| answer(message, Intent::Catalog, &hits, &[], Lang::PtBr);
    let not_packed = translate(Lang::PtBr, Phrase::NotPacked.key());
    for (message, line) in [
        ("7891000315507", "· saco 25 kg: R$ 189,90 (R$ 7,60/kg) · Quiruá [1]"),
        ("quanto custa 7891000315507?", "· saco 25 kg: R$ 189,90 (R$ 7,60/kg) · Quiruá [1]"),
        ("preço do ZU-50", "· saco 50 kg: R$ 350,00 (R$ 7,00/kg) · Quiruá [1]"),
        ("quanto custa ZU-BB", "· big bag 1.000 kg: R$ 6.500,00 · Quiruá [1]"),
        ("e o big bag?", "· big bag 1.000 kg: R$ 6.500,00 · Quiruá [1]"),
        ("quanto custa o granel?", "· R$ 99,00; granel · Quiruá [1]"),
        ("saco de 25?", "· saco 25 kg: R$ 189,90 (R$ 7,60/kg) · Quiruá [1]"),
        (
            "quanto dá 3 sacos de 25 kg da zanfertil ureia?",
            "- 3 × **Zanfertil Ureia Pecuária** (saco 25 kg: R$ 189,90) = R$ 569,70 [1]",
        ),
    ] {
        let told = answer_message(message);
        assert!(told.contains(line) && !told.contains(&not_packed), "{message}: {told}");
    }
    for message in [
        "quanto custa o saco de 30 da zanfertil ureia?",
        "quanto custa a caixa da zanfertil ureia?",
        "quanto dá 3 caixas da zanfertil ureia?",
    ] {
        let told = answer_message(message);
        assert!(told.contains("saco 25 kg: R$ 189,90") && told.contains("saco 50 kg"), "{message}: {told}");
        assert!(told.contains(&not_packed), "{message}: {told}");
        assert_eq!(find_unsupported(&told, &evidence), [], "{message}: {told}");
    }
}

#[test]
fn what_is_asked_about_an_item_is_told() {
    let mut items = items();
    let item = items[0].item.as_mut().expect("an item");
    item.attributes.insert("embalagem".into(), "galão | 20 L [9]".into());
    item.attributes.insert("ingrediente_ativo".into(), serde_json::json!(["azoxistrobina", "tebuconazol"]));
    item.attributes.insert("exige_receituario".into(), true.into());
    let answer_message = |message: &str| answer(message, Intent::Catalog, &items, &[], Lang::PtBr);
    let package = answer_message("qual a embalagem?");
    assert!(package.contains(" · Embalagem: galão") && package.contains("20 L (9) [1]"), "{package}");
    assert!(!package.contains("azoxistrobina"), "{package}");
    assert!(
        answer_message("e os ingredientes?").contains("Ingrediente ativo: azoxistrobina, tebuconazol [1]")
    );
    assert!(!answer_message("precisa de receituário?").contains("true"));
}

#[test]
fn what_is_compared_stands_side_by_side() {
    let mut items = [
        item_hit("Ferrugen 200 SC", Some("1234.56"), "x"),
        item_hit("Base*", None, "y"),
        item_hit("Ferrugen | 400", Some("99"), "z"),
    ];
    for (hit, dose) in items.iter_mut().zip([3, 4, 5]) {
        let item = hit.item.as_mut().expect("an item");
        item.attributes.insert("carencia_dias".into(), dose.into());
    }
    let ours = items[2].item.as_mut().expect("an item");
    ours.attributes.insert("embalagem".into(), "galão [9]".into());
    let answer_message =
        |message: &str, items: &[Hit]| answer(message, Intent::Catalog, items, &[], Lang::PtBr);
    let table = answer_message("Qual a diferença entre o Ferrugen 200 e o Ferrugen 400?", &items);
    let expected = "|  | **Ferrugen 200 SC** [1] | **Ferrugen ¦ 400** [3] |\n|---|---|---|\n\
                    | Preço | R$ 1.234,56 | R$ 99,00 |\n";
    assert!(table.contains(expected), "{table}");
    assert!(table.contains("\n| Carência | 3 dias | 5 dias |\n"), "{table}");
    assert!(table.contains("\n| Embalagem | – | galão (9) |"), "{table}");
    assert!(!table.contains("Base"), "{table}");
    // Which two of many is not known, and two are a question of their own.
    assert!(!answer_message("compara tudo", &[&items[..], &items[..]].concat()).contains("|---|"));
    assert!(!answer_message("fungicida", &items).contains("|---|"));
    assert!(!answer_message("compara", &items[..1]).contains("|---|"));
}

#[test]
fn a_strong_faq_answers() {
    let faqs = [faq_hit("Qual o prazo de entrega?", "Até 5 dias úteis. Veja [9].")];
    let strong = answer("qual o prazo das entregas", Intent::Faq, &[], &faqs, Lang::PtBr);
    assert!(
        strong.starts_with("**Qual o prazo de entrega?**\n\nAté 5 dias úteis. Veja (9). [1]"),
        "{strong}"
    );
    let behind = answer("prazo de entrega", Intent::General, &items(), &faqs, Lang::PtBr);
    assert!(behind.contains("(9). [3]") && !behind.contains("[2]"), "{behind}");
}

#[test]
fn a_weak_faq_is_only_offered() {
    let faqs = [faq_hit("Qual o prazo de entrega?", "Até 5 dias úteis.")];
    let weak = answer("aceitam cheque de terceiros?", Intent::Faq, &[], &faqs, Lang::PtBr);
    assert!(weak.contains("- Qual o prazo de entrega? [1]") && !weak.contains("5 dias"), "{weak}");
    let other = answer("fungicida para soja", Intent::General, &items(), &faqs, Lang::PtBr);
    assert!(!other.contains("entrega"), "{other}");
}

#[test]
fn one_shared_word_is_no_answer() {
    let hours = [faq_hit("Qual o horário de funcionamento da loja?", "Abre às 7h30 e fecha às 18h.")];
    let unsure = translate(Lang::PtBr, Phrase::Questions.key());
    for message in ["qual o horário do ônibus?", "tem estacionamento na loja?"] {
        let told = answer(message, Intent::Faq, &[], &hours, Lang::PtBr);
        // It is quoted as what may help, not as the answer.
        assert!(told.starts_with(&unsure) && told.contains("7h30"), "{told}");
    }
    for message in ["que horas a loja abre?", "qual o horário de vocês?"] {
        let told = answer(message, Intent::Faq, &[], &hours, Lang::PtBr);
        assert!(told.contains("7h30") && !told.contains(&unsure), "{told}");
    }
}

#[test]
fn who_looks_for_a_product_is_shown_products_and_a_faq_that_may_help() {
    let mut faqs = [faq_hit("Como manejar a ferrugem-asiática da soja?", "Vazio sanitário.")];
    faqs[0].faq.as_mut().expect("a FAQ").tags = vec!["fungicida".into(), "soja".into()];
    let told = answer("fungicida para ferrugem da soja", Intent::General, &items(), &faqs, Lang::PtBr);
    let (before, behind) = told.split_once("Talvez ajude:").expect("an offer");
    assert!(before.contains("Ferrugen") && behind.contains("asiática da soja? [3]"), "{told}");
    assert!(!told.contains("Vazio"), "{told}");
    let asked = answer("como manejar ferrugem da soja?", Intent::General, &[], &faqs, Lang::PtBr);
    assert!(asked.contains("Vazio sanitário. [1]"), "{asked}");
}

#[test]
fn nothing_found_says_so() {
    let text = answer("xyz", Intent::General, &[], &[], Lang::PtBr);
    assert!(
        text.starts_with("Não encontrei essa informação. Pode me dar mais detalhes?")
            && text.contains("sem modelo"),
        "{text}"
    );
    assert!(answer("xyz", Intent::General, &[], &[], Lang::En).contains("did not find"));
    let unclear = answer("?!", Intent::General, &[], &[], Lang::PtBr);
    assert!(unclear.starts_with("Hmm, não consegui entender bem. Pode reformular?"), "{unclear}");
}

#[test]
fn courtesy_is_returned_in_kind() {
    for (message, phrase) in [
        ("oi", Phrase::Greeting),
        ("boa noite", Phrase::Greeting),
        ("obrigado!", Phrase::Thanks),
        ("vlw", Phrase::Thanks),
        ("thanks", Phrase::Thanks),
        ("obrigada, era isso", Phrase::Thanks),
        ("tchau", Phrase::Farewell),
        ("Tchau, obrigada", Phrase::Farewell),
    ] {
        let said = answer(message, Intent::Greeting, &[], &[], Lang::PtBr);
        assert_eq!(said, translate(Lang::PtBr, phrase.key()), "{message}");
    }
}

#[test]
fn in_danger_nothing_is_sold_and_only_poisoning_is_looked_up() {
    let weak = [faq_hit("Qual o prazo de entrega?", "Até 5 dias úteis.")];
    let help = [faq_hit("O que fazer em caso de intoxicação por veneno?", "Lave com água.")];
    let after = |concern, message, faqs: &[Hit]| {
        let (items, lang) = (items(), Lang::PtBr);
        let found = TurnFindings {
            message,
            written: message,
            use_question: message,
            concern: Some(concern),
            intent: Intent::Faq,
            items: &items,
            price_list: None,
            faqs,
            question: &CatalogQuestion::default(),
            faq_query: message,
            missing: &[],
            index: &SynonymIndex::default(),
            lang,
        };
        compose_chat_answer(&found, |phrase| translate(lang, phrase.key()))
    };
    assert_eq!(after(Concern::Poisoning, "engoliu veneno", &weak), "");
    let quoted = after(Concern::Poisoning, "intoxicação com veneno", &help);
    assert!(quoted.contains("Lave com água. [3]") && !quoted.contains("Ferrugen"), "{quoted}");
    for (concern, _) in Concern::ALL.into_iter().filter(|(concern, _)| *concern != Concern::Poisoning) {
        assert_eq!(after(concern, "intoxicação com veneno", &help), "", "{concern:?}");
    }
}

#[test]
fn each_concern_names_the_help_that_it_needs() {
    for (concern, needed) in [
        (Concern::SelfHarm, &["188", "192"][..]),
        (Concern::Poisoning, &["192", "0800 722 6001"]),
        (Concern::Abuse, &["180", "190"]),
        (Concern::Harm, &["190"]),
        (Concern::Distress, &["188"]),
        (Concern::Diagnosis, &[]),
        (Concern::Illegal, &[]),
    ] {
        for lang in [Lang::PtBr, Lang::En] {
            let text = translate(lang, concern.phrase().key());
            assert!(needed.iter().all(|number| text.contains(number)), "{concern:?}: {text}");
        }
    }
}

#[test]
fn items_without_a_word_of_the_message_are_not_offered() {
    let mut items = items();
    items[0].source = Source::Vector;
    let rest = answer("base", Intent::Catalog, &items, &[], Lang::PtBr);
    assert!(rest.contains("- **Base\\*** ") && rest.contains("[2]"), "{rest}");
    assert!(!rest.contains("Ferrugen"), "{rest}");
    items[1].source = Source::Vector;
    let none = answer("kkkk", Intent::General, &items, &[], Lang::PtBr);
    assert!(none.starts_with("Não encontrei"), "{none}");
}

#[test]
fn a_question_about_the_dealer_is_answered_without_items() {
    let faqs = [faq_hit("Vocês entregam na fazenda? Quanto custa o frete?", "Até 120 km.")];
    for message in ["vocês entregam na fazenda?", "Quanto custa o frete?"] {
        let text = answer(message, Intent::General, &items(), &faqs, Lang::PtBr);
        assert!(text.contains("Até 120 km. [3]") && !text.contains("Ferrugen"), "{text}");
    }
}

#[test]
fn the_label_is_named_where_it_matters() {
    let label = translate(Lang::PtBr, Phrase::Label.key());
    let mut items = items();
    assert!(answer("fungicida", Intent::Catalog, &items, &[], Lang::PtBr).contains(&label));
    for item in items.iter_mut().filter_map(|hit| hit.item.as_mut()) {
        item.category = Some("Ferramentas".into());
    }
    assert!(!answer("enxada", Intent::Catalog, &items, &[], Lang::PtBr).contains(&label));
}

#[test]
fn a_name_that_looks_like_a_price_once_it_is_escaped_is_its_own_evidence() {
    let items = [item_hit("$1_K[", Some("0.00"), "s")];
    let text = answer("", Intent::Catalog, &items, &[], Lang::PtBr);
    assert_eq!(
        find_unsupported(&bind_citation_marks(&text, &[1]).text, &Evidence::of_hits(&items, &[])),
        vec![],
        "{text}"
    );
}

proptest! {
    #[test]
    fn it_invents_nothing(name in hostile(), maker in hostile(), question in hostile(), reply in hostile(), cents in 0u32..10_000_000) {
        let mut items = [item_hit(&name, Some(&format!("{}.{:02}", cents / 100, cents % 100)), "s")];
        if let Some(item) = items[0].item.as_mut() {
            item.manufacturer = Some(maker);
        }
        let faqs = [faq_hit(&question, &reply)];
        // A sum stands in no record: it is reckoned, and another test reads what it comes to.
        prop_assume!(!CatalogQuestion::alone(&question, &SynonymIndex::default()).reckons());
        for intent in [Intent::Catalog, Intent::General, Intent::Faq] {
            let text = answer(&question, intent, &items, &faqs, Lang::PtBr);
            let bound = bind_citation_marks(&text, &[1, 2]);
            prop_assert_eq!(&bound.cautions, &vec![]);
            let evidence = Evidence::of_hits(&items, &faqs);
            prop_assert_eq!(find_unsupported(&bound.text, &evidence), vec![], "{}", text);
        }
    }
}

#[test]
fn sums_are_reckoned_from_the_prices_of_the_records() {
    let items =
        [item_hit("Rasoura bombona 20 L", Some("612.50"), "x"), item_hit("Arame rolo 500 m", None, "y")];
    let two = answer("4 bombonas de rasoura", Intent::Catalog, &items, &[], Lang::PtBr);
    assert!(two.contains("- 4 × **Rasoura bombona 20 L** (R$ 612,50) = R$ 2.450,00 [1]"), "{two}");
    assert!(!two.contains("Arame"), "{two}");
    let unpriced = answer("quero 3 rolos de arame", Intent::Catalog, &items, &[], Lang::PtBr);
    assert!(unpriced.contains("- 3 × **Arame rolo 500 m** · preço indisponível [2]"), "{unpriced}");
    let both =
        answer("bota 2 bombonas de rasoura e 3 rolos de arame", Intent::Catalog, &items, &[], Lang::PtBr);
    assert!(both.contains("Não somo: falta um preço"), "{both}");
}

#[test]
fn sums_and_differences_take_the_price_of_the_package_that_is_named() {
    let hits = [packed_hit("Ureia 46%")];
    let answer_message = |message: &str| answer(message, Intent::Catalog, &hits, &[], Lang::PtBr);
    for (message, sum) in [
        ("quanto custam 3 de 25 kg?", "- 3 × **Ureia 46%** (saco 25 kg: R$ 189,90) = R$ 569,70 [1]"),
        ("quero 2 sacos de 25 kg de ureia", "- 2 × **Ureia 46%** (saco 25 kg: R$ 189,90) = R$ 379,80 [1]"),
        ("quero 25 kg de ureia", "- 1 × **Ureia 46%** (saco 25 kg: R$ 189,90) = R$ 189,90 [1]"),
    ] {
        let told = answer_message(message);
        assert!(told.contains(sum), "{message}: {told}");
    }
    let unsaid = answer_message("quero 2 sacos de ureia");
    assert!(unsaid.contains("- **Ureia 46%** · saco 25 kg: R$ 189,90 (R$ 7,60/kg); saco 50 kg"), "{unsaid}");
}

/// The answer to `message` where the catalog was asked `question`.
fn answer_to(question: &CatalogQuestion, message: &str, items: &[Hit]) -> String {
    let index = SynonymIndex::default();
    let found = TurnFindings {
        message,
        written: message,
        use_question: message,
        concern: None,
        intent: Intent::Catalog,
        items,
        price_list: None,
        faqs: &[],
        question,
        faq_query: message,
        missing: &[],
        index: &index,
        lang: Lang::PtBr,
    };
    compose_chat_answer(&found, |phrase| translate(Lang::PtBr, phrase.key()))
}

#[test]
fn what_is_counted_and_not_found_is_named_beside_the_sum() {
    let message = "quero 2 bombonas de rasoura e 3 rolos de grampo";
    let hits = [item_hit("Rasoura bombona 20 L", Some("612.50"), "x")];
    let question = CatalogQuestion::alone(message, &SynonymIndex::default());
    let told = answer_to(&question, message, &hits);
    assert!(told.starts_with("Não encontrei no catálogo: **grampo**.\n\n- 2 × **Rasoura"), "{told}");
    let nothing = answer_to(&question, message, &[]);
    assert!(nothing.contains("**rasoura**, **grampo**"), "{nothing}");
    let whole = "quero 2 bombonas de rasoura";
    let told = answer_to(&CatalogQuestion::alone(whole, &SynonymIndex::default()), whole, &hits);
    assert!(!told.contains("Não encontrei"), "{told}");
    let not_in_sum = vec!["grampos".to_owned()];
    let question = CatalogQuestion { not_in_sum, ..CatalogQuestion::alone(whole, &SynonymIndex::default()) };
    let told = answer_to(&question, "tira os grampos", &hits);
    assert!(told.starts_with("Não está na soma: **grampos**.\n\n- 2 × **Rasoura"), "{told}");
}

#[test]
fn what_no_item_that_is_shown_is_for_is_said() {
    let hits = [item_hit("Ração Bovinos Leite saco 40 kg", Some("98"), "Para vacas.")];
    let answer_message = |message: &str| answer(message, Intent::Catalog, &hits, &[], Lang::PtBr);
    for message in ["tem ração pra cachorro?", "ração para o meu cachorro"] {
        let told = answer_message(message);
        assert!(told.starts_with("Nenhum destes itens cita: **cachorro**."), "{told}");
        assert!(told.contains("Ração Bovinos"), "{told}");
    }
    for message in ["tem ração pra vacas?", "ração pra engordar", "ração boa"] {
        assert!(!answer_message(message).contains("Nenhum destes"), "{message}");
    }
}

#[test]
fn a_clause_of_an_answer_that_holds_what_is_asked_of_the_shop_answers_it() {
    let payment = faq_hit(
        "Quais as formas de pagamento?",
        "Você paga à vista, por Pix ou dinheiro, com 3% de desconto; no cartão, em até seis vezes.",
    );
    let faqs = [faq_hit("Qual o prazo de entrega?", "Até 5 dias úteis."), payment];
    for message in ["tem desconto à vista?", "tem desconto pagando no pix?"] {
        let told = answer(message, Intent::Faq, &[], &faqs, Lang::PtBr);
        assert!(told.starts_with("**Quais as formas de pagamento?**"), "{message}: {told}");
        let mut nearest = faqs.to_vec();
        keep_nearest_faqs(message, message, &mut nearest, 1);
        assert!(nearest[0].snippet.contains("Pix"), "{message}");
    }
    let other = answer("tem desconto para sócio da cooperativa?", Intent::Faq, &[], &faqs, Lang::PtBr);
    assert!(!other.starts_with("**Quais"), "one word is no answer: {other}");
}

#[test]
fn for_a_sick_animal_the_veterinarian_is_named() {
    let line = translate(Lang::PtBr, Phrase::Veterinarian.key());
    for message in ["meu cavalo está com febre", "vacina para febre aftosa"] {
        assert!(answer(message, Intent::General, &items(), &[], Lang::PtBr).contains(&line), "{message}");
    }
    let idle = answer("meu cavalo está com febre", Intent::OffTopic, &[], &[], Lang::PtBr);
    assert!(idle.contains(&line), "{idle}");
    assert!(!answer("ração para cavalo", Intent::General, &items(), &[], Lang::PtBr).contains(&line));
}
