//! Request and response types of the company's sign-in.

use crate::accounts::wire::{Me, StartedSession};
use celeiro_domain::team::SecretText;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::fmt;

/// Whether people come in by the company's sign-in here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyOffer {
    /// Whether it is configured.
    pub offered: bool,
}

/// What a browser goes to the company for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BeginCompanySignIn {
    /// Whether the account of the browser's session is to be linked, and no session begun.
    #[serde(default)]
    pub link: bool,
}

/// Where a browser goes to sign in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyAddress {
    /// Address at the issuer. It brings the browser back to the public address with `code` and `state`.
    pub address: String,
}

/// What the issuer sent a browser back with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FinishCompanySignIn {
    /// `state` of the address.
    pub state: String,
    /// `code` of the address; absent where the issuer refused.
    #[serde(default)]
    pub code: Option<SecretText>,
    /// `iss` of the address.
    #[serde(default)]
    pub issuer: Option<String>,
}

/// The link of the caller's account to a person of the company.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyCompanyLink {
    /// Whether people come in by the company's sign-in here.
    pub offered: bool,
    /// Since when the account is linked; absent where it is not.
    pub linked_at: Option<DateTime<Utc>>,
}

/// How a way to the company and back ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompanyReturn {
    /// A session of the linked account began.
    SignedIn(StartedSession),
    /// The caller's account is linked; the session is the one from before.
    Linked(Me),
}

/// A sign-in that was begun. Its secret goes into a cookie and nowhere else.
#[derive(Clone, PartialEq, Eq)]
pub struct BegunCompanySignIn {
    /// Where the browser goes.
    pub address: CompanyAddress,
    /// What proves the browser when it is back.
    pub secret: String,
    /// For how long the cookie is kept.
    pub max_age_seconds: i64,
}

impl fmt::Debug for BegunCompanySignIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BegunCompanySignIn(…)")
    }
}
