//! Type marks of attribute columns: `Culturas [lista]` holds lists of the attribute `Culturas`.
//!
//! Our exports write a mark where the cells alone would be read as something else. A column with a mark is an
//! attribute whatever its name is; the marks of both languages are read.

use crate::import::protocol::ValueType;
use celeiro_domain::search::Lang;
use celeiro_domain::text::normalize_text;

/// The words of the marks, in Portuguese and in English.
const MARKS: [(ValueType, &str, &str); 5] = [
    (ValueType::Text, "texto", "text"),
    (ValueType::Number, "número", "number"),
    (ValueType::YesNo, "sim/não", "yes/no"),
    (ValueType::List, "lista", "list"),
    (ValueType::Json, "JSON", "JSON"),
];

/// The name of a column without its mark, and the type that the mark says; `None` where it has none.
pub(crate) fn split_attribute_mark(name: &str) -> Option<(&str, ValueType)> {
    let (bare, mark) = name.trim().strip_suffix(']')?.rsplit_once('[')?;
    let (bare, mark) = (bare.trim_end(), normalize_text(mark.trim()));
    let (value, ..) =
        MARKS.iter().find(|(_, pt, en)| mark == normalize_text(pt) || mark == normalize_text(en))?;
    (!bare.is_empty()).then_some((bare, *value))
}

/// The name of a column with the mark of a type.
pub(crate) fn mark_attribute(name: &str, value: ValueType, lang: Lang) -> String {
    let words = MARKS.iter().find(|(known, ..)| *known == value);
    let mark = words.map_or("", |(_, pt, en)| if lang == Lang::En { en } else { pt });
    format!("{name} [{mark}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_read_in_both_languages() {
        for lang in [Lang::PtBr, Lang::En] {
            for (value, ..) in MARKS {
                let name = mark_attribute("Cor [x]", value, lang);
                assert_eq!(split_attribute_mark(&name), Some(("Cor [x]", value)), "{name}");
            }
        }
        assert_eq!(split_attribute_mark("culturas [LISTA] "), Some(("culturas", ValueType::List)));
        for name in ["Cor [x]", "Cor", "[lista]", "Cor (lista)", "Cor ]lista["] {
            assert_eq!(split_attribute_mark(name), None, "{name}");
        }
    }
}
