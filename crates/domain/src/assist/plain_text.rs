//! Plain text out of what a model wrote: no markup, no marks of sources, nothing invisible.

use crate::catalog::clean_text;
use crate::chat::answer::sanitize::visible;

/// Elements whose content is no text.
const DROPPED: [&str; 5] = ["script", "style", "iframe", "object", "template"];

/// The text without markup, and whether there was any.
pub(super) fn strip_markup(text: &str) -> (String, bool) {
    let text = visible(text);
    let (stripped, had_markup) = without_tags(&text);
    let unmarked = without_marks(&decode_entities(&stripped));
    // What was an entity may be markup now.
    let (stripped, again) = without_tags(&unmarked);
    let cleaned = clean_text(&stripped, "description", usize::MAX, &mut Vec::new());
    (cleaned, had_markup || again)
}

/// Cuts out `<b>`, `</b>`, `<!-- … -->`; `pH < 5` stays.
fn without_tags(text: &str) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut found) = (text, false);
    while let Some(open) = rest.find('<') {
        let behind = &rest[open + 1..];
        if !behind.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
            out.push_str(&rest[..=open]);
            rest = behind;
            continue;
        }
        found = true;
        out.push_str(&rest[..open]);
        let end = behind.find('>').map_or(behind.len(), |at| at + 1);
        rest = content_behind(&behind[..end], &behind[end..]);
        // Two words do not become one.
        if !out.is_empty() && !out.ends_with([' ', '\n']) {
            out.push(' ');
        }
    }
    out.push_str(rest);
    (if found { tidy_punctuation(&out) } else { out }, found)
}

/// What follows a tag: behind the end of the element, where its content is no text.
fn content_behind<'a>(tag: &str, rest: &'a str) -> &'a str {
    let lower = tag.to_ascii_lowercase();
    let Some(name) = DROPPED.iter().find(|name| lower.starts_with(*name)) else { return rest };
    let close = format!("</{name}");
    let Some(at) = rest.to_ascii_lowercase().find(&close) else { return "" };
    // Lower case of ASCII keeps every byte's place.
    let behind = &rest[at..];
    behind.find('>').map_or("", |end| &behind[end + 1..])
}

/// Removes the blanks that removed tags leave before full stops and commas.
fn tidy_punctuation(text: &str) -> String {
    text.replace(" .", ".").replace(" ,", ",")
}

/// Decodes the common entities of HTML; the ampersand comes last, so that nothing is decoded twice.
fn decode_entities(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&nbsp;", " ")
        .replace("&amp;", "&")
}

/// Without `[1]`, `[A2]`, `[1, A2]`: where a text comes from is said beside it.
fn without_marks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let Some(close) = rest[open..].find(']').map(|at| open + at) else { break };
        let inside = &rest[open + 1..close];
        let is_mark = !inside.is_empty()
            && inside.split(',').all(|mark| {
                let mark = mark.trim().trim_start_matches('A');
                !mark.is_empty() && mark.len() <= 3 && mark.bytes().all(|b| b.is_ascii_digit())
            });
        let kept = if is_mark { rest[..open].trim_end_matches(' ') } else { &rest[..=close] };
        out.push_str(kept);
        rest = &rest[close + 1..];
    }
    out + rest
}

/// An address of the network: with its scheme, or a bare name of a site.
pub(super) fn address_in(text: &str) -> Option<&str> {
    text.split_whitespace().find(|word| {
        let word = word.to_lowercase();
        let marked = ["://", "www.", "mailto:", "javascript:"].iter().any(|sign| word.contains(sign));
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let (name, _) = bare.split_once('/').unwrap_or((bare, ""));
        let ending = name.rsplit_once('.').map(|(_, ending)| ending);
        marked
            || ending.is_some_and(|ending| {
                matches!(ending, "com" | "net" | "org" | "br" | "io" | "app" | "xyz" | "info")
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn markup_goes_and_text_stays() {
        for (text, want, had) in [
            ("<b>Bom</b> para soja", "Bom para soja", true),
            ("<p>Um</p><p>dois</p>", "Um dois", true),
            ("Um<script>alert('x')</script> dois", "Um dois", true),
            ("<SCRIPT src=x>alert(1)", "", true),
            ("pH < 5 e > 3", "pH < 5 e > 3", false),
            ("&lt;img src=x onerror=alert(1)&gt;ok", "ok", true),
            ("a <!-- b --> c", "a c", true),
            ("Um fungicida [1][A2] sistêmico [1, 2].", "Um fungicida sistêmico.", false),
            ("lista [soja, milho]", "lista [soja, milho]", false),
            ("so\u{200b}ja\u{202e}", "soja", false),
        ] {
            assert_eq!(strip_markup(text), (want.to_owned(), had), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_tag_is_left(text in "[<>/!a-c&;lt\\[\\]1 ]{0,40}|\\PC{0,40}") {
            let (out, _) = strip_markup(&text);
            let tag = out.match_indices('<').any(|(at, _)| {
                out[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
            });
            prop_assert!(!tag, "{:?} -> {:?}", text, out);
        }
    }
}
