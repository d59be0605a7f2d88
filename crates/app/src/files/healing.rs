//! Shared contents that are damaged in the database: the server that fetches one notes it, and each that has it whole
//! puts its bytes in their place.

use crate::app::App;
use crate::error::{AppError, Code};
use crate::messages::translate_with;
use crate::runtime::blocking::run_blocking;
use celeiro_domain::search::Lang;
use celeiro_store::DamagedContents;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often a server looks for damaged contents that it has whole: a person waits who could not open one.
const ROUND: Duration = Duration::from_secs(60);
/// Contents that are asked for at a time.
const PAGE: u32 = 100;
/// Lost files that are named, at most: they stand in one line.
const NAMED_FILES: u32 = 10;

/// Heals, again and again until `stop`, what other servers found damaged and this one has whole.
pub(crate) async fn run_content_healing(app: &App, stop: &CancellationToken) {
    if !app.has_team_database() {
        return;
    }
    loop {
        match heal_shared_contents(app).await {
            Ok(0) => {}
            Ok(healed) => tracing::info!(healed, "damaged attached files of the database replaced"),
            Err(error) => tracing::warn!(%error, "damaged attached files stay for now"),
        }
        tokio::select! {
            () = tokio::time::sleep(ROUND) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Heals once; returns how many contents were healed. One that this server has not, or has damaged too, is left to
/// the others.
///
/// # Errors
/// What the database says.
pub async fn heal_shared_contents(app: &App) -> Result<u64, AppError> {
    let (mut after, mut healed) = (Vec::new(), 0);
    loop {
        let damaged = app.store().damaged_contents(&after, PAGE).await?;
        let Some(last) = damaged.last() else { return Ok(healed) };
        after.clone_from(last);
        for sha256 in damaged {
            match heal_content(app, &sha256).await {
                Ok(is_healed) => healed += u64::from(is_healed),
                Err(error) if error.code() == Code::FileUnreadable => {
                    tracing::warn!(%error, "an attached file heals no damaged one");
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// How many shared contents are damaged; none where the database has one server.
///
/// # Errors
/// What the database says.
pub(crate) async fn count_damaged_contents(app: &App) -> Result<DamagedContents, AppError> {
    match app.has_team_database() {
        true => Ok(app.store().count_damaged_contents().await?),
        false => Ok(DamagedContents::default()),
    }
}

/// How many damaged contents are about to be healed, and how many no server has, in words; none where all are whole.
pub(crate) fn describe_damaged_contents(counts: DamagedContents, lang: Lang) -> Option<String> {
    let say =
        |key, count: i64| (count > 0).then(|| translate_with(lang, key, &[("count", count.to_string())]));
    let healing = say("status.contentsDamaged", counts.damaged - counts.lost);
    let lost = say("status.contentsLost", counts.lost);
    let told: Vec<String> = [healing, lost].into_iter().flatten().collect();
    (!told.is_empty()).then(|| told.join(" · "))
}

/// [`describe_damaged_contents`] of now, with the names of lost files of items: an administrator looks for these on
/// other machines, or attaches them again.
///
/// # Errors
/// What the database says.
pub(crate) async fn name_damaged_contents(app: &App, lang: Lang) -> Result<Option<String>, AppError> {
    let counts = count_damaged_contents(app).await?;
    let Some(told) = describe_damaged_contents(counts, lang) else { return Ok(None) };
    let lost = app.store().lost_files(NAMED_FILES).await?;
    let names: Vec<String> = lost.iter().map(|file| format!("{} ({})", file.name, file.item)).collect();
    Ok(Some(if names.is_empty() { told } else { format!("{told}: {}", names.join(", ")) }))
}

/// Replaces the damaged parts of one content, where this server has it whole; whether it did.
async fn heal_content(app: &App, sha256: &[u8]) -> Result<bool, AppError> {
    let contents = app.contents();
    let path = contents.path_of(sha256);
    let name = sha256.to_vec();
    if !run_blocking(move || contents.has_whole(&name)).await? {
        return Ok(false);
    }
    let unreadable = |error| AppError::unreadable(path.display(), error);
    let file = tokio::fs::File::open(&path).await.map_err(unreadable)?;
    app.store().heal_content(sha256, file).await?.map_err(unreadable)
}
