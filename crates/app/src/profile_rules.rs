//! Shared rules of import and export profiles: unique names, and a limit of their number.

use crate::error::{AppError, Code};
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::text::name_nearest;
use celeiro_store::{MOST_PROFILES, ProfileWrite};
use chrono::{DateTime, Utc};

/// Longest name, in characters.
const MAX_NAME: usize = 80;

/// The name with single blanks, as it is stored.
pub(crate) fn tidy_profile_name(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Finds what is wrong with the name of an import or export profile.
pub(crate) fn check_profile_name(name: &str) -> Option<FieldError> {
    let allowed = format!("1..{MAX_NAME}");
    match name.chars().count() {
        0 => Some(FieldError::new("name", FieldErrorCode::Required, "", allowed)),
        length if length > MAX_NAME => Some(FieldError::new("name", FieldErrorCode::TooLong, name, allowed)),
        _ => None,
    }
}

/// When the profile `name` was stored, or why it was not.
///
/// # Errors
/// `profile_changed`, `not_found`, or `invalid_fields`: a name that another has, one profile too many.
pub(crate) fn take_profile_write(written: ProfileWrite, name: &str) -> Result<DateTime<Utc>, AppError> {
    match written {
        ProfileWrite::Stored(at) => Ok(at),
        ProfileWrite::Changed => Err(AppError::new(Code::ProfileChanged)),
        ProfileWrite::Missing => Err(AppError::new(Code::NotFound)),
        ProfileWrite::NameTaken => Err(refuse_field("name", FieldErrorCode::Taken, name, "")),
        ProfileWrite::TooMany => {
            let most = format!("0..{MOST_PROFILES}");
            Err(refuse_field("profiles", FieldErrorCode::NotPossible, name, &most))
        }
    }
}

/// The refusal of one field.
pub(crate) fn refuse_field(field: &str, code: FieldErrorCode, value: &str, allowed: &str) -> AppError {
    AppError::fields(vec![FieldError::new(field, code, value, allowed)])
}

/// Longest name of a profile that a message repeats, in characters.
const NAME_IN_MESSAGE: usize = 120;

/// The refusal of a name that no import or export profile has, with those that there are, the nearest first.
pub(crate) fn refuse_profile_name<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> AppError {
    let allowed = name_nearest(name, known);
    let key = if allowed.is_empty() { "unknownProfile.none" } else { "unknownProfile.others" };
    let short: String = name.chars().take(NAME_IN_MESSAGE).collect();
    refuse_field("profile", FieldErrorCode::InvalidValue, name, &allowed)
        .with("name", short)
        .with("allowed", allowed)
        .with_message_key(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::search::Lang;

    #[test]
    fn a_name_that_no_profile_has_is_refused_with_those_that_there_are() {
        let say =
            |lang, known: &[&str]| refuse_profile_name("Agro Sull", known.iter().copied()).message(lang);
        let known = ["Agro Norte", "Agro Sul"];
        assert_eq!(say(Lang::PtBr, &known), "Não existe o perfil «Agro Sull». Existem: Agro Sul, Agro Norte");
        assert_eq!(
            say(Lang::En, &known),
            "There is no profile \"Agro Sull\". There are: Agro Sul, Agro Norte"
        );
        assert_eq!(say(Lang::PtBr, &[]), "Não existe o perfil «Agro Sull»: nenhum foi salvo ainda");
    }

    #[test]
    fn a_name_is_stored_with_single_blanks() {
        assert_eq!(tidy_profile_name("  Agro \t Sul \n"), "Agro Sul");
        assert_eq!(tidy_profile_name(" \n "), "");
    }

    #[test]
    fn a_name_has_at_most_80_characters_whatever_their_bytes() {
        assert_eq!(check_profile_name(&"é".repeat(80)), None);
        let code = |name: &str| check_profile_name(name).map(|error| error.code);
        assert_eq!(code(&"é".repeat(81)), Some(FieldErrorCode::TooLong));
        assert_eq!(code(""), Some(FieldErrorCode::Required));
    }

    #[test]
    fn a_write_that_stored_nothing_says_why() {
        let at = DateTime::<Utc>::UNIX_EPOCH;
        assert_eq!(take_profile_write(ProfileWrite::Stored(at), "Agro").unwrap(), at);
        for (written, code) in [
            (ProfileWrite::Changed, Code::ProfileChanged),
            (ProfileWrite::Missing, Code::NotFound),
            (ProfileWrite::NameTaken, Code::InvalidFields),
            (ProfileWrite::TooMany, Code::InvalidFields),
        ] {
            assert_eq!(take_profile_write(written, "Agro").unwrap_err().code(), code);
        }
    }
}
