//! `celeiro operations`, `celeiro history` and `celeiro undo`.

use crate::support::{failure, fixture, json, prepare_folder, run, stdout};

#[test]
fn an_import_is_listed_shown_and_taken_back() {
    let folder = prepare_folder("history");
    let file = fixture("items.csv");
    json(&folder, ["import", "items", file.to_str().unwrap()]);
    let items = json(&folder, ["call", "list_items"]);
    let external_id = items["rows"][0]["externalId"].as_str().unwrap().to_owned();
    let log = json(&folder, ["operations", "--mine"]);
    let operation = log["rows"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!((&log["rows"][0]["kind"], &log["rows"][0]["created"]), (&"import".into(), &items["total"]));
    assert!(stdout(&run(&folder, ["operations"])).contains(&operation));
    let history = json(&folder, ["history", &external_id]);
    assert_eq!((&history[0]["version"], &history[0]["operationId"]), (&1.into(), &operation.as_str().into()));
    assert!(stdout(&run(&folder, ["history", &external_id])).contains("name: ∅ → "));

    let dry = json(&folder, ["undo", &operation, "--dry-run"]);
    assert_eq!((&dry["undone"], &dry["operationId"]), (&items["total"], &serde_json::Value::Null));
    let text = stdout(&run(&folder, ["undo", &operation]));
    assert!(text.contains("Taken back in 12 records") && text.contains("celeiro undo "), "{text}");
    assert_eq!(json(&folder, ["call", "list_items"])["total"], 0);
    let again = stdout(&run(&folder, ["undo", &operation]));
    assert!(
        again.contains("taken back before") && again.lines().nth(1) == text.trim().lines().last(),
        "{again}"
    );
    let redo = text.trim().rsplit(' ').next().unwrap();
    json(&folder, ["undo", redo]);
    assert_eq!(json(&folder, ["call", "list_items"])["total"], items["total"]);

    assert_eq!(failure(&folder, ["history", "nothing"], 1)["code"], "not_found");
    assert_eq!(failure(&folder, ["undo", "00000000-0000-4000-8000-000000000000"], 1)["code"], "not_found");
}
