//! The package in the name of a product: `Glifosato Nortox 5 L` is the package `5 L` of `Glifosato Nortox`.

use crate::catalog::amount_tokens::{Token, tokens_of};
use crate::catalog::package_content::{BaseUnit, PackageContent, is_container, is_label_word};
use crate::text::normalize_text;

/// Pieces of a label at most: `cx 12 x 1 L`.
const MAX_LABEL_PIECES: usize = 6;
/// Pieces of a name that are looked at, counted from its end.
const MAX_NAME_PIECES: usize = 40;
/// What is left hanging where a label was taken out of a name.
const DANGLING: [&str; 6] = ["c/", "com", "de", "-", "–", "|"];
/// What stands between the amount of an active ingredient and what that amount is in, without points: `500 g i.a./L`.
const OF_INGREDIENT: [&str; 4] = ["ia", "ai", "ea", "ae"];
/// What an amount is in that is a concentration or a dose.
const PER: [&str; 10] = ["/l", "/lt", "/litro", "/litros", "/ml", "/kg", "/g", "/t", "/ton", "/ha"];

/// A name, and the package that stands in it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NameParts {
    /// The name without the package; the whole name where there is none.
    pub rest: String,
    /// The package as it is written.
    pub label: Option<String>,
}

/// Splits a name. What a name begins with is the product, whatever it says; of several packages the last one counts.
/// A concentration (`480 g/L`, `480 g por litro`) and a number without a unit are none.
pub(super) fn split_name(name: &str) -> NameParts {
    let pieces: Vec<&str> = name.split_whitespace().collect();
    let first = pieces.len().saturating_sub(MAX_NAME_PIECES).max(1);
    for end in (first + 1..=pieces.len()).rev() {
        for start in end.saturating_sub(MAX_LABEL_PIECES).max(first)..end {
            let Some(label) = pieces.get(start..end).and_then(read_label) else { continue };
            if begins_in_numbers(&pieces, start)
                || begins_in_name(&pieces, start)
                || pieces.get(end..).is_some_and(is_per)
            {
                continue;
            }
            let mut rest: Vec<&str> = pieces.iter().take(start).copied().collect();
            while rest.len() > 1
                && rest.last().is_some_and(|piece| DANGLING.contains(&piece.to_lowercase().as_str()))
            {
                rest.pop();
            }
            rest.extend(pieces.iter().skip(end));
            return NameParts { rest: rest.join(" "), label: Some(label) };
        }
    }
    NameParts { rest: pieces.join(" "), label: None }
}

/// The label of the package in the name of a product: `5 L` of `Glifosato Nortox 5 L`.
pub fn label_in_name(name: &str) -> Option<String> {
    split_name(name).label
}

/// Whether a label from `start` on would begin with the last of several numbers of the name, as a number of packages:
/// `NPK 20 05 20 saco 50 kg` is no 20 sacks.
fn begins_in_numbers(pieces: &[&str], start: usize) -> bool {
    let is_number =
        |at: usize| pieces.get(at).is_some_and(|piece| piece.bytes().all(|byte| byte.is_ascii_digit()));
    let holds = pieces.get(start + 1).is_some_and(|piece| is_container(&normalize_text(piece)));
    start > 0 && is_number(start - 1) && is_number(start) && holds
}

/// Whether a label from `start` on would begin with a number of the name, as a number of packages: `Soja 5821 saco 40 kg`
/// is one sack of the cultivar 5821.
fn begins_in_name(pieces: &[&str], start: usize) -> bool {
    let is_of_name = |piece: &&str| piece.len() >= 3 && piece.bytes().all(|byte| byte.is_ascii_digit());
    let holds = pieces.get(start + 1).is_some_and(|piece| is_container(&normalize_text(piece)));
    pieces.get(start).is_some_and(is_of_name) && holds
}

/// Whether these pieces say in what the amount before them is.
fn is_per(pieces: &[&str]) -> bool {
    let mut folded = pieces.iter().map(|piece| normalize_text(piece));
    let mut next = folded.next().unwrap_or_default();
    if OF_INGREDIENT.contains(&next.replace('.', "").as_str()) {
        next = folded.next().unwrap_or_default();
    }
    let bare = next.trim_end_matches([')', ']', ',', ';', '.']);
    bare.starts_with('/') || matches!(bare, "por" | "per") || PER.iter().any(|unit| bare.ends_with(*unit))
}

/// The label that these pieces are, where they are one and nothing else.
fn read_label(pieces: &[&str]) -> Option<String> {
    let label = pieces.join(" ");
    let label = label.trim_matches(|c: char| {
        c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | ',' | ';' | '.' | '-')
    });
    let folded = normalize_text(label).replace('×', "x");
    let tokens = tokens_of(&folded);
    let is_of_label = |token: &Token<'_>| match token {
        Token::Number(_) => true,
        Token::Word(word) => is_label_word(word),
        Token::Sign(sign) => matches!(sign, '*' | '(' | ')' | '.' | ','),
    };
    let begins_label = match tokens.first()? {
        Token::Number(_) => true,
        Token::Word(word) => is_container(word),
        Token::Sign(_) => false,
    };
    if !begins_label || !tokens.iter().all(is_of_label) {
        return None;
    }
    let (base, _) = PackageContent::read(label)?.in_base();
    // `SC` before litres is a formulation (suspension concentrate), and a sack before all else.
    let is_formulation = base == BaseUnit::Litre && tokens.contains(&Token::Word("sc"));
    (!is_formulation).then(|| label.to_owned())
}
