//! Relations between items: one replaces another, goes with it, or has the same active ingredient. Which items have
//! the same ingredient is proposed by the program and said by a person.

mod proposals;

pub use proposals::{ProposedRelation, propose_same_ingredient, telling_ingredient};

use super::Status;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Relations of one item at most, of all kinds; refused proposals are not counted.
pub const MAX_RELATIONS: usize = 50;

/// What two items are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RelationKind {
    /// The one is sold in the place of the other.
    Replaces,
    /// Both are sold together.
    GoesWith,
    /// Both have the same active ingredient.
    SameIngredient,
}

impl RelationKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Replaces, Self::GoesWith, Self::SameIngredient];

    /// Name of the relation between items in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Replaces => "replaces",
            Self::GoesWith => "goes_with",
            Self::SameIngredient => "same_ingredient",
        }
    }

    /// Parses the stored name of a relation between items.
    pub fn parse(stored: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == stored)
    }

    /// Whether the relation is the same seen from either item.
    pub fn is_symmetric(self) -> bool {
        self != Self::Replaces
    }
}

/// Which way a relation goes, seen from an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum RelationDirection {
    /// This item replaces the other.
    Outgoing,
    /// The other replaces this item.
    Incoming,
    /// The same both ways.
    Both,
}

/// What a person has said of a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum RelationStatus {
    /// It is so.
    #[default]
    Confirmed,
    /// The program proposes it; it is not stored.
    Proposed,
    /// It is not so: the program does not propose it any more.
    Refused,
}

/// A relation of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemRelation {
    /// What the two items are to each other.
    pub kind: RelationKind,
    /// Which way, seen from the item whose relation it is.
    pub direction: RelationDirection,
    /// The other item.
    pub item_id: Uuid,
    /// The name of the other item.
    pub name: String,
    /// Id of the other item in the system that it came from.
    pub external_id: Option<String>,
    /// Manufacturer of the other item.
    pub manufacturer: Option<String>,
    /// Sale status of the other item.
    pub item_status: Status,
    /// What a person has said of it.
    pub status: RelationStatus,
    /// What speaks for a proposal: the active ingredients that both have.
    #[serde(default)]
    pub evidence: Option<String>,
}

/// A relation as it is stored: `one` replaces `other`, or `one` has the lower id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RelationPair {
    /// What the two items are to each other.
    pub kind: RelationKind,
    /// The first item.
    pub one: Uuid,
    /// The second item.
    pub other: Uuid,
}

/// Why two items cannot be related.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RelationProblem {
    /// It is the item itself.
    Itself,
    /// The other item replaces this one already, by itself or by way of others.
    Cycle,
    /// One of the items has as many relations as there may be.
    TooMany,
    /// The relation is one that nothing proposes, so that there is nothing to refuse.
    NotProposed,
    /// The direction does not go with the kind.
    Direction,
}

impl RelationPair {
    /// The relation between `item` and `other`, seen from `item`. Without a direction it goes from `item` to `other`.
    ///
    /// # Errors
    /// [`RelationProblem::Itself`], and [`RelationProblem::Direction`] where the kind does not have the direction.
    pub fn between(
        kind: RelationKind,
        direction: Option<RelationDirection>,
        item: Uuid,
        other: Uuid,
    ) -> Result<Self, RelationProblem> {
        if item == other {
            return Err(RelationProblem::Itself);
        }
        let (one, other) = match (kind.is_symmetric(), direction) {
            (true, None | Some(RelationDirection::Both)) => (item.min(other), item.max(other)),
            (false, None | Some(RelationDirection::Outgoing)) => (item, other),
            (false, Some(RelationDirection::Incoming)) => (other, item),
            (true, Some(_)) | (false, Some(RelationDirection::Both)) => {
                return Err(RelationProblem::Direction);
            }
        };
        Ok(Self { kind, one, other })
    }

    /// The other item of the relation, seen from `item`.
    pub fn other_than(&self, item: Uuid) -> Uuid {
        if self.one == item { self.other } else { self.one }
    }

    /// Direction of the relation, seen from `item`.
    pub fn direction_from(&self, item: Uuid) -> RelationDirection {
        match (self.kind.is_symmetric(), self.one == item) {
            (true, _) => RelationDirection::Both,
            (false, true) => RelationDirection::Outgoing,
            (false, false) => RelationDirection::Incoming,
        }
    }

    /// Replaces `old` by `new` in the relation; `None` where both items would be one.
    pub fn with_item(&self, old: Uuid, new: Uuid) -> Option<Self> {
        let swap = |id: Uuid| if id == old { new } else { id };
        let direction = (!self.kind.is_symmetric()).then_some(RelationDirection::Outgoing);
        Self::between(self.kind, direction, swap(self.one), swap(self.other)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOW: Uuid = Uuid::from_u128(1);
    const HIGH: Uuid = Uuid::from_u128(2);

    #[test]
    fn a_symmetric_relation_is_one_row_whichever_item_it_is_seen_from() {
        let make_pair =
            |item, other| RelationPair::between(RelationKind::GoesWith, None, item, other).unwrap();
        assert_eq!(make_pair(LOW, HIGH), make_pair(HIGH, LOW));
        assert_eq!(make_pair(HIGH, LOW).other_than(HIGH), LOW);
        assert_eq!(make_pair(HIGH, LOW).direction_from(HIGH), RelationDirection::Both);
    }

    #[test]
    fn what_replaces_has_a_direction() {
        use RelationDirection::{Incoming, Outgoing};
        let kind = RelationKind::Replaces;
        let out = RelationPair::between(kind, Some(Outgoing), HIGH, LOW).unwrap();
        assert_eq!((out.one, out.other), (HIGH, LOW));
        assert_eq!(RelationPair::between(kind, Some(Incoming), LOW, HIGH), Ok(out));
        assert_eq!((out.direction_from(HIGH), out.direction_from(LOW)), (Outgoing, Incoming));
    }

    #[test]
    fn an_item_is_no_relation_of_itself_and_a_direction_has_its_kind() {
        use RelationDirection::{Both, Outgoing};
        for kind in RelationKind::ALL {
            assert_eq!(RelationPair::between(kind, None, LOW, LOW), Err(RelationProblem::Itself));
            assert_eq!(RelationKind::parse(kind.as_str()), Some(kind));
        }
        let wrong = [(RelationKind::Replaces, Both), (RelationKind::GoesWith, Outgoing)];
        for (kind, direction) in wrong {
            let refused = RelationPair::between(kind, Some(direction), LOW, HIGH);
            assert_eq!(refused, Err(RelationProblem::Direction));
        }
    }

    #[test]
    fn a_joined_item_takes_its_relations_along_but_not_one_with_itself() {
        let third = Uuid::from_u128(3);
        let pair = RelationPair { kind: RelationKind::Replaces, one: HIGH, other: LOW };
        let moved = RelationPair { one: third, ..pair };
        assert_eq!(pair.with_item(HIGH, third), Some(moved));
        assert_eq!(pair.with_item(HIGH, LOW), None);
    }
}
