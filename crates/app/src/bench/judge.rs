//! The identity of a judge.

use crate::api::login_of;
use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::bench::judging::check_judge;
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::insight::Surface;
use celeiro_domain::team::check_login;
use celeiro_store::StoreError;

/// Whose judgment it is: with an account, that person's and no other's, for judgments are compared and taken back by
/// judge. Without one, a page and a client of the server must name who sits there: what they are called themselves
/// (`http`) is no name.
pub(crate) fn judge_name(caller: &Caller, given: Option<&str>) -> Result<String, AppError> {
    if let Some(login) = login_of(caller) {
        return Ok(login.to_owned());
    }
    let unnamed = matches!(caller.surface, Some(Surface::Http | Surface::Window));
    let name = given.unwrap_or(if unnamed { "" } else { &caller.actor });
    check_judge(name).map_err(to_field_error)
}

/// Whose judgments a file holds: those of a person without an account, too, but with an account none in the name of
/// another one.
pub(crate) async fn imported_judge(
    app: &App,
    caller: &Caller,
    given: Option<&str>,
) -> Result<String, AppError> {
    let Some(own) = login_of(caller) else { return judge_name(caller, given) };
    let name = check_judge(given.unwrap_or(own)).map_err(to_field_error)?;
    let Ok(login) = check_login(&name) else { return Ok(name) };
    if login == own {
        return Ok(own.to_owned());
    }
    match app.store().user_by_login(&login).await {
        Ok(_) => Err(to_field_error(FieldError::new("judge", FieldErrorCode::InvalidValue, &name, own))),
        Err(StoreError::NotFound) => Ok(name),
        Err(error) => Err(error.into()),
    }
}

/// The error of a request of which one field is wrong.
pub(crate) fn to_field_error(error: FieldError) -> AppError {
    AppError::fields(vec![error])
}
