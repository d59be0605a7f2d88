//! Proposal of a new memory item, with the words of the person that support it.

use crate::app::App;
use crate::assistant::prepared::{PreparedWrite, ProposalBasis, new_record};
use crate::error::{AppError, Code};
use crate::personal::switch::{require_on, today_in};
use celeiro_domain::assistant::origin::OriginKind;
use celeiro_domain::assistant::personal::AddKnowledge;
use celeiro_domain::assistant::{CardArgument, CardChange, WritePlan};
use celeiro_domain::personal::memory::own_words::lets_stand;
use celeiro_domain::personal::memory::words::{find_quote, normalize_statement};
use celeiro_domain::personal::memory::{
    EvidenceDraft, KnowledgeDraft, KnowledgeFields, KnowledgeItem, KnowledgeSource, KnowledgeState,
    ReplacedItem, find_disagreement,
};
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use celeiro_store::KnowledgeQuery;
use uuid::Uuid;

/// Messages of a conversation among which the words of a fact are looked for.
const MOST_SAID: i64 = 200;

/// The items that hold today.
async fn holding_items(app: &App) -> Result<Vec<KnowledgeItem>, AppError> {
    let today = today_in(&require_on(app)?);
    let query = KnowledgeQuery { state: Some(KnowledgeState::Active), ..KnowledgeQuery::default() };
    let mut items = app.store().knowledge(&query).await?;
    items.retain(|item| item.holds_on(today));
    Ok(items)
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
) -> Result<PreparedWrite, AppError> {
    let refusal = |reason| AppError::new(Code::ActionInvalid).with_text("reason", reason);
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
        return Err(refusal("action.reason.knownAlready"));
    }
    let evidence = find_evidence(app, &draft.content, basis.conversation).await?;
    if evidence.is_none() && !basis.is_by_person {
        return Err(refusal("action.reason.notSaid"));
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
    let make_replaced_item = |item: &&KnowledgeItem| ReplacedItem {
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
        replaces: against.iter().map(make_replaced_item).collect(),
    };
    let content = PersonalFields::Knowledge(Box::new(fields));
    let change = PersonalWrite { id: Uuid::now_v7(), version: None, content };
    Ok((WritePlan::SavePersonal { change: Box::new(change) }, card, None))
}

/// Marks the content on a card where the person wrote its words, but every message that holds them denies, quotes, asks
/// or doubts them: it may be the opposite of what was said.
pub(in crate::assistant) async fn mark_doubted_words(
    app: &App,
    content: &str,
    conversation: Option<Uuid>,
    arguments: &mut [CardArgument],
) -> Result<(), AppError> {
    let mut own = arguments.iter_mut().filter(|one| one.origin.kind == OriginKind::Person);
    let content_argument = own.find(|one| one.name == "content");
    let (Some(conversation), Some(argument)) = (conversation, content_argument) else { return Ok(()) };
    let said = app.store().said_in_conversation(conversation, MOST_SAID).await?;
    let stands: Vec<bool> = said.iter().filter_map(|message| lets_stand(&message.text, content)).collect();
    if !stands.is_empty() && !stands.contains(&true) {
        argument.origin.kind = OriginKind::Doubted;
        argument.caution = true;
    }
    Ok(())
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
