//! Permission checks: the accesses of a caller, and the refusal of any other.

use super::account::Account;
use crate::app::Caller;
use crate::error::{AppError, Code};
use celeiro_domain::team::Access;

impl Caller {
    /// Signs the caller in with `account`.
    pub fn with_account(self, account: Account) -> Self {
        Self { actor: account.login.clone(), account: Some(account), ..self }
    }

    /// Whether the caller may use operations of this access. One without an account may use all.
    pub fn may(&self, access: Access) -> bool {
        self.account.as_ref().is_none_or(|account| account.may(access))
    }

    /// Refuses an operation for which the caller's account lacks the access.
    ///
    /// # Errors
    /// `forbidden` with the access, the caller's role and the roles that have it.
    pub fn require(&self, access: Access) -> Result<(), AppError> {
        match &self.account {
            Some(account) if !account.may(access) => Err(refuse_access(account, access)),
            _ => Ok(()),
        }
    }

    /// Whether the caller's account has the access of administrators.
    pub fn is_admin(&self) -> bool {
        self.may(Access::Administer)
    }

    /// Whether what `actor` made is the caller's own. Everything is the own of a caller without an account; an
    /// administrator owns no more than others do.
    pub fn owns(&self, actor: &str) -> bool {
        self.account.as_ref().is_none_or(|account| account.login == actor)
    }

    /// Name under which tasks of the caller are kept, by which [`Caller::owns`] finds them.
    pub(crate) fn owner(&self) -> &str {
        self.account.as_ref().map_or(&self.actor, |account| &account.login)
    }

    /// Requires the account of a person who signed in: what a token may not do, for it outlives what is done with it.
    ///
    /// # Errors
    /// `session_needed` for a token, `account_needed` for a caller without an account.
    pub(crate) fn require_session(&self) -> Result<&Account, AppError> {
        match &self.account {
            None => Err(AppError::new(Code::AccountNeeded)),
            Some(account) if account.session.is_none() => Err(AppError::new(Code::SessionNeeded)),
            Some(account) => Ok(account),
        }
    }
}

fn refuse_access(account: &Account, access: Access) -> AppError {
    let wording = if account.role.may(access) { "accounts.scope" } else { needs_key(access) };
    AppError::new(Code::Forbidden)
        .with_message_key(wording)
        .detail("access", access)
        .detail("role", account.role)
        .detail("roles", access.roles())
}

/// The text that names the roles of an access.
fn needs_key(access: Access) -> &'static str {
    match access {
        Access::Open | Access::Read => "accounts.needs.read",
        Access::Edit => "accounts.needs.edit",
        Access::Analyse => "accounts.needs.analyse",
        Access::Personal => "accounts.needs.personal",
        Access::Administer | Access::Metrics => "accounts.needs.administer",
    }
}

/// The refusal of a caller of whom nothing is known; `accounts` says whether names and passwords are used here.
pub fn refuse_stranger(accounts: bool) -> AppError {
    let refused = AppError::new(Code::Unauthorized).detail("accounts", accounts);
    if accounts { refused.with_message_key("accounts.signIn") } else { refused }
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::search::Lang;
    use celeiro_domain::team::Role;
    use serde_json::json;
    use uuid::Uuid;

    fn person(role: Role, scopes: Option<Vec<Access>>) -> Caller {
        let session = scopes.is_none().then(Uuid::nil);
        let account =
            Account { id: Uuid::nil(), login: "ana".into(), name: "Ana".into(), role, scopes, session };
        Caller::local(Lang::En).with_account(account)
    }

    #[test]
    fn a_refusal_says_who_may() {
        let seller = person(Role::Seller, None);
        assert_eq!(seller.actor, "ana");
        let refused = seller.require(Access::Edit).unwrap_err();
        let body = refused.to_body(Lang::En);
        assert_eq!((body.code.as_str(), refused.code().status()), ("forbidden", 403));
        assert_eq!(body.message, "Only editors and administrators can do this");
        let details = json!({ "access": "edit", "role": "seller", "roles": ["editor", "admin"] });
        assert_eq!(body.details, Some(details));
        assert_ne!(refused.message(Lang::PtBr), body.message);
        let token = person(Role::Editor, Some(vec![Access::Read])).require(Access::Edit).unwrap_err();
        assert!(token.message(Lang::En).contains("token"), "the role is not what is missing");
    }

    #[test]
    fn every_access_that_a_role_lacks_has_words_of_its_own() {
        let mut said: Vec<String> = Access::ALL
            .into_iter()
            .filter_map(|access| person(Role::Seller, None).require(access).err())
            .map(|error| error.message(Lang::En))
            .collect();
        assert!(said.iter().all(|words| words.starts_with("Only ")), "{said:?}");
        said.sort();
        said.dedup();
        assert_eq!(said.len(), 4);
    }

    #[test]
    fn without_an_account_everything_is_allowed_and_owned() {
        let local = Caller::local(Lang::En);
        assert!(Access::ALL.into_iter().all(|access| local.require(access).is_ok()));
        assert!(local.owns("ana") && local.is_admin());
        let admin = person(Role::Admin, None);
        assert!(admin.owns("ana") && !admin.owns("bia") && admin.is_admin());
    }

    #[test]
    fn what_outlives_a_token_needs_a_person() {
        let code = |caller: Caller| caller.require_session().err().map(|error| error.code());
        assert_eq!(code(Caller::local(Lang::En)), Some(Code::AccountNeeded));
        assert_eq!(code(person(Role::Admin, Some(vec![Access::Read]))), Some(Code::SessionNeeded));
        assert_eq!(code(person(Role::Seller, None)), None);
    }

    #[test]
    fn a_stranger_learns_how_to_come_in() {
        let body = refuse_stranger(true).to_body(Lang::En);
        assert_eq!((body.code.as_str(), body.details), ("unauthorized", Some(json!({ "accounts": true }))));
        assert_ne!(body.message, refuse_stranger(false).message(Lang::En));
    }
}
