//! Groups of products that may be one. Products are compared only with those that have the same telling words in their
//! names, or the same registration, maker and first word: well below all pairs.

use super::facts::{CatalogProduct, Facts};
use crate::catalog::PackageContent;
use crate::text::normalize_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use uuid::Uuid;

/// Products of a group at most: a product has at most 40 packages, and a person looks at each.
pub const MAX_MEMBERS: usize = 20;
/// Products that are compared with each other at most. More of one name are split by maker, formulation and
/// registration first.
const MAX_BLOCK: usize = 300;

/// What speaks for products being one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DuplicateEvidenceKind {
    /// Their names are the same words but for the package; `value` is the name.
    SameName,
    /// Their names differ, and the words of one stand in the other; `value` is the shortest name.
    SimilarName,
    /// They are of one maker; `value` is the maker.
    SameMaker,
    /// They have the same active ingredients; `value` names them.
    SameIngredient,
    /// They have the same formulation; `value` is its code.
    SameFormulation,
    /// They have the same registration; `value` is its number.
    SameRegistration,
    /// Their names say different packages; `value` lists these.
    DifferentPackages,
    /// At least two say the same package, or none: the product stands there twice.
    Twice,
}

impl DuplicateEvidenceKind {
    /// How much it speaks for one product, for the order of groups.
    fn weight(self) -> u32 {
        match self {
            Self::SameRegistration => 4,
            Self::SameMaker | Self::SameName => 3,
            Self::SameIngredient | Self::DifferentPackages => 2,
            Self::SameFormulation | Self::Twice => 1,
            Self::SimilarName => 0,
        }
    }
}

/// Something that speaks for a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicateEvidence {
    /// What it is.
    pub kind: DuplicateEvidenceKind,
    /// Of what, as the products have it; blank where there is nothing to name.
    pub value: String,
}

/// Products that may be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicateGroup {
    /// The products, at least two, in order of their ids.
    pub products: Vec<Uuid>,
    /// What speaks for it.
    pub evidence: Vec<DuplicateEvidence>,
}

impl DuplicateGroup {
    fn weight(&self) -> u32 {
        self.evidence.iter().map(|evidence| evidence.kind.weight()).sum()
    }
}

/// Two products in the order in which a pair is remembered.
pub fn pair_of(one: Uuid, other: Uuid) -> (Uuid, Uuid) {
    (one.min(other), one.max(other))
}

/// Groups of `products` that may be one product each, those first for which most speaks. Pairs of `apart` (see
/// [`pair_of`]) stand in no group together. The order of `products` changes nothing.
pub fn find_duplicates(products: &[CatalogProduct], apart: &HashSet<(Uuid, Uuid)>) -> Vec<DuplicateGroup> {
    let mut facts: Vec<Facts<'_>> = products.iter().filter_map(Facts::read).collect();
    facts.sort_by_key(|facts| facts.product.id);
    let mut by_words: BTreeMap<(&BTreeSet<String>, &[String]), Vec<usize>> = BTreeMap::new();
    for (at, fact) in facts.iter().enumerate() {
        by_words.entry((&fact.words, fact.numbers.as_slice())).or_default().push(at);
    }
    let mut found = Vec::new();
    let mut grouped = HashSet::new();
    for block in by_words.into_values() {
        collect_groups(&facts, block, apart, |_, _| true, &mut found, &mut grouped);
    }
    let mut by_registration: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (at, fact) in facts.iter().enumerate().filter(|(at, _)| !grouped.contains(at)) {
        if let (Some(registration), Some(maker)) = (&fact.registration, fact.maker.first()) {
            by_registration.entry((registration.as_str(), maker.as_str())).or_default().push(at);
        }
    }
    let is_nested = |one: &Facts<'_>, other: &Facts<'_>| match one.words == other.words {
        true => one.numbers == other.numbers,
        false => one.words.is_subset(&other.words) || other.words.is_subset(&one.words),
    };
    for block in by_registration.into_values() {
        collect_groups(&facts, block, apart, is_nested, &mut found, &mut grouped);
    }
    found.sort_by_cached_key(|group: &DuplicateGroup| {
        let name = group.evidence.first().map(|evidence| normalize_text(&evidence.value));
        (Reverse(group.weight()), name, group.products.first().copied())
    });
    found
}

/// Finds the groups among products of one block.
fn collect_groups(
    facts: &[Facts<'_>],
    block: Vec<usize>,
    apart: &HashSet<(Uuid, Uuid)>,
    may_be_one: impl Fn(&Facts<'_>, &Facts<'_>) -> bool,
    found: &mut Vec<DuplicateGroup>,
    grouped: &mut HashSet<usize>,
) {
    for part in split_block(facts, block) {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for at in part {
            let Some(own) = facts.get(at) else { continue };
            let fits = |member: &usize| {
                facts.get(*member).is_some_and(|other| {
                    !own.contradicts(other)
                        && may_be_one(own, other)
                        && !apart.contains(&pair_of(own.product.id, other.product.id))
                })
            };
            match groups.iter_mut().find(|group| group.len() < MAX_MEMBERS && group.iter().all(fits)) {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
        }
        for group in groups.into_iter().filter(|group| group.len() > 1) {
            let members: Vec<&Facts<'_>> = group.iter().filter_map(|at| facts.get(*at)).collect();
            found.push(DuplicateGroup {
                products: members.iter().map(|member| member.product.id).collect(),
                evidence: list_evidence(&members),
            });
            grouped.extend(group);
        }
    }
}

/// A block in parts that are small enough to compare each product with each.
fn split_block(facts: &[Facts<'_>], block: Vec<usize>) -> Vec<Vec<usize>> {
    if block.len() <= MAX_BLOCK {
        return vec![block];
    }
    let mut parts: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for at in block {
        if let Some(fact) = facts.get(at) {
            parts.entry((fact.maker.first(), &fact.formulation, &fact.registration)).or_default().push(at);
        }
    }
    parts
        .into_values()
        .flat_map(|part| part.chunks(MAX_BLOCK).map(<[usize]>::to_vec).collect::<Vec<_>>())
        .collect()
}

/// What speaks for these products being one.
fn list_evidence(members: &[&Facts<'_>]) -> Vec<DuplicateEvidence> {
    let mut evidence = Vec::new();
    let mut add =
        |kind: DuplicateEvidenceKind, value: String| evidence.push(DuplicateEvidence { kind, value });
    let shortest = members.iter().map(|member| member.name.as_str()).min_by_key(|name| name.chars().count());
    let is_same_name = members.windows(2).all(|pair| matches!(pair, [a, b] if a.words == b.words));
    let kind =
        if is_same_name { DuplicateEvidenceKind::SameName } else { DuplicateEvidenceKind::SimilarName };
    add(kind, shortest.unwrap_or_default().to_owned());
    if let Some(maker) = find_shared(members, |member| {
        member.product.manufacturer.clone().filter(|_| !member.maker.is_empty())
    }) {
        add(DuplicateEvidenceKind::SameMaker, maker);
    }
    if let Some(ingredients) = find_shared(members, |member| {
        let names: Vec<&str> = member.ingredients.iter().map(String::as_str).collect();
        Some(names.join(" + ")).filter(|names| !names.is_empty())
    }) {
        add(DuplicateEvidenceKind::SameIngredient, ingredients);
    }
    if let Some(formulation) = find_shared(members, |member| member.formulation.clone()) {
        add(DuplicateEvidenceKind::SameFormulation, formulation.to_uppercase());
    }
    if let Some(registration) = find_shared(members, |member| member.registration.clone()) {
        add(DuplicateEvidenceKind::SameRegistration, registration);
    }
    let (labels, is_twice) = compare_packages(members);
    if labels.len() > 1 {
        add(DuplicateEvidenceKind::DifferentPackages, labels.join(", "));
    }
    if is_twice {
        add(DuplicateEvidenceKind::Twice, String::new());
    }
    evidence
}

/// What the first product says where at least two say it. Those of one group contradict each other in nothing.
fn find_shared(members: &[&Facts<'_>], read: impl Fn(&Facts<'_>) -> Option<String>) -> Option<String> {
    let mut stated = members.iter().filter_map(|member| read(member));
    let first = stated.next()?;
    stated.next().map(|_| first)
}

/// The different packages in the names, and whether two products say the same one, or none.
fn compare_packages(members: &[&Facts<'_>]) -> (Vec<String>, bool) {
    let mut seen = HashSet::new();
    let mut labels = Vec::new();
    let mut is_twice = false;
    for member in members {
        let content = member.label.as_deref().and_then(PackageContent::read);
        let key = content.map(|content| {
            let (unit, amount) = content.in_base();
            format!("{amount} {unit:?}")
        });
        if !seen.insert(key) {
            is_twice = true;
        } else if let Some(label) = &member.label {
            labels.push(label.clone());
        }
    }
    (labels, is_twice)
}
