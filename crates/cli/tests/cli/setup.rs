//! The data folder that most tests search: made once, by the commands themselves.

use crate::support::{fixture, json, lasting_folder};
use std::path::PathBuf;
use std::sync::OnceLock;

/// A data folder with the fixtures imported and embedded.
pub fn prepare_stock() -> PathBuf {
    static READY: OnceLock<PathBuf> = OnceLock::new();
    READY
        .get_or_init(|| {
            let folder = lasting_folder().join("stocked");
            let made = json(&folder, ["init"]);
            assert_eq!(made["status"]["phase"], "ready");
            assert_eq!(made["status"]["items"], 0);
            for (kind, file, created) in [("items", "items.csv", 12), ("faqs", "faqs.jsonl", 6)] {
                let report = json(&folder, ["import", kind, fixture(file).to_str().unwrap()]);
                assert_eq!(report["created"], created, "{report}");
                assert_eq!(report["rejected"], 0, "{report}");
            }
            let summary = json(&folder, ["embed"]);
            assert_eq!(summary["failed"], 0, "{summary}");
            folder
        })
        .clone()
}

#[test]
fn init_and_embed_can_be_repeated() {
    let folder = prepare_stock();
    let again = json(&folder, ["init", "--demo"]);
    assert_eq!(again["status"]["items"], 12, "the demo catalog goes into an empty corpus only");
    assert!(again["demo"]["items"].is_null());
    let summary = json(&folder, ["embed"]);
    assert_eq!(summary["embedded"], 0, "{summary}");
}
