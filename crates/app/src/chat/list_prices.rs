//! The price list whose prices an answer of the desk gives, in the place of those of the counter.

use crate::app::App;
use crate::catalog::prices::lists::today;
use crate::error::{AppError, Code};
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::prices::{PriceList, put_list_prices};
use celeiro_domain::chat::{ChatMode, ChatRequest};

/// The list that a message asks for; none where the message was stored before, for its answer stays what it is whatever
/// became of the list since.
///
/// # Errors
/// `not_found`; `invalid_request` for a list that gives no price today, and in assistant mode, whose tools read and
/// write the prices of the counter.
pub(super) async fn find_price_list(
    app: &App,
    request: &ChatRequest,
    mode: ChatMode,
) -> Result<Option<PriceList>, AppError> {
    let Some(id) = request.price_list else { return Ok(None) };
    if let Some(operation) = request.operation_id
        && app.store().operation_owner(operation).await.is_ok()
    {
        return Ok(None);
    }
    if mode == ChatMode::Assistant {
        return Err(AppError::invalid_request("priceList: mode desk"));
    }
    let lists = app.store().price_lists(today(app)).await?;
    let list = lists.into_iter().find(|list| list.id == id).ok_or_else(|| AppError::new(Code::NotFound))?;
    match list.is_valid_today {
        true => Ok(Some(list)),
        false => Err(AppError::invalid_request(format_args!("priceList: {} is not valid today", list.name))),
    }
}

/// Puts the prices of the list in the place of those of the counter.
///
/// # Errors
/// What the database says.
pub(crate) async fn price_by_list<'a>(
    app: &App,
    list: &PriceList,
    items: impl Iterator<Item = &'a mut Item>,
) -> Result<(), AppError> {
    let items: Vec<&mut Item> = items.collect();
    let ids: Vec<_> = items.iter().map(|item| item.id).collect();
    let own = app.store().own_prices_of_items(list.id, &ids).await?;
    for item in items {
        put_list_prices(item, list, &own);
    }
    Ok(())
}
