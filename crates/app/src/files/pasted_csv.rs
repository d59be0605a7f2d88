//! Parser of a small CSV that a person pastes or chooses: in memory, with any separator.

use csv::{Reader, ReaderBuilder};

/// Reads the lines of a pasted CSV, its heading among them, past the mark of the byte order that Excel puts before
/// it.
pub(crate) fn read_csv(text: &str) -> Reader<&[u8]> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(find_delimiter(text))
        .from_reader(text.as_bytes())
}

/// The sign between the cells: that of which the first line has most.
fn find_delimiter(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
    let count = |sign: u8| first.bytes().filter(|byte| *byte == sign).count();
    [b',', b';', b'\t'].into_iter().rev().max_by_key(|sign| count(*sign)).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let rows = read_csv(text).into_records().map(|row| row.expect("a row"));
        rows.map(|row| row.iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn the_sign_of_which_the_first_line_has_most_separates_cells() {
        for (first_line, sign) in [
            ("data;valor;nota, se houver", b';'),
            ("data,valor", b','),
            ("data\tvalor\tnota;", b'\t'),
            ("a;b,c", b','),
            ("valor", b','),
            ("", b','),
            ("\n  \na;b", b';'),
        ] {
            assert_eq!(find_delimiter(first_line), sign, "{first_line}");
        }
    }

    #[test]
    fn the_mark_of_excel_is_no_part_of_the_first_cell() {
        assert_eq!(rows("\u{feff}nome;valor\nLuz;10,5\n"), [["nome", "valor"], ["Luz", "10,5"]]);
    }

    #[test]
    fn rows_of_other_lengths_and_quoted_breaks_are_read() {
        assert_eq!(rows("a,b\n1\n\"x,\ny\",2,3\n"), [vec!["a", "b"], vec!["1"], vec!["x,\ny", "2", "3"]]);
        assert_eq!(rows(""), Vec::<Vec<String>>::new());
    }
}
