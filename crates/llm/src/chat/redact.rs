//! Keys blotted out of everything that is kept of an answer.

use super::{Answer, ToolCall};
use crate::redact::Redactor;

impl Answer {
    /// Takes keys out of every text of the answer.
    pub(super) fn redact(&mut self, redactor: &Redactor) {
        let Self { text, reasoning, tool_calls, continuation, .. } = self;
        redactor.redact_in(text);
        redactor.redact_in(reasoning);
        for ToolCall { id, name, arguments, arguments_raw } in tool_calls {
            [id, name, arguments_raw].into_iter().for_each(|text| redactor.redact_in(text));
            arguments.iter_mut().for_each(|value| redactor.redact_value(value));
        }
        if let Some(continuation) = continuation {
            redactor.redact_value(&mut continuation.value);
        }
        let said = [
            &mut self.refusal,
            &mut self.finish_raw,
            &mut self.finish_native,
            &mut self.finish_message,
            &mut self.block_reason,
            &mut self.served_model,
            &mut self.served_by,
            &mut self.response_id,
            &mut self.request_id,
        ];
        said.into_iter().flatten().for_each(|text| redactor.redact_in(text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::{Continuation, Vendor};

    #[test]
    fn everything_that_is_kept_is_clean() {
        const KEY: &str = "sk-canary-7f3c9";
        let said = Some(KEY.to_owned());
        let call = ToolCall {
            id: KEY.into(),
            name: KEY.into(),
            arguments: Some(serde_json::json!({ "a": [KEY], KEY: 1 })),
            arguments_raw: KEY.into(),
        };
        let mut answer = Answer {
            text: KEY.into(),
            reasoning: KEY.into(),
            refusal: said.clone(),
            finish_raw: said.clone(),
            finish_native: said.clone(),
            finish_message: said.clone(),
            block_reason: said.clone(),
            served_model: said.clone(),
            served_by: said.clone(),
            response_id: said.clone(),
            request_id: said,
            tool_calls: vec![call],
            continuation: Some(Continuation::new(Vendor::Gemini, serde_json::json!([KEY]))),
            ..Answer::default()
        };
        answer.redact(&Redactor::of(Some(&KEY.into())));
        assert!(!format!("{answer:?}").contains("canary"), "{answer:?}");
    }
}
