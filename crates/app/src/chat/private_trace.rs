//! Redaction of traces in shared conversations: removes personal context of the owner. Memory, score and records of the
//! personal assistant occur in instructions and tool results, and in no message that was shared.

use celeiro_domain::assistant::Tool;
use celeiro_domain::chat::Trace;
use celeiro_domain::team::Access;
use serde_json::Value;

/// What stands in the place of a text that others do not read.
const WITHHELD: &str = "…";

/// The trace for readers who may not read records of the owner. Where the personal assistant was off, models were told
/// nothing of these.
pub(crate) fn without_memory(mut trace: Trace) -> Trace {
    // A reply to a card is read without them, but the card may be about a record of the owner.
    for call in trace.calls.iter_mut().filter(|call| call.call.purpose == "reply") {
        withhold(&mut call.user);
        withhold(&mut call.output);
    }
    if trace.manner.is_none() && trace.memory.is_empty() {
        return trace;
    }
    trace.memory = Vec::new();
    withhold(&mut trace.context);
    for call in &mut trace.calls {
        for text in [&mut call.system, &mut call.user, &mut call.output] {
            withhold(text);
        }
    }
    let is_owners = |name: &str| Tool::parse(name).is_some_and(|tool| tool.access() == Access::Personal);
    for tool in trace.tools.iter_mut().filter(|tool| is_owners(&tool.name)) {
        tool.arguments = Value::Null;
        withhold(&mut tool.payload);
    }
    trace
}

fn withhold(text: &mut String) {
    if !text.is_empty() {
        WITHHELD.clone_into(text);
    }
}
