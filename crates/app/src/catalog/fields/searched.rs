//! The words by which the search finds items, after a definition said that it reads a field or leaves it out.

use crate::app::App;
use crate::error::AppError;

/// Reads the words of the next items anew, some hundreds; whether any field was left. Windows and servers do it in the
/// background until nothing is left, and one of them at a time; what is cut off goes on at the next start.
///
/// # Errors
/// Those of the database.
pub async fn reread_searched_fields(app: &App) -> Result<bool, AppError> {
    let reread = app.store().reread_searched_fields().await?;
    if reread == Some(0) {
        // The last of its items is done.
        app.forget();
    }
    Ok(reread.is_some())
}
