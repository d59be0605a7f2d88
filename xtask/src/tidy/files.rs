//! The tracked text files.

use anyhow::{Context, bail};
use std::path::Path;
use std::process::Command;

/// One tracked text file as it stands in the working folder.
#[derive(Debug)]
pub struct Text {
    /// Path from the root, with `/`.
    pub path: String,
    /// Content.
    pub content: String,
}

impl Text {
    /// Whether the name ends in one of these, without the dot.
    pub fn is(&self, extensions: &[&str]) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, extension)| extensions.contains(&extension))
    }

    /// The lines with their numbers, from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.content.lines().enumerate().map(|(at, line)| (at + 1, line))
    }
}

/// Everything that git tracks and that is text.
#[derive(Debug)]
pub struct TrackedFiles(Vec<Text>);

impl TrackedFiles {
    /// Asks git for the names and reads the files. Files that are no UTF-8 (images, fonts, samples
    /// in other encodings) are left out, and so are files deleted but not yet committed.
    ///
    /// # Errors
    /// There is no git, or this is no working copy.
    pub fn read(root: &Path) -> anyhow::Result<Self> {
        let output = Command::new("git")
            // A working copy of another user (containers) is read, never trusted to run anything.
            .args(["-c", "safe.directory=*", "ls-files", "-z", "--cached"])
            .current_dir(root)
            .output()
            .context("git was not found; it says which files belong to the project")?;
        if !output.status.success() {
            bail!("git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        let names = String::from_utf8(output.stdout).context("a file name is not UTF-8")?;
        let texts = names.split_terminator('\0').filter_map(|path| {
            let content = std::fs::read_to_string(root.join(path)).ok()?;
            Some(Text { path: path.to_owned(), content })
        });
        Ok(Self(texts.collect()))
    }

    /// The files, by path.
    pub fn texts(&self) -> &[Text] {
        &self.0
    }
}

#[cfg(test)]
impl Text {
    /// A file for the tests of the rules.
    pub fn new(path: &str, content: &str) -> Self {
        Self { path: path.to_owned(), content: content.to_owned() }
    }
}

#[cfg(test)]
impl TrackedFiles {
    /// Files for the tests of the rules.
    pub fn of(texts: Vec<Text>) -> Self {
        Self(texts)
    }
}
