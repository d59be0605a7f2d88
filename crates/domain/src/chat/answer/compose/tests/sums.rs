//! What a sum counts in, what a discount leaves of it, and prices by a unit beside each other.

use super::*;
use crate::chat::intent::reading::counting::Count;
use crate::chat::intent::reading::discount::PriceCut;
use rust_decimal::Decimal;

fn answer_about(message: &str, hit: Hit) -> String {
    let question = CatalogQuestion::alone(message, &SynonymIndex::default());
    answer_to(&question, message, &[hit])
}

#[test]
fn pieces_that_fill_packages_are_counted_in_packages() {
    let tubes = || item_hit("Tubete 280 caixa 100 un", Some("89"), "x");
    for (message, line) in [
        ("quero 5000 tubetes, quanto dá?", "- 50 × **Tubete 280 caixa 100 un** (R$ 89,00) = R$ 4.450,00"),
        ("quero 250 tubetes, quanto dá?", "- 3 × **Tubete"),
        ("quero 4 caixas de tubete, quanto dá?", "- 4 × **Tubete"),
        ("quero 200 caixas de tubete, quanto dá?", "- 200 × **Tubete"),
        ("quero 3 tubetes, quanto dá?", "- 3 × **Tubete"),
    ] {
        let told = answer_about(message, tubes());
        assert!(told.contains(line), "{message}: {told}");
    }
}

#[test]
fn a_length_is_counted_in_what_is_sold_by_length_and_multiplies_nothing_else() {
    let message = "quero 12 metros de mangueira";
    let hose = answer_about(message, item_hit("Mangueira Espiral 2 pol. metro", Some("32"), "x"));
    assert!(hose.contains("- 12 × **Mangueira Espiral 2 pol. metro** (R$ 32,00) = R$ 384,00"), "{hose}");
    let roll = answer_about(message, item_hit("Mangueira Lisa rolo 50 m", Some("90"), "x"));
    assert!(roll.contains("- 1 × **Mangueira Lisa rolo 50 m** (R$ 90,00) = R$ 90,00"), "{roll}");
    let unknown = answer_about(message, item_hit("Mangueira Lisa", Some("90"), "x"));
    assert!(!unknown.contains(" × ") && unknown.contains("**Mangueira Lisa** · R$ 90,00"), "{unknown}");
}

#[test]
fn a_length_at_the_end_counts_the_one_thing_that_is_sold_by_the_metre() {
    let hose = || item_hit("Mangueira Espiral 2 pol. metro", Some("32"), "x");
    for message in ["mangueira espiral 12 metro", "mangueira espiral, 12 metros?"] {
        let told = answer_about(message, hose());
        assert!(told.contains("- 12 × **Mangueira Espiral 2 pol. metro** (R$ 32,00) = R$ 384,00"), "{told}");
    }
    let roll =
        answer_about("mangueira lisa 50 metros", item_hit("Mangueira Lisa rolo 50 m", Some("90"), "x"));
    assert!(!roll.contains(" × "), "it is its size: {roll}");
    assert!(!answer_about("mangueira de 12 metros", hose()).contains(" × "), "one that is so long");
}

#[test]
fn what_another_count_means_is_not_what_is_named_in_other_words() {
    let kit = item_hit("Kit Aplicador tamanho GG", Some("195"), "x");
    let boots = item_hit("Bota Branca par", Some("56"), "y");
    let mut hits = [kit, boots];
    for (hit, id) in hits.iter_mut().zip(1..) {
        let item = hit.item.as_mut().expect("an item");
        item.id = uuid::Uuid::from_u128(id);
        item.tags = vec!["bota".to_owned()];
    }
    let record = hits[0].item.as_ref().map(|item| item.id);
    let of = |record, word: &str| Count {
        number: Decimal::ONE,
        record,
        words: vec![word.into()],
        ..Count::default()
    };
    let counts = vec![of(record, "kit"), of(None, "bota")];
    let question =
        CatalogQuestion { counts, records: record.into_iter().collect(), ..CatalogQuestion::default() };
    let both = answer_to(&question, "soma kit e bota", &hits);
    assert!(both.contains("**Soma:** R$ 251,00"), "{both}");
    let alone = answer_to(&question, "soma kit e bota", &hits[..1]);
    assert!(alone.starts_with("Não encontrei no catálogo: **bota**."), "{alone}");
}

#[test]
fn a_discount_is_taken_off_the_sum() {
    let message = "quero 40 sacos de adubo";
    let plain = CatalogQuestion::alone(message, &SynonymIndex::default());
    let question = CatalogQuestion { discount: Some(PriceCut::Share(Decimal::from(3))), ..plain.clone() };
    let hits = [item_hit("Adubo NPK saco 50 kg", Some("241"), "x")];
    let told = answer_to(&question, message, &hits);
    assert!(told.contains("= R$ 9.640,00 [1]\n\nCom desconto de 3%: R$ 9.350,80"), "{told}");
    assert!(!answer_to(&plain, message, &hits).contains("desconto"), "no discount was spoken of");
}

#[test]
fn what_the_record_says_of_a_price_that_it_does_not_have_is_quoted() {
    let description = "Bulbos livres de vírus. O preço é fechado em março. Plantio em abril.";
    let answer_at_price =
        |price| answer_about("qual o preço do alho?", item_hit("Alho Roxo", price, description));
    let open = answer_at_price(None);
    assert!(open.contains("O preço é fechado em março.") && !open.contains("Plantio"), "{open}");
    assert!(!answer_at_price(Some("10")).contains("fechado"), "a price speaks for itself");
}

#[test]
fn a_comparison_by_a_unit_has_the_price_of_it() {
    let hits = [
        item_hit("Haloforte frasco 5 L", Some("1145"), "x"),
        item_hit("Vassourim frasco 1 L", Some("96.50"), "y"),
    ];
    let told =
        answer("compara o preço por litro de Haloforte e Vassourim", Intent::Catalog, &hits, &[], Lang::PtBr);
    assert!(told.contains("R$ 1.145,00 (R$ 229,00/L)") && told.contains("R$ 96,50 (R$ 96,50/L)"), "{told}");
    let plain = answer("compara Haloforte e Vassourim", Intent::Catalog, &hits, &[], Lang::PtBr);
    assert!(!plain.contains("/L)"), "{plain}");
}

#[test]
fn what_is_bought_with_something_off_is_summed_in_a_first_message() {
    let novarol = || item_hit("Novarol 250 EC frasco 1 L", Some("100"), "x");
    for (message, line) in [
        ("2 Novarol com desconto de 7%", "Com desconto de 7%: R$ 186,00"),
        ("quero 2 Novarol com 7% de desconto", "Com desconto de 7%: R$ 186,00"),
        ("quanto fica 2 Novarol com 8%?", "Com desconto de 8%: R$ 184,00"),
        ("preço de 2 Novarol menos 10 reais", "Com desconto de R$ 10,00: R$ 190,00"),
        ("2 Novarol com 10 reais de desconto em cada", "Com desconto de R$ 10,00 cada: R$ 180,00"),
        ("2 Novarol, 8% no total", "Com desconto de 8%: R$ 184,00"),
        ("quanto custa o Novarol com 10% de desconto?", "Com desconto de 10%: R$ 90,00"),
    ] {
        let told = answer_about(message, novarol());
        assert!(told.contains("**Novarol 250 EC frasco 1 L**") && told.contains(line), "{message}: {told}");
    }
    let plain = answer_about("quero 2 Novarol", novarol());
    assert!(plain.contains("= R$ 200,00") && !plain.contains("desconto"), "{plain}");
}

#[test]
fn of_each_thing_that_is_named_so_many_are_summed() {
    let mut hits = [("Novarol frasco 1 L", "100"), ("Virospod frasco 1 L", "50")]
        .map(|(name, price)| item_hit(name, Some(price), "x"));
    for (hit, id) in hits.iter_mut().zip(1..) {
        let item = hit.item.as_mut().expect("an item");
        item.id = uuid::Uuid::from_u128(id);
        item.tags = Vec::new();
    }
    let message = "Novarol e Virospod, quero 2 de cada, tira 5%";
    let question = CatalogQuestion::alone(message, &SynonymIndex::default());
    let told = answer_to(&question, message, &hits);
    assert!(told.contains("**Soma:** R$ 300,00") && told.contains("Com desconto de 5%: R$ 285,00"), "{told}");
}

#[test]
fn a_discount_that_cannot_be_reckoned_is_named() {
    let message = "2 Novarol com desconto de 7%";
    let told = answer_about(message, item_hit("Novarol frasco 1 L", None, "x"));
    assert!(told.contains("Não calculei o desconto de 7%."), "{told}");
}

#[test]
fn of_alternatives_each_has_its_own_discount_and_a_sum_is_told_in_parts() {
    let hits = [("Cal Fina saco", "20"), ("Cal Fina balde", "10")]
        .map(|(name, price)| item_hit(name, Some(price), "x"));
    let count = Count { number: Decimal::TWO, words: vec!["cal".into()], ..Count::default() };
    let discount = Some(PriceCut::Share(Decimal::TEN));
    let question = CatalogQuestion { counts: vec![count], discount, ..CatalogQuestion::default() };
    let both = answer_to(&question, "2 de cal", &hits);
    assert!(both.contains("  Com desconto de 10%: R$ 36,00") && both.contains("R$ 18,00"), "{both}");
    assert!(!both.contains("Não calculei"), "{both}");
    let question = CatalogQuestion { installments: Some(4), ..question };
    let one = answer_to(&question, "2 de cal", &hits[..1]);
    assert!(one.contains("Em partes iguais, sem juros: 4 × R$ 9,00"), "{one}");
    let question = CatalogQuestion { installments: Some(7), ..question };
    let uneven = answer_to(&question, "2 de cal", &hits[..1]);
    assert!(uneven.contains("Em partes iguais, sem juros: 6 × R$ 5,14 + R$ 5,16"), "{uneven}");
}
