//! `celeiro user`: the people of a team, their roles, and tokens for their programs. On the machine of the database
//! it needs no account: the first administrator is made with it.

use crate::failure::Failure;
use crate::render::cards::moment;
use crate::session::Session;
use celeiro_app::accounts::{
    ApiToken, CreateToken, CreateUser, CreatedToken, CreatedUser, Invitation, InviteUser, ListTokens,
    UpdateUser, User, UserState, find_user,
};
use celeiro_app::api::{ById, Empty};
use celeiro_app::messages::{translate, translate_with};
use celeiro_app::operations::{
    create_token, create_user, end_sessions, invite_user, list_tokens, list_users, revoke_token, update_user,
};
use celeiro_app::{App, AppError, Caller};
use celeiro_domain::search::Lang;
use celeiro_domain::team::{Access, MAX_PASSWORD, Role, SecretText};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Subcommand, value_parser};
use std::io::{IsTerminal as _, Read as _, stdin};
use uuid::Uuid;

/// Bytes of standard input that are read for a password: more than any password has, and its line end.
const MOST_BYTES: u64 = 8 * MAX_PASSWORD as u64;

#[derive(Debug, Subcommand)]
pub enum Action {
    Add(Add),
    List,
    Role {
        #[arg(value_name = "LOGIN")]
        login: String,
        #[arg(value_name = "ROLE", value_parser = roles())]
        role: Role,
    },
    Disable {
        #[arg(value_name = "LOGIN")]
        login: String,
        #[arg(long)]
        end_tokens: bool,
    },
    Enable {
        #[arg(value_name = "LOGIN")]
        login: String,
    },
    Invite {
        #[arg(value_name = "LOGIN")]
        login: String,
        #[arg(long)]
        keep_tokens: bool,
    },
    Sessions {
        #[command(subcommand)]
        action: Sessions,
    },
    Token(Token),
    Tokens {
        #[command(subcommand)]
        action: Tokens,
    },
}

#[derive(Debug, Args)]
pub struct Add {
    #[arg(value_name = "LOGIN")]
    login: String,
    #[arg(long, value_name = "ROLE", value_parser = roles())]
    role: Role,
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[arg(long)]
    password_stdin: bool,
}

#[derive(Debug, Subcommand)]
pub enum Sessions {
    End {
        #[arg(value_name = "LOGIN")]
        login: String,
    },
}

#[derive(Debug, Subcommand)]
pub enum Tokens {
    List,
    Revoke {
        #[arg(value_name = "ID")]
        token: Uuid,
    },
}

#[derive(Debug, Args)]
pub struct Token {
    #[arg(value_name = "LOGIN")]
    login: String,
    #[arg(long, value_name = "NAME")]
    name: String,
    #[arg(long = "scope", value_name = "SCOPE", value_parser = scopes(), action = ArgAction::Append)]
    scopes: Vec<Access>,
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=366))]
    days: Option<u32>,
}

fn roles() -> impl TypedValueParser<Value = Role> {
    PossibleValuesParser::new(Role::ALL.map(Role::as_str))
        .try_map(|name| Role::parse(&name).ok_or(std::fmt::Error))
}

/// What a token can be made for; what is open needs none.
fn scopes() -> impl TypedValueParser<Value = Access> {
    let named = Access::ALL.into_iter().filter(|access| *access != Access::Open).map(Access::as_str);
    PossibleValuesParser::new(named).try_map(|name| Access::parse(&name).ok_or(std::fmt::Error))
}

/// Runs `celeiro user`.
pub async fn run_user(session: &Session, action: Action) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Action::Add(args) => add_user(session, args).await,
        Action::List => {
            let users = session.ask(list_users, Empty {}).await?;
            session.print(&users, || users.iter().map(|user| render_line(lang, user)).collect())
        }
        Action::Role { login, role } => {
            change_user(session, &login, |id| UpdateUser { role: Some(role), ..change_nothing(id) }).await
        }
        Action::Disable { login, end_tokens } => {
            let close_user = |id| UpdateUser { disabled: Some(true), end_tokens, ..change_nothing(id) };
            change_user(session, &login, close_user).await
        }
        Action::Enable { login } => {
            change_user(session, &login, |id| UpdateUser { disabled: Some(false), ..change_nothing(id) })
                .await
        }
        Action::Invite { login, keep_tokens } => {
            let end_tokens = keep_tokens.then_some(false);
            let invitation = act_on_user(session, &login, async |app, caller, id| {
                invite_user(app, caller, InviteUser { id, end_tokens }).await
            })
            .await?;
            session.print(&invitation, || render_invitation(lang, &invitation))
        }
        Action::Sessions { action: Sessions::End { login } } => {
            let ended = act_on_user(session, &login, async |app, caller, id| {
                end_sessions(app, caller, ById { id }).await
            })
            .await?;
            let count = [("count", ended.ended.to_string())];
            session.print(&ended, || format!("{}\n", translate_with(lang, "cli.user.sessionsEnded", &count)))
        }
        Action::Token(Token { login, name, scopes, days }) => {
            let scopes = Some(scopes).filter(|scopes| !scopes.is_empty());
            let request = CreateToken { name, scopes, days, login: Some(login) };
            let (made, is_invited) = session
                .with_app(async |app, caller| {
                    let made = create_token(app, caller, request).await?;
                    // The secret is printed this once: nothing that fails now may take it away.
                    let user = find_user(app, &made.token.login).await.ok();
                    Ok((made, user.is_some_and(|user| user.state == UserState::Invited)))
                })
                .await?;
            session.print(&made, || render_token(lang, &made, is_invited))
        }
        Action::Tokens { action: Tokens::List } => {
            let tokens = session.ask(list_tokens, ListTokens { everybody: true }).await?;
            session.print(&tokens, || tokens.iter().map(|token| render_token_line(lang, token)).collect())
        }
        Action::Tokens { action: Tokens::Revoke { token } } => {
            let revoked = session.ask(revoke_token, ById { id: token }).await?;
            session.print(&revoked, || render_token_line(lang, &revoked))
        }
    }
}

async fn add_user(session: &Session, args: Add) -> Result<(), Failure> {
    let Add { login, role, name, password_stdin } = args;
    let password = password_stdin.then(|| read_password(session.lang)).transpose()?;
    let request = CreateUser { login, name, role, password, operation_id: None };
    let made = session.ask(create_user, request).await?;
    session.print(&made, || render_created(session.lang, &made))
}

/// Changes the account `login` as `change` says, and prints how it stands then.
async fn change_user(
    session: &Session,
    login: &str,
    change: impl FnOnce(Uuid) -> UpdateUser,
) -> Result<(), Failure> {
    let user =
        act_on_user(session, login, async |app, caller, id| update_user(app, caller, change(id)).await)
            .await?;
    session.print(&user, || render_line(session.lang, &user))
}

/// Does `act` with the id of the account `login`.
async fn act_on_user<T>(
    session: &Session,
    login: &str,
    act: impl AsyncFnOnce(&App, &Caller, Uuid) -> Result<T, AppError>,
) -> Result<T, Failure> {
    session
        .with_app(async |app, caller| {
            let user = find_user(app, login).await?;
            Ok(act(app, caller, user.id).await?)
        })
        .await
}

/// A change of nothing.
fn change_nothing(id: Uuid) -> UpdateUser {
    UpdateUser { id, name: None, role: None, disabled: None, end_tokens: false }
}

/// The password on standard input, without the end of its line. A terminal would show it while it is typed.
fn read_password(lang: Lang) -> Result<SecretText, Failure> {
    let input = stdin();
    if input.is_terminal() {
        return Err(Failure::usage(translate(lang, "cli.user.passwordAtTerminal")));
    }
    let mut bytes = Vec::new();
    let read = input.lock().take(MOST_BYTES).read_to_end(&mut bytes);
    read.map_err(|error| AppError::unreadable("stdin", &error))?;
    let name = [("name", "--password-stdin".to_owned())];
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| Failure::usage(translate_with(lang, "cli.usage.notUtf8", &name)))?;
    let line = text.strip_suffix('\n').unwrap_or(&text);
    Ok(SecretText::new(line.strip_suffix('\r').unwrap_or(line)))
}

/// `ana  editor  active  Ana Souza  2026-03-04 …`
fn render_line(lang: Lang, user: &User) -> String {
    let role = translate(lang, &format!("cli.user.role.{}", user.role.as_str()));
    let state = translate(lang, &format!("cli.user.state.{}", state_name(user.state)));
    let seen = user.last_seen_at.map_or_else(|| "–".to_owned(), |at| moment(lang, at));
    format!("{:<20} {role:<14} {state:<10} {:<24} {seen}\n", user.login, user.name)
}

fn state_name(state: UserState) -> &'static str {
    match state {
        UserState::Invited => "invited",
        UserState::Active => "active",
        UserState::Disabled => "disabled",
    }
}

fn render_created(lang: Lang, made: &CreatedUser) -> String {
    let invitation = made.invitation.as_ref().map(|invitation| render_invitation(lang, invitation));
    render_line(lang, &made.user) + &invitation.unwrap_or_default()
}

/// The end of the page's address that a person opens, and until when.
fn render_invitation(lang: Lang, invitation: &Invitation) -> String {
    let places = [("until", moment(lang, invitation.until))];
    let said = translate_with(lang, "cli.user.invitation", &places);
    format!("{said}\n  #/invitation/{}\n", invitation.secret.expose())
}

/// `ID  ana  planilha  read, edit  until …  last used …`
fn render_token_line(lang: Lang, token: &ApiToken) -> String {
    let used = token.last_used_at.map_or_else(|| "–".to_owned(), |at| moment(lang, at));
    let places = [("until", moment(lang, token.expires_at)), ("used", used)];
    let key = if token.revoked { "cli.user.tokenRevoked" } else { "cli.user.tokenUntil" };
    let validity = translate_with(lang, key, &places);
    format!("{}  {:<20} {:<24} {}  {validity}\n", token.id, token.login, token.name, list_scopes(token))
}

fn list_scopes(token: &ApiToken) -> String {
    let scopes: Vec<&str> = token.scopes.iter().map(|scope| scope.as_str()).collect();
    scopes.join(", ")
}

/// The token, with a remark where its person has not signed in yet: it is valid all the same.
fn render_token(lang: Lang, made: &CreatedToken, is_invited: bool) -> String {
    let places = [
        ("name", made.token.name.clone()),
        ("login", made.token.login.clone()),
        ("scopes", list_scopes(&made.token)),
        ("until", moment(lang, made.token.expires_at)),
    ];
    let mut out =
        format!("{}\n  {}\n", translate_with(lang, "cli.user.token", &places), made.secret.expose());
    if is_invited {
        out += &format!("{}\n", translate_with(lang, "cli.user.tokenOfInvited", &places));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{AT, ID, answer, in_both};
    use crate::snapshot::assert_snapshot;
    use serde_json::{Value, json};

    fn user(state: &str, seen: Value) -> Value {
        json!({ "id": ID, "login": "ana.souza", "name": "Ana Souza", "role": "editor", "state": state,
            "companyLinked": false, "createdAt": AT, "lastSeenAt": seen, "sessions": 1, "invitationUntil": null })
    }

    #[test]
    fn people_invitations_and_tokens_are_printed_for_people() {
        let invitation = json!({ "secret": "geheim", "until": AT });
        let created = json!({ "user": user("invited", Value::Null), "invitation": invitation });
        let created: CreatedUser = answer(created);
        let active: User = answer(user("active", json!(AT)));
        let token = json!({ "id": ID, "name": "planilha", "login": "ana.souza", "scopes": ["read", "edit"],
            "createdAt": AT, "expiresAt": AT, "lastUsedAt": null, "revoked": false });
        let token: CreatedToken = answer(json!({ "token": token, "secret": "cel_geheim" }));
        let printed = in_both(|lang| {
            render_line(lang, &active)
                + &render_created(lang, &created)
                + &render_token(lang, &token, false)
                + &render_token(lang, &token, true)
                + &render_token_line(lang, &token.token)
                + &render_token_line(lang, &ApiToken { revoked: true, ..token.token.clone() })
        });
        assert_snapshot!("user", printed, renewed_by: "-p celeiro-cli commands");
    }

    #[test]
    fn every_role_and_state_has_a_name_in_both_languages() {
        for lang in [Lang::PtBr, Lang::En] {
            for role in Role::ALL {
                let key = format!("cli.user.role.{}", role.as_str());
                assert_ne!(translate(lang, &key), key);
            }
            for state in [UserState::Invited, UserState::Active, UserState::Disabled] {
                let key = format!("cli.user.state.{}", state_name(state));
                assert_ne!(translate(lang, &key), key);
            }
        }
    }
}
