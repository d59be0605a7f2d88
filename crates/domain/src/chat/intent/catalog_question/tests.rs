//! What of the hits a question to the catalog keeps.

use super::*;
use crate::catalog::{PackageStatus, Price};
use crate::chat::types::sources::tests::item_hit;

fn narrow(question: &CatalogQuestion, hits: &[Hit]) -> Vec<String> {
    let mut hits = hits.to_vec();
    let settled = question.settle(&hits, &SynonymIndex::default());
    settled.narrow(&mut hits, 6, &SynonymIndex::default(), true);
    hits.into_iter().filter_map(|hit| hit.item).map(|item| item.name).collect()
}

fn hit(id: u128, code: &str, name: &str) -> Hit {
    let mut hit = item_hit(name, Some("10"), "");
    if let Some(item) = hit.item.as_mut() {
        (item.id, item.external_id) = (Uuid::from_u128(id), Some(code.to_owned()));
    }
    hit
}

#[test]
fn another_product_is_meant_where_one_is_called_as_a_question_about_a_thing_says() {
    let hits = [hit(1, "X-1", "Ração Equinos"), hit(2, "X-2", "Proteinado Seca 30"), hit(3, "X-3", "Sal")];
    let question = |own: &str| CatalogQuestion {
        query: "X-1".to_owned(),
        records: vec![Uuid::from_u128(1)],
        own_words: Some(own.to_owned()),
        ..CatalogQuestion::default()
    };
    assert_eq!(narrow(&question("proteinado seca"), &hits), ["Proteinado Seca 30"]);
    assert_eq!(narrow(&question("feno"), &hits), ["Ração Equinos"], "nothing is called so");
    assert_eq!(question("feno").search_text(), "feno X-1");
}

#[test]
fn a_name_of_something_else_wins_over_what_was_shown_and_a_common_noun_does_not() {
    let hits = [
        describe_hit(1, "Atralim 500 SC", &["herbicida"], "Para milho."),
        describe_hit(2, "Mesolavra 480 SC", &["herbicida"], "Também para milho."),
        describe_hit(3, "Bico Leque", &["bico"], "Para pulverizador."),
    ];
    let ask = |name: &str| CatalogQuestion {
        query: "X-1".to_owned(),
        records: vec![Uuid::from_u128(1)],
        other_names: vec!["deposito".to_owned(), name.to_owned()],
        ..CatalogQuestion::default()
    };
    assert_eq!(ask("mesolavra").search_text(), "deposito mesolavra X-1");
    assert_eq!(narrow(&ask("mesolavra"), &hits), ["Mesolavra 480 SC"]);
    for name in ["bico", "milho", "prodence"] {
        assert_eq!(narrow(&ask(name), &hits), ["Atralim 500 SC"], "{name}");
    }
}

fn describe_hit(id: u128, name: &str, tags: &[&str], description: &str) -> Hit {
    let mut hit = hit(id, &format!("X-{id}"), name);
    if let Some(item) = hit.item.as_mut() {
        item.tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
        item.description = Some(description.to_owned());
    }
    hit
}

#[test]
fn of_what_is_wanted_without_something_that_is_kept_which_says_so() {
    let hits = [
        describe_hit(1, "Mancobrim WP", &["mancozebe"], "Em pó molhável."),
        describe_hit(2, "Mancobrim WG", &["mancozebe"], "Granulado, sem a poeira do pó."),
        describe_hit(3, "Cimox", &["mancozebe", "cobre"], "Sem cheiro."),
    ];
    let exclude_word = |excluded: &str| {
        let excluded = vec![excluded.to_owned()];
        narrow(&CatalogQuestion { query: "mancozebe".into(), excluded, ..Default::default() }, &hits)
    };
    assert_eq!(exclude_word("poeira"), ["Mancobrim WG"]);
    assert_eq!(exclude_word("cobre"), ["Mancobrim WP", "Mancobrim WG"], "a list says which has it");
    assert_eq!(exclude_word("enxofre").len(), 3, "none says so");
}

#[test]
fn what_holds_the_own_words_of_a_message_is_meant_before_the_rest_of_the_topic() {
    let hits = [
        describe_hit(1, "Tomate Cereja", &["semente", "tomate"], "Frutinhas de vaso."),
        describe_hit(2, "Tomate Santa Cruz", &["semente", "tomate"], "O tomate comprido."),
        describe_hit(3, "Facão", &[], "Cabo comprido."),
    ];
    let narrow_by_word = |own: &str| {
        let (query, own_words) = (format!("semente tomate cereja {own}"), Some(own.to_owned()));
        narrow(&CatalogQuestion { query, own_words, ..Default::default() }, &hits)
    };
    assert_eq!(narrow_by_word("comprido"), ["Tomate Santa Cruz"]);
    assert_eq!(narrow_by_word("roxo"), ["Tomate Cereja"], "nothing is so");
}

#[test]
fn what_is_for_an_animal_that_no_item_knows_is_not_answered_by_what_is_for_others() {
    let missing = ["cachorro".to_owned()];
    for query in ["vocês tem ração pra cachorro?", "vermífugo de cachorro"] {
        assert!(is_for_unknown_animal(query, &missing), "{query}");
        assert!(!is_for_unknown_animal(query, &[]), "{query}");
    }
    for query in ["isca que não faça mal pra cachorro", "raticida, tenho cachorro", "cachorro"] {
        assert!(!is_for_unknown_animal(query, &missing), "{query}");
    }
}

#[test]
fn what_is_compared_stands_behind_what_was_shown() {
    let hits = [hit(1, "X-1", "Feijão Preto"), hit(2, "X-2", "Feijão Carioca"), hit(3, "X-3", "Milho")];
    let question = |beside: &str| CatalogQuestion {
        query: format!("X-1 {beside}"),
        records: vec![Uuid::from_u128(1)],
        beside: vec![beside.to_owned()],
        asks_difference: true,
        ..CatalogQuestion::default()
    };
    assert_eq!(narrow(&question("carioca"), &hits), ["Feijão Preto", "Feijão Carioca"]);
    assert_eq!(narrow(&question("fradinho"), &hits), ["Feijão Preto"]);
}

#[test]
fn a_code_stands_for_itself_whatever_else_is_said_unless_that_is_named_too() {
    let hits =
        [hit(1, "DEMO-HER-0015", "Sulfenza"), hit(2, "DEMO-HOR-0015", "Coentro"), hit(3, "X-1", "Atralim")];
    let narrow_by_query =
        |query: &str| narrow(&CatalogQuestion { query: query.into(), ..Default::default() }, &hits);
    assert_eq!(narrow_by_query("perdão, digitei errado, é o DEMO-HER-0015"), ["Sulfenza"]);
    assert!(narrow_by_query("DEMO-HER-0015 ou o coentro").contains(&"Coentro".to_owned()));
}

#[test]
fn what_is_sold_in_packages_alone_is_ordered_by_what_a_unit_costs() {
    let make_packed_hit = |name: &str, label: &str, price: &str| {
        let mut hit = item_hit(name, None, "");
        if let Some(item) = &mut hit.item {
            let price = Price::parse(price).ok();
            let (label, status) = (label.to_owned(), PackageStatus::Ativo);
            item.packages = vec![Package { label, code: None, ean: None, price, status }];
        }
        hit
    };
    let question = CatalogQuestion { order: Some(Sort::PriceAsc), ..CatalogQuestion::default() };
    let order = |mut hits: Vec<Hit>| -> Vec<String> {
        question.narrow(&mut hits, 6, &SynonymIndex::default(), false);
        hits.into_iter().filter_map(|hit| hit.item).map(|item| item.name).collect()
    };
    let (large, small) = (make_packed_hit("A", "saco 50 kg", "350"), make_packed_hit("B", "saco 5 kg", "60"));
    assert_eq!(order(vec![small.clone(), large.clone()]), ["A", "B"]);
    let plain = item_hit("C", Some("100"), "");
    assert_eq!(order(vec![large, plain, small]), ["B", "C", "A"], "by the price where one has no unit");
}

#[test]
fn of_equal_things_beside_what_was_shown_the_one_of_its_kind_is_counted() {
    let of = |id: u128, name: &str, category: &str| {
        let mut hit = item_hit(name, Some("10"), "");
        if let Some(item) = &mut hit.item {
            (item.id, item.category) = (Uuid::from_u128(id), Some(category.to_owned()));
            item.tags = Vec::new();
        }
        hit
    };
    let hits = [
        of(1, "Respirador com filtro", "EPI"),
        of(2, "Fita Gotejadora", "Irrigação"),
        of(3, "Filtro de Disco", "Irrigação"),
    ];
    let words = vec!["filtro".to_owned()];
    let count = Count { number: Decimal::ONE, words, ..Count::default() };
    let question = |record: u128| CatalogQuestion {
        records: vec![Uuid::from_u128(record)],
        counts: vec![count.clone()],
        ..CatalogQuestion::default()
    };
    let beside = |record| question(record).find_counted_beside(&hits, &SynonymIndex::default());
    assert_eq!(beside(2), [Uuid::from_u128(3)]);
    assert!(beside(1).is_empty(), "what was shown is called so");
}

#[test]
fn of_several_things_each_is_the_one_that_is_called_so() {
    let with_tag = |mut hit: Hit, tag: &str| {
        if let Some(item) = hit.item.as_mut() {
            item.tags = vec![tag.to_owned()];
        }
        hit
    };
    let hits = [
        with_tag(hit(1, "X-1", "Perneira Talas par"), "roçadeira"),
        hit(2, "X-2", "Roçadeira Lateral 43 cc"),
        with_tag(hit(3, "X-3", "Feromônio Furão"), "armadilha"),
        hit(4, "X-4", "Armadilha Delta"),
    ];
    let of = |record: Option<u128>, word: &str| Count {
        record: record.map(Uuid::from_u128),
        words: vec![word.to_owned()],
        ..Count::default()
    };
    let beside = |word: &str| CatalogQuestion {
        query: "X-1".to_owned(),
        records: vec![Uuid::from_u128(1)],
        counts: vec![of(Some(1), "perneira"), of(None, word)],
        ..CatalogQuestion::default()
    };
    assert_eq!(narrow(&beside("rocadeira"), &hits), ["Perneira Talas par", "Roçadeira Lateral 43 cc"]);
    assert_eq!(narrow(&beside("talas"), &hits), ["Perneira Talas par"], "what was shown is called so");
    let anew = CatalogQuestion {
        query: "feromonio armadilha".to_owned(),
        counts: vec![of(None, "feromonio"), of(None, "armadilha")],
        ..CatalogQuestion::default()
    };
    let both = narrow(&anew, &hits);
    assert!(
        both.contains(&"Armadilha Delta".to_owned()) && both.contains(&"Feromônio Furão".to_owned()),
        "{both:?}"
    );
}

fn make_priced_hit(id: u128, name: &str, price: &str) -> Hit {
    let mut hit = describe_hit(id, name, &[], "");
    if let Some(item) = hit.item.as_mut() {
        item.price = Price::parse(price).ok();
    }
    hit
}

#[test]
fn of_two_that_are_compared_both_are_kept_and_so_many_of_the_cheapest() {
    let hits = [
        make_priced_hit(1, "Novarol 250", "30"),
        make_priced_hit(2, "Metoxilar 100", "20"),
        make_priced_hit(3, "Virospod", "10"),
    ];
    let narrow_by_message =
        |message: &str| narrow(&CatalogQuestion::alone(message, &SynonymIndex::default()), &hits);
    for message in ["qual é mais barato, Novarol ou Metoxilar?", "which is cheaper, Novarol or Metoxilar?"] {
        assert_eq!(narrow_by_message(message), ["Metoxilar 100", "Novarol 250"], "{message}");
    }
    let difference = CatalogQuestion::alone(
        "qual a diferença de preço entre Novarol e Metoxilar?",
        &SynonymIndex::default(),
    );
    assert!(difference.asks_difference, "{difference:?}");
    assert_eq!(narrow(&difference, &hits).len(), 2);
    let all = |pick| CatalogQuestion { order: Some(Sort::PriceAsc), pick, ..CatalogQuestion::default() };
    let first_two = narrow(
        &CatalogQuestion {
            records: (1..4).map(Uuid::from_u128).collect(),
            ..all(read_pick("os dois mais baratos"))
        },
        &hits,
    );
    assert_eq!(first_two, ["Virospod", "Metoxilar 100"]);
    let one = CatalogQuestion::alone("quero o Novarol mais barato", &SynonymIndex::default());
    assert!(one.alternatives.is_empty() && one.pick.is_none(), "{one:?}");
}

#[test]
fn a_list_by_stock_keeps_what_is_gone_or_what_is_there() {
    let stock = |is_out| crate::catalog::stock::HitStock {
        quantity: None,
        unit: String::new(),
        package: None,
        is_out,
        counted_on: chrono::NaiveDate::default(),
        is_recent: true,
    };
    let mut hits = [
        describe_hit(1, "Novarol herbicida", &[], ""),
        describe_hit(2, "Metoxilar herbicida", &[], ""),
        describe_hit(3, "Virospod herbicida", &[], ""),
    ];
    hits[0].stock = Some(stock(true));
    hits[1].stock = Some(stock(false));
    let narrow_by_message =
        |message: &str| narrow(&CatalogQuestion::alone(message, &SynonymIndex::default()), &hits);
    assert_eq!(narrow_by_message("o que acabou?"), ["Novarol herbicida"]);
    assert_eq!(narrow_by_message("quais herbicidas acabaram?"), ["Novarol herbicida"]);
    assert_eq!(narrow_by_message("o que vocês tem em estoque de herbicida?"), ["Metoxilar herbicida"]);
    assert_eq!(narrow_by_message("tem herbicida?").len(), 3, "nothing is asked of the stock");
}
