//! `celeiro mcp`: the tools over standard input and output.

use crate::setup::prepare_stock;
use crate::support::celeiro;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

#[test]
fn a_client_calls_a_tool_and_leaves() {
    let folder = prepare_stock();
    let mut child = celeiro(&folder);
    let mut child = child.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut ask = |method: &str, params: Value| -> Value {
        writeln!(input, "{}", json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }))
            .unwrap();
        // Nothing but messages may stand on standard output.
        serde_json::from_str(&output.next().unwrap().unwrap()).unwrap()
    };
    let client = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    assert_eq!(ask("initialize", client)["result"]["serverInfo"]["name"], "celeiro");
    let search = json!({ "name": "catalog_search", "arguments": { "vector_query": "ferrugem na soja" } });
    let found = ask("tools/call", search);
    let text = found["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("a text: {found}"));
    assert!(text.starts_with("ok: found "), "{text}");
    drop(input);
    assert!(child.wait().unwrap().success());
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
