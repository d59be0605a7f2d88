//! The whole of `tidy` on made-up trees: each rule silent on a tidy one, and speaking on one that is not.

mod folders;
mod rules;

use super::*;
use std::path::PathBuf;

/// A working copy in a temporary folder.
struct Tree(tempfile::TempDir);

impl Tree {
    fn new() -> Self {
        let tree = Self(tempfile::tempdir().unwrap());
        tree.git(&["init", "--quiet"]);
        tree
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, path: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let place = self.path().join(path);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(&place, content).unwrap();
        place
    }

    fn git(&self, arguments: &[&str]) {
        let own = ["-c", "user.name=ana", "-c", "user.email=ana@example.com", "-c", "commit.gpgsign=false"];
        let mut command = std::process::Command::new("git");
        // What the machine has set up for its people is no part of a test.
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        let output = command.args(own).args(arguments).current_dir(self.path()).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Where something was found, and what begins its words.
fn places(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.place.as_str()).collect()
}
