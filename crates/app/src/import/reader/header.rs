//! Which column is what.
//!
//! Names are compared without accents, case and punctuation, in English and Portuguese. Where a
//! file has several names of one field, the first in the list below is the field and the others are
//! attributes: with `id` and `sku`, the id is the external id. What a person chose for a column goes
//! before its name.

use crate::import::protocol::{ParserJob, UnfilledColumn};
use crate::import::report::{ImportWarning, WarningCode};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

const SHARED: [(RecordField, &[&str]); 4] = [
    (RecordField::RecordId, &["celeiro_id"]),
    (
        RecordField::ExternalId,
        &[
            "external_id",
            "externalid",
            "codigo_externo",
            "id",
            "codigo",
            "codigo_do_produto",
            "codigo_produto",
            "cod_do_produto",
            "cod_produto",
            "code",
            "sku",
            "codigo_interno",
            "cod_interno",
            "cod",
        ],
    ),
    (RecordField::Tags, &["tags", "etiquetas", "palavras_chave", "keywords"]),
    (RecordField::Status, &["status", "situacao"]),
];
const ITEMS: [(RecordField, &[&str]); 8] = [
    (
        RecordField::Name,
        &[
            "name",
            "nome",
            "produto",
            "product",
            "nome_do_produto",
            "nome_produto",
            "nome_comercial",
            "product_name",
            "mercadoria",
            "descricao_do_produto",
            "descricao_produto",
        ],
    ),
    (RecordField::Description, &["description", "descricao"]),
    (
        RecordField::Category,
        &["category", "categoria", "grupo", "grupo_de_produto", "grupo_de_produtos", "familia"],
    ),
    (RecordField::Manufacturer, &["manufacturer", "fabricante", "marca", "brand", "titular"]),
    (
        RecordField::Price,
        &[
            "price",
            "preco",
            "preco_de_venda",
            "preco_venda",
            "preco_unitario",
            "preco_unit",
            "valor_unitario",
            "valor_unit",
            "vlr_unitario",
            "vlr_unit",
            "vl_unitario",
            "vl_unit",
            "preco_a_vista",
            "preco_de_tabela",
            "preco_tabela",
            "preco_r",
            "valor",
            "a_vista",
        ],
    ),
    (RecordField::Currency, &["currency", "moeda"]),
    (RecordField::Attributes, &["attributes", "atributos"]),
    (
        RecordField::Notes,
        &[
            "notes",
            "notas",
            "observacoes",
            "observacao",
            "obs",
            "anotacoes",
            "anotacao",
            "nota",
            "note",
            "remarks",
            "remark",
        ],
    ),
];
/// Names of a field that another field needs more: where no column has a better name, suppliers write the
/// name of a product under its description.
const SECOND: [(RecordField, &[&str]); 1] =
    [(RecordField::Description, &["descricao_do_produto", "descricao_produto"])];
const FAQS: [(RecordField, &[&str]); 3] = [
    (RecordField::Question, &["question", "pergunta"]),
    (RecordField::Answer, &["answer", "resposta"]),
    (
        RecordField::ApprovedAt,
        &[
            "approved_at",
            "approvedat",
            "aprovado_em",
            "aprovada_em",
            "data_de_aprovacao",
            "data_da_aprovacao",
        ],
    ),
];

/// The fields that a new record needs.
pub(super) fn needed_fields(kind: Kind) -> &'static [RecordField] {
    match kind {
        Kind::Items => &[RecordField::Name],
        Kind::Faqs => &[RecordField::Question, RecordField::Answer],
    }
}

/// What is known of columns before the file is: which records it has, and what a person chose.
#[derive(Debug, Clone, Copy)]
pub(super) struct Knowledge<'a> {
    pub kind: Kind,
    /// Names of columns and the field that each fills.
    pub map: &'a [(String, RecordField)],
    /// Names of columns that fill no field.
    pub unfilled: &'a [(String, UnfilledColumn)],
}

/// Columns whose names begin so are remarks of ours in a file of rejected rows, and never data.
pub const REMARK: &str = "celeiro:";

impl<'a> Knowledge<'a> {
    /// The knowledge in a job.
    pub fn of(job: &'a ParserJob) -> Self {
        Self { kind: job.kind, map: &job.map, unfilled: &job.unfilled }
    }

    /// Whether the column of this name is left out.
    pub fn is_left_out(&self, name: &str) -> bool {
        is_remark(name)
            || self.unfilled.iter().any(|(said, to)| *to == UnfilledColumn::Nothing && is_same(said, name))
    }

    /// The field that a column of this name is, and how good a name for it that is (0 is best).
    pub fn field_of(&self, name: &str) -> Option<(RecordField, usize)> {
        if is_remark(name) || self.unfilled.iter().any(|(said, _)| is_same(said, name)) {
            return None;
        }
        if let Some((_, field)) = self.map.iter().find(|(said, _)| is_same(said, name)) {
            return Some((*field, 0));
        }
        let known = field_of(self.kind, name)?;
        // A field that a person gave to one column belongs to no other.
        let given = self.map.iter().any(|(_, field)| *field == known.0);
        (!given).then_some((known.0, known.1 + 1))
    }

    /// The field that a column of this name is where neither the field nor the column is taken.
    fn second_field_of(&self, name: &str) -> Option<RecordField> {
        let first = self.field_of(name).filter(|(_, rank)| self.kind == Kind::Items && *rank > 0)?.0;
        let folded = fold_name(name);
        let (second, _) = SECOND.iter().find(|(_, names)| names.contains(&folded.as_str()))?;
        let given = self.map.iter().any(|(_, field)| field == second);
        (!given && first != *second).then_some(*second)
    }

    /// The first column that a person named and `names` lack.
    pub fn absent(&self, names: &[String]) -> Option<&'a str> {
        let is_there =
            |said: &str| names.iter().enumerate().any(|(at, name)| is_same(said, &display_name(name, at)));
        self.map.iter().map(|(said, _)| said.as_str()).find(|said| !is_there(said))
    }
}

/// Whether a column is a remark of ours.
pub(in crate::import) fn is_remark(name: &str) -> bool {
    normalize_text(name).starts_with(REMARK)
}

/// Whether a person's word for a column means the one of this name.
pub(super) fn is_same(said: &str, name: &str) -> bool {
    normalize_text(said) == normalize_text(name)
}

/// The field that a column of this name usually is.
fn field_of(kind: Kind, name: &str) -> Option<(RecordField, usize)> {
    let folded = fold_name(name);
    let own: &[(RecordField, &[&str])] = match kind {
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
    Field(RecordField),
    Attribute(String),
    Nowhere,
}

/// The columns of a table.
#[derive(Debug)]
pub(super) struct Columns {
    pub targets: Vec<Target>,
    /// The names in the file of the columns that fill a field.
    pub names: Vec<(RecordField, String)>,
    pub warnings: Vec<ImportWarning>,
    /// Which columns have no name, by their places from 0.
    unnamed: HashSet<usize>,
    /// Whether the other kind of records is what stands here.
    is_foreign: bool,
}

impl Columns {
    /// Reads a header.
    pub fn read(known: Knowledge<'_>, header: &[String]) -> Self {
        let kind = known.kind;
        let best = best_names(known, header.iter().map(String::as_str));
        let (targets, names, warnings) = (Vec::new(), Vec::new(), Vec::new());
        let is_foreign = is_of(other(kind), header);
        let unnamed = HashSet::new();
        let mut columns = Columns { targets, names, warnings, unnamed, is_foreign };
        let (mut taken, mut ignored, mut repeated) = (HashMap::new(), Vec::new(), Vec::new());
        for (at, name) in header.iter().enumerate() {
            let name = name.trim();
            let is_field = best.iter().find(|(_, index)| **index == at);
            let is_left_out = known.is_left_out(&display_name(name, at));
            if name.is_empty() && is_field.is_none() && !is_left_out {
                columns.unnamed.insert(at);
            }
            columns.targets.push(match (is_field, kind) {
                (Some((field, _)), _) => {
                    columns.names.push((*field, display_name(name, at).into_owned()));
                    Target::Field(*field)
                }
                (None, _) if is_left_out => Target::Nowhere,
                (None, Kind::Faqs) => {
                    ignored.extend((!name.is_empty()).then(|| name.to_owned()));
                    Target::Nowhere
                }
                (None, Kind::Items) => {
                    let unique = unique_name(name, at, &mut taken);
                    let again =
                        known.field_of(name).is_some_and(|_| header[..at].iter().any(|h| h.trim() == name));
                    if again || (!name.is_empty() && unique != name) {
                        repeated.push(name.to_owned());
                    }
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

    /// Whether the column at this place, from 0, has no name, or stands to the right of the header.
    pub fn is_unnamed(&self, at: usize) -> bool {
        at >= self.targets.len() || self.unnamed.contains(&at)
    }

    /// The first field that a new record needs and no column fills; none where ids, our own or external
    /// ones, name the records that the other columns change, as in a list of prices.
    pub fn missing(&self, kind: Kind) -> Option<RecordField> {
        let fields: Vec<RecordField> = self.names.iter().map(|(field, _)| *field).collect();
        missing(kind, &fields, self.is_foreign)
    }
}

/// Whether a header names what a new record needs, and every column that a person named.
pub(super) fn is_complete(known: Knowledge<'_>, names: &[String]) -> bool {
    let fields: Vec<RecordField> = best_names(known, names.iter().map(String::as_str)).into_keys().collect();
    let is_foreign = is_of(other(known.kind), names);
    missing(known.kind, &fields, is_foreign).is_none() && known.absent(names).is_none()
}

/// What of the needed none of these fields is; `is_foreign` where they stand beside all that the other
/// kind of records needs.
fn missing(kind: Kind, fields: &[RecordField], is_foreign: bool) -> Option<RecordField> {
    let changes = |field: &RecordField| match kind {
        Kind::Items => !matches!(field, RecordField::ExternalId | RecordField::RecordId),
        Kind::Faqs => matches!(field, RecordField::Question | RecordField::Answer | RecordField::ApprovedAt),
    };
    let has_ids = fields.contains(&RecordField::ExternalId) || fields.contains(&RecordField::RecordId);
    if has_ids && !is_foreign && fields.iter().any(changes) {
        return None;
    }
    needed_fields(kind).iter().copied().find(|field| !fields.contains(field))
}

fn other(kind: Kind) -> Kind {
    match kind {
        Kind::Items => Kind::Faqs,
        Kind::Faqs => Kind::Items,
    }
}

/// Whether the header names all that a new record of `kind` needs.
fn is_of(kind: Kind, header: &[String]) -> bool {
    let named =
        |field| header.iter().any(|name| field_of(kind, name).is_some_and(|(known, _)| known == field));
    needed_fields(kind).iter().all(|field| named(*field))
}

/// For each field the index of its best-named column, the first of equals.
pub(super) fn best_names<'a>(
    known: Knowledge<'_>,
    names: impl Iterator<Item = &'a str>,
) -> HashMap<RecordField, usize> {
    let mut best: HashMap<RecordField, (usize, usize)> = HashMap::new();
    let mut second: Vec<(RecordField, usize)> = Vec::new();
    for (at, name) in names.enumerate() {
        let name = display_name(name, at);
        if let Some((field, rank)) = known.field_of(&name) {
            let so_far = best.entry(field).or_insert((rank, at));
            *so_far = (*so_far).min((rank, at));
        }
        second.extend(known.second_field_of(&name).map(|field| (field, at)));
    }
    let mut best: HashMap<RecordField, usize> =
        best.into_iter().map(|(field, (_, at))| (field, at)).collect();
    for (field, at) in second {
        if best.values().all(|taken| *taken != at) {
            best.entry(field).or_insert(at);
        }
    }
    best
}

/// A column without a name is called by its number; one whose name is taken gets a number. Of a name that
/// is taken, `taken` has the number that was given last.
fn unique_name(name: &str, at: usize, taken: &mut HashMap<String, usize>) -> String {
    let mut unique = display_name(name, at).into_owned();
    let mut count = taken.get(&unique).copied().unwrap_or(1);
    if taken.contains_key(&unique) && !name.is_empty() {
        while taken.contains_key(&unique) {
            count += 1;
            unique = format!("{name} {count}");
        }
        taken.insert(name.to_owned(), count);
    }
    taken.entry(unique.clone()).or_insert(1);
    unique
}

/// The name of a column for people, also where it has none.
pub(in crate::import) fn display_name(name: &str, at: usize) -> Cow<'_, str> {
    if name.trim().is_empty() { Cow::Owned(name_of_unnamed(at)) } else { Cow::Borrowed(name) }
}

/// What a column without a name is called; `at` counts from 0.
pub(super) fn name_of_unnamed(at: usize) -> String {
    format!("column_{}", at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(kind: Kind) -> Knowledge<'static> {
        Knowledge { kind, map: &[], unfilled: &[] }
    }

    fn targets(kind: Kind, header: &[&str]) -> Vec<Target> {
        Columns::read(plain(kind), &header.iter().map(|h| (*h).to_owned()).collect::<Vec<_>>()).targets
    }

    #[test]
    fn names_are_understood_in_both_languages_and_any_spelling() {
        for (names, field) in [
            (["External ID", "CÓDIGO", "sku"], RecordField::ExternalId),
            (["NOME", " Produto ", "name"], RecordField::Name),
            (["Descrição", "descricao", "Description"], RecordField::Description),
            (["Marca", "FABRICANTE", "titular"], RecordField::Manufacturer),
            (["Preço (R$)", "valor", "Preço de venda"], RecordField::Price),
            (["Preço R$", "Vlr. Unit.", "PREÇO À VISTA"], RecordField::Price),
            (["Preço", "À vista", "a vista (R$)"], RecordField::Price),
            (["Código do produto", "Código interno", "Cód. Produto"], RecordField::ExternalId),
            (["Cód.", "COD", "Cód"], RecordField::ExternalId),
            (["Descrição do produto", "Nome Produto", "produto"], RecordField::Name),
            (["Grupo", "GRUPO DE PRODUTOS", "Família"], RecordField::Category),
            (["Palavras-chave", "etiquetas", "Tags"], RecordField::Tags),
            (["Situação", "status", "STATUS"], RecordField::Status),
        ] {
            for name in names {
                assert_eq!(field_of(Kind::Items, name).map(|f| f.0), Some(field), "{name}");
            }
        }
        assert_eq!(field_of(Kind::Faqs, "Pergunta").map(|f| f.0), Some(RecordField::Question));
        assert_eq!(field_of(Kind::Faqs, "price"), None);
    }

    #[test]
    fn the_better_name_is_the_field() {
        assert_eq!(
            targets(Kind::Items, &["sku", "nome", "id"]),
            [
                Target::Attribute("sku".into()),
                Target::Field(RecordField::Name),
                Target::Field(RecordField::ExternalId)
            ]
        );
    }

    #[test]
    fn the_description_of_a_product_is_its_name_where_it_has_no_other() {
        let (name, description) = (Target::Field(RecordField::Name), Target::Field(RecordField::Description));
        let attribute = |name: &str| Target::Attribute(name.to_owned());
        for (header, expected) in [
            (vec!["Descrição do Produto"], vec![name.clone()]),
            (vec!["Nome", "Descrição do produto"], vec![name.clone(), description.clone()]),
            (vec!["DESCRIÇÃO PRODUTO", "Produto"], vec![description.clone(), name.clone()]),
            (vec!["Descrição do produto", "Mercadoria"], vec![description.clone(), name.clone()]),
            (
                vec!["Nome", "Descrição", "Descrição do produto"],
                vec![name.clone(), description.clone(), attribute("Descrição do produto")],
            ),
            (vec!["Descrição do produto", "Descrição"], vec![name.clone(), description.clone()]),
            (vec!["Descrição do produto", "Descrição produto"], vec![name.clone(), description.clone()]),
        ] {
            assert_eq!(targets(Kind::Items, &header), expected, "{header:?}");
        }
        let header = ["Nome", "Descrição do produto", "Texto"].map(String::from);
        let map = [("Texto".to_owned(), RecordField::Description)];
        let known = Knowledge { map: &map, ..plain(Kind::Items) };
        let said = Columns::read(known, &header).targets;
        assert_eq!(said, [name.clone(), attribute("Descrição do produto"), description]);
        let unfilled = [("Descrição do produto".to_owned(), UnfilledColumn::Attribute)];
        let known = Knowledge { unfilled: &unfilled, ..plain(Kind::Items) };
        let said = Columns::read(known, &header[..2]).targets;
        assert_eq!(said, [name, attribute("Descrição do produto")]);
    }

    #[test]
    fn nothing_is_written_over() {
        let header = ["nome", "cor", "cor", "", "nome"].map(String::from);
        let columns = Columns::read(plain(Kind::Items), &header);
        assert_eq!(columns.targets[2], Target::Attribute("cor 2".into()));
        assert_eq!(columns.targets[3], Target::Attribute("column_4".into()));
        assert_eq!(columns.targets[4], Target::Attribute("nome".into()));
        assert_eq!(columns.warnings[0].names, ["cor", "nome"]);
        assert_eq!(columns.missing(Kind::Items), None);
    }

    #[test]
    fn faqs_have_no_attributes() {
        let header = ["pergunta", "tema"].map(String::from);
        let columns = Columns::read(plain(Kind::Faqs), &header);
        assert_eq!(columns.targets[1], Target::Nowhere);
        assert_eq!(columns.warnings[0].names, ["tema"]);
        assert_eq!(columns.missing(Kind::Faqs), Some(RecordField::Answer));
    }

    #[test]
    fn what_a_person_said_goes_before_names() {
        let map = [("Vlr. Unit".to_owned(), RecordField::Price), ("descrição".to_owned(), RecordField::Name)];
        let known = Knowledge { kind: Kind::Items, map: &map, unfilled: &[] };
        let header = ["Descricao", "preço", "VLR. UNIT"].map(String::from);
        let columns = Columns::read(known, &header);
        assert_eq!(
            columns.targets,
            [
                Target::Field(RecordField::Name),
                Target::Attribute("preço".into()),
                Target::Field(RecordField::Price)
            ]
        );
        assert_eq!(known.absent(&header), None);
        assert_eq!(known.absent(&["x".to_owned()]), Some("Vlr. Unit"));
    }

    #[test]
    fn a_column_fills_no_field_where_a_person_said_so() {
        let unfilled =
            [("preço".to_owned(), UnfilledColumn::Attribute), ("Obs".to_owned(), UnfilledColumn::Nothing)];
        let known = Knowledge { kind: Kind::Items, map: &[], unfilled: &unfilled };
        let header = ["nome", "Preço", "obs", "Celeiro: motivo"].map(String::from);
        let columns = Columns::read(known, &header);
        assert_eq!(
            columns.targets,
            [
                Target::Field(RecordField::Name),
                Target::Attribute("Preço".into()),
                Target::Nowhere,
                Target::Nowhere
            ]
        );
        assert!(columns.warnings.is_empty());
    }

    #[test]
    fn a_list_of_prices_needs_no_names() {
        let missing = |names: &[&str]| {
            let header: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
            Columns::read(plain(Kind::Items), &header).missing(Kind::Items)
        };
        assert_eq!(missing(&["codigo", "preço"]), None);
        assert_eq!(missing(&["preço"]), Some(RecordField::Name));
        assert_eq!(missing(&["codigo"]), Some(RecordField::Name), "an id alone says nothing");
        let faqs = ["id", "pergunta", "resposta", "tags"];
        assert_eq!(missing(&faqs), Some(RecordField::Name), "these are FAQs");
    }
}
