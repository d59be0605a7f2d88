//! Preview of a bulk price change.

use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::sheet::edits::Selection;
use celeiro_domain::catalog::prices::{
    NewPrice, PlannedPrice, PriceAction, PriceMark, RefusedPrice, mark_rows, percent_between, read_percent,
};
use celeiro_domain::catalog::{FieldError, Price};
use celeiro_domain::import::PriceRule;
use celeiro_domain::search::Kind;
use celeiro_domain::wire::Number;
use celeiro_store::{PlannedChange, PricePlan, RecordSelection};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

use super::own_prices::MAX_GIVEN;

/// Rows and refused prices that a preview names; the rest is counted.
const MAX_ROWS: usize = 200;

/// What happens to prices. Exactly one of `percent`, `fromCost` and `rows`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PriceUpdate {
    /// They are raised by so many per cent, or lowered: -99..9900. Packages on sale too.
    #[serde(default)]
    #[specta(type = Option<Number>)]
    pub percent: Option<f64>,
    /// With `percent`, the cents with which the new prices end, 0..99; rounded to whole cents where absent.
    #[serde(default)]
    pub cents: Option<u32>,
    /// They become this of what the items cost the dealer; items without a cost are left out, and packages.
    #[serde(default)]
    pub from_cost: Option<PriceRule>,
    /// These are given, at most 5,000; `selection` is not needed then.
    #[serde(default)]
    pub rows: Option<Vec<NewPrice>>,
}

/// A change of prices to be looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewPriceChange {
    /// The list that gets own prices; the base where absent.
    #[serde(default)]
    pub list: Option<Uuid>,
    /// What happens to the prices.
    pub what: PriceUpdate,
    /// Of which items, as in a bulk edit; needed but with `rows`.
    #[serde(default)]
    pub selection: Option<Selection>,
}

/// How many rows of a change have a mark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkCount {
    /// The mark.
    pub mark: PriceMark,
    /// Rows that have it.
    pub count: u32,
}

/// A row of a preview.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PricePreviewRow {
    /// The item.
    pub item: Uuid,
    /// Its name.
    pub name: String,
    /// The currency of its prices.
    pub currency: String,
    /// The label of the package; the item itself where absent.
    pub package: Option<String>,
    /// What it costs now by the list or the base.
    pub old: Option<Price>,
    /// What it would cost.
    pub new: Option<Price>,
    /// By how many per cent it changes, with one decimal; absent where there was no price, or 0.
    #[specta(type = Option<Number>)]
    pub percent: Option<f64>,
    /// What stands out, the gravest first.
    pub marks: Vec<PriceMark>,
}

/// What a change of prices would do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PricePreview {
    /// Prices that are meant.
    pub total: u32,
    /// Prices that would be others.
    pub changed: u32,
    /// Prices that are so already.
    pub unchanged: u32,
    /// Items of the selection that have nothing to go by: no price, or no cost, or the new price out of range.
    pub skipped: u32,
    /// Given prices that belong to nothing, the first 200.
    pub problems: Vec<RefusedPrice>,
    /// How many there are of them.
    pub problem_count: u32,
    /// What stands out, the gravest first, with how many rows have it.
    pub marks: Vec<MarkCount>,
    /// The first 200 rows, those that stand out first.
    pub rows: Vec<PricePreviewRow>,
    /// Stands for the prices as they are and as they would be; `make_price_change` wants it back.
    pub digest: String,
}

/// What a change of prices would do; changes nothing.
///
/// # Errors
/// `invalid_fields` where the change makes no sense, `invalid_request`, `not_found` where there is no such list,
/// `unknown_filter`, `invalid_filter`.
pub async fn preview_price_change(
    app: &App,
    _: &Caller,
    request: PreviewPriceChange,
) -> Result<PricePreview, AppError> {
    let plan = read_plan(request.list, request.what, request.selection)?;
    if matches!(plan.selected, RecordSelection::All(..)) {
        // A filter by completeness goes by them.
        app.store().renew_expectations().await?;
    }
    Ok(describe_plan(app.store().preview_price_change(&plan).await?))
}

/// The change as the database can find its rows.
///
/// # Errors
/// `invalid_request` where it is not exactly one change, or of no items; `invalid_fields`.
pub(super) fn read_plan(
    list: Option<Uuid>,
    what: PriceUpdate,
    selection: Option<Selection>,
) -> Result<PricePlan, AppError> {
    let PriceUpdate { percent, cents, from_cost, rows } = what;
    let refuse = |error: FieldError| AppError::fields(vec![error]);
    let action = match (percent, from_cost, rows) {
        (Some(percent), None, None) => PriceAction::Raise(read_percent(percent, cents).map_err(refuse)?),
        (None, Some(rule), None) if cents.is_none() => {
            let field = |field: &str| field.replacen("priceRule", "what.fromCost", 1);
            let name_field = |error: FieldError| FieldError { field: field(&error.field), ..error };
            PriceAction::FromCost(rule.check().map_err(|error| refuse(name_field(error)))?)
        }
        (None, None, Some(rows)) if cents.is_none() && !rows.is_empty() && rows.len() <= MAX_GIVEN => {
            let blank =
                |row: NewPrice| NewPrice { package: row.package.filter(|label| !label.is_empty()), ..row };
            PriceAction::Rows(rows.into_iter().map(blank).collect())
        }
        (None, None, Some(_)) => {
            return Err(
                AppError::invalid_request(format!("what.rows: 1..{MAX_GIVEN}")).detail("path", "what.rows")
            );
        }
        _ => {
            return Err(AppError::invalid_request("what: percent | fromCost | rows").detail("path", "what"));
        }
    };
    let selected = match (&action, selection) {
        (PriceAction::Rows(rows), _) => {
            let mut ids: Vec<Uuid> = rows.iter().map(|row| row.item).collect();
            ids.sort_unstable();
            ids.dedup();
            RecordSelection::Ids(ids)
        }
        (_, Some(selection)) => selection.resolve(Kind::Items)?,
        (_, None) => return Err(AppError::invalid_request("selection: ids | all")),
    };
    Ok(PricePlan { list, action, selected })
}

/// Refuses a change whose rows are not those of its preview any more.
pub(super) fn stale_preview(planned: PlannedChange) -> AppError {
    let preview = describe_plan(planned);
    AppError::new(Code::SelectionChanged)
        .detail("matched", preview.total)
        .detail("changed", preview.changed)
        .detail("unchanged", preview.unchanged)
        .detail("digest", &preview.digest)
}

fn describe_plan(planned: PlannedChange) -> PricePreview {
    let mut rows = mark_rows(planned.rows);
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let with = |mark: PriceMark| rows.iter().filter(|(_, marks)| marks.contains(&mark)).count();
    let unchanged = with(PriceMark::Unchanged);
    let counts = PriceMark::ALL.into_iter().map(|mark| MarkCount { mark, count: count(with(mark)) });
    let counts = counts.filter(|counted| counted.count > 0).collect();
    let total = rows.len();
    rows.truncate(MAX_ROWS);
    PricePreview {
        total: count(total),
        changed: count(total - unchanged),
        unchanged: count(unchanged),
        skipped: planned.skipped,
        problem_count: count(planned.refused.len()),
        problems: planned.refused.into_iter().take(MAX_ROWS).collect(),
        marks: counts,
        rows: rows.into_iter().map(|(row, marks)| preview_row(row, marks)).collect(),
        digest: planned.digest,
    }
}

fn preview_row(row: PlannedPrice, marks: Vec<PriceMark>) -> PricePreviewRow {
    PricePreviewRow {
        item: row.place.item,
        name: row.name,
        currency: row.currency,
        package: row.place.package,
        old: row.old,
        new: row.after,
        percent: percent_between(row.old, row.after),
        marks,
    }
}

#[cfg(test)]
mod tests;
