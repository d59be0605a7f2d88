//! What is taken off a price in many wordings, and amounts near to that which take nothing off.

use super::*;
use proptest::prelude::*;

fn read(message: &str) -> Option<(String, PriceCut)> {
    read_price_cut(message)
}

fn share(percent: u32) -> PriceCut {
    PriceCut::Share(Decimal::from(percent))
}

fn money(amount: u32) -> PriceCut {
    PriceCut::Amount(Decimal::from(amount))
}

fn each(amount: u32) -> PriceCut {
    PriceCut::Each(Decimal::from(amount))
}

#[test]
fn money_off_each_piece_is_no_money_off_the_sum() {
    for (message, cut) in [
        ("6 Teflubrim com 10 reais de desconto em cada", each(10)),
        ("6 Teflubrim com 10 reais de desconto em cada um", each(10)),
        ("dá desconto de R$ 10 cada", each(10)),
        ("6 Teflubrim com desconto de 10 reais", money(10)),
        ("Novarol e Virospod, quero 2 de cada, tira 10 reais", money(10)),
        ("6 Teflubrim com 5% de desconto em cada", share(5)),
    ] {
        assert_eq!(read(message).map(|(_, cut)| cut), Some(cut), "{message}");
    }
}

#[test]
fn a_discount_is_read_and_left_out_of_what_is_looked_for() {
    for (message, rest, cut) in [
        ("à vista com os 3% fica quanto?", "fica quanto?", share(3)),
        ("quanto custa 3 do mais barato com 3% de desconto?", "quanto custa 3 do mais barato ?", share(3)),
        ("os 40 com 5 por cento de desconto", "os 40", share(5)),
        ("total with 10% off", "total", share(10)),
        ("soma 3 Novarol e 1 Virospod menos 7%", "soma 3 Novarol e 1 Virospod", share(7)),
        ("4 Novarol, 8% no total", "4 Novarol", share(8)),
        ("Novarol e Virospod, quero 2 de cada, tira 5%", "Novarol e Virospod, quero 2 de cada", share(5)),
        ("quanto fica 5 Capinorte 480 com 8%?", "quanto fica 5 Capinorte 480 ?", share(8)),
        ("preço de 3 Novarol menos 10 reais", "preço de 3 Novarol", money(10)),
        ("preço de 3 Novarol menos dez reais", "preço de 3 Novarol", money(10)),
        ("100 reais de desconto nisso", "", money(100)),
        ("desconto de R$ 50 nas 3 enxadas", "nas 3 enxadas", money(50)),
        ("tira 10 por cento", "", share(10)),
        ("desconta 5%", "", share(5)),
        ("faz 12% nela", "faz", share(12)),
        ("com 5% quanto fica?", "quanto fica?", share(5)),
        ("faz 3% a menos?", "faz ?", share(3)),
        ("3 Atralim com 10%", "3 Atralim", share(10)),
        ("quero 2 sacos de ureia com 5%", "quero 2 sacos de ureia", share(5)),
    ] {
        let (left, taken) = read(message).unwrap_or_else(|| panic!("{message}"));
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!((words(&left), taken), (words(rest), cut), "{message}");
    }
}

#[test]
fn what_there_is_so_much_of_a_size_and_a_limit_take_nothing_off() {
    for message in [
        "ração com 16% de proteína",
        "capim VC 60%",
        "sombrite 30% à vista",
        "ureia com 46%",
        "adubo 04-14-08 com 10%",
        "glifosato 480",
        "tela de sombra 50%",
        "luva por menos de 30 reais",
        "uma luva de mais ou menos 30 reais",
        "pelo menos 10% de umidade",
        "até 200 reais",
        "tem até 500 reais no total?",
        "quantos compro com 500 reais?",
        "tenho 300 reais",
        "fungicida entre 100 e 200 reais",
        "desconto acima de 1000 reais?",
        "adubo 04-14-08",
        "",
    ] {
        assert_eq!(read(message), None, "{message}");
    }
}

#[test]
fn what_was_granted_is_taken_back() {
    for (message, rest) in [
        ("tira os 10%", ""),
        ("tira o desconto", ""),
        ("sem desconto fica quanto?", "fica quanto?"),
        ("sem o desconto do pix", ""),
        ("sem desconto à vista fica quanto?", "fica quanto?"),
        ("tira o desconto do adubo", "do adubo"),
        ("cancela o desconto de 10% e põe mais 2 botas", "e põe mais 2 botas"),
    ] {
        assert_eq!(take_cut_back(message).as_deref(), Some(rest), "{message}");
    }
    for message in ["tira 10%", "tira a bota", "com 10% de desconto", "sem cobre", ""] {
        assert_eq!(take_cut_back(message), None, "{message}");
    }
}

#[test]
fn a_share_that_stands_alone_is_another_one_and_what_names_a_thing_is_none() {
    for message in ["5%", "não, era 5%", "e 5%?", "era 5 por cento"] {
        assert_eq!(read_other_share(message), Some(share(5)), "{message}");
    }
    assert_eq!(read_plain_share("e com 10?"), Some(share(10)));
    for message in ["e com 50?", "e se for 10?", "com 10 reais"] {
        assert_eq!(read_plain_share(message), None, "{message}");
    }
    for message in ["sombrite 5%", "3 com 5%", "50%", "R$ 5", "5", "não", ""] {
        assert_eq!(read_other_share(message), None, "{message}");
    }
}

#[test]
fn a_cut_leaves_whole_cents_and_never_less_than_nothing() {
    let sum = Decimal::new(9999, 2);
    assert_eq!(share(7).take_off(sum, Decimal::ONE), Some(Decimal::new(9299, 2)));
    assert_eq!(money(10).take_off(sum, Decimal::TWO), Some(Decimal::new(8999, 2)));
    assert_eq!(money(100).take_off(sum, Decimal::ONE), None);
    assert_eq!(each(10).take_off(sum, Decimal::TWO), Some(Decimal::new(7999, 2)));
    assert_eq!(each(10).take_off(sum, Decimal::TEN), None);
    assert_eq!(read_written_cut("R$ 10,00 cada"), Some(each(10)));
    assert_eq!(read_written_cut("7,5%"), Some(PriceCut::Share(Decimal::new(75, 1))));
    assert_eq!(read_written_cut("R$ 1.250,00"), Some(PriceCut::Amount(Decimal::new(125_000, 2))));
}

#[test]
fn a_text_of_the_shop_states_its_discount() {
    let text = "Você paga à vista, por Pix ou dinheiro, com 3% de desconto; no cartão, em seis vezes.";
    assert_eq!(find_stated_share(text), Some(Decimal::from(3)));
    assert_eq!(find_stated_share("PRNT de 85% no laudo; 2% de juros"), None);
    assert!(asks_in_cash("e no pix?") && !asks_in_cash("e no boleto?"));
    assert!(!asks_in_cash("e sem o desconto?") && !asks_in_cash("tira o desconto do pix"));
    assert_eq!(cut_cash("e à vista fica quanto?").as_deref(), Some("e fica quanto?"));
    assert_eq!(cut_cash("no pix"), None);
}

proptest! {
    #[test]
    fn any_message_can_be_read(message in "(tira |menos |os |R\\$ |[0-9]{1,9}|,|%| reais|de desconto|é|🌱| ){0,12}|\\PC{0,60}") {
        let _ = (read_price_cut(&message), take_cut_back(&message), read_other_share(&message));
    }
}
