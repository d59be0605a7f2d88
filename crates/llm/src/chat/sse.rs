//! Server-sent events, read piece by piece (the WHATWG rules), with two things that ready-made
//! readers do not give.
//!
//! Lines that are no field at all are kept: some servers (Ollama, Gemini) report an error in
//! mid-stream as bare JSON, which the rules would drop. An event without the blank line after it is
//! handed out at the end, marked as such: it counts only if its data proves to be complete. And
//! everything is bounded, because a server may send one line without end.
//!
//! Left out: reconnection (`id`, `retry`), which no model server offers.

/// Longest line and longest event, in bytes.
const MAX_EVENT_BYTES: usize = 4 << 20;
/// Bytes of a body, all events together.
const MAX_BODY_BYTES: usize = 64 << 20;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// Its type; `message` where none is given.
    pub name: String,
    /// Its data, lines joined by line feeds.
    pub data: String,
}

/// What is left when the body has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tail {
    /// An event without its closing blank line.
    pub unterminated: Option<Event>,
    /// Lines that were no fields, as they came.
    pub stray: String,
}

/// The body is longer than any honest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// The limit, in bytes.
    pub limit: usize,
}

/// The reader. Clones go on independently.
#[derive(Clone, Debug, Default)]
pub struct SseReader {
    /// Bytes of the current line.
    line: Vec<u8>,
    /// The last byte was a carriage return: a line feed now belongs to it.
    after_return: bool,
    /// The first line is done: no byte order mark any more.
    begun: bool,
    name: String,
    data: Option<String>,
    stray: String,
    comments: usize,
    read: usize,
}

impl SseReader {
    /// Takes the next bytes and hands out the events they complete.
    ///
    /// # Errors
    /// [`TooLong`]; nothing more is to be read then.
    pub fn feed(&mut self, bytes: &[u8], on: &mut impl FnMut(Event)) -> Result<(), TooLong> {
        self.read += bytes.len();
        if self.read > MAX_BODY_BYTES {
            return Err(TooLong { limit: MAX_BODY_BYTES });
        }
        let mut rest = bytes;
        while !rest.is_empty() {
            if std::mem::take(&mut self.after_return) && rest[0] == b'\n' {
                rest = &rest[1..];
                continue;
            }
            let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            self.line.extend_from_slice(&rest[..end.unwrap_or(rest.len())]);
            if self.held_bytes() > MAX_EVENT_BYTES {
                return Err(TooLong { limit: MAX_EVENT_BYTES });
            }
            let Some(end) = end else { break };
            self.after_return = rest[end] == b'\r';
            rest = &rest[end + 1..];
            if let Some(event) = self.end_line() {
                on(event);
            }
        }
        Ok(())
    }

    /// Ends the body: the last line counts even without its line break.
    pub fn finish(mut self) -> Tail {
        if !self.line.is_empty() {
            // The line is not blank, so it completes no event.
            let _ = self.end_line();
        }
        let name = event_name(self.name);
        Tail { unterminated: self.data.map(|data| Event { name, data }), stray: self.stray }
    }

    /// Number of comment lines in the event stream so far. OpenRouter keeps the connection open with them.
    pub fn comments(&self) -> usize {
        self.comments
    }

    fn held_bytes(&self) -> usize {
        self.line.len() + self.data.as_ref().map_or(0, String::len) + self.stray.len()
    }

    fn end_line(&mut self) -> Option<Event> {
        let line = std::mem::take(&mut self.line);
        let mut bytes = line.as_slice();
        if !std::mem::replace(&mut self.begun, true) {
            bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        }
        if bytes.is_empty() {
            let name = event_name(std::mem::take(&mut self.name));
            return self.data.take().map(|data| Event { name, data });
        }
        // Line ends are ASCII, so a whole line never holds a part of a character.
        self.take_line(&String::from_utf8_lossy(bytes));
        None
    }

    fn take_line(&mut self, line: &str) {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "" => self.comments += 1,
            "data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            },
            "event" => value.clone_into(&mut self.name),
            "id" | "retry" => {}
            other if line.contains(':') && is_word(other) => {}
            _ => {
                self.stray.push_str(line);
                self.stray.push('\n');
            }
        }
    }
}

/// An unknown field, to be ignored; a line of JSON does not look like one.
fn is_word(field: &str) -> bool {
    field.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// An event without a name is a `message`.
fn event_name(name: String) -> String {
    if name.is_empty() { "message".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read_in(body: &[u8], piece: usize) -> (Vec<Event>, Tail) {
        let mut reader = SseReader::default();
        let mut events = Vec::new();
        for bytes in body.chunks(piece.max(1)) {
            reader.feed(bytes, &mut |event| events.push(event)).unwrap();
        }
        (events, reader.finish())
    }

    fn event(name: &str, data: &str) -> Event {
        Event { name: name.into(), data: data.into() }
    }

    #[test]
    fn fields_comments_and_line_ends_follow_the_rules() {
        let body = "\u{feff}: hi\ndata: a\r\ndata:b\rdata:  c\n\nevent: x\nid: 1\nretry: 5\nfoo: z\ndata\n\nevent: y\n\n";
        let expected = [event("message", "a\nb\n c"), event("x", "")];
        for piece in 1..8 {
            let (events, tail) = read_in(body.as_bytes(), piece);
            assert_eq!(events, expected, "{piece}");
            assert_eq!(tail, Tail::default());
        }
    }

    #[test]
    fn a_character_cut_in_two_is_put_together() {
        let (events, _) = read_in("data: Ação 🌱\n\n".as_bytes(), 1);
        assert_eq!(events, [event("message", "Ação 🌱")]);
    }

    #[test]
    fn bare_json_and_an_unclosed_event_are_kept_for_the_end() {
        let body = b"data: 1\n\n{\n  \"error\": {\"code\": 499}\n}\n\ndata: [DO";
        let (events, tail) = read_in(body, 3);
        assert_eq!(events, [event("message", "1")]);
        assert_eq!(tail.unterminated, Some(event("message", "[DO")));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&tail.stray).unwrap()["error"]["code"], 499);
    }

    #[test]
    fn a_line_and_a_body_without_end_are_refused() {
        let mut reader = SseReader::default();
        let piece = vec![b'x'; 1 << 20];
        let refused = (0..9).map(|_| reader.feed(&piece, &mut |_| {})).find(Result::is_err);
        assert_eq!(refused, Some(Err(TooLong { limit: MAX_EVENT_BYTES })));
        let mut reader = SseReader::default();
        let piece = b"data: x\n\n".repeat(1 << 16);
        let refused = (0..200).map(|_| reader.feed(&piece, &mut |_| {})).find(Result::is_err);
        assert_eq!(refused, Some(Err(TooLong { limit: MAX_BODY_BYTES })));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic_and_pieces_change_nothing(
            body in prop::collection::vec(prop_oneof![
                Just(b'\n'), Just(b'\r'), Just(b':'), Just(b'd'), Just(b'{'), any::<u8>()
            ], 0..120),
            piece in 1usize..9,
        ) {
            prop_assert_eq!(read_in(&body, piece), read_in(&body, body.len()));
        }
    }
}
