//! Request and response types of accounts.

use celeiro_domain::team::{Access, AccessEvent, Role, SecretText};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::fmt;
use uuid::Uuid;

/// The account of the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyAccount {
    /// The account.
    pub id: Uuid,
    /// The name that the person signs in with.
    pub login: String,
    /// What the person is called.
    pub name: String,
    /// What the person does.
    pub role: Role,
}

/// Who the caller is, and what the caller may.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    /// The account; absent for a person on this machine and for the configured token.
    pub account: Option<MyAccount>,
    /// All that the caller may.
    pub access: Vec<Access>,
    /// Whether names and passwords are used here.
    pub accounts_used: bool,
}

/// How an account stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum UserState {
    /// The person has not chosen a password yet.
    Invited,
    /// The person can sign in.
    Active,
    /// Closed: nothing can be done with it.
    Disabled,
}

/// A person of the team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// The account.
    pub id: Uuid,
    /// The name that the person signs in with.
    pub login: String,
    /// What the person is called.
    pub name: String,
    /// What the person does.
    pub role: Role,
    /// Whether the account is linked to a person of the company's sign-in, who comes in by it.
    pub company_linked: bool,
    /// How the account stands.
    pub state: UserState,
    /// When the account was made.
    pub created_at: DateTime<Utc>,
    /// When the person was last here; within a minute.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// Sessions that are not over.
    pub sessions: u32,
    /// Until when an invitation can be used; absent where there is none.
    pub invitation_until: Option<DateTime<Utc>>,
}

/// A new account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateUser {
    /// The name to sign in with: a to z, digits, `.`, `_` and `-`, at most 64.
    pub login: String,
    /// What the person is called, at most 100 characters; the login where absent.
    #[serde(default)]
    pub name: Option<String>,
    /// What the person does.
    pub role: Role,
    /// A password to begin with; without one an invitation is made.
    #[serde(default)]
    pub password: Option<SecretText>,
    /// Chosen by the client: asking again under the same id makes no second account. The invitation is given once.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A way to choose a password, given once: only its hash is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// What the person shows; it belongs behind `#/invitation/` of the page's address.
    pub secret: SecretText,
    /// Until when it can be used, once.
    pub until: DateTime<Utc>,
}

/// An account that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedUser {
    /// The account.
    pub user: User,
    /// The invitation; absent where a password was given.
    pub invitation: Option<Invitation>,
}

/// A change of an account; what is absent stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateUser {
    /// The account.
    pub id: Uuid,
    /// What the person is called, 1 to 100 characters.
    #[serde(default)]
    pub name: Option<String>,
    /// What the person does.
    #[serde(default)]
    pub role: Option<Role>,
    /// Whether the account is closed.
    #[serde(default)]
    pub disabled: Option<bool>,
    /// Whether the tokens of an account that is closed are revoked. Where not, they are refused while it is closed, and
    /// valid again with it.
    #[serde(default)]
    pub end_tokens: bool,
}

/// An invitation for a person who has an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InviteUser {
    /// The account.
    pub id: Uuid,
    /// Whether using the invitation revokes the tokens of the account. Where absent, it does where a password is
    /// replaced, and does not for a person who has none yet.
    #[serde(default)]
    pub end_tokens: Option<bool>,
}

/// How many sessions were ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndedSessions {
    /// Sessions that were ended.
    pub ended: u32,
}

/// A session of the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSession {
    /// The session.
    pub id: Uuid,
    /// Browser and system, as the browser introduced itself; absent where neither is known.
    pub device: Option<String>,
    /// The network that the person signed in from; absent on the server's own machine.
    pub network: Option<String>,
    /// When the person signed in.
    pub created_at: DateTime<Utc>,
    /// When it was last used; within a minute.
    pub last_used_at: DateTime<Utc>,
    /// Whether it is that of the request.
    pub is_this: bool,
}

/// Another password for the caller's account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangePassword {
    /// The password that holds.
    pub current: SecretText,
    /// The one that is to hold: 8 to 1,024 characters, and not soon guessed.
    pub new: SecretText,
    /// Whether the tokens of the account are revoked with it.
    #[serde(default)]
    pub end_tokens: bool,
}

/// Which tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListTokens {
    /// Those of all accounts, for administrators.
    #[serde(default)]
    pub everybody: bool,
}

/// A token for programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiToken {
    /// The token's id.
    pub id: Uuid,
    /// What it is for.
    pub name: String,
    /// The account that it acts for.
    pub login: String,
    /// What it may.
    pub scopes: Vec<Access>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
    /// When it was last used; within a minute.
    pub last_used_at: Option<DateTime<Utc>>,
    /// Whether it was revoked.
    pub revoked: bool,
}

/// A new token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateToken {
    /// What it is for, 1 to 100 characters.
    pub name: String,
    /// What it may; all of the account's role where absent.
    #[serde(default)]
    pub scopes: Option<Vec<Access>>,
    /// For how many days, 1 to 366; 90 where absent.
    #[serde(default)]
    pub days: Option<u32>,
    /// The account that it acts for; the caller's own where absent, another's for callers without an account.
    #[serde(default)]
    pub login: Option<String>,
}

/// A token that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedToken {
    /// The token.
    pub token: ApiToken,
    /// What a program sends as `Authorization: Bearer`; given once: only its hash is stored.
    pub secret: SecretText,
}

/// Which part of the access log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListAccessLog {
    /// Entries to skip, from the newest.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Entries of a page, 1 to 500; 50 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// An entry of the access log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessEntry {
    /// When.
    pub at: DateTime<Utc>,
    /// Login of the person; absent where no account has the login that was typed.
    pub actor: Option<String>,
    /// What happened.
    pub event: AccessEvent,
    /// To what: a login, a token's name, a conversation.
    pub subject: Option<String>,
    /// The network that the request came from; absent on this machine.
    pub network: Option<String>,
}

/// A page of the access log, the newest entry first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessPage {
    /// The entries.
    pub rows: Vec<AccessEntry>,
    /// Entries of all pages.
    pub total: u32,
}

/// Name and password of a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignIn {
    /// The name that the person signs in with.
    pub login: String,
    /// The password.
    pub password: SecretText,
}

/// A password for the account that an invitation is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AcceptInvitation {
    /// What the invitation gave.
    pub secret: SecretText,
    /// The password: 8 to 1,024 characters, and not soon guessed.
    pub password: SecretText,
}

/// A session that was begun. Its secret goes into a cookie and nowhere else.
#[derive(Clone, PartialEq, Eq)]
pub struct StartedSession {
    /// Who signed in.
    pub me: Me,
    /// What proves the session.
    pub secret: String,
    /// For how long the cookie is kept.
    pub max_age_seconds: i64,
}

impl fmt::Debug for StartedSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StartedSession").field("me", &self.me).finish_non_exhaustive()
    }
}
