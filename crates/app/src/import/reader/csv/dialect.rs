//! CSV dialect detection: separator, line ends, quotes. The beginning of the file is parsed in every dialect, because
//! nothing declares it.
//!
//! Counting signs would be simpler and wrong: a description may hold more commas than its table has
//! semicolons, and a line break within quotes makes a table of any width look like one of one column.

use super::split::{Layout, Records, SplitName};
use crate::import::reader::cell::Cell;
use crate::import::reader::encoding::{Encoding, TextFile};
use crate::import::reader::header::Knowledge;
use crate::import::reader::table::heading::{self, HeadRow, Heading};
use crate::import::reader::table::joined::{JoinedHeader, join_header};

/// What is tried, the likelier first.
const SEPARATORS: [u8; 4] = [b';', b',', b'\t', b'|'];
/// Records looked at, and where the first of them hold no table.
const RECORDS: usize = 300;
const FAR_RECORDS: usize = 1_200;
/// What a header of names that we know counts although no row below it is as wide.
const LEAST: f64 = 0.05;

/// How a file is written.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::import::reader) struct Dialect {
    pub layout: Layout,
    /// The number of the row that a person said to be the header, or that likely is; `None` where the
    /// beginning has no whole row.
    pub header_row: Option<u32>,
    /// What the columns are called, where rows around the header say more than its cells.
    pub joined: Option<JoinedHeader>,
}

/// The dialect of `text`; its header is the row that a person `said`, or the likeliest.
///
/// A first line `sep=;`, as Excel writes it, decides about the separator. Otherwise the reading wins in
/// which most rows are as wide as the header, and the wider one of those: a table of one column fits
/// everything. Names of columns that we know, and quotes that stand where quotes stand, speak for it.
pub(in crate::import::reader) fn sniff_dialect(
    text: &TextFile,
    known: Knowledge<'_>,
    said: Option<u32>,
) -> Dialect {
    let start =
        Start { bytes: &text.start, is_cut: text.length > text.start.len() as u64, cells: text.cells };
    let separators = declared_separator(start.bytes).map_or(SEPARATORS.to_vec(), |said| vec![said]);
    let readings = |quote: u8, reach: Reach| {
        let layouts = line_ends(start.bytes).iter().flat_map(|line_end| {
            separators.iter().map(move |separator| Layout {
                separator: *separator,
                line_end: *line_end,
                quote,
            })
        });
        layouts.map(|layout| try_layout(layout, start, known, reach)).reduce(choose_reading)
    };
    let double = readings(b'"', Reach::Near);
    // Apostrophes stand in words, too: they are quotes only where nothing else explains the file.
    let is_plain = double.as_ref().is_some_and(Reading::is_table);
    let single = (!is_plain && start.bytes.contains(&b'\'')).then(|| readings(b'\'', Reach::Near)).flatten();
    let single = single.filter(|reading| reading.is_table() && reading.quoted > 0);
    let best = [double, single].into_iter().flatten().reduce(choose_reading);
    let is_preamble = best.as_ref().is_some_and(|best| heading::is_preamble(&best.rows, best.found));
    let is_far = is_preamble || said.is_some_and(|said| said as usize > RECORDS);
    let far =
        if is_far { readings(b'"', Reach::Far).filter(|reading| reading.found.is_some()) } else { None };
    let default = Layout { separator: b',', line_end: b'\n', quote: b'"' };
    far.or(best).map_or(Dialect { layout: default, header_row: said, joined: None }, |reading| {
        let found = reading.found.map(|found| reading.rows[found.at].number);
        let header_row = said.or(found);
        let at = reading.rows.iter().position(|row| Some(row.number) == header_row);
        let joined = at.and_then(|at| join_header(&reading.rows, at, known.kind));
        Dialect { layout: reading.layout, header_row, joined }
    })
}

/// The separator that a first line `sep=;` names.
fn declared_separator(first_line: &[u8]) -> Option<u8> {
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

/// What may end a line, the likelier first: `\r` alone does in files of old Macs.
fn line_ends(start: &[u8]) -> &'static [u8] {
    let alone = start.windows(2).any(|pair| pair[0] == b'\r' && pair[1] != b'\n') || start.ends_with(b"\r");
    match (start.contains(&b'\n'), alone) {
        (true, true) => b"\n\r",
        (false, true) => b"\r",
        (_, false) => b"\n",
    }
}

/// The beginning of a file.
#[derive(Clone, Copy)]
struct Start<'a> {
    bytes: &'a [u8],
    /// Whether there is more of it.
    is_cut: bool,
    cells: Encoding,
}

/// How far down the header is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    Near,
    /// Below a long preamble.
    Far,
}

/// The beginning, read in one way.
struct Reading {
    layout: Layout,
    rows: Vec<HeadRow>,
    found: Option<Heading>,
    /// Larger is likelier.
    score: f64,
    /// Which share of the rows below the header is as wide as it.
    consistency: f64,
    /// Cells of the header.
    width: usize,
    /// Records with cells in quotes.
    quoted: usize,
}

impl Reading {
    /// Whether all of it is a table of several columns.
    fn is_table(&self) -> bool {
        self.width > 1 && self.consistency >= 1.0
    }
}

/// Of equals the first.
fn choose_reading(a: Reading, b: Reading) -> Reading {
    if b.score > a.score { b } else { a }
}

/// Reads the beginning of the file by a layout, and scores how much of a table it is then.
fn try_layout(layout: Layout, start: Start<'_>, known: Knowledge<'_>, reach: Reach) -> Reading {
    let most = if reach == Reach::Far { FAR_RECORDS } else { RECORDS };
    let mut records = Records::new(start.bytes, layout);
    let mut rows: Vec<HeadRow> = Vec::new();
    let (mut broken, mut untidy, mut quoted) = (0, 0, 0);
    while rows.len() + broken < most
        && let Ok(Some(found)) = records.next()
    {
        let is_last = records.consumed >= start.bytes.len() as u64;
        match found {
            SplitName::Record if is_comment_of_excel(&records) => records.restart_rows(),
            // The file goes on: only the beginning of the record is here.
            SplitName::Record if start.is_cut && is_last && rows.len() > 1 => break,
            SplitName::Record => {
                let quotes = quotes_of(records.lines(), layout);
                untidy += usize::from(quotes == Quotes::Astray);
                quoted += usize::from(quotes == Quotes::Around);
                let cells = records.cells();
                let cells = cells.map(|c| Cell::text(start.cells.decode_lossy(c)).into_owned()).collect();
                rows.push(HeadRow { number: records.row_number(), cells, spans: Vec::new() });
            }
            SplitName::OpenQuote if start.is_cut && is_last => {
                broken += 1;
                break;
            }
            SplitName::OpenQuote | SplitName::TooLong => broken += 1,
        }
    }
    let found = match reach {
        Reach::Near => heading::find_heading(&rows, known),
        Reach::Far => heading::find_far(&rows, known),
    };
    let width = found.map_or(0, |found| rows[found.at].cells.len());
    let below = found.map_or(&rows[..], |found| &rows[found.at + 1..]);
    let fitting = below.iter().filter(|row| fits_width(&row.cells, width)).count();
    let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
    // A file that is one row in a reading shows nothing by it.
    let consistency =
        if below.is_empty() && broken == 0 { 0.5 } else { share(fitting, below.len() + broken) };
    let known_names = found.map_or(0, |found| found.known.min(6)) as f64;
    let wide = 1.0 - 1.0 / width.max(1) as f64;
    let tidy = 1.0 - 0.5 * share(untidy, rows.len());
    Reading {
        layout,
        found,
        score: (1.0 + 0.5 * known_names) * consistency.max(LEAST) * (wide + 0.05) * tidy,
        consistency,
        width,
        quoted,
        rows,
    }
}

/// Whether a record is the line `sep=;` of Excel, which shows it as no row.
pub(in crate::import::reader) fn is_comment_of_excel<R: std::io::BufRead>(records: &Records<R>) -> bool {
    records.line_number() == 1 && records.height() == 1 && declared_separator(records.first_line()).is_some()
}

/// Whether a row is as wide as the header; blank cells behind it are what spreadsheets leave there.
fn fits_width(cells: &[Cell<'_>], width: usize) -> bool {
    let is_blank = |cells: &[Cell<'_>]| cells.iter().all(|cell| *cell == Cell::Blank);
    (cells.len() >= width && is_blank(&cells[width..])) || is_blank(cells)
}

/// Where the quotes of a record stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quotes {
    None,
    /// Around whole cells.
    Around,
    /// Within a cell, or with text behind the closing one: another separator is likelier.
    Astray,
}

/// Whether quotes of a record stand around whole cells, astray, or nowhere.
fn quotes_of<'a>(lines: impl Iterator<Item = &'a [u8]>, layout: Layout) -> Quotes {
    let (mut found, mut in_quotes, mut at_start, mut closed) = (Quotes::None, false, true, false);
    for line in lines {
        for byte in line {
            let (is_quote, is_end) = (*byte == layout.quote, *byte == layout.separator);
            match (in_quotes, is_quote) {
                // A doubled quote opens again at once.
                (true, true) => (in_quotes, closed) = (false, true),
                (true, false) => {}
                (false, true) if closed || at_start => {
                    found = Quotes::Around;
                    (in_quotes, at_start, closed) = (true, false, false);
                }
                (false, true) => return Quotes::Astray,
                (false, false) if is_end => (at_start, closed) = (true, false),
                (false, false) if closed && !byte.is_ascii_whitespace() => return Quotes::Astray,
                (false, false) => at_start = false,
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::search::Kind;
    use proptest::prelude::*;
    use std::io::{BufReader, Write as _};

    const ITEMS: Knowledge<'static> = Knowledge::of_names(Kind::Items);

    fn open(bytes: &[u8]) -> TextFile {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        TextFile::open(file).unwrap()
    }

    fn dialect(text: &str) -> Dialect {
        sniff_dialect(&open(text.as_bytes()), ITEMS, None)
    }

    fn separator(text: &str) -> char {
        char::from(dialect(text).layout.separator)
    }

    #[test]
    fn the_separator_that_makes_sense_wins() {
        assert_eq!(separator("nome;preço\nA, B e C;1,50\nD, E;2,50\n"), ';');
        assert_eq!(separator("name,price\n\"a;b\",1\n"), ',');
        assert_eq!(separator("name\tprice\na;b\t1,5\n"), '\t');
        assert_eq!(separator("nome|preco\n"), '|');
        assert_eq!(separator("nome,preço,obs\nEnxada\n"), ',', "rows that lack cells");
        assert_eq!(separator("foo,bar\n1,2\n3,4\n"), ',');
        assert_eq!(separator("sep=|\nnome|preco;x\n"), '|');
        assert_eq!(separator("foo;bar\n1,5;2\n2,5;3\n"), ';');
        assert_ne!(separator("nome\nUreia; 45%\nCal\n"), ';');
        assert_eq!(
            separator("\"foo\",\"a;b\"\n\"1\",\"c;d\"\n\"2\",\"e;f\"\n"),
            ',',
            "quotes stand around cells"
        );
    }

    #[test]
    fn breaks_within_cells_are_no_rows() {
        let rows = "\"3\";\"Falta o nome;\nveja a linha\";X-1;\"um\ndois, três\nquatro\"\n".repeat(12);
        let file = format!("Celeiro: linha;Celeiro: motivo;Ref.;Denominação\n{rows}");
        let found = dialect(&file);
        assert_eq!((char::from(found.layout.separator), found.header_row), (';', Some(1)));
    }

    #[test]
    fn lines_of_old_macs_are_lines() {
        assert_eq!(dialect("nome;x\rA;1\r").layout.line_end, b'\r');
        assert_eq!(dialect("nome;x\r\"A\nB\";1\rC;2\r").layout.line_end, b'\r');
        assert_eq!(dialect("nome;x\r\n\"A\rB\";1\r\nC;2\r\n").layout.line_end, b'\n');
    }

    #[test]
    fn apostrophes_are_quotes_only_where_nothing_else_explains_the_file() {
        let quoted = dialect("nome,obs\n'A, B','x'\n'C','y, z'\n");
        assert_eq!((quoted.layout.quote, quoted.layout.separator), (b'\'', b','));
        assert_eq!(dialect("nome,obs\n't Gooi,x\nd'água,y\n").layout.quote, b'"');
    }

    #[test]
    fn the_header_may_stand_below_titles() {
        let file = "Tabela de preços;;;\nVálida até 30/11;;;\n\nProduto;;Preço;\nCód.;Descrição;À vista;Prazo\n\
                    10;Enxada;1,50;2\n11;Pá;2,50;3\n12;Foice;3,50;4\n";
        assert_eq!(dialect(file).header_row, Some(5));
    }

    /// How a program writes a table.
    #[derive(Debug, Clone, Copy)]
    struct Writer {
        separator: u8,
        line_end: &'static str,
        quotes_all: bool,
        encoding: &'static str,
    }

    fn write_table(table: &[Vec<String>], how: Writer) -> Vec<u8> {
        let special: Vec<char> = vec![char::from(how.separator), '"', '\n', '\r'];
        let cell = |text: &String| {
            let needs = how.quotes_all || text.is_empty() || text.contains(&special[..]);
            if needs { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.clone() }
        };
        let line = |row: &Vec<String>| {
            row.iter().map(cell).collect::<Vec<_>>().join(&char::from(how.separator).to_string())
                + how.line_end
        };
        let text: String = table.iter().map(line).collect();
        let wide = |mark: bool, to: fn(u16) -> [u8; 2]| -> Vec<u8> {
            let mark = mark.then_some(0xfeff_u16);
            mark.into_iter().chain(text.encode_utf16()).flat_map(to).collect()
        };
        match how.encoding {
            "utf-8" => text.into_bytes(),
            "utf-8 with mark" => format!("\u{feff}{text}").into_bytes(),
            "latin-1" => text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect(),
            "utf-16le" => wide(true, u16::to_le_bytes),
            "utf-16be" => wide(true, u16::to_be_bytes),
            _ => wide(false, u16::to_le_bytes),
        }
    }

    fn read_back(bytes: &[u8]) -> (Vec<Vec<String>>, Option<u32>) {
        let text = open(bytes);
        let Dialect { layout, header_row, .. } = sniff_dialect(&text, ITEMS, None);
        let mut records = Records::new(BufReader::new(text.bytes), layout);
        let mut table = Vec::new();
        while let Some(found) = records.next().unwrap() {
            assert_eq!(found, SplitName::Record);
            table.push(records.cells().map(|c| text.cells.decode_lossy(c).into_owned()).collect());
        }
        (table, header_row)
    }

    fn writers() -> impl Strategy<Value = Writer> {
        let encodings =
            ["utf-8", "utf-8 with mark", "latin-1", "utf-16le", "utf-16be", "utf-16le without a mark"];
        (
            proptest::sample::select(SEPARATORS.to_vec()),
            proptest::sample::select(vec!["\n", "\r\n", "\r"]),
            any::<bool>(),
            proptest::sample::select(encodings.to_vec()),
        )
            .prop_map(|(separator, line_end, quotes_all, encoding)| Writer {
                separator,
                line_end,
                quotes_all,
                encoding,
            })
    }

    fn tables() -> impl Strategy<Value = Vec<Vec<String>>> {
        let cell = "[a-zà-ü0-9;,|\t\"'.\n]{0,14}";
        (2..6_usize)
            .prop_flat_map(move |width| {
                proptest::collection::vec(proptest::collection::vec(cell, width..=width), 0..25)
            })
            .prop_map(|rows| {
                let width = rows.first().map_or(2, Vec::len);
                let names = ["código", "nome", "teor", "obs", "cor", "lote"].map(str::to_owned);
                std::iter::once(names[..width].to_vec()).chain(rows).collect()
            })
    }

    proptest! {
        /// Whatever stands in the cells, and however the table was written.
        #[test]
        fn a_table_is_read_back_as_it_was(table in tables(), how in writers()) {
            // Lines that end as on an old Mac, and other line breaks inside cells: no program writes both.
            prop_assume!(how.line_end != "\r" || !table.iter().flatten().any(|cell| cell.contains('\n')));
            let (found, header_row) = read_back(&write_table(&table, how));
            // A row of nothing is a blank line to every reader.
            prop_assert_eq!(header_row, Some(1));
            prop_assert_eq!(found, table, "{:?}", how);
        }
    }
}
