//! HTML text: the visible text, without scripts, styles and hidden elements.

use super::CollectedText;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::{Cell, RefCell};

/// Elements whose content is nothing to read.
const UNREAD: [&str; 8] = ["script", "style", "noscript", "template", "iframe", "object", "svg", "title"];
/// Elements after which a new line begins.
const BLOCKS: [&str; 22] = [
    "p",
    "div",
    "br",
    "li",
    "ul",
    "ol",
    "tr",
    "table",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "section",
    "article",
    "header",
    "footer",
    "blockquote",
    "pre",
    "dt",
    "dd",
];

/// Reads the text that a browser would show.
pub(super) fn read_html_text(source: &str) -> CollectedText {
    let tokenizer = Tokenizer::new(Reading::default(), TokenizerOpts::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(source));
    // A script stops the tokenizer, as if it had to be run; nothing is.
    while !queue.is_empty() {
        let _ = tokenizer.feed(&queue);
    }
    tokenizer.end();
    tokenizer.sink.collected.into_inner()
}

#[derive(Default)]
struct Reading {
    collected: RefCell<CollectedText>,
    /// How deep in elements that are not read.
    unread: Cell<u32>,
}

impl TokenSink for Reading {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(text) if self.unread.get() == 0 => {
                self.collected.borrow_mut().push(&text);
            }
            Token::TagToken(tag) => return self.tag(&tag),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Reading {
    fn tag(&self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        if BLOCKS.contains(&name) {
            self.collected.borrow_mut().push("\n");
        }
        if matches!(name, "td" | "th") {
            self.collected.borrow_mut().push("\t");
        }
        if UNREAD.contains(&name) && !tag.self_closing {
            let depth = self.unread.get();
            self.unread.set(match tag.kind {
                TagKind::StartTag => depth + 1,
                TagKind::EndTag => depth.saturating_sub(1),
            });
        }
        match (tag.kind, name) {
            (TagKind::StartTag, "script") => TokenSinkResult::RawData(RawKind::ScriptData),
            (TagKind::StartTag, "style" | "noscript" | "iframe") => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            (TagKind::StartTag, "title" | "textarea") => TokenSinkResult::RawData(RawKind::Rcdata),
            _ => TokenSinkResult::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_what_a_person_would_see() {
        let text = read_html_text(
            "<!doctype html><title>T</title><style>p{}</style><p>Ol&aacute; <b>mundo</b></p>\
             <script>alert('<p>x</p>')</script><img src=x onerror=alert(1)><table><tr><td>a<td>b</table>&lt;i&gt;",
        )
        .text;
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(words, ["Olá", "mundo", "a", "b", "<i>"]);
    }
}
