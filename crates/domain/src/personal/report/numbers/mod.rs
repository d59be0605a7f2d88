//! Every number of a model's text compared with the figures of the report.
//!
//! | module | content |
//! |---|---|
//! | `token`, `reading`, `mention` | numbers, amounts, percentages, days and times in a sentence |
//! | `unit` | units by their names, and what one is in another |
//! | `fact` | what the figures allow to be said |
//! | `compare` | one sentence against the facts |
//! | `tone` | sentences about what was not recorded |
//!
//! A sentence is left out where one number of it has no source, whatever else it says. Right is a number that a figure
//! has, as far as its digits go: 82,46 kg is 82,5 kg and 82 kg, and not 82,4 kg. Its unit must be the figure's, or one
//! that can be converted; where a sentence names what the number is of, it must be of that. Days and times count as
//! numbers; the numbers of a list do not. Numbers in the words of a record are a source too.

mod compare;
mod fact;
mod mention;
mod reading;
mod token;
mod tone;
mod unit;

use super::kept::ReportFigures;
use crate::search::Lang;
use fact::Facts;

/// A text after the check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedText {
    /// What is left, in Markdown.
    pub text: String,
    /// Sentences that are left.
    pub kept: u32,
    /// Sentences that were left out.
    pub left_out: u32,
}

/// Leaves every sentence of `text` out that has a number without a source, or that speaks of what was not recorded.
/// A heading with nothing left below it goes too.
pub fn check_text(text: &str, figures: &ReportFigures, lang: Lang) -> CheckedText {
    let facts = Facts::of(figures, lang);
    let (mut kept, mut left_out) = (0, 0);
    let mut lines: Vec<(String, bool)> = Vec::new();
    for line in text.lines() {
        let (mark, rest) = split_mark(line);
        let is_heading = mark.trim_start().starts_with('#');
        let all = split_sentences(rest);
        let is_right =
            |sentence: &&&str| compare::has_sources(sentence, &facts, lang) && !tone::is_reproach(sentence);
        let right: Vec<&str> = all.iter().filter(is_right).copied().collect();
        left_out += (all.len() - right.len()) as u32;
        kept += if is_heading { 0 } else { right.len() as u32 };
        if right.is_empty() && !all.is_empty() {
            continue;
        }
        lines.push((format!("{mark}{}", right.concat()).trim_end().to_owned(), is_heading));
    }
    CheckedText { text: without_bare_headings(lines), kept, left_out }
}

/// Splits the marks of a line off: indent, heading, list and its number, quote.
fn split_mark(line: &str) -> (&str, &str) {
    let mut at = 0;
    loop {
        let rest = &line[at..];
        let blank = rest.len() - rest.trim_start().len();
        let behind = &rest[blank..];
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        let numbered = (1..=3).contains(&digits) && behind[digits..].starts_with(['.', ')']);
        let mark = match behind.chars().next() {
            Some('#') => behind.bytes().take_while(|byte| *byte == b'#').count(),
            Some('-' | '*' | '+' | '>') => 1,
            Some(_) if numbered => digits + 1,
            _ => 0,
        };
        let ends = behind[mark..].starts_with(' ') || behind.len() == mark;
        if mark == 0 || !ends {
            return line.split_at(at + blank);
        }
        at += blank + mark;
    }
}

/// The sentences, each with the white space behind it. A row of a table is one.
fn split_sentences(text: &str) -> Vec<&str> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    if text.starts_with('|') {
        return vec![text];
    }
    let (mut sentences, mut start) = (Vec::new(), 0);
    let mut chars = text.char_indices().peekable();
    while let Some((_, c)) = chars.next() {
        let ends = matches!(c, '.' | '!' | '?' | '…');
        if ends && chars.peek().is_some_and(|(_, next)| next.is_whitespace()) {
            while chars.next_if(|(_, next)| next.is_whitespace()).is_some() {}
            let end = chars.peek().map_or(text.len(), |(at, _)| *at);
            sentences.push(&text[start..end]);
            start = end;
        }
    }
    if start < text.len() {
        sentences.push(&text[start..]);
    }
    sentences
}

fn without_bare_headings(lines: Vec<(String, bool)>) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut heading: Option<String> = None;
    for (line, is_heading) in lines {
        if is_heading {
            heading = Some(line);
        } else if line.trim().is_empty() {
            if heading.is_none() && out.last().is_some_and(|last| !last.is_empty()) {
                out.push(String::new());
            }
        } else {
            if let Some(title) = heading.take() {
                if out.last().is_some_and(|last| !last.is_empty()) {
                    out.push(String::new());
                }
                out.extend([title, String::new()]);
            }
            out.push(line);
        }
    }
    out.join("\n").trim().to_owned()
}
