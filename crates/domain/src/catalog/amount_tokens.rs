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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_keep_their_signs_and_stand_apart_from_the_letters_behind_them() {
        assert_eq!(
            tokens_of("cx 12x1 l"),
            [Token::Word("cx"), Token::Number("12"), Token::Word("x"), Token::Number("1"), Token::Word("l")]
        );
        assert_eq!(tokens_of("0,5kg"), [Token::Number("0,5"), Token::Word("kg")]);
        assert_eq!(tokens_of("60.000."), [Token::Number("60.000"), Token::Sign('.')]);
        assert_eq!(tokens_of("  "), []);
    }

    #[test]
    fn points_of_thousands_go_and_those_of_decimals_stay() {
        for (written, whole, plain) in [
            ("1.000", false, "1000"),
            ("60.000", true, "60000"),
            ("0.500", false, "0.500"),
            ("1.5", false, "1.5"),
            ("0,5", false, "0.5"),
            ("60,000", true, "60000"),
            ("60,000", false, "60.000"),
            ("1.234,5", false, "1234.5"),
            ("1,234.5", false, "1234.5"),
            ("1234.567", false, "1234.567"),
            ("7", true, "7"),
        ] {
            assert_eq!(with_decimal_point(written, whole), plain, "{written} {whole}");
        }
    }

    proptest! {
        #[test]
        fn tokens_are_the_text_without_its_blanks(text in "(saco |[0-9]{1,4}|[.,]|x|ç|🌱| ){0,15}") {
            let joined: String = tokens_of(&text)
                .into_iter()
                .map(|token| match token {
                    Token::Number(piece) | Token::Word(piece) => piece.to_owned(),
                    Token::Sign(sign) => sign.to_string(),
                })
                .collect();
            prop_assert_eq!(joined, text.replace(' ', ""));
        }
    }
}
