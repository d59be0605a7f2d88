//! Names of one machine or one network: folders of a developer, hosts of package registries.
//!
//! The clients (cargo, npm, pip, apt) know which registry their user has; a name in the project
//! would only be right on some machines.

use super::Finding;
use super::files::Text;

// Put together from halves, so that this file does not find itself.
const FOLDERS: [&str; 2] = [concat!("/wo", "rk/"), concat!("/ro", "ot/")];
const HOMES: &str = concat!("/ho", "me/");
/// People of examples and tests, and holes for a name.
const INVENTED: [&str; 4] = ["ana/", "ana\"", "ana`", "{"];
const HOSTS: [&str; 8] = [
    concat!("index.cra", "tes.io"),
    concat!("static.cra", "tes.io"),
    concat!("registry.np", "mjs.org"),
    concat!("registry.ya", "rnpkg.com"),
    concat!("//py", "pi.org"),
    concat!("files.python", "hosted.org"),
    concat!("deb.deb", "ian.org"),
    concat!("security.deb", "ian.org"),
];

/// Finds machine paths and registry hosts in any text.
pub fn check(file: &Text) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, line) in file.lines() {
        let place = || format!("{}:{number}", file.path);
        for folder in FOLDERS.iter().filter(|folder| holds_path(line, folder, &[])) {
            findings.push(Finding::error(
                place(),
                format!("{folder} is a folder of one machine: say it relatively"),
            ));
        }
        if holds_path(line, HOMES, &INVENTED) {
            let words =
                format!("a folder under {HOMES} of a real user: say it relatively, or invent one (ana)");
            findings.push(Finding::error(place(), words));
        }
        for host in HOSTS.iter().filter(|host| line.contains(**host)) {
            let words = format!("{host}: leave the registry to the client's own settings");
            findings.push(Finding::error(place(), words));
        }
    }
    findings
}

/// Whether an absolute path that begins with `folder` stands in `line`, other than one that goes on
/// with one of `allowed`.
fn holds_path(line: &str, folder: &str, allowed: &[&str]) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let is_middle =
            before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '}' | '~' | '*'));
        let rest = &line[at + folder.len()..];
        !is_middle && !allowed.iter().any(|start| rest.starts_with(start))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(line: &str) -> usize {
        check(&Text::new("a.md", line)).len()
    }

    #[test]
    fn finds_folders_of_a_machine() {
        for folder in FOLDERS {
            assert_eq!(count(&format!("see {folder}main")), 1, "{folder}");
            assert_eq!(count(&format!("src{folder}main")), 0, "the middle of a relative path");
        }
        assert_eq!(count(&format!("cd {HOMES}maria/x")), 1);
        assert_eq!(count(&format!("cd {HOMES}ana/x")), 0, "an invented user");
    }

    #[test]
    fn finds_registry_hosts() {
        for host in HOSTS {
            assert_eq!(
                count(&format!("https:{}{host}/x", if host.starts_with("//") { "" } else { "//" })),
                1,
                "{host}"
            );
        }
        assert_eq!(count("published on crates.io and PyPI"), 0, "the name of a registry is no host");
        assert_eq!(count("github.com/rust-lang/crates.io-index"), 0, "what cargo writes into its lock file");
    }
}
