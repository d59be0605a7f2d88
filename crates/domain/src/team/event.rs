//! What the access log records.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::fmt;

/// What happened to an account, or was looked at by the right of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AccessEvent {
    /// A person signed in.
    SignedIn,
    /// A login or a password was not taken.
    SignInRefused,
    /// A person signed out.
    SignedOut,
    /// An account was made.
    UserCreated,
    /// An account has another role.
    RoleChanged,
    /// An account was closed.
    UserDisabled,
    /// An account was opened again.
    UserEnabled,
    /// An invitation was made.
    Invited,
    /// An invitation was used.
    InvitationAccepted,
    /// A person chose another password.
    PasswordChanged,
    /// A person who wanted another password gave a wrong one as the one that holds.
    PasswordRefused,
    /// All sessions of an account were ended.
    SessionsEnded,
    /// A token was made.
    TokenCreated,
    /// A token was revoked.
    TokenRevoked,
    /// An administrator opened another person's conversation.
    ConversationOpened,
    /// A conversation was shared with the team, or is not any more.
    ConversationShared,
    /// An account was linked to a person of the company's sign-in.
    CompanyLinked,
    /// An account is linked to no person of the company's sign-in any more.
    CompanyUnlinked,
}

impl AccessEvent {
    /// Every event.
    pub const ALL: [Self; 18] = [
        Self::SignedIn,
        Self::SignInRefused,
        Self::SignedOut,
        Self::UserCreated,
        Self::RoleChanged,
        Self::UserDisabled,
        Self::UserEnabled,
        Self::Invited,
        Self::InvitationAccepted,
        Self::PasswordChanged,
        Self::PasswordRefused,
        Self::SessionsEnded,
        Self::TokenCreated,
        Self::TokenRevoked,
        Self::ConversationOpened,
        Self::ConversationShared,
        Self::CompanyLinked,
        Self::CompanyUnlinked,
    ];

    /// Name of the access log's event on the wire and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SignedIn => "signed-in",
            Self::SignInRefused => "sign-in-refused",
            Self::SignedOut => "signed-out",
            Self::UserCreated => "user-created",
            Self::RoleChanged => "role-changed",
            Self::UserDisabled => "user-disabled",
            Self::UserEnabled => "user-enabled",
            Self::Invited => "invited",
            Self::InvitationAccepted => "invitation-accepted",
            Self::PasswordChanged => "password-changed",
            Self::PasswordRefused => "password-refused",
            Self::SessionsEnded => "sessions-ended",
            Self::TokenCreated => "token-created",
            Self::TokenRevoked => "token-revoked",
            Self::ConversationOpened => "conversation-opened",
            Self::ConversationShared => "conversation-shared",
            Self::CompanyLinked => "company-linked",
            Self::CompanyUnlinked => "company-unlinked",
        }
    }

    /// Parses the name of an event of the access log.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.as_str() == name)
    }
}

impl fmt::Display for AccessEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_on_the_wire_are_those_of_the_database() {
        for event in AccessEvent::ALL {
            assert_eq!(serde_json::to_value(event).unwrap(), event.as_str());
            assert_eq!(AccessEvent::parse(event.as_str()), Some(event));
        }
    }
}
