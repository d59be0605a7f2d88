//! What joining products makes of them: the packages, the fields that stay, are taken or are lost, and which own
//! prices of lists move to which package.

use super::groups::MAX_MEMBERS;
use super::name_parts::split_name;
use crate::catalog::{
    FieldError, FieldErrorCode, Item, ItemDraft, LIMITS, Package, PackageContent, PackageStatus, Status,
    clean_text, is_gtin, names_ean,
};
use crate::text::normalize_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use specta::Type;
use std::collections::BTreeSet;
use uuid::Uuid;

/// Fields that a join chooses between, but attributes. The external id stays: those of the others become codes of
/// their packages.
const FIELDS: [&str; 7] = ["description", "category", "manufacturer", "price", "tags", "status", "notes"];

/// A field whose value is that of a certain product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FieldChoice {
    /// `description`, `category`, `manufacturer`, `price`, `tags`, `status`, `notes`, `attributes.KEY`.
    pub field: String,
    /// The product.
    pub from: Uuid,
}

/// What the package of a product is called that has no packages of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LabelChoice {
    /// The product.
    pub item: Uuid,
    /// The label; where blank, the product becomes no package.
    pub label: String,
}

/// What a person chose about a join.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JoinChoices {
    /// The name of the product; where absent, that of the product that stays, without a package that it becomes.
    #[serde(default)]
    pub name: Option<String>,
    /// Fields that are taken from a certain product. A field that is not named stays as the product that stays has it,
    /// and where that has none, it is that of the first one that has it.
    #[serde(default)]
    pub fields: Vec<FieldChoice>,
    /// Labels of packages; where a product is not named, the package that its name says.
    #[serde(default)]
    pub labels: Vec<LabelChoice>,
}

/// A value that one of the products has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberValue {
    /// The product.
    pub item: Uuid,
    /// Its value; null where it has none.
    pub value: Value,
}

/// A field in which the products differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinedField {
    /// The field.
    pub field: String,
    /// What each of the products has, that which stays first.
    pub values: Vec<MemberValue>,
    /// The product whose value it gets; other values are lost.
    pub from: Uuid,
}

/// A value of a package that the joined product does not have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LostValue {
    /// `code`, `ean`, `price`.
    pub field: String,
    /// The value.
    pub value: Value,
}

/// What a product, or a package of it, becomes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinedPackage {
    /// The product that it was.
    pub item: Uuid,
    /// The package that it becomes; absent where nothing says how much it is, so that it becomes none.
    pub package: Option<Package>,
    /// Whether another one of the joined products is the same package already.
    pub is_same: bool,
    /// What that package has otherwise, and this one loses.
    pub lost: Vec<LostValue>,
}

/// Own prices of lists that become those of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceMove {
    /// The product that had them.
    pub item: Uuid,
    /// Of which of its packages; blank for the product itself.
    pub from: String,
    /// The package that gets them.
    pub to: String,
}

/// What a join makes of its products.
#[derive(Debug, Clone, PartialEq)]
pub struct JoinedProduct {
    /// The product that stays, ready to be stored.
    pub draft: ItemDraft,
    /// What each product becomes, that which stays first.
    pub packages: Vec<JoinedPackage>,
    /// The fields in which the products differ.
    pub fields: Vec<JoinedField>,
    /// Own prices that move.
    pub price_moves: Vec<PriceMove>,
}

/// Plans the merge of duplicate items `others` into `stays`.
///
/// # Errors
/// Too few or too many products, prices in different currencies, a choice of a field or product that there is not, and
/// what a saved item refuses (more than 40 packages, two with one code, a name that is too long).
pub fn plan_join(
    stays: &Item,
    others: &[Item],
    choices: &JoinChoices,
) -> Result<JoinedProduct, Vec<FieldError>> {
    let members: Vec<&Item> = std::iter::once(stays).chain(others).collect();
    check_members(&members, choices)?;
    let mut joining = Joining { merged: Vec::new(), packages: Vec::new(), price_moves: Vec::new() };
    for member in &members {
        joining.add(member, own_packages(member, choices), member.id == stays.id);
    }
    for other in others {
        joining.tell_lost_numbers(other);
    }
    let mut draft = ItemDraft::from(stays.clone());
    draft.name = choices.name.clone().unwrap_or_else(|| default_name(stays, &joining.packages));
    let fields = choose_fields(&members, choices, &mut draft);
    draft.packages = Some(joining.merged);
    let draft = draft.check()?;
    Ok(JoinedProduct { draft, packages: joining.packages, fields, price_moves: joining.price_moves })
}

fn check_members(members: &[&Item], choices: &JoinChoices) -> Result<(), Vec<FieldError>> {
    let mut errors = Vec::new();
    let ids: BTreeSet<Uuid> = members.iter().map(|member| member.id).collect();
    if members.len() < 2 || members.len() > MAX_MEMBERS || ids.len() < members.len() {
        let (count, allowed) = (ids.len().to_string(), format!("2..{MAX_MEMBERS}"));
        errors.push(FieldError::new("items", FieldErrorCode::OutOfRange, &count, allowed).of_a_part());
    }
    let has_price = |item: &&&Item| item.price.is_some() || item.has_package_prices();
    let currencies: BTreeSet<&str> =
        members.iter().filter(has_price).map(|item| item.currency.as_str()).collect();
    if let Some(stays) = members.first()
        && let Some(other) = currencies.iter().find(|currency| **currency != stays.currency)
    {
        let allowed = stays.currency.clone();
        errors.push(FieldError::new("currency", FieldErrorCode::Contradiction, other, allowed));
    }
    for choice in &choices.fields {
        if !FIELDS.contains(&choice.field.as_str()) && !choice.field.starts_with("attributes.") {
            let allowed = format!("{}, attributes.KEY", FIELDS.join(", "));
            errors.push(FieldError::new("fields", FieldErrorCode::UnknownField, &choice.field, allowed));
        }
    }
    let chosen = choices.fields.iter().map(|choice| choice.from);
    for id in chosen.chain(choices.labels.iter().map(|choice| choice.item)).filter(|id| !ids.contains(id)) {
        errors.push(FieldError::new("items", FieldErrorCode::InvalidValue, &id.to_string(), ""));
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The packages that a product has, or the one that it is.
fn own_packages(item: &Item, choices: &JoinChoices) -> Vec<Package> {
    if !item.packages.is_empty() {
        return item.packages.clone();
    }
    let chosen = choices.labels.iter().find(|choice| choice.item == item.id);
    let label = match chosen {
        Some(choice) => Some(choice.label.clone()),
        None => split_name(&item.name).label,
    };
    // Own prices of lists move to the label as it is stored. One that is too long is refused with the product.
    let label = label.map(|label| clean_text(&label, "label", LIMITS.package_label, &mut Vec::new()));
    let Some(label) = label.filter(|label| !label.is_empty()) else { return Vec::new() };
    let status = if item.status == Status::Ativo { PackageStatus::Ativo } else { PackageStatus::Inativo };
    let fits = |code: &String| code.chars().count() <= LIMITS.package_code;
    let code = item.external_id.clone().filter(fits);
    vec![Package { label, code, ean: read_ean(item), price: item.price, status }]
}

/// The number under the bars, where an attribute holds a valid one.
fn read_ean(item: &Item) -> Option<String> {
    list_eans(item).map(|text| bare_digits(&text)).find(|digits| is_gtin(digits))
}

/// What attributes say is the number under the bars, valid or not.
fn list_eans(item: &Item) -> impl Iterator<Item = String> {
    let numbers = item.attributes.iter().filter(|(key, _)| names_ean(key));
    let texts = numbers.filter_map(|(_, value)| match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    texts.filter(|text| !text.is_empty())
}

/// A number without what people group its digits by.
fn bare_digits(text: &str) -> String {
    text.replace([' ', '-', '.'], "")
}

/// The name of the product that stays, without its package where that is one of several now.
fn default_name(stays: &Item, packages: &[JoinedPackage]) -> String {
    let is_package = stays.packages.is_empty()
        && packages.iter().any(|package| package.item == stays.id && package.package.is_some());
    if is_package { split_name(&stays.name).rest } else { stays.name.clone() }
}

/// A number that a package is known by; no other package of its product has it.
#[derive(Clone, Copy)]
enum PackageNumber {
    Code,
    Ean,
}

impl PackageNumber {
    const ALL: [Self; 2] = [Self::Code, Self::Ean];

    fn field(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Ean => "ean",
        }
    }

    fn of(self, package: &Package) -> Option<&str> {
        match self {
            Self::Code => package.code.as_deref(),
            Self::Ean => package.ean.as_deref(),
        }
    }

    fn of_mut(self, package: &mut Package) -> &mut Option<String> {
        match self {
            Self::Code => &mut package.code,
            Self::Ean => &mut package.ean,
        }
    }

    /// What two are compared by. With zeros before it, a number of twelve digits is one of thirteen or fourteen.
    fn fold(self, number: &str) -> String {
        match self {
            Self::Code => normalize_text(number),
            Self::Ean => format!("{:0>14}", bare_digits(number)),
        }
    }

    fn is_in(self, number: &str, packages: &[Package]) -> bool {
        let folded = self.fold(number);
        packages.iter().filter_map(|package| self.of(package)).any(|own| self.fold(own) == folded)
    }
}

struct Joining {
    merged: Vec<Package>,
    packages: Vec<JoinedPackage>,
    price_moves: Vec<PriceMove>,
}

impl Joining {
    fn add(&mut self, item: &Item, packages: Vec<Package>, stays: bool) {
        if packages.is_empty() {
            self.packages.push(JoinedPackage {
                item: item.id,
                package: None,
                is_same: false,
                lost: Vec::new(),
            });
        }
        let had_packages = !item.packages.is_empty();
        let before = self.merged.len();
        for package in packages {
            let from = if had_packages { package.label.clone() } else { String::new() };
            let joined = self.add_package(item.id, package, before);
            // Where the product that stays has packages, their own prices are where they belong.
            if let Some(to) = joined.package.as_ref().map(|package| package.label.clone())
                && (!stays || from.is_empty())
            {
                self.price_moves.push(PriceMove { item: item.id, from, to });
            }
            self.packages.push(joined);
        }
    }

    /// Adds a package, or what it has to the one of the first `before` that holds the same: packages of one product
    /// stay different ones.
    fn add_package(&mut self, item: Uuid, mut package: Package, before: usize) -> JoinedPackage {
        let mut lost = Vec::new();
        let same = self.merged.iter().take(before).position(|other| is_same_package(other, &package));
        let Some(at) = same else {
            for number in PackageNumber::ALL {
                let own = number.of_mut(&mut package);
                if own.as_deref().is_some_and(|own| number.is_in(own, &self.merged)) {
                    lose(&mut lost, number.field(), json!(own.take()));
                }
            }
            self.merged.push(package.clone());
            return JoinedPackage { item, package: Some(package), is_same: false, lost };
        };
        for number in PackageNumber::ALL {
            let Some(given) = number.of_mut(&mut package).take() else { continue };
            let is_taken = number.is_in(&given, &self.merged);
            if let Some(same) = self.merged.get_mut(at) {
                give_number(number, number.of_mut(same), given, is_taken, &mut lost);
            }
        }
        let mut joined = package.clone();
        if let Some(same) = self.merged.get_mut(at) {
            match (same.price, package.price) {
                (None, price) => same.price = price,
                (Some(own), Some(price)) if own != price => lose(&mut lost, "price", json!(price)),
                _ => {}
            }
            if package.status == PackageStatus::Ativo {
                same.status = PackageStatus::Ativo;
            }
            joined = same.clone();
        }
        JoinedPackage { item, package: Some(joined), is_same: true, lost }
    }

    /// Names the external id and the EANs of a joined product that no package has in the end, once each.
    fn tell_lost_numbers(&mut self, item: &Item) {
        let codes = item.external_id.iter().map(|code| (PackageNumber::Code, code.clone()));
        let eans = list_eans(item).map(|ean| (PackageNumber::Ean, ean));
        for (number, value) in codes.chain(eans) {
            let folded = number.fold(&value);
            let is_it = |lost: &LostValue| {
                lost.field == number.field()
                    && lost.value.as_str().is_some_and(|told| number.fold(told) == folded)
            };
            let mut own = self.packages.iter().filter(|joined| joined.item == item.id);
            if number.is_in(&value, &self.merged) || own.any(|joined| joined.lost.iter().any(is_it)) {
                continue;
            }
            if let Some(joined) = self.packages.iter_mut().find(|joined| joined.item == item.id) {
                lose(&mut joined.lost, number.field(), json!(value));
            }
        }
    }
}

/// Gives a package the number of the same one; one that another package has, or that is another one, is lost.
fn give_number(
    number: PackageNumber,
    own: &mut Option<String>,
    given: String,
    is_taken: bool,
    lost: &mut Vec<LostValue>,
) {
    let is_own = own.as_deref().is_some_and(|own| number.fold(own) == number.fold(&given));
    if own.is_none() && !is_taken {
        *own = Some(given);
    } else if !is_own {
        lose(lost, number.field(), json!(given));
    }
}

fn lose(lost: &mut Vec<LostValue>, field: &str, value: Value) {
    lost.push(LostValue { field: field.to_owned(), value });
}

/// Whether two packages hold the same, or are called the same where that is not known.
fn is_same_package(one: &Package, other: &Package) -> bool {
    let content = |package: &Package| package.content().map(PackageContent::in_base);
    match (content(one), content(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => normalize_text(&one.label) == normalize_text(&other.label),
        _ => false,
    }
}

/// Puts the chosen values into the draft; answers the fields in which the products differ.
fn choose_fields(members: &[&Item], choices: &JoinChoices, draft: &mut ItemDraft) -> Vec<JoinedField> {
    // The number under the bars is that of a package.
    let is_of_product = |key: &&String| !names_ean(key);
    let keys = members.iter().flat_map(|member| member.attributes.keys()).filter(is_of_product);
    let keys: BTreeSet<&String> = keys.collect();
    let names = FIELDS.iter().map(|field| (*field).to_owned());
    let names = names.chain(keys.into_iter().map(|key| format!("attributes.{key}")));
    let mut fields = Vec::new();
    for field in names {
        let values: Vec<MemberValue> = members
            .iter()
            .map(|member| MemberValue { item: member.id, value: read_field(member, &field) })
            .collect();
        let Some(first) = values.first() else { continue };
        if values.iter().all(|value| value.value == first.value) {
            continue;
        }
        let chosen =
            choices.fields.iter().rev().find(|choice| choice.field == field).map(|choice| choice.from);
        let stated = values.iter().find(|value| !is_blank(&value.value)).map(|value| value.item);
        let from = chosen.or(stated).unwrap_or(first.item);
        if let Some(member) = members.iter().find(|member| member.id == from) {
            take_field(draft, member, &field);
        }
        fields.push(JoinedField { field, values, from });
    }
    fields
}

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

fn read_field(item: &Item, field: &str) -> Value {
    match field {
        "description" => json!(item.description),
        "category" => json!(item.category),
        "manufacturer" => json!(item.manufacturer),
        "price" => json!(item.price),
        "tags" => json!(item.tags),
        "status" => json!(item.status),
        "notes" => json!(item.notes),
        other => {
            let key = other.strip_prefix("attributes.").unwrap_or(other);
            item.attributes.get(key).cloned().unwrap_or_default()
        }
    }
}

fn take_field(draft: &mut ItemDraft, from: &Item, field: &str) {
    match field {
        "description" => draft.description.clone_from(&from.description),
        "category" => draft.category.clone_from(&from.category),
        "manufacturer" => draft.manufacturer.clone_from(&from.manufacturer),
        "price" => draft.price = from.price,
        "tags" => draft.tags.clone_from(&from.tags),
        "status" => draft.status = from.status,
        "notes" => draft.notes.clone_from(&from.notes),
        other => {
            let key = other.strip_prefix("attributes.").unwrap_or(other);
            match from.attributes.get(key) {
                Some(value) => draft.attributes.insert(key.to_owned(), value.clone()),
                None => draft.attributes.shift_remove(key),
            };
        }
    }
}
