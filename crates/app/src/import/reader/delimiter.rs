//! What separates the cells of a CSV: found out, since nothing says it.

use super::encoding::Encoding;
use super::header::{self, Knowledge};
use super::split::{Found, Layout, Records};

/// What is tried, the likelier first.
const SEPARATORS: [u8; 4] = [b';', b',', b'\t', b'|'];
/// Records looked at.
const RECORDS: usize = 50;

/// The layout of the file that begins with `start`.
///
/// A first line `sep=;`, as Excel writes it, decides. Otherwise the separator wins that gives the
/// most column names that we know, then the most rows as wide as the header, then the widest header.
pub(super) fn sniff(start: &[u8], cells: Encoding, known: Knowledge<'_>) -> Layout {
    let line_end = if start.contains(&b'\r') && !start.contains(&b'\n') { b'\r' } else { b'\n' };
    let of = |separator| Layout { separator, line_end };
    if let Some(separator) = said_by_excel(start) {
        return of(separator);
    }
    let best = SEPARATORS.iter().rev().max_by_key(|s| fit(start, cells, known, of(**s)));
    of(best.copied().unwrap_or(b','))
}

/// The separator that a first line `sep=;` names.
pub(super) fn said_by_excel(first_line: &[u8]) -> Option<u8> {
    let line = first_line.strip_prefix(b"\"").unwrap_or(first_line);
    match line {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', separator, rest @ ..]
            if matches!(rest.first(), None | Some(b'\r' | b'\n' | b'"')) =>
        {
            Some(*separator)
        }
        _ => None,
    }
}

/// Names known, rows as wide as the header, that width: larger is better.
fn fit(start: &[u8], cells: Encoding, columns: Knowledge<'_>, layout: Layout) -> (usize, usize, usize) {
    let mut records = Records::new(start, layout);
    let mut widths = Vec::new();
    let (mut known, mut width) = (0, 0);
    while widths.len() < RECORDS
        && let Ok(Some(found)) = records.next()
    {
        if found != Found::Record {
            continue;
        }
        let names: Vec<String> = records.cells().map(|c| cells.decode_lossy(c).into_owned()).collect();
        let known_here = header::best_names(columns, names.iter().map(String::as_str)).len();
        if widths.is_empty() || known_here > known {
            (known, width) = (known_here, names.len());
        }
        widths.push(names.len());
    }
    (known, widths.iter().filter(|w| **w == width).count(), width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::search::Kind;

    const ITEMS: Knowledge<'static> = Knowledge { kind: Kind::Items, map: &[], unfilled: &[] };

    fn separator(text: &str) -> char {
        char::from(sniff(text.as_bytes(), Encoding::Utf8, ITEMS).separator)
    }

    #[test]
    fn the_separator_that_makes_sense_wins() {
        assert_eq!(separator("nome;preço\nA, B e C;1,50\nD, E;2,50\n"), ';');
        assert_eq!(separator("name,price\n\"a;b\",1\n"), ',');
        assert_eq!(separator("name\tprice\na;b\t1,5\n"), '\t');
        assert_eq!(separator("nome|preco\n"), '|');
        assert_eq!(separator("foo,bar\n1,2\n3,4\n"), ',');
        assert_eq!(separator("sep=|\nnome|preco;x\n"), '|');
        assert_eq!(separator("foo;bar\n1,5;2\n2,5;3\n"), ';');
        assert_ne!(separator("nome\nUreia; 45%\nCal\n"), ';');
    }

    #[test]
    fn lines_of_old_macs_are_lines() {
        assert_eq!(sniff(b"nome;x\rA;1\r", Encoding::Utf8, ITEMS).line_end, b'\r');
    }
}
