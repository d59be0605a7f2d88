//! Reindexing of items after a definition adds a field to the search or removes it.

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
