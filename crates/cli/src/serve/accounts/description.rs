//! What the description of the API says of senders, and of signing in and out.

use super::cookie::Way;
use super::{company, entrance};
use celeiro_app::commands::{Access, CommandMeta};
use serde_json::{Value, json};

/// Describes the ways to authenticate a request, for the description of the API.
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

/// The routes of signing in and out, which are no operations of the list: begin, end, begin by an invitation, and by the
/// company whether there is such a way, begin it, end it: to sign in, or to link the account of a session.
pub fn list_entrance() -> [CommandMeta; 6] {
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
    let begin_by_company =
        "Where a browser goes to sign in by its company, or to link its account; sets a cookie for the way.";
    let finish_by_company =
        "Signs a person in, or links their account, with what the company sent the browser back with, once.";
    let sign_in = "Signs a person in: the answer sets the cookie of a new session.";
    [
        meta("sign_in", "POST", entrance::SESSION, sign_in),
        meta("sign_out", "DELETE", entrance::SESSION, "Ends the session of the request's cookie."),
        meta("accept_invitation", "POST", entrance::INVITATION, "Chooses a password and signs in, once."),
        meta(
            "offer_company_sign_in",
            "GET",
            company::COMPANY,
            "Whether people sign in by their company here.",
        ),
        meta("begin_company_sign_in", "POST", company::COMPANY, begin_by_company),
        meta("finish_company_sign_in", "POST", company::RETURN, finish_by_company),
    ]
}

/// Describes the cookie that an operation's answer sets.
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
