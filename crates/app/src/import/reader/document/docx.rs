//! DOCX text: the paragraphs of the archive's main part.
//!
//! Headers, footnotes and comments are left out. The part is decompressed as a stream: a zip bomb costs the text limit
//! and a ratio, not the memory that it declares.

use super::CollectedText;
use crate::import::error::Refusal;
use crate::import::reader::Stop;
use quick_xml::XmlVersion;
use quick_xml::events::Event;
use quick_xml::reader::Reader;
use std::fs::File;
use std::io::{BufReader, Read as _};

/// Most bytes that the part may unfold into, and how many times its packed size that may be where it is
/// more than a little.
const MAX_PART: u64 = 64 << 20;
const MAX_RATIO: u64 = 200;
const A_LITTLE: u64 = 4 << 20;

/// Reads the paragraphs of the document's main part; headers and footnotes stay out.
pub(super) fn read_docx_text(file: File) -> Result<CollectedText, Stop> {
    let mut archive =
        zip::ZipArchive::new(BufReader::new(file)).map_err(|error| Refusal::of_damage(&error))?;
    let part = archive.by_name("word/document.xml").map_err(|error| Refusal::of_damage(&error))?;
    if part.encrypted() {
        return Err(Refusal::Encrypted.into());
    }
    let limit = MAX_PART.min((part.compressed_size().saturating_mul(MAX_RATIO)).max(A_LITTLE));
    if part.size() > limit {
        return Err(Refusal::Unfolds(limit >> 20).into());
    }
    // What an archive says of its sizes may be a lie: the stream ends at the limit all the same.
    let mut xml = Reader::from_reader(BufReader::new(part.take(limit + 1)));
    let mut text = Paragraphs::default();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let event = xml.read_event_into(&mut buffer).map_err(|error| Refusal::of_damage(&error))?;
        let goes_on = match event {
            Event::Eof => break,
            Event::Start(tag) => text.open(tag.local_name().as_ref()),
            Event::Empty(tag) => {
                text.open(tag.local_name().as_ref()) && text.close(tag.local_name().as_ref())
            }
            Event::End(tag) => text.close(tag.local_name().as_ref()),
            Event::Text(piece) => text.say(&piece.xml_content(XmlVersion::Implicit1_0)),
            Event::GeneralRef(name) => match name.resolve_char_ref() {
                Ok(Some(character)) => text.say(character.encode_utf8(&mut [0; 4])),
                Ok(None) => text.say(entity_text(&name)),
                Err(_) => true,
            },
            _ => true,
        };
        if !goes_on {
            break;
        }
    }
    if xml.buffer_position() > limit {
        return Err(Refusal::Unfolds(limit >> 20).into());
    }
    Ok(text.collected)
}

/// The five entities that XML has by itself; no others are followed.
pub(super) fn entity_text(name: &str) -> &'static str {
    match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => "",
    }
}

#[derive(Default)]
struct Paragraphs {
    collected: CollectedText,
    in_text: bool,
}

impl Paragraphs {
    fn open(&mut self, tag: &str) -> bool {
        match tag {
            "t" => {
                self.in_text = true;
                true
            }
            "tab" => self.collected.push("\t"),
            "br" | "cr" => self.collected.push("\n"),
            _ => true,
        }
    }

    fn close(&mut self, tag: &str) -> bool {
        match tag {
            "t" => {
                self.in_text = false;
                true
            }
            "p" => self.collected.push("\n"),
            "tc" => self.collected.push("\t"),
            _ => true,
        }
    }

    fn say(&mut self, piece: &str) -> bool {
        !self.in_text || self.collected.push(piece)
    }
}
