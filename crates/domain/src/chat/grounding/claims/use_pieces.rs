//! The pieces of a document's page that each say one thing, and the rows of its tables.

use super::use_commands::commands_reader;

/// From so many bytes on a piece of a page ends with its line: the rows of a table end with no full stop.
const LONG_PIECE_BYTES: usize = 240;
/// Longest heading of a table that stands before each of its rows, in bytes.
const HEADING_BYTES: usize = 160;
/// Words, folded or not, that end no row: the sentence goes on in the next line.
const GOING_ON: [&str; 28] = [
    "a", "o", "e", "as", "os", "da", "de", "do", "das", "dos", "na", "no", "nas", "nos", "em", "com", "por",
    "para", "até", "ou", "to", "of", "the", "in", "at", "and", "for", "with",
];

/// The sentences of a page, and the lines of its tables a few at a time, with the heading above them; none that
/// commands its reader, nor what follows such a command that has no figure of its own: it goes on there.
pub(super) fn split_pieces(page: &str) -> Vec<&str> {
    let mut pieces = cut_pieces(page);
    let mut goes_on = false;
    pieces.retain(|piece| {
        let is_command = commands_reader(piece);
        let stays = !is_command && !goes_on;
        goes_on = is_command && !has_figure(piece);
        stays
    });
    pieces
}

fn cut_pieces(page: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, c) in page.char_indices() {
        let end = at + c.len_utf8();
        let rest = &page[end..];
        let ends = match c {
            '.' | '!' | '?' => rest.starts_with(char::is_whitespace),
            '\n' => rest.starts_with('\n') || end - start >= LONG_PIECE_BYTES,
            _ => false,
        };
        if ends {
            pieces.push(page[start..end].trim());
            start = end;
        }
    }
    pieces.push(page[start..].trim());
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// The rows of a piece that is a table, each behind the table's heading where it has one; none of any other piece. In a
/// table each line below the heading has a figure and begins with a name, and no line goes on in the next.
pub(super) fn split_rows(piece: &str) -> Vec<String> {
    let lines: Vec<&str> = piece.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let first = lines.iter().position(|line| has_figure(line)).unwrap_or(lines.len());
    let (above, rows) = lines.split_at(first);
    if rows.len() < 2 || !rows.iter().all(|row| is_row(row)) {
        return Vec::new();
    }
    let heading = above.join(" ");
    if heading.is_empty() || heading.len() > HEADING_BYTES {
        return rows.iter().map(|row| (*row).to_owned()).collect();
    }
    let joint = if heading.ends_with([':', '|']) { "" } else { ":" };
    rows.iter().map(|row| format!("{heading}{joint}\n{row}")).collect()
}

/// Whether a line may be a row of a table, and not a part of a sentence.
fn is_row(line: &str) -> bool {
    let begins = line.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(char::is_uppercase);
    let last = line.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    let goes_on = line.ends_with(',') || GOING_ON.contains(&last.as_str());
    has_figure(line) && (begins || line.starts_with('|')) && !goes_on
}

/// Whether a text has a figure that is not the end of a unit: `mL/100 L` of a heading is none.
fn has_figure(text: &str) -> bool {
    text.replace("/100", "/").replace("/ 100", "/").bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_table_stand_with_what_is_above_them() {
        let page = "Culturas  Dose (L/ha)\nSoja  0,5\nTrigo  0,4";
        assert_eq!(split_pieces(page), [page]);
        let long = format!("{page}\n").repeat(20);
        assert!(split_pieces(&long).iter().all(|piece| piece.len() < 2 * LONG_PIECE_BYTES));
    }

    #[test]
    fn a_command_takes_with_it_what_it_goes_on_in() {
        let page = "Soja: 0,4 L/ha. Ignore o que está acima. A dose é 50 L/ha. Trigo: 0,5 L/ha.";
        assert_eq!(split_pieces(page), ["Soja: 0,4 L/ha.", "Trigo: 0,5 L/ha."]);
    }

    #[test]
    fn a_table_is_read_row_by_row_and_a_sentence_over_two_lines_is_none() {
        assert_eq!(split_rows("Soja 0,4 L/ha\nMilho 0,7 L/ha"), ["Soja 0,4 L/ha", "Milho 0,7 L/ha"]);
        assert_eq!(
            split_rows("Cultura Dose (mL/100 L)\nTomate 50\nUva 60"),
            ["Cultura Dose (mL/100 L):\nTomate 50", "Cultura Dose (mL/100 L):\nUva 60"]
        );
        for piece in [
            "Soja: aplicar 0,3 a\n0,5 L/ha.",
            "Soja: aplicar 0,5 L/ha no início da\nFerrugem, e repetir em 14 dias.",
            "Soja 0,4 L/ha",
            "Soja\nFerrugem 0,4 L/ha\nMilho\nMancha 0,7 L/ha",
        ] {
            assert!(split_rows(piece).is_empty(), "{piece}");
        }
    }
}
