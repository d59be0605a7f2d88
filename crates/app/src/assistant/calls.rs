//! Tool calls of one round: validation, execution, audit log.

use super::prepared::{Proposal, ProposalBasis};
use super::proposals::{check_beside, join, prepare};
use super::reads::CallResult;
use super::workspace::Workspace;
use crate::chat::models::millis;
use crate::chat::steps::turn_runner::TurnRunner;
use crate::error::{AppError, Code};
use crate::personal::switch::is_on;
use celeiro_domain::assistant::arguments::SetPrice;
use celeiro_domain::assistant::payload::{result_text, value_line};
use celeiro_domain::assistant::reply::speaks_of_other_direction;
use celeiro_domain::assistant::request::MAX_ARGUMENT_BYTES;
use celeiro_domain::assistant::rounds::MAX_CALLS;
use celeiro_domain::assistant::{
    BadCall, PendingAction, RequestedCall, Tool, ToolOutcome, ToolRequest, ToolRound, read_request,
};
use celeiro_domain::chat::answer::sanitize::sanitize_field;
use celeiro_domain::chat::{ChatEvent, ToolRun};
use celeiro_llm::chat::{Answer, PromptMessage, ToolCall};
use celeiro_store::{NewAction, ProposingAnswer};
use serde_json::Value;
use std::time::Instant;

/// The outcome of a write that is on a card.
const PENDING: &str = "pending";

/// Most characters of a refusal, and of what it names.
const REFUSAL_CHARS: usize = 4_000;

/// Most characters of broken arguments that are shown and written down.
const BROKEN_CHARS: usize = 2_000;

/// How a round ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RoundEnd {
    /// The model hears the results.
    GoOn,
    /// A card waits for the person; so many writes of the round are not on it.
    Waits { refused: usize },
}

impl TurnRunner {
    /// Runs the calls of an answer. All of its writes stand on one card.
    pub(super) async fn run_round(&mut self, work: &mut Workspace, answer: Answer) -> RoundEnd {
        let iteration = work.rounds.begin_round();
        let requested: Vec<RequestedCall> = answer.tool_calls.iter().map(requested_call).collect();
        self.events.send(ChatEvent::ToolCalls { iteration, tool_calls: requested.clone() });
        tracing::debug!("Tool loop iteration {iteration}: {} tool calls", requested.len());
        work.messages.push(PromptMessage::Assistant {
            text: answer.text,
            tool_calls: answer.tool_calls.iter().map(repeatable_call).collect(),
            continuation: answer.continuation,
        });
        let mut ran = Vec::new();
        for (at, call) in answer.tool_calls.iter().enumerate() {
            let started = Instant::now();
            let done = match at {
                MAX_CALLS.. => CallResult::of_refusal("too_many_calls", "at most 24 calls in a round"),
                _ if self.stop.is_cancelled() => {
                    CallResult::of_refusal("stopped", "the person has stopped the turn")
                }
                // A round of slow calls is many times as long as the time that was left when it began.
                _ if work.rounds.time_left().is_zero() => {
                    CallResult::of_refusal("out_of_time", "the time of this turn is over")
                }
                _ => self.run_call(work, call).await,
            };
            ran.push((done, millis(started.elapsed())));
            work.rounds.spend(started.elapsed());
        }
        let waits = self.propose_together(work, &mut ran).await;
        let mut results = Vec::new();
        for (call, (done, ms)) in answer.tool_calls.iter().zip(ran) {
            self.note_run(call, &done, ms);
            let name = repeatable_call(call).name;
            work.messages.push(PromptMessage::ToolResult {
                call_id: call.id.clone(),
                name,
                content: done.text,
            });
            let name = call.name.chars().take(64).collect();
            results.push(ToolOutcome {
                id: call.id.clone(),
                name,
                outcome: done.outcome,
                result_count: done.count,
                ms,
            });
        }
        self.events.send(ChatEvent::ToolResults { iteration, results: results.clone() });
        let end = if waits { RoundEnd::Waits { refused: count_refused(&results) } } else { RoundEnd::GoOn };
        let round = ToolRound { iteration, tool_calls: requested, results };
        if let Err(error) = self.app.store().log_tool_round(&self.ids, &round, &self.caller.actor).await {
            tracing::warn!(%error, "a round of tools is not in the audit");
        }
        self.record.rounds.push(round);
        end
    }

    /// A run in the trace; searches are there already, with what is needed to run them again.
    fn note_run(&mut self, call: &ToolCall, done: &CallResult, ms: f64) {
        let is_search = matches!(Tool::parse(&call.name), Some(Tool::CatalogSearch | Tool::SearchFaqs));
        if is_search && matches!(done.outcome.as_str(), "ok" | "empty") {
            return;
        }
        let run = ToolRun {
            name: call.name.chars().take(64).collect(),
            arguments: requested_call(call).arguments,
            result_count: done.count,
            payload: done.text.clone(),
            ms,
        };
        crate::tool_log::tool_run(&self.app, &run);
        self.record.tools.push(run);
    }

    /// One call: checked, run, and run once more where it failed for the moment.
    async fn run_call(&mut self, work: &mut Workspace, call: &ToolCall) -> CallResult {
        let request = match read_request(&call.name, &call.arguments_raw) {
            Ok(request) => request,
            Err(bad) => return CallResult::of_refusal(bad.code(), &bad.to_string()),
        };
        let tool = request.tool();
        // A model may name a tool that it was not offered.
        if !self.caller.may(tool.access()) || (tool.is_personal() && !is_on(&self.app)) {
            let unknown = BadCall::UnknownTool(tool.name().to_owned());
            return CallResult::of_refusal(unknown.code(), &unknown.to_string());
        }
        if work.rounds.is_left_out(tool) {
            return CallResult::of_refusal("left_out", "the tool failed twice and is left out of this turn");
        }
        let failed = match self.run_request(work, &request).await {
            Ok(done) => return done,
            Err(error) if !is_momentary(error.code()) => return self.refuse_call(&error),
            Err(_) => self.run_request(work, &request).await,
        };
        match failed {
            Ok(done) => done,
            Err(error) => {
                work.rounds.leave_out(tool);
                self.record.fallback(tool.name(), error.code().as_str(), "without");
                CallResult::of_refusal(
                    error.code().as_str(),
                    "the tool failed twice and is left out of this turn",
                )
            }
        }
    }

    /// Why a write cannot be proposed. What the refusal names are records, and stands as data as these do.
    fn refuse_call(&self, error: &AppError) -> CallResult {
        let body = error.to_body(self.caller.lang);
        let named = body.details.map(|details| value_line(&details, REFUSAL_CHARS));
        let refused =
            CallResult::of_refusal(error.code().as_str(), &sanitize_field(&body.message, REFUSAL_CHARS));
        let text = result_text(&refused.text, &named.into_iter().collect::<Vec<_>>());
        CallResult { text, ..refused }
    }

    async fn run_request(
        &mut self,
        work: &mut Workspace,
        request: &ToolRequest,
    ) -> Result<CallResult, AppError> {
        let arguments = || Value::Object(request.canonical());
        match request {
            ToolRequest::CatalogSearch(given) => self.search_catalog(work, given, arguments()).await,
            ToolRequest::SearchFaqs(given) => self.search_faqs(work, given, arguments()).await,
            ToolRequest::GetItem(given) => self.read_items(work, std::slice::from_ref(&given.item)).await,
            ToolRequest::CompareItems(given) => self.read_items(work, &given.items).await,
            ToolRequest::RenderPreset(given) => self.render_preset(work, given).await,
            ToolRequest::Freestyle(given) => self.freestyle(work, given).await,
            ToolRequest::GetPerson(given) => self.look_up_person(work, given).await,
            ToolRequest::ListReminders(given) => self.look_up_reminders(work, given).await,
            ToolRequest::GetDecisions(given) => self.look_up_decisions(work, given).await,
            ToolRequest::GetTrackingHistory(given) => self.look_up_history(work, given).await,
            ToolRequest::GetTrends(given) => self.look_up_trends(work, given).await,
            ToolRequest::GetFinanceSummary(given) => self.look_up_summary(work, given).await,
            ToolRequest::GetPendingBills(given) => self.look_up_pending_bills(work, given).await,
            ToolRequest::GetDebtProgress(given) => self.look_up_debts(work, given).await,
            ToolRequest::GetBills(given) => self.look_up_bills(work, given).await,
            ToolRequest::GetExpenses(given) => self.look_up_expenses(work, given).await,
            ToolRequest::GetIncomes(given) => self.look_up_incomes(work, given).await,
            ToolRequest::GetInvestments(_) => self.look_up_investments(work).await,
            ToolRequest::SetPrice(_)
            | ToolRequest::UpdateItem(_)
            | ToolRequest::CreateItem(_)
            | ToolRequest::CreateFaq(_)
            | ToolRequest::UpdatePerson(_)
            | ToolRequest::CreateReminder(_)
            | ToolRequest::CompleteReminder(_)
            | ToolRequest::SaveDecision(_)
            | ToolRequest::RecordMetric(_)
            | ToolRequest::UpdateMetric(_)
            | ToolRequest::DeleteMetric(_)
            | ToolRequest::MarkBillPaid(_)
            | ToolRequest::CreateExpense(_) => self.propose(work, request).await,
            ToolRequest::SearchKnowledge(given) => self.search_knowledge(work, given).await,
            ToolRequest::AnalyzeContext(given) => self.analyze_context(work, given).await,
            ToolRequest::AddKnowledge(given) => self.add_knowledge(work, request, given).await,
        }
    }

    /// What a write of this turn rests on.
    pub(super) fn basis<'a>(&self, work: &'a Workspace) -> ProposalBasis<'a> {
        let conversation = Some(self.ids.conversation_id);
        ProposalBasis { blocks: &work.blocks, conversation, is_by_person: false }
    }

    /// Works out a write for the card of its round. The same write twice in a round is one.
    pub(super) async fn propose(
        &mut self,
        work: &mut Workspace,
        request: &ToolRequest,
    ) -> Result<CallResult, AppError> {
        let mut proposal = prepare(&self.app, request, &self.basis(work)).await?;
        if let ToolRequest::SetPrice(SetPrice { selection: Some(_), percent: Some(percent), .. }) = request {
            proposal.card.button_only |= speaks_of_other_direction(&self.message, percent.0);
        }
        let count = proposal.card.changed;
        let is_there =
            |other: &Proposal| (&other.tool, &other.arguments) == (&proposal.tool, &proposal.arguments);
        if !work.proposals.iter().any(is_there) {
            check_beside(&proposal, &work.proposals)?;
            work.proposals.push(proposal);
        }
        let text = "pending: nothing has changed; the person decides on a card".to_owned();
        Ok(CallResult { outcome: PENDING.to_owned(), count, text })
    }

    /// Makes one card of the writes of a round, and says whether it waits; where it cannot be stored, each of
    /// its calls in `ran` has failed.
    async fn propose_together(&mut self, work: &mut Workspace, ran: &mut [(CallResult, f64)]) -> bool {
        let proposals = std::mem::take(&mut work.proposals);
        if proposals.is_empty() {
            return false;
        }
        let stored = match join(proposals) {
            Ok(proposal) => match self.store_proposal(&proposal).await {
                Err(error) if is_momentary(error.code()) => self.store_proposal(&proposal).await,
                stored => stored,
            },
            Err(error) => Err(error),
        };
        match stored {
            Ok(pending) => {
                self.events.send(ChatEvent::Pending(Box::new(pending.clone())));
                self.record.pending.push(pending);
                true
            }
            Err(error) => {
                for (done, _) in ran.iter_mut().filter(|(done, _)| done.outcome == PENDING) {
                    *done = self.refuse_call(&error);
                }
                false
            }
        }
    }

    /// Stores a proposal of this turn; its card waits for a person.
    pub(super) async fn store_proposal(&self, proposal: &Proposal) -> Result<PendingAction, AppError> {
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
        Ok(PendingAction::from(&self.app.store().propose_action(&new).await?))
    }
}

/// Writes of a round that came to nothing.
fn count_refused(results: &[ToolOutcome]) -> usize {
    let is_write = |name: &str| Tool::parse(name).is_some_and(Tool::requires_confirmation);
    let is_done = |result: &ToolOutcome| result.outcome == PENDING || result.outcome == "ok";
    results.iter().filter(|result| is_write(&result.name) && !is_done(result)).count()
}

/// Whether the same call may succeed in a moment.
fn is_momentary(code: Code) -> bool {
    matches!(
        code,
        Code::DatabaseBusy
            | Code::DatabaseStuck
            | Code::DatabaseUnreachable
            | Code::TimedOut
            | Code::Internal
    )
}

/// A call as it is shown: arguments that are too long or no JSON as the beginning of their text.
fn requested_call(call: &ToolCall) -> RequestedCall {
    let whole = call.arguments.clone().filter(|_| call.arguments_raw.len() <= MAX_ARGUMENT_BYTES);
    let arguments =
        whole.unwrap_or_else(|| Value::String(call.arguments_raw.chars().take(BROKEN_CHARS).collect()));
    RequestedCall { id: call.id.clone(), name: call.name.chars().take(64).collect(), arguments }
}

/// A call as the model is told it again: a name or arguments that no provider takes would end the turn.
fn repeatable_call(call: &ToolCall) -> ToolCall {
    let mut call = call.clone();
    if Tool::parse(&call.name).is_none() {
        call.name = "unknown_tool".to_owned();
    }
    if call.arguments_raw.len() > MAX_ARGUMENT_BYTES {
        (call.arguments, call.arguments_raw) = (None, String::new());
    }
    call
}

#[cfg(test)]
mod tests;
