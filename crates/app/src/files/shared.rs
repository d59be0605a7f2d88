//! Sharing of attached files where several servers use one database: each server uploads its attachments, and downloads
//! the ones it lacks.
//!
//! A fetched content stays in the data folder, so that it is fetched once. Celeiro's own database has one server, whose
//! folder has all contents: nothing is copied into that database.

use crate::app::App;
use crate::error::{AppError, Code};
use crate::files::content_rounds::give_file;
use crate::files::contents::StagedContent;
use crate::files::fetched_content::fetch_content;
use crate::runtime::blocking::run_blocking;
use celeiro_store::ContentNeed;
use std::fs::File;

/// Opens a file content of this server, or else one that another has shared; `name` is what people call it.
///
/// # Errors
/// [`Code::FileElsewhere`] where no server has shared it, or it was removed; [`Code::FileUnreadable`] where the shared
/// bytes are damaged, which is noted then ([`crate::files::content_rounds`] heals them); what disk and database say.
pub(crate) async fn open_content(app: &App, sha256: &[u8], name: &str) -> Result<File, AppError> {
    let contents = app.contents();
    let opened = {
        let (contents, sha256, name) = (contents.clone(), sha256.to_vec(), name.to_owned());
        run_blocking(move || contents.open(&sha256, &name)).await
    };
    let Err(missing) = opened else { return opened };
    if missing.code() != Code::FileElsewhere || !app.has_team_database() {
        return Err(missing);
    }
    let store = app.store();
    if !store.is_content_shared(sha256).await? {
        return Err(missing);
    }
    match fetch_content(contents.clone(), sha256, name, store).await {
        Err(error) if error.code() == Code::FileUnreadable => {
            if store.note_damaged_content(sha256).await? {
                tracing::warn!(name, "a shared file is damaged in the database");
                return Err(error);
            }
            // Another server put whole parts in the place of damaged ones meanwhile.
            fetch_content(contents, sha256, name, store).await
        }
        fetched => fetched,
    }
}

/// Shares a content before the record that needs it is stored: each server that sees the record finds the content.
///
/// # Errors
/// What disk and database say.
pub(crate) async fn share_staged(app: &App, staged: &StagedContent) -> Result<(), AppError> {
    if app.has_team_database() {
        give_file(app, ContentNeed::Sharing, &staged.sha256, staged.path()).await?;
    }
    Ok(())
}
