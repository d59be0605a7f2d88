//! What an answer says of things that are out of stock, or that were asked for in vain.

use super::*;
use crate::catalog::stock::{HitStock, StockQuantity};
use crate::chat::intent::reading::counting::Count;
use chrono::NaiveDate;
use rust_decimal::Decimal;
use uuid::Uuid;

#[test]
fn a_sum_a_difference_and_a_table_say_what_is_out_of_stock_as_a_list_does() {
    let mut hits =
        [item_hit("Enxada larga", Some("58"), "x"), item_hit("Regador verde 10 L", Some("30"), "y")];
    if let Some(item) = &mut hits[0].item {
        item.id = Uuid::from_u128(1);
    }
    hits[0].stock = Some(HitStock {
        quantity: None,
        unit: String::new(),
        package: None,
        is_out: true,
        counted_on: NaiveDate::from_ymd_opt(2026, 11, 28).expect("a day"),
        is_recent: true,
    });
    for message in [
        "tem enxada ou regador?",
        "quero 3 enxadas e 2 regadores",
        "quero 3 enxadas",
        "compara a enxada com o regador",
    ] {
        let told = answer(message, Intent::Catalog, &hits, &[], Lang::PtBr);
        assert_eq!(told.matches(", acabou (contagem de 28/11)").count(), 1, "{message}: {told}");
    }
    let sum = answer("quero 3 enxadas e 2 regadores", Intent::Catalog, &hits, &[], Lang::En);
    assert!(sum.contains("**Enxada larga**, out of stock (count of Nov 28) ("), "{sum}");
    assert!(sum.contains("**Total:**"), "{sum}");
}

#[test]
fn what_is_counted_in_vain_is_said_above_what_else_was_found() {
    let message = "quero 3 rolos de arame galvanizado";
    let hits = [item_hit("Arame liso rolo 500 m", Some("120"), "x")];
    let told = answer(message, Intent::Catalog, &hits, &[], Lang::PtBr);
    assert!(told.starts_with("Não encontrei no catálogo: **galvanizado**."), "{told}");
    assert!(!told.contains("3 × "), "another wire is not multiplied: {told}");
}

#[test]
fn a_sum_that_goes_on_keeps_the_price_of_the_package_that_was_named_before() {
    let id = Uuid::from_u128(9);
    let package = Some("saco 25 kg".to_owned());
    let counts = vec![Count { package, ..Count::of_record(Decimal::TWO, id) }];
    let question = CatalogQuestion { records: vec![id], counts, ..CatalogQuestion::default() };
    let hits = [packed_hit("Ureia 46%")];
    let told = answer_to(&question, "quanto deu?", &hits);
    assert!(told.contains("- 2 × **Ureia 46%** (saco 25 kg: R$ 189,90) = R$ 379,80 [1]"), "{told}");
}

#[test]
fn what_is_in_stock_is_said_where_it_is_asked() {
    let mut hits = [item_hit("Braúva 250 SC", Some("58"), "x"), item_hit("Glufalta 200 SL", Some("30"), "y")];
    if let Some(item) = &mut hits[0].item {
        item.id = Uuid::from_u128(1);
    }
    hits[0].stock = Some(HitStock {
        quantity: Some(StockQuantity::new(Decimal::new(125, 1)).expect("a quantity")),
        unit: "gl".to_owned(),
        package: Some("galão 5 L".to_owned()),
        is_out: false,
        counted_on: NaiveDate::from_ymd_opt(2026, 11, 28).expect("a day"),
        is_recent: true,
    });
    for message in [
        "tem Braúva em estoque?",
        "quantos galões de Braúva tem?",
        "quanto tem de Braúva?",
        "acabou o Braúva?",
        "ainda tem Braúva?",
        "saldo do Braúva",
    ] {
        let told = answer(message, Intent::Catalog, &hits, &[], Lang::PtBr);
        let count = "**Braúva 250 SC**, em estoque: 12,5 gl (galão 5 L, contagem de 28/11) · ";
        assert!(told.contains(count), "{message}: {told}");
        assert!(told.contains("**Glufalta 200 SL**, sem contagem de estoque · "), "{message}: {told}");
    }
    for message in ["is Braúva in stock?", "how many jugs of Braúva do you have?", "any Braúva left?"] {
        let told = answer(message, Intent::Catalog, &hits, &[], Lang::En);
        assert!(told.contains("in stock: 12.5 gl (galão 5 L, count of Nov 28)"), "{message}: {told}");
        assert!(told.contains("**Glufalta 200 SL**, stock not counted"), "{message}: {told}");
    }
    for message in ["preço do Braúva", "quantos litros tem o galão?", "as formigas acabaram com tudo"] {
        let told = answer(message, Intent::Catalog, &hits, &[], Lang::PtBr);
        assert!(!told.contains("estoque"), "{message}: {told}");
    }
}

#[test]
fn words_of_stock_name_nothing_to_look_for() {
    for message in ["acabou o Braúva?", "saldo do Braúva", "sobrou Braúva?", "any Braúva left?"] {
        assert_eq!(telling_words(message), ["brauva"], "{message}");
    }
    assert!(telling_words("acabou?").is_empty() && telling_words("o que acabou?").is_empty());
}

#[test]
fn how_many_of_an_item_there_are_is_asked_in_many_ways_and_what_a_package_holds_is_not() {
    let mut hits = [item_hit("Capinorte 480 SL galão 20 L", Some("480"), "x")];
    hits[0].stock = Some(HitStock {
        quantity: Some(StockQuantity::new(Decimal::from(12)).expect("a quantity")),
        unit: "gl".into(),
        package: None,
        is_out: false,
        counted_on: NaiveDate::from_ymd_opt(2026, 11, 28).expect("a day"),
        is_recent: true,
    });
    let answer_message = |message: &str| answer(message, Intent::Catalog, &hits, &[], Lang::PtBr);
    for message in
        ["quantos Capinorte 480 a gente tem?", "quanto de Capinorte tem?", "Capinorte 480 tem quantos?"]
    {
        assert!(
            answer_message(message).contains("em estoque: 12 gl"),
            "{message}: {}",
            answer_message(message)
        );
        assert!(!answer_message(message).contains("de todos os locais"), "{message}: no place is named");
    }
    assert!(answer_message("Capinorte 480 tem quantos na loja centro?").contains("de todos os locais"));
    for message in ["quantos litros tem o Capinorte?", "quanto custa o Capinorte?", "tem Capinorte?"] {
        assert!(!answer_message(message).contains("em estoque"), "{message}: {}", answer_message(message));
    }
}

#[test]
fn where_nothing_is_gone_the_answer_says_so() {
    let told = answer("o que acabou?", Intent::General, &[], &[], Lang::PtBr);
    assert!(told.starts_with("Nada do que foi contado está em falta."), "{told}");
}
