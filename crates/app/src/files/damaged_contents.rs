//! Report of damaged shared contents for people; [`crate::files::content_rounds`] repairs them.

use crate::app::App;
use crate::error::AppError;
use crate::messages::translate_with;
use celeiro_domain::search::Lang;
use celeiro_store::DamagedContents;

/// Lost files that are named, at most: they stand in one line.
const NAMED_FILES: u32 = 10;

/// Counts the damaged contents of shared files; none where the database has one server.
pub(crate) async fn count_damaged_contents(app: &App) -> Result<DamagedContents, AppError> {
    match app.has_team_database() {
        true => Ok(app.store().count_damaged_contents().await?),
        false => Ok(DamagedContents::default()),
    }
}

/// Describes how many damaged contents are about to be healed, and how many no server has; none where all are whole.
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
pub(crate) async fn name_damaged_contents(app: &App, lang: Lang) -> Result<Option<String>, AppError> {
    let counts = count_damaged_contents(app).await?;
    let Some(told) = describe_damaged_contents(counts, lang) else { return Ok(None) };
    let lost = app.store().lost_files(NAMED_FILES).await?;
    let names: Vec<String> = lost.iter().map(|file| format!("{} ({})", file.name, file.item)).collect();
    Ok(Some(if names.is_empty() { told } else { format!("{told}: {}", names.join(", ")) }))
}
