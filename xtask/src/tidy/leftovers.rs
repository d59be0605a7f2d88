//! Work that was begun and left: markers, macros that panic, tests that do not run.

use super::Finding;
use super::files::Text;

/// A sign of unfinished work, and what to do.
struct Sign {
    /// Looked for as a whole word.
    word: &'static str,
    words: &'static str,
}

// Put together from halves, so that this file does not find itself.
const IN_ALL: [Sign; 2] = [
    Sign {
        word: concat!("TO", "DO"),
        words: "do it, or write an issue; a note in the code is read by nobody",
    },
    Sign { word: concat!("FIX", "ME"), words: "put it right, or write an issue" },
];
const IN_RUST: [Sign; 4] = [
    Sign { word: concat!("to", "do!"), words: "finish it: it panics when a user gets there" },
    Sign { word: concat!("unimple", "mented!"), words: "finish it: it panics when a user gets there" },
    Sign { word: concat!("db", "g!"), words: "remove it; logs go through tracing (docs/logging.md)" },
    Sign {
        word: concat!("#[ig", "nore"),
        words: "make the test run or remove it; a test that does not run proves nothing",
    },
];
const IN_TYPESCRIPT: [Sign; 4] = [
    Sign { word: concat!(".sk", "ip("), words: "make the test run or remove it" },
    Sign { word: concat!(".on", "ly("), words: "let the other tests run too" },
    Sign { word: concat!(".to", "do("), words: "write the test or remove it" },
    Sign { word: concat!("deb", "ugger;"), words: "remove it" },
];

/// Finds leftovers in Rust, TypeScript, JavaScript, SQL and shell sources.
pub fn check(file: &Text) -> Vec<Finding> {
    let signs: Vec<&Sign> = if file.is(&["rs"]) {
        IN_ALL.iter().chain(&IN_RUST).collect()
    } else if file.is(&["ts", "tsx", "js", "mjs"]) {
        IN_ALL.iter().chain(&IN_TYPESCRIPT).collect()
    } else if file.is(&["sql", "sh", "css"]) {
        IN_ALL.iter().collect()
    } else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for (number, line) in file.lines() {
        for sign in signs.iter().filter(|sign| holds_word(line, sign.word)) {
            let words = format!("{}: {}", sign.word, sign.words);
            findings.push(Finding::error(format!("{}:{number}", file.path), words));
        }
    }
    findings
}

/// Whether `word` stands in `line` on its own: no letter, digit or underline runs on into it where
/// it begins or ends with one itself.
fn holds_word(line: &str, word: &str) -> bool {
    let runs_on = |c: char| c.is_alphanumeric() || c == '_';
    let opens = word.starts_with(runs_on);
    let closes = word.ends_with(runs_on);
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(runs_on);
        let after = line[at + word.len()..].chars().next().is_some_and(runs_on);
        !(opens && before || closes && after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_each_sign_in_its_language() {
        for sign in IN_ALL.iter().chain(&IN_RUST) {
            assert_eq!(
                check(&Text::new("a.rs", &format!("let x = {} y;", sign.word))).len(),
                1,
                "{}",
                sign.word
            );
        }
        for sign in IN_ALL.iter().chain(&IN_TYPESCRIPT) {
            assert_eq!(check(&Text::new("a.tsx", &format!("x; {} y", sign.word))).len(), 1, "{}", sign.word);
        }
        assert_eq!(check(&Text::new("a.rs", &format!("\n\n// {} x", IN_ALL[0].word)))[0].place, "a.rs:3");
    }

    #[test]
    fn what_only_looks_like_one_is_left_alone() {
        let skip = IN_TYPESCRIPT[0].word;
        assert_eq!(check(&Text::new("a.rs", &format!("bytes.iter(){skip}2)"))), [], "an iterator's");
        let word = IN_ALL[0].word;
        assert_eq!(check(&Text::new("a.rs", &format!("{word}S METO{word} {word}_x"))), []);
        assert_eq!(check(&Text::new("a.md", word)), [], "prose may speak of it");
    }
}
