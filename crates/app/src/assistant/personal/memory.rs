//! Memory tools in a turn. Recalled items are data and prove nothing new: a new item must be supported by a message of
//! the person.

use crate::assistant::prepared::Proposal;
use crate::assistant::proposals::prepare;
use crate::assistant::reads::CallResult;
use crate::assistant::workspace::Workspace;
use crate::chat::steps::turn_runner::TurnRunner;
use crate::error::AppError;
use crate::personal::memory::known::WordsAlone;
use crate::personal::memory::recall::read_known_items;
use crate::personal::switch::{require_on, today_in};
use celeiro_domain::assistant::origin::{OriginKind, TextBlock};
use celeiro_domain::assistant::payload::result_text;
use celeiro_domain::assistant::personal::memory::{
    Contradiction, MOST_RESULTS, analysis_result, search_result,
};
use celeiro_domain::assistant::personal::{AddKnowledge, AnalyzeContext, SearchKnowledge};
use celeiro_domain::assistant::{ToolRequest, WritePlan};
use celeiro_domain::personal::memory::own_words::states_plainly;
use celeiro_domain::personal::memory::profile::line_of;
use celeiro_domain::personal::memory::search::find_connections;
use celeiro_domain::personal::memory::sensitive::is_sensitive;
use celeiro_domain::personal::memory::{Evidence, KnowledgeItem, KnowledgeKind, StatementReading};
use celeiro_domain::personal::write::PersonalFields;
use celeiro_store::CardChoice;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Facts, and patterns, that one analysis gives.
const MOST_RELATED: usize = 10;

impl TurnRunner {
    /// `search_knowledge`.
    pub(in crate::assistant) async fn search_knowledge(
        &mut self,
        work: &mut Workspace,
        given: &SearchKnowledge,
    ) -> Result<CallResult, AppError> {
        let today = today_in(&require_on(&self.app)?);
        let known = read_known_items(&self.app).await?;
        let near = known.find_near(&given.query).await;
        let is_wanted = |item: &KnowledgeItem| {
            item.holds_on(today)
                && given.kind.is_none_or(|kind| item.draft.kind == kind)
                && given.area.is_none_or(|area| item.draft.area == area)
        };
        let is_filtered = given.kind.is_some() || given.area.is_some();
        let places = known.search(&given.query, &near, is_filtered, is_wanted);
        let limit = given.limit.clamp(1, MOST_RESULTS) as usize;
        let found: Vec<&KnowledgeItem> = places.iter().take(limit).map(|at| &known.items[*at]).collect();
        self.note_recalled(work, &found);
        Ok(recall_result(found.len(), near.words_alone, &search_result(&found)))
    }

    /// `analyze_context`.
    pub(in crate::assistant) async fn analyze_context(
        &mut self,
        work: &mut Workspace,
        given: &AnalyzeContext,
    ) -> Result<CallResult, AppError> {
        let today = today_in(&require_on(&self.app)?);
        let known = read_known_items(&self.app).await?;
        let near = known.find_near(&given.current_topic).await;
        let is_related =
            |item: &KnowledgeItem| item.holds_on(today) && given.related_areas.contains(&item.draft.area);
        let topic = format!("{} {}", given.current_topic, self.message);
        let places = known.search(&topic, &near, true, is_related);
        // What the areas hold besides comes behind what the topic means.
        let found: HashSet<usize> = places.iter().copied().collect();
        let rest = (0..known.items.len()).filter(|at| !found.contains(at) && is_related(&known.items[*at]));
        let related = places.iter().copied().chain(rest).take(MOST_RELATED);
        let related: Vec<&KnowledgeItem> = related.map(|at| &known.items[at]).collect();
        let is_pattern =
            |item: &&KnowledgeItem| item.draft.kind == KnowledgeKind::Insight && is_related(item);
        let patterns: Vec<&KnowledgeItem> =
            known.items.iter().filter(is_pattern).take(MOST_RELATED).collect();
        let evidence = self.evidence_of(&patterns).await?;
        let quotes = |id: &Uuid| evidence.get(id).into_iter().flatten().collect::<Vec<&Evidence>>();
        let proven: Vec<(&KnowledgeItem, Vec<&Evidence>)> =
            patterns.iter().map(|item| (*item, quotes(&item.id))).collect();
        let said = [self.message.clone(), given.current_topic.clone()];
        let said = said.map(|text| (StatementReading::of(&text), text));
        let holding = known.with_readings().filter(|(item, _)| item.holds_on(today));
        let against = if given.look_for_contradictions { contradictions(holding, &said) } else { Vec::new() };
        let connections = find_connections(&topic, &related);
        let result = analysis_result(&related, &proven, &connections, &against);
        let count = related.len() + patterns.len();
        let recalled: Vec<&KnowledgeItem> = related.iter().copied().chain(patterns).collect();
        self.note_recalled(work, &recalled);
        Ok(recall_result(count, near.words_alone, &result))
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

    /// `add_knowledge`: at once where it is what the person plainly says in this turn and nothing else was read in
    /// it; else on the card of its round, as every write. Health, faith and money, what does not go together with
    /// what is known, and what an answer that is made once more brings up, always wait for a yes.
    pub(in crate::assistant) async fn add_knowledge(
        &mut self,
        work: &mut Workspace,
        request: &ToolRequest,
        given: &AddKnowledge,
    ) -> Result<CallResult, AppError> {
        let has_read = work.has_read_records() || !self.attachments.is_empty();
        let is_own = !self.is_repeated && states_plainly(&self.message, &given.content);
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
        let action = self.store_proposal(proposal).await?;
        let confirmed = self
            .app
            .store()
            .confirm_action(action.action_id, CardChoice::default(), &self.caller.actor)
            .await?;
        if !confirmed.ran {
            return Ok(CallResult::of_refusal("action_conflict", "it was changed meanwhile"));
        }
        let text = "ok: saved in the person's own words; they can review it on the page Memória".to_owned();
        Ok(CallResult { outcome: "ok".to_owned(), count: 1, text })
    }
}

/// Known statements that do not go together with what was said; of each the first.
fn contradictions<'a>(
    known: impl Iterator<Item = (&'a KnowledgeItem, &'a StatementReading)>,
    said: &'a [(StatementReading, String)],
) -> Vec<Contradiction<'a>> {
    let against = known.filter_map(|(item, reading)| {
        let (_, stated) = said.iter().find(|(said, _)| reading.find_disagreement(said).is_some())?;
        Some(Contradiction { known: &item.draft.content, stated })
    });
    against.take(MOST_RELATED).collect()
}

/// A result in the form of the memory's tools, inside the fence of data. That words answer alone stands before it.
fn recall_result(count: usize, words_alone: Option<WordsAlone>, value: &Value) -> CallResult {
    let found = if count == 0 { "empty: 0 results".to_owned() } else { format!("ok: found {count} items") };
    let words_alone = words_alone.map(WordsAlone::to_status);
    let status = std::iter::once(found).chain(words_alone).collect::<Vec<_>>().join("; ");
    let text = result_text(&status, &[value.to_string()]);
    CallResult { outcome: if count == 0 { "empty" } else { "ok" }.to_owned(), count: count as u32, text }
}

fn replaces_something(proposal: &Proposal) -> bool {
    let WritePlan::SavePersonal { change } = &proposal.plan else { return false };
    matches!(&change.content, PersonalFields::Knowledge(fields) if !fields.replaces.is_empty())
}
