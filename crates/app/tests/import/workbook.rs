//! Workbooks made by hand, so that a test can put anything into them.

use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A workbook that is being made.
#[derive(Default)]
pub struct Workbook {
    sheets: Vec<(String, String)>,
    hidden: Vec<String>,
    strings: Vec<String>,
    claim: String,
    dimension: String,
    extra: Vec<(String, Vec<u8>)>,
}

impl Workbook {
    /// Adds a sheet: its rows as XML, and what stands behind them.
    pub fn sheet(mut self, name: &str, rows: &str, behind: &str) -> Self {
        let xml = format!(
            "<?xml version=\"1.0\"?><worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">\
             {}<sheetData>{rows}</sheetData>{behind}</worksheet>",
            self.dimension
        );
        self.sheets.push((name.into(), xml));
        self
    }

    /// Hides the sheet of this name.
    pub fn hiding(mut self, name: &str) -> Self {
        self.hidden.push(name.into());
        self
    }

    /// Adds a shared string.
    pub fn string(mut self, text: &str) -> Self {
        self.strings.push(format!("<si><t>{text}</t></si>"));
        self
    }

    /// Says that there are so many shared strings.
    pub fn claiming(mut self, count: &str) -> Self {
        self.claim = format!(" count=\"{count}\" uniqueCount=\"{count}\"");
        self
    }

    /// Says that every sheet goes from and to there.
    pub fn dimension(mut self, range: &str) -> Self {
        self.dimension = format!("<dimension ref=\"{range}\"/>");
        self
    }

    /// Adds any file.
    pub fn file(mut self, name: &str, bytes: Vec<u8>) -> Self {
        self.extra.push((name.into(), bytes));
        self
    }

    /// The file.
    pub fn bytes(self) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let mut put = |name: &str, bytes: &[u8]| {
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        };
        let (mut list, mut relations) = (String::new(), String::new());
        for (at, (name, xml)) in self.sheets.iter().enumerate() {
            let id = at + 1;
            let state = if self.hidden.contains(name) { " state=\"hidden\"" } else { "" };
            list += &format!("<sheet name=\"{name}\" sheetId=\"{id}\"{state} r:id=\"rId{id}\"/>");
            relations += &format!(
                "<Relationship Id=\"rId{id}\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet{id}.xml\"/>"
            );
            put(&format!("xl/worksheets/sheet{id}.xml"), xml.as_bytes());
        }
        relations += &format!(
            "<Relationship Id=\"rIdS\" Type=\"{OFFICE}/sharedStrings\" Target=\"sharedStrings.xml\"/>"
        );
        relations += &format!("<Relationship Id=\"rIdT\" Type=\"{OFFICE}/styles\" Target=\"styles.xml\"/>");
        put("[Content_Types].xml", CONTENT_TYPES.as_bytes());
        put(
            "_rels/.rels",
            relationships(&format!(
                "<Relationship Id=\"rId1\" Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/>"
            ))
            .as_bytes(),
        );
        put("xl/_rels/workbook.xml.rels", relationships(&relations).as_bytes());
        put(
            "xl/workbook.xml",
            format!("<?xml version=\"1.0\"?><workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>{list}</sheets></workbook>").as_bytes(),
        );
        put(
            "xl/sharedStrings.xml",
            format!(
                "<?xml version=\"1.0\"?><sst xmlns=\"{MAIN}\"{}>{}</sst>",
                self.claim,
                self.strings.concat()
            )
            .as_bytes(),
        );
        put("xl/styles.xml", STYLES.as_bytes());
        for (name, bytes) in &self.extra {
            put(name, bytes);
        }
        zip.finish().unwrap().into_inner()
    }
}

/// A row of texts.
pub fn row(number: u32, cells: &[&str]) -> String {
    let cells: String = cells
        .iter()
        .enumerate()
        .filter(|(_, text)| !text.is_empty())
        .map(|(at, text)| text_cell(&format!("{}{number}", column(at)), text))
        .collect();
    format!("<row r=\"{number}\">{cells}</row>")
}

/// A cell with a text of its own.
pub fn text_cell(place: &str, text: &str) -> String {
    format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
}

/// `A`, `B`, …, `Z`, `AA`, …
pub fn column(at: usize) -> String {
    let letter = char::from(b'A' + (at % 26) as u8);
    if at < 26 { letter.to_string() } else { format!("{}{letter}", column(at / 26 - 1)) }
}

fn relationships(inner: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{inner}</Relationships>"
    )
}

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CONTENT_TYPES: &str = "<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
    <Default Extension=\"xml\" ContentType=\"application/xml\"/><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/></Types>";
/// Style 1 is a date, style 2 red with a line through it.
const STYLES: &str = "<?xml version=\"1.0\"?><styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">\
    <fonts count=\"2\"><font/><font><strike/><color rgb=\"FFFF0000\"/></font></fonts>\
    <cellXfs count=\"3\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\" applyNumberFormat=\"1\"/>\
    <xf numFmtId=\"0\" fontId=\"1\" applyFont=\"1\"/></cellXfs></styleSheet>";
