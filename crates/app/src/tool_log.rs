//! Tool log: a line for each tool call that a person can read, with its name, arguments, number of results, and the
//! beginning of the result. The trace holds the complete result.
//!
//! Of all log lines only these contain what people asked. Long-running programs write them unless configured otherwise
//! (`docs/logging.md`); where the query log is off, they contain counts and times only.

use crate::app::App;
use celeiro_domain::assistant::Tool;
use celeiro_domain::chat::ToolRun;

/// The target of these lines, for filters of the log.
pub const TOOL_LOG: &str = module_path!();

/// Most characters of arguments, and of what a model is given.
const PREVIEW_CHARS: usize = 800;

/// Logs a run of a tool.
pub(crate) fn tool_run(app: &App, tool: &ToolRun) {
    let ToolRun { name, arguments, result_count, payload, ms } = tool;
    // What is known of people is in no log, whatever else is.
    let is_personal = Tool::parse(name).is_some_and(Tool::is_personal);
    if is_personal || app.config().switch("QUERY_LOG_ENABLED") == Some(false) {
        tracing::info!(tool = name, results = result_count, ms, "tool run");
        return;
    }
    let arguments = redact_tool_preview(app, &arguments.to_string());
    let payload = redact_tool_preview(app, payload);
    // As strings, not as they are displayed: a line break or an escape sequence of the catalog's text
    // must not reach a terminal.
    tracing::info!(tool = name, arguments, results = result_count, ms, payload, "tool run");
}

/// The beginning of `text` as the log may show it: at most [`PREVIEW_CHARS`] characters, without keys.
fn redact_tool_preview(app: &App, text: &str) -> String {
    app.settings().keys().redactor().redact(text).chars().take(PREVIEW_CHARS).collect()
}
