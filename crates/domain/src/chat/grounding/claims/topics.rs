//! Statements of one kind that need a word of the record: prescription, mixing, waiting periods, promises
//! of effect, stock, delivery, payment, hours, class, form of the product, group of resistance.

use super::record::CitedRecord;
use super::sentence::Sentence;
use std::ops::Range;

/// What a sentence says that it leaves to the label or the agronomist, or that it does not know.
const ABSENCES: [&str; 24] = [
    "nao fala*",
    "nao cita*",
    "nao especific*",
    "sem dado*",
    "nao ha dado*",
    "nao vem informad*",
    "nao esta na ficha",
    "nao registra",
    "nao consta*",
    "nao aparec*",
    "nao tenho",
    "nao temos",
    "nao informa*",
    "nao encontr*",
    "nao ha informac*",
    "sem informac*",
    "nao esta no cadastro",
    "nao traz",
    "nao diz",
    "nao menciona",
    "confira no rotulo",
    "not listed",
    "no information",
    "does not say",
];

/// Whether a sentence says that something is not known.
pub(super) fn is_absence(sentence: &Sentence<'_>) -> bool {
    sentence.has_any_phrase(&ABSENCES)
}

const DEFERRALS: [&str; 12] = [
    "bula*",
    "rotulo*",
    "agronom*",
    "veterinari*",
    "consult*",
    "confira",
    "confirme",
    "conforme",
    "verifique",
    "label",
    "segundo o",
    "segue o que",
];

/// Statements of one kind that a record must have a word for.
struct Topic {
    /// What in a sentence makes a statement of the kind.
    cues: &'static [&'static str],
    /// A beginning of a word or a phrase that a record has which carries one.
    evidence: &'static [&'static str],
}

const TOPICS: [Topic; 10] = [
    // Stock.
    Topic {
        cues: &[
            "em estoque",
            "no estoque",
            "pronta entrega",
            "no deposito",
            "restam",
            "resta so",
            "ultimas unidades",
            "disponivel hoje",
            "disponivel agora",
            "in stock",
            "na prateleira",
        ],
        evidence: &["estoque", "pronta entrega", "deposito"],
    },
    // Arrivals and reservations, of which a count says nothing.
    Topic {
        cues: &["a caminho", "chega amanha", "acabou de chegar", "reservad*"],
        evidence: &["a caminho", "chega", "reserv"],
    },
    // Delivery.
    Topic {
        cues: &[
            "entregamos",
            "entrega gratis",
            "entrega gratuita",
            "frete",
            "de graca",
            "sem custo",
            "gratis",
            "gratuit*",
            "enviamos",
            "despach*",
            "levamos",
            "free delivery",
            "free shipping",
        ],
        evidence: &["frete", "gratis", "graca", "gratuit", "entregamos", "sem custo"],
    },
    // Promotions.
    Topic {
        cues: &[
            "promoc*",
            "desconto*",
            "brinde*",
            "voce ganha",
            "senhor ganha",
            "leve * pague",
            "liquidac*",
            "oferta*",
            "cashback",
            "cupom",
            "discount*",
        ],
        evidence: &["promoc", "desconto", "brinde", "oferta"],
    },
    // Payment.
    Topic {
        cues: &[
            "parcel*",
            "sem juros",
            "no cartao",
            "boleto",
            "pix",
            "a prazo",
            "prazo safra",
            "na safra",
            "fiado",
            "dividid*",
            "consorcio",
            "barter",
            "entrada e",
            "instal*ments",
        ],
        evidence: &["parcel", "juros", "cartao", "boleto", "pix", "prazo", "safra"],
    },
    // Opening hours.
    Topic {
        cues: &[
            "loja fica aberta",
            "loja abre",
            "loja fecha",
            "estamos abertos",
            "aberta ate",
            "aberto ate",
            "domingo*",
            "sabado*",
            "feriado*",
            "horario de funcionamento",
            "retire hoje",
            "sunday",
            "saturday",
        ],
        evidence: &["domingo", "sabado", "feriado", "horario", "aberta"],
    },
    // Promises of effect.
    Topic {
        cues: &[
            "garante",
            "garantem",
            "nunca mais",
            "qualquer",
            "zera",
            "zeram",
            "mata tudo",
            "elimina tudo",
            "nao ha resistencia",
            "sem resistencia",
            "definitiv*",
            "infaliv*",
            "milagr*",
            "cem por cento",
            "imune*",
            "aumenta a produtividade",
            "dobra a produ*",
            "cura",
            "com certeza",
            "guarantees",
            "guaranteed to",
            "100 de",
            "total seguranca",
            "totalmente",
            "completamente",
            "por completo",
            "elimina de vez",
            "erradica*",
            "de uma vez por todas",
            "nao volta",
            "para sempre",
        ],
        evidence: &[
            "garante",
            "nunca mais",
            "qualquer",
            "zera",
            "totalmente",
            "completamente",
            "por completo",
            "definitiv",
            "erradica",
            "aumenta a produtividade",
            "cura",
        ],
    },
    // Classes.
    Topic {
        cues: &[
            "classe toxicologica",
            "classe ambiental",
            "faixa vermelha",
            "faixa amarela",
            "faixa azul",
            "faixa verde",
            "toxicological class",
        ],
        evidence: &[
            "classe toxicologica",
            "classe ambiental",
            "faixa vermelha",
            "faixa amarela",
            "faixa azul",
            "faixa verde",
            "toxicologica",
        ],
    },
    Topic {
        cues: &[
            "extremamente toxic*",
            "altamente toxic*",
            "muito toxic*",
            "pouco toxic*",
            "nao e toxic*",
            "atoxic*",
        ],
        evidence: &["toxic", "veneno"],
    },
    // Warranty.
    Topic {
        cues: &["de garantia", "garantia de", "na garantia", "warranty"],
        evidence: &["garantia", "warranty"],
    },
];

/// The statement of a topic for which no record has a word.
pub(super) fn find_unsupported_topic(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let carries = |topic: &Topic| {
        let has = |record: &&CitedRecord| topic.evidence.iter().any(|beginning| record.has_phrase(beginning));
        sentence.held_to.iter().any(has)
    };
    let cue = TOPICS.iter().filter(|topic| !carries(topic)).flat_map(|topic| topic.cues);
    cue.into_iter().find_map(|cue| sentence.find(cue))
}

/// A statement on the prescription against what the records say.
pub(super) fn find_wrong_prescription(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let range = ["receit*", "prescri*"].iter().find_map(|word| sentence.find(word))?;
    let denies = sentence.has_any_phrase(&[
        "dispens*",
        "sem receit*",
        "nao exig*",
        "nao precis*",
        "nem precis*",
        "nem exig*",
        "nao pede",
        "nem pede",
        "nao requer",
        "nao necessit*",
        "livre",
        "isent*",
        "nao e preciso",
        "without a prescription",
        "without any prescription",
        "without prescription",
        "no prescription",
    ]);
    let demands = sentence.has_any_phrase(&[
        "exig*",
        "precis*",
        "obrigat*",
        "so sai",
        "so saem",
        "so vende*",
        "necess*",
        "requer*",
        "mediante",
        "somente com",
        "apenas com",
        "so com",
        "requires",
        "needs",
    ]);
    let says = |record: &&CitedRecord| record.has_phrase("receit") || record.has_phrase("prescri");
    let items = || sentence.held_to.iter().filter(|record| record.is_item);
    let wrong = if denies {
        items().any(|record| record.needs_prescription == Some(true))
            || items().all(|record| {
                record.needs_prescription.is_none()
                    && says(record)
                    && !record.text.contains("sem receit")
                    && !record.text.contains("dispensa receit")
            }) && items().next().is_some()
    } else {
        demands && items().any(|record| record.needs_prescription != Some(true) && !says(record))
    };
    wrong.then_some(range)
}

/// A statement that two products may be mixed, or may not, for which the records have no word.
pub(super) fn find_wrong_mixing(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let cues =
        ["mistur*", "mesmo tanque", "mesma calda", "compativ*", "combina bem", "combina com", "combinam"];
    let range = cues.iter().find_map(|cue| sentence.find(cue))?;
    let tank = sentence.has_any_phrase(&["tanque*", "calda*", "compativ*", "combina*", "junto com"])
        || sentence.held_to.len() > 1;
    if !tank
        || sentence.has_any_phrase(&DEFERRALS)
        || sentence.has_any_phrase(&["nao", "nunca", "evite*", "incompativ*", "separad*"])
    {
        return None;
    }
    let mixes = |record: &&CitedRecord| {
        let denied =
            ["nao mistur", "nao combin", "incompativ", "separad", "nunca mistur", "nao pode ser mistur"];
        ["mistur", "compativ", "combina", "calda", "tanque"].iter().any(|word| record.has_phrase(word))
            && !denied.iter().any(|phrase| record.text.contains(phrase))
    };
    (!sentence.held_to.iter().any(mixes)
        || sentence
            .held_to
            .iter()
            .any(|record| record.text.contains("nao combin") || record.text.contains("nao mistur")))
    .then_some(range)
}

/// A statement that there is nothing to wait for, where the records do not say so.
pub(super) fn find_unsupported_release(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let topic = [
        "carencia",
        "colh*",
        "abate",
        "reentrada",
        "entrar na",
        "intervalo",
        "pastej*",
        "leite",
        "voltar a*",
        "retorn*",
    ];
    if !sentence.has_any_phrase(&topic) || sentence.has_any_phrase(&DEFERRALS) {
        return None;
    }
    let free = [
        "nao tem carencia",
        "sem carencia",
        "mesmo dia",
        "carencia zero",
        "livre",
        "assim que",
        "imediat*",
        "logo apos",
        "logo depois",
        "na hora",
        "nao precisa esperar",
        "sem esperar",
        "nao tem intervalo",
    ];
    let range = free.iter().find_map(|phrase| sentence.find(phrase))?;
    let own = [
        "sem carencia",
        "nao tem carencia",
        "carencia zero",
        "dispensa carencia",
        "isento de carencia",
        "mesmo dia",
        "sem intervalo",
    ];
    let carried = sentence.held_to.iter().any(|record| own.iter().any(|phrase| record.text.contains(phrase)));
    (!carried).then_some(range)
}

/// How forms of a product are called, and their codes.
const FORMS: [(&str, &str); 14] = [
    ("concentrado emulsionavel", "ec"),
    ("suspensao concentrada", "sc"),
    ("concentrado soluvel", "sl"),
    ("granulo dispersivel", "wg"),
    ("granulos dispersiveis", "wg"),
    ("granulado dispersivel", "wg"),
    ("po molhavel", "wp"),
    ("po soluvel", "sp"),
    ("granulo soluvel", "sg"),
    ("microemulsao", "me"),
    ("suspensao de encapsulado", "cs"),
    ("microencapsulad*", "cs"),
    ("emulsao de oleo em agua", "ew"),
    ("dispersao de oleo", "od"),
];

/// A form of the product that is not that of the record.
pub(super) fn find_wrong_form(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let [record] = sentence.held_to[..] else { return None };
    let own = record.attribute("formulacao")?.to_lowercase();
    let wrong = |(name, code): &(&str, &str)| {
        let range = sentence.find(name)?;
        (own != *code && !record.text.contains(name.trim_end_matches('*'))).then_some(range)
    };
    let find_code = || {
        let codes = FORMS.iter().map(|(_, code)| *code);
        let at = sentence.words.iter().find(|(word, range)| {
            sentence.text[range.clone()].chars().all(char::is_uppercase)
                && codes.clone().any(|code| code == word)
                && !sentence.is_in_name(range)
                && !record.has_phrase(word)
                && *word != own
        });
        at.map(|(_, range)| range.clone())
    };
    FORMS.iter().find_map(wrong).or_else(find_code)
}

/// A group of resistance that is not that of the record, or two that are said to be one.
pub(super) fn find_wrong_group(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let group =
        |record: &CitedRecord| record.attribute("grupo_de_resistencia").map(crate::text::normalize_text);
    let ingredient =
        |record: &CitedRecord| record.attribute("ingrediente_ativo").map(crate::text::normalize_text);
    let maker = |record: &CitedRecord| Some(record.manufacturer.clone()).filter(|maker| !maker.is_empty());
    type ValueOf<'f> = &'f dyn Fn(&CitedRecord) -> Option<String>;
    let same: [(&[&str], ValueOf<'_>); 3] = [
        (&["mesmo grupo", "mesmo codigo", "mesmo modo de acao", "mesmo mecanismo"], &group),
        (&["mesmo ingrediente*", "mesmo principio*", "mesma molecula"], &ingredient),
        (&["mesmo fabricante", "mesma marca", "mesma empresa", "mesma fabrica"], &maker),
    ];
    for (phrases, value) in same {
        let Some(at) = phrases.iter().find_map(|phrase| sentence.find(phrase)) else { continue };
        let values: Vec<_> = sentence.held_to.iter().filter_map(|record| value(record)).collect();
        return values.iter().any(|other| Some(other) != values.first()).then_some(at);
    }
    let mut words = sentence.words.iter().peekable();
    while let Some((word, range)) = words.next() {
        if !matches!(word.as_str(), "hrac" | "frac" | "irac") {
            continue;
        }
        let Some((code, end)) = words.peek().filter(|(code, _)| code.contains(|c: char| c.is_ascii_digit()))
        else {
            continue;
        };
        let said = format!("{word} {code}");
        // A mark right behind belongs to it.
        let mark = sentence.marks.iter().find(|(at, _)| *at >= end.end).map(|(_, mark)| *mark);
        let meant = sentence.held_to.iter().filter(|record| mark.is_none_or(|mark| record.mark() == mark));
        let has = |record: &&&CitedRecord| {
            record
                .text
                .match_indices(&said)
                .any(|(at, _)| !record.text[at + said.len()..].starts_with(|c: char| c.is_alphanumeric()))
        };
        if !meant.clone().any(|record| has(&record)) && meant.count() > 0 {
            return Some(range.start..end.end);
        }
    }
    None
}
