//! What the description of the API says of senders, and of signing in and out.

use super::cookie::Way;
use super::entrance;
use crate::serve::openapi::describe_operation;
use celeiro_app::accounts::{AcceptInvitation, Me, SignIn};
use celeiro_app::api::Empty;
use celeiro_app::commands::{Access, CommandMeta};
use schemars::SchemaGenerator;
use serde_json::{Value, json};

/// How a request can say who sends it.
pub fn describe_schemes() -> Value {
    let of_a_network = Way::Plain.cookie_name();
    json!({
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of an account (cel_…), or the server's own (CELEIRO_TOKEN).",
        },
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": Way::Protected.cookie_name(),
            "description": format!("A session. Over plain HTTP in a network browsers keep {of_a_network} alone."),
        },
    })
}

/// The routes of signing in and out, which are no operations of the list.
pub fn list_entrance(generator: &mut SchemaGenerator) -> Vec<(CommandMeta, Value)> {
    let meta = |name, method, path, summary| CommandMeta {
        name,
        method,
        path,
        access: Access::Open,
        provides: Vec::new(),
        invalidates: Vec::new(),
        summary,
        streams: false,
        long: false,
        heavy: false,
    };
    let (session, invitation) = (entrance::SESSION, entrance::INVITATION);
    vec![
        (
            meta(
                "sign_in",
                "POST",
                session,
                "Signs a person in: the answer sets the cookie of a new session.",
            ),
            describe_operation::<SignIn, Me>(generator, session),
        ),
        (
            meta("sign_out", "DELETE", session, "Ends the session of the request's cookie."),
            describe_operation::<Empty, Empty>(generator, session),
        ),
        (
            meta("accept_invitation", "POST", invitation, "Chooses a password and signs in, once."),
            describe_operation::<AcceptInvitation, Me>(generator, invitation),
        ),
    ]
}

/// The cookie that an answer sets, and what it says beside it.
pub fn describe_cookie(meta: &CommandMeta, operation: &mut Value) {
    let headers = json!({ "Set-Cookie": { "schema": { "type": "string" } } });
    let responses = &mut operation["responses"];
    if meta.method == "DELETE"
        && let Some(responses) = responses.as_object_mut()
    {
        responses.shift_remove("200");
        responses.insert("204".to_owned(), json!({ "description": "Signed out", "headers": headers }));
    } else {
        responses["200"]["headers"] = headers;
    }
}
