//! A look into a file before its import: which columns it has, what stands in them, and what they
//! would be taken for.

use super::error::{ImportError, ParserDeath};
use super::protocol::{Cells, Field, Header, Message, Telling};
use super::reader::is_remark;
use super::report::FileFacts;
use super::request::{self, ImportRequest};
use super::sandbox::ParserProcess;
use celeiro_domain::text::normalize_text;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Rows that are looked at.
const ROWS: usize = 20;
/// Different values of a column that are shown, and characters of each.
const SAMPLES: usize = 3;
const SAMPLE_CHARS: usize = 80;

/// What was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// How the file is read.
    pub facts: FileFacts,
    /// Its columns, in their order.
    pub columns: Vec<SeenColumn>,
    /// By what files of the same layout are known: SHA-256 of the folded names of the columns.
    pub layout: Vec<u8>,
}

/// A column.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenColumn {
    /// Its name.
    pub name: String,
    /// The field that its name says it is.
    pub field: Option<Field>,
    /// Some of what stands in it.
    pub samples: Vec<String>,
}

/// Looks into the file of `request`. Nothing is written anywhere.
///
/// # Errors
/// [`ImportError`] where it cannot be read at all.
pub async fn look(request: &ImportRequest) -> Result<Look, ImportError> {
    let file = request::open(request.source.clone(), &request.file_name).await?;
    let errand = request.errand(Telling::Cells);
    let mut parser = ParserProcess::start(request.sandbox.clone(), &errand, file, &request.file_name)?;
    let incoherent =
        || ImportError::ParserDied { file: request.file_name.clone(), reason: ParserDeath::Incoherent };
    let (mut facts, mut header, mut rows) = (None, None, Vec::new());
    while rows.len() < ROWS {
        match parser.next().await? {
            Message::Facts(found) => facts = Some(found),
            Message::Header(found) => header = Some(found),
            Message::Cells(cells) => rows.push(cells),
            Message::Note(note) => tracing::debug!(note, "file reader"),
            Message::Progress(_) | Message::Decimals(_) | Message::Warning(_) => {}
            Message::Refused(reason) => {
                return Err(ImportError::Refused { file: request.file_name.clone(), reason });
            }
            Message::Done => break,
            Message::Row(_) | Message::Columns(_) | Message::Document(_) | Message::Text(_) => {
                return Err(incoherent());
            }
        }
    }
    let header = header.ok_or_else(|| ImportError::Refused {
        file: request.file_name.clone(),
        reason: super::error::Refusal::Empty,
    })?;
    Ok(Look {
        facts: facts.ok_or_else(incoherent)?,
        layout: layout_of(&header.names),
        columns: columns(header, &rows),
    })
}

/// By what files of the same layout are known; our own remarks do not make another one of it.
fn layout_of(names: &[String]) -> Vec<u8> {
    let mut hash = Sha256::new();
    for name in names.iter().filter(|name| !is_remark(name)) {
        hash.update(normalize_text(name).as_bytes());
        hash.update(b"\n");
    }
    hash.finalize().to_vec()
}

fn columns(header: Header, rows: &[Cells]) -> Vec<SeenColumn> {
    let fields = header.fields.into_iter().chain(std::iter::repeat(None));
    header
        .names
        .into_iter()
        .zip(fields)
        .enumerate()
        .filter(|(_, (name, _))| !is_remark(name))
        .map(|(at, (name, field))| SeenColumn { name, field, samples: samples(rows, at) })
        .collect()
}

fn samples(rows: &[Cells], at: usize) -> Vec<String> {
    let mut samples: Vec<String> = Vec::new();
    for value in rows.iter().filter_map(|row| row.cells.get(at)) {
        let text: String = shown(value).trim().chars().take(SAMPLE_CHARS).collect();
        if !text.is_empty() && !samples.contains(&text) && samples.len() < SAMPLES {
            samples.push(text);
        }
    }
    samples
}

/// A cell as a text.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
