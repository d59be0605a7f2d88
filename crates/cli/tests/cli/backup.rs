//! `celeiro backup`: what it writes over, and what it leaves alone.

use crate::support::{failure, json, prepare_folder, run, stderr, stdout};

#[test]
fn a_backup_replaces_an_earlier_one_and_no_other_file() {
    let folder = prepare_folder("backup");
    let (sheet, backup) = (folder.join("prices.csv"), folder.join("catalog.tar"));
    std::fs::write(&sheet, "name;price\n").unwrap();
    let error = failure(&folder, ["backup", sheet.to_str().unwrap()], 1);
    assert_eq!(error["code"], "backup_target_foreign", "{error}");
    assert_eq!(std::fs::read(&sheet).unwrap(), b"name;price\n");

    let arguments = ["backup", backup.to_str().unwrap()];
    let made = json(&folder, arguments);
    assert_eq!(made["file"].as_str(), backup.to_str());
    let output = run(&folder, arguments);
    assert!(output.status.success(), "the control: {}", stderr(&output));
    assert!(stdout(&output).contains("catalog.tar") && !stderr(&output).contains("stays"));
    assert!(json(&folder, ["backup", "verify", backup.to_str().unwrap()])["sha256"].is_string());
}
