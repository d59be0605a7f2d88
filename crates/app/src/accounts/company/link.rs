//! Link between the caller's account and a company identity. A sign-in round makes it, and only the session that began
//! the round can finish it.

use super::sign_in::offer_company_sign_in;
use super::wire::MyCompanyLink;
use crate::accounts::access_log::account_actor;
use crate::api::Empty;
use crate::app::{App, Caller};
use crate::error::AppError;

/// Whether the caller's account can be linked to a person of the company, and since when it is.
///
/// # Errors
/// `account_needed`; `session_needed` for a token.
pub async fn get_my_company(app: &App, caller: &Caller, _: Empty) -> Result<MyCompanyLink, AppError> {
    let account = caller.require_session()?;
    let linked_at = app.store().company_linked_at(account.id).await?;
    Ok(MyCompanyLink { offered: offer_company_sign_in(app).offered, linked_at })
}

/// Unlinks the caller's account; one that is not linked stays as it is.
///
/// # Errors
/// `account_needed`; `session_needed` for a token.
pub async fn unlink_my_company(app: &App, caller: &Caller, _: Empty) -> Result<MyCompanyLink, AppError> {
    let account = caller.require_session()?;
    app.store().unlink_company(account.id, &account_actor(caller)).await?;
    Ok(MyCompanyLink { offered: offer_company_sign_in(app).offered, linked_at: None })
}
