//! `celeiro ask` and `celeiro trace`, with a provider that answers from a script.

use crate::provider::{Provider, Purpose, Reply, Says, Tail};
use crate::setup::prepare_stock;
use crate::support::{celeiro, database_ends, failure, prepare_folder, stderr, stdout};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const RUST: &str = "fungicida para ferrugem da soja";

/// `celeiro` that asks `provider`.
fn provider_command(folder: &Path, provider: &Provider) -> Command {
    let mut command = celeiro(folder);
    command.env("LLM_PROVIDER", "openai").env("OPENAI_BASE_URL", provider.url());
    command.env("OPENAI_API_KEY", "sk-canary-cli").env("CELEIRO_LOG", "trace");
    command
}

/// Runs it, expects success, and looks for the key in whatever it printed.
fn run_command(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}\n{}", stdout(&output), stderr(&output));
    assert!(!(stdout(&output) + &stderr(&output)).contains("sk-canary"), "{}", stderr(&output));
    output
}

fn json(command: &mut Command) -> Value {
    serde_json::from_slice(&run_command(command.arg("--json")).stdout).unwrap()
}

#[test]
fn an_answer_is_printed_with_sources_and_trace_and_its_conversation_goes_on() {
    let (folder, provider) = (prepare_stock(), Provider::simple("catalog", &["Temos o Ferrugil ", "[1]."]));
    let first = json(provider_command(&folder, &provider).args(["ask", RUST]));
    assert_eq!((&first["answer"], &first["state"]), (&"Temos o Ferrugil [1].".into(), &"complete".into()));
    assert_eq!(first["sources"][0]["cited"], true);
    let conversation = first["conversationId"].as_str().unwrap();
    let second = json(provider_command(&folder, &provider).args([
        "ask",
        "e",
        "o",
        "mais barato?",
        "--conversation",
        conversation,
    ]));
    assert_eq!(second["conversationId"], conversation);
    assert_eq!(second["debug"]["searches"][0]["query"], RUST, "the question before is remembered");

    let printed = stdout(&run_command(provider_command(&folder, &provider).args(["ask", RUST])));
    assert!(printed.starts_with("Temos o Ferrugil [1].\n"), "{printed}");
    assert!(printed.contains("*[1] Ferrugil"), "the cited source is marked: {printed}");

    assert!(printed.contains("· BRL 310.50\n"), "amounts as people write them: {printed}");

    let trace_id = first["debug"]["traceId"].as_str().unwrap();
    let trace = json(provider_command(&folder, &provider).args(["trace", "show", trace_id]));
    assert_eq!((&trace["id"], &trace["outcome"]), (&trace_id.into(), &"answered".into()));
    assert_eq!(trace["calls"][0]["user"], provider.asked_for(Purpose::Answer)[0].user());
    let replay = json(provider_command(&folder, &provider).args(["trace", "replay", trace_id]));
    assert_eq!(
        (&replay["same"], replay["searches"].as_array().unwrap().len()),
        (&true.into(), 2),
        "{replay}"
    );
    let shown = stdout(&run_command(provider_command(&folder, &provider).args(["trace", "show", trace_id])));
    assert!(shown.contains(RUST) && shown.contains("<contexto>"), "{shown}");
    assert!(!shown.lines().next().unwrap().contains(['T', 'Z', '.']), "a time that people read: {shown}");
    assert!(
        !stdout(&run_command(provider_command(&folder, &provider).args(["trace", "replay", trace_id])))
            .contains("→")
    );
}

#[test]
fn what_was_confirmed_is_undone_by_answer_conversation_and_day() {
    let faq = serde_json::json!({ "question": "Troca?", "answer": "Em sete dias." });
    let provider = Provider::start(move |_| Reply::call("create_faq", &faq));
    let folder = prepare_folder("undone-actions");
    let command = |args: &[&str]| {
        let mut command = provider_command(&folder, &provider);
        command.args(args);
        command
    };
    let question = "cadastra a pergunta da troca";
    let asked = command(&["ask", "--mode", "assistant", question, "--json"]).output().unwrap();
    assert_eq!(asked.status.code(), Some(1), "without a terminal nothing is done: {}", stderr(&asked));
    let answer: Value = serde_json::from_slice(&asked.stdout).unwrap();
    let [action, turn, conversation] =
        [&answer["pending"][0]["actionId"], &answer["messageId"], &answer["conversationId"]]
            .map(|id| id.as_str().unwrap());
    let tools = json(&mut command(&["tools"]));
    let of_name = |name: &str| tools.as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap();
    let [write, read] = ["create_faq", "catalog_search"].map(of_name);
    let of_write = (&write["requiresConfirmation"], &write["parameters"]["type"]);
    assert_eq!(of_write, (&true.into(), &"object".into()));
    assert_eq!(read["requiresConfirmation"], false, "{read}");
    assert!(write["description"].is_string() && write["inputExamples"].is_array(), "{write}");
    let listed = json(&mut command(&["actions", "list"]));
    assert_eq!((&listed[0]["id"], &listed[0]["state"]), (&action.into(), &"pending".into()));
    assert_eq!(json(&mut command(&["actions", "show", action]))["card"], answer["pending"][0]["card"]);
    json(&mut command(&["actions", "confirm", action]));
    assert_eq!(failure(&folder, ["actions", "reject", action], 1)["code"], "action_decided");
    let log = stdout(&run_command(&mut command(&["operations"])));
    assert!(log.contains("  assistant, confirmed by ") && log.contains(action), "{log}");
    let dry = json(&mut command(&["actions", "undo", "--turn", turn, "--dry-run"]));
    assert_eq!((&dry["actions"], &dry["deleted"]), (&1.into(), &1.into()));
    let undone = json(&mut command(&["actions", "undo", action]));
    assert_eq!(undone["actions"], 1, "the dry run did nothing: {undone}");
    let redone = json(&mut command(&["actions", "undo", "--conversation", conversation, "--redo"]));
    assert_eq!(redone["parts"][0]["state"], "done");
    let today = chrono::Local::now().date_naive().to_string();
    let text = stdout(&run_command(&mut command(&["actions", "undo", "--day", &today])));
    assert!(text.starts_with("Taken back: 1 change of the assistant") && text.contains(action), "{text}");
}

#[test]
fn without_a_provider_the_answer_comes_from_the_search() {
    let folder = prepare_stock();
    let answer = crate::support::json(&folder, ["ask", RUST]);
    assert_eq!((&answer["state"], &answer["model"]), (&"composed".into(), &Value::Null));
    assert_eq!(answer["debug"]["fallbacks"][0]["reason"], "model_not_configured");
    assert!(answer["answer"].as_str().unwrap().contains("**Ferrugil 200 SC**"), "{answer}");
}

#[test]
fn mistakes_are_named() {
    let folder = prepare_stock();
    let nowhere = "00000000-0000-0000-0000-000000000000";
    assert_eq!(failure(&folder, ["ask", " "], 1)["code"], "message_blank");
    assert_eq!(failure(&folder, ["ask", &"a".repeat(8_001)], 1)["code"], "message_too_long");
    assert_eq!(failure(&folder, ["ask", "oi", "--conversation", nowhere], 1)["code"], "not_found");
    assert_eq!(failure(&folder, ["trace", "show", nowhere], 1)["code"], "not_found");
    assert_eq!(failure(&folder, ["trace", "replay", nowhere], 1)["code"], "not_found");
}

#[test]
fn an_interrupted_answer_is_kept_as_far_as_it_came() {
    let folder = crate::support::lasting_folder().join("asked");
    let provider =
        Provider::start(|_| Reply::Says(Says { tail: Tail::Hang, ..Says::new(&["Temos algo para "]) }));
    let mut child = provider_command(&folder, &provider)
        .args(["ask", RUST])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Its first words are on the screen before it is interrupted.
    let mut words = [0; 5];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut words).unwrap();
    assert_eq!(&words, b"Temos");
    // SAFETY: a signal to our own child, which has not been waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(database_ends(&folder));
    let list = crate::support::json(&folder, ["call", "list_conversations"]);
    let id = format!("{{\"id\":{}}}", list["conversations"][0]["id"]);
    let kept = crate::support::json(&folder, ["call", "get_conversation", &id]);
    assert_eq!(
        (&kept["messages"][1]["content"], &kept["messages"][1]["state"]),
        (&"Temos algo para ".into(), &"stopped".into())
    );
    let trace = crate::support::json(&folder, ["trace", "show", kept["messages"][1]["id"].as_str().unwrap()]);
    assert_eq!(trace["outcome"], "stopped");
    assert_eq!(provider.replies_left(), 1, "the provider's connection is closed");
}
