//! Import of a stock list: each row by code, EAN or name. Rows that cannot be stored are reported without blocking the
//! others.

use super::list_places::{count_mixed_places, fold_place, list_rows_by_place};
use super::lost_zeros::find_lost_zeros;
use super::row_match::{MatchKeys, MatchedRow, fold, match_row};
use super::same_counts::keep_moments;
use super::stock_row::{RowProblem, RowRules, StockRow, StockRowCode};
use crate::api::new_write;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::messages::{name_of, translate_with};
use crate::personal::switch::time_zone;
use celeiro_domain::catalog::stock::{StockQuantity, check_count};
use celeiro_domain::catalog::{DecimalMark, FieldErrorCode};
use celeiro_domain::search::Lang;
use celeiro_store::{CountEffect, CountProblem, Origin, StockMode, StockSource, StockTargets, Write};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;
use uuid::Uuid;

/// Rows of a list at most.
pub const MAX_ROWS: usize = 50_000;
/// Problems that are named; the rest is counted.
const MAX_PROBLEMS: usize = 500;
/// Rows that are shown.
const MAX_SAMPLE: usize = 200;

/// A list of stock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportStock {
    /// The rows, 1 to 50,000; over HTTP as many of them as a body of 2 MiB has room for.
    pub rows: Vec<StockRow>,
    /// Only say what would happen.
    #[serde(default)]
    pub dry_run: Option<bool>,
    /// The sign before the decimals of written quantities, where they could be read in two ways.
    #[serde(default)]
    pub decimal: Option<DecimalMark>,
    /// When the rows were counted that say no moment; now where absent.
    #[serde(default)]
    pub counted_at: Option<DateTime<Utc>>,
    /// The place of the rows that name none, at most 120 characters; blank where the dealer has one alone.
    #[serde(default)]
    pub place: Option<String>,
    /// The name of the file that the rows are from, by which the log of operations calls them; the first 300 characters.
    #[serde(default)]
    pub file: Option<String>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
    /// The digest of the outcome that was looked at: nothing is stored where the counts would do something else by now.
    #[serde(default)]
    pub digest: Option<String>,
}

/// A row that was not stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockRowProblem {
    /// Its number.
    pub row: u32,
    /// The field that is wrong.
    pub column: String,
    /// Why.
    pub code: StockRowCode,
    /// The same for people, with what is allowed.
    pub message: String,
    /// What stands there, cut.
    pub value: String,
    /// The code and the name of its product as the list has them, cut; blank where it has neither.
    #[serde(default)]
    pub product: String,
    /// The place, cut, where it is wrong for that one alone; blank where it is wrong for the row.
    #[serde(default)]
    pub place: String,
    /// A further row of the same place, where that is what is wrong.
    #[serde(default)]
    pub other_row: Option<u32>,
}

/// A row that was stored, or would be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockRowMatch {
    /// Its number.
    pub row: u32,
    /// The item.
    pub item_id: Uuid,
    /// The name of the item.
    pub name: String,
    /// The code as the list has it, where the catalog has it with zeros before it, which spreadsheet programs drop.
    #[serde(default)]
    pub said_code: Option<String>,
    /// The label of the package; the item itself where absent.
    pub package: Option<String>,
    /// The place.
    pub place: String,
    /// How much there is.
    pub quantity: StockQuantity,
    /// What it is counted in; blank are pieces.
    pub unit: String,
    /// When it was counted.
    pub counted_at: DateTime<Utc>,
    /// How much there was by the count before; absent where there was none.
    pub before: Option<StockQuantity>,
    /// What it was counted in then; blank are pieces, or no count before.
    #[serde(default)]
    pub before_unit: String,
    /// Whether the level is another one now, or would be: by its quantity, its unit or its moment.
    pub is_changed: bool,
}

/// What became of a list of stock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockListOutcome {
    /// The operation, to be looked at and undone; absent where nothing was changed.
    pub operation_id: Option<Uuid>,
    /// Levels that are others now, or would be.
    pub changed: u32,
    /// Levels that were so already.
    pub unchanged: u32,
    /// Rows that were not stored, the first 500.
    pub problems: Vec<StockRowProblem>,
    /// How many there are of them.
    pub problem_count: u32,
    /// Items of the list with something at a place and something without one, once it is stored: what stands without may
    /// be the sum of the places, and is added to them. 0 where an earlier request of the same operation is answered
    /// again.
    #[serde(default)]
    pub mixed_places: u32,
    /// Rows of a file with a column for each place of which the sum that they state is another than that of the places.
    #[serde(default)]
    pub unlike_sums: u32,
    /// The first 200 rows that are stored, or would be, those that change a level first. None where an earlier request
    /// of the same operation is answered again.
    pub sample: Vec<StockRowMatch>,
    /// Stands for what the rows change and for those that are refused; blank where an earlier request of the same
    /// operation is answered again.
    pub digest: String,
}

/// Stores the counts of a list, each by itself, as one operation; or says what it would store.
///
/// # Errors
/// `invalid_request` for no rows, or more than 50,000; `selection_changed` where what was looked at is stale.
pub async fn import_stock(
    app: &App,
    caller: &Caller,
    request: ImportStock,
) -> Result<StockListOutcome, AppError> {
    if request.rows.is_empty() {
        return Err(refuse_row_count("stock.noRows"));
    }
    if request.rows.len() > MAX_ROWS {
        return Err(refuse_row_count("stock.tooManyRows"));
    }
    let now = Utc::now();
    let keys = MatchKeys::collect(&request.rows);
    let mut targets = app.store().stock_targets(&keys.codes, &keys.eans, &keys.names).await?;
    let lost_zeros = find_lost_zeros(app, &request.rows, &mut targets).await?;
    let rules = RowRules {
        now,
        counted_at: request.counted_at.unwrap_or(now),
        decimal: request.decimal.or_else(|| find_mark(&request.rows)),
        place: request.place.filter(|place| !place.trim().is_empty()),
        zone: time_zone(app),
    };
    let (mut matched, mut problems): (Vec<MatchedRow>, Vec<RowProblem>) = (Vec::new(), Vec::new());
    for (row, at) in request.rows.iter().zip(1..) {
        let number = row.row.unwrap_or(at);
        match read_row(row, number, &targets, &rules) {
            Ok(found) => {
                let is_lost = fold(row.code.as_deref()).is_some_and(|code| lost_zeros.contains(&code));
                let said_code = row.code.clone().filter(|_| is_lost && row.item_id.is_none());
                matched.push(MatchedRow { said_code, ..found });
            }
            Err(problem) => problems.push(problem),
        }
    }
    keep_moments(app, &mut matched, &rules.zone).await?;
    let counts: Vec<_> = matched.iter().map(|row| row.count.clone()).collect();
    let is_dry = request.dry_run.unwrap_or(false);
    let mode = if is_dry { StockMode::Preview } else { StockMode::Each(request.digest.as_deref()) };
    // A look is no answer to what was stored under the id before.
    let write =
        Write { origin: Origin::Import, ..new_write(caller, request.operation_id.filter(|_| !is_dry)) };
    let file = request.file.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let set = app.store().set_stock(StockSource::List(file), &counts, mode, &write).await?;
    if set.is_stale {
        return Err(AppError::new(Code::SelectionChanged));
    }
    let is_twice = |problem: CountProblem| problem == CountProblem::Twice;
    let rows_by_place = match set.refused.iter().any(|(_, problem)| is_twice(*problem)) {
        true => list_rows_by_place(&matched),
        false => HashMap::new(),
    };
    problems.extend(set.refused.iter().filter_map(|(at, problem)| {
        let row = matched.get(*at)?;
        let rows = rows_by_place.get(&fold_place(&row.count.place)).filter(|_| is_twice(*problem));
        let other_row = rows.and_then(|rows| rows.iter().copied().take(2).find(|other| *other != row.number));
        Some(RowProblem { other_row, ..refuse_row(row, *problem, &rules.zone) })
    }));
    // What is wrong with the product or the day of a row is so at each of its places, and told once.
    problems.sort_by_key(|problem| (problem.row, !problem.place.is_empty()));
    problems.dedup();
    Ok(StockListOutcome {
        operation_id: (set.changed > 0 && !is_dry).then_some(write.operation_id),
        changed: set.changed,
        unchanged: set.unchanged,
        problem_count: u32::try_from(problems.len()).unwrap_or(u32::MAX),
        problems: problems
            .iter()
            .take(MAX_PROBLEMS)
            .map(|problem| describe_problem(caller.lang, problem))
            .collect(),
        mixed_places: count_mixed_places(app, &set.effects).await?,
        unlike_sums: 0,
        sample: sample_rows(app, &matched, set.effects).await?,
        digest: set.digest,
    })
}

/// The refusal of a list with too few or too many rows, in the words of the text `key`.
pub(in crate::catalog::stock) fn refuse_row_count(key: &'static str) -> AppError {
    AppError::invalid_request(format!("rows: 1..{MAX_ROWS}")).detail("path", "rows").with_message_key(key)
}

/// Characters of a value that a report quotes.
const VALUE_CHARS: usize = 120;

fn describe_problem(lang: Lang, problem: &RowProblem) -> StockRowProblem {
    let cut = |text: &str| text.chars().take(VALUE_CHARS).collect::<String>();
    let value = cut(&problem.value);
    let key = format!("stock.problem.{}", name_of(&problem.code));
    StockRowProblem {
        row: problem.row,
        column: problem.column.to_owned(),
        code: problem.code,
        message: translate_with(lang, &key, &[("value", value.clone())]),
        value,
        product: cut(&problem.product),
        place: cut(&problem.place),
        other_row: problem.other_row,
    }
}

fn read_row(
    row: &StockRow,
    number: u32,
    targets: &StockTargets,
    rules: &RowRules,
) -> Result<MatchedRow, RowProblem> {
    let matched = match_row(row, number, targets, rules)?;
    let checked = check_count(matched.count.clone(), "", rules.now).map_err(|errors| {
        let is_date = errors.iter().any(|error| error.code == FieldErrorCode::DateInFuture);
        let column = match errors.first().map(|error| error.field.as_str()) {
            Some("unit") => "unit",
            _ if is_date => "countedAt",
            _ => "place",
        };
        RowProblem {
            row: number,
            column,
            code: if is_date { StockRowCode::DateInFuture } else { StockRowCode::InvalidText },
            value: match is_date {
                true => matched.write_day(&rules.zone),
                false => errors.first().map(|error| error.value.clone()).unwrap_or_default(),
            },
            product: matched.product.clone(),
            place: String::new(),
            other_row: None,
        }
    })?;
    Ok(MatchedRow { count: checked, ..matched })
}

fn refuse_row(row: &MatchedRow, problem: CountProblem, zone: &str) -> RowProblem {
    let package = row.count.place.package.clone().unwrap_or_default();
    let place = row.count.place.place.clone();
    let wrong_place = match problem {
        CountProblem::NoItem | CountProblem::NoPackage => String::new(),
        CountProblem::Older | CountProblem::Twice | CountProblem::TooMany => place.clone(),
    };
    let (column, code, value) = match problem {
        CountProblem::NoItem => ("itemId", StockRowCode::NotFound, row.count.place.item.to_string()),
        CountProblem::NoPackage => ("package", StockRowCode::NoPackage, package),
        CountProblem::Older => ("countedAt", StockRowCode::Older, row.write_day(zone)),
        CountProblem::Twice => ("place", StockRowCode::Twice, place),
        CountProblem::TooMany => ("place", StockRowCode::TooMany, place),
    };
    RowProblem {
        row: row.number,
        column,
        code,
        value,
        product: row.product.clone(),
        place: wrong_place,
        other_row: None,
    }
}

/// The sign before the decimals that one of the written quantities shows; none where both are shown, or neither is.
fn find_mark(rows: &[StockRow]) -> Option<DecimalMark> {
    let shows = |sign: char| {
        rows.iter().filter_map(|row| row.quantity.as_str()).any(|text| {
            text.trim().rsplit_once(sign).is_some_and(|(whole, decimals)| {
                let is_fraction = !decimals.is_empty() && decimals.bytes().all(|b| b.is_ascii_digit());
                is_fraction && decimals.len() != 3 && !whole.contains(sign)
            })
        })
    };
    match (shows(','), shows('.')) {
        (true, false) => Some(DecimalMark::Comma),
        (false, true) => Some(DecimalMark::Point),
        _ => None,
    }
}

async fn sample_rows(
    app: &App,
    matched: &[MatchedRow],
    mut effects: Vec<CountEffect>,
) -> Result<Vec<StockRowMatch>, AppError> {
    effects.sort_by_key(|effect| (!effect.is_change(), effect.at));
    effects.truncate(MAX_SAMPLE);
    let ids: Vec<Uuid> = effects.iter().map(|effect| effect.place.item).collect();
    let items = app.store().items(&ids).await?;
    let names: HashMap<Uuid, String> = items.into_iter().map(|item| (item.id, item.name)).collect();
    let rows = effects.into_iter().filter_map(|effect| {
        let is_changed = effect.is_change();
        let after = effect.after?;
        let row = matched.get(effect.at)?;
        Some(StockRowMatch {
            row: row.number,
            said_code: row.said_code.clone(),
            item_id: effect.place.item,
            name: names.get(&effect.place.item)?.clone(),
            package: after.package,
            place: after.place,
            quantity: after.quantity,
            unit: after.unit,
            counted_at: after.counted_at,
            before: effect.before.as_ref().map(|level| level.quantity),
            before_unit: effect.before.map(|level| level.unit).unwrap_or_default(),
            is_changed,
        })
    });
    Ok(rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn one_written_quantity_shows_the_sign_of_all() {
        let mark = |quantities: &[Value]| {
            let row = |quantity: &Value| StockRow { quantity: quantity.clone(), ..StockRow::default() };
            find_mark(&quantities.iter().map(row).collect::<Vec<_>>())
        };
        assert_eq!(mark(&[json!("1.250"), json!("12,5")]), Some(DecimalMark::Comma));
        assert_eq!(mark(&[json!("1,250"), json!("12.50")]), Some(DecimalMark::Point));
        assert_eq!(mark(&[json!("1.250"), json!(12.5)]), None);
        assert_eq!(mark(&[json!("12,5"), json!("12.5")]), None, "both");
        assert_eq!(mark(&[json!("1.234.567")]), None, "thousands");
    }
}
