//! Team roles and the accesses that each of them has.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::fmt;
use std::str::FromStr;

/// Access that an operation requires of its caller.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum Access {
    /// Any client that reaches the address may call the operation: its response needs no protection.
    Open,
    /// Searching, chatting, reading and rating.
    Read,
    /// Changing items, FAQs, synonyms and files, and importing.
    Edit,
    /// Measuring and changing the ranking, and reading the query log.
    Analyse,
    /// Reading and changing records of one owner: finance, vault, memory, metrics, reports and decisions.
    Personal,
    /// Managing people, settings, keys and backups.
    Administer,
    /// Reading the figures for a monitoring system.
    Metrics,
}

impl Access {
    /// Every access, from the widest to the narrowest circle of callers.
    pub const ALL: [Self; 7] =
        [Self::Open, Self::Read, Self::Edit, Self::Analyse, Self::Personal, Self::Administer, Self::Metrics];

    /// Name of the access on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Read => "read",
            Self::Edit => "edit",
            Self::Analyse => "analyse",
            Self::Personal => "personal",
            Self::Administer => "administer",
            Self::Metrics => "metrics",
        }
    }

    /// Parses the wire name of an access.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|access| access.as_str() == name)
    }

    /// Lists the team roles that have this access.
    pub fn roles(self) -> Vec<TeamRole> {
        TeamRole::ALL.into_iter().filter(|role| role.may(self)).collect()
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Role of a person in the team. Rust code calls it `team::Role`; its name on the wire is `TeamRole`,
/// because authors of messages have roles too.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum TeamRole {
    /// May search, chat and rate.
    Seller,
    /// May also maintain the catalog.
    Editor,
    /// May search, chat and rate, and measure and tune the ranking, but not change the catalog.
    Analyst,
    /// May use all operations.
    Admin,
}

impl TeamRole {
    /// Every role, starting with the fewest accesses.
    pub const ALL: [Self; 4] = [Self::Seller, Self::Editor, Self::Analyst, Self::Admin];

    /// Name of the team role on the wire and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Seller => "seller",
            Self::Editor => "editor",
            Self::Analyst => "analyst",
            Self::Admin => "admin",
        }
    }

    /// Parses the name of a team role.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == name)
    }

    /// Whether a person with this role may call operations that require `access`.
    pub fn may(self, access: Access) -> bool {
        match access {
            Access::Open | Access::Read => true,
            Access::Edit => matches!(self, Self::Editor | Self::Admin),
            Access::Analyse => matches!(self, Self::Analyst | Self::Admin),
            Access::Personal | Access::Administer | Access::Metrics => self == Self::Admin,
        }
    }

    /// Lists all accesses of the team role, in the order of [`Access::ALL`].
    pub fn accesses(self) -> Vec<Access> {
        Access::ALL.into_iter().filter(|access| self.may(*access)).collect()
    }
}

impl fmt::Display for TeamRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Error of a name that no role has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the roles are seller, editor, analyst and admin")]
pub struct UnknownRole;

impl FromStr for TeamRole {
    type Err = UnknownRole;

    fn from_str(name: &str) -> Result<Self, UnknownRole> {
        Self::parse(name).ok_or(UnknownRole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_role_may_what_its_work_needs_and_no_more() {
        use Access::{Administer, Analyse, Edit, Metrics, Open, Personal, Read};
        assert_eq!(TeamRole::Seller.accesses(), [Open, Read]);
        assert_eq!(TeamRole::Editor.accesses(), [Open, Read, Edit]);
        assert_eq!(TeamRole::Analyst.accesses(), [Open, Read, Analyse]);
        assert_eq!(TeamRole::Admin.accesses(), [Open, Read, Edit, Analyse, Personal, Administer, Metrics]);
        assert_eq!(Edit.roles(), [TeamRole::Editor, TeamRole::Admin]);
    }

    #[test]
    fn names_on_the_wire_are_those_of_the_program() {
        for role in TeamRole::ALL {
            assert_eq!(serde_json::to_value(role).unwrap(), role.as_str());
            assert_eq!(role.as_str().parse::<TeamRole>(), Ok(role));
        }
        for access in Access::ALL {
            assert_eq!(serde_json::to_value(access).unwrap(), access.as_str());
            assert_eq!(Access::parse(access.as_str()), Some(access));
        }
        assert_eq!("Admin".parse::<TeamRole>(), Err(UnknownRole), "names are lower case");
    }
}
