//! Choice of the price list for an answer of the desk, in place of the counter's prices.

use crate::app::App;
use crate::catalog::prices::lists::find_price_list;
use crate::error::AppError;
use celeiro_domain::catalog::prices::PriceList;
use celeiro_domain::chat::{ChatMode, ChatRequest};

/// The list that a message asks for; none where the message was stored before, for its answer stays what it is whatever
/// became of the list since.
///
/// # Errors
/// `not_found`; `invalid_request` for a list that gives no price today, and in assistant mode, whose tools read and
/// write the prices of the counter.
pub(super) async fn find_answer_list(
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
    let list = find_price_list(app, id).await?;
    match list.is_valid_today {
        true => Ok(Some(list)),
        false => Err(AppError::invalid_request(format_args!("priceList: {} is not valid today", list.name))),
    }
}
