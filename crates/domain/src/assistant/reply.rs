//! A person's words about a waiting write, read without a model.
//!
//! The reading is timid: only a message that is a yes and nothing else confirms. Every word must be known;
//! one that is not makes the reading uncertain, and the person is asked. A correction never writes: it makes
//! a new card.

use super::amount::Amount;
use super::tools::Tool;
use crate::text::{normalize_text, plain_words};
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

/// What a message says about a waiting write.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// Yes, and nothing else.
    Confirm,
    /// No, and nothing else.
    Reject,
    /// Another amount: the arguments that get another value.
    Correct(Map<String, Value>),
    /// About the write, but not clear: the person is asked.
    Unclear,
    /// About another matter.
    Unrelated,
}

const YES: [&str; 46] = [
    "sim",
    "s",
    "ss",
    "ok",
    "okay",
    "okey",
    "pode",
    "podes",
    "manda",
    "mandar",
    "mande",
    "confirma",
    "confirmo",
    "confirmado",
    "confirmar",
    "confirme",
    "beleza",
    "blz",
    "isso",
    "claro",
    "certo",
    "certeza",
    "perfeito",
    "fechado",
    "fecha",
    "bora",
    "aplica",
    "aplicar",
    "aplique",
    "executa",
    "executar",
    "execute",
    "prossiga",
    "positivo",
    "combinado",
    "aprovado",
    "aprovo",
    "yes",
    "y",
    "yep",
    "yeah",
    "sure",
    "confirm",
    "confirmed",
    "approve",
    "approved",
];
const NO: [&str; 29] = [
    "nao",
    "n",
    "nn",
    "cancela",
    "cancelar",
    "cancele",
    "cancelado",
    "deixa",
    "esquece",
    "esqueca",
    "pare",
    "negativo",
    "rejeita",
    "rejeitar",
    "rejeito",
    "desisto",
    "desiste",
    "desistir",
    "nem",
    "nunca",
    "jamais",
    "no",
    "nope",
    "cancel",
    "stop",
    "reject",
    "never",
    "dont",
    "forget",
];
/// Words that add nothing to a yes or a no.
const FILLER: [&str; 68] = [
    "na", "para", "a", "o", "e", "ai", "ah", "agora", "ja", "la", "pra", "de", "com", "em", "que", "ta",
    "esta", "tudo", "todos", "bem", "bom", "boa", "muito", "mesmo", "mais", "entao", "por", "favor", "pf",
    "pfv", "pfvr", "obrigado", "obrigada", "obg", "valeu", "vlw", "vai", "ver", "fazer", "faz", "faca",
    "fazendo", "ir", "frente", "adiante", "quero", "it", "go", "ahead", "do", "that", "s", "right", "please",
    "thanks", "thank", "you", "now", "mind", "is", "fine", "good", "all", "the", "this", "never", "me", "eu",
];
/// Words of a correction.
const CUE: [&str; 44] = [
    "verdade", "melhor", "mas", "so", "apenas", "somente", "corrige", "corrigir", "corrija", "muda", "mudar",
    "mude", "altera", "alterar", "altere", "troca", "trocar", "troque", "coloca", "coloque", "bota", "bote",
    "poe", "ponha", "usa", "use", "vez", "inves", "ao", "quis", "dizer", "seja", "sejam", "fica", "fique",
    "actually", "make", "change", "only", "just", "but", "instead", "to", "at",
];
const UP: [&str; 12] = [
    "sobe",
    "subir",
    "suba",
    "aumenta",
    "aumentar",
    "aumente",
    "aumento",
    "raise",
    "up",
    "reajusta",
    "reajuste",
    "acrescimo",
];
const DOWN: [&str; 14] = [
    "baixa", "baixar", "baixe", "desce", "descer", "diminui", "diminuir", "diminua", "reduz", "reduzir",
    "reduza", "desconto", "lower", "down",
];
const HUNDREDTHS: [&str; 5] = ["por", "cento", "percent", "porcento", "pct"];
const MONEY: [&str; 8] = ["r", "rs", "reais", "real", "brl", "preco", "price", "valor"];

/// Words beyond which a question is about another matter.
const OTHER_WORDS: usize = 2;

/// Reads `message` about an action of `tool` with `arguments`.
pub fn read_reply(message: &str, tool: Tool, arguments: &Map<String, Value>) -> Reply {
    let read = Words::of(message);
    if read.is_question {
        return match read.other > OTHER_WORDS || !read.is_about_it() {
            true => Reply::Unrelated,
            false => Reply::Unclear,
        };
    }
    match (read.other, read.yes, read.no, read.amounts.as_slice()) {
        (0, _, 0, [amount]) => {
            correction(*amount, &read, tool, arguments).map_or(Reply::Unclear, Reply::Correct)
        }
        (0, 1.., 0, []) if read.cues == 0 && !read.has_direction() && !read.has_unit() => Reply::Confirm,
        (0, 0, 1.., []) if read.cues == 0 => Reply::Reject,
        (0, _, _, []) if read.is_about_it() => Reply::Unclear,
        _ if read.is_about_it() || !read.amounts.is_empty() => Reply::Unclear,
        _ => Reply::Unrelated,
    }
}

/// How many words of a message are of which kind.
#[derive(Debug, Default)]
struct Words {
    yes: usize,
    no: usize,
    cues: usize,
    up: usize,
    down: usize,
    hundredths: bool,
    money: bool,
    other: usize,
    amounts: Vec<Decimal>,
    is_question: bool,
}

impl Words {
    fn of(message: &str) -> Self {
        let mut read = Self {
            is_question: message.contains('?'),
            hundredths: message.contains('%'),
            money: message.contains('$'),
            ..Self::default()
        };
        let mut rest = String::new();
        for piece in message.split_whitespace() {
            match amount_of(piece) {
                Some(amount) => read.amounts.push(amount),
                None => rest = rest + " " + piece,
            }
        }
        let folded = normalize_text(&rest).replace(['\'', '’'], "");
        for word in plain_words(&folded) {
            read.count(word);
        }
        // Signs that are no words are drawn answers too.
        read.yes += message.chars().filter(|c| matches!(c, '👍' | '✅' | '👌')).count();
        read.no += message.chars().filter(|c| matches!(c, '👎' | '❌' | '🚫')).count();
        read
    }

    fn count(&mut self, word: &str) {
        if HUNDREDTHS.contains(&word) && word != "por" {
            self.hundredths = true;
        } else if MONEY.contains(&word) {
            self.money = true;
        } else if NO.contains(&word) {
            self.no += 1;
        } else if YES.contains(&word) {
            self.yes += 1;
        } else if UP.contains(&word) {
            self.up += 1;
        } else if DOWN.contains(&word) {
            self.down += 1;
        } else if CUE.contains(&word) {
            self.cues += 1;
        } else if !FILLER.contains(&word) {
            self.other += 1;
        }
    }

    fn has_direction(&self) -> bool {
        self.up + self.down > 0
    }

    fn has_unit(&self) -> bool {
        self.hundredths || self.money
    }

    /// Whether a word speaks of yes, no or another amount at all.
    fn is_about_it(&self) -> bool {
        self.yes + self.no + self.cues + self.up + self.down > 0
            || self.has_unit()
            || !self.amounts.is_empty()
    }
}

/// The amount that a piece between blanks is: `4%`, `R$12,50`, `82.5.`.
fn amount_of(piece: &str) -> Option<Decimal> {
    let plain = piece.trim_end_matches(['.', ',', '!', ';', ':', ')']).trim_start_matches('(');
    if !plain.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    Amount::read(plain).map(|amount| amount.0)
}

/// The argument that an amount corrects, where the action has one of that kind.
fn correction(
    amount: Decimal,
    read: &Words,
    tool: Tool,
    arguments: &Map<String, Value>,
) -> Option<Map<String, Value>> {
    let has = |name: &str| arguments.get(name).is_some_and(|value| !value.is_null());
    let name = match tool {
        Tool::SetPrice if has("percent") && !read.money => "percent",
        Tool::SetPrice | Tool::UpdateItem | Tool::CreateItem if has("price") && !read.hundredths => "price",
        _ => return None,
    };
    let amount = match name {
        "percent" => with_direction(amount, read, arguments.get(name)?)?,
        _ if amount.is_sign_negative() => return None,
        _ => amount,
    };
    let value = serde_json::to_value(Amount(amount)).ok()?;
    json!({ name: value }).as_object().cloned()
}

/// An amount without a sign keeps the direction of the one it corrects, unless words give one.
fn with_direction(amount: Decimal, read: &Words, before: &Value) -> Option<Decimal> {
    match (read.up, read.down) {
        (1.., 1..) => None,
        (1.., 0) => Some(amount.abs()),
        (0, 1..) => Some(-amount.abs()),
        _ if amount.is_sign_negative() => Some(amount),
        _ if before.as_f64().is_some_and(|before| before < 0.0) => Some(-amount),
        _ => Some(amount),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
