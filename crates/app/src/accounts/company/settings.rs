//! Configuration of the company's sign-in. Only the environment and the command line set it: the right to change
//! settings must not include the choice of the identity provider.

use crate::config::{Config, Setting};
use crate::error::AppError;
use celeiro_llm::Secret;
use celeiro_llm::http::{Url, is_loopback, parse_base};

const ISSUER: &str = "OIDC_ISSUER";
const CLIENT_ID: &str = "OIDC_CLIENT_ID";
const CLIENT_SECRET: &str = "OIDC_CLIENT_SECRET";
const PUBLIC_URL: &str = "CELEIRO_PUBLIC_URL";

/// What an address has to be.
const ALLOWED: &str = "https://host/… | http://localhost…";

/// The company's sign-in, as it is configured.
#[derive(Clone)]
pub(super) struct CompanySettings {
    /// The issuer, exactly as it names itself.
    pub issuer: String,
    /// The same, as an address.
    pub issuer_url: Url,
    /// This program at the issuer.
    pub client_id: String,
    /// What proves this program there.
    pub client_secret: Option<Secret>,
    /// Where the issuer sends people back to: of the configuration, never of a request.
    pub redirect: String,
}

impl CompanySettings {
    /// Reads the settings of the company's sign-in; none where no issuer is configured.
    ///
    /// # Errors
    /// `invalid_setting` for what is missing beside the issuer, and for an address that is neither https nor of this
    /// machine.
    pub fn read(config: &Config) -> Result<Option<Self>, AppError> {
        let Some(issuer) = config.text(ISSUER) else { return Ok(None) };
        let issuer_url = read_address(ISSUER, issuer)?;
        let client_id = config.text(CLIENT_ID);
        let client_id = match client_id {
            Some(client_id) => client_id.to_owned(),
            None => return Err(Setting::find(CLIENT_ID)?.invalid_setting("", "abc…")),
        };
        let mut redirect = read_address(PUBLIC_URL, config.text(PUBLIC_URL).unwrap_or_default())?;
        if !redirect.path().ends_with('/') {
            redirect.set_path(&format!("{}/", redirect.path()));
        }
        Ok(Some(Self {
            issuer: issuer.to_owned(),
            issuer_url,
            client_id,
            client_secret: config.text(CLIENT_SECRET).map(Secret::from),
            redirect: redirect.into(),
        }))
    }
}

fn read_address(name: &str, value: &str) -> Result<Url, AppError> {
    let address = parse_base(value).ok().filter(|url| is_protected(url, true));
    match address.filter(|url| url.query().is_none() && url.fragment().is_none()) {
        Some(url) => Ok(url),
        None => Err(Setting::find(name)?.invalid_setting(value, ALLOWED)),
    }
}

/// Whether the line cannot be listened to: by https, or on this machine where that is allowed.
pub(super) fn is_protected(url: &Url, allows_this_machine: bool) -> bool {
    url.scheme() == "https" || (allows_this_machine && is_loopback(url))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use std::collections::BTreeMap;

    fn read(values: &[(&str, &str)]) -> Result<Option<CompanySettings>, AppError> {
        let folder = tempfile::tempdir().unwrap();
        let mut options =
            BTreeMap::from([("CELEIRO_DATA_DIR".to_owned(), folder.path().display().to_string())]);
        options.extend(values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        CompanySettings::read(&Config::load(&options, |_| None).unwrap())
    }

    #[test]
    fn all_of_it_or_nothing_is_configured_and_none_of_it_goes_in_the_clear() {
        let issuer = (ISSUER, "https://id.granja.example/realms/a");
        let (client, public) = ((CLIENT_ID, "celeiro"), (PUBLIC_URL, "https://celeiro.example/loja"));
        assert!(read(&[client, public]).unwrap().is_none());
        let whole = read(&[issuer, client, public]).unwrap().unwrap();
        assert_eq!(whole.redirect, "https://celeiro.example/loja/");
        assert!(read(&[(ISSUER, "http://127.0.0.1:9/"), client, public]).is_ok());
        for wrong in [
            [issuer, client, client],
            [issuer, public, public],
            [(ISSUER, "http://id.granja.example"), client, public],
            [(ISSUER, "https://id.granja.example/?a=b"), client, public],
            [issuer, client, (PUBLIC_URL, "http://192.168.0.7:4180/")],
        ] {
            assert_eq!(read(&wrong).err().map(|error| error.code()), Some(Code::InvalidSetting), "{wrong:?}");
        }
    }
}
