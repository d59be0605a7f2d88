//! Tools of the memory in a turn. What they recall is data, and proves nothing new: what is added must stand in a
//! message of the person.

use crate::app::App;
use crate::assistant::prepared::{Prepared, new_record};
use crate::assistant::proposals::{Proposal, ProposalBasis, prepare};
use crate::assistant::reads::CallResult;
use crate::assistant::workspace::Workspace;
use crate::chat::steps::turn_runner::TurnRunner;
use crate::error::{AppError, Code};
use crate::personal::switch::{require_on, today_in};
use celeiro_domain::assistant::origin::{OriginKind, TextBlock};
use celeiro_domain::assistant::payload::result_text;
use celeiro_domain::assistant::personal::memory::{
    Contradiction, MOST_RESULTS, analysis_result, search_result,
};
use celeiro_domain::assistant::personal::{AddKnowledge, AnalyzeContext, SearchKnowledge};
use celeiro_domain::assistant::{CardChange, ToolRequest, WritePlan};
use celeiro_domain::personal::memory::profile::line_of;
use celeiro_domain::personal::memory::search::{find_connections, rank_knowledge};
use celeiro_domain::personal::memory::sensitive::is_sensitive;
use celeiro_domain::personal::memory::words::{find_quote, holds_span, normalize_statement};
use celeiro_domain::personal::memory::{
    Evidence, EvidenceDraft, KnowledgeDraft, KnowledgeFields, KnowledgeItem, KnowledgeKind, KnowledgeSource,
    KnowledgeState, ReplacedItem, find_disagreement,
};
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use celeiro_store::{KnowledgeQuery, NewAction, ProposingAnswer};
use serde_json::Value;
use std::collections::HashMap;
use uuid::Uuid;

/// Facts, and patterns, that one analysis gives.
const MOST_RELATED: usize = 10;
/// Messages of a conversation among which the words of a fact are looked for.
const MOST_SAID: i64 = 200;

impl TurnRunner {
    /// `search_knowledge`.
    pub(in crate::assistant) async fn search_knowledge(
        &mut self,
        work: &mut Workspace,
        given: &SearchKnowledge,
    ) -> Result<CallResult, AppError> {
        let mut known = holding_items(&self.app).await?;
        known.retain(|item| {
            given.kind.is_none_or(|kind| item.draft.kind == kind)
                && given.area.is_none_or(|area| item.draft.area == area)
        });
        let limit = given.limit.clamp(1, MOST_RESULTS) as usize;
        let found: Vec<&KnowledgeItem> =
            rank_knowledge(&given.query, &known).into_iter().take(limit).collect();
        self.note_recalled(work, &found);
        Ok(recall_result(found.len(), &search_result(&found)))
    }

    /// `analyze_context`.
    pub(in crate::assistant) async fn analyze_context(
        &mut self,
        work: &mut Workspace,
        given: &AnalyzeContext,
    ) -> Result<CallResult, AppError> {
        let known = holding_items(&self.app).await?;
        let of_area = |item: &&KnowledgeItem| given.related_areas.contains(&item.draft.area);
        let topic = format!("{} {}", given.current_topic, self.message);
        let ranked = rank_knowledge(&topic, &known);
        // What the areas hold besides comes behind what the topic means.
        let rest = known.iter().filter(|item| ranked.iter().all(|other| other.id != item.id));
        let related: Vec<&KnowledgeItem> =
            ranked.iter().copied().chain(rest).filter(of_area).take(MOST_RELATED).collect();
        let patterns = known.iter().filter(|item| item.draft.kind == KnowledgeKind::Insight && of_area(item));
        let patterns: Vec<&KnowledgeItem> = patterns.take(MOST_RELATED).collect();
        let evidence = self.evidence_of(&patterns).await?;
        let quotes = |id: &Uuid| evidence.get(id).into_iter().flatten().collect::<Vec<&Evidence>>();
        let proven: Vec<(&KnowledgeItem, Vec<&Evidence>)> =
            patterns.iter().map(|item| (*item, quotes(&item.id))).collect();
        let said = [self.message.clone(), given.current_topic.clone()];
        let against = if given.look_for_contradictions { contradictions(&known, &said) } else { Vec::new() };
        let connections = find_connections(&topic, &related);
        let result = analysis_result(&related, &proven, &connections, &against);
        let count = related.len() + patterns.len();
        let recalled: Vec<&KnowledgeItem> = related.iter().copied().chain(patterns).collect();
        self.note_recalled(work, &recalled);
        Ok(recall_result(count, &result))
    }

    async fn evidence_of(&self, items: &[&KnowledgeItem]) -> Result<HashMap<Uuid, Vec<Evidence>>, AppError> {
        let ids: Vec<Uuid> = items.iter().map(|item| item.id).collect();
        let mut of_item: HashMap<Uuid, Vec<Evidence>> = HashMap::new();
        for (id, evidence) in self.app.store().knowledge_evidence(&ids).await? {
            of_item.entry(id).or_default().push(evidence);
        }
        Ok(of_item)
    }

    /// What was recalled is text that the model has read, and the answer used it.
    fn note_recalled(&mut self, work: &mut Workspace, items: &[&KnowledgeItem]) {
        let blocks = items
            .iter()
            .map(|item| TextBlock::of_record(OriginKind::Memory, &item.draft.content, &line_of(item)));
        work.blocks.extend(blocks);
        self.record.note_memory(items.iter().map(|item| item.id));
    }

    /// `add_knowledge`: at once where it is the person's own words of this turn and nothing else was read in it; else
    /// on the card of its round, as every write. Health, faith and money, and what does not go together with what is
    /// known, always wait for a yes.
    pub(in crate::assistant) async fn add_knowledge(
        &mut self,
        work: &mut Workspace,
        request: &ToolRequest,
        given: &AddKnowledge,
    ) -> Result<CallResult, AppError> {
        let has_read = work.has_read_records() || !self.attachments.is_empty();
        let is_own = holds_span(&self.message, &given.content);
        if has_read || !is_own || is_sensitive(given.area, &given.content) {
            return self.propose(work, request).await;
        }
        let proposal = prepare(&self.app, request, &self.basis(work)).await?;
        if replaces_something(&proposal) {
            return self.propose(work, request).await;
        }
        self.save_own_words(&proposal).await
    }

    /// Confirms at once what the person said; it is an action like others, which can be looked at and undone.
    async fn save_own_words(&self, proposal: &Proposal) -> Result<CallResult, AppError> {
        let new = NewAction {
            answer: Some(ProposingAnswer {
                conversation_id: self.ids.conversation_id,
                message_id: self.ids.message_id,
            }),
            tool: &proposal.tool,
            arguments: proposal.arguments.clone(),
            plan: &proposal.plan,
            card: &proposal.card,
            actor: &self.caller.actor,
        };
        let action = self.app.store().propose_action(&new).await?;
        let confirmed = self.app.store().confirm_action(action.id, &[], &self.caller.actor).await?;
        if !confirmed.ran {
            return Ok(CallResult::refused("action_conflict", "it was changed meanwhile"));
        }
        let text = "ok: saved in the person's own words; they can review it on the page Memória".to_owned();
        Ok(CallResult { outcome: "ok".to_owned(), count: 1, text })
    }
}

/// The items that hold today.
async fn holding_items(app: &App) -> Result<Vec<KnowledgeItem>, AppError> {
    let today = today_in(&require_on(app)?);
    let query = KnowledgeQuery { state: Some(KnowledgeState::Active), ..KnowledgeQuery::default() };
    let mut items = app.store().knowledge(&query).await?;
    items.retain(|item| item.holds_on(today));
    Ok(items)
}

/// Known statements that do not go together with what was said; of each the first.
fn contradictions<'a>(known: &'a [KnowledgeItem], said: &'a [String]) -> Vec<Contradiction<'a>> {
    let against = known.iter().filter_map(|item| {
        let stated = said.iter().find(|said| find_disagreement(&item.draft.content, said).is_some())?;
        Some(Contradiction { known: &item.draft.content, stated })
    });
    against.take(MOST_RELATED).collect()
}

/// A result in the form of the memory's tools, inside the fence of data.
fn recall_result(count: usize, value: &Value) -> CallResult {
    let status = if count == 0 { "empty: 0 results".to_owned() } else { format!("ok: found {count} items") };
    let text = result_text(&status, &[value.to_string()]);
    CallResult { outcome: if count == 0 { "empty" } else { "ok" }.to_owned(), count: count as u32, text }
}

fn replaces_something(proposal: &Proposal) -> bool {
    let WritePlan::SavePersonal { change } = &proposal.plan else { return false };
    matches!(&change.content, PersonalFields::Knowledge(fields) if !fields.replaces.is_empty())
}

/// A new item, with the words of the person that carry it, and the known items that do not go together with it: the
/// card says so, and they are marked once it is confirmed.
///
/// # Errors
/// [`Code::ActionInvalid`] where the person said nothing of the kind, or where it is known.
pub(in crate::assistant) async fn prepare_knowledge(
    app: &App,
    given: &AddKnowledge,
    basis: &ProposalBasis<'_>,
) -> Result<Prepared, AppError> {
    let refused = |reason| AppError::new(Code::ActionInvalid).with_text("reason", reason);
    let known = holding_items(app).await?;
    let draft = KnowledgeDraft {
        kind: given.kind,
        content: given.content.clone(),
        area: given.area,
        sub_area: given.sub_area.clone(),
        confidence: given.confidence,
        valid_from: None,
        valid_to: None,
    };
    let draft = draft.check().map_err(AppError::fields)?;
    let statement = normalize_statement(&draft.content);
    if known.iter().any(|item| normalize_statement(&item.draft.content) == statement) {
        return Err(refused("action.reason.knownAlready"));
    }
    let evidence = find_evidence(app, &draft.content, basis.conversation).await?;
    if evidence.is_none() && !basis.is_by_person {
        return Err(refused("action.reason.notSaid"));
    }
    let against: Vec<&KnowledgeItem> = known
        .iter()
        .filter(|item| find_disagreement(&item.draft.content, &draft.content).is_some())
        .collect();
    let mut card = new_record(&draft.content, &serde_json::to_value(&draft)?);
    card.changes.extend(against.iter().map(|item| CardChange {
        write: 0,
        id: Some(item.id),
        name: item.draft.content.clone(),
        field: "state".to_owned(),
        from: KnowledgeState::Active.as_str().into(),
        to: KnowledgeState::Contradicted.as_str().into(),
    }));
    let replaced = |item: &&KnowledgeItem| ReplacedItem {
        id: item.id,
        version: item.version,
        state: KnowledgeState::Contradicted,
    };
    let source = if evidence.is_some() { KnowledgeSource::Chat } else { KnowledgeSource::Page };
    let fields = KnowledgeFields {
        draft,
        state: KnowledgeState::Active,
        source,
        extractor: None,
        prompt: None,
        evidence: evidence.into_iter().collect(),
        replaces: against.iter().map(replaced).collect(),
    };
    let content = PersonalFields::Knowledge(Box::new(fields));
    let change = PersonalWrite { id: Uuid::now_v7(), version: None, content };
    Ok((WritePlan::SavePersonal { change: Box::new(change) }, card, None))
}

/// The latest message of a conversation whose words carry a statement.
async fn find_evidence(
    app: &App,
    statement: &str,
    conversation: Option<Uuid>,
) -> Result<Option<EvidenceDraft>, AppError> {
    let Some(conversation) = conversation else { return Ok(None) };
    let said = app.store().said_in_conversation(conversation, MOST_SAID).await?;
    let carried = said.into_iter().find_map(|message| {
        let quote = find_quote(&message.text, statement)?;
        Some(EvidenceDraft { message_id: message.id, quote })
    });
    Ok(carried)
}
