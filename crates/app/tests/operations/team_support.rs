//! People of a team who ask the operations, each signed in with an account.

use crate::desk::{Desk, code_and_details};
use celeiro_app::{Account, Caller};
use celeiro_domain::insight::Surface;
use celeiro_domain::search::Lang;
use celeiro_domain::team::Role;
use serde_json::{Value, json};
use uuid::Uuid;

/// A caller with the role of another day.
pub fn in_role(caller: &Caller, role: Role) -> Caller {
    let account = caller.account.clone().unwrap();
    caller.clone().with_account(Account { role, ..account })
}

impl Desk {
    /// Makes an account, and gives a caller who is signed in with it.
    pub async fn enter_team(&self, login: &str, role: Role) -> Caller {
        let made = self.ok("create_user", json!({ "login": login, "role": role })).await;
        let id: Uuid = made["user"]["id"].as_str().unwrap().parse().unwrap();
        let account =
            Account { id, login: login.into(), name: login.into(), role, scopes: None, session: None };
        Caller::local(Lang::En).at(Surface::Http).with_account(account)
    }

    /// The answer of an operation that succeeds for a caller.
    pub async fn ok_by(&self, caller: &Caller, name: &str, request: Value) -> Value {
        let answer = self.call_by(caller, name, request.clone()).await;
        answer.unwrap_or_else(|error| panic!("{} {name} {request}: {error}", caller.actor))
    }

    /// The code and the details of an operation that is refused to a caller.
    pub async fn refusal_by(&self, caller: &Caller, name: &str, request: Value) -> (String, Value) {
        match self.call_by(caller, name, request.clone()).await {
            Err(error) => code_and_details(&error),
            Ok(answer) => panic!("{} {name} {request} is not refused: {answer}", caller.actor),
        }
    }

    /// The subjects of the entries of the access log with this event, the newest first.
    pub async fn list_log_entries(&self, event: &str) -> Vec<(Value, Value)> {
        let log = self.ok("list_access_log", json!({ "limit": 500 })).await;
        let entries = log["rows"].as_array().unwrap().iter().filter(|entry| entry["event"] == event);
        entries.map(|entry| (entry["actor"].clone(), entry["subject"].clone())).collect()
    }
}
