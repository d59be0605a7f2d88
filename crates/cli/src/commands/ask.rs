//! `celeiro ask`: a message to the sales desk, the answer as it comes, its sources and its trace.

use crate::failure::Failure;
use crate::output;
use crate::render::cards::{format_money, render_words_alone};
use crate::render::showcase::render_showcase;
use crate::session::Session;
use celeiro_app::catalog::prices::lists::price_list_by_name;
use celeiro_app::chat::attachments::keep_paths;
use celeiro_app::chat::{self, Turn};
use celeiro_app::messages::{name_of, translate, translate_with};
use celeiro_app::{AppError, Code};
use celeiro_domain::chat::{ChatEvent, ChatMode, ChatRequest, ChatResponse, ChatSource, MessageState};
use celeiro_domain::search::Lang;
use clap::{ArgAction, Args};
use std::path::PathBuf;
use uuid::Uuid;

#[derive(Debug, Args)]
pub struct Ask {
    #[arg(value_name = "MESSAGE", required = true)]
    pub message: Vec<String>,
    #[arg(long, value_name = "ID")]
    pub conversation: Option<Uuid>,
    #[arg(long, value_name = "desk|assistant", value_parser = ["desk", "assistant"])]
    pub mode: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub list: Option<String>,
    #[arg(long, value_name = "PATH", action = ArgAction::Append)]
    pub file: Vec<PathBuf>,
}

/// Runs the command.
pub async fn run_ask(session: &Session, args: Ask) -> Result<(), Failure> {
    let request = ChatRequest {
        message: args.message.join(" "),
        conversation_id: args.conversation,
        mode: args.mode.as_deref().map(read_mode),
        ..ChatRequest::default()
    };
    let response = session
        .with_app_to_the_end(async |app, caller| {
            let attachments = keep_paths(app, caller, &args.file).await?;
            let price_list = match &args.list {
                Some(name) => Some(price_list_by_name(app, caller, name).await?.id),
                None => None,
            };
            let request = ChatRequest { attachments, price_list, ..request };
            let turn = chat::begin(app, caller, request).await?;
            let response = stream_turn(session, turn).await?;
            session.print(&response, || render_after_answer(session.lang, &response))?;
            super::actions::decide_at_terminal(session, app, caller, &response.pending).await?;
            Ok(response)
        })
        .await?;
    match response.state {
        MessageState::Stopped => Err(AppError::new(Code::Cancelled).into()),
        _ => Ok(()),
    }
}

fn read_mode(name: &str) -> ChatMode {
    if name == ChatMode::Assistant.as_str() { ChatMode::Assistant } else { ChatMode::Desk }
}

/// Writes the answer as it comes. A request to end the program stops the turn, which is then kept
/// as far as it came.
async fn stream_turn(session: &Session, mut turn: Turn) -> Result<ChatResponse, Failure> {
    let mut stopping = false;
    loop {
        let event = tokio::select! {
            event = turn.next() => event,
            () = session.interrupt.wait_for_signal(), if !stopping => {
                stopping = true;
                turn.stop();
                continue;
            }
        };
        match event {
            Some(ChatEvent::Delta { text }) if !session.json => {
                output::write_text(&text)?;
            }
            Some(ChatEvent::Done(response)) => return Ok(*response),
            Some(ChatEvent::Error(failed)) => return Err(AppError::from(&failed).into()),
            Some(_) => {}
            None => return Err(AppError::new(Code::Internal).into()),
        }
    }
}

/// What stands below the answer: sources, cautions, what went wrong, the trace.
fn render_after_answer(lang: Lang, response: &ChatResponse) -> String {
    let mut out = String::from("\n");
    for showcase in &response.showcases {
        out += &format!("\n{}", render_showcase(lang, showcase));
    }
    if !response.sources.is_empty() {
        out += &format!("\n{}\n", translate(lang, "cli.ask.sources"));
    }
    for source in &response.sources {
        out += &render_source_line(lang, source);
    }
    for caution in &response.cautions {
        let key = format!("cli.ask.caution.{}", name_of(&caution.kind));
        out += &format!("\n! {}", translate_with(lang, &key, &[("claim", caution.claim.clone())]));
        if let Some(source) = caution.source.as_ref().filter(|source| !source.says.is_empty()) {
            let said = [("number", source.number.to_string()), ("says", source.says.clone())];
            out += &format!(" ({})", translate_with(lang, "cli.ask.caution.source", &said));
        }
        out.push('\n');
    }
    if let Some(reason) = response.debug.searches.iter().find_map(|search| search.fallback_reason) {
        out += &format!("\n{}\n", render_words_alone(lang, reason));
    }
    if let Some(error) = &response.error {
        out += &format!("\n! {} [{}]\n", error.message, error.code);
    }
    let places = [
        ("trace", response.debug.trace_id.to_string()),
        ("conversation", response.conversation_id.to_string()),
    ];
    // An answer without a model says so itself.
    let model = response
        .model
        .as_ref()
        .map(|model| translate_with(lang, "cli.ask.model", &[("model", model.clone())]));
    out += &model.map(|model| format!("\n{model}")).unwrap_or_default();
    out + &format!("\n{}\n", translate_with(lang, "cli.ask.footer", &places))
}

/// Renders a source; `*` marks one that the answer cites.
fn render_source_line(lang: Lang, source: &ChatSource) -> String {
    let cited = if source.cited { "*" } else { " " };
    let id = source.external_id.as_deref().unwrap_or_default();
    let amount = |price: &str| format_money(lang, price, source.currency.as_deref().unwrap_or_default());
    let price = source.price.as_deref().map(|price| format!(" · {}", amount(price)));
    format!("{cited}[{}] {} {id}{}\n", source.mark, source.title, price.unwrap_or_default())
}
