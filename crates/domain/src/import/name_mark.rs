//! Marks of novelty that suppliers write into names: `Kyojin (NOVO)`, which is `Kyojin` in the next list.

use crate::text::normalize_text;

/// What is written as a mark, folded.
const MARKS: [&str; 9] =
    ["novo", "nova", "new", "novidade", "lancamento", "promocao", "oferta", "item novo", "produto novo"];
/// Bytes of a mark at most.
const MAX_BYTES: usize = 24;

/// A name without the mark of novelty that stands in brackets or between stars at its end or its beginning.
pub fn without_novelty_mark(name: &str) -> &str {
    let bare = name.trim();
    let cut = [('(', ')'), ('[', ']'), ('*', '*')].into_iter().find_map(|(open, close)| {
        let last = bare.strip_suffix(close).and_then(|rest| rest.rsplit_once(open));
        let first = || bare.strip_prefix(open).and_then(|rest| rest.split_once(close));
        let at_end = last.filter(|(_, mark)| is_mark(mark)).map(|(rest, _)| rest);
        at_end.or_else(|| first().filter(|(mark, _)| is_mark(mark)).map(|(_, rest)| rest))
    });
    let is_sign = |c: char| c == '*' || c.is_whitespace();
    cut.map(|rest| rest.trim_matches(is_sign)).filter(|rest| !rest.is_empty()).unwrap_or(name)
}

fn is_mark(text: &str) -> bool {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    bare.len() <= MAX_BYTES && MARKS.contains(&normalize_text(bare).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_of_novelty_is_no_part_of_a_name() {
        for (name, bare) in [
            ("Kyojin (NOVO)", "Kyojin"),
            ("Bravonil 720 (Novidade!)", "Bravonil 720"),
            ("[LANÇAMENTO] Fox Supra", "Fox Supra"),
            ("*NOVO* Enxada", "Enxada"),
            ("Enxada *** NOVO ***", "Enxada *** NOVO ***"),
            ("Arame farp. Motto 500 m (nova emb.)", "Arame farp. Motto 500 m (nova emb.)"),
            ("Novo Mundo", "Novo Mundo"),
            ("(NOVO)", "(NOVO)"),
            ("Balancim 1,10 m (pct 100)", "Balancim 1,10 m (pct 100)"),
            ("", ""),
        ] {
            assert_eq!(without_novelty_mark(name), bare, "{name}");
        }
    }
}
