//! Pairs of an author who had seen no rule: what is found and what is asked about in vain. Of those who made the rules,
//! `dev` was read, and the held-back part was not.

use super::*;

/// Shares of contradictions that are found and of agreements that are asked about, of a set in `tests/eval/memory`.
fn judge_set(name: &str, text: &str) -> (f64, f64) {
    let (mut pairs, mut found) = ([0.0_f64; 2], [0.0_f64; 2]);
    for line in text.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let [verdict, _, known, said] = columns[..] else { panic!("four columns: {line}") };
        let of = usize::from(verdict == "contradicts");
        let is_found = find_disagreement(known, said).is_some();
        pairs[of] += 1.0;
        found[of] += f64::from(u8::from(is_found));
    }
    let shares = (found[1] / pairs[1], found[0] / pairs[0]);
    println!("{name}: {:.3} of {} found, {:.3} of {} asked in vain", shares.0, pairs[1], shares.1, pairs[0]);
    shares
}

/// What is reached today: the least that is found, to be raised with each gain, towards .95, and the most that is asked
/// in vain. Rules were made after `dev` was read. The signs of a change find fifteen times as many of the held-back
/// contradictions as the rules before them, and ask in vain two and a half times as often: a question costs a click,
/// and a contradiction that is missed stays in what is known.
const IN_DEV: (f64, f64) = (0.3, 0.05);
const HELD_BACK: (f64, f64) = (0.3, 0.1);

fn assert_set(name: &str, text: &str, (least_found, most_in_vain): (f64, f64)) {
    let (found, in_vain) = judge_set(name, text);
    assert!(found >= least_found && in_vain <= most_in_vain, "{name}: {found:.3}, {in_vain:.3}");
}

#[test]
fn contradictions_in_words_of_another_author_are_found() {
    assert_set("dev", include_str!("../../../../../../tests/eval/memory/contradictions-dev.tsv"), IN_DEV);
}

#[test]
fn contradictions_that_were_held_back_are_found() {
    assert_set(
        "held back",
        include_str!("../../../../../../tests/eval/memory/contradictions-held-back.tsv"),
        HELD_BACK,
    );
}

#[test]
fn each_rule_finds_its_kind() {
    for (known, stated, kind) in [
        ("Moro em Campo Verde", "Mudei: agora moro em Cuiabá", Disagreement::Exclusive),
        ("a sede tem 40 funcionários", "a sede tem 55 funcionários", Disagreement::Value),
        ("gosta de churrasco", "não gosta de churrasco", Disagreement::Negation),
        ("é viúvo", "é casado", Disagreement::Alternative),
        ("prefere soja", "prefere algodão", Disagreement::Exclusive),
        ("The office closes at 5", "The office closes at 6", Disagreement::Value),
    ] {
        assert_eq!(find_disagreement(known, stated), Some(kind), "{known} | {stated}");
        assert_eq!(find_disagreement(stated, known), Some(kind), "the other way round: {known}");
    }
}

#[test]
fn what_goes_together_is_left_alone() {
    for (one, other) in [
        ("gosta de soja", "gosta de milho"),
        ("o Paulo mora em Cuiabá", "a Rita mora em Sinop"),
        ("tem 2 tratores", "tem 3 caminhões"),
        ("", "mora em Cuiabá"),
        ("não bebe", "não fuma"),
        ("mora em Cuiabá", "mora em Cuiabá"),
    ] {
        assert_eq!(find_disagreement(one, other), None, "{one} | {other}");
    }
}
