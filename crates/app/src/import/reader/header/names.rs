//! Known column names of record fields, and display names of columns.
//!
//! Names are compared without accents, case and punctuation, in English and Portuguese. Where a file has
//! several names of one field, the first in the lists below is the field.

use super::synonyms::find_trade_name;
use celeiro_domain::catalog::RecordField;
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use std::borrow::Cow;

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
const ITEMS: [(RecordField, &[&str]); 9] = [
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
    (RecordField::Packages, &["packages", "lista_de_embalagens"]),
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
/// Words in names of columns of prices.
const PRICE_WORDS: [&str; 9] =
    ["preco", "precos", "price", "prices", "valor", "valores", "vlr", "custo", "promocao"];
/// Words of names that say which of several prices a column has.
const PRICE_LEVELS: [&str; 31] = [
    "atacado",
    "balcao",
    "bruto",
    "cheio",
    "consumidor",
    "cooperado",
    "cooperados",
    "de",
    "final",
    "liquido",
    "list",
    "net",
    "normal",
    "oferta",
    "parceiro",
    "por",
    "prazo",
    "produtor",
    "promo",
    "promocional",
    "retail",
    "revenda",
    "safra",
    "sale",
    "socio",
    "tabela",
    "unitario",
    "varejo",
    "venda",
    "vista",
    "wholesale",
];
/// Words beside them: *A vista*, *Com desconto*, *Prazo 30 dias*.
const PRICE_FILLERS: [&str; 6] = ["a", "com", "desconto", "dias", "r", "sem"];
/// Words beside them in bands over prices.
const PRICE_BAND_WORDS: [&str; 24] = [
    "a",
    "brl",
    "com",
    "de",
    "em",
    "embalagem",
    "for",
    "kg",
    "list",
    "lista",
    "litro",
    "of",
    "per",
    "por",
    "r",
    "reais",
    "sale",
    "sem",
    "tabela",
    "un",
    "und",
    "unidade",
    "unitario",
    "venda",
];
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

/// Columns whose names begin so are remarks of ours in a file of rejected rows, and never data.
pub const REMARK: &str = "celeiro:";

/// What stands between a band over several columns and the name of one below it.
pub(in crate::import::reader) const JOINT: &str = " / ";

/// The band of a joined name, and the name below all bands.
pub(in crate::import::reader) fn split_bands(name: &str) -> Option<(&str, &str)> {
    let (band, _) = name.split_once(JOINT)?;
    let (_, leaf) = name.rsplit_once(JOINT)?;
    Some((band, leaf))
}

/// The fields that a new record needs.
pub(in crate::import::reader) fn needed_fields(kind: Kind) -> &'static [RecordField] {
    match kind {
        Kind::Items => &[RecordField::Name],
        Kind::Faqs => &[RecordField::Question, RecordField::Answer],
    }
}

/// Items for FAQs, FAQs for items: the kind that a file may be of by mistake.
pub(super) fn other_kind(kind: Kind) -> Kind {
    match kind {
        Kind::Items => Kind::Faqs,
        Kind::Faqs => Kind::Items,
    }
}

/// Whether the header names all that a new record of `kind` needs.
pub(super) fn is_of(kind: Kind, header: &[String]) -> bool {
    let has_field =
        |field| header.iter().any(|name| field_of(kind, name).is_some_and(|(known, _)| known == field));
    needed_fields(kind).iter().all(|field| has_field(*field))
}

/// Whether a column is a remark of ours.
pub(in crate::import) fn is_remark(name: &str) -> bool {
    normalize_text(name).starts_with(REMARK)
}

/// Whether a person's word for a column means the one of this name.
pub(in crate::import::reader) fn is_same(said: &str, name: &str) -> bool {
    normalize_text(said) == normalize_text(name)
}

/// The field that a column of this name usually is, and how good a name for it that is; 0 is best.
pub(in crate::import::reader) fn field_of(kind: Kind, name: &str) -> Option<(RecordField, usize)> {
    let folded = fold_name(name);
    let find_known = |folded: &str| find_folded_name(kind, folded).map(|(field, _)| field);
    let find_in_trade = || if kind == Kind::Items { find_trade_name(&folded, find_known) } else { None };
    find_folded_name(kind, &folded).or_else(find_in_trade)
}

/// The field that a column of this folded name is by itself.
fn find_folded_name(kind: Kind, folded: &str) -> Option<(RecordField, usize)> {
    let own: &[(RecordField, &[&str])] = match kind {
        Kind::Items => &ITEMS,
        Kind::Faqs => &FAQS,
    };
    own.iter()
        .chain(&SHARED)
        .find_map(|(field, names)| names.iter().position(|n| *n == folded).map(|rank| (*field, rank)))
}

/// Whether what stands in a field says which record a row is.
pub(in crate::import::reader) fn is_key_field(field: RecordField) -> bool {
    use RecordField::{ExternalId, Name, Question, RecordId};
    matches!(field, ExternalId | Name | Question | RecordId)
}

/// Whether a column of this name says what a record is called.
pub(in crate::import::reader) fn names_record(kind: Kind, name: &str) -> bool {
    matches!(field_of(kind, name), Some((RecordField::Name | RecordField::Question, _)))
}

/// Whether a column of this name is likely one of prices, although it is not known for the price.
pub(in crate::import::reader) fn speaks_of_price(name: &str) -> bool {
    let folded = fold_name(name);
    folded.split('_').any(|word| PRICE_WORDS.contains(&word))
}

/// Whether the prices below a name have taxes in them (`c/ imp.`, *com IPI*) or not (`s/ imp.`); `None` where it says
/// neither.
pub(super) fn says_taxes(name: &str) -> Option<bool> {
    const TAXES: [&str; 5] = ["imp", "imposto", "impostos", "ipi", "icms"];
    let folded = fold_name(name);
    let words: Vec<&str> = folded.split('_').collect();
    words.windows(2).find_map(|pair| match pair {
        ["c" | "com", tax] if TAXES.contains(tax) => Some(true),
        ["s" | "sem", tax] if TAXES.contains(tax) => Some(false),
        _ => None,
    })
}

/// Whether a column is named by who pays, when or how much less, as lists of prices name theirs: *De*, *Por*,
/// *Varejo*, *Tabela 2*, *À vista*. Alone such a name says nothing; over amounts it does.
pub(in crate::import::reader) fn names_price_level(name: &str) -> bool {
    let folded = fold_name(name);
    let mut words = folded.split('_').filter(|word| !word.is_empty());
    let is_level = |word: &str| PRICE_LEVELS.contains(&word);
    let is_filler = |word: &str| PRICE_FILLERS.contains(&word) || word.chars().all(|c| c.is_ascii_digit());
    words.clone().any(is_level) && words.all(|word| is_level(word) || is_filler(word))
}

/// Whether a band over several columns says that all of them are prices: *Preços*, *Tabela de preços*, *Preço por
/// embalagem*, but not *Valor nutricional*.
pub(in crate::import::reader) fn is_price_band(name: &str) -> bool {
    let folded = fold_name(name);
    let mut words = folded.split('_').filter(|word| !word.is_empty());
    speaks_of_price(name) && words.all(|word| PRICE_WORDS.contains(&word) || PRICE_BAND_WORDS.contains(&word))
}

/// The field that a column of this name is where no column has a better name for the one it usually is.
pub(super) fn second_field(name: &str) -> Option<RecordField> {
    let folded = fold_name(name);
    SECOND.iter().find(|(_, names)| names.contains(&folded.as_str())).map(|(field, _)| *field)
}

/// Whether a column is called *Descrição*, under which suppliers write what a product is called.
pub(super) fn names_goods(name: &str) -> bool {
    matches!(fold_name(name).as_str(), "descricao" | "descr" | "desc" | "descricoes")
}

/// `Preço (R$)` becomes `preco`, `External-ID` becomes `external_id`.
pub(in crate::import::reader) fn fold_name(name: &str) -> String {
    let (bare, below) = match name.split_once('(') {
        // What stands below a band in brackets is part of the name.
        Some((band, rest)) => (band, rest.split_once(')').map_or("", |(_, rest)| rest)),
        None => (name, ""),
    };
    let below = if below.starts_with(JOINT) { below } else { "" };
    let folded =
        if bare.trim().is_empty() { normalize_text(name) } else { normalize_text(&[bare, below].concat()) };
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    words.collect::<Vec<_>>().join("_")
}

/// The name of a column for people, also where it has none.
pub(crate) fn display_name(name: &str, at: usize) -> Cow<'_, str> {
    if name.trim().is_empty() { Cow::Owned(name_of_unnamed(at)) } else { Cow::Borrowed(name) }
}

/// What a column without a name is called; `at` counts from 0.
pub(in crate::import::reader) fn name_of_unnamed(at: usize) -> String {
    format!("column_{}", at + 1)
}
