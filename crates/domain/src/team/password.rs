//! What a password for signing in may be. How guessable it is, crate `app` judges.

use unicode_normalization::UnicodeNormalization as _;

/// Fewest characters of a password.
pub const MIN_PASSWORD: usize = 8;
/// Most characters of a password.
pub const MAX_PASSWORD: usize = 1_024;
/// Characters after which a text is not read on: the normal form makes one character of at most four.
const MAX_TYPED: usize = 4 * MAX_PASSWORD;

/// Why a text is no password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordProblem {
    /// Fewer than [`MIN_PASSWORD`] characters.
    #[error("a password has at least {MIN_PASSWORD} characters")]
    TooShort,
    /// More than [`MAX_PASSWORD`] characters.
    #[error("a password has at most {MAX_PASSWORD} characters")]
    TooLong,
    /// NUL, a line break or another control character, which fields of pages and terminals change or drop.
    #[error("a password has no control characters")]
    Control,
}

/// The password in its one form (NFKC), whichever keyboard it was typed on. Blanks around it stay: they are part
/// of it.
///
/// # Errors
/// Why the text is none; never with the text.
pub fn check_password(text: &str) -> Result<String, PasswordProblem> {
    if text.chars().nth(MAX_TYPED).is_some() {
        return Err(PasswordProblem::TooLong);
    }
    if text.chars().any(char::is_control) {
        return Err(PasswordProblem::Control);
    }
    let password: String = text.nfkc().collect();
    match password.chars().count() {
        ..MIN_PASSWORD => Err(PasswordProblem::TooShort),
        MIN_PASSWORD..=MAX_PASSWORD => Ok(password),
        _ => Err(PasswordProblem::TooLong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_password_has_one_form_on_every_keyboard() {
        let composed = check_password("safra ação №1").unwrap();
        assert_eq!(composed, check_password("safra ac\u{327}a\u{303}o №1").unwrap());
        assert_eq!(check_password("ｓａｆｒａ２０２６").as_deref(), Ok("safra2026"), "full width");
        assert_eq!(check_password(" blanks stay ").as_deref(), Ok(" blanks stay "));
    }

    #[test]
    fn length_counts_characters_of_the_form_that_is_hashed() {
        assert_eq!(check_password(""), Err(PasswordProblem::TooShort));
        assert_eq!(check_password("éééé123"), Err(PasswordProblem::TooShort), "7 characters, 11 bytes");
        assert!(check_password("éééé1234").is_ok());
        assert!(check_password(&"é".repeat(MAX_PASSWORD)).is_ok());
        assert_eq!(check_password(&"é".repeat(MAX_PASSWORD + 1)), Err(PasswordProblem::TooLong));
        assert_eq!(check_password(&"x".repeat(10_000)), Err(PasswordProblem::TooLong));
        // One character that becomes eighteen.
        assert_eq!(check_password(&"\u{fdfa}".repeat(MAX_PASSWORD)), Err(PasswordProblem::TooLong));
    }

    #[test]
    fn control_characters_are_refused() {
        for text in ["senha\0segura", "senha\nsegura", "senha\u{7f}segura", "senha\u{85}segura"] {
            assert_eq!(check_password(text), Err(PasswordProblem::Control), "{text:?}");
        }
    }
}
