//! The running program on a database that a test prepared.

#![allow(clippy::unwrap_used, reason = "it serves tests, which fail by panicking")]

use celeiro_app::App;
use celeiro_app::config::Config;
use std::collections::BTreeMap;
use std::path::Path;

/// Opens the program on the database of this address, with its files in `folder` and these settings.
pub async fn open(folder: &Path, database: &str, settings: &[(&str, &str)]) -> App {
    let place = [
        ("CELEIRO_DATA_DIR", folder.to_str().unwrap()),
        ("CELEIRO_KEY_STORE", "file"),
        // What a test asks is answered alike whether or not a model is loaded by then.
        ("CELEIRO_SAFETY_MODEL_DIR", "none"),
        // The vectors of a fitted model are there in a second; those of the neural one have tests of their own.
        ("CELEIRO_MODEL_DIR", "none"),
        ("DATABASE_URL", database),
    ];
    let given: BTreeMap<String, String> =
        place.iter().chain(settings).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    App::open(Config::load(&given, |_| None).unwrap(), |_| {}).await.unwrap()
}
