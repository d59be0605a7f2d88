//! Numbers in words, Portuguese and English: `cento e vinte`, `fifty`.

/// What a word adds to a number.
#[derive(Clone, Copy)]
enum Part {
    /// Its own value.
    Value(u32),
    /// The number before it that many times: `dois mil`.
    Times(u32),
}

/// Words of numbers, folded. `um`, `uma`, `a` and `one` are articles and pronouns too: they count only
/// behind another number (`vinte e um`).
const WORDS: [(&str, u32); 93] = [
    ("dois", 2),
    ("duas", 2),
    ("tres", 3),
    ("quatro", 4),
    ("cinco", 5),
    ("seis", 6),
    ("sete", 7),
    ("oito", 8),
    ("nove", 9),
    ("dez", 10),
    ("onze", 11),
    ("doze", 12),
    ("treze", 13),
    ("quatorze", 14),
    ("catorze", 14),
    ("quinze", 15),
    ("dezesseis", 16),
    ("dezasseis", 16),
    ("dezessete", 17),
    ("dezassete", 17),
    ("dezoito", 18),
    ("dezenove", 19),
    ("dezanove", 19),
    ("vinte", 20),
    ("trinta", 30),
    ("quarenta", 40),
    ("cinquenta", 50),
    ("sessenta", 60),
    ("setenta", 70),
    ("oitenta", 80),
    ("noventa", 90),
    ("cem", 100),
    ("cento", 100),
    ("duzentos", 200),
    ("duzentas", 200),
    ("trezentos", 300),
    ("trezentas", 300),
    ("quatrocentos", 400),
    ("quatrocentas", 400),
    ("quinhentos", 500),
    ("quinhentas", 500),
    ("seiscentos", 600),
    ("seiscentas", 600),
    ("setecentos", 700),
    ("setecentas", 700),
    ("oitocentos", 800),
    ("oitocentas", 800),
    ("novecentos", 900),
    ("novecentas", 900),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
    ("duzia", 12),
    ("dozen", 12),
    ("dezena", 10),
    ("centena", 100),
    ("vintena", 20),
    ("couple", 2),
    ("tresentos", 300),
    ("cincoenta", 50),
    ("quize", 15),
    ("dezeseis", 16),
    ("dezesete", 17),
    ("desoito", 18),
    ("doiz", 2),
    ("trez", 3),
    ("seiz", 6),
    ("cincuenta", 50),
    ("secenta", 60),
    ("quinzentos", 500),
];

/// The number that the first words make, folded, and how many words that takes; nothing where they
/// make none. `quinze` is 15 of one word, `mil cento e vinte` 1,120 of four. Up to 999,999.
pub fn read_number(words: &[&str]) -> Option<(u32, usize)> {
    let (mut whole, mut group, mut used) = (0_u32, 0_u32, 0_usize);
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let joins = used > 0 && matches!(*word, "e" | "and");
        let after = if joins { at + 1 } else { at };
        let Some(part) = words.get(after).and_then(|word| part_of(word, used > 0)) else { break };
        match part {
            Part::Times(1_000) if whole == 0 => (whole, group) = (group.max(1) * 1_000, 0),
            Part::Times(100) if (1..10).contains(&group) && !joins => group *= 100,
            // Each part is smaller than the one before it: `vinte trinta` are two numbers.
            Part::Value(value) if room_of(group) > value => group += value,
            _ => break,
        }
        at = after + 1;
        used = at;
    }
    (used > 0).then_some((whole + group, used))
}

fn part_of(word: &str, behind_another: bool) -> Option<Part> {
    match word {
        "um" | "uma" | "one" if behind_another => return Some(Part::Value(1)),
        "mil" | "thousand" => return Some(Part::Times(1_000)),
        "hundred" => return Some(Part::Times(100)),
        _ => {}
    }
    WORDS.iter().find(|(name, _)| *name == word).map(|(_, value)| Part::Value(*value))
}

/// The least value that cannot stand behind `group` any more.
fn room_of(group: u32) -> u32 {
    match group {
        0 => 1_000,
        _ if group.is_multiple_of(100) => 100,
        _ if group.is_multiple_of(10) && group % 100 >= 20 => 10,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_far_as_they_go() {
        for (said, number, used) in [
            ("quinze reais", 15, 1),
            ("vinte e cinco sacos", 25, 3),
            ("cento e vinte", 120, 3),
            ("mil cento e vinte reais", 1_120, 4),
            ("mil e quinhentos", 1_500, 3),
            ("dois mil e trezentos e quarenta e um", 2_341, 8),
            ("cento e cinquenta conto", 150, 3),
            ("dez e vinte", 10, 1),
            ("cem e duzentos", 100, 1),
            ("fifty bags", 50, 1),
            ("two hundred and fifty", 250, 4),
            ("twenty one", 21, 2),
        ] {
            let words: Vec<&str> = said.split(' ').collect();
            assert_eq!(read_number(&words), Some((number, used)), "{said}");
        }
        for none in ["um saco", "a bag", "one more", "soja", "e dois", ""] {
            let words: Vec<&str> = none.split(' ').collect();
            assert_eq!(read_number(&words), None, "{none}");
        }
    }
}
