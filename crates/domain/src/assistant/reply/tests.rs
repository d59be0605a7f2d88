//! Replies as people write them.

use super::*;
use crate::assistant::tools::Tool;

fn price_rise() -> Map<String, Value> {
    json!({ "selection": { "category": "Herbicidas" }, "percent": 5 }).as_object().cloned().unwrap()
}

fn read(message: &str) -> Reply {
    read_reply(message, Tool::SetPrice, &price_rise())
}

fn percent(value: f64) -> Reply {
    let value = if value.fract() == 0.0 { json!(value as i64) } else { json!(value) };
    Reply::Correct(json!({ "percent": value }).as_object().cloned().unwrap())
}

#[test]
fn a_clear_yes_confirms() {
    for yes in [
        "sim",
        "Sim!",
        "s",
        "ok",
        "OK.",
        "pode",
        "pode mandar",
        "pode sim",
        "Pode fazer",
        "manda ver",
        "manda",
        "confirma",
        "confirmo",
        "Confirmado!",
        "beleza",
        "blz",
        "isso",
        "isso mesmo",
        "isso aí",
        "claro",
        "com certeza",
        "certo",
        "perfeito, pode mandar",
        "fechado",
        "tá certo",
        "está certo",
        "pode aplicar",
        "aplica",
        "sim, por favor",
        "sim, obrigado",
        "pode confirmar",
        "vai, confirma",
        "bora",
        "combinado",
        "aprovado",
        "yes",
        "Yes please",
        "yep",
        "sure",
        "ok, go ahead",
        "confirm",
        "yes, do it",
        "approved",
        "👍",
        "sim sim",
        "ok ok",
        "sim, tudo certo",
        "pode ir em frente",
        "sim, quero fazer isso",
        "sim, quero que aplique",
        "show, pode mandar",
        "ok, show",
        "sim, como combinado",
        "pode fazer como está",
        "pode mandar agora",
        "sim, agora",
        "confirma agora",
        "tudo bem, pode mandar",
        "sim, tudo bem",
        "muito bom, pode mandar",
        "ótimo, confirma",
        "sim, tudo",
        "pode mandar tudo",
        "manda tudo",
        "fecha",
        "pode ir adiante",
        "anota",
        "anota sim",
        "anota aí, por favor",
        "pode anotar",
        "registra",
        "salva",
        "grava",
        "tá tudo certo",
        "tudo certo, pode mandar",
        "é isso",
    ] {
        assert_eq!(read(yes), Reply::Confirm, "{yes}");
    }
}

#[test]
fn a_clear_no_rejects() {
    for no in [
        "não",
        "nao",
        "Não!",
        "n",
        "cancela",
        "cancelar",
        "pode não, cancela... não",
        "deixa",
        "deixa pra lá",
        "esquece",
        "não, obrigado",
        "no",
        "nope",
        "no thanks",
        "cancel",
        "cancel it",
        "never mind",
        "desisto",
        "negativo",
        "não faz",
        "não quero",
        "pare",
        "👎",
        "stop",
        "rejeita",
        "esquece isso não",
    ] {
        let reply = read(no);
        assert!(matches!(reply, Reply::Reject | Reply::Unclear), "{no}: {reply:?}");
    }
    for no in
        ["não", "cancela", "deixa pra lá", "no", "não, obrigado", "cancel it", "never mind", "não quero"]
    {
        assert_eq!(read(no), Reply::Reject, "{no}");
    }
}

#[test]
fn another_amount_makes_another_card() {
    for (message, value) in [
        ("4%", 4.0),
        ("na verdade 4%", 4.0),
        ("só 4 %", 4.0),
        ("sim, mas 4%", 4.0),
        ("melhor 4,5%", 4.5),
        ("coloca 4 por cento", 4.0),
        ("muda pra 4", 4.0),
        ("baixa 3%", -3.0),
        ("aumenta só 2", 2.0),
        ("make it 4%", 4.0),
        ("actually 4 percent", 4.0),
        ("-2%", -2.0),
        ("quero 4", 4.0),
        ("eu quero 4.", 4.0),
    ] {
        assert_eq!(read(message), percent(value), "{message}");
    }
    let lowering = json!({ "item": "A", "percent": -10 }).as_object().cloned().unwrap();
    let said = read_reply("na verdade 8%", Tool::SetPrice, &lowering);
    assert_eq!(said, percent(-8.0), "the direction stays");
    let price = json!({ "item": "A", "price": 100 }).as_object().cloned().unwrap();
    let said = read_reply("na verdade R$ 99,90", Tool::SetPrice, &price);
    assert_eq!(said, Reply::Correct(json!({ "price": 99.9 }).as_object().cloned().unwrap()));
}

#[test]
fn a_measure_and_an_expense_are_corrected_by_their_amount() {
    let weight = json!({ "type": "weight", "value": 82, "unit": "kg" }).as_object().cloned().unwrap();
    let expense = json!({ "name": "Mercado", "actualAmount": 450 }).as_object().cloned().unwrap();
    let planned = json!({ "name": "Mercado", "budgetedAmount": 450 }).as_object().cloned().unwrap();
    for (message, tool, arguments, corrected) in [
        ("na verdade 81,5", Tool::RecordMetric, &weight, json!({ "value": 81.5 })),
        ("na verdade R$ 430", Tool::CreateExpense, &expense, json!({ "actualAmount": 430 })),
        ("só 400", Tool::CreateExpense, &planned, json!({ "budgetedAmount": 400 })),
    ] {
        let read = read_reply(message, tool, arguments);
        assert_eq!(read, Reply::Correct(corrected.as_object().cloned().unwrap()), "{message}");
    }
    let doubted = read_reply("não, foi R$ 430", Tool::CreateExpense, &expense);
    assert_eq!(doubted, Reply::Unclear, "a no beside an amount says two things");
}

#[test]
fn a_direction_that_the_person_did_not_say_is_noticed() {
    let (up, down) = (Decimal::from(5), Decimal::from(-5));
    for (message, percent, is_other) in [
        ("sobe 5% os preços dos herbicidas", up, false),
        ("sobe 5% os preços dos herbicidas", down, true),
        ("baixa 5% os herbicidas", down, false),
        ("baixa 5% os herbicidas", up, true),
        ("sobe -5% os herbicidas", down, false),
        ("sobe 5% o que baixou, e baixa o que subiu", down, false),
        ("5% nos herbicidas", down, false),
    ] {
        assert_eq!(speaks_of_other_direction(message, percent), is_other, "{message}: {percent}");
    }
}

#[test]
fn what_is_not_clear_is_asked_about() {
    for unclear in [
        "não, pode mandar",
        "sim e não",
        "sim, mas só os da Boreal",
        "talvez sim",
        "acho que sim",
        "pode ser",
        "sim, menos o Capinorte",
        "confirma depois",
        "sim se o gerente deixar",
        "R$ 10",
        "4% ou 5%",
        "não sei se confirmo",
        "pode?",
        "sim?",
        "confirma só metade",
        "ok mas espera",
        "mas",
        "4% nos da Boreal",
        "sobe 4% e baixa depois",
        "deixa eu ver antes",
        "yes but not all",
        "sim não",
        "isso não",
        "pode não",
        "baixa",
        "reais",
    ] {
        assert_eq!(read(unclear), Reply::Unclear, "{unclear}");
    }
}

#[test]
fn another_matter_is_another_matter() {
    for other in [
        "quanto custa o Azocipra?",
        "vocês entregam na fazenda?",
        "fungicida para ferrugem da soja",
        "bom dia",
        "qual o prazo de entrega?",
        "tem luva nitrílica?",
        "what about delivery?",
        "me mostra três inseticidas",
        "pode me dizer quanto custa o Azocipra?",
        "",
    ] {
        assert_eq!(read(other), Reply::Unrelated, "{other}");
    }
}

#[test]
fn an_amount_that_the_action_has_no_place_for_corrects_nothing() {
    let faq = json!({ "question": "Prazo?", "answer": "5 dias" }).as_object().cloned().unwrap();
    assert_eq!(read_reply("na verdade 4", Tool::CreateFaq, &faq), Reply::Unclear);
    assert_eq!(read("na verdade R$ 12,50"), Reply::Unclear, "hundredths are not money");
    let weight = json!({ "type": "weight", "value": 82 }).as_object().cloned().unwrap();
    for other in ["na verdade R$ 81", "na verdade 81%", "81 ou 82"] {
        assert_eq!(read_reply(other, Tool::RecordMetric, &weight), Reply::Unclear, "{other}");
    }
}

/// A yes with any further word that is not known to be harmless does not confirm.
#[test]
fn a_yes_with_a_condition_never_confirms() {
    let yes = ["sim", "pode mandar", "ok", "confirma", "yes"];
    let conditions = [
        "amanhã",
        "se der",
        "exceto os caros",
        "menos um",
        "quando chegar",
        "só os da Aurora",
        "mas não todos",
        "depois",
        "except one",
        "tomorrow",
        "se o cliente quiser",
        "e apaga o resto",
        "and delete the others",
    ];
    for yes in yes {
        for condition in conditions {
            let message = format!("{yes} {condition}");
            assert_ne!(read(&message), Reply::Confirm, "{message}");
        }
    }
}

#[test]
fn a_yes_is_known_in_every_spelling() {
    for yes in [
        "tá bom",
        "ta bom",
        "TÁ BOM!!!",
        "ta\u{301} bom",
        "tá bom, pode mandar",
        "está bem",
        "siiim",
        "simmm!",
        "okkk",
        "Sim.\nPode confirmar, por favor",
        "comfirmo",
        "claro que sim",
        "sim, quero",
        "com certeza, valeu",
        "yesss",
        "that’s right",
        "looks good, go ahead",
        "sim 🙏",
        "👍🏽",
        "✅",
        "(sim)",
    ] {
        assert_eq!(read(yes), Reply::Confirm, "{yes}");
    }
}

#[test]
fn a_no_is_known_in_every_spelling() {
    for no in [
        "NÃO!!!",
        "na\u{303}o",
        "naooo",
        "ñ",
        "noooo",
        "de jeito nenhum",
        "melhor não",
        "agora não",
        "claro que não",
        "não precisa, obrigado",
        "pode cancelar",
        "para!",
        "don't do it",
        "don’t",
        "no, cancel that",
        "❌",
        "ah, deixa pra lá",
    ] {
        assert_eq!(read(no), Reply::Reject, "{no}");
    }
}

/// A yes and a wish for something else is neither a yes nor a doubt about the write: it is answered as a question.
#[test]
fn a_yes_before_another_wish_confirms_nothing() {
    for other in [
        "ok, quero ver tudo",
        "ok quero ver tudo",
        "sim, quero ver mais",
        "beleza, me mostra os fungicidas",
        "ok, show me everything",
        "certo, qual o prazo de entrega",
        "quero ver tudo",
        "quero ver 3 fungicidas",
        "quero ver mais 2",
        "quero 20 litros",
        "ok, show me the rest",
        "sim, quero fazer outra coisa",
        "precisamos de 20 litros para a fazenda nova",
        "tudo bem",
    ] {
        assert_eq!(read(other), Reply::Unrelated, "{other}");
    }
}

#[test]
fn what_may_be_a_yes_or_a_no_decides_nothing() {
    for neither in [
        "sin",
        "smi",
        "naum sei",
        "tá bom demais isso de preço",
        "não está certo",
        "não tá bom",
        "nao pode mandar",
        "sim/não",
        "s/n",
        "sim %",
        "sim 😂",
        "tá bom?",
        "sim？",
        "ok então vamos falar de outra coisa",
        "para já",
        "confira",
        "sim sim sim sim sim sim sim sim sim",
        "I said yes",
        "yes, no",
        "no, yes",
        "ok no problem",
        "say yes",
        "para agora",
        "não agora",
        "não, tudo bem",
        "não, tudo",
        "ah tá",
        "ah tá bom",
        "ah certo",
        "yeah right",
        "right now",
        "right",
        "tudo certo",
        "tudo ok",
        "tudo",
        "tudo bem, obrigado",
        "muito bom",
        "ótimo",
        "show",
        "agora",
        "isso tá certo",
        "isso está bom",
        "fecha tudo",
        "quero fazer o pedido",
        "anota amanhã",
        "anota: moro em Sorriso",
    ] {
        let reply = read(neither);
        assert!(matches!(reply, Reply::Unclear | Reply::Unrelated), "{neither}: {reply:?}");
    }
}

/// Replies of `tests/eval/replies`, written before the turns of speech that they made known.
#[test]
fn of_the_replies_that_are_no_yes_none_confirms_and_most_yeses_and_noes_are_known() {
    let (mut yes, mut no) = ((0, 0), (0, 0));
    for line in include_str!("../../../../../tests/eval/replies/own.tsv").lines() {
        let (meaning, said) = line.split_once('\t').expect("meaning and reply");
        let reply = read(said);
        assert!(reply != Reply::Confirm || meaning == "yes", "{said}");
        assert!(reply != Reply::Reject || meaning == "no", "{said}");
        match meaning {
            "yes" => yes = (yes.0 + usize::from(reply == Reply::Confirm), yes.1 + 1),
            "no" => no = (no.0 + usize::from(reply == Reply::Reject), no.1 + 1),
            _ => assert_eq!(meaning, "neither", "{said}"),
        }
    }
    println!("{} of {} yeses and {} of {} noes are known", yes.0, yes.1, no.0, no.1);
    assert!(yes.0 * 100 >= yes.1 * 90 && no.0 * 100 >= no.1 * 80, "{yes:?} {no:?}");
}
