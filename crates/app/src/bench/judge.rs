//! Who judges.

use crate::app::Caller;
use crate::error::AppError;
use celeiro_domain::bench::judging::check_judge;
use celeiro_domain::insight::Surface;

/// Whose judgment it is. A page and a client of the server must name who sits there: what they are
/// called themselves (`http`) is no name.
pub(crate) fn judge_name(caller: &Caller, given: Option<&str>) -> Result<String, AppError> {
    let unnamed = matches!(caller.surface, Some(Surface::Http | Surface::Window));
    let name = given.unwrap_or(if unnamed { "" } else { &caller.actor });
    check_judge(name).map_err(to_field_error)
}

/// The error of a request of which one field is wrong.
pub(crate) fn to_field_error(error: celeiro_domain::catalog::FieldError) -> AppError {
    AppError::fields(vec![error])
}
