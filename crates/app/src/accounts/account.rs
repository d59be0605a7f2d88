//! The signed-in account of a caller.

use celeiro_domain::team::{Access, Role};
use celeiro_store::SessionUser;
use uuid::Uuid;

/// An account that a caller is signed in with, as it stood when the request came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The account.
    pub id: Uuid,
    /// The name that the person signs in with; it stands in histories.
    pub login: String,
    /// What the person is called.
    pub name: String,
    /// What the person does.
    pub role: Role,
    /// What an API token was made for; `None` with a session, which may what the role may.
    pub scopes: Option<Vec<Access>>,
    /// The session that the person signed in with; `None` with an API token.
    pub session: Option<Uuid>,
}

impl Account {
    /// The account of a person with a session, which may what the role may.
    pub fn of_session(user: SessionUser) -> Self {
        let SessionUser { session, id, login, name, role } = user;
        Self { id, login, name, role, scopes: None, session: Some(session) }
    }

    /// Whether the account may use operations of this access: the role may, and the token was made for it.
    pub fn may(&self, access: Access) -> bool {
        let in_scope = |scopes: &Vec<Access>| match access {
            Access::Open => true,
            // Who may administer reads what monitoring reads, as before there was a scope for it.
            Access::Metrics => scopes.contains(&access) || scopes.contains(&Access::Administer),
            _ => scopes.contains(&access),
        };
        self.role.may(access) && self.scopes.as_ref().is_none_or(in_scope)
    }

    /// Lists all accesses that the signed-in account has.
    pub fn accesses(&self) -> Vec<Access> {
        Access::ALL.into_iter().filter(|access| self.may(*access)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_may_no_more_than_its_role_and_no_more_than_it_was_made_for() {
        let account = |role, scopes| Account {
            id: Uuid::nil(),
            login: "ana".into(),
            name: "Ana".into(),
            role,
            scopes,
            session: None,
        };
        let session = account(Role::Editor, None);
        assert_eq!(session.accesses(), [Access::Open, Access::Read, Access::Edit]);
        let token = account(Role::Editor, Some(vec![Access::Read, Access::Administer]));
        assert_eq!(token.accesses(), [Access::Open, Access::Read]);
        let demoted = account(Role::Seller, Some(vec![Access::Read, Access::Edit]));
        assert!(!demoted.may(Access::Edit), "the role is that of today");
        let monitor = account(Role::Admin, Some(vec![Access::Metrics]));
        assert_eq!(monitor.accesses(), [Access::Open, Access::Metrics]);
        let administers = account(Role::Admin, Some(vec![Access::Administer]));
        assert_eq!(administers.accesses(), [Access::Open, Access::Administer, Access::Metrics]);
        assert!(!account(Role::Analyst, Some(vec![Access::Metrics])).may(Access::Metrics));
    }
}
