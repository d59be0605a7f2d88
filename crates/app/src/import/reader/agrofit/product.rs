//! One AGROFIT product, merged from its rows.

use super::names::{company_name, crop_name, split_outside_brackets, without_homonym_number};
use crate::import::protocol::{FieldSet, ParsedRecord, ParsedRow};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::text::normalize_text;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A product that is being put together.
#[derive(Debug)]
pub(super) struct Product {
    row: u32,
    registration: String,
    name: String,
    classes: Vec<String>,
    holder: String,
    ingredients_text: String,
    ingredients: Vec<Ingredient>,
    pub formulation: String,
    pub action: String,
    pub toxicology: String,
    pub environment: String,
    pub organic: String,
    pub in_force: bool,
    crops: BTreeSet<String>,
    /// Scientific name to common names.
    targets: BTreeMap<String, BTreeSet<String>>,
}

/// An active ingredient, such as `picloram (ácido piridinocarboxílico) (103.6 g/L)`.
#[derive(Debug, PartialEq, Eq)]
struct Ingredient {
    name: String,
    group: Option<String>,
    concentration: Option<String>,
}

impl Product {
    /// A product whose first row is `row`.
    pub fn new(row: u32, registration: &str) -> Self {
        Self {
            row,
            registration: registration.to_owned(),
            name: String::new(),
            classes: Vec::new(),
            holder: String::new(),
            ingredients_text: String::new(),
            ingredients: Vec::new(),
            formulation: String::new(),
            action: String::new(),
            toxicology: String::new(),
            environment: String::new(),
            organic: String::new(),
            in_force: false,
            crops: BTreeSet::new(),
            targets: BTreeMap::new(),
        }
    }

    /// Sets the brands of an AGROFIT registration as the product's name: `Metraro; Lautus;` are two.
    pub fn name(&mut self, brands: &str) {
        self.name = split_parts(brands, ';').collect::<Vec<_>>().join(" / ");
    }

    /// Sets the classes of an AGROFIT product: `Acaricida/Inseticida` are two.
    pub fn class(&mut self, classes: &str) {
        self.classes = split_parts(classes, '/').map(str::to_owned).collect();
    }

    pub fn holder(&mut self, holder: &str) {
        self.holder = company_name(holder);
    }

    pub fn ingredients(&mut self, text: &str) {
        self.ingredients =
            split_outside_brackets(text, " + ").iter().filter_map(|p| parse_ingredient(p)).collect();
        self.ingredients_text = text.to_owned();
    }

    pub fn crop(&mut self, crop: &str) {
        if !crop.is_empty() {
            self.crops.insert(crop_name(crop));
        }
    }

    /// Adds a pest, disease or weed that the AGROFIT product is registered against. The register writes `-` where it
    /// has no common name.
    pub fn target(&mut self, scientific: &str, common: &str) {
        let names =
            split_parts(common, ';').map(without_homonym_number).filter(|n| !n.is_empty() && *n != "-");
        if scientific.is_empty() {
            // A common name alone is a target of its own.
            for name in names {
                self.targets.entry(name.to_owned()).or_default();
            }
        } else {
            self.targets.entry(scientific.to_owned()).or_default().extend(names.map(str::to_owned));
        }
    }

    /// Builds the import's row of the AGROFIT product.
    pub fn into_row(self) -> ParsedRow {
        let tags = self.classes.iter().chain(&self.crops).cloned().collect();
        let record = ParsedRecord {
            given: FieldSet::of(&[
                RecordField::ExternalId,
                RecordField::Description,
                RecordField::Category,
                RecordField::Manufacturer,
                RecordField::Status,
                RecordField::Tags,
                RecordField::Attributes,
                RecordField::Name,
            ]),
            external_id: Some(format!("mapa-{}", self.registration)),
            description: Some(self.description()),
            category: Some(self.classes.join(" / ")),
            manufacturer: Some(self.holder.clone()),
            status: Some(if self.in_force { "ativo" } else { "inativo" }.to_owned()),
            tags,
            attributes: self.attributes(),
            name: Some(self.name),
            ..ParsedRecord::default()
        };
        ParsedRow { row: self.row, line: None, record: Some(Box::new(record)), problems: Vec::new() }
    }

    fn description(&self) -> String {
        let crops = self.crops.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let organic = if self.organic.eq_ignore_ascii_case("sim") { "sim" } else { "" };
        let parts = [
            ("", self.classes.join(" / ")),
            ("Ingrediente ativo: ", self.ingredients_text.clone()),
            ("Formulação: ", self.formulation.clone()),
            ("Modo de ação: ", self.action.clone()),
            ("Classe toxicológica: ", self.toxicology.clone()),
            ("Classe ambiental: ", self.environment.clone()),
            ("Uso autorizado na agricultura orgânica: ", organic.to_owned()),
            ("Culturas registradas: ", crops),
            ("Alvos registrados: ", self.target_names()),
        ];
        let mut text = String::new();
        for (label, value) in parts {
            let value = value.trim_end_matches(['.', ' ']);
            if !value.is_empty() {
                let blank = if text.is_empty() { "" } else { " " };
                text.extend([blank, label, value, "."]);
            }
        }
        text
    }

    /// `common, names (Scientific name)`.
    fn target_names(&self) -> String {
        let names = self.targets.iter().map(|(scientific, common)| match common.len() {
            0 => scientific.clone(),
            _ => format!("{} ({scientific})", in_order(common.iter().cloned()).join(", ")),
        });
        in_order(names).join("; ")
    }

    fn attributes(&self) -> Map<String, Value> {
        let ingredients: Vec<Value> = self
            .ingredients
            .iter()
            .map(|i| json!({ "nome": i.name, "grupo": i.group, "concentracao": i.concentration }))
            .collect();
        let mut attributes = Map::new();
        attributes.insert("registro".into(), json!(self.registration));
        if !ingredients.is_empty() {
            attributes.insert("ingredientes".into(), json!(ingredients));
        }
        for (name, value) in [
            ("formulacao", &self.formulation),
            ("modo_de_acao", &self.action),
            ("classe_toxicologica", &self.toxicology),
            ("classe_ambiental", &self.environment),
            ("agricultura_organica", &self.organic),
        ] {
            if !value.is_empty() {
                attributes.insert(name.into(), json!(value));
            }
        }
        attributes
    }
}

/// In the order of the alphabet, whatever their case and accents.
fn in_order(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort_by_cached_key(|name| normalize_text(name));
    names
}

/// Trimmed parts of a list, without blank ones.
fn split_parts(text: &str, separator: char) -> impl Iterator<Item = &str> {
    text.split(separator).map(str::trim).filter(|part| !part.is_empty())
}

/// Name, chemical group, concentration: the last bracket is the concentration where it begins with
/// a digit, the others say the group; the name is what stands outside of them.
fn parse_ingredient(text: &str) -> Option<Ingredient> {
    let (mut name, mut brackets, mut depth) = (String::new(), Vec::<String>::new(), 0_usize);
    for c in text.chars() {
        match c {
            '(' if depth == 0 => brackets.push(String::new()),
            ')' if depth == 1 => {}
            _ => match brackets.last_mut().filter(|_| depth > 0) {
                Some(inside) => inside.push(c),
                None => name.push(c),
            },
        }
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let is_amount = |b: &String| b.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let concentration = brackets.pop_if(|b| is_amount(b)).map(|b| b.trim().to_owned());
    let group = brackets.iter().map(|b| b.trim()).collect::<Vec<_>>().join("; ");
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",");
    // A footnote of the register, without its note.
    let name = name.trim_end_matches('*').to_owned();
    (!name.is_empty()).then(|| Ingredient {
        name,
        group: Some(group).filter(|g| !g.is_empty()),
        concentration,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (String, String, String) {
        let found = parse_ingredient(text).unwrap();
        (found.name, found.group.unwrap_or_default(), found.concentration.unwrap_or_default())
    }

    #[test]
    fn ingredients_are_taken_apart() {
        for (text, name, group, concentration) in [
            ("acefato (organofosforado) (970 g/kg)", "acefato", "organofosforado", "970 g/kg"),
            ("a (grupo (precursor de)) (500 g/L)", "a", "grupo (precursor de)", "500 g/L"),
            (
                "Flora, isolado X-1 (S1) (Produto Microbiológico) (33 g/L)",
                "Flora, isolado X-1",
                "S1; Produto Microbiológico",
                "33 g/L",
            ),
            (
                "Planta (Terpenos), Extrato de (Vegetal) (8 g/L)",
                "Planta, Extrato de",
                "Terpenos; Vegetal",
                "8 g/L",
            ),
            ("óleo mineral", "óleo mineral", "", ""),
        ] {
            assert_eq!(of(text), (name.into(), group.into(), concentration.into()));
        }
        assert_eq!(parse_ingredient("(5 g/L)"), None);
    }

    #[test]
    fn targets_gather_their_names() {
        let mut product = Product::new(2, "1");
        product.target("Bidens pilosa", "picão (1); fura-capa");
        product.target("Bidens pilosa", "picão-preto");
        product.target("Podosphaera spp.", "-");
        product.target("", "Dessecação");
        product.target("", "");
        assert_eq!(
            product.target_names(),
            "Dessecação; fura-capa, picão, picão-preto (Bidens pilosa); Podosphaera spp."
        );
    }

    #[test]
    fn a_description_says_what_is_known_and_no_more() {
        let mut product = Product::new(2, "1");
        product.class("Herbicida");
        product.action = "De contato.".into();
        product.crop("SOJA");
        assert_eq!(product.description(), "Herbicida. Modo de ação: De contato. Culturas registradas: Soja.");
    }
}
