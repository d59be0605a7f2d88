//! Location of the bundled neural model: next to the program, like the PostgreSQL tree.

use crate::config::Config;
use std::path::{Path, PathBuf};

/// The model that Celeiro brings.
const MODEL: &str = "multilingual-e5-small";

/// Its folder, where it does not stand beside the program.
const PLACE: &str = "CELEIRO_MODEL_DIR";
/// Value of [`PLACE`] that does without.
const NONE: &str = "none";

/// Relative to the folder of the running program: a build in `target/<profile>`, an unpacked release, a
/// test in `target/<profile>/deps`, and an installed package.
const BESIDE_PROGRAM: [&str; 4] = ["../models", "models", "../../models", "../lib/celeiro/models"];

/// Finds the folder of the bundled neural model, where it is there and `config` does not do without.
pub(crate) fn find_brought_model(config: &Config) -> Option<PathBuf> {
    let places = candidate_folders(config);
    places.into_iter().find_map(|place| place.canonicalize().ok().filter(|place| place.is_dir()))
}

/// Lists the folders in which the bundled neural model may be.
pub(crate) fn candidate_folders(config: &Config) -> Vec<PathBuf> {
    match config.text(PLACE) {
        Some(NONE) => return Vec::new(),
        Some(folder) => return vec![folder.into()],
        None => {}
    }
    let program = std::env::current_exe().ok().and_then(|path| path.canonicalize().ok());
    let folder = program.as_deref().and_then(Path::parent).unwrap_or(Path::new("."));
    BESIDE_PROGRAM.iter().map(|relative| folder.join(relative).join(MODEL)).collect()
}
