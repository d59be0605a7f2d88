//! Data folders that tests copy: making a cluster with the schema in it takes seconds, a copy a tenth.

#![allow(clippy::unwrap_used, reason = "it serves tests, which fail by panicking")]

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::UNIX_EPOCH;

/// Folders of one test program that its tests copy or share.
#[derive(Debug, Clone, Copy)]
pub struct Templates {
    /// Where the test programs of a build keep their files: `CARGO_TARGET_TMPDIR`.
    pub folder: &'static str,
}

impl Templates {
    /// The folder `name`, filled by `make` where this build of the test program has not made it. Other
    /// tests wait meanwhile, also those of other processes.
    pub async fn get(self, name: &str, make: impl AsyncFnOnce(&Path)) -> PathBuf {
        let folder = Path::new(self.folder).join(name);
        let _alone = self.lock(name);
        let built = std::fs::metadata(std::env::current_exe().unwrap()).unwrap().modified().unwrap();
        let age = format!("{:?}", built.duration_since(UNIX_EPOCH));
        let marker = folder.with_extension("made-by");
        if !std::fs::read_to_string(&marker).is_ok_and(|known| known == age) {
            let _ = std::fs::remove_dir_all(&folder);
            make(&folder).await;
            std::fs::write(&marker, age).unwrap();
        }
        folder
    }

    fn lock(self, name: &str) -> File {
        let path = Path::new(self.folder).join(name).with_extension("lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path).unwrap();
        file.lock().unwrap();
        file
    }
}

/// Copies a data folder at rest.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    let copied = Command::new("cp").args(["-a", "--"]).arg(from.join(".")).arg(to).status().unwrap();
    assert!(copied.success());
}
