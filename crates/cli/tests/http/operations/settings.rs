//! Settings and keys, changed while the server runs.

use crate::server::shared_server;
use crate::support::find_files_with;
use serde_json::{Value, json};

const CONFIG: &str = "/api/config";

fn entry(name: &str) -> Value {
    let entries = shared_server().get(CONFIG).send().json();
    entries.as_array().unwrap().iter().find(|e| e["name"] == name).unwrap().clone()
}

fn put_setting(name: &str, value: &Value) -> crate::client::Answer {
    let body = json!({ "value": value }).to_string();
    shared_server().request("PUT", &format!("{CONFIG}/{name}")).json(body).send()
}

#[test]
fn a_setting_is_saved_read_and_taken_back() {
    let name = "CHAT_HISTORY_CONTEXT_LIMIT";
    let saved = put_setting(name, &"7".into());
    assert_eq!(saved.status, 200, "{}", saved.text());
    assert_eq!((&saved.json()["value"], &saved.json()["origin"]), (&"7".into(), &"saved".into()));
    assert_eq!(entry(name), saved.json());
    let back = put_setting(name, &Value::Null).json();
    assert_eq!((&back["value"], &back["origin"]), (&"10".into(), &"default".into()));
}

#[test]
fn what_cannot_be_saved_is_refused_with_what_is_allowed() {
    let refused = put_setting("CHAT_HISTORY_CONTEXT_LIMIT", &"1000".into());
    assert_eq!(refused.error(400), "invalid_setting");
    assert_eq!(refused.json()["details"]["allowed"], "0..100");
    for name in ["DATABASE_URL", "CELEIRO_DATA_DIR", "CELEIRO_POSTGRES_DIR", "CELEIRO_TOKEN"] {
        let refused = put_setting(name, &"postgres://a:canario@b/c".into());
        assert_eq!(refused.error(400), "invalid_setting", "{name}");
        assert_eq!(entry(name)["savable"], false);
    }
    assert!(!put_setting("DATABASE_URL", &"postgres://a:canario@b/c".into()).text().contains("canario"));
    assert_eq!(put_setting("NOPE", &"1".into()).error(400), "unknown_setting");
}

#[test]
fn a_key_goes_in_and_never_comes_out() {
    let name = "GEMINI_API_KEY";
    let saved = put_setting(name, &"sk-canario-http".into());
    assert_eq!(saved.status, 200, "{}", saved.text());
    assert_eq!((&saved.json()["storedIn"], &saved.json()["secret"]), (&"file".into(), &true.into()));
    let all = shared_server().get(CONFIG).send().text() + &saved.text();
    assert!(!all.contains("canario"), "{all}");
    // The database with its write-ahead log is in the folder too.
    assert_eq!(find_files_with(&shared_server().data_dir, "sk-canario-http"), ["keys.json"]);
    // A field of another name must not be read as "forget it".
    let misspelt = shared_server().request("PUT", &format!("{CONFIG}/{name}")).json(r#"{"vale":"x"}"#).send();
    assert_eq!(misspelt.error(400), "invalid_request");
    let absent = shared_server().request("PUT", &format!("{CONFIG}/{name}")).json("{}").send();
    assert_eq!(absent.error(400), "invalid_request");
    assert_eq!(entry(name)["storedIn"], "file");
    assert_eq!(put_setting(name, &Value::Null).json()["storedIn"], "none");
}

#[test]
fn a_saved_weight_counts_for_the_next_search() {
    let search = |limit: u32| {
        let request = json!({ "query": "enxada", "limit": limit });
        shared_server().ok("POST", "/api/rag/search", &request)
    };
    let fusion = |answer: &Value| answer["fusion"].clone();
    let before = fusion(&search(3));
    put_setting("HYBRID_SEARCH_ENHANCED", &"false".into());
    let simple = fusion(&search(3));
    put_setting("HYBRID_SEARCH_ENHANCED", &Value::Null);
    assert_eq!((simple, fusion(&search(3))), ("simple".into(), before));
}
