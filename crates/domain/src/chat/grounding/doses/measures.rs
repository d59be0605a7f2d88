//! Where a text measures a dose, what doses are given to, and the words around them.

use crate::chat::grounding::figures::tokens::{Token, numbers_at, sign_at, word_at};
use crate::chat::grounding::figures::units::{measure_called, unit_of};
use rust_decimal::Decimal;

/// A measure in a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Measure {
    pub base: &'static str,
    /// How many of the base one is.
    pub factor: Decimal,
    /// The token behind it.
    pub end: usize,
}

/// The measure of an amount that begins at `at`.
pub(super) fn measure_at(tokens: &[Token], at: usize) -> Option<Measure> {
    let one = |base| Some(Measure { base, factor: Decimal::ONE, end: at + 1 });
    if let Some((base, factor)) = unit_of(tokens, at) {
        return Some(Measure { base, factor, end: at + 1 });
    }
    match sign_at(tokens, at) {
        Some('‰') => return one("‰"),
        Some(_) => return None,
        None => {}
    }
    let word = word_at(tokens, at)?;
    if word == "por" || word == "per" {
        let end = at + 2;
        // Both words are read as numbers already.
        let is_word = |letters| tokens.get(at + 1).is_some_and(|token| token.range.len() == letters);
        return match numbers_at(tokens, at + 1) {
            [hundred] if *hundred == Decimal::ONE_HUNDRED && is_word(5) => {
                Some(Measure { base: "%", factor: Decimal::ONE, end })
            }
            [thousand] if *thousand == Decimal::ONE_THOUSAND && is_word(3) => {
                Some(Measure { base: "‰", factor: Decimal::ONE, end })
            }
            _ if word_at(tokens, at + 1) == Some("cent") => {
                Some(Measure { base: "%", factor: Decimal::ONE, end })
            }
            _ => None,
        };
    }
    // The pieces of `3/4 de litro`.
    if word == "de" {
        return unit_of(tokens, at + 1).map(|(base, factor)| Measure { base, factor, end: at + 2 });
    }
    if word == "fl" && word_at(tokens, at + 1) == Some("oz") {
        return Some(Measure { base: "oz", factor: Decimal::ONE, end: at + 2 });
    }
    let (base, factor) = measure_called(word)?;
    Some(Measure { base, factor, end: at + 1 })
}

/// What a measure is given to, at `at`.
pub(super) fn find_target(tokens: &[Token], at: usize) -> Option<Measure> {
    let word = word_at(tokens, at);
    let one = |base, end| Some(Measure { base, factor: Decimal::ONE, end });
    match word {
        Some("m" | "metro" | "metros") => {
            let is_square = matches!(sign_at(tokens, at + 1), Some('²'))
                || word_at(tokens, at + 1).is_some_and(|word| word.starts_with("quadrad"));
            let is_cube = matches!(sign_at(tokens, at + 1), Some('³'))
                || word_at(tokens, at + 1).is_some_and(|word| word.starts_with("cubic"));
            // `m2`: the digit stands as a number of its own, and touches.
            let touches = tokens.get(at + 1).is_some_and(|next| next.range.start == tokens[at].range.end);
            let digit = tokens.get(at + 1).filter(|_| touches).map(|next| next.range.len());
            let is_square = is_square || (digit == Some(1) && sign_at(tokens, at + 1).is_none());
            return match (is_square, is_cube) {
                (true, _) => one("m2", at + 2),
                (_, true) => one("m3", at + 2),
                _ => one("m", at + 1),
            };
        }
        Some("ha" | "hectare" | "hectares") => return one("ha", at + 1),
        Some("hl" | "hectolitro" | "hectolitros") => {
            return Some(Measure { base: "ml", factor: Decimal::from(100_000), end: at + 1 });
        }
        Some("alqueire" | "alqueires" | "alq") => return one("alqueire", at + 1),
        Some("acre" | "acres" | "ac") => return one("acre", at + 1),
        Some("a") if sign_at(tokens, at.wrapping_sub(1)) == Some('/') => return one("acre", at + 1),
        Some(
            "planta" | "plantas" | "cova" | "covas" | "pe" | "pes" | "muda" | "mudas" | "arvore" | "arvores"
            | "vaso" | "vasos" | "buraco" | "cacho" | "plant" | "tree" | "olheiro" | "olheiros"
            | "formigueiro" | "touceira",
        ) => return one("planta", at + 1),
        Some(
            "animal" | "animais" | "cabeca" | "cabecas" | "boi" | "bois" | "vaca" | "vacas" | "bezerro"
            | "bezerros" | "novilha" | "touro" | "touros" | "ave" | "aves" | "frango" | "frangos" | "suino"
            | "suinos" | "porco" | "cavalo" | "ovelha" | "cabra" | "cao" | "head" | "dia",
        ) => return one("animal", at + 1),
        Some(
            "bomba" | "bombas" | "balde" | "baldes" | "tanque" | "tanques" | "pulverizador" | "costal"
            | "silo" | "talhao" | "canteiro" | "rua" | "linha" | "tank" | "bucket" | "sprayer" | "regador",
        ) => return one("tanque", at + 1),
        Some("saco" | "saca" | "sacos" | "sacas") => return one("saca", at + 1),
        _ => {}
    }
    let (base, factor) = unit_of(tokens, at).or_else(|| match word? {
        word @ ("gal" | "gallon" | "gallons" | "lts") => measure_called(word),
        _ => None,
    })?;
    Some(Measure { base, factor, end: at + 1 })
}

/// Stems of words that tell of a dose.
const LEADS: &str = "dose dosa dosi subdos apliq aplic use usa uso usado utiliz pulveri mistur dilu coloq coloc adicion \
    recomend calda despej jog ponha poe bota bote dobre dobra tripli aument reduz suba eleve dissolv \
    regue regar borrif trabalh propor concentra solu medida leva lev vao vai bata bater inje semei seme \
    espalh distrib fique ficar prepar medir meca quantidade apply applied spray mix dilut rate dosage \
    add pour";
/// Stems of what an amount is the size of, and not what is given.
const CONTAINERS: &str = "galao galoes frasco embalag saco saca sacaria balde bombona tambor caixa pacote sache tanque \
    bomba pulveriz costal capacidade ibc contain contein garrafa lata pote bag jug bottle tank pack \
    drum custa preco estoque saldo pedido encomenda carga frete pesa peso animais stock order weigh \
    unidade volume litragem kit fardo bisnaga seringa reservat caminhao pallet palete produto";

pub(super) fn is_lead(word: &str) -> bool {
    LEADS.split(' ').any(|stem| is_form_of(word, stem)) && !matches!(word, "produto" | "produtos" | "usada")
}

pub(super) fn is_container(word: &str) -> bool {
    CONTAINERS.split(' ').any(|stem| word.starts_with(stem))
        && !word.starts_with("pulverize")
        && !matches!(word, "pulverizar" | "produto" | "produtos")
}

/// Whether a folded word is a form of a stem; short stems are whole words.
fn is_form_of(word: &str, stem: &str) -> bool {
    if stem.len() <= 3
        || matches!(stem, "leva" | "bota" | "bote" | "suba" | "rate" | "bata" | "meca" | "seme")
    {
        word == stem || word.strip_suffix(['s', 'r', 'm', 'n']) == Some(stem)
    } else {
        word.starts_with(stem)
    }
}
