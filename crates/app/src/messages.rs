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

/// Finds the text of a key that is built at run time and may not exist.
pub fn find_text(lang: Lang, key: &str) -> Option<String> {
    find_template(lang, key, &[]).map(str::to_owned)
}

/// The name of a record's field for people: the label of an attribute, the translated name of another
/// field, or else the name on the wire. Each part of a path has its name: `rows[3].price` is a price in
/// row 3.
pub fn field_name(lang: Lang, field: &str) -> String {
    if let Some(key) = field.strip_prefix("attributes.") {
        return AttributeLabel::of(key).to_string();
    }
    let parts: Option<Vec<String>> = field.split('.').map(|part| name_part(lang, part)).collect();
    parts.map_or_else(|| field.to_owned(), |parts| parts.join(" › "))
}

/// The name of one part of a field's path; `None` if the part has no name.
fn name_part(lang: Lang, part: &str) -> Option<String> {
    let Some((name, place)) = part.strip_suffix(']').and_then(|part| part.split_once('[')) else {
        let sections = ["fieldName", "field"];
        return sections.iter().find_map(|section| find_text(lang, &format!("{section}.{part}")));
    };
    let place: u32 = place.parse().ok()?;
    // Rows have their numbers of the file; other lists are counted from 0.
    let number = if name == "rows" { place } else { place.saturating_add(1) };
    Some(format!("{} {number}", find_text(lang, &format!("fieldName.one.{name}"))?))
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

/// Describes the error of an edited record. For a missing required attribute the text has the attribute's
/// label, because that attribute need not be the edited one.
pub fn edit_error(lang: Lang, error: &FieldError, fields: &DefinedFields) -> String {
    let missing = error.field.strip_prefix("attributes.").filter(|_| error.code == FieldErrorCode::Required);
    match missing.filter(|key| fields.get(key).is_some()) {
        Some(key) => translate_with(lang, "requiredField", &[("field", fields.label(key))]),
        None => field_error(lang, error.code, &error.allowed),
    }
}

/// Puts a range such as `1..500` into words, with its unit if it has one.
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

/// Formats a plain decimal number in the notation of the language.
pub(crate) fn write_decimal(lang: Lang, plain: &str) -> String {
    match lang {
        Lang::PtBr => plain.replace('.', ","),
        Lang::En => plain.to_owned(),
    }
}

/// Formats a number with `digits` decimals in the notation of the language.
pub fn format_number(lang: Lang, value: f64, digits: usize) -> String {
    let plain = format!("{value:.digits$}");
    // A negative number that rounds to zero must not keep its minus sign.
    let plain = if plain.trim_matches(['-', '0', '.']).is_empty() { plain.replace('-', "") } else { plain };
    write_decimal(lang, &plain)
}

/// Formats bytes in units of 1 000 000, with one decimal.
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
mod tests;
