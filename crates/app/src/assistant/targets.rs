//! Resolution of a tool call's target items.

use crate::app::App;
use crate::error::{AppError, Code, Missing};
use crate::sheet::grid::plan_grid;
use celeiro_domain::assistant::action::MAX_ACTION_ITEMS;
use celeiro_domain::assistant::arguments::PriceSelection;
use celeiro_domain::assistant::plan::selection_query;
use celeiro_domain::catalog::{FacetValue, Item};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{GridFilter, GridQuery, GridTest};
use celeiro_store::StoreError;
use uuid::Uuid;

/// Values of a column that a refusal names.
const NAMED_VALUES: usize = 30;

/// The item of this id, code or exact name.
///
/// # Errors
/// [`Code::NotFound`]; [`Code::ActionInvalid`] where several have the name.
pub(super) async fn find_item(app: &App, reference: &str) -> Result<Item, AppError> {
    match app.store().record_called(reference.trim()).await {
        Ok((Kind::Items, id)) => return Ok(app.store().item(id).await?),
        Ok((Kind::Faqs, _)) | Err(StoreError::NotFound) => {}
        Err(error) => return Err(error.into()),
    }
    let by_name =
        GridFilter { column: "name".into(), test: GridTest::Is, values: vec![reference.trim().into()] };
    let query = GridQuery { filters: vec![by_name], limit: Some(2), ..GridQuery::default() };
    let mut found = app.store().grid_items(&plan_grid(Kind::Items, &query)?).await?.rows;
    match (found.pop(), found.is_empty()) {
        (Some(one), true) => Ok(one.item),
        (None, _) => Err(Missing::Item.refuse(reference.trim())),
        (Some(_), false) => {
            Err(AppError::new(Code::ActionInvalid).with_text("reason", "action.reason.ambiguous"))
        }
    }
}

/// The items of a selection, in order of their ids.
///
/// # Errors
/// [`Code::ActionInvalid`] where there are none, or too many for one action.
pub(super) async fn select_items(
    app: &App,
    selection: &PriceSelection,
    priced: bool,
) -> Result<Vec<Uuid>, AppError> {
    let ids = app.store().selected_ids(&plan_grid(Kind::Items, &selection_query(selection, priced))?).await?;
    let refusal = || AppError::new(Code::ActionInvalid).with("matched", ids.len());
    if ids.len() > MAX_ACTION_ITEMS as usize {
        return Err(refusal().with_text("reason", "action.reason.tooMany"));
    }
    if ids.is_empty() {
        let facets = app.store().facets().await?;
        let names = |values: &[FacetValue]| {
            let names: Vec<&str> =
                values.iter().take(NAMED_VALUES).map(|facet| facet.value.as_str()).collect();
            names.join("; ")
        };
        return Err(refusal()
            .with_text("reason", "action.reason.nothing")
            .detail("categories", names(&facets.categories))
            .detail("manufacturers", names(&facets.manufacturers)));
    }
    Ok(ids)
}
