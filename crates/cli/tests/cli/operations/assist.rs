//! `celeiro assist`: a file or standard input, one item or a list, and the evaluation.

use crate::setup::prepare_stock;
use crate::support::{celeiro, failure, json, lasting_folder, prepare_folder, stdout};
use serde_json::Value;
use std::io::Write as _;
use std::process::Stdio;

#[test]
fn one_item_gives_one_answer_and_a_list_gives_a_list() {
    let folder = prepare_stock();
    let file = folder.join("draft.json");
    std::fs::write(&file, r#"{"name": "Ferrugil fungicida para soja", "price": "", "status": "ativo"}"#)
        .unwrap();
    let one = json(&folder, ["assist", file.to_str().unwrap()]);
    assert!(one["traceId"].is_string() && one["warnings"].is_array(), "{one}");
    assert!(one["suggestions"].get("description").is_none(), "no model, no description: {one}");
    std::fs::write(&file, r#"[{"name": "Ferrugil"}, {"name": "x", "category": "Adubos"}]"#).unwrap();
    let list = json(&folder, ["assist", file.to_str().unwrap()]);
    assert_eq!(list.as_array().unwrap().len(), 2);
    assert!(list[1]["suggestions"].get("category").is_none(), "given, so not suggested: {list}");

    let mut child = celeiro(&folder);
    let mut child = child.args(["assist", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(br#"{"name": "Ferrugil"}"#).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && stdout(&output).starts_with("Ferrugil\n"), "{}", stdout(&output));
}

#[test]
fn what_is_no_item_is_said_with_its_reason() {
    let folder = prepare_stock();
    let file = folder.join("broken.json");
    for (text, code) in
        [("{", "file_unreadable"), ("3", "file_unreadable"), (r#"{"name": " "}"#, "invalid_fields")]
    {
        std::fs::write(&file, text).unwrap();
        assert_eq!(failure(&folder, ["assist", file.to_str().unwrap()], 1)["code"], code, "{text}");
    }
    assert_eq!(failure(&folder, ["assist", "--evaluate", "--fields", "name"], 2)["code"], "invalid_request");
}

#[test]
fn an_evaluation_is_the_same_every_time() {
    let folder = prepare_stock();
    let evaluate = || -> Value {
        let mut report = json(&folder, ["assist", "--evaluate", "--sample", "5"]);
        report["p50Ms"] = Value::Null;
        report["p95Ms"] = Value::Null;
        report
    };
    let report = evaluate();
    assert_eq!(report, evaluate());
    let fields: Vec<&str> =
        report["fields"].as_array().unwrap().iter().filter_map(|f| f["field"].as_str()).collect();
    assert_eq!(fields, ["category", "price", "tags"]);
}

#[test]
fn the_queue_is_decided_by_what_it_lists_and_nothing_else() {
    let folder = prepare_stock();
    assert_eq!(json(&folder, ["enrich", "review"])["rows"], serde_json::json!([]));
    let trace = "00000000-0000-4000-8000-000000000001";
    for what in ["accept", "reject"] {
        assert_eq!(failure(&folder, ["enrich", what, trace], 1)["code"], "not_found");
        assert_eq!(failure(&folder, ["enrich", what], 2)["code"], "invalid_request");
        assert_eq!(failure(&folder, ["enrich", what, "42"], 2)["code"], "invalid_request");
        let field = format!("{trace}/name");
        assert_eq!(failure(&folder, ["enrich", what, &field], 2)["code"], "invalid_request");
    }
}

#[test]
fn a_run_is_for_the_items_that_its_conditions_let_through() {
    let folder = prepare_folder("enrich");
    let file = lasting_folder().join("enrich.csv");
    let rows = "id;name;category;manufacturer;price;status;formulacao\n\
                E-1;Fungicida azul;;Aurora;100;ativo;SC\n\
                E-2;Fungicida verde;;Boreal;200;ativo;WG\n\
                E-3;Adubo;;Aurora;300;inativo;GR\n\
                E-4;Adubo foliar;Adubos;Aurora;50;ativo;SC\n";
    std::fs::write(&file, rows).unwrap();
    json(&folder, ["import", "items", file.to_str().unwrap()]);
    let with = |conditions: &[&str]| {
        let mut arguments = vec!["enrich", "start", "--dry-run", "--fields", "category"];
        arguments.extend(conditions.iter().flat_map(|condition| ["--filter", condition]));
        arguments.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let list_meant = |conditions: &[&str]| {
        let preview = json(&folder, with(conditions));
        let sample = preview["sample"].as_array().unwrap().clone();
        let id = |one: &Value| one["item"]["externalId"].as_str().unwrap().to_owned();
        let mut ids: Vec<String> = sample.iter().map(id).collect();
        ids.sort();
        ids.join(" ")
    };
    for (conditions, ids) in [
        (&[][..], "E-1 E-2 E-3"),
        (&["manufacturer=aurora"], "E-1 E-3"),
        (&["manufacturer=Aurora", "manufacturer=Boreal"], "E-1 E-2 E-3"),
        (&["price~below~200"], "E-1 E-2"),
        (&["price~below~200", "manufacturer~isNot~Aurora"], "E-2"),
        (&["status=inativo"], "E-3"),
        (&["attributes.formulacao~is~SC~WG"], "E-1 E-2"),
        (&["category~notEmpty"], ""),
    ] {
        assert_eq!(list_meant(conditions), ids, "{conditions:?}");
    }
    for (condition, code, allowed) in [
        ("peso=1", "unknown_filter", "manufacturer"),
        ("price~near~3", "invalid_filter", "below"),
        ("price=caro", "invalid_filter", "999999999999.9999"),
        ("status=vendido", "invalid_filter", "rascunho"),
        ("price", "invalid_request", "COLUMN=VALUE"),
    ] {
        let refused = failure(&folder, with(&[condition]), 2);
        assert_eq!(refused["code"], code, "{condition}");
        assert!(refused["message"].as_str().unwrap().contains(allowed), "{condition}: {refused}");
    }
}

#[test]
fn a_run_is_tried_again_by_its_id() {
    let folder = prepare_stock();
    let run = "00000000-0000-4000-8000-000000000001";
    for what in ["pause", "resume", "retry", "cancel"] {
        assert_eq!(failure(&folder, ["enrich", what, run], 1)["code"], "not_found", "{what}");
    }
}
