//! Proposals of writes by other programs over the Model Context Protocol: each becomes a pending action with the
//! program's name on its card. No program can confirm one, and their number is limited.

use super::prepared::ProposalBasis;
use super::proposals::prepare;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use celeiro_domain::assistant::origin::{ArgumentOrigin, OriginKind};
use celeiro_domain::assistant::proposing::program_name;
use celeiro_domain::assistant::{Action, ToolRequest};
use celeiro_store::{NewAction, ProgramLimits};

/// How many actions programs may propose in the name of one account, those without an account together: what a person
/// can look through, and no more than a misled program should fill a day's table with. One person's programs take no
/// room from those of others.
const LIMITS: ProgramLimits = ProgramLimits { waiting: 10, in_hour: 60 };

/// Whether other programs may propose actions to the assistant.
pub fn may_propose(app: &App) -> bool {
    app.config().switch("MCP_PROPOSALS").unwrap_or(false)
}

/// Proposes a write for the program that calls itself `program`. Nothing is changed.
///
/// # Errors
/// `proposals_off`, `too_many_proposals`; `forbidden` where the write needs more than the caller may; what is wrong
/// with the write, as for the assistant's own.
pub async fn propose_for_program(
    app: &App,
    caller: &Caller,
    program: Option<&str>,
    request: &ToolRequest,
) -> Result<Action, AppError> {
    if !may_propose(app) {
        return Err(AppError::new(Code::ProposalsOff));
    }
    caller.require(request.tool().access())?;
    let basis = ProposalBasis { blocks: &[], conversation: None, is_by_person: false };
    let mut proposal = prepare(app, request, &basis).await?;
    proposal.card.proposed_by = Some(program_name(program));
    for argument in &mut proposal.card.arguments {
        argument.origin = ArgumentOrigin { kind: OriginKind::Program, label: None };
    }
    let new = NewAction {
        answer: None,
        tool: &proposal.tool,
        arguments: proposal.arguments,
        plan: &proposal.plan,
        card: &proposal.card,
        actor: &caller.actor,
    };
    let proposed = app.store().propose_from_program(&new, LIMITS).await?;
    proposed.ok_or_else(|| AppError::new(Code::TooManyProposals))
}
