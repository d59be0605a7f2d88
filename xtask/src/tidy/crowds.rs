//! Folders with so many sources in one row that no name is found among them.

use super::Finding;
use super::files::TrackedFiles;
use std::collections::BTreeMap;

/// Sources of a folder beyond which some belong into folders of their own. A warning: the thirteenth may belong there.
const MANY: usize = 12;

/// Warns of folders that have many sources and no folder.
pub fn check(tracked: &TrackedFiles) -> Vec<Finding> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let sources = tracked.texts().iter().filter(|text| text.is(&["rs", "ts", "tsx"]));
    for (folder, _) in sources.filter_map(|text| text.path.rsplit_once('/')) {
        *counts.entry(folder).or_default() += 1;
    }
    let has_folder = |folder: &str| {
        counts.keys().any(|other| other.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
    };
    let crowded = counts.iter().filter(|(folder, count)| **count > MANY && !has_folder(folder));
    crowded
        .map(|(folder, count)| {
            let words = format!("{count} sources and no folder, more than {MANY}: group them by meaning");
            Finding::warning(*folder, words)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::files::Text;
    use super::*;

    fn count_warnings(sources: usize, further: &[&str]) -> usize {
        let paths = (0..sources).map(|at| format!("a/src/f{at}.rs"));
        let paths = paths.chain(further.iter().map(|path| (*path).to_owned()));
        check(&TrackedFiles::of(paths.map(|path| Text::new(&path, "")).collect())).len()
    }

    #[test]
    fn many_sources_without_a_folder_are_warned_of() {
        assert_eq!(count_warnings(MANY, &["a/src/words.json"]), 0, "data is no source");
        assert_eq!(count_warnings(MANY + 1, &["a/srcs/b.rs"]), 1, "a folder beside it is none of its own");
        assert_eq!(count_warnings(MANY, &["a/src/b.tsx"]), 1);
        assert_eq!(count_warnings(MANY + 1, &["a/src/inner/b.rs"]), 0);
    }
}
