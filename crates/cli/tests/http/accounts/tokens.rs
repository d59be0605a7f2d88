//! Tokens for programs.

use super::{Browser, ME, team};
use crate::client::Answer;
use crate::server::Server;
use crate::support::json as command;
use serde_json::{Value, json};

const TOKENS: &str = "/api/tokens";
const ITEMS: &str = "/api/catalog/items";

fn ask(server: &Server, secret: &str, method: &str, path: &str, body: &Value) -> Answer {
    let request = server.request(method, path).header("authorization", &format!("Bearer {secret}"));
    if method == "GET" { request.send() } else { request.json(body.to_string()).send() }
}

fn make(server: &Server, arguments: &[&str]) -> (String, String) {
    let made = command(&server.data_dir, [&["user", "token"], arguments].concat());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&made["token"]["id"]), text(&made["secret"]))
}

#[test]
fn a_token_does_what_it_was_made_for_under_the_name_of_its_account_until_it_is_revoked() {
    let server = team("tokens", &[("ana", "admin"), ("bia", "editor"), ("caio", "seller")]);
    let (_, reading) = make(&server, &["bia", "--name", "planilha", "--scope", "read", "--days", "3"]);
    assert!(reading.starts_with("cel_") && reading.len() == 47, "{}", reading.len());
    let me = ask(&server, &reading, "GET", ME, &json!({})).json();
    assert_eq!((&me["account"]["login"], &me["access"]), (&json!("bia"), &json!(["open", "read"])), "{me}");
    let item = json!({ "name": "Semente", "price": 9 });
    let refused = ask(&server, &reading, "POST", ITEMS, &item);
    assert_eq!(
        (refused.error(403).as_str(), &refused.json()["details"]["access"]),
        ("forbidden", &json!("edit"))
    );

    let (id, whole) = make(&server, &["bia", "--name", "integração"]);
    let saved = ask(&server, &whole, "POST", ITEMS, &item);
    assert_eq!(saved.status, 200, "{}", saved.text());
    let history = format!("{ITEMS}/{}/history", saved.json()["id"].as_str().unwrap());
    assert_eq!(ask(&server, &whole, "GET", &history, &json!({})).json()[0]["actor"], "bia");
    let more = ask(&server, &whole, "POST", TOKENS, &json!({ "name": "filho" }));
    assert_eq!(more.error(403), "session_needed", "a token outlives what is done with it");

    let (bia, caio) = (Browser::of(&server, "bia"), Browser::of(&server, "caio"));
    let listed = bia.get(TOKENS);
    assert_eq!(listed.json().as_array().unwrap().len(), 2);
    assert!(!listed.text().contains(&whole) && !listed.text().contains(&reading), "secrets are given once");
    assert_eq!(caio.get(TOKENS).json(), json!([]));
    let foreign = caio.send("DELETE", &format!("{TOKENS}/{id}"), &json!({}));
    assert!(matches!(foreign.status, 403 | 404), "{}", foreign.text());
    let too_much = caio.send("POST", TOKENS, &json!({ "name": "demais", "scopes": ["edit"] }));
    assert!((400..500).contains(&too_much.status), "{}", too_much.text());
    assert_eq!(bia.send("DELETE", &format!("{TOKENS}/{id}"), &json!({})).status, 200);
    assert_eq!(ask(&server, &whole, "GET", ME, &json!({})).error(401), "unauthorized");
    let beside = bia.request("GET", ME).header("authorization", &format!("Bearer {whole}")).send();
    assert_eq!(beside.error(401), "unauthorized", "a cookie does not stand in for it");
    assert_eq!(ask(&server, &reading, "GET", ME, &json!({})).status, 200);

    command(&server.data_dir, ["user", "disable", "bia"]);
    assert_eq!(ask(&server, &reading, "GET", ME, &json!({})).error(401), "unauthorized");
}

#[test]
fn a_token_in_an_address_is_not_read_and_one_that_is_none_is_refused() {
    let server = team("tokens-addresses", &[("ana", "admin")]);
    let (_, secret) = make(&server, &["ana", "--name", "relatório"]);
    assert_eq!(ask(&server, &secret, "GET", ME, &json!({})).status, 200);
    for name in ["token", "access_token", "authorization", "bearer", "session"] {
        let path = format!("{ME}?{name}={secret}");
        assert_eq!(server.get(&path).send().error(401), "unauthorized", "{name}");
    }
    let by_name = server.get(ME).header("authorization", &format!("Basic {secret}")).send();
    assert_eq!(by_name.error(401), "unauthorized");
    let longer = format!("{secret}A");
    let upper = secret.to_uppercase();
    for wrong in ["cel_", "cel_x", &secret[..46], &longer, &upper, &secret[4..], "cel_%00", "cel_' or 1=1"] {
        assert_eq!(ask(&server, wrong, "GET", ME, &json!({})).error(401), "unauthorized", "{wrong}");
    }
    let cookie = format!("{}={secret}", super::COOKIE);
    assert!(Browser::with(&server, cookie).is_out(), "a token is no session");
    let session = Browser::of(&server, "ana").cookie.split_once('=').unwrap().1.to_owned();
    assert_eq!(ask(&server, &session, "GET", ME, &json!({})).error(401), "unauthorized");
}

#[test]
fn a_program_that_asks_by_mcp_proposes_what_its_account_may_and_under_its_name() {
    let server = team("tokens-mcp", &[("ana", "admin"), ("bia", "editor"), ("caio", "seller")]);
    let ana = Browser::of(&server, "ana");
    ana.ok("POST", ITEMS, &json!({ "name": "Arame", "externalId": "T-1", "price": 5 }));
    let tools = |secret: &str| {
        let listed = mcp(&server, secret, "tools/list", &json!({}))["result"]["tools"].clone();
        let names = listed.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned());
        names.filter(|name| name.starts_with("propose_")).count()
    };
    let (_, editor) = make(&server, &["bia", "--name", "mcp"]);
    let (_, seller) = make(&server, &["caio", "--name", "mcp"]);
    assert_eq!((tools(&editor), tools(&seller)), (4, 0));
    let call = json!({ "name": "propose_set_price", "arguments": { "item": "T-1", "price": 6 } });
    assert!(mcp(&server, &seller, "tools/call", &call)["error"]["code"].is_i64());
    assert_eq!(mcp(&server, &editor, "tools/call", &call)["result"]["isError"], false);
    let bia = Browser::of(&server, "bia");
    let waiting = bia.get("/api/actions?state=pending&ofPrograms=true").json();
    assert_eq!(waiting[0]["actor"], "bia", "{waiting}");
    // What one person's programs propose takes no room from another's; what the programs call themselves counts nothing.
    let ask_again = |at: usize| {
        let name = format!("programa {at}");
        let client = json!({ "io.modelcontextprotocol/clientInfo": { "name": name, "version": "1" } });
        let call = json!({ "name": call["name"], "arguments": call["arguments"], "_meta": client });
        mcp(&server, &editor, "tools/call", &call)["result"].clone()
    };
    for at in 1..10 {
        assert_eq!(ask_again(at)["isError"], false, "{at}");
    }
    let full = ask_again(10);
    assert!(full["content"][0]["text"].as_str().unwrap().contains("too_many_proposals"), "{full}");
    let (_, admin) = make(&server, &["ana", "--name", "mcp"]);
    assert_eq!(mcp(&server, &admin, "tools/call", &call)["result"]["isError"], false, "ana has her own ten");
    let unnamed = server.post("/mcp").header("accept", FORMS).json(message("ping", &json!({}))).send();
    assert_eq!(unnamed.error(401), "unauthorized");
}

const FORMS: &str = "application/json, text/event-stream";

fn message(method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }).to_string()
}

fn mcp(server: &Server, secret: &str, method: &str, params: &Value) -> Value {
    let request =
        server.post("/mcp").header("accept", FORMS).header("authorization", &format!("Bearer {secret}"));
    let answer = request.json(message(method, params)).send();
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}
