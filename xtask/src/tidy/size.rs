//! Files too long to be read in one go.

use super::Finding;
use super::files::Text;

/// Lines beyond which a source is worth splitting. A warning: some tables are long by nature.
const MANY: usize = 600;

/// Warns of long sources; data, lock files and generated files are not sources.
pub fn check(file: &Text) -> Option<Finding> {
    let is_source = file.is(&["rs", "ts", "tsx", "mjs", "css", "sql", "sh"]);
    let is_generated = file.path.ends_with("bindings.ts");
    let lines = file.content.lines().count();
    (is_source && !is_generated && lines > MANY).then(|| {
        Finding::warning(&file.path, format!("{lines} lines, more than {MANY}: split it by meaning"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warns_beyond_the_limit_only() {
        assert!(check(&Text::new("a.rs", &"x\n".repeat(MANY))).is_none());
        let found = check(&Text::new("a.rs", &"x\n".repeat(MANY + 1))).unwrap();
        assert_eq!(found.weight, super::super::Weight::Warning);
        assert!(check(&Text::new("data.json", &"x\n".repeat(MANY + 1))).is_none());
    }
}
