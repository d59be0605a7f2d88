//! `celeiro mcp`: the tools over standard input and output.

use crate::setup::prepare_stock;
use crate::support::{celeiro, json as command, prepare_folder, run, stdout};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A client that has introduced itself.
struct Client {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Client {
    fn start(folder: &Path, settings: &[(&str, &str)]) -> Self {
        let mut command = celeiro(folder);
        let piped = command.arg("mcp").envs(settings.iter().copied()).stdin(Stdio::piped());
        let mut child = piped.stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut client = Self { child, input, output };
        let info = json!({ "name": "testes", "version": "1" });
        let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info });
        assert_eq!(client.ask("initialize", &hello)["result"]["serverInfo"]["name"], "celeiro");
        client
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        writeln!(self.input, "{message}").unwrap();
        // Nothing but messages may stand on standard output.
        serde_json::from_str(&self.output.next().unwrap().unwrap()).unwrap()
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }))
    }

    fn leave(mut self) {
        drop(self.input);
        assert!(self.child.wait().unwrap().success());
    }
}

fn text_of(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("a text: {answer}"))
}

#[test]
fn a_client_calls_a_tool_and_leaves() {
    let mut client = Client::start(&prepare_stock(), &[]);
    let found = client.call("catalog_search", &json!({ "vector_query": "ferrugem na soja" }));
    assert!(text_of(&found).starts_with("ok: found "), "{found}");
    client.leave();
}

#[test]
fn what_a_client_proposes_is_confirmed_on_the_command_line_and_limited() {
    let folder = prepare_folder("mcp-proposals");
    let mut client = Client::start(&folder, &[]);
    let question = |at: usize| json!({ "question": format!("Pergunta {at}?"), "answer": "Sim." });
    let mut ids = Vec::new();
    for at in 0..10 {
        let answer = client.call("propose_create_faq", &question(at));
        let id = text_of(&answer).strip_prefix("pending: ").and_then(|text| text.lines().next());
        ids.push(id.unwrap_or_else(|| panic!("an id: {answer}")).to_owned());
    }
    let refused = client.call("propose_create_faq", &question(10));
    assert!(text_of(&refused).starts_with("error: too_many_proposals: "), "{refused}");
    let listed = stdout(&run(&folder, ["actions", "list"]));
    assert_eq!(listed.lines().count(), 10, "{listed}");
    let shown = stdout(&run(&folder, ["actions", "show", &ids[3]]));
    assert!(shown.contains("testes") && shown.contains("Pergunta 3?"), "{shown}");
    command(&folder, ["actions", "confirm", &ids[3]]);
    command(&folder, ["actions", "reject", &ids[4]]);
    let log = command(&folder, ["operations"]);
    assert!(log.to_string().contains(&ids[3]) && !log.to_string().contains(&ids[5]), "one was done: {log}");
    let again = client.call("propose_create_faq", &question(11));
    assert!(text_of(&again).starts_with("pending: "), "there is room again: {again}");
    client.leave();
}

#[test]
fn where_proposals_are_off_there_is_no_tool_for_them() {
    let mut client = Client::start(&prepare_folder("mcp-no-proposals"), &[("MCP_PROPOSALS", "false")]);
    let tools = client.ask("tools/list", &json!({}))["result"]["tools"].clone();
    assert_eq!(tools.as_array().unwrap().len(), 5, "{tools}");
    let refused = client.call("propose_create_faq", &json!({ "question": "Troca?", "answer": "Sim." }));
    assert_eq!(refused["error"]["code"], -32_602, "{refused}");
    client.leave();
}

#[test]
fn a_client_that_says_nothing_or_nonsense_ends_it_without_a_panic() {
    let folder = prepare_stock();
    for (text, succeeds) in [("", true), ("{\n", true)] {
        let mut child = celeiro(&folder);
        let piped = child.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), succeeds, "{text:?}: {errors}");
        assert!(!errors.contains("panicked"), "{errors}");
    }
}
