//! Opening a workbook, one that lies about itself included.
//!
//! A workbook says how many shared texts it has, and its reader takes as much memory as it says before it
//! reads the first. Programs that write workbooks by hand get that number wrong, and the texts are there
//! all the same: where there cannot be as many, the number is left out.

use super::Stop;
use crate::import::error::Refusal;
use calamine::{Reader, Xlsx, XlsxError};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, Write};
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// Where shared texts stand.
const SHARED: &str = "sharedstrings.xml";
/// How far into that part its number is looked for.
const HEAD: u64 = 4 << 10;
/// Bytes of the shortest text: `<si/>`.
const LEAST_TEXT: u64 = 5;

/// By how much deflated bytes can unfold at most.
const MOST_FOLDED: u64 = 1_100;

/// What a workbook is read from.
pub(super) trait Bytes: Read + Seek {}
impl<T: Read + Seek> Bytes for T {}

/// A workbook that is open.
pub(super) type Workbook = Xlsx<BufReader<Box<dyn Bytes>>>;

/// Opens the workbook in `file`.
pub(super) fn open(mut file: File) -> Result<Workbook, Stop> {
    let bytes: Box<dyn Bytes> = match without_lies(&mut file) {
        Ok(Some(mended)) => Box::new(Cursor::new(mended)),
        // Whatever else is wrong with the archive, its reader says.
        Ok(None) | Err(_) => {
            file.rewind()?;
            Box::new(file)
        }
    };
    Xlsx::new(BufReader::new(bytes)).map_err(refusal)
}

/// What an error of the reader is to a person.
pub(super) fn refusal(error: XlsxError) -> Stop {
    Stop::Refused(match error {
        XlsxError::Password => Refusal::ProtectedOrOld,
        XlsxError::FileNotFound(_) => Refusal::Unsupported("a zip archive without a workbook".into()),
        other => Refusal::Damaged(other.to_string().chars().take(200).collect()),
    })
}

/// The archive without the number of its shared texts, where that number cannot be.
fn without_lies(file: &mut File) -> io::Result<Option<Vec<u8>>> {
    file.rewind()?;
    let mut archive = ZipArchive::new(BufReader::new(file))?;
    let Some(at) = (0..archive.len()).find(|at| archive.name_for_index(*at).is_some_and(is_shared)) else {
        return Ok(None);
    };
    let mut head = Vec::new();
    let mut part = archive.by_index(at)?;
    // What the archive says of itself may be a lie, too: nothing unfolds further than so.
    let size = part.size().min(part.compressed_size().saturating_mul(MOST_FOLDED));
    (&mut part).take(HEAD).read_to_end(&mut head)?;
    let Some((from, to)) = number_of_texts(&head).filter(|(from, to)| is_lie(&head[*from..*to], size)) else {
        return Ok(None);
    };
    drop(part);
    let mut mended = ZipWriter::new(Cursor::new(Vec::new()));
    for other in (0..archive.len()).filter(|other| *other != at) {
        mended.raw_copy_file(archive.by_index_raw(other)?)?;
    }
    let mut part = archive.by_index(at)?;
    let name = part.name()?.into_owned();
    mended.start_file(name, SimpleFileOptions::default())?;
    io::copy(&mut (&mut part).take(head.len() as u64), &mut io::sink())?;
    // `0` of the same length: the number is only a hint.
    head[from..to].fill(b'0');
    mended.write_all(&head)?;
    io::copy(&mut part, &mut mended)?;
    Ok(Some(mended.finish()?.into_inner()))
}

fn is_shared(name: ZipResult<Cow<'_, str>>) -> bool {
    name.is_ok_and(|name| name.to_lowercase().ends_with(SHARED))
}

/// From where to where the number of texts stands in the beginning of their part.
fn number_of_texts(head: &[u8]) -> Option<(usize, usize)> {
    const NAME: &[u8] = b"uniqueCount=";
    let from = head.windows(NAME.len()).position(|window| window == NAME)? + NAME.len() + 1;
    let length = head.get(from..)?.iter().position(|byte| !byte.is_ascii_digit())?;
    Some((from, from + length))
}

/// Whether a part of so many bytes cannot hold so many texts.
fn is_lie(digits: &[u8], size: u64) -> bool {
    let said = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<u64>().ok());
    said.is_none_or(|said| said > size / LEAST_TEXT + 1)
}
