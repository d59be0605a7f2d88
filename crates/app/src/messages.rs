//! Texts for people, in Brazilian Portuguese and English, from the translation files.

use celeiro_domain::catalog::attribute_label::AttributeLabel;
use celeiro_domain::catalog::defined_fields::DefinedFields;
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::search::Lang;
use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::LazyLock;
use unic_langid::langid;

static PORTUGUESE: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| flatten_texts(include_str!("../locales/pt-BR.json")));
static ENGLISH: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| flatten_texts(include_str!("../locales/en.json")));

/// Reads a translation file; dots join the keys of nested objects.
fn flatten_texts(file: &str) -> HashMap<String, String> {
    fn walk(prefix: &str, value: &Value, out: &mut HashMap<String, String>) {
        match value {
            Value::Object(map) => {
                for (key, inner) in map {
                    let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                    walk(&path, inner, out);
                }
            }
            Value::String(text) => {
                out.insert(prefix.to_owned(), text.clone());
            }
            _ => {}
        }
    }
    let mut out = HashMap::new();
    // The files are compiled in and a test parses them, so a broken file never ships.
    walk("", &serde_json::from_str(file).unwrap_or(Value::Null), &mut out);
    out
}

/// The texts of a language, by key.
fn select_texts(lang: Lang) -> &'static HashMap<String, String> {
    match lang {
        Lang::PtBr => &PORTUGUESE,
        Lang::En => &ENGLISH,
    }
}

/// The CLDR plural rules of a language; CLDR's `pt` is Brazilian Portuguese.
fn plural_rules(lang: Lang) -> Option<&'static PluralRules> {
    static RULES: LazyLock<[Option<PluralRules>; 2]> = LazyLock::new(|| {
        [langid!("pt"), langid!("en")]
            .map(|language| PluralRules::create(language, PluralRuleType::CARDINAL).ok())
    });
    RULES[usize::from(lang == Lang::En)].as_ref()
}

/// Finds the text `key`. A text with plural forms has the keys `key_one` and `key_other`, and its first
/// placeholder with an integer selects the form. Zero selects `other`, as in the interface.
pub(crate) fn find_template(lang: Lang, key: &str, args: &[(&'static str, String)]) -> Option<&'static str> {
    let texts = select_texts(lang);
    if let Some(text) = texts.get(key) {
        return Some(text);
    }
    let other = texts.get(&format!("{key}_other"))?;
    let number = other.split('{').skip(1).find_map(|place| {
        let (name, _) = place.split_once('}')?;
        args.iter().find(|(n, _)| *n == name)?.1.parse::<u64>().ok()
    });
    let is_one = number.is_some_and(|number| {
        number > 0 && plural_rules(lang).is_some_and(|rules| rules.select(number) == Ok(PluralCategory::ONE))
    });
    Some(texts.get(&format!("{key}_one")).filter(|_| is_one).unwrap_or(other))
}

/// Renders the text `key` in `lang` and fills its `{name}` placeholders from `args`. Renders an unknown
/// key as itself; a test forbids unknown keys.
pub fn translate_with(lang: Lang, key: &str, args: &[(&'static str, String)]) -> String {
    let Some(template) = find_template(lang, key, args) else { return key.to_owned() };
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        let Some(close) = rest[open..].find('}') else { break };
        let name = &rest[open + 1..open + close];
        out.push_str(args.iter().find(|(n, _)| *n == name).map_or("", |(_, v)| v));
        rest = &rest[open + close + 1..];
    }
    out.push_str(rest);
    out
}

/// Renders the text `key` in `lang` without arguments.
pub fn translate(lang: Lang, key: &str) -> String {
    translate_with(lang, key, &[])
}

/// The text `key` in `lang`, for a key that is made at run time and may have none.
pub fn find_text(lang: Lang, key: &str) -> Option<String> {
    find_template(lang, key, &[]).map(str::to_owned)
}

/// The name that people have for a field of a record; of an attribute its label, and the name on the wire where there
/// is no other.
pub fn field_name(lang: Lang, field: &str) -> String {
    if let Some(key) = field.strip_prefix("attributes.") {
        return AttributeLabel::of(key).to_string();
    }
    let words =
        ["fieldName", "field"].iter().find_map(|section| find_text(lang, &format!("{section}.{field}")));
    words.unwrap_or_else(|| field.to_owned())
}

/// The wire name of an enum variant, which is also the last part of its text's key; empty if the value
/// does not serialize to a string.
pub fn name_of(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Describes the error of a record field or of an imported cell, with the allowed values in parentheses
/// if there are any.
pub fn field_error(lang: Lang, code: FieldErrorCode, allowed: &str) -> String {
    let what = translate(lang, &format!("fieldError.{}", name_of(&code)));
    let allowed = match code {
        FieldErrorCode::AmbiguousPrice => join_alternatives(lang, allowed),
        _ => render_range(lang, allowed).unwrap_or_else(|| allowed.to_owned()),
    };
    if allowed.is_empty() { what } else { format!("{what} ({allowed})") }
}

/// What is wrong with a record that is edited, for people. A required attribute is named: it need not be the one that
/// was edited.
pub fn edit_error(lang: Lang, error: &FieldError, fields: &DefinedFields) -> String {
    let missing = error.field.strip_prefix("attributes.").filter(|_| error.code == FieldErrorCode::Required);
    match missing.filter(|key| fields.get(key).is_some()) {
        Some(key) => translate_with(lang, "requiredField", &[("field", fields.label(key))]),
        None => field_error(lang, error.code, &error.allowed),
    }
}

/// Words a range such as `1..500`, with its unit if it has one.
fn render_range(lang: Lang, allowed: &str) -> Option<String> {
    let (least, rest) = allowed.split_once("..")?;
    let (most, unit) = rest.split_once(' ').map_or((rest, ""), |(most, unit)| (most, unit));
    let is_number = |text: &str| text.parse::<f64>().is_ok();
    if !is_number(least) || !is_number(most) {
        return None;
    }
    let number = |text: &str| write_decimal(lang, text);
    let said = translate_with(lang, "fieldRange", &[("least", number(least)), ("most", number(most))]);
    Some(if unit.is_empty() { said } else { format!("{said} {unit}") })
}

/// A plain decimal number in the notation of the language.
pub(crate) fn write_decimal(lang: Lang, plain: &str) -> String {
    match lang {
        Lang::PtBr => plain.replace('.', ","),
        Lang::En => plain.to_owned(),
    }
}

/// A number with this many decimals in the notation of the language.
pub fn format_number(lang: Lang, value: f64, digits: usize) -> String {
    let plain = format!("{value:.digits$}");
    // A difference of nothing is not less than nothing.
    let plain = if plain.trim_matches(['-', '0', '.']).is_empty() { plain.replace('-', "") } else { plain };
    write_decimal(lang, &plain)
}

/// Bytes in units of 1 000 000, with one decimal.
pub fn format_megabytes(lang: Lang, bytes: u64) -> String {
    format!("{} MB", format_number(lang, bytes as f64 / 1e6, 1))
}

/// Joins alternative numbers with "or", in the notation of the language.
pub(crate) fn join_alternatives(lang: Lang, numbers: &str) -> String {
    match lang {
        Lang::PtBr => numbers.replace('.', ",").replace(" | ", " ou "),
        Lang::En => numbers.replace(" | ", " or "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    fn places(template: &str) -> Vec<&str> {
        let mut names: Vec<&str> =
            template.split('{').skip(1).filter_map(|p| p.split_once('}')).map(|p| p.0).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn both_languages_have_the_same_texts_with_the_same_places() {
        let mut missing = Vec::new();
        for (a, b) in [(&*PORTUGUESE, &*ENGLISH), (&*ENGLISH, &*PORTUGUESE)] {
            for (key, template) in a {
                match b.get(key) {
                    None => missing.push(key.clone()),
                    Some(other) => assert_eq!(places(template), places(other), "{key}"),
                }
            }
        }
        assert!(missing.is_empty(), "missing in one language: {missing:?}");
        assert!(PORTUGUESE.len() > 50);
    }

    #[test]
    fn a_range_is_said_as_people_say_it() {
        let said = |lang, allowed| field_error(lang, FieldErrorCode::TooLong, allowed);
        assert_eq!(said(Lang::PtBr, "1..500"), "longo demais (de 1 a 500)");
        assert_eq!(said(Lang::PtBr, "0..32000 bytes"), "longo demais (de 0 a 32000 bytes)");
        let price = field_error(Lang::PtBr, FieldErrorCode::InvalidPrice, "0..999999999999.9999");
        assert!(price.ends_with("(de 0 a 999999999999,9999)"), "{price}");
        assert_eq!(said(Lang::En, "a..b"), "too long (a..b)");
    }

    #[test]
    fn every_error_has_a_message() {
        for code in Code::ALL {
            let key = format!("error.{}", code.as_str());
            assert!(find_template(Lang::PtBr, &key, &[]).is_some(), "{key}");
        }
    }

    #[test]
    fn every_error_of_a_field_has_words_and_no_words_are_left_over() {
        let schema = schemars::schema_for!(FieldErrorCode);
        let variants = schema.get("oneOf").and_then(Value::as_array).unwrap();
        let mut codes: Vec<&str> = variants.iter().map(|one| one["const"].as_str().unwrap()).collect();
        let mut worded: Vec<&str> =
            ENGLISH.keys().filter_map(|key| key.strip_prefix("fieldError.")).collect();
        codes.sort_unstable();
        worded.sort_unstable();
        assert_eq!(codes, worded);
    }

    #[test]
    fn numbers_agree_with_their_nouns() {
        let waiting = |lang, count: u64| {
            translate_with(lang, "status.embeddingPending", &[("count", count.to_string())])
        };
        for (count, words) in
            [(0, "0 registros aguardam"), (1, "1 registro aguarda "), (2, "2 registros aguardam")]
        {
            assert!(waiting(Lang::PtBr, count).starts_with(words), "{}", waiting(Lang::PtBr, count));
        }
        for (count, words) in
            [(0, "0 records wait "), (1, "1 record waits "), (1_000_000, "1000000 records wait ")]
        {
            assert!(waiting(Lang::En, count).starts_with(words), "{}", waiting(Lang::En, count));
        }
        let preview = |items: &str| {
            let places = [("items", items.to_owned()), ("cost", "0.10".to_owned())];
            translate_with(Lang::PtBr, "cli.enrich.preview", &places)
        };
        assert!(preview("1").starts_with("1 item ·") && preview("3").starts_with("3 itens ·"));
    }

    #[test]
    fn every_counted_text_has_both_forms_and_nothing_besides() {
        for texts in [&*PORTUGUESE, &*ENGLISH] {
            let counted: Vec<&str> = texts
                .keys()
                .filter_map(|key| key.strip_suffix("_one").or_else(|| key.strip_suffix("_other")))
                .collect();
            assert!(!counted.is_empty());
            for key in counted {
                let forms = [format!("{key}_one"), format!("{key}_other")];
                assert!(forms.iter().all(|form| texts.contains_key(form)), "{key}");
                assert!(!texts.contains_key(key), "{key} stands beside its forms");
            }
        }
    }

    #[test]
    fn arguments_are_data() {
        let args = [("reason", "{reason} 'x'".to_owned())];
        assert!(translate_with(Lang::En, "error.invalid_request", &args).contains("{reason} 'x'"));
    }
}
