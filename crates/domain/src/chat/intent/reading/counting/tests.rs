//! What a message counts, and what of its numbers is a size, a limit or a code.

use super::{Count, MOST_COUNTS, read_bought_counts, read_counts};
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::wording::ordinals::LAST_PLACE;
use rust_decimal::Decimal;

fn counts(message: &str) -> Vec<(String, Option<String>, String)> {
    let counts = MessageReading::of(message).counts;
    counts.into_iter().map(|c| (c.number.to_string(), c.unit, c.words.join(" "))).collect()
}

#[test]
fn what_is_ordered_is_counted() {
    for (message, number, unit, words) in [
        ("4 bombonas desse dá quanto?", "4", "bombonas", ""),
        ("fecha 3 frascos", "3", "frascos", ""),
        ("bota 3 rolos", "3", "rolos", ""),
        ("então vê 6 pares da verde", "6", "pares", "verde"),
        ("dez sacos dele", "10", "sacos", ""),
        ("cinquenta quilos dele", "50", "quilos", ""),
        ("quinze sacos, faz as conta", "15", "sacos", ""),
        ("price for five bags of it?", "5", "bags", ""),
        ("quanto fica 10 sacos de ureia?", "10", "sacos", "ureia"),
    ] {
        let expected = (number.to_owned(), Some(unit.to_owned()), words.to_owned());
        assert_eq!(counts(message), [expected], "{message}");
    }
    assert_eq!(counts("price for 24?"), [("24".to_owned(), None, String::new())]);
    let sized = counts("quanto custam 3 de 20 litros?");
    assert_eq!((sized.len(), sized[0].0.as_str(), &sized[0].1), (1, "3", &None));
    let two = counts("bota 3 rolos e 200 mourões de eucalipto");
    let (second, third) = (&two[1], two.len());
    assert_eq!((second.0.as_str(), second.2.as_str(), third), ("200", "mouroes eucalipto", 2));
}

#[test]
fn a_message_of_numbers_alone_is_read_to_its_end() {
    assert_eq!(counts(&"quero 3 rolos e 4 ".repeat(400)).len(), MOST_COUNTS);
    assert_eq!(counts(&"e 200 ".repeat(1_300)), []);
}

#[test]
fn what_so_many_come_to_is_asked_with_any_verb() {
    for message in [
        "quanto dá 3 sacos de 25 kg da zanfertil ureia?",
        "quanto da 3 sacos de 25 kg da zanfertil ureia",
        "quanto que dá 3 sacos da zanfertil ureia?",
        "me dá 3 sacos da zanfertil ureia",
    ] {
        let counts = MessageReading::alone(message).counts;
        assert_eq!(counts.len(), 1, "{message}: {counts:?}");
        assert_eq!((counts[0].number.to_string(), counts[0].unit.as_deref()), ("3".into(), Some("sacos")));
        assert!(counts[0].words.contains(&"zanfertil".to_owned()), "{message}: {counts:?}");
    }
    assert_eq!(counts("quanto custa o da 3 pontas?"), [], "the word of a place stays one");
}

#[test]
fn a_code_counts_nothing_and_a_number_alone_only_what_was_spoken_of() {
    for message in [
        "7891000315507",
        "quanto custa 7891000315507?",
        "10234",
        "quanto custa 10234",
        "quanto custa 55123?",
        "quero 55123",
        "e 55123?",
        "00123",
    ] {
        for reading in [MessageReading::of(message), MessageReading::alone(message)] {
            assert_eq!(reading.counts, [], "{message}");
            assert_eq!(reading.rest, message, "the code is looked for");
        }
    }
    for message in ["e 15?", "uns 8 então", "1023", "e 10.234?", "quanto custa 20000?"] {
        assert_eq!(counts(message).len(), 1, "{message}");
        assert_eq!(MessageReading::alone(message).counts, [], "nothing was spoken of: {message}");
    }
    for message in ["quero 12345 mudas", "quanto custa 55123 sacos?"] {
        assert_eq!(MessageReading::alone(message).counts.len(), 1, "{message}");
    }
}

#[test]
fn sizes_limits_and_times_are_no_counts() {
    for message in [
        "o de 20 litros",
        "em saco de 25?",
        "compara preço desses de 25 kg",
        "tem atrazina de 5 litro??",
        "luva entre 30 e 10 reais o par",
        "04-14-08 quanto tá o saco?",
        "precisa encomendar com 3 dias antes?",
        "quanto ponho na bomba de 20 l?",
        "2 L por hectare",
        "qual tem mais P2O5?",
        "herbicida para 10 hectares",
        "tem bota 42?",
        "quero bota 42",
        "faz por 1500?",
        "fecha em 3500?",
        "dá pra fazer 90 cada?",
        "em 3x",
    ] {
        assert_eq!(counts(message), [], "{message}");
    }
}

#[test]
fn an_order_is_read_behind_small_words_and_beside_another() {
    for (message, expected) in [
        ("bote aí 25 toneladas do dolomítico", vec![("25", "dolomitico")]),
        ("bota também 2 pistolas de vacinar", vec![("2", "pistolas vacinar")]),
        ("separa pra mim 3", vec![("3", "")]),
        ("10 sacos de ureia e 5 de cloreto", vec![("10", "ureia"), ("5", "cloreto")]),
        ("total de 4 do primeiro e 3 deste último", vec![("4", ""), ("3", "")]),
        ("qual o preço de 3 sacos de ureia?", vec![("3", "ureia")]),
        ("vai de cletodim, fecha 10 com 2 óleo mineral", vec![("10", "cletodim"), ("2", "oleo mineral")]),
        ("os dois mais 4 kits", vec![("4", "kits")]),
        ("o rolo da tela com 2 sacos da ração", vec![("1", "tela"), ("2", "racao")]),
        ("quero 12 metros", vec![("12", "")]),
    ] {
        let read: Vec<(String, String)> =
            counts(message).into_iter().map(|(number, _, words)| (number, words)).collect();
        let expected: Vec<(String, String)> =
            expected.into_iter().map(|(number, words)| (number.to_owned(), words.to_owned())).collect();
        assert_eq!(read, expected, "{message}");
    }
    assert_eq!(counts("quero 2 respiradores com 2 filtros").len(), 1, "the filters are part of each");
    let places: Vec<_> = MessageReading::of("4 do primeiro e 3 do último").counts;
    assert_eq!(places.iter().map(|count| count.place).collect::<Vec<_>>(), [Some(1), Some(LAST_PLACE)]);
    for message in [
        "sombrite 3 x 50 m quanto fica?",
        "bomba de 30 metros",
        "quero 3 metros de altura",
        "tela de 2 metros",
    ] {
        assert_eq!(counts(message), [], "{message}");
    }
}

#[test]
fn of_each_is_no_price_by_the_piece() {
    let reading = MessageReading::of("uns 5 sacos de cada uma");
    assert!(reading.per.is_none() && reading.counts.iter().any(|count| count.each), "{reading:?}");
}

#[test]
fn a_place_may_stand_before_the_number() {
    let place = |message: &str| MessageReading::of(message).counts.first().and_then(|count| count.place);
    assert_eq!(place("então vai o primeiro. 15 sacos"), Some(1));
    assert_eq!(place("quero o segundo, 3 caixas"), Some(2));
    assert_eq!(place("me vê a última, 3 caixas"), Some(LAST_PLACE));
    for message in
        ["na segunda quero 3 caixas", "quero 3 caixas", "a primeira chuva veio, quero 3 sacos de milho"]
    {
        assert_eq!(place(message), None, "{message}");
    }
}

#[test]
fn a_few_that_are_pointed_at_are_no_count() {
    assert_eq!(counts("qual das 2 é mais cara?"), []);
    assert_eq!(counts("manda as 12").len(), 1, "so many are ordered");
}

#[test]
fn of_each_means_what_the_message_names_and_a_grade_is_a_name() {
    let counts = |message: &str| {
        let (_, counts) = read_counts(message, true);
        counts.into_iter().map(|count| (count.number.to_string(), count.words.join(" "))).collect::<Vec<_>>()
    };
    let both = [("2".to_owned(), "novarol".to_owned()), ("2".to_owned(), "virospod".to_owned())];
    assert_eq!(counts("Novarol e Virospod, quero 2 de cada"), both);
    assert_eq!(counts("2 de cada").len(), 1, "what was shown is meant");
    assert_eq!(counts("3 rolos e 8% no total").len(), 1, "a share is no thing");
    assert_eq!(counts("3 rolos e o balde, quanto dá?").len(), 2, "a thing is one");
    let grades = [("12".to_owned(), "04-14-08".to_owned()), ("8".to_owned(), "20-05-20".to_owned())];
    assert_eq!(counts("12 sacos do 04-14-08 e 8 do 20-05-20"), grades);
}

#[test]
fn what_is_bought_is_counted_without_a_word_that_orders() {
    let number = |(_, counts): (String, Vec<Count>)| counts.first().map(|count| count.number);
    assert_eq!(number(read_bought_counts("2 Novarol", false)), Some(Decimal::TWO));
    assert_eq!(number(read_counts("2 Novarol", false)), None, "it may be a name");
    assert_eq!(number(read_bought_counts("adubo 04-14-08", false)), None, "a grade counts nothing");
}
