//! From a credential to its sender.

use super::credential::Credential;
use super::recent::RecentCredentials;
use super::usage::AccountUsage;
use axum::http::Uri;
use axum::http::header::HeaderMap;
use celeiro_app::host::Host;
use celeiro_app::{Account, AppError, accounts};
use std::time::{Duration, Instant};

/// A sender that was found so long ago is looked for again before its request is carried out.
const FRESH: Duration = Duration::from_secs(1);

/// The sender of a request, which the guard leaves in its extensions.
#[derive(Debug, Clone)]
pub struct Sender {
    /// Without an account it is the holder of the server's token or a person on this machine, or what is asked for
    /// is open to all.
    pub account: Option<Account>,
    found_at: Instant,
}

impl Sender {
    /// The sender with this account, found now.
    pub fn new(account: Option<Account>) -> Self {
        Self { account, found_at: Instant::now() }
    }

    /// Whether the account may have been closed, or have another role, since it was found.
    pub fn is_stale(&self) -> bool {
        self.account.is_some() && self.found_at.elapsed() >= FRESH
    }
}

/// What senders are found by.
pub struct Identifier {
    server_token: Option<String>,
    usage: AccountUsage,
    recent: RecentCredentials,
}

impl Identifier {
    /// Where `server_token` is given, it opens everything, and nothing but what is open goes without a credential.
    pub fn new(server_token: Option<String>) -> Self {
        Self { server_token, usage: AccountUsage::default(), recent: RecentCredentials::default() }
    }

    /// Reads the credential of a request to the server.
    pub fn read(&self, uri: &Uri, headers: &HeaderMap) -> Credential {
        Credential::read(uri, headers, self.server_token.as_deref())
    }

    /// Whether the sender is no stranger, as far as this can be told without the database: for its share of what
    /// may be asked, and nothing else.
    pub fn is_known(&self, credential: &Credential) -> bool {
        match credential {
            Credential::ServerToken => true,
            Credential::ApiToken(_) | Credential::Session(_) if self.recent.has_verified(credential) => true,
            _ => self.server_token.is_none() && !self.usage.is_known(),
        }
    }

    /// Identifies the sender of a request, an account or the server's token, for operations that are not open to all.
    ///
    /// # Errors
    /// `unauthorized`; why the program or its database is not there.
    pub async fn identify(&self, host: &Host, credential: &Credential) -> Result<Sender, AppError> {
        if *credential == Credential::ServerToken {
            return Ok(Sender::new(None));
        }
        let app = host.app();
        let used = match &app {
            Ok(app) => self.usage.find(app).await,
            Err(error) => Err(error.clone()),
        };
        if credential.secret().is_none() && self.server_token.is_some() {
            // As before there were accounts, it is told whether or not the program is there.
            return Err(accounts::refuse_stranger(used.unwrap_or_default()));
        }
        let (app, used) = (app?, used?);
        let account = match credential {
            Credential::ApiToken(token) => accounts::identify_token(&app, token).await?,
            Credential::Session(secret) if used => accounts::identify_session(&app, secret).await?,
            _ => None,
        };
        if account.is_some() {
            self.recent.note(credential);
            return Ok(Sender::new(account));
        }
        self.recent.forget(credential);
        // A program that states who it is must not be taken for a person on this machine. A browser sends old
        // cookies of its own accord.
        let is_stated = matches!(credential, Credential::ApiToken(_));
        if used || is_stated || self.server_token.is_some() {
            return Err(accounts::refuse_stranger(used));
        }
        Ok(Sender::new(None))
    }
}
