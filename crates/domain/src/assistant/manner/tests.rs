use super::MannerSignal::{self, Emoji, Excited, Formal, Long, Sad, Short};
use super::words::is_whole;
use super::{Persona, manner_text, read_manner};
use crate::chat::intent::safety::find_concern;
use crate::prompt::ASSISTANT_PERSONAL;
use proptest::prelude::*;

const NONE: &[MannerSignal] = &[];

/// One message, and what is read in it.
const MESSAGES: &[(&str, &[MannerSignal])] = &[
    // Sadness, said of oneself.
    ("estou triste", &[Sad]),
    ("Estou muito triste hoje.", &[Sad]),
    ("tô mó triste", &[Sad]),
    ("to mto triste cara", &[Sad]),
    ("ando desanimada ultimamente", &[Sad]),
    ("me sinto sozinha", &[Sad]),
    ("to na bad", &[Sad]),
    ("hoje to mal", &[Sad]),
    ("não tô bem", &[Sad]),
    ("Perdi meu pai semana passada", &[Sad]),
    ("meu avô faleceu ontem", &[Sad]),
    ("minha cachorra morreu", &[Sad]),
    ("que saudade da minha mãe", &[Sad]),
    ("terminei o namoro", &[Sad]),
    ("foi um dia difícil", &[Sad]),
    ("chorei a noite toda", &[Sad]),
    ("tô arrasado, pode me ajudar?", &[Sad]),
    ("I'm so sad", &[Sad]),
    ("I feel really down today", &[Sad]),
    ("my dad passed away", &[Sad]),
    ("we broke up last night", &[Sad]),
    ("it was a rough day", &[Sad]),
    ("i've been feeling lonely", &[Sad]),
    // What looks like it.
    ("estou triste com a chuva", NONE),
    ("to chateado com o preço da ureia", NONE),
    ("I am sad about the price", NONE),
    ("não estou triste", NONE),
    ("I'm not sad", NONE),
    ("a vaca está triste e não come", NONE),
    ("remédio para tristeza parasitária bovina", NONE),
    ("vírus da tristeza dos citros", NONE),
    ("meu cliente está triste", NONE),
    ("minha soja morreu na seca", NONE),
    ("perdi meu pedido", NONE),
    ("estou mal informado sobre o produto", NONE),
    ("como digo \"estou triste\" em inglês?", NONE),
    ("down payment of 30%", NONE),
    ("i am down for a discount", NONE),
    ("estou morto de cansaço", NONE),
    ("preço baixo, praga pesada", NONE),
    // Joy.
    ("estou muito feliz", &[Excited]),
    ("to super animada", &[Excited]),
    ("batemos a meta", &[Excited]),
    ("fui promovido", &[Excited]),
    ("nasceu minha filha", &[Excited]),
    ("consegui!", &[Excited]),
    ("Deu certo!!!", &[Excited]),
    ("uhuu, fechei a venda", &[Excited]),
    ("I got promoted", &[Excited]),
    ("we did it!", &[Excited]),
    ("i'm so excited", &[Excited]),
    // What looks like it.
    ("quanto custa a ureia!!!", NONE),
    ("tem glifosato?!!!", NONE),
    ("deu certo o pedido?", NONE),
    ("não consegui abrir a nota!", NONE),
    ("consegui o desconto", NONE),
    ("estou feliz com o preço", NONE),
    ("não estou feliz", NONE),
    ("o gado anda animado", NONE),
    ("happy with the price? tell me", NONE),
    ("quando batemos a meta?", NONE),
    // Both: sadness weighs more.
    ("fui promovida mas estou triste", &[Sad]),
    ("eu estava triste. agora estou feliz", &[Sad]),
    // Formality.
    ("Prezados, bom dia.", &[Formal]),
    ("O senhor poderia me informar o prazo?", &[Formal]),
    ("Gostaria de saber se poderia receber amanhã.", &[Formal]),
    ("Por gentileza, qual o saldo?", &[Formal]),
    ("Kindly send me the summary.", &[Formal]),
    ("I would like to know, please, my balance.", &[Formal]),
    ("o senhor João comprou adubo", NONE),
    ("a senhora do caixa pagou", NONE),
    ("qual o preço, por favor", NONE),
    ("vc poderia me informar por gentileza", NONE),
    ("thank you", NONE),
    // Emojis.
    ("bom dia 😊", &[Emoji]),
    ("valeu :)", &[Emoji]),
    ("obrigada ❤️", &[Emoji]),
    ("batemos a meta 🎉", &[Excited, Emoji]),
    ("estou triste 😢", &[Sad]),
    ("milho → soja ✓", NONE),
    ("Roundup® 20 L ★ ♂", NONE),
    ("preço: 10; prazo: 3)", NONE),
    // Neither.
    ("quanto custa a semente de milho", NONE),
    ("", NONE),
    ("!!!", NONE),
];

#[test]
fn each_message_gives_what_its_form_says_and_nothing_else() {
    let wrong: Vec<String> = MESSAGES
        .iter()
        .map(|(message, expected)| (message, read_manner([*message]), expected))
        .filter(|(_, read, expected)| read != *expected)
        .map(|(message, read, expected)| format!("{message}: {read:?}, not {expected:?}"))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(MESSAGES.len() >= 60);
}

#[test]
fn several_messages_say_how_long_one_writes_and_a_mood_passes() {
    let long = "palavra ".repeat(60);
    let cases: &[(&[&str], &[MannerSignal])] = &[
        (&["sim", "ok", "manda"], &[Short]),
        (&["sim", "ok"], NONE),
        (&["sim", "ok", "preciso de um resumo de tudo que gastei no mês"], NONE),
        (&[&long], &[Long]),
        (&["sim", &long], NONE),
        (&["e o preço?", "ok", "estou triste"], &[Sad, Short]),
        (&["e agora", "ok", "sim", "estou triste"], &[Short]),
        (&["fui promovido", "estou triste"], &[Excited]),
        (&["qual é", "oi 😀", "bom dia 😀"], &[Emoji, Short]),
        (&["qual é a soma das contas deste mês?", "oi 😀", "bom dia a todos vocês que estão aí"], NONE),
        (&["tá", "Prezados, bom dia"], NONE),
        (&["fui promovida 🎉", "por gentileza 😀", "ok"], &[Excited, Formal, Emoji]),
    ];
    for (messages, expected) in cases {
        assert_eq!(read_manner(messages.iter().copied()), *expected, "{messages:?}");
    }
}

#[test]
fn the_lines_are_the_programs_own() {
    assert!(is_whole(&MannerSignal::ALL.map(MannerSignal::as_str)));
    assert_eq!(manner_text(&[]), "");
    let text = manner_text(&[Sad, Short]);
    assert_eq!(text.lines().filter(|line| line.starts_with("- ")).count(), 2, "{text}");
    for signal in MannerSignal::ALL {
        assert_eq!(serde_json::to_value(signal).unwrap(), signal.as_str());
    }
}

#[test]
fn a_danger_is_found_whatever_the_mood() {
    for message in
        ["estou triste e quero morrer", "I feel down, I want to kill myself", "to na bad, quero me matar"]
    {
        assert_eq!(read_manner([message]), [Sad], "{message}");
        assert!(find_concern(message).is_some(), "{message}");
    }
    assert!(find_concern("estou triste").is_none(), "sadness alone is no danger");
}

#[test]
fn personas_have_names_prompts_and_leave_the_rules_alone() {
    for persona in Persona::ALL {
        assert_eq!(Persona::parse(persona.as_str()), Some(persona));
        assert_eq!(serde_json::to_value(persona).unwrap(), persona.as_str());
    }
    assert_eq!(Persona::default().prompt(), None);
    let with_switch: Vec<Persona> = Persona::ALL.into_iter().filter(|one| one.needs_switch()).collect();
    assert_eq!(with_switch, [Persona::Christian]);
    for prompt in [Persona::Counselor, Persona::Christian].map(|one| one.prompt().unwrap()) {
        let text = prompt.text();
        assert!(text.contains("As regras acima valem"), "{text}");
        assert!(!text.contains("{{") && text.len() < 1_600, "{} bytes", text.len());
    }
}

#[test]
fn the_instruction_has_the_rules_of_tone_in_a_sane_length() {
    let text = ASSISTANT_PERSONAL.text();
    for rule in [
        "Lembro que você",
        "Se não me engano",
        "Memória",
        "uma vez",
        "\"você\"",
        "emojis",
        "Quer que eu anote?",
    ] {
        assert!(text.contains(rule), "{rule}");
    }
    assert!(text.len() < 6_000, "{} bytes", text.len());
}

proptest! {
    #[test]
    fn any_text_is_read_and_none_of_it_gets_into_the_prompt(messages in prop::collection::vec(any::<String>(), 0..8)) {
        let signals = read_manner(messages.iter().map(String::as_str));
        prop_assert!(signals.len() <= 3);
        let lines = manner_text(&signals);
        prop_assert_eq!(lines, manner_text(&signals.clone()));
    }
}
