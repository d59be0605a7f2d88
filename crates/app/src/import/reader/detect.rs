//! File type detection by the first bytes. Names and content types are unreliable.

use super::Stop;
use super::encoding::{Encoding, SAMPLE, looks_like_utf16, read_file_sample};
use crate::import::error::Refusal;
use crate::import::report::FileFormat;
use std::fs::File;

/// Beginnings of files that people mistake for tables.
const FOREIGN: [(&[u8], &str); 11] = [
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x89PNG", "an image (PNG)"),
    (b"\xff\xd8\xff", "an image (JPEG)"),
    (b"GIF8", "an image (GIF)"),
    (b"RIFF", "an image or sound (RIFF)"),
    (b"{\\rtf", "an RTF document"),
    (b"SQLite format", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"PAR1", "a Parquet table"),
];

/// Printed lists.
const PDF: &[u8] = b"%PDF";
/// Workbooks that are zip archives name their parts in it.
const ZIP: &[u8] = b"PK\x03\x04";
/// The first part of a zip archive of LibreOffice, where its name stands, and where the length of what may stand
/// between the name and the text.
const MIMETYPE: &[u8] = b"mimetype";
const FIRST_NAME: usize = 30;
const EXTRA_LENGTH: usize = 28;
/// What the part says in any file of LibreOffice, and in a workbook.
const OPEN_DOCUMENT: &[u8] = b"application/vnd.oasis.opendocument.";
const SPREADSHEET: &[u8] = b"spreadsheet";
/// Compound files: .xls, .xlsx under a password, and old documents of other kinds.
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// The kind of `file`, which is read from its beginning.
pub(super) fn detect_format(file: &mut File) -> Result<FileFormat, Stop> {
    let start = read_file_sample(file)?;
    if start.is_empty() {
        return Err(Refusal::Empty.into());
    }
    if start.starts_with(ZIP) {
        return match open_document_kind(&start) {
            Some(kind) if kind.starts_with(SPREADSHEET) => Ok(FileFormat::Ods),
            Some(_) => Err(Refusal::Unsupported("a text or drawing of LibreOffice".into()).into()),
            None => Ok(FileFormat::Xlsx),
        };
    }
    if start.starts_with(COMPOUND) {
        return Ok(FileFormat::Xls);
    }
    if start.starts_with(PDF) {
        return Ok(FileFormat::Pdf);
    }
    if let Some((_, what)) = FOREIGN.iter().find(|(magic, _)| start.starts_with(magic)) {
        return Err(Refusal::Unsupported((*what).into()).into());
    }
    of_text(&start)
}

/// What the first part of a zip archive says of the kind of an OpenDocument file; `None` where it is none.
fn open_document_kind(start: &[u8]) -> Option<&[u8]> {
    let extra = start.get(EXTRA_LENGTH..FIRST_NAME)?;
    let extra = extra.iter().rev().fold(0, |length, byte| (length << 8) | usize::from(*byte));
    let text = start.get(FIRST_NAME..)?.strip_prefix(MIMETYPE)?.get(extra..)?;
    text.strip_prefix(OPEN_DOCUMENT)
}

/// Tells JSON from CSV by the first characters, whatever the encoding.
fn of_text(start: &[u8]) -> Result<FileFormat, Stop> {
    let wide = Encoding::of_mark(start).is_some_and(Encoding::is_wide) || looks_like_utf16(start);
    if !wide && is_binary(start) {
        return Err(Refusal::Unsupported("binary data".into()).into());
    }
    // Bytes of the wide encodings that are not NUL are the ASCII characters we look for.
    let mut text =
        start.iter().copied().filter(|b| *b != 0 && !matches!(b, 0xef | 0xbb | 0xbf | 0xfe | 0xff));
    // A value alone is a cell without a table.
    if start.len() < SAMPLE && serde_json::from_slice::<serde::de::IgnoredAny>(start).is_ok() {
        return Ok(FileFormat::Json);
    }
    match text.by_ref().find(|b| !b.is_ascii_whitespace()) {
        None if start.len() < SAMPLE => Err(Refusal::Empty.into()),
        Some(b'{') => Ok(FileFormat::Json),
        // A list; a CSV whose first column is called `[…]` goes on differently.
        Some(b'[')
            if matches!(
                text.find(|b| !b.is_ascii_whitespace()),
                Some(b'{' | b']' | b'[' | b'"' | b',') | None
            ) =>
        {
            Ok(FileFormat::Json)
        }
        Some(b'<') => Err(Refusal::Unsupported("a web page or XML".into()).into()),
        _ => Ok(FileFormat::Csv),
    }
}

/// More than one in ten bytes are control characters that no text has. A stray NUL is no reason.
fn is_binary(start: &[u8]) -> bool {
    let odd = start.iter().filter(|b| b.is_ascii_control() && !b.is_ascii_whitespace()).count();
    odd * 10 > start.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: &[u8]) -> Result<FileFormat, String> {
        let mut file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut file, bytes).unwrap();
        detect_format(&mut file).map_err(|stop| format!("{stop:?}"))
    }

    #[test]
    fn tables_are_known_by_their_content() {
        assert_eq!(of(b"name;price\n"), Ok(FileFormat::Csv));
        assert_eq!(of(b"\xef\xbb\xbfname"), Ok(FileFormat::Csv));
        assert_eq!(of(b"\xff\xfen\0a\0"), Ok(FileFormat::Csv));
        assert_eq!(of(b"[kg],name\n"), Ok(FileFormat::Csv));
        assert_eq!(of(b" \n{\"name\": 1}"), Ok(FileFormat::Json));
        assert_eq!(of(b"\xef\xbb\xbf[ {"), Ok(FileFormat::Json));
        assert_eq!(of(b"[]"), Ok(FileFormat::Json));
        for list in [&b"[\"name\"]"[..], b"[[{", b"[ , ]"] {
            assert_eq!(of(list), Ok(FileFormat::Json), "no header of a CSV");
        }
        for value in [&b"null"[..], b"[1, 2]\n", b" \"x\" ", b"12.5"] {
            assert_eq!(of(value), Ok(FileFormat::Json), "a whole value");
        }
        for table in [&b"1,2\n3,4\n"[..], b"\"x\",\"y\"\n", b"null;name\n"] {
            assert_eq!(of(table), Ok(FileFormat::Csv));
        }
        assert_eq!(of(b"PK\x03\x04rest"), Ok(FileFormat::Xlsx));
        let archive = |extra: &str, kind: &str| {
            let mut bytes = [&b"PK\x03\x04"[..], &[0; 24], &[extra.len() as u8, 0]].concat();
            bytes.extend(format!("mimetype{extra}application/vnd.oasis.opendocument.{kind}").bytes());
            of(&bytes)
        };
        assert_eq!(archive("", "spreadsheet"), Ok(FileFormat::Ods));
        assert_eq!(archive("more", "spreadsheet-template"), Ok(FileFormat::Ods));
        assert!(archive("", "text").unwrap_err().contains("LibreOffice"));
        assert_eq!(of(COMPOUND), Ok(FileFormat::Xls));
        assert_eq!(of(b"%PDF-1.7"), Ok(FileFormat::Pdf));
    }

    #[test]
    fn other_files_are_named() {
        for (bytes, word) in [
            (&b""[..], "Empty"),
            (b" \r\n ", "Empty"),
            (b"\x89PNG\r\n", "PNG"),
            (b"<!DOCTYPE html>", "web page"),
            (b"\x01\x02\x03\x04\x05\x06\x07abc", "binary"),
        ] {
            let found = of(bytes).unwrap_err();
            assert!(found.contains(word), "{found}");
        }
    }
}
