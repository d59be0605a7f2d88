//! Locates the PostgreSQL binaries.

use std::env;
use std::path::{Path, PathBuf};

use crate::cluster::{ClusterError, MAJOR};

/// Names the tree when it is in none of the usual places.
const VARIABLE: &str = "CELEIRO_POSTGRES_DIR";

/// Relative to the folder of the running program: a build in `target/<profile>`, an unpacked
/// release, a test in `target/<profile>/deps`, and an installed package.
const BESIDE_PROGRAM: [&str; 4] = ["../postgres", "postgres", "../../postgres", "../lib/celeiro/postgres"];

/// A PostgreSQL tree of the right major version.
#[derive(Debug, Clone)]
pub struct Binaries {
    /// The folder with `bin`, `lib` and `share`.
    root: PathBuf,
}

impl Binaries {
    /// Finds the tree: `explicit` if given, else the variable `CELEIRO_POSTGRES_DIR` if set, else
    /// the places beside the program. The first two are taken at their word: when they are wrong,
    /// that is said instead of quietly running some other server.
    ///
    /// # Errors
    /// [`ClusterError::BinariesMissing`] with the folders that were tried.
    pub fn locate(explicit: Option<&Path>) -> Result<Self, ClusterError> {
        let candidates = match explicit.map(Path::to_path_buf).or_else(from_environment) {
            Some(named) => vec![named],
            None => beside_program(),
        };
        let found = candidates.iter().find_map(|candidate| {
            let root = candidate.join("pg").join(MAJOR).canonicalize().ok()?;
            let binaries = Self { root };
            binaries.tool("postgres").is_file().then_some(binaries)
        });
        found.ok_or(ClusterError::BinariesMissing { looked_in: candidates })
    }

    /// Full path of a program of the tree, such as `pg_dump`; there is no promise that it exists.
    pub fn tool(&self, name: &str) -> PathBuf {
        self.root.join("bin").join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }

    /// The version of `extension` that this tree would install, or `None` where it has none.
    pub fn extension_version(&self, extension: &str) -> Option<String> {
        let control = self.root.join(format!("share/postgresql/extension/{extension}.control"));
        let text = std::fs::read_to_string(control).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("default_version"))?;
        Some(line.trim_matches([' ', '=', '\'', '\t']).to_owned())
    }
}

/// The folder of PostgreSQL's programs that the environment names.
fn from_environment() -> Option<PathBuf> {
    env::var_os(VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// Folders near this program where a package may have put PostgreSQL's.
fn beside_program() -> Vec<PathBuf> {
    let program = env::current_exe().ok().and_then(|path| path.canonicalize().ok());
    let folder = program.as_deref().and_then(Path::parent).unwrap_or(Path::new("."));
    BESIDE_PROGRAM.iter().map(|relative| folder.join(relative)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_tree_that_is_missing_is_not_replaced_by_another() {
        let named = Path::new("/nowhere/at/all");
        let Err(ClusterError::BinariesMissing { looked_in }) = Binaries::locate(Some(named)) else {
            panic!("found binaries in a folder that does not exist");
        };
        assert_eq!(looked_in, [named]);
    }

    #[test]
    fn reads_the_version_of_an_extension() {
        let tree = tempfile::tempdir().unwrap();
        let bin = tree.path().join("pg/18/bin");
        let extensions = tree.path().join("pg/18/share/postgresql/extension");
        std::fs::create_dir_all(&bin).unwrap();
        std::fs::create_dir_all(&extensions).unwrap();
        std::fs::write(bin.join(format!("postgres{}", env::consts::EXE_SUFFIX)), "").unwrap();
        let control = "comment = 'x'\ndefault_version = '0.8.5'\nrelocatable = true\n";
        std::fs::write(extensions.join("vector.control"), control).unwrap();

        let binaries = Binaries::locate(Some(tree.path())).unwrap();
        assert_eq!(binaries.extension_version("vector").as_deref(), Some("0.8.5"));
        assert_eq!(binaries.extension_version("absent"), None);
    }
}
