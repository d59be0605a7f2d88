//! People who sign in, are invited, change roles and leave; their tokens; and what the log keeps of it. Time passes by
//! statements in the database, whose clock alone counts.

mod people;
mod signing_in;
mod tokens;

use crate::desk::{Desk, code_and_details};
use celeiro_app::accounts::{
    AcceptInvitation, CreateToken, CreateUser, CreatedToken, CreatedUser, SignIn, StartedSession, UpdateUser,
    accept_invitation, identify_session, identify_token, sign_in,
};
use celeiro_app::{AppError, Caller, operations};
use celeiro_domain::search::Lang;
use celeiro_domain::team::{Access, Role, SecretText};
use serde_json::{Value, json};
use uuid::Uuid;

const PASSWORD: &str = "trator azul na chuva";
const OTHER: &str = "granizo sobre o galpão";

/// A change of nothing.
fn change_nothing(id: Uuid) -> UpdateUser {
    UpdateUser { id, name: None, role: None, disabled: None, end_tokens: false }
}

fn code<T: std::fmt::Debug>(answer: Result<T, AppError>) -> String {
    code_and_details(&answer.unwrap_err()).0
}

impl Desk {
    async fn add(&self, login: &str, role: Role, password: Option<&str>) -> CreatedUser {
        let request = CreateUser {
            login: login.into(),
            name: None,
            role,
            password: password.map(SecretText::new),
            operation_id: None,
        };
        operations::create_user(&self.app, &self.caller, request).await.unwrap()
    }

    async fn sign_in(&self, login: &str, password: &str) -> Result<StartedSession, AppError> {
        let request = SignIn { login: login.into(), password: SecretText::new(password) };
        sign_in(&self.app, &Caller::local(Lang::En), request).await
    }

    async fn accept(&self, secret: &SecretText, password: &str) -> Result<StartedSession, AppError> {
        let request = AcceptInvitation { secret: secret.clone(), password: SecretText::new(password) };
        accept_invitation(&self.app, &Caller::local(Lang::En), request).await
    }

    /// The caller of a session, where it is not over.
    async fn caller_of(&self, session: &StartedSession) -> Option<Caller> {
        let account = identify_session(&self.app, &session.secret).await.unwrap();
        account.map(|account| Caller::local(Lang::En).with_account(account))
    }

    /// A person who signed in.
    async fn member(&self, login: &str, role: Role) -> Caller {
        self.add(login, role, Some(PASSWORD)).await;
        self.caller_of(&self.sign_in(login, PASSWORD).await.unwrap()).await.unwrap()
    }

    async fn make_token(&self, caller: &Caller, scopes: Option<Vec<Access>>) -> CreatedToken {
        let request = CreateToken { name: "planilha".into(), scopes, days: None, login: None };
        operations::create_token(&self.app, caller, request).await.unwrap()
    }

    /// The caller of a token, where it is valid.
    async fn caller_with(&self, token: &CreatedToken) -> Option<Caller> {
        let account = identify_token(&self.app, token.secret.expose()).await.unwrap();
        account.map(|account| Caller::local(Lang::En).with_account(account))
    }

    /// Actor and subject of the entries of the access log with this event, the oldest first.
    async fn entries(&self, event: &str) -> Vec<(Value, Value)> {
        let log = self.ok("list_access_log", json!({ "limit": 500 })).await;
        let rows = log["rows"].as_array().unwrap().iter().rev().filter(|entry| entry["event"] == event);
        rows.map(|entry| (entry["actor"].clone(), entry["subject"].clone())).collect()
    }
}
