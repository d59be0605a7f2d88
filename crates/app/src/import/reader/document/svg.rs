//! SVG text: title, descriptions and text elements of a drawing.
//!
//! A drawing is an image, and its markup is never rendered. A broken file yields the words before the fault. Styles,
//! scripts and metadata are skipped.

use super::CollectedText;
use super::docx::entity_text;
use quick_xml::XmlVersion;
use quick_xml::events::Event;
use quick_xml::reader::Reader;

/// Elements whose content is words, with all that stands in it.
const READ: [&str; 3] = ["title", "desc", "text"];
/// Elements whose content is none, wherever they stand.
const UNREAD: [&str; 3] = ["script", "style", "metadata"];

/// Reads the words of an SVG drawing; broken XML ends it.
pub(super) fn read_svg_text(source: CollectedText) -> CollectedText {
    let mut xml = Reader::from_str(&source.text);
    let mut words = Words {
        collected: CollectedText { is_cut: source.is_cut, ..CollectedText::default() },
        open: Vec::new(),
    };
    loop {
        let goes_on = match xml.read_event() {
            Ok(Event::Eof) => break,
            Err(_) => {
                words.collected.is_cut = true;
                break;
            }
            Ok(Event::Start(tag)) => words.open(tag.local_name().as_ref()),
            Ok(Event::End(_)) => words.close(),
            Ok(Event::Text(piece)) => words.say(&piece.xml_content(XmlVersion::Implicit1_0)),
            Ok(Event::CData(piece)) => words.say(&piece.xml_content(XmlVersion::Implicit1_0)),
            Ok(Event::GeneralRef(name)) => match name.resolve_char_ref() {
                Ok(Some(character)) => words.say(character.encode_utf8(&mut [0; 4])),
                Ok(None) => words.say(entity_text(&name)),
                Err(_) => true,
            },
            Ok(_) => true,
        };
        if !goes_on {
            break;
        }
    }
    words.collected
}

struct Words {
    collected: CollectedText,
    /// Whether the content of each element that is open is read.
    open: Vec<bool>,
}

impl Words {
    fn is_read(&self) -> bool {
        self.open.last().copied().unwrap_or(false)
    }

    fn open(&mut self, tag: &str) -> bool {
        let read = (self.is_read() || READ.contains(&tag)) && !UNREAD.contains(&tag);
        self.open.push(read);
        true
    }

    /// What is written in one place is a line.
    fn close(&mut self) -> bool {
        let was_read = self.open.pop().unwrap_or(false);
        !was_read || self.is_read() || self.collected.push("\n")
    }

    fn say(&mut self, piece: &str) -> bool {
        !self.is_read() || self.collected.push(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> (Vec<String>, bool) {
        let read = read_svg_text(CollectedText { text: source.into(), is_cut: false });
        (read.text.lines().map(str::to_owned).collect(), read.is_cut)
    }

    #[test]
    fn the_words_of_a_drawing_are_what_a_person_would_read() {
        let source = "<svg xmlns=\"s\"><title>R&#243;tulo</title><style>text{}</style><script>x()</script>\
            <g><desc>Dose &amp; cultura</desc><text>2 <tspan>L/ha</tspan><script>y()</script></text></g>\
            <text><![CDATA[soja <b>]]></text><path d=\"M0\"/>nada</svg>";
        let said = ["Rótulo", "Dose & cultura", "2 L/ha", "soja <b>"].map(str::to_owned);
        assert_eq!(words(source), (said.to_vec(), false));
    }

    #[test]
    fn a_broken_drawing_has_the_words_before_that() {
        assert_eq!(
            words("<svg><text>inteiro</text><text>meio</g>"),
            (vec!["inteiro".into(), "meio".into()], true)
        );
        assert_eq!(words("<svg><path/></svg>"), (Vec::new(), false));
    }
}
