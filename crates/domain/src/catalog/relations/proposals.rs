//! Items with the same active ingredient, by the attributes that say it. A different concentration of both is no
//! proposal; one that is known of one item alone speaks for nothing and against nothing.

use crate::catalog::duplicates::{longest_ingredient_word, read_ingredients};
use serde_json::{Map, Value};
use uuid::Uuid;

/// Proposals for one item at most.
const MAX_PROPOSALS: usize = 20;

/// An item that may have the same active ingredient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedRelation {
    /// The other item.
    pub item: Uuid,
    /// The active ingredients of both, folded: `glifosato + 2.4-d`.
    pub evidence: String,
}

/// A folded word of the active ingredients of an item by which others with the same are found; `None` where the item
/// names none.
pub fn telling_ingredient(attributes: &Map<String, Value>) -> Option<String> {
    longest_ingredient_word(attributes)
}

/// The items among `others` whose active ingredients are those of `attributes`, in their order.
pub fn propose_same_ingredient<'a>(
    attributes: &Map<String, Value>,
    others: impl IntoIterator<Item = (Uuid, &'a Map<String, Value>)>,
) -> Vec<ProposedRelation> {
    let (ingredients, concentrations) = read_ingredients(attributes);
    if ingredients.is_empty() {
        return Vec::new();
    }
    let evidence = ingredients.iter().cloned().collect::<Vec<_>>().join(" + ");
    let fits = |other: &Map<String, Value>| {
        let (others_ingredients, others_concentrations) = read_ingredients(other);
        let differ = !concentrations.is_empty()
            && !others_concentrations.is_empty()
            && concentrations != others_concentrations;
        others_ingredients == ingredients && !differ
    };
    others
        .into_iter()
        .filter(|(_, other)| fits(other))
        .take(MAX_PROPOSALS)
        .map(|(item, _)| ProposedRelation { item, evidence: evidence.clone() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn attributes(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn the_same_ingredients_are_proposed_and_a_different_concentration_is_not() {
        let own = attributes(json!({ "ingrediente_ativo": "Glifosato", "concentracao": "480 g/L" }));
        let others = [
            json!({ "Ingrediente ativo": "GLIFOSATO", "Concentração": "480g/L" }),
            json!({ "principio_ativo": "glifosato" }),
            json!({ "ingrediente_ativo": "glifosato", "concentracao": "360 g/L" }),
            json!({ "ingrediente_ativo": "glifosato + 2,4-D" }),
            json!({ "cor": "glifosato" }),
        ];
        let others: Vec<Map<String, Value>> = others.into_iter().map(attributes).collect();
        let numbered = others.iter().zip(1..).map(|(other, id)| (Uuid::from_u128(id), other));
        let proposed = propose_same_ingredient(&own, numbered);
        let ids: Vec<u128> = proposed.iter().map(|one| one.item.as_u128()).collect();
        assert_eq!(ids, [1, 2]);
        assert_eq!(proposed[0].evidence, "glifosato");
    }

    #[test]
    fn an_item_that_names_no_ingredient_gets_no_proposal() {
        let none = Map::new();
        assert_eq!(propose_same_ingredient(&none, [(Uuid::from_u128(1), &none)]), []);
        assert_eq!(telling_ingredient(&none), None);
        let two =
            attributes(json!({ "ingrediente_ativo": [{ "nome": "2,4-D" }, { "nome": "Picloram, sal" }] }));
        assert_eq!(telling_ingredient(&two).as_deref(), Some("picloram"));
    }
}
