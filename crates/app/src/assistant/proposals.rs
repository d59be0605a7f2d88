//! Proposals of writes on the catalog, with their cards. The module changes no data.

use super::personal::finance::{prepare_expense, prepare_payment};
use super::personal::knowledge::{mark_doubted_words, prepare_knowledge};
use super::personal::proposals::{prepare_completion, prepare_decision, prepare_person, prepare_reminder};
use super::personal::tracking::{prepare_correction, prepare_deletion, prepare_record};
use super::prepared::{PreparedWrite, Proposal, ProposalBasis, Target, new_record};
use super::targets::{find_item, select_items};
use crate::app::App;
use crate::error::{AppError, Code};
use crate::sheet::edits::read_typed_steps;
use celeiro_domain::assistant::action::{CARD_ROWS, MAX_ACTION_ITEMS, SealedWrite, seal_together};
use celeiro_domain::assistant::arguments::{CreateFaq, CreateItem, SetPrice, UpdateItem};
use celeiro_domain::assistant::origin::{OriginKind, TextBlock, find_origin, leaves};
use celeiro_domain::assistant::plan::{faq_draft, item_changes, item_draft, price_changes};
use celeiro_domain::assistant::{ActionCard, CardArgument, CardChange, CardWrite, ToolRequest, WritePlan};
use celeiro_domain::catalog::{FieldErrorCode, Item, PriceError, Status};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{Change, EditSample};
use celeiro_store::RecordSelection;
use chrono::Utc;
use serde_json::{Map, Value};
use uuid::Uuid;

/// Letters that the first word of a name needs to stand for the item in a person's message.
const TELLING_LETTERS: usize = 4;

/// One proposal of several, confirmed as one; of a single one, that.
///
/// # Errors
/// [`Code::ActionInvalid`] where two change the same, or where they change too much.
pub(super) fn join(proposals: Vec<Proposal>) -> Result<Proposal, AppError> {
    let mut joined: Vec<Proposal> = Vec::with_capacity(proposals.len());
    for proposal in proposals {
        check_beside(&proposal, &joined)?;
        joined.push(proposal);
    }
    if joined.len() == 1 {
        return Ok(joined.swap_remove(0));
    }
    let (mut sealed, mut writes, mut cards) = (Vec::new(), Vec::new(), Vec::new());
    for Proposal { tool, arguments, plan, card } in joined {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        sealed.push(SealedWrite { tool, arguments });
        writes.push(plan);
        cards.push(card);
    }
    let (tool, arguments) = seal_together(sealed);
    Ok(Proposal { tool, arguments, plan: WritePlan::Several { writes }, card: ActionCard::join(cards) })
}

/// Whether a write can stand on a card beside others.
///
/// # Errors
/// [`Code::ActionInvalid`].
pub(super) fn check_beside(proposal: &Proposal, others: &[Proposal]) -> Result<(), AppError> {
    let refusal = |reason| Err(AppError::new(Code::ActionInvalid).with_text("reason", reason));
    let changed: u32 = others.iter().map(|other| other.card.matched).sum();
    if changed + proposal.card.matched > MAX_ACTION_ITEMS {
        return refusal("action.reason.tooMany");
    }
    if others.iter().any(|other| other.plan.overlaps(&proposal.plan)) {
        return refusal("action.reason.overlaps");
    }
    Ok(())
}

/// Works out what a write would do.
///
/// # Errors
/// [`Code::ActionInvalid`], [`Code::NotFound`], `invalid_fields`, or what the database says.
pub(super) async fn prepare(
    app: &App,
    request: &ToolRequest,
    basis: &ProposalBasis<'_>,
) -> Result<Proposal, AppError> {
    let mut arguments = request.canonical();
    let (plan, mut card, target) = match request {
        ToolRequest::SetPrice(given) => prepare_price(app, given).await?,
        ToolRequest::UpdateItem(given) => prepare_update(app, given).await?,
        ToolRequest::CreateItem(given) => prepare_item(app, given).await?,
        ToolRequest::CreateFaq(given) => prepare_faq(given)?,
        ToolRequest::UpdatePerson(given) => prepare_person(app, given, basis.conversation).await?,
        ToolRequest::CreateReminder(given) => prepare_reminder(app, given).await?,
        ToolRequest::CompleteReminder(given) => prepare_completion(app, given).await?,
        ToolRequest::SaveDecision(given) => prepare_decision(app, given)?,
        ToolRequest::RecordMetric(given) => prepare_record(app, given)?,
        ToolRequest::UpdateMetric(given) => prepare_correction(app, given).await?,
        ToolRequest::DeleteMetric(given) => prepare_deletion(app, given).await?,
        ToolRequest::AddKnowledge(given) => prepare_knowledge(app, given, basis).await?,
        ToolRequest::MarkBillPaid(given) => prepare_payment(app, given).await?,
        ToolRequest::CreateExpense(given) => prepare_expense(app, given)?,
        ToolRequest::CatalogSearch(_)
        | ToolRequest::SearchFaqs(_)
        | ToolRequest::GetItem(_)
        | ToolRequest::CompareItems(_)
        | ToolRequest::RenderPreset(_)
        | ToolRequest::Freestyle(_)
        | ToolRequest::GetPerson(_)
        | ToolRequest::ListReminders(_)
        | ToolRequest::GetDecisions(_)
        | ToolRequest::GetTrackingHistory(_)
        | ToolRequest::GetTrends(_)
        | ToolRequest::SearchKnowledge(_)
        | ToolRequest::AnalyzeContext(_)
        | ToolRequest::GetFinanceSummary(_)
        | ToolRequest::GetPendingBills(_)
        | ToolRequest::GetDebtProgress(_)
        | ToolRequest::GetBills(_)
        | ToolRequest::GetExpenses(_)
        | ToolRequest::GetIncomes(_)
        | ToolRequest::GetInvestments(_) => return Err(AppError::internal("a read was proposed")),
    };
    if let Some(Target { argument, id: Some(id), .. }) = &target {
        arguments.insert((*argument).to_owned(), Value::String(id.to_string()));
    }
    let tool = request.tool().name().to_owned();
    card.arguments = card_arguments(request.tool().is_personal(), &arguments, target.as_ref(), basis.blocks);
    if let ToolRequest::AddKnowledge(given) = request {
        mark_doubted_words(app, &given.content, basis.conversation, &mut card.arguments).await?;
    }
    if !basis.is_by_person {
        card.require_button_for_doubted_selection();
    }
    let ActionCard { matched, changed, unchanged, problems, .. } = card;
    card.writes = vec![CardWrite { tool: tool.clone(), matched, changed, unchanged, problems }];
    Ok(Proposal { tool, arguments: Value::Object(arguments), plan, card })
}

async fn prepare_price(app: &App, given: &SetPrice) -> Result<PreparedWrite, AppError> {
    let changes = price_changes(given);
    match (&given.item, &given.selection) {
        (Some(item), _) => {
            let item = find_item(app, item).await?;
            let (plan, card) = preview(app, vec![item.id], changes).await?;
            Ok((plan, card, Some(target_of(&item))))
        }
        (None, Some(selection)) => {
            let ids = select_items(app, selection, given.percent.is_some()).await?;
            let (plan, card) = preview(app, ids, changes).await?;
            let button_only = !card.shows_every_row();
            Ok((plan, ActionCard { button_only, ..card }, None))
        }
        (None, None) => Err(AppError::new(Code::NotFound)),
    }
}

async fn prepare_update(app: &App, given: &UpdateItem) -> Result<PreparedWrite, AppError> {
    let item = find_item(app, &given.item).await?;
    let (plan, card) = preview(app, vec![item.id], item_changes(given)).await?;
    Ok((plan, card, Some(target_of(&item))))
}

/// The items with their versions, and what becomes different: the same preview that a bulk edit has.
async fn preview(
    app: &App,
    ids: Vec<Uuid>,
    changes: Vec<Change>,
) -> Result<(WritePlan, ActionCard), AppError> {
    let steps = read_typed_steps(app, Kind::Items, &changes).await?;
    let found = app.store().preview_edit(Kind::Items, &RecordSelection::Ids(ids.clone()), &steps).await?;
    if let (0, Some(problem)) = (found.changed, found.problems.first()) {
        return Err(AppError::fields(vec![problem.error.clone()]));
    }
    if found.changed == 0 {
        return Err(AppError::new(Code::ActionInvalid).with_text("reason", "action.reason.unchanged"));
    }
    let card = ActionCard {
        proposed_by: None,
        writes: Vec::new(),
        arguments: Vec::new(),
        changes: found.sample.into_iter().take(CARD_ROWS).map(card_change).collect(),
        matched: found.matched as u32,
        changed: found.changed as u32,
        unchanged: found.unchanged as u32,
        problems: found.problem_count as u32,
        button_only: false,
    };
    Ok((WritePlan::EditItems { ids, changes, digest: found.digest }, card))
}

fn card_change(sample: EditSample) -> CardChange {
    CardChange {
        write: 0,
        id: Some(sample.id),
        name: sample.name,
        field: sample.field,
        from: sample.from,
        to: sample.to,
    }
}

async fn prepare_item(app: &App, given: &CreateItem) -> Result<PreparedWrite, AppError> {
    let refusal = |error: PriceError| AppError::new(Code::ActionInvalid).because(error);
    let mut draft = item_draft(given).map_err(refusal)?.check().map_err(AppError::fields)?;
    let fields = app.store().field_definitions().await?;
    if let Err(errors) = fields.check_item(&mut draft, None) {
        if errors.iter().any(|error| error.code != FieldErrorCode::Required) {
            return Err(AppError::fields(errors));
        }
        // No tool writes attributes: what the category requires of items that are sold is filled in later.
        draft.status = Status::Rascunho;
        fields.check_item(&mut draft, None).map_err(AppError::fields)?;
    }
    let card = new_record(&draft.name, &serde_json::to_value(&draft)?);
    Ok((WritePlan::CreateItem { draft: Box::new(draft) }, card, None))
}

fn prepare_faq(given: &CreateFaq) -> Result<PreparedWrite, AppError> {
    let draft = faq_draft(given).check(Utc::now()).map_err(AppError::fields)?;
    let card = new_record(&draft.question, &serde_json::to_value(&draft)?);
    Ok((WritePlan::CreateFaq { draft: Box::new(draft) }, card, None))
}

/// Every argument with the place where its value stands. Of what is written about people, all that the catalog
/// says is marked: a product's text knows nothing of a customer.
fn card_arguments(
    is_personal: bool,
    arguments: &Map<String, Value>,
    target: Option<&Target>,
    blocks: &[TextBlock],
) -> Vec<CardArgument> {
    let argument = |(name, value): (String, Value)| {
        let target = target.filter(|target| target.argument == name);
        let mut spellings = vec![value.clone()];
        spellings.extend(target.into_iter().flat_map(|target| target.spellings.clone()));
        let origin = find_origin(&spellings, blocks);
        let is_named = target.is_some() || is_target_or_amount(&name);
        let is_foreign = matches!(origin.kind, OriginKind::Catalog | OriginKind::Faq);
        let caution = if is_named { origin.kind != OriginKind::Person } else { is_foreign && is_personal };
        CardArgument {
            write: 0,
            label: target.map(|target| target.label.clone()),
            name,
            value,
            origin,
            caution,
        }
    };
    leaves(&Value::Object(arguments.clone())).into_iter().map(argument).collect()
}

/// The item that an argument names.
fn target_of(item: &Item) -> Target {
    let spellings = spellings_of(item).collect();
    Target { argument: "item", id: Some(item.id), spellings, label: item.name.clone() }
}

/// What a person may call an item: its code, its name, the first word of its name.
fn spellings_of(item: &Item) -> impl Iterator<Item = Value> {
    let first = item
        .name
        .split_whitespace()
        .next()
        .filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= TELLING_LETTERS);
    let spellings = [item.external_id.clone(), Some(item.name.clone()), first.map(str::to_owned)];
    spellings.into_iter().flatten().map(Value::String)
}

/// Whether an argument says what is changed, to how much, or what shall be known.
fn is_target_or_amount(name: &str) -> bool {
    let amounts = ["price", "percent", "value", "budgetedAmount", "actualAmount"];
    amounts.contains(&name) || matches!(name, "item" | "content") || name.starts_with("selection.")
}
