//! What programs print around the rows of a list: heads and feet of pages, lines drawn with signs.

use super::row::is_date;
use crate::text::normalize_text;

/// Whether a text is what printing puts at the head or foot of each page: its number, or when it was printed.
pub fn is_page_foot(text: &str) -> bool {
    const PAGE: [&str; 6] = ["pagina", "pag", "pg", "page", "folha", "fl"];
    const PRINTED: [&str; 6] = ["emitido", "emitida", "impresso", "impressa", "gerado", "printed"];
    let folded = normalize_text(text);
    let mut words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let rest: Vec<&str> = words.collect();
    let has_number = rest.iter().any(|word| word.bytes().all(|b| b.is_ascii_digit()));
    let counts = |word: &&str| matches!(*word, "de" | "of") || word.bytes().all(|b| b.is_ascii_digit());
    let is_number = PAGE.contains(&first) && rest.iter().all(counts);
    let is_date =
        PRINTED.contains(&first) && matches!(rest.first(), Some(&("em" | "on" | "por" | "by" | "as")));
    has_number && (is_number || is_date)
}

/// Whether a text is a line that a program has drawn with signs: `----------`, `=====`.
pub fn is_drawn_line(text: &str) -> bool {
    const LEAST: usize = 4;
    let text = text.trim();
    text.len() >= LEAST
        && text.chars().all(|c| matches!(c, '-' | '–' | '—' | '_' | '=' | '*' | '~' | '+' | '|'))
}

/// Whether a text is a day with its time and nothing else, as printing puts it beside the title of each page.
pub fn is_printed_moment(text: &str) -> bool {
    text.contains(':') && is_date(text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_and_feet_of_pages_are_known() {
        for text in
            ["Página 1 de 3", "Pág. 2/3", "page 4", "Folha 1", "Emitido em 20/11/2026 14:05", "PG 1 de 10"]
        {
            assert!(is_page_foot(text), "{text}");
        }
        for text in ["Página", "Folha de bananeira 3", "Page 480 SC", "Impresso", "Pag 1 kg", "Emitido", ""]
        {
            assert!(!is_page_foot(text), "{text}");
        }
    }

    #[test]
    fn a_moment_of_printing_has_a_day_and_a_time() {
        assert!(is_printed_moment("04/11/2026 07:42") && is_printed_moment(" 2026-11-04T07:42:00Z "));
        for text in ["04/11/2026", "07:42", "Validade: 04/11/2026", "Enxada", ""] {
            assert!(!is_printed_moment(text), "{text}");
        }
    }
}
