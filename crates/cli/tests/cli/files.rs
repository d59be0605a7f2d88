//! `celeiro import` and `celeiro export`.

use crate::setup::stocked;
use crate::support::{failure, fixture, json, lasting_folder, run, stderr, stdout};
use std::path::PathBuf;

fn path(file: PathBuf) -> String {
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_dry_run_counts_and_leaves_everything_alone() {
    let folder = lasting_folder().join("dry");
    let file = path(fixture("items.csv"));
    let report = json(&folder, ["import", "items", &file, "--dry-run"]);
    assert_eq!((&report["created"], &report["dryRun"]), (&12.into(), &true.into()));
    assert_eq!(json(&folder, ["call", "list_items"])["total"], 0);
    let text = stdout(&run(&folder, ["import", "items", &file, "--dry-run"]));
    assert!(text.contains("Dry run") && text.contains("12"), "{text}");
}

#[test]
fn bad_rows_are_named_and_good_ones_kept() {
    let folder = lasting_folder().join("faulty");
    let file = path(fixture("faulty.csv"));
    let report = json(&folder, ["import", "items", &file]);
    assert_eq!((&report["created"], &report["rejected"]), (&2.into(), &4.into()), "{report}");
    let errors = report["errors"].as_array().unwrap();
    let found: Vec<(u64, &str, &str)> = errors
        .iter()
        .map(|e| (e["row"].as_u64().unwrap(), e["column"].as_str().unwrap(), e["code"].as_str().unwrap()))
        .collect();
    assert_eq!(
        found,
        [
            (3, "name", "required"),
            (4, "price", "invalid_price"),
            (5, "price", "invalid_price"),
            (6, "status", "invalid_status"),
        ]
    );
    assert_eq!(errors[2]["value"], "abc");
    assert!(errors[2]["message"].as_str().unwrap().starts_with("not a price"));
    let again = json(&folder, ["import", "items", &file]);
    assert_eq!((&again["created"], &again["unchanged"]), (&0.into(), &2.into()), "nothing twice");
    let text = run(&folder, ["import", "items", &file]);
    assert!(stdout(&text).contains("row 5, column price: \"abc\""), "{}", stdout(&text));
    assert!(stderr(&text).contains("celeiro embed"), "{}", stderr(&text));
}

#[test]
fn a_file_that_cannot_be_used_is_refused_with_its_reason() {
    let folder = stocked();
    let empty = lasting_folder().join("empty.csv");
    std::fs::write(&empty, "").unwrap();
    let image = lasting_folder().join("image.csv");
    std::fs::write(&image, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    for (file, code) in [
        (path(lasting_folder().join("absent.csv")), "file_unreadable"),
        (path(empty), "file_unreadable"),
        (path(image), "file_format_unknown"),
        (path(lasting_folder()), "file_unreadable"),
    ] {
        let error = failure(&folder, ["import", "items", &file], 1);
        assert_eq!(error["code"], code, "{error}");
        assert!(error["message"].as_str().unwrap().contains(&file), "{error}");
    }
    let error = failure(&folder, ["import", "faqs", &path(fixture("items.csv"))], 1);
    assert!(error["message"].as_str().unwrap().contains("question"), "{error}");
}

#[test]
fn an_export_is_an_import_that_changes_nothing() {
    let folder = stocked();
    for (kind, file, rows) in [("items", "out.csv", 12), ("items", "out.jsonl", 12), ("faqs", "faqs.csv", 6)]
    {
        let file = path(lasting_folder().join(file));
        let done = run(&folder, ["export", kind, "--output", &file]);
        assert!(done.status.success(), "{}", stderr(&done));
        let report = json(&folder, ["import", kind, &file, "--dry-run"]);
        assert_eq!(report["unchanged"], rows, "{kind} {file}: {report}");
        assert_eq!(report["updated"], 0, "{report}");
    }
    let lines = stdout(&run(&folder, ["export", "faqs", "--format", "jsonl"]));
    assert_eq!(lines.lines().count(), 6);
    let missing = path(lasting_folder().join("no/such/folder/x.csv"));
    assert_eq!(failure(&folder, ["export", "items", "--output", &missing], 1)["code"], "invalid_request");
}
