//! Document type detection by content. Names are unreliable.

use crate::import::error::Refusal;
use crate::import::reader::Stop;
use crate::import::reader::encoding::{Encoding, looks_like_utf16, read_file_sample};
use crate::import::report::{DocumentFormat, ImageFormat};
use std::fs::File;
use std::io::Seek as _;

/// Where a PDF may begin: some have a few bytes of something else before it.
const PDF_WITHIN: usize = 1_024;

/// Beginnings of files that are no documents.
const FOREIGN: [(&[u8], &str); 8] = [
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"{\\rtf", "an RTF document"),
    (b"SQLite format", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"PAR1", "a Parquet table"),
];
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// The kind of `file`, which is then at its beginning.
pub(super) fn detect_document_format(file: &mut File) -> Result<DocumentFormat, Stop> {
    let start = read_file_sample(file)?;
    file.rewind()?;
    if start.is_empty() {
        return Err(Refusal::Empty.into());
    }
    if let Some(image) = detect_image_format(&start) {
        return Ok(DocumentFormat::Image(image));
    }
    if start[..start.len().min(PDF_WITHIN)].windows(5).any(|bytes| bytes == b"%PDF-") {
        return Ok(DocumentFormat::Pdf);
    }
    if start.starts_with(b"PK\x03\x04") {
        return in_zip(file);
    }
    if start.starts_with(COMPOUND) {
        return Err(Refusal::ProtectedOrOld.into());
    }
    if let Some((_, what)) = FOREIGN.iter().find(|(magic, _)| start.starts_with(magic)) {
        return Err(Refusal::Unsupported((*what).into()).into());
    }
    of_text(&start)
}

/// The format of a picture, by its first bytes.
fn detect_image_format(start: &[u8]) -> Option<ImageFormat> {
    Some(match start {
        [0x89, b'P', b'N', b'G', ..] => ImageFormat::Png,
        [0xff, 0xd8, 0xff, ..] => ImageFormat::Jpeg,
        [b'G', b'I', b'F', b'8', ..] => ImageFormat::Gif,
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => ImageFormat::Webp,
        _ => return None,
    })
}

/// Office files are zip archives that name their main part.
fn in_zip(file: &mut File) -> Result<DocumentFormat, Stop> {
    let refuse_damage = |error: zip::result::ZipError| Stop::Refused(Refusal::Damaged(error.to_string()));
    let archive = zip::ZipArchive::new(&mut *file).map_err(refuse_damage)?;
    let has = |name: &str| archive.index_for_name(name).is_some();
    let found = if has("word/document.xml") {
        Ok(DocumentFormat::Docx)
    } else if has("xl/workbook.xml") {
        Ok(DocumentFormat::Xlsx)
    } else {
        Err(Refusal::Unsupported("a zip archive".into()).into())
    };
    drop(archive);
    file.rewind()?;
    found
}

/// Tells SVG, HTML and plain text apart; refuses binary data.
fn of_text(start: &[u8]) -> Result<DocumentFormat, Stop> {
    let wide = Encoding::of_mark(start).is_some_and(Encoding::is_wide) || looks_like_utf16(start);
    let odd = start.iter().filter(|b| b.is_ascii_control() && !b.is_ascii_whitespace()).count();
    // A stray NUL is no reason; one byte in ten that no text has is one.
    if !wide && odd * 10 > start.len() {
        return Err(Refusal::Unsupported("binary data".into()).into());
    }
    let seen: String = start
        .iter()
        .filter(|b| **b != 0 && b.is_ascii())
        .skip_while(|b| b.is_ascii_whitespace())
        .map(|b| char::from(b.to_ascii_lowercase()))
        .collect();
    match seen.as_bytes() {
        [] if start.iter().all(u8::is_ascii) => Err(Refusal::Empty.into()),
        [b'<', b'!' | b'?' | b'a'..=b'z', ..] if find_root_element(&seen) == Some("svg") => {
            Ok(DocumentFormat::Image(ImageFormat::Svg))
        }
        [b'<', b'!' | b'?' | b'a'..=b'z', ..] => Ok(DocumentFormat::Html),
        _ => Ok(DocumentFormat::Text),
    }
}

/// The first element of a page or of XML, without its prefix: behind declarations and comments, which say
/// anything.
fn find_root_element(markup: &str) -> Option<&str> {
    let mut rest = markup;
    loop {
        rest = rest.trim_start();
        let end = match rest {
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!--") => "-->",
            // A type of document may declare things of its own, in brackets.
            _ if rest.starts_with("<!") && rest.find('[') < rest.find('>') && rest.contains('[') => "]>",
            _ if rest.starts_with("<!") => ">",
            _ => break,
        };
        rest = &rest[rest.find(end)? + end.len()..];
    }
    let name =
        rest.strip_prefix('<')?.split(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).next()?;
    Some(name.rsplit_once(':').map_or(name, |(_, local)| local))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(bytes: &[u8]) -> Result<DocumentFormat, Stop> {
        let mut file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut file, bytes).unwrap();
        let found = detect_document_format(&mut file);
        if found.is_ok() {
            assert_eq!(
                std::io::Seek::stream_position(&mut file).unwrap(),
                0,
                "it is read from its beginning"
            );
        }
        found
    }

    #[test]
    fn documents_are_known_by_their_content() {
        use DocumentFormat::{Html, Image, Pdf, Text};
        for (bytes, format) in [
            (&b"\x89PNG\r\n\x1a\n"[..], Image(ImageFormat::Png)),
            (b"\xff\xd8\xff\xe0", Image(ImageFormat::Jpeg)),
            (b"GIF89a", Image(ImageFormat::Gif)),
            (b"RIFF\x10\x00\x00\x00WEBPVP8 ", Image(ImageFormat::Webp)),
            (b"<?xml version='1.0'?>\n<SVG width='1'/>", Image(ImageFormat::Svg)),
            (b"stray bytes %PDF-1.7", Pdf),
            (b" \n<!DOCTYPE html><html><svg/></html>", Html),
            (b"<!-- <svg> --><p>Bula</p>", Html),
            (b"<3 sacos de soja", Text),
            (b"# Bula\n\n1 L/ha", Text),
            (b"o\0l\0a\0 \0s\0o\0j\0a\0", Text),
        ] {
            assert_eq!(detect(bytes).unwrap(), format, "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn what_is_no_document_is_refused_by_what_it_is() {
        let refuse = |bytes: &[u8]| match detect(bytes) {
            Err(Stop::Refused(refusal)) => refusal,
            other => panic!("{other:?}"),
        };
        assert_eq!(refuse(b""), Refusal::Empty);
        assert_eq!(refuse(b" \r\n\t"), Refusal::Empty);
        assert_eq!(refuse(COMPOUND), Refusal::ProtectedOrOld);
        for (magic, what) in FOREIGN {
            assert_eq!(refuse(magic), Refusal::Unsupported(what.into()));
        }
        assert_eq!(refuse(b"\x01\x02\x03abc"), Refusal::Unsupported("binary data".into()));
        assert!(matches!(refuse(b"PK\x03\x04 and no more"), Refusal::Damaged(_)));
    }

    #[test]
    fn the_root_of_markup_stands_behind_declarations_and_comments() {
        for (markup, root) in [
            ("<svg", Some("svg")),
            ("<?xml version='1.0'?> <!-- <html> --> <svg:svg width='1'>", Some("svg")),
            ("<!doctype svg [<!entity a 'b'>]><svg/>", Some("svg")),
            ("<!doctype html>\n<html>", Some("html")),
            ("<!-- without an end", None),
            ("soja", None),
            ("", None),
        ] {
            assert_eq!(find_root_element(markup), root, "{markup}");
        }
    }
}
