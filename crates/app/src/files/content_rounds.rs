//! Upload rounds from a server to the shared database: attached files that no other server holds, and replacements of
//! damaged ones.
//!
//! A content is not shared yet if it was attached before servers shared contents, or came with a backup; the server
//! that fetched a damaged one recorded it.

use crate::app::App;
use crate::error::{AppError, Code};
use crate::runtime::blocking::run_blocking;
use celeiro_store::ContentNeed;
use std::path::Path;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Contents that are asked for at a time.
const PAGE: u32 = 500;

/// How often a server looks for contents to share.
const SHARING_PAUSE: Duration = Duration::from_secs(600);
/// How often it looks for contents to heal: a person waits who could not open one.
const HEALING_PAUSE: Duration = Duration::from_secs(60);

/// Gives contents to the database, again and again until `stop`; ends at once where the database has one server.
pub(crate) async fn run_content_rounds(app: &App, need: ContentNeed, stop: &CancellationToken) {
    if !app.has_team_database() {
        return;
    }
    let pause = match need {
        ContentNeed::Sharing => SHARING_PAUSE,
        ContentNeed::Healing => HEALING_PAUSE,
    };
    loop {
        match give_contents(app, need).await {
            Ok(0) => {}
            Ok(contents) => tracing::info!(?need, contents, "attached files given to the database"),
            Err(error) => tracing::warn!(?need, %error, "attached files wait for the next round"),
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Gives contents once; returns how many were shared or healed. One that this server has not, cannot read or has
/// damaged too is left to the others.
///
/// # Errors
/// What disk and database say.
pub async fn give_contents(app: &App, need: ContentNeed) -> Result<u64, AppError> {
    let (mut after, mut given) = (Vec::new(), 0);
    loop {
        let contents = app.store().contents_in_need(need, &after, PAGE).await?;
        let Some(last) = contents.last() else { return Ok(given) };
        after.clone_from(last);
        for sha256 in contents {
            match give_content(app, need, &sha256).await {
                Ok(is_given) => given += u64::from(is_given),
                Err(error) if error.code() == Code::FileUnreadable => {
                    tracing::warn!(?need, %error, "an attached file is not given to the database");
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// Gives one content, where this server has it whole; whether it is shared or healed by that.
async fn give_content(app: &App, need: ContentNeed, sha256: &[u8]) -> Result<bool, AppError> {
    let contents = app.contents();
    let path = contents.path_of(sha256);
    let name = sha256.to_vec();
    if !run_blocking(move || contents.has_whole(&name)).await? {
        return Ok(false);
    }
    give_file(app, need, sha256, &path).await
}

/// Gives the bytes of a file that has the content `sha256`; whether it is shared or healed by that.
///
/// # Errors
/// [`Code::FileUnreadable`]; what the database says.
pub(super) async fn give_file(
    app: &App,
    need: ContentNeed,
    sha256: &[u8],
    path: &Path,
) -> Result<bool, AppError> {
    let unreadable = |error| AppError::unreadable(path.display(), error);
    let file = tokio::fs::File::open(path).await.map_err(unreadable)?;
    let given = match need {
        ContentNeed::Sharing => app.store().share_content(sha256, file).await?.map(|()| true),
        ContentNeed::Healing => app.store().heal_content(sha256, file).await?,
    };
    given.map_err(unreadable)
}
