//! Written amounts of packages in pieces: `cx 12x1 L`, `saco 60.000 sementes`.

/// A piece of a folded text.
#[derive(Debug, PartialEq)]
pub(crate) enum Token<'a> {
    /// `1.000`, `0,5`: ends in a digit.
    Number(&'a str),
    /// Letters.
    Word(&'a str),
    /// Any other character but a blank.
    Sign(char),
}

/// Numbers keep their signs (`1.000`, `0,5`), words their letters; a word behind a number is apart.
pub(crate) fn tokens_of(folded: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = folded;
    while let Some(first) = rest.chars().next() {
        let length = |keep: fn(char) -> bool| rest.find(|c| !keep(c)).unwrap_or(rest.len());
        let (token, taken) = if first.is_ascii_digit() {
            let end = length(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
            let number = rest[..end].trim_end_matches(['.', ',']);
            (Token::Number(number), number.len())
        } else if first.is_alphabetic() {
            let end = length(char::is_alphabetic);
            (Token::Word(&rest[..end]), end)
        } else {
            (Token::Sign(first), first.len_utf8())
        };
        tokens.push(token);
        rest = &rest[taken..];
    }
    tokens.retain(|token| *token != Token::Sign(' '));
    tokens
}

/// `1.000` and `60.000` are thousands, as people write them here; `0,5` and `0.5` are halves. What is
/// counted is whole, so that its comma separates thousands too.
pub(crate) fn with_decimal_point(number: &str, whole: bool) -> String {
    let groups = |sign: char| {
        let mut parts = number.split(sign);
        let first = parts.next().unwrap_or_default();
        let mut rest = parts.peekable();
        rest.peek().is_some()
            && (1..=3).contains(&first.len())
            && !first.starts_with('0')
            && rest.all(|part| part.len() == 3 && part.bytes().all(|b| b.is_ascii_digit()))
    };
    match (number.contains('.'), number.contains(',')) {
        (true, true) => {
            let decimal = if number.rfind(',') > number.rfind('.') { ',' } else { '.' };
            let other = if decimal == ',' { '.' } else { ',' };
            number.replace(other, "").replace(decimal, ".")
        }
        (true, false) if groups('.') => number.replace('.', ""),
        (false, true) if whole && groups(',') => number.replace(',', ""),
        _ => number.replace(',', "."),
    }
}
