//! Claims at their edges; what they find in whole answers is judged in `judged.rs`.

mod judged;

use super::{CatalogTerms, CitedRecord, bind_unmarked, find_unsupported_claims};
use crate::catalog::stock::{HitStock, StockQuantity};
use crate::chat::grounding::packages::tests::packed_hit;
use crate::chat::types::sources::tests::{faq_hit, item_hit};
use crate::chat::{Caution, CautionKind};
use crate::synonyms::SynonymIndex;
use chrono::NaiveDate;
use proptest::prelude::*;
use std::collections::HashSet;
use std::time::{Duration, Instant};

fn records() -> Vec<CitedRecord> {
    let mut galao = item_hit(
        "Base 480 SL galão 20 L",
        Some("489.90"),
        "Herbicida. Não usar em videira. Prego não incluso.",
    );
    let mut saco = item_hit("Rasoura 25 saco 10 kg", Some("1120"), "Herbicida para pasto.");
    for (hit, maker) in [(&mut galao, "Quiruá"), (&mut saco, "Lavrante")] {
        if let Some(item) = &mut hit.item {
            item.manufacturer = Some(maker.into());
            item.attributes.insert("garantia_meses".into(), 3.into());
            item.attributes.insert("exige_receituario".into(), true.into());
        }
    }
    CitedRecord::of_hits(&[galao, saco], &[faq_hit("Frete?", "Frete grátis acima de R$ 5.000,00.")])
}

fn cautions(answer: &str) -> Vec<Caution> {
    let words: HashSet<String> = ["quirua", "lavrante", "tapurema", "milho"].map(str::to_owned).into();
    let terms = CatalogTerms { words: &words, synonyms: &SynonymIndex::default() };
    find_unsupported_claims(answer, &records(), &terms)
}

fn claims(answer: &str) -> Vec<String> {
    cautions(answer).into_iter().map(|caution| caution.claim).collect()
}

#[test]
fn prices_of_packages_and_of_their_units_pass_and_others_do_not() {
    let mut hit = packed_hit("Nitrosul 46");
    if let Some(item) = &mut hit.item {
        item.packages[1].label = "saco 50 kg".into();
    }
    let records = CitedRecord::of_hits(&[hit], &[]);
    let claims = |answer: &str| -> Vec<String> {
        let (words, synonyms) = (HashSet::new(), SynonymIndex::default());
        let terms = CatalogTerms { words: &words, synonyms: &synonyms };
        find_unsupported_claims(answer, &records, &terms).into_iter().map(|one| one.claim).collect()
    };
    for answer in [
        "O Nitrosul custa R$ 189,90 no saco de 25 kg [1].",
        "O Nitrosul sai a R$ 7,60 por quilo no saco de 25 kg [1].",
        "O saco de 50 kg do Nitrosul custa R$ 350,00 [1].",
        "O Nitrosul sai por R$ 350,00 [1].",
        "Nitrosul: saco 25 kg: R$ 189,90 (R$ 7,60/kg); saco 50 kg: R$ 350,00 (R$ 7,00/kg) [1].",
        "O Nitrosul custa R$ 189,90 no saco de 25 kg e R$ 350,00 no de 50 kg [1].",
        "No saco de 25 kg o Nitrosul custa R$ 189,90 (R$ 7,60 por quilo) [1].",
        "No saco de 50 kg o quilo do Nitrosul sai a R$ 7,00 [1].",
        "Dois sacos de 25 kg do Nitrosul saem por R$ 379,80 [1].",
        "O saco de 25 kg do Nitrosul custa cerca de R$ 190 [1].",
        "O saco de 50 kg do Nitrosul custa R$ 160,10 a mais que o de 25 kg [1].",
    ] {
        assert_eq!(claims(answer), [""; 0], "{answer}");
    }
    for (answer, claim) in [
        ("O Nitrosul custa R$ 199,90 [1].", "R$ 199,90"),
        ("O Nitrosul sai a R$ 3,80 por quilo [1].", "R$ 3,80"),
        ("O Nitrosul sai a R$ 189,90 por quilo [1].", "R$ 189,90"),
        ("O quilo do Nitrosul custa R$ 350,00 [1].", "R$ 350,00"),
        ("O saco de 50 kg do Nitrosul custa R$ 189,90 [1].", "R$ 189,90"),
        ("O Nitrosul custa R$ 350,00 no saco de 25 kg [1].", "R$ 350,00"),
        ("O saco de 25 kg do Nitrosul custa R$ 7,60 [1].", "R$ 7,60"),
        ("O saco de 25 kg do Nitrosul custa R$ 14,00 [1].", "R$ 14,00"),
        ("No saco de 25 kg o Nitrosul sai a R$ 7,00 por quilo [1].", "R$ 7,00"),
        ("O Nitrosul sai por R$ 6.500,00 [1].", "R$ 6.500,00"),
        ("O Nitrosul custa USD 189,90 [1].", "USD 189,90"),
    ] {
        assert_eq!(claims(answer), [claim], "{answer}");
    }
    let told = bind_unmarked("Sai por R$ 189,90 o saco.", &records);
    assert_eq!(told.cited, [1]);
}

#[test]
fn what_the_record_carries_in_another_form_passes() {
    for answer in [
        "O Rasoura sai por mil cento e vinte reais [2].",
        "O Base custa cerca de R$ 490 [1].",
        "Dez galões do Base dão R$ 4.899,00 [1].",
        "O Base custa R$ 24,50 por litro [1].",
        "O Base custa menos de quinhentos reais [1].",
        "O Rasoura custa R$ 630,10 a mais que o Base [1][2].",
        "Os dois somam R$ 1.609,90 [1][2].",
        "O Base [1] é mais barato que o Rasoura [2].",
        "O Base tem três meses de garantia [1].",
        "O Base só sai com receita [1] e não serve para videira.",
        "Sobre a classe toxicológica, a ficha do Base não informa nada [1].",
        "Quer levar o Base com entrega no domingo?",
        "O frete é grátis acima de cinco mil reais [3].",
    ] {
        assert_eq!(claims(answer), Vec::<String>::new(), "{answer}");
    }
}

#[test]
fn what_the_record_does_not_carry_is_told() {
    for (answer, claim) in [
        ("O Rasoura sai por mil duzentos e vinte reais [2].", "mil duzentos e vinte reais"),
        ("Dez galões do Base dão R$ 4.799,00 [1].", "R$ 4.799,00"),
        ("O Rasoura [2] é mais barato que o Base [1].", "mais barato"),
        ("O Base é fabricado pela Tapurema [1].", "Tapurema"),
        ("O Base tem dois anos de garantia [1].", "dois anos"),
        ("O Base dispensa receita [1].", "receita"),
        ("O Base pode ser usado em videira [1].", "videira"),
        ("O Base vem com prego, traz o prego incluso [1].", "prego"),
        ("Também temos o Base Turbo [1].", "Turbo"),
        ("Há 40 galões do Base em estoque [1].", "em estoque"),
        ("O Base garante a lavoura limpa [1].", "garante"),
        ("Os dois são da Quiruá [1][2].", "Quiruá"),
    ] {
        let told = claims(answer);
        assert!(told.iter().any(|told| told == claim), "{answer}: {told:?}");
    }
}

/// What is claimed of an item with this description.
fn claims_of(description: &str, answer: &str) -> Vec<String> {
    let records = CitedRecord::of_hits(&[item_hit("Zanfertil frasco 1 L", None, description)], &[]);
    let (words, synonyms) = (HashSet::new(), SynonymIndex::default());
    let terms = CatalogTerms { words: &words, synonyms: &synonyms };
    find_unsupported_claims(answer, &records, &terms).into_iter().map(|caution| caution.claim).collect()
}

#[test]
fn what_turns_the_record_round_is_told_and_what_repeats_it_is_not() {
    for (description, wrong, right) in [
        (
            "Encaixa na alternância com propargito.",
            "O Zanfertil não pode alternar com propargito [1].",
            "O Zanfertil alterna com propargito [1].",
        ),
        (
            "Tolera um pouco mais de encharcamento que o marandu.",
            "O Zanfertil tolera menos encharcamento que o marandu [1].",
            "O Zanfertil tolera mais encharcamento que o marandu [1].",
        ),
        (
            "Impede a troca de pele das larvas, sem efeito nos adultos, e preserva os inimigos naturais.",
            "O Zanfertil derruba os adultos [1].",
            "O Zanfertil não age nos adultos e preserva os inimigos naturais [1].",
        ),
        (
            "Conserve em geladeira.",
            "Guarde o Zanfertil fora da geladeira [1].",
            "Guarde o Zanfertil na geladeira [1].",
        ),
        (
            "Semear em fevereiro, no verão.",
            "O Zanfertil vai bem em setembro [1].",
            "Semeie o Zanfertil em fevereiro, e fuja do inverno [1].",
        ),
        (
            "Exige máscara no preparo.",
            "O Zanfertil nem precisa de máscara [1].",
            "O preparo do Zanfertil pede máscara [1].",
        ),
    ] {
        assert_ne!(claims_of(description, wrong), [""; 0], "{wrong}");
        assert_eq!(claims_of(description, right), [""; 0], "{right}");
    }
}

#[test]
fn amounts_are_held_against_what_they_are_of() {
    let mut hit = item_hit("Zanfertil 50+250 SC pacote 1 kg", None, "Inseticida.");
    if let Some(item) = &mut hit.item {
        let values = [("concentracao", "bifentrina 50 g/L + imidacloprido 250 g/L"), ("embalagem", "1 kg")];
        item.attributes.extend(values.map(|(name, value)| (name.to_owned(), value.into())));
    }
    let records = CitedRecord::of_hits(&[hit], &[]);
    for (answer, is_wrong) in [
        ("O Zanfertil leva 250 g/L de bifentrina [1].", true),
        ("O Zanfertil leva 50 g/L de bifentrina e 250 g/L de imidacloprido [1].", false),
        ("O Zanfertil vem em pacote de 500 gramas [1].", true),
        ("O Zanfertil vem em pacote de um quilo [1].", false),
    ] {
        let terms = CatalogTerms { words: &HashSet::new(), synonyms: &SynonymIndex::default() };
        let told = find_unsupported_claims(answer, &records, &terms);
        assert_eq!(!told.is_empty(), is_wrong, "{answer}: {told:?}");
    }
}

#[test]
fn where_something_is_used_is_no_denial() {
    let description = "Exige máscara no preparo.";
    assert_eq!(claims_of(description, "O Zanfertil pede máscara no preparo [1]."), [""; 0]);
    assert_ne!(claims_of(description, "O Zanfertil dispensa máscara no preparo [1]."), [""; 0]);
    assert_ne!(claims_of(description, "O Zanfertil vai no feijoal [1]."), [""; 0]);
    // `For` is a Portuguese verb too, and `no` says where.
    let conditional = "Se a terra for nova, o Zanfertil vai bem no feijoal [1].";
    assert_ne!(claims_of(description, conditional), [""; 0]);
    assert_eq!(claims_of("Herbicide for corn.", "There is no use of it for beans [1]."), [""; 0]);
}

#[test]
fn the_price_of_a_package_is_none_of_a_unit() {
    let records = CitedRecord::of_hits(&[item_hit("Zanfertil caixa 500 g", Some("489"), "")], &[]);
    let terms = CatalogTerms { words: &HashSet::new(), synonyms: &SynonymIndex::default() };
    for (answer, is_wrong) in [
        ("O Zanfertil custa R$ 489,00 o quilo [1].", true),
        ("O Zanfertil custa R$ 978,00 o quilo [1].", false),
        ("O Zanfertil custa R$ 489,00 a caixa [1].", false),
    ] {
        let told = find_unsupported_claims(answer, &records, &terms);
        assert_eq!(!told.is_empty(), is_wrong, "{answer}: {told:?}");
    }
}

#[test]
fn a_warning_may_be_repeated_and_a_denial_taken_back() {
    for (description, answer) in [
        ("Mata peixes: longe de viveiros.", "O Zanfertil mata peixes, longe de viveiros [1]."),
        ("Combate a mosca.", "O Zanfertil não só combate a mosca [1]."),
        ("Não mata adultos.", "O Zanfertil não controla adultos [1]."),
    ] {
        assert_eq!(claims_of(description, answer), [""; 0], "{answer}");
    }
}

#[test]
fn the_source_that_was_meant_is_named_with_what_it_says() {
    let told = cautions("O Rasoura custa R$ 99,00 [2].");
    assert_eq!((told.len(), told[0].kind), (1, CautionKind::UnsupportedPrice));
    let source = told[0].source.as_ref().expect("a source");
    assert_eq!((source.number, source.says.as_str()), (2, "R$ 1.120,00"));
}

#[test]
fn an_answer_without_marks_is_bound_by_names_and_prices() {
    for (answer, bound, cited) in [
        (
            "Temos o Base 480 SL.\nO Rasoura também serve!",
            "Temos o Base 480 SL [1].\nO Rasoura também serve [2]!",
            &[1, 2][..],
        ),
        ("Sai por R$ 1.120,00 o saco.", "Sai por R$ 1.120,00 o saco [2].", &[2]),
        ("Quer o Base?\n| Base | R$ 489,90 |", "Quer o Base?\n| Base | R$ 489,90 |", &[]),
        ("Bom dia.", "Bom dia.", &[]),
    ] {
        let told = bind_unmarked(answer, &records());
        assert_eq!((told.text.as_str(), told.cited.as_slice()), (bound, cited));
        let kind = if cited.is_empty() { CautionKind::NoSource } else { CautionKind::SourceAdded };
        assert_eq!(told.caution.kind, kind);
        assert!(told.text.contains(&told.caution.sentence));
    }
}

#[test]
fn endless_sentences_are_read_in_no_time() {
    for piece in ["10 kg e ", "Base ", "não pode milho ", "R$ 1 [1] ", "mais barato que ", "um e meio "] {
        let begun = Instant::now();
        cautions(&piece.repeat(100_000 / piece.len()));
        assert!(begun.elapsed() < Duration::from_secs(30), "{piece}");
    }
}

proptest! {
    #[test]
    fn claims_quote_what_is_there(answer in "(Base|Rasoura|R\\$ |[0-9]{1,4}|,|\\. | litros|não |pode |milho| e meio |\n|\\[[12]\\]|\\[| ){0,30}|\\PC{0,80}") {
        for caution in cautions(&answer) {
            prop_assert!(answer.contains(&caution.sentence) && caution.sentence.contains(&caution.claim));
        }
    }
}

#[test]
fn statements_on_stock_are_held_against_the_count() {
    let is_found_wrong = |is_out: Option<bool>, answer: &str, claim: &str| {
        let mut hit = item_hit("Base 480 SL", Some("489.90"), "Herbicida.");
        hit.stock = is_out.map(|is_out| HitStock {
            quantity: StockQuantity::read(if is_out { "0" } else { "12" }, None).ok(),
            unit: "gl".into(),
            package: None,
            is_out,
            counted_on: NaiveDate::from_ymd_opt(2026, 11, 28).expect("a day"),
            is_recent: true,
        });
        let terms = CatalogTerms { words: &HashSet::new(), synonyms: &SynonymIndex::default() };
        let found = find_unsupported_claims(answer, &CitedRecord::of_hits(&[hit], &[]), &terms);
        found.iter().any(|caution| caution.claim == claim)
    };
    let (there, gone) = ("Temos o Base em estoque [1].", "O Base está esgotado [1].");
    for (is_out, is_there_wrong, is_gone_wrong) in
        [(Some(true), true, false), (Some(false), false, true), (None, true, true)]
    {
        assert_eq!(is_found_wrong(is_out, there, "em estoque"), is_there_wrong, "{is_out:?}");
        assert_eq!(is_found_wrong(is_out, gone, "esgotado"), is_gone_wrong, "{is_out:?}");
    }
    assert!(!is_found_wrong(Some(true), "O Base acabou, e não há outro em estoque [1].", "em estoque"));
    for is_out in [Some(true), Some(false), None] {
        assert!(
            is_found_wrong(is_out, "O Base está a caminho [1].", "a caminho"),
            "a count says nothing of it: {is_out:?}"
        );
    }
}
