//! `celeiro memory`: what the personal assistant knows.

use crate::failure::Failure;
use crate::render::cards::moment;
use crate::session::Session;
use celeiro_app::api::{ById, WriteById};
use celeiro_app::messages::{translate, translate_with};
use celeiro_app::personal::memory::items::{
    ListKnowledge, ProvenKnowledge, delete_knowledge, get_knowledge, list_knowledge,
};
use celeiro_app::personal::whole::{ForgetPersonal, export_personal, forget_personal};
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::memory::KnowledgeItem;
use celeiro_domain::search::Lang;
use clap::Subcommand;
use uuid::Uuid;

/// Most items of a list.
const MOST: u32 = 500;

#[derive(Debug, Subcommand)]
pub enum Memory {
    List {
        #[arg(value_name = "TEXT")]
        text: Option<String>,
    },
    Show {
        #[arg(value_name = "ID")]
        id: Uuid,
    },
    Forget {
        #[arg(value_name = "ID")]
        id: Uuid,
        #[arg(long)]
        forever: bool,
    },
    Export,
}

/// Runs `celeiro memory`.
pub async fn run_memory(session: &Session, action: Memory) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Memory::List { text } => {
            let request = ListKnowledge { text, limit: Some(MOST), ..ListKnowledge::default() };
            let page = session.ask(list_knowledge, request).await?;
            session.print(&page, || page.rows.iter().map(render_line).collect())
        }
        Memory::Show { id } => {
            let shown = session.ask(get_knowledge, ById { id }).await?;
            session.print(&shown, || render_item(lang, &shown))
        }
        Memory::Forget { id, forever: false } => {
            let gone = session.ask(delete_knowledge, WriteById { id, operation_id: None }).await?;
            session.print(&gone, || removal_line(lang, id))
        }
        Memory::Forget { id, forever: true } => {
            let request = ForgetPersonal { kind: Some(PersonalKind::Knowledge), id: Some(id) };
            let gone = session.ask(forget_personal, request).await?;
            session.print(&gone, || removal_line(lang, id))
        }
        Memory::Export => {
            let all = session.ask(export_personal, celeiro_app::api::Empty::default()).await?.knowledge;
            session.print(&all, || all.iter().map(|one| render_line(&one.item)).collect())
        }
    }
}

fn removal_line(lang: Lang, id: Uuid) -> String {
    format!("{}\n", translate_with(lang, "cli.personal.removed", &[("id", id.to_string())]))
}

fn render_line(item: &KnowledgeItem) -> String {
    let draft = &item.draft;
    let (kind, area, state) = (draft.kind.as_str(), draft.area.as_str(), item.state.as_str());
    format!("{}  [{kind}, {area}, {:.2}, {state}]  {}\n", item.id, draft.confidence, draft.content)
}

fn render_item(lang: Lang, shown: &ProvenKnowledge) -> String {
    let quote = |one: &celeiro_domain::personal::memory::Evidence| {
        format!("  {}: \"{}\"\n", moment(lang, one.at), one.quote)
    };
    let evidence: String = match shown.evidence.is_empty() {
        true => format!("  {}\n", translate(lang, "cli.memory.noEvidence")),
        false => shown.evidence.iter().map(quote).collect(),
    };
    let uses = translate_with(lang, "cli.memory.uses", &[("count", shown.uses.len().to_string())]);
    let other = |one: &KnowledgeItem| {
        let text = [("text", one.draft.content.clone())];
        format!("  {}\n", translate_with(lang, "cli.memory.against", &text))
    };
    let against: String = shown.against.iter().map(other).collect();
    format!("{}{evidence}{against}  {uses}\n", render_line(&shown.item))
}
