//! The key that was sent, blotted out of whatever a model or its server says.
//!
//! Relays echo headers, and models repeat what they are given. What is shown and stored of an answer
//! passes through here while it arrives, so that a key that comes in pieces is seen as well. Errors
//! have their own way ([`crate::provider_error`]).

use super::{Answer, ToolCall};
use crate::secret::{ExposeSecret, Secret};
use serde_json::Value;

/// What stands in the place of a key.
const BLOT: &str = "***";
/// Shorter keys are words that local servers are given (`ollama`), and no secrets.
const LEAST_KEY_BYTES: usize = 8;

/// Takes a key out of a text that arrives in pieces.
#[derive(Clone, Default)]
pub(super) struct Blot {
    key: Option<Secret>,
    /// The end of what came that may be the beginning of the key.
    held: String,
}

/// What is held may be most of a key.
impl std::fmt::Debug for Blot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Blot")
    }
}

impl Blot {
    /// Takes `key` out.
    pub fn new(key: Option<&Secret>) -> Self {
        let key = key.filter(|key| key.expose_secret().len() >= LEAST_KEY_BYTES).cloned();
        Self { key, held: String::new() }
    }

    /// Takes the next piece and gives what can be shown.
    pub fn take(&mut self, piece: &str) -> String {
        let Some(key) = &self.key else { return piece.to_owned() };
        let key = key.expose_secret();
        self.held.push_str(piece);
        let mut text = std::mem::take(&mut self.held).replace(key, BLOT);
        let begins = |length: &usize| key.is_char_boundary(*length) && text.ends_with(&key[..*length]);
        let held = (1..key.len().min(text.len() + 1)).rev().find(begins).unwrap_or(0);
        self.held = text.split_off(text.len() - held);
        text
    }

    /// What was held back and is no key after all.
    pub fn rest(&mut self) -> String {
        std::mem::take(&mut self.held)
    }

    /// Takes the key out of everything else that an answer says.
    pub fn clean(&self, answer: &mut Answer) {
        if self.key.is_none() {
            return;
        }
        for text in [&mut answer.text, &mut answer.reasoning] {
            self.clean_text(text);
        }
        let said = [
            &mut answer.refusal,
            &mut answer.finish_raw,
            &mut answer.finish_native,
            &mut answer.finish_message,
            &mut answer.block_reason,
            &mut answer.served_model,
            &mut answer.served_by,
            &mut answer.response_id,
        ];
        for text in said.into_iter().flatten() {
            self.clean_text(text);
        }
        for ToolCall { id, name, arguments, arguments_raw } in &mut answer.tool_calls {
            self.clean_text(id);
            self.clean_text(name);
            self.clean_text(arguments_raw);
            if let Some(value) = arguments {
                self.clean_value(value);
            }
        }
    }

    fn clean_value(&self, value: &mut Value) {
        match value {
            Value::String(text) => self.clean_text(text),
            Value::Array(values) => values.iter_mut().for_each(|value| self.clean_value(value)),
            Value::Object(fields) => fields.values_mut().for_each(|value| self.clean_value(value)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn clean_text(&self, text: &mut String) {
        if let Some(key) = self.key.as_ref().map(ExposeSecret::expose_secret)
            && text.contains(key)
        {
            *text = text.replace(key, BLOT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KEY: &str = "sk-canary-é7f3c9";

    #[test]
    fn only_what_may_be_the_key_is_held_back() {
        let mut blot = Blot::new(Some(&KEY.into()));
        let shown = ["dias", " sk-can", "ela sk-", "canary-é7f3", "c9!"].map(|piece| blot.take(piece));
        assert_eq!(shown, ["dia", "s ", "sk-canela ", "", "***!"]);
        assert_eq!(blot.rest(), "");
    }

    #[test]
    fn short_keys_are_words() {
        let mut blot = Blot::new(Some(&"ollama".into()));
        assert_eq!(blot.take("o ollama"), "o ollama");
        assert!(!format!("{blot:?}").contains("ollama"));
    }

    #[test]
    fn everything_that_is_kept_is_clean() {
        let said = Some(KEY.to_owned());
        let call = ToolCall {
            id: KEY.into(),
            name: KEY.into(),
            arguments: Some(serde_json::json!({ "a": [KEY] })),
            arguments_raw: KEY.into(),
        };
        let mut answer = Answer {
            text: KEY.into(),
            reasoning: KEY.into(),
            refusal: said.clone(),
            served_model: said.clone(),
            finish_raw: said,
            tool_calls: vec![call],
            ..Answer::default()
        };
        Blot::new(Some(&KEY.into())).clean(&mut answer);
        assert!(!format!("{answer:?}").contains("canary"), "{answer:?}");
    }

    proptest! {
        #[test]
        fn no_cut_lets_a_key_through(before in "[sk\\-canary é]{0,12}", after in "[sk\\-canary é]{0,12}", cuts in proptest::collection::vec(0usize..60, 0..6)) {
            let text = format!("{before}{KEY}{after}");
            let chars: Vec<char> = text.chars().collect();
            let mut places: Vec<usize> = cuts.into_iter().map(|cut| cut.min(chars.len())).collect();
            places.extend([0, chars.len()]);
            places.sort_unstable();
            let mut blot = Blot::new(Some(&KEY.into()));
            let mut shown = String::new();
            for pair in places.windows(2) {
                shown += &blot.take(&chars[pair[0]..pair[1]].iter().collect::<String>());
            }
            shown += &blot.rest();
            prop_assert_eq!(shown, text.replace(KEY, BLOT));
        }
    }
}
