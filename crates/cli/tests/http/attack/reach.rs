//! Where a provider's address may lead, and what of another service's answer can be read.

use crate::provider::{Provider, Reply};
use crate::server::{Server, start};
use crate::support::prepare_folder;
use serde_json::Value;

const TOKEN: &str = "abre-te-sesamo-agora";
/// What a service that is no provider answers.
const FOREIGN: &str = "root:x:0:0:canario-de-outro-servico";

fn other_service() -> Provider {
    Provider::start(|asked| match asked.path.as_str() {
        path if path.contains("flat") => {
            let body = format!(r#"{{"message":"{FOREIGN}","data":[{{"id":"{FOREIGN} text"}}]}}"#);
            Reply::Status(403, vec![("content-type", "application/json".into())], body)
        }
        path if path.contains("list") => {
            let body = format!(r#"[{{"id":"{FOREIGN} with blanks"}}]"#);
            Reply::Status(200, vec![("content-type", "application/json".into())], body)
        }
        path if path.contains("away") => {
            Reply::Status(302, vec![("location", format!("http://127.0.0.1:9/{FOREIGN}"))], FOREIGN.into())
        }
        path if path.contains("error") => Reply::Status(500, vec![], FOREIGN.into()),
        _ => Reply::Status(200, vec![("content-type", "text/plain".into())], FOREIGN.into()),
    })
}

fn serving(name: &str, host: &str, address: &str, more: &[(&str, &str)]) -> Server {
    let mut environment = vec![
        ("CELEIRO_TOKEN", TOKEN),
        ("LLM_PROVIDER", "openai"),
        ("OPENAI_BASE_URL", address),
        ("OPENAI_API_KEY", "sk-canario-0123456789"),
    ];
    environment.extend(more);
    let server = start(&prepare_folder(name), &["--host", host], &environment);
    server.wait_until_ready();
    server
}

fn test_provider(server: &Server) -> Value {
    let bearer = format!("Bearer {TOKEN}");
    let answer = server.get("/api/llm/test?lang=en").header("authorization", &bearer).send();
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(!answer.text().contains("canario"), "{}", answer.text());
    answer.json()
}

#[test]
fn a_server_that_others_reach_asks_no_address_of_its_own_network() {
    let inside = other_service();
    let port = inside.origin().rsplit_once(':').unwrap().1.to_owned();
    // By a name that is resolved, and in numbers.
    for (at, host) in ["localhost", "[::ffff:127.0.0.1]"].into_iter().enumerate() {
        let address = format!("http://{host}:{port}/v1");
        let mut server = serving(&format!("reach-{at}"), "0.0.0.0", &address, &[]);
        let test = test_provider(&server);
        assert_eq!(
            (&test["works"], &test["error"]["code"]),
            (&false.into(), &"model_setup".into()),
            "{test}"
        );
        let message = test["error"]["message"].as_str().unwrap();
        assert!(message.contains("CELEIRO_ALLOW_PRIVATE_ADDRESSES"), "{message}");
        let bearer = format!("Bearer {TOKEN}");
        let save = |value: &str| {
            let body = serde_json::json!({ "value": value }).to_string();
            let put = server.request("PUT", "/api/config/GEMINI_BASE_URL").json(body);
            put.header("authorization", &bearer).send()
        };
        assert_eq!(save("http://169.254.169.254/").error(400), "invalid_setting");
        assert_eq!(save("https://gemini.example/").status, 200, "the control");
        server.stop();
    }
    assert_eq!(inside.received_requests().len(), 0, "nothing was asked");
}

#[test]
fn the_address_of_an_embedder_obeys_the_same() {
    let inside = other_service();
    let embedder = |name: &str, more: &[(&str, &str)]| {
        let address = format!("{}/v1", inside.origin());
        let mut environment = vec![("EMBEDDING_PROVIDER", "openai"), ("EMBEDDING_DIMENSIONS", "4")];
        environment.extend(more);
        serving(name, "0.0.0.0", &address, &environment)
    };
    let search = |server: &Server| {
        let bearer = format!("Bearer {TOKEN}");
        let asked = server.post("/api/rag/search").json(r#"{"query":"ureia"}"#);
        let answer = asked.header("authorization", &bearer).send();
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(!answer.text().contains("canario"), "{}", answer.text());
        answer.json()
    };
    let mut server = embedder("reach-embedder", &[]);
    assert_eq!(search(&server)["embeddingUsed"], false, "words answer");
    server.stop();
    assert_eq!(inside.received_requests().len(), 0, "nothing was asked");
    let mut server = embedder("reach-embedder-allowed", &[("CELEIRO_ALLOW_PRIVATE_ADDRESSES", "true")]);
    search(&server);
    server.wait_until("the control: it is asked", || !inside.received_requests().is_empty());
    server.stop();
}

#[test]
fn a_setting_of_the_machine_allows_it_and_still_no_other_service_can_be_read() {
    let inside = other_service();
    for (at, place) in ["v1", "error", "flat", "list", "away"].into_iter().enumerate() {
        let address = format!("{}/{place}", inside.origin());
        let allow = [("CELEIRO_ALLOW_PRIVATE_ADDRESSES", "true")];
        let mut server = serving(&format!("allowed-{at}"), "0.0.0.0", &address, &allow);
        let before = inside.received_requests().len();
        let test = test_provider(&server);
        assert!(inside.received_requests().len() > before, "the control: it was asked");
        assert_eq!(test["models"], serde_json::json!([]), "{place}: {test}");
        assert!(place == "list" || test["works"] == false, "{place}: {test}");
        server.stop();
    }
}

#[test]
fn on_this_machine_a_model_may_be_next_door() {
    let inside = Provider::start(|_| {
        Reply::Status(
            200,
            vec![("content-type", "application/json".into())],
            r#"{"data":[{"id":"m"}]}"#.into(),
        )
    });
    let models = [("LLM_MODEL_ANSWER", "m")];
    let server = serving("next-door", "127.0.0.1", &inside.url(), &models);
    let test = test_provider(&server);
    assert_eq!((&test["works"], &test["models"]), (&true.into(), &serde_json::json!(["m"])), "{test}");
}
