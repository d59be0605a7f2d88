//! The name that a person signs in with.
//!
//! It stands in histories and is typed by hand: ASCII alone, so that no two names look alike.

/// Most characters of a login.
pub const MAX_LOGIN: usize = 64;

/// Names that histories have for writers without an account; an account of such a name would own their work.
const TAKEN_BY_PROGRAM: [&str; 6] = ["local", "http", "mcp", "celeiro", "celeiro_work", "postgres"];

/// Why a text is no login.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LoginProblem {
    /// Nothing but blanks.
    #[error("a login is needed")]
    Empty,
    /// More than [`MAX_LOGIN`] characters.
    #[error("a login has at most {MAX_LOGIN} characters")]
    TooLong,
    /// A character that no login has.
    #[error("a login has letters a to z, digits, '.', '_' and '-', and begins with a letter or a digit")]
    Form,
    /// A name that histories have for the program's own writers.
    #[error("the program itself writes under this name")]
    Reserved,
}

/// The login in its one form: trimmed, in lower case, `[a-z0-9][a-z0-9._-]{0,63}`.
///
/// # Errors
/// Why the text is none.
pub fn check_login(text: &str) -> Result<String, LoginProblem> {
    let login = text.trim().to_ascii_lowercase();
    let Some(first) = login.chars().next() else { return Err(LoginProblem::Empty) };
    if login.chars().count() > MAX_LOGIN {
        return Err(LoginProblem::TooLong);
    }
    let is_alphanumeric = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let fits =
        is_alphanumeric(first) && login.chars().all(|c| is_alphanumeric(c) || matches!(c, '.' | '_' | '-'));
    if !fits {
        return Err(LoginProblem::Form);
    }
    if TAKEN_BY_PROGRAM.contains(&login.as_str()) { Err(LoginProblem::Reserved) } else { Ok(login) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_has_one_form() {
        assert_eq!(check_login("  Ana.Souza \n").as_deref(), Ok("ana.souza"));
        assert_eq!(check_login("7-filial_2").as_deref(), Ok("7-filial_2"));
        assert_eq!(check_login(&"a".repeat(MAX_LOGIN)).map(|login| login.len()), Ok(MAX_LOGIN));
    }

    #[test]
    fn no_account_takes_over_what_was_written_without_one() {
        for text in ["local", "HTTP", " mcp ", "celeiro_work"] {
            assert_eq!(check_login(text), Err(LoginProblem::Reserved), "{text:?}");
        }
        assert_eq!(check_login("local2").as_deref(), Ok("local2"));
    }

    #[test]
    fn what_looks_like_another_name_or_like_a_command_is_none() {
        assert_eq!(check_login(" \t"), Err(LoginProblem::Empty));
        assert_eq!(check_login(&"a".repeat(MAX_LOGIN + 1)), Err(LoginProblem::TooLong));
        // The second has a Cyrillic a, the third a Kelvin sign, which lower-cases to k beyond ASCII.
        for text in [
            "josé",
            "\u{430}na",
            "\u{212a}ai",
            "-ana",
            ".ana",
            "ana souza",
            "ana\0",
            "ana@b",
            "a/b",
            "ana\u{200b}",
        ] {
            assert_eq!(check_login(text), Err(LoginProblem::Form), "{text:?}");
        }
    }
}
