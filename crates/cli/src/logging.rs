//! The log: to standard error; warnings, and of a server what its tools did, unless asked for more.

use tracing_subscriber::EnvFilter;

use celeiro_app::TOOL_LOG;

/// Starts the log. `-v` shows what the program does, `-vv` also why; `CELEIRO_LOG` (in the syntax
/// of `RUST_LOG`) overrides both. Other people's crates stay at warnings: what they log of a
/// statement or an address must stay private. A program that `serves` shows what tools did without
/// being asked; on a terminal the answer itself is what a person wants to see.
pub fn start_logging(verbose: u8, serves: bool) {
    let ours = match verbose {
        0 => "warn",
        1 => "info",
        _ => "debug",
    };
    let tools = if serves || verbose > 0 { "info" } else { "warn" };
    let usual = format!(
        "warn,celeiro={ours},celeiro_app={ours},celeiro_store={ours},celeiro_llm={ours},{TOOL_LOG}={tools}"
    );
    let filter = std::env::var("CELEIRO_LOG").unwrap_or(usual);
    let filter = EnvFilter::builder().parse_lossy(filter);
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .with_target(false)
        .init();
}
