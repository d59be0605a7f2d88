//! Operations on all personal data: export, permanent deletion; and undo of one write.

use super::finance::noun::{Noun, list};
use super::switch::require_on;
use crate::api::{Empty, WriteById, new_write};
use crate::app::{App, Caller};
use crate::catalog::undo_access::{require_own, require_write};
use crate::error::AppError;
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::decision::Decision;
use celeiro_domain::personal::finance::Entry;
use celeiro_domain::personal::finance::bill::BillFields;
use celeiro_domain::personal::finance::debt::DebtFields;
use celeiro_domain::personal::finance::expense::ExpenseFields;
use celeiro_domain::personal::finance::income::IncomeFields;
use celeiro_domain::personal::finance::investment::InvestmentFields;
use celeiro_domain::personal::memory::{Evidence, KnowledgeItem};
use celeiro_domain::personal::metric::Metric;
use celeiro_domain::personal::person::Person;
use celeiro_domain::personal::reminder::Reminder;
use celeiro_domain::personal::report::Report;
use celeiro_store::{
    DecisionQuery, KnowledgeQuery, MetricQuery, ReminderQuery, ReportQuery, StoreError, UndoPlan,
};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use specta::Type;
use std::collections::HashMap;
use uuid::Uuid;

/// The form of an export.
const EXPORT_VERSION: u32 = 1;

/// All that is kept and not deleted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonalExport {
    /// The form of the file, 1.
    pub version: u32,
    /// When it was made.
    pub exported_at: DateTime<Utc>,
    /// The time zone by its IANA name.
    pub time_zone: String,
    /// People.
    pub people: Vec<Person>,
    /// Reminders.
    pub reminders: Vec<Reminder>,
    /// Decisions.
    pub decisions: Vec<Decision>,
    /// Entries of metrics, the newest day first.
    pub metrics: Vec<Metric>,
    /// What the assistant knows, with the words that it was taken from.
    pub knowledge: Vec<ExportedKnowledge>,
    /// Bills, expenses, incomes, debts and investments, each as it is stored.
    pub finance: Value,
    /// Reports, the latest day first.
    pub reports: Vec<Report>,
}

/// An item of memory with its evidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedKnowledge {
    /// The item.
    pub item: KnowledgeItem,
    /// The words that it was taken from.
    pub evidence: Vec<Evidence>,
}

/// What is to be deleted for good.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ForgetPersonal {
    /// Of this kind alone; of all kinds where absent.
    #[serde(default)]
    pub kind: Option<PersonalKind>,
    /// This record alone, which needs its kind; all of the kind where absent.
    #[serde(default)]
    pub id: Option<Uuid>,
}

/// How many records were deleted for good.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForgottenCounts {
    /// People.
    pub people: u32,
    /// Reminders.
    pub reminders: u32,
    /// Decisions.
    pub decisions: u32,
    /// Entries of metrics.
    pub metrics: u32,
    /// Items of memory.
    pub knowledge: u32,
    /// Bills.
    pub bills: u32,
    /// Expenses.
    pub expenses: u32,
    /// Incomes.
    pub incomes: u32,
    /// Debts.
    pub debts: u32,
    /// Investments.
    pub investments: u32,
    /// Reports.
    pub reports: u32,
}

/// What was taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndonePersonal {
    /// The operation that did it, which can be taken back in turn; absent where nothing was done.
    pub operation_id: Option<Uuid>,
    /// Records of which something was taken back.
    pub undone: u32,
    /// How many of these the write had created, and are deleted now.
    pub deleted: u32,
    /// Fields that were changed since and stay.
    pub conflicts: u32,
}

/// All that is kept and not deleted; the vault stays closed.
///
/// # Errors
/// `personal_off`.
pub async fn export_personal(app: &App, _: &Caller, _: Empty) -> Result<PersonalExport, AppError> {
    let time_zone = require_on(app)?;
    let store = app.store();
    Ok(PersonalExport {
        version: EXPORT_VERSION,
        exported_at: Utc::now(),
        time_zone,
        people: store.people().await?,
        reminders: store.reminders(&ReminderQuery { limit: i64::MAX, ..ReminderQuery::default() }).await?,
        decisions: store.decisions(&DecisionQuery { limit: i64::MAX, ..DecisionQuery::default() }).await?,
        metrics: store.metrics(&MetricQuery { limit: i64::MAX, ..MetricQuery::default() }).await?,
        knowledge: export_knowledge(app).await?,
        finance: json!({
            "bills": all_of::<BillFields>(app).await?,
            "expenses": all_of::<ExpenseFields>(app).await?,
            "incomes": all_of::<IncomeFields>(app).await?,
            "debts": all_of::<DebtFields>(app).await?,
            "investments": all_of::<InvestmentFields>(app).await?,
        }),
        reports: store.reports(&ReportQuery { limit: i64::MAX, ..ReportQuery::default() }).await?,
    })
}

async fn export_knowledge(app: &App) -> Result<Vec<ExportedKnowledge>, AppError> {
    let items = app.store().knowledge(&KnowledgeQuery::default()).await?;
    let ids: Vec<Uuid> = items.iter().map(|item| item.id).collect();
    let mut of_item: HashMap<Uuid, Vec<Evidence>> = HashMap::new();
    for (id, evidence) in app.store().knowledge_evidence(&ids).await? {
        of_item.entry(id).or_default().push(evidence);
    }
    let export_item = |item: KnowledgeItem| {
        let evidence = of_item.remove(&item.id).unwrap_or_default();
        ExportedKnowledge { item, evidence }
    };
    Ok(items.into_iter().map(export_item).collect())
}

/// The records of a kind of finance, with what happened to them in every month.
async fn all_of<T: Noun + Serialize>(app: &App) -> Result<Vec<Value>, AppError> {
    let record = |entry: Entry<T>| -> Result<Value, AppError> {
        let mut record = serde_json::to_value(&entry.fields)?;
        record["id"] = entry.id.to_string().into();
        Ok(record)
    };
    list::<T>(app).await?.into_iter().map(record).collect()
}

/// Deletes records for good, with their journal and the cards that wrote them. Conversations stay until they are
/// deleted themselves.
///
/// # Errors
/// `personal_off`, `not_found`, `invalid_request` for an id without its kind.
pub async fn forget_personal(
    app: &App,
    _: &Caller,
    request: ForgetPersonal,
) -> Result<ForgottenCounts, AppError> {
    require_on(app)?;
    if request.kind.is_none() && request.id.is_some() {
        let kinds = PersonalKind::ALL.map(PersonalKind::as_str).join(" | ");
        return Err(AppError::invalid_request(format!("kind: {kinds}")).detail("path", "kind"));
    }
    let mut counts = ForgottenCounts::default();
    let kinds =
        PersonalKind::ALL.into_iter().filter(|kind| request.kind.is_none_or(|wanted| wanted == *kind));
    for kind in kinds {
        let gone = app.store().forget_personal(kind, request.id).await? as u32;
        match kind {
            PersonalKind::People => counts.people = gone,
            PersonalKind::Reminders => counts.reminders = gone,
            PersonalKind::Decisions => counts.decisions = gone,
            PersonalKind::Metrics => counts.metrics = gone,
            PersonalKind::Knowledge => counts.knowledge = gone,
            PersonalKind::Bills => counts.bills = gone,
            PersonalKind::Expenses => counts.expenses = gone,
            PersonalKind::Incomes => counts.incomes = gone,
            PersonalKind::Debts => counts.debts = gone,
            PersonalKind::Investments => counts.investments = gone,
            PersonalKind::Reports => counts.reports = gone,
        }
    }
    Ok(counts)
}

/// Takes back what a save, a deletion or an earlier undo did, by its operation id, as far as the same was not
/// changed since.
///
/// # Errors
/// `personal_off`, `not_found` where no operation has this id, `operation_not_yours`, `forbidden` where it wrote what
/// the caller may not write.
pub async fn undo_personal(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<UndonePersonal, AppError> {
    require_on(app)?;
    if !app.store().wrote_personal(request.id).await? {
        return Err(StoreError::NotFound.into());
    }
    let operation = app.store().operation_owner(request.id).await?;
    require_own(caller, &operation.actor)?;
    require_write(caller, operation.changed_records, &operation.personal_kinds)?;
    let plan = UndoPlan { operation: request.id, records: None, fields: None, dry_run: false };
    let undone = app.store().undo(&plan, &new_write(caller, request.operation_id)).await?;
    Ok(UndonePersonal {
        operation_id: undone.operation_id,
        undone: undone.undone as u32,
        deleted: undone.deleted as u32,
        conflicts: undone.conflict_count as u32,
    })
}
