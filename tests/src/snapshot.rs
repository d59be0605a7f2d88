//! Snapshots: texts that are reviewed as a whole, in files beside their tests.
//!
//! A test that finds another text fails, shows what is different, and names the command that renews the
//! file (`.cargo/config.toml` forbids the library to write by itself). What is different in every run
//! is taken out before.

use serde_json::Value;

/// Holds a text against the snapshot of this name. `$target` is what the renewing command names behind
/// `cargo test`.
macro_rules! assert_snapshot {
    ($name:expr, $text:expr, renewed_by: $target:literal) => {{
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.set_description(concat!("INSTA_UPDATE=always cargo test ", $target));
        settings.bind(|| insta::assert_snapshot!($name, $text));
    }};
}
pub(crate) use assert_snapshot;

/// Takes out of JSON what no two runs have alike: ids become `‹id 1›`, `‹id 2›` … in their order, moments,
/// milliseconds and versions of the program lose their value.
pub fn redact(value: &Value) -> Value {
    Redaction::default().value("", value)
}

#[derive(Default)]
struct Redaction {
    ids: Vec<String>,
}

impl Redaction {
    fn value(&mut self, name: &str, value: &Value) -> Value {
        match value {
            Value::Object(fields) => {
                fields.iter().map(|(name, field)| (name.clone(), self.value(name, field))).collect()
            }
            Value::Array(list) => list.iter().map(|one| self.value(name, one)).collect(),
            Value::Number(_) if name == "ms" || name.ends_with("Ms") => "‹ms›".into(),
            Value::String(_) if name.ends_with("At") => "‹moment›".into(),
            Value::String(_) if matches!(name, "program" | "version") => "‹version›".into(),
            // The name of an instruction, and which text of it.
            Value::String(text) if name == "prompt" => {
                text.split_once('@').map_or(text.as_str(), |(name, _)| name).into()
            }
            Value::String(text) => self.text(text).into(),
            other => other.clone(),
        }
    }

    /// The text with each id in it replaced.
    fn text(&mut self, text: &str) -> String {
        const ID: usize = 36;
        let (mut out, mut rest) = (String::new(), text);
        while let Some(next) = rest.chars().next() {
            match rest.get(..ID).filter(|id| is_id(id)) {
                Some(id) => {
                    out += &format!("‹id {}›", self.place(id));
                    rest = &rest[ID..];
                }
                None => {
                    out.push(next);
                    rest = &rest[next.len_utf8()..];
                }
            }
        }
        out
    }

    fn place(&mut self, id: &str) -> usize {
        let known = self.ids.iter().position(|known| known == id);
        known.unwrap_or_else(|| {
            self.ids.push(id.to_owned());
            self.ids.len() - 1
        }) + 1
    }
}

fn is_id(text: &str) -> bool {
    let is_dash = |at| matches!(at, 8 | 13 | 18 | 23);
    text.char_indices().all(|(at, c)| if is_dash(at) { c == '-' } else { c.is_ascii_hexdigit() })
}
