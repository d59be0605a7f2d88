//! Documents through the real child: their text, and what hostile ones come to.

use crate::workbook::{Workbook, row};
use celeiro_app::import::sandbox::{Sandbox, use_parser_program};
use celeiro_app::import::{Document, DocumentFormat, ImageFormat, ImportError, Refusal, read_document};
use std::io::{Seek as _, Write as _};
use std::time::{Duration, Instant};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

async fn read(bytes: &[u8]) -> Result<Document, ImportError> {
    use_parser_program(env!("CARGO_BIN_EXE_celeiro-parser"));
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    read_document(file, "file", Sandbox::default()).await
}

async fn text(bytes: &[u8]) -> String {
    read(bytes).await.unwrap().text.unwrap_or_default()
}

async fn refusal(bytes: &[u8]) -> Refusal {
    match read(bytes).await {
        Err(ImportError::Refused { reason, .. }) => reason,
        other => panic!("not refused: {other:?}"),
    }
}

/// A PDF of one page a text; `more` goes into its trailer.
pub(super) fn pdf(pages: &[&str], more: &str) -> Vec<u8> {
    let count = pages.len();
    let kids: Vec<String> = (0..count).map(|n| format!("{} 0 R", 4 + 2 * n)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{}] /Count {count} >>", kids.join(" ")),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    for (n, text) in pages.iter().enumerate() {
        let content = format!("BT /F1 24 Tf 72 720 Td ({text}) Tj ET");
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            5 + 2 * n
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }
    let mut bytes = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (n, object) in objects.iter().enumerate() {
        places.push(bytes.len());
        bytes.extend(format!("{} 0 obj\n{object}\nendobj\n", n + 1).bytes());
    }
    let xref = bytes.len();
    bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    places.iter().for_each(|place| bytes.extend(format!("{place:010} 00000 n \n").bytes()));
    let size = objects.len() + 1;
    bytes.extend(
        format!("trailer\n<< /Size {size} /Root 1 0 R {more} >>\nstartxref\n{xref}\n%%EOF\n").bytes(),
    );
    bytes
}

fn docx(document: &[u8]) -> Vec<u8> {
    let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    archive.start_file("word/document.xml", SimpleFileOptions::default()).unwrap();
    archive.write_all(document).unwrap();
    archive.finish().unwrap().into_inner()
}

fn paragraphs(texts: &[&str]) -> String {
    let body: String = texts.iter().map(|t| format!("<w:p><w:r><w:t>{t}</w:t></w:r></w:p>")).collect();
    format!("<?xml version=\"1.0\"?><w:document xmlns:w=\"w\"><w:body>{body}</w:body></w:document>")
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_are_known_by_their_content_and_give_their_text() {
    let found = read(&pdf(&["Bula do produto", "Pagina dois"], "")).await.unwrap();
    assert_eq!((found.format, found.pages, found.is_cut), (DocumentFormat::Pdf, Some(2), false));
    let words = found.text.unwrap();
    let pages: Vec<&str> = words.split('\u{c}').map(str::trim).collect();
    assert_eq!(pages, ["Bula do produto", "Pagina dois"], "each page stands by itself");

    let word = paragraphs(&["Recomenda&#231;&#227;o &lt;b&gt;", "a &amp; b<w:tab/>"]);
    assert_eq!(text(&docx(word.as_bytes())).await, "Recomendação\na & b");

    let book = Workbook::default().sheet("Doses", &row(1, &["cultura", "dose"]), "").bytes();
    assert_eq!(text(&book).await, "Doses\n\ncultura | dose");

    assert_eq!(text(b"<html><script>x()</script><p>Ol&aacute;<p>mundo").await, "Olá\nmundo");
    assert_eq!(text("# Título\n\nvinte e dois % ≥ 5".as_bytes()).await, "# Título\n\nvinte e dois % ≥ 5");
    assert_eq!(
        text("Situa\u{e7}\u{e3}o".chars().map(|c| c as u8).collect::<Vec<_>>().as_slice()).await,
        "Situação"
    );
    let image = read(b"\x89PNG\r\n\x1a\n rest").await.unwrap();
    assert_eq!((image.format, image.text), (DocumentFormat::Image(ImageFormat::Png), None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drawing_is_an_image_with_the_words_in_it() {
    let svg = DocumentFormat::Image(ImageFormat::Svg);
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>Rótulo</title>\
        <script>alert(1)</script><text x=\"1\">Dose: 2 L/ha &lt;script&gt;</text></svg>";
    for before in [
        "",
        "\u{feff}",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- <html> Generator -->\n",
        "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"svg11.dtd\" [<!ENTITY a \"<html>\">]>",
    ] {
        let found = read(format!("{before}{drawing}").as_bytes()).await.unwrap();
        assert_eq!((found.format, found.format.media_type()), (svg, "image/svg+xml"), "{before}");
        // What reads like markup, even written out in the drawing, is taken out of every text.
        assert_eq!(found.text.as_deref(), Some("Rótulo\nDose: 2 L/ha"), "{before}");
    }
    let silent = read(b"<svg:svg xmlns:svg='s'><svg:path d='M0'/></svg:svg>").await.unwrap();
    assert_eq!((silent.format, silent.text), (svg, None));
    let page = read(b"<html><body><svg><title>x</title></svg><p>texto</p>").await.unwrap();
    assert_eq!((page.format, page.text.as_deref()), (DocumentFormat::Html, Some("texto")));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_refused_with_its_reason() {
    let locked = "/Encrypt << /Filter /Standard /V 1 /R 2 /O (12345678901234567890123456789012) \
                  /U (12345678901234567890123456789012) /P -4 >> /ID [(a) (b)]";
    assert_eq!(refusal(&pdf(&["segredo"], locked)).await, Refusal::Encrypted);
    assert!(matches!(refusal(b"%PDF-1.7 and nothing else").await, Refusal::Damaged(_)));
    assert!(matches!(refusal(b"PK\x03\x04 cut").await, Refusal::Damaged(_)));
    assert_eq!(refusal(b"").await, Refusal::Empty);
    assert_eq!(refusal(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1").await, Refusal::ProtectedOrOld);
    assert_eq!(refusal(b"MZ\x90\x00").await, Refusal::Unsupported("a program".into()));
    assert!(matches!(refusal(&docx(b"<w:p><w:t>a</w:p>")).await, Refusal::Damaged(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bomb_costs_its_limit_and_no_more() {
    let begun = Instant::now();
    let zeros = docx(&vec![b' '; 300 << 20]);
    assert!(zeros.len() < 1 << 20, "{}", zeros.len());
    assert!(matches!(refusal(&zeros).await, Refusal::Unfolds(_)));
    let long = paragraphs(&["uma palavra e outra ".repeat(100_000).as_str()]);
    let found = read(&docx(long.as_bytes())).await.unwrap();
    assert!(found.is_cut && found.text.unwrap().chars().count() <= celeiro_app::import::MAX_CHARS);
    let entities =
        "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;\">]><w:p><w:t>&b;fim</w:t></w:p>";
    assert_eq!(text(&docx(entities.as_bytes())).await, "fim");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_documents_neither_crash_nor_hang_us() {
    let book = Workbook::default().sheet("S", &row(1, &["a", "b"]), "").bytes();
    let sources = [pdf(&["um", "dois"], ""), docx(paragraphs(&["um", "dois"]).as_bytes()), book];
    let mut outcomes = [0; 3];
    for n in 0..120_usize {
        let mut bytes = sources[n % sources.len()].clone();
        for k in 0..1 + n % 5 {
            let at = (n * 7_919 + k * 104_729) % bytes.len();
            match n % 3 {
                0 => bytes[at] = (n * 31 + k) as u8,
                1 => bytes.truncate(at.max(20)),
                _ => drop(bytes.splice(at..at, [0xff, 0x00, b'<'])),
            }
        }
        match read(&bytes).await {
            Ok(_) => outcomes[0] += 1,
            Err(ImportError::Refused { .. }) => outcomes[1] += 1,
            Err(ImportError::ParserDied { .. }) => outcomes[2] += 1,
            Err(other) => panic!("{other}"),
        }
    }
    println!("read, refused, contained: {outcomes:?}");
    assert!(outcomes[1] > 10, "{outcomes:?}");
}
