//! Opening of a workbook, including malformed ones.
//!
//! A workbook declares its number of shared texts and the size of its sheets. The XLSX library allocates as much memory
//! as declared before it reads the first text, and fails where a range makes no sense. Programs that write workbooks by
//! hand get both wrong, although the cells are intact: impossible declarations are removed, because neither is needed.

use super::hidden::HiddenRows;
use super::loaded::{self, LoadedBook};
use crate::import::error::Refusal;
use crate::import::reader::Stop;
use crate::import::report::FileFormat;
use calamine::{Reader, Sheet, Xlsx, XlsxError};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, Write};
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// How far into a part it is looked for what that says of itself.
const HEAD: u64 = 4 << 10;
/// Bytes of the shortest text: `<si/>`.
const LEAST_TEXT: u64 = 5;

/// By how much deflated bytes can unfold at most.
const MOST_FOLDED: u64 = 1_100;

/// What a workbook is read from.
pub(super) trait Bytes: Read + Seek {}
impl<T: Read + Seek> Bytes for T {}

/// An .xlsx that is open: its sheets are read as streams.
pub(super) type StreamedBook = Xlsx<BufReader<Box<dyn Bytes>>>;

/// A workbook that is open.
pub(super) enum Workbook {
    /// An .xlsx.
    Streamed(Box<StreamedBook>),
    /// An .xls or .ods.
    Loaded(LoadedBook),
}

impl Workbook {
    /// Opens the workbook in `file`, which is of this format.
    pub fn open(file: File, format: FileFormat) -> Result<Self, Stop> {
        match format {
            FileFormat::Xls => loaded::open_xls(file).map(Self::Loaded),
            FileFormat::Ods => loaded::open_ods(file).map(Self::Loaded),
            FileFormat::Xlsx | FileFormat::Csv | FileFormat::Json | FileFormat::Pdf => {
                open_xlsx(file).map(|book| Self::Streamed(Box::new(book)))
            }
        }
    }

    /// The sheets, in the order of the file.
    pub fn sheets(&self) -> &[Sheet] {
        match self {
            Self::Streamed(book) => book.sheets_metadata(),
            Self::Loaded(book) => &book.sheets,
        }
    }

    /// The hidden rows, where they are known once the workbook is open.
    pub fn list_hidden_rows(&self) -> HiddenRows {
        match self {
            Self::Streamed(_) => HiddenRows::default(),
            Self::Loaded(book) => HiddenRows::of_sheets(book.list_hidden_rows()),
        }
    }
}

/// Opens the .xlsx in `file`.
fn open_xlsx(mut file: File) -> Result<StreamedBook, Stop> {
    let bytes: Box<dyn Bytes> = match without_lies(&mut file) {
        Ok(Some(mended)) => Box::new(Cursor::new(mended)),
        // Whatever else is wrong with the archive, its reader says.
        Ok(None) | Err(_) => {
            file.rewind()?;
            Box::new(file)
        }
    };
    Xlsx::new(BufReader::new(bytes)).map_err(refuse_workbook)
}

/// Whether the archive has pictures. The file is at its beginning afterwards.
pub(super) fn has_pictures(file: &mut File) -> bool {
    const KINDS: [&str; 8] = [".png", ".jpg", ".jpeg", ".gif", ".bmp", ".emf", ".wmf", ".tiff"];
    fn is_picture(name: &str) -> bool {
        let name = name.to_lowercase();
        (name.contains("media/") || name.starts_with("pictures/"))
            && KINDS.iter().any(|kind| name.ends_with(kind))
    }
    let is_there = file.rewind().ok().and_then(|()| ZipArchive::new(BufReader::new(&mut *file)).ok());
    let is_there =
        is_there.is_some_and(|archive| archive.file_names().flatten().any(|name| is_picture(&name)));
    file.rewind().is_ok() && is_there
}

/// What an error of the reader is to a person.
pub(super) fn refuse_workbook(error: XlsxError) -> Stop {
    Stop::Refused(match error {
        XlsxError::Password => Refusal::Encrypted,
        XlsxError::FileNotFound(_) => Refusal::Unsupported("a zip archive without a workbook".into()),
        other => Refusal::of_damage(&other),
    })
}

/// The archive without what its parts say of themselves and cannot be, where there is such.
fn without_lies(file: &mut File) -> io::Result<Option<Vec<u8>>> {
    file.rewind()?;
    let mut archive = ZipArchive::new(BufReader::new(file))?;
    let mut mended: HashMap<usize, Vec<u8>> = HashMap::new();
    for at in 0..archive.len() {
        let Some(kind) = archive.name_for_index(at).and_then(Part::of) else { continue };
        let mut part = archive.by_index(at)?;
        // What the archive says of itself may be a lie, too: nothing unfolds further than so.
        let size = part.size().min(part.compressed_size().saturating_mul(MOST_FOLDED));
        let mut head = Vec::new();
        (&mut part).take(HEAD).read_to_end(&mut head)?;
        if kind.mend(&mut head, size) {
            mended.insert(at, head);
        }
    }
    if mended.is_empty() {
        return Ok(None);
    }
    let mut copy = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..archive.len() {
        let Some(head) = mended.get(&at) else {
            copy.raw_copy_file(archive.by_index_raw(at)?)?;
            continue;
        };
        let mut part = archive.by_index(at)?;
        let name = part.name()?.into_owned();
        copy.start_file(name, SimpleFileOptions::default())?;
        io::copy(&mut (&mut part).take(head.len() as u64), &mut io::sink())?;
        copy.write_all(head)?;
        io::copy(&mut part, &mut copy)?;
    }
    Ok(Some(copy.finish()?.into_inner()))
}

/// A part that says something of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// How many texts it has.
    Texts,
    /// From which to which cell it goes.
    Sheet,
}

impl Part {
    fn of(name: ZipResult<Cow<'_, str>>) -> Option<Self> {
        let name = name.ok()?.to_lowercase();
        match name.ends_with("sharedstrings.xml") {
            true => Some(Part::Texts),
            false => name.contains("worksheets/").then_some(Part::Sheet),
        }
    }

    /// Takes out of the beginning of a part what cannot be; whether there was something. The length stays.
    fn mend(self, head: &mut [u8], size: u64) -> bool {
        let lie = match self {
            Part::Texts => find_attribute(head, 0, b"uniqueCount").filter(|(from, to)| {
                let said = std::str::from_utf8(&head[*from..*to]).unwrap_or_default();
                said.bytes().all(|byte| byte.is_ascii_digit())
                    && said.parse::<u64>().map_or(!said.is_empty(), |said| said > size / LEAST_TEXT + 1)
            }),
            Part::Sheet => find_element(head, b"dimension").filter(|(from, to)| {
                let said = find_attribute(&head[..*to], *from, b"ref");
                !said.is_some_and(|(from, to)| is_range(&head[from..to]))
            }),
        };
        let Some((from, to)) = lie else { return false };
        // Both are only hints: `0` of the same length, and blanks where an element stood.
        head[from..to].fill(if self == Part::Texts { b'0' } else { b' ' });
        true
    }
}

/// From where to where the value of an attribute stands, behind `from`.
fn find_attribute(xml: &[u8], from: usize, name: &[u8]) -> Option<(usize, usize)> {
    let at = find_bytes(xml, from, name)? + name.len();
    let rest = &xml[at..];
    let quote = rest.iter().position(|byte| matches!(byte, b'"' | b'\''))?;
    let is_sign = rest[..quote].trim_ascii() == b"=";
    let length = rest[quote + 1..].iter().position(|byte| *byte == rest[quote])?;
    is_sign.then_some((at + quote + 1, at + quote + 1 + length))
}

/// From where to where an element without content stands.
fn find_element(xml: &[u8], name: &[u8]) -> Option<(usize, usize)> {
    let at = find_bytes(xml, 0, name)?;
    let from = xml[..at].iter().rposition(|byte| *byte == b'<')?;
    let to = at + xml[at..].iter().position(|byte| *byte == b'>')? + 1;
    (xml[to - 2] == b'/').then_some((from, to))
}

/// Where `what` stands first, at `from` or behind.
fn find_bytes(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    bytes.get(from..)?.windows(what.len()).position(|window| window == what).map(|at| from + at)
}

/// Whether it is a cell or a range of cells that a sheet can have, from its first to its last.
fn is_range(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    match (parse_cell_name(first), parse_cell_name(last)) {
        (Some(first), Some(last)) => first.0 <= last.0 && first.1 <= last.1,
        _ => false,
    }
}

/// Column and row of `XFD1048576`.
fn parse_cell_name(cell: &str) -> Option<(u32, u32)> {
    let letters = cell.bytes().take_while(u8::is_ascii_uppercase).count();
    let (column, row) = cell.split_at(letters);
    if !(1..=3).contains(&letters) || row.len() > 7 {
        return None;
    }
    let number = column.bytes().fold(0, |number, letter| number * 26 + u32::from(letter - b'A') + 1);
    row.parse().ok().map(|row| (number, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mend_part(part: Part, xml: &str) -> Option<String> {
        let mut head = xml.as_bytes().to_vec();
        part.mend(&mut head, 1_000).then(|| String::from_utf8(head).unwrap())
    }

    #[test]
    fn numbers_of_texts_that_cannot_be_are_left_out() {
        for lie in ["4294967295", "99999999999999999999", "300"] {
            for xml in [format!("<sst uniqueCount=\"{lie}\">"), format!("<sst uniqueCount = '{lie}'>")] {
                assert_eq!(mend_part(Part::Texts, &xml), Some(xml.replace(lie, &"0".repeat(lie.len()))));
            }
        }
        for xml in ["<sst uniqueCount=\"20\">", "<sst uniqueCount=\"x\">", "<sst>", "<sst uniqueCount=\"\">"]
        {
            assert_eq!(mend_part(Part::Texts, xml), None, "{xml}");
        }
    }

    #[test]
    fn dimensions_that_cannot_be_are_left_out() {
        for lie in ["zzz", "", "C9:A1", "A1:ZZZZ99999999999", "A1:B99999999", "1A"] {
            let element = format!("<dimension ref=\"{lie}\"/>");
            let xml = format!("<worksheet>{element}<sheetData/>");
            let blank = " ".repeat(element.len());
            assert_eq!(
                mend_part(Part::Sheet, &xml),
                Some(format!("<worksheet>{blank}<sheetData/>")),
                "{lie}"
            );
        }
        for fine in ["A1", "A1:XFD1048576", "B2:C3"] {
            assert_eq!(mend_part(Part::Sheet, &format!("<w><dimension ref=\"{fine}\"/>")), None, "{fine}");
        }
        assert_eq!(mend_part(Part::Sheet, "<worksheet><sheetData/>"), None);
    }
}
