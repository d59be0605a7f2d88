//! Where the neural model that Celeiro brings stands: beside the program, as the PostgreSQL tree does.

use std::path::{Path, PathBuf};

/// The model that Celeiro brings.
const MODEL: &str = "multilingual-e5-small";

/// Relative to the folder of the running program: a build in `target/<profile>`, an unpacked release, a
/// test in `target/<profile>/deps`, and an installed package.
const BESIDE_PROGRAM: [&str; 4] = ["../models", "models", "../../models", "../lib/celeiro/models"];

/// Its folder, where it is there.
pub(crate) fn brought_model() -> Option<PathBuf> {
    beside_program().into_iter().find_map(|place| place.canonicalize().ok().filter(|place| place.is_dir()))
}

/// Where it is looked for.
pub(crate) fn beside_program() -> Vec<PathBuf> {
    let program = std::env::current_exe().ok().and_then(|path| path.canonicalize().ok());
    let folder = program.as_deref().and_then(Path::parent).unwrap_or(Path::new("."));
    BESIDE_PROGRAM.iter().map(|relative| folder.join(relative).join(MODEL)).collect()
}
