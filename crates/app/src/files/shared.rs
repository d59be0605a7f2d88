//! Contents of attached files where several servers share a database: each puts what is attached there into it, and
//! fetches from it what it has not.
//!
//! A content that was fetched stays in the data folder, so that it is fetched once. Celeiro's own database has one
//! server, whose folder has them all: there nothing is put into the database.

use crate::app::App;
use crate::error::{AppError, Code};
use crate::files::contents::StagedContent;
use crate::files::fetched_content::fetch_content;
use crate::runtime::blocking::run_blocking;
use std::fs::File;
use std::path::Path;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often a server looks for contents that it has and that are not shared.
const ROUND: Duration = Duration::from_secs(600);
/// Contents that are asked for at a time.
const PAGE: u32 = 500;

/// Opens a content of this server, or else one that another has shared; `name` is what people call it.
///
/// # Errors
/// [`Code::FileElsewhere`] where no server has shared it, or it was removed; [`Code::FileUnreadable`] where the shared
/// bytes are damaged, which is noted then ([`crate::files::healing`]); what disk and database say.
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
        share_file(app, &staged.sha256, staged.path()).await?;
    }
    Ok(())
}

/// Shares, again and again until `stop`, what this server has and others cannot find: it was attached before servers
/// shared contents, or came with a backup.
pub(crate) async fn run_content_sharing(app: &App, stop: &CancellationToken) {
    if !app.has_team_database() {
        return;
    }
    loop {
        match share_own_contents(app).await {
            Ok(0) => {}
            Ok(shared) => tracing::info!(shared, "attached files shared with the other servers"),
            Err(error) => tracing::warn!(%error, "attached files are not shared for now"),
        }
        tokio::select! {
            () = tokio::time::sleep(ROUND) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Shares once; returns how many contents were shared. One that cannot be read, or whose bytes are not those that its
/// name promises, is left out: another server may have it whole.
///
/// # Errors
/// What disk and database say.
pub async fn share_own_contents(app: &App) -> Result<u64, AppError> {
    let (mut after, mut shared) = (Vec::new(), 0);
    loop {
        let unshared = app.store().unshared_contents(&after, PAGE).await?;
        let Some(last) = unshared.last() else { return Ok(shared) };
        after.clone_from(last);
        for sha256 in unshared {
            let contents = app.contents();
            let path = contents.path_of(&sha256);
            let name = sha256.clone();
            let shares = async {
                let is_whole = run_blocking(move || contents.has_whole(&name)).await?;
                if is_whole {
                    share_file(app, &sha256, &path).await?;
                }
                Ok::<_, AppError>(is_whole)
            };
            match shares.await {
                Ok(is_whole) => shared += u64::from(is_whole),
                Err(error) if error.code() == Code::FileUnreadable => {
                    tracing::warn!(%error, "an attached file is not shared");
                }
                Err(error) => return Err(error),
            }
        }
    }
}

async fn share_file(app: &App, sha256: &[u8], path: &Path) -> Result<(), AppError> {
    let unreadable = |error| AppError::unreadable(path.display(), error);
    let file = tokio::fs::File::open(path).await.map_err(unreadable)?;
    app.store().share_content(sha256, file).await?.map_err(unreadable)
}
