//! The language that a person is answered in.

use celeiro_app::config::{Config, SavedSettings};
use celeiro_domain::search::Lang;
use std::ffi::OsString;

/// The language asked for: `--lang`, else `CELEIRO_LANG`, else the saved one, else the system's; the
/// first that we know counts, and Portuguese where there is none. The command line is looked through
/// by hand, because a mistake on it must be answered in the right language too.
pub fn pick_language(
    arguments: &[OsString],
    environment: impl Fn(&str) -> Option<String>,
    read_saved: impl FnOnce() -> Option<String>,
) -> Lang {
    let read_language = |text: Option<String>| text.as_deref().and_then(parse_language);
    read_language(option_value(arguments, "--lang"))
        .or_else(|| read_language(environment("CELEIRO_LANG")))
        .or_else(|| read_language(read_saved()))
        .or_else(|| {
            ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| read_language(environment(name)))
        })
        .unwrap_or_default()
}

/// The language that a person saved in the data folder of this command line.
pub fn saved_language(
    arguments: &[OsString],
    environment: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    let folder = option_value(arguments, "--data-dir").map(|folder| ("CELEIRO_DATA_DIR".to_owned(), folder));
    let folder = Config::find_data_dir(&folder.into_iter().collect(), environment).ok()?;
    SavedSettings::read(&folder).ok()?.get("CELEIRO_LANG")
}

/// Reads `en`, `en_US.UTF-8`, `pt-BR`; nothing where it is another language.
pub fn parse_language(text: &str) -> Option<Lang> {
    let start = text.trim().get(..2)?.to_ascii_lowercase();
    let whole = text.trim().chars().nth(2).is_none_or(|next| !next.is_ascii_alphanumeric());
    match start.as_str() {
        "pt" if whole => Some(Lang::PtBr),
        "en" if whole => Some(Lang::En),
        _ => None,
    }
}

/// The best language of an `Accept-Language` header, by its weights.
pub fn accepted_language(header: &str) -> Option<Lang> {
    let weighted = header.split(',').filter_map(|part| {
        let (tag, parameters) = part.split_once(';').unwrap_or((part, ""));
        let weight: f32 =
            parameters.trim().strip_prefix("q=").map_or(Some(1.0), |q| q.trim().parse().ok())?;
        Some((parse_language(tag)?, weight))
    });
    let best = weighted.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    (best.1 > 0.0).then_some(best.0)
}

/// The value of the option `name`, `--name VALUE` or `--name=VALUE`.
fn option_value(arguments: &[OsString], name: &str) -> Option<String> {
    let mut texts = arguments.iter().map(|a| a.to_string_lossy()).take_while(|a| a != "--");
    while let Some(text) = texts.next() {
        if text == name {
            return texts.next().map(Into::into);
        }
        if let Some(value) = text.strip_prefix(name).and_then(|rest| rest.strip_prefix('=')) {
            return Some(value.to_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose_language(arguments: &[&str], environment: &[(&str, &str)]) -> Lang {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        let find = |name: &str| environment.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
        pick_language(&arguments, find, || find("saved"))
    }

    #[test]
    fn the_nearest_word_counts() {
        assert_eq!(choose_language(&["--lang", "en"], &[("CELEIRO_LANG", "pt-BR")]), Lang::En);
        assert_eq!(choose_language(&["search", "--lang=pt-BR"], &[("LANG", "en_US.UTF-8")]), Lang::PtBr);
        assert_eq!(choose_language(&[], &[("CELEIRO_LANG", "en"), ("LANG", "pt_BR.UTF-8")]), Lang::En);
        assert_eq!(choose_language(&[], &[("LANG", "en_US.UTF-8")]), Lang::En);
        assert_eq!(choose_language(&[], &[("saved", "pt-BR"), ("LANG", "en_US.UTF-8")]), Lang::PtBr);
        assert_eq!(choose_language(&["--lang=xx"], &[("CELEIRO_LANG", "pt-BR"), ("LANG", "en")]), Lang::PtBr);
        assert_eq!(choose_language(&[], &[("LC_ALL", "pt_BR"), ("LANG", "en_US")]), Lang::PtBr);
    }

    #[test]
    fn portuguese_where_unknown() {
        assert_eq!(choose_language(&[], &[]), Lang::PtBr);
        assert_eq!(choose_language(&[], &[("LANG", "C.UTF-8")]), Lang::PtBr);
        assert_eq!(choose_language(&["--", "--lang", "en"], &[]), Lang::PtBr);
    }

    #[test]
    fn headers_go_by_weight() {
        assert_eq!(accepted_language("en-US,en;q=0.9,pt;q=0.8"), Some(Lang::En));
        assert_eq!(accepted_language("de, pt-BR;q=0.5, en;q=0.4"), Some(Lang::PtBr));
        assert_eq!(accepted_language("de"), None);
        assert_eq!(accepted_language("en;q=0"), None);
        assert_eq!(accepted_language("é;q=x,,;"), None);
    }
}
