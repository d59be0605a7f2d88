//! Which column is what.
//!
//! Names are compared without accents, case and punctuation, in English and Portuguese. Where a
//! file has several names of one field, the first in the list below is the field and the others are
//! attributes: with `id` and `sku`, the id is the external id.

use crate::import::protocol::Field;
use crate::import::report::{ImportWarning, WarningCode};
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use std::collections::{HashMap, HashSet};

const SHARED: [(Field, &[&str]); 3] = [
    (Field::ExternalId, &["external_id", "externalid", "codigo_externo", "id", "codigo", "code", "sku"]),
    (Field::Tags, &["tags", "etiquetas", "palavras_chave", "keywords"]),
    (Field::Status, &["status", "situacao"]),
];
const ITEMS: [(Field, &[&str]); 7] = [
    (Field::Name, &["name", "nome", "produto", "product", "nome_do_produto", "product_name"]),
    (Field::Description, &["description", "descricao"]),
    (Field::Category, &["category", "categoria"]),
    (Field::Manufacturer, &["manufacturer", "fabricante", "marca", "brand", "titular"]),
    (Field::Price, &["price", "preco", "valor"]),
    (Field::Currency, &["currency", "moeda"]),
    (Field::Attributes, &["attributes", "atributos"]),
];
const FAQS: [(Field, &[&str]); 2] =
    [(Field::Question, &["question", "pergunta"]), (Field::Answer, &["answer", "resposta"])];

/// The fields that every record needs.
pub(super) fn needed(kind: Kind) -> &'static [Field] {
    match kind {
        Kind::Items => &[Field::Name],
        Kind::Faqs => &[Field::Question, Field::Answer],
    }
}

/// The field that a column of this name is, and how good a name for it that is (0 is best).
pub(super) fn field_of(kind: Kind, name: &str) -> Option<(Field, usize)> {
    let folded = fold_name(name);
    let own: &[(Field, &[&str])] = match kind {
        Kind::Items => &ITEMS,
        Kind::Faqs => &FAQS,
    };
    own.iter()
        .chain(&SHARED)
        .find_map(|(field, names)| names.iter().position(|n| *n == folded).map(|rank| (*field, rank)))
}

/// `Preço (R$)` becomes `preco`, `External-ID` becomes `external_id`.
pub(super) fn fold_name(name: &str) -> String {
    let bare = name.split_once('(').map_or(name, |(before, _)| before);
    let bare = if bare.trim().is_empty() { name } else { bare };
    let folded = normalize_text(bare);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    words.collect::<Vec<_>>().join("_")
}

/// Where the cells of a column go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    Field(Field),
    Attribute(String),
    Nowhere,
}

/// The columns of a table.
#[derive(Debug)]
pub(super) struct Columns {
    pub targets: Vec<Target>,
    /// The names in the file of the columns that fill a field.
    pub names: Vec<(Field, String)>,
    pub warnings: Vec<ImportWarning>,
}

impl Columns {
    /// Reads a header.
    pub fn read(kind: Kind, header: &[String]) -> Self {
        let best = best_names(kind, header.iter().map(String::as_str));
        let mut columns = Columns { targets: Vec::new(), names: Vec::new(), warnings: Vec::new() };
        let (mut taken, mut ignored, mut repeated) = (HashSet::new(), Vec::new(), Vec::new());
        for (at, name) in header.iter().enumerate() {
            let name = name.trim();
            let is_field = best.iter().find(|(_, index)| **index == at);
            columns.targets.push(match (is_field, kind) {
                (Some((field, _)), _) => {
                    columns.names.push((*field, name.to_owned()));
                    Target::Field(*field)
                }
                (None, Kind::Faqs) => {
                    ignored.extend((!name.is_empty()).then(|| name.to_owned()));
                    Target::Nowhere
                }
                (None, Kind::Items) => {
                    let unique = unique_name(name, at, &taken);
                    let again =
                        field_of(kind, name).is_some_and(|_| header[..at].iter().any(|h| h.trim() == name));
                    if again || (!name.is_empty() && unique != name) {
                        repeated.push(name.to_owned());
                    }
                    taken.insert(unique.clone());
                    Target::Attribute(unique)
                }
            });
        }
        for (code, names) in
            [(WarningCode::IgnoredColumns, ignored), (WarningCode::RepeatedColumns, repeated)]
        {
            if !names.is_empty() {
                columns.warnings.push(ImportWarning::new(code, names));
            }
        }
        columns
    }

    /// The first field that every record needs and no column fills.
    pub fn missing(&self, kind: Kind) -> Option<Field> {
        needed(kind).iter().copied().find(|field| self.names.iter().all(|(f, _)| f != field))
    }
}

/// For each field the index of its best-named column, the first of equals.
pub(super) fn best_names<'a>(kind: Kind, names: impl Iterator<Item = &'a str>) -> HashMap<Field, usize> {
    let mut best: HashMap<Field, (usize, usize)> = HashMap::new();
    for (at, name) in names.enumerate() {
        if let Some((field, rank)) = field_of(kind, name) {
            let known = best.entry(field).or_insert((rank, at));
            *known = (*known).min((rank, at));
        }
    }
    best.into_iter().map(|(field, (_, at))| (field, at)).collect()
}

/// A column without a name is called by its number; one whose name is taken gets a number.
fn unique_name(name: &str, at: usize, taken: &HashSet<String>) -> String {
    if name.is_empty() {
        return name_of_unnamed(at);
    }
    let mut unique = name.to_owned();
    let mut count = 1;
    while taken.contains(&unique) {
        count += 1;
        unique = format!("{name} {count}");
    }
    unique
}

/// What a column without a name is called; `at` counts from 0.
pub(super) fn name_of_unnamed(at: usize) -> String {
    format!("column_{}", at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(kind: Kind, header: &[&str]) -> Vec<Target> {
        Columns::read(kind, &header.iter().map(|h| (*h).to_owned()).collect::<Vec<_>>()).targets
    }

    #[test]
    fn names_are_understood_in_both_languages_and_any_spelling() {
        for (names, field) in [
            (["External ID", "CÓDIGO", "sku"], Field::ExternalId),
            (["NOME", " Produto ", "name"], Field::Name),
            (["Descrição", "descricao", "Description"], Field::Description),
            (["Marca", "FABRICANTE", "titular"], Field::Manufacturer),
            (["Preço (R$)", "valor", "PRICE"], Field::Price),
            (["Palavras-chave", "etiquetas", "Tags"], Field::Tags),
            (["Situação", "status", "STATUS"], Field::Status),
        ] {
            for name in names {
                assert_eq!(field_of(Kind::Items, name).map(|f| f.0), Some(field), "{name}");
            }
        }
        assert_eq!(field_of(Kind::Faqs, "Pergunta").map(|f| f.0), Some(Field::Question));
        assert_eq!(field_of(Kind::Faqs, "price"), None);
    }

    #[test]
    fn the_better_name_is_the_field() {
        assert_eq!(
            targets(Kind::Items, &["sku", "nome", "id"]),
            [Target::Attribute("sku".into()), Target::Field(Field::Name), Target::Field(Field::ExternalId)]
        );
    }

    #[test]
    fn nothing_is_written_over() {
        let header = ["nome", "cor", "cor", "", "nome"].map(String::from);
        let columns = Columns::read(Kind::Items, &header);
        assert_eq!(columns.targets[2], Target::Attribute("cor 2".into()));
        assert_eq!(columns.targets[3], Target::Attribute("column_4".into()));
        assert_eq!(columns.targets[4], Target::Attribute("nome".into()));
        assert_eq!(columns.warnings[0].names, ["cor", "nome"]);
        assert_eq!(columns.missing(Kind::Items), None);
    }

    #[test]
    fn faqs_have_no_attributes() {
        let header = ["pergunta", "tema"].map(String::from);
        let columns = Columns::read(Kind::Faqs, &header);
        assert_eq!(columns.targets[1], Target::Nowhere);
        assert_eq!(columns.warnings[0].names, ["tema"]);
        assert_eq!(columns.missing(Kind::Faqs), Some(Field::Answer));
    }
}
