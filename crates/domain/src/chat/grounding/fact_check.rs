//! Sentences that state a price, a dose or a registration that no source carries.
//!
//! In this trade these are the statements that cost money or harvests when they are wrong. What is
//! compared is value and unit ([`super::figures`]), against the texts of the sources alone: a number
//! that the person wrote is no evidence. A sentence with marks is held to the sources it names; a
//! price or a dose that stands with a product's name is held to that product, whatever is cited. A
//! dose inside a range that a source gives is flagged too: the label has the last word.
//!
//! Left out: whether a statement without figures is true, and figures of any other kind.

use std::ops::Range;

use super::citations::bind_citation_marks;
use super::evidence::Evidence;
use super::figures::{Figure, extract_figures};
use super::sentences::{find_sentence_ranges, words_of};
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::chat::{Caution, CautionKind};
use crate::text::{Stemmer, is_chatter, is_stop_word};

/// Longest phrase behind `registrado para` that is looked for, in words.
const MAX_PHRASE_WORDS: usize = 8;

/// A caution for each price, dose and registration in `answer` that its sources do not carry.
/// `answer` has its marks checked already ([`bind_citation_marks`]).
pub fn find_unsupported(answer: &str, evidence: &[Evidence]) -> Vec<Caution> {
    let marks: Vec<u32> = evidence.iter().map(|source| source.mark()).collect();
    let mut cautions = Vec::new();
    for range in find_sentence_ranges(answer) {
        let sentence = &answer[range];
        let cited = bind_citation_marks(sentence, &marks).cited;
        let named: Vec<&Evidence> =
            evidence.iter().filter(|source| cited.is_empty() || cited.contains(&source.mark())).collect();
        let mut claims = unsupported_figures(sentence, &named);
        claims.extend(unsupported_words(sentence, &named));
        cautions.extend(keep_outermost_claims(claims).into_iter().map(|(kind, claim)| Caution {
            kind,
            sentence: sentence.to_owned(),
            claim: sentence[claim].to_owned(),
            source: None,
        }));
    }
    cautions
}

/// Claims that are no part of another one: of `2 a 3 L/ha` not `3 L/ha` once more.
pub(super) fn keep_outermost_claims(claims: Vec<Claim>) -> Vec<Claim> {
    let holds = |outer: &Claim, inner: &Claim| {
        outer != inner && outer.0 == inner.0 && outer.1.start <= inner.1.start && outer.1.end >= inner.1.end
    };
    claims.iter().filter(|inner| !claims.iter().any(|outer| holds(outer, inner))).cloned().collect()
}

/// The kind of a claim without support, and its place in the sentence.
pub(super) type Claim = (CautionKind, Range<usize>);

/// The figures of a sentence that none of its sources has for the product that it names.
fn unsupported_figures(sentence: &str, evidence: &[&Evidence]) -> Vec<Claim> {
    let named = find_named_products(sentence, evidence);
    let is_carried = |figure: &Figure| {
        let meant = choose_meant_products(&named, figure);
        evidence.iter().any(|source| {
            // What a FAQ says holds for every product.
            let of_product = source.name.is_empty() || meant.is_empty() || meant.contains(&source.mark());
            of_product && source.has_figure(figure)
        })
    };
    let lacking = extract_figures(sentence).into_iter().filter(|figure| !is_carried(figure));
    lacking.map(|figure| (figure.kind, figure.range)).collect()
}

/// Products that a sentence names at one place: several, where their names begin alike.
pub(super) struct NamedAt {
    pub range: Range<usize>,
    pub marks: Vec<u32>,
}

/// Where a sentence names products: by the longest beginning of a name that stands there, its first
/// word at least, unless that says nothing (`adubo`).
pub(super) fn find_named_products(sentence: &str, evidence: &[&Evidence]) -> Vec<NamedAt> {
    let said = words_of(sentence);
    let mut found = Vec::new();
    let mut at = 0;
    while at < said.len() {
        let length = |source: &Evidence| {
            source.name.iter().zip(&said[at..]).take_while(|(name, (word, _))| *name == word).count()
        };
        let longest = evidence.iter().map(|source| length(source)).max().unwrap_or(0);
        let marks: Vec<u32> = evidence
            .iter()
            .filter(|source| longest > 0 && length(source) == longest && is_statement(&source.name[0]))
            .map(|source| source.mark())
            .collect();
        if marks.is_empty() {
            at += 1;
            continue;
        }
        found.push(NamedAt { range: said[at].1.start..said[at + longest - 1].1.end, marks });
        at += longest;
    }
    found
}

/// Whether the first word of a name is a name and not a kind of product.
fn is_statement(first: &str) -> bool {
    first.chars().count() >= 4
        && !is_stop_word(first)
        && !is_chatter(first)
        && !WORDS.agronomy.are_in(&stems_of(first))
}

/// The products that a price or dose is of: those named last before it, else those named first behind
/// it. Nothing for registrations, which stand far from names.
fn choose_meant_products(named: &[NamedAt], figure: &Figure) -> Vec<u32> {
    if figure.kind == CautionKind::UnsupportedRegistration {
        return Vec::new();
    }
    let before = named.iter().rev().find(|named| named.range.end <= figure.range.start);
    let holds =
        |named: &&NamedAt| named.range.start < figure.range.end && figure.range.start < named.range.end;
    if named.iter().any(|named| holds(&named)) {
        return Vec::new();
    }
    before.or(named.first()).map(|named| named.marks.clone()).unwrap_or_default()
}

/// `registrado para X` without a source that has all words of X, `registrado` alone without a source
/// that speaks of registration. `Não é registrado` claims nothing that could be carried.
pub(super) fn unsupported_words(sentence: &str, evidence: &[&Evidence]) -> Vec<Claim> {
    let words = words_of(sentence);
    let mut claims = Vec::new();
    for (at, (word, range)) in words.iter().enumerate() {
        let denied = words[at.saturating_sub(3)..at]
            .iter()
            .any(|(w, _)| matches!(w.as_str(), "nao" | "nem" | "sem" | "not" | "nunca"));
        if !is_registered(word) || denied {
            continue;
        }
        let (target, end) = registered_for(sentence, &words, at);
        let carried = if target.is_empty() {
            evidence.iter().any(|source| source.stems.iter().any(|stem| stem.starts_with("regist")))
        } else {
            evidence.iter().any(|source| source.has_words(&target))
        };
        if !carried {
            claims.push((CautionKind::UnsupportedRegistration, range.start..end));
        }
    }
    claims
}

/// Whether a folded word says that a product is registered.
fn is_registered(word: &str) -> bool {
    matches!(word, "registrado" | "registrada" | "registrados" | "registradas" | "registered")
}

/// The stems of what something is registered for, and where the phrase ends.
fn registered_for(sentence: &str, words: &[(String, Range<usize>)], at: usize) -> (Vec<String>, usize) {
    let mut end = words[at].1.end;
    let mut stems = Vec::new();
    let leads = words.get(at + 1).is_some_and(|(word, _)| {
        matches!(
            word.as_str(),
            "para" | "pra" | "em" | "na" | "no" | "nas" | "nos" | "contra" | "for" | "in" | "on" | "against"
        )
    });
    if !leads {
        return (stems, end);
    }
    for (word, range) in words[at + 1..].iter().take(MAX_PHRASE_WORDS) {
        if sentence[end..range.start].contains(['.', ';', ':', '!', '?', '(', '[', '\n']) || ends_phrase(word)
        {
            break;
        }
        // The authority and the use as such are no crop.
        let filler = is_stop_word(word)
            || is_chatter(word)
            || matches!(
                word.as_str(),
                "mapa" | "agrofit" | "brasil" | "brazil" | "the" | "ministerio" | "agricultura" | "uso"
            );
        end = range.end;
        if !filler {
            stems.push(Stemmer::Inflection.stem(word));
        }
    }
    (stems, end)
}

/// Words at which the list of crops and pests ends and something else begins.
fn ends_phrase(word: &str) -> bool {
    matches!(
        word,
        "mas"
            | "porem"
            | "com"
            | "que"
            | "sob"
            | "custa"
            | "por"
            | "conforme"
            | "segundo"
            | "but"
            | "with"
            | "which"
            | "under"
            | "sendo"
            | "enquanto"
            | "pelo"
            | "pela"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::{faq_hit, item_hit};
    use proptest::prelude::*;
    use std::time::{Duration, Instant};

    const LABEL: &str =
        "Fungicida. Registrado para soja e trigo: ferrugem. Dose de 0,3 a 0,5 L/ha. Registro MAPA 17622.";

    fn evidence() -> Vec<Evidence> {
        let items = [
            item_hit("Ferrugen 200 SC", Some("1250"), LABEL),
            item_hit("Base 480 SL", Some("489.90"), "Herbicida."),
        ];
        Evidence::of_hits(&items, &[faq_hit("Frete?", "Grátis acima de R$ 5.000,00.")])
    }

    fn claims(answer: &str) -> Vec<(CautionKind, String)> {
        find_unsupported(answer, &evidence()).into_iter().map(|c| (c.kind, c.claim)).collect()
    }

    #[test]
    fn what_a_source_carries_passes() {
        for answer in [
            "O **Ferrugen 200 SC** custa R$ 1.250,00 [1].",
            "Custa 1250 reais.",
            "Use 0,3 l/ha, até 500 mL por hectare [1].",
            "Frete grátis acima de R$ 5 mil [3].",
            "É registrado para soja e trigo [1]. Registro MAPA nº 17.622 [1].",
            "Está registrado no MAPA [1].",
            "Não é registrado para milho.",
            "Temos 2 opções para a soja.",
        ] {
            assert_eq!(claims(answer), [], "{answer}");
        }
    }

    #[test]
    fn what_no_source_carries_is_told() {
        use CautionKind::*;
        for (answer, kind, claim) in [
            ("Custa R$ 1.300,00 [1].", UnsupportedPrice, "R$ 1.300,00"),
            ("Sai por 99 reais.", UnsupportedPrice, "99 reais"),
            ("Aplique 2 L/ha [1].", UnsupportedDose, "2 L/ha"),
            ("Aplique 0,3 kg/ha.", UnsupportedDose, "0,3 kg/ha"),
            ("Aplique de 2 a 3 L/ha.", UnsupportedDose, "2 a 3 L/ha"),
            ("Registrado sob o nº 99.999.", UnsupportedRegistration, "Registrado sob o nº 99.999"),
            ("Registro MAPA 99999.", UnsupportedRegistration, "Registro MAPA 99999"),
            ("É registrado para milho e soja.", UnsupportedRegistration, "registrado para milho e soja"),
            ("It is registered for cotton.", UnsupportedRegistration, "registered for cotton"),
        ] {
            assert_eq!(claims(answer), [(kind, claim.to_owned())], "{answer}");
        }
    }

    #[test]
    fn a_sentence_is_held_to_the_sources_it_names() {
        assert_eq!(
            claims("O Base custa R$ 1.250,00 [2]."),
            [(CautionKind::UnsupportedPrice, "R$ 1.250,00".into())]
        );
        assert_eq!(claims("O Base custa R$ 489,90 [2] e o Ferrugen R$ 1.250,00 [1]."), []);
    }

    #[test]
    fn a_price_is_that_of_the_product_it_stands_with() {
        for (answer, claim) in [
            ("O Base 480 SL custa R$ 1.250,00.", "R$ 1.250,00"),
            ("O Base custa R$ 1.250,00 [1][2].", "R$ 1.250,00"),
            ("O Ferrugen sai por R$ 1.250,00 e o Base por R$ 1.250,00 [1][2].", "R$ 1.250,00"),
            ("Por R$ 489,90 você leva o Ferrugen 200 SC [1][2].", "R$ 489,90"),
            ("Use o Base na dose de 0,5 L/ha [1][2].", "0,5 L/ha"),
        ] {
            let told = claims(answer);
            assert_eq!(told.iter().map(|(_, told)| told.as_str()).collect::<Vec<_>>(), [claim], "{answer}");
        }
        for answer in [
            "O Ferrugen custa R$ 1.250,00 e o Base, R$ 489,90 [1][2].",
            "Por R$ 489,90 você leva o Base 480 SL.",
            "O Ferrugen tem frete grátis acima de R$ 5.000,00 [1][3].",
            "O Ferrugen 200 SC (dose de 0,3 a 0,5 L/ha) custa R$ 1.250,00 [1].",
        ] {
            assert_eq!(claims(answer), [], "{answer}");
        }
    }

    #[test]
    fn names_that_begin_alike_are_told_apart_where_they_differ() {
        let items =
            [item_hit("Capinorte 480 SL", Some("100"), ""), item_hit("Capinorte Grãos", Some("200"), "")];
        let evidence = Evidence::of_hits(&items, &[]);
        let count_unsupported = |answer: &str| find_unsupported(answer, &evidence).len();
        assert_eq!(count_unsupported("O Capinorte custa R$ 200,00."), 0, "either may be meant");
        assert_eq!(count_unsupported("O Capinorte 480 SL custa R$ 200,00."), 1);
        assert_eq!(count_unsupported("O Capinorte Grãos custa R$ 200,00."), 0);
    }

    #[test]
    fn discounts_and_instalments_are_prices() {
        let faq = faq_hit("Pagamento?", "No Pix, 3% de desconto. No cartão em até 6x sem juros.");
        let evidence = Evidence::of_hits(&[item_hit("Base", Some("489.90"), "")], &[faq]);
        let list_claims = |answer: &str| {
            find_unsupported(answer, &evidence).into_iter().map(|caution| caution.claim).collect::<Vec<_>>()
        };
        for (answer, claim) in [
            ("Levando dois você ganha 10% de desconto.", "10% de desconto"),
            ("Com desconto de 5% no Pix.", "desconto de 5%"),
            ("Get a 15% discount today.", "15% discount"),
            ("Em 3x de R$ 163,30 no cartão.", "R$ 163,30"),
            ("Parcelamos em até 12x sem juros.", "12x"),
            ("Parcelamos em 10 vezes sem juros.", "10 vezes"),
            ("O Base à vista sai por R$ 450.", "R$ 450"),
            ("O Base à vista sai por 450.", "450"),
        ] {
            let told = list_claims(answer);
            assert!(told.iter().any(|told| told == claim), "{answer}: {told:?}");
        }
        for answer in [
            "No Pix há 3% de desconto [2].",
            "Parcelamos em 6x sem juros [2].",
            "O Base custa 489,90.",
            "Aplique 2 vezes por safra.",
            "Umidade de 55% e 10% de argila.",
            "Rende 3x mais.",
        ] {
            assert_eq!(list_claims(answer), Vec::<String>::new(), "{answer}");
        }
    }

    #[test]
    fn the_caution_quotes_the_answer() {
        let answer = "Bom produto. Use **2,5 L/ha** na soja [1]! Fim.";
        let cautions = find_unsupported(answer, &evidence());
        assert_eq!(cautions.len(), 1);
        assert_eq!(cautions[0].sentence, "Use **2,5 L/ha** na soja [1]!");
        assert!(answer.contains(&cautions[0].sentence));
    }

    #[test]
    fn without_sources_every_figure_is_told() {
        let told = find_unsupported("Custa R$ 10,00 e leva 2 L/ha.", &[]);
        assert_eq!(told.len(), 2);
    }

    #[test]
    fn endless_texts_are_read_in_no_time() {
        for piece in ["1-", "R$ 1 a ", "1, ", "registrado para ", ". [1", "reg. "] {
            let text = piece.repeat(100_000 / piece.len());
            let begun = Instant::now();
            find_unsupported(&text, &[Evidence::of_text(1, &text)]);
            assert!(begun.elapsed() < Duration::from_secs(30), "{piece}");
        }
    }

    #[test]
    fn attributes_are_evidence() {
        let mut hit = item_hit("A", None, "");
        if let Some(item) = hit.item.as_mut() {
            item.attributes.insert("registration".into(), "31918".into());
            item.attributes.insert("dose".into(), serde_json::json!(["2 L/ha"]));
        }
        let evidence = Evidence::of_hits(&[hit], &[]);
        assert_eq!(find_unsupported("Dose: 2 L/ha. Registro 31918.", &evidence), []);
    }

    proptest! {
        #[test]
        fn cautions_quote_what_is_there(answer in "(registrado para |R\\$ |[0-9]{1,4}|,|\\. | L/ha|soja|é|\n|\\[1\\]| ){0,30}|\\PC{0,80}") {
            for caution in find_unsupported(&answer, &evidence()) {
                prop_assert!(answer.contains(&caution.sentence) && caution.sentence.contains(&caution.claim));
            }
        }

        #[test]
        fn a_source_carries_what_it_says(text in "(R\\$ [1-9][0-9]{0,5}(,[0-9]{2})?|[1-9](,[0-9])? (L|kg|mL)/ha|Registro MAPA [1-9][0-9]{3,5})") {
            prop_assert_eq!(find_unsupported(&text, &[Evidence::of_text(1, &format!("antes {text} depois"))]), []);
            prop_assert!(!find_unsupported(&text, &[]).is_empty(), "{}", text);
        }
    }
}
