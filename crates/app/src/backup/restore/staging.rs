//! Staging of the new data folder: filled, migrated and tested before it replaces the old one.

use super::fill::{
    RestoreStage, cluster_options, compare_counts, fill_database, write_contents, write_settings,
};
use crate::app::{App, Caller};
use crate::backup::archive::reader::Archive;
use crate::config::Config;
use crate::error::{AppError, Code};
use crate::search::api::search;
use celeiro_domain::search::{Lang, SearchRequest};
use celeiro_store::cluster::{Binaries, Cluster};
use celeiro_store::{Connection, StoreError, analyze_database, check_indexes, list_item_names};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Searches that are made on what was read back.
const SEARCHES: i64 = 20;
/// How often each of them is tried, and the pause in between: a busy machine is no damage.
const ATTEMPTS: u32 = 3;
const PAUSE: Duration = Duration::from_secs(2);

/// Fills a data folder that is not there yet. Returns how many indexes were held against their tables.
pub(super) async fn build_staged_folder(
    config: &Config,
    staged: &Path,
    archive: &Arc<Archive>,
    report: &impl Fn(RestoreStage),
) -> Result<Option<u32>, AppError> {
    report(RestoreStage::Filling);
    let cluster = Cluster::open(&cluster_options(config, staged)).await?;
    let filled = fill_cluster(&cluster, archive).await;
    let closed = cluster.close().await;
    let checked = filled?;
    closed?;
    report(RestoreStage::Files);
    write_contents(archive, staged).await?;
    write_settings(archive, staged)?;
    Ok(checked)
}

/// Fills the database of a new cluster and checks it.
async fn fill_cluster(cluster: &Cluster, archive: &Arc<Archive>) -> Result<Option<u32>, AppError> {
    let connection = Connection::Managed(Box::new(cluster.logins()));
    let binaries: &Binaries = cluster.binaries();
    fill_database(binaries, &connection, archive).await?;
    compare_counts(&connection, archive).await?;
    analyze_database(&connection).await?;
    let mut superuser = cluster.superuser();
    superuser.database = cluster.owner().database;
    check_indexes(superuser).await.map_err(|error| match error {
        StoreError::Damaged(text) => {
            tracing::warn!(text, "an index of what was read back is damaged");
            refuse_mismatch(name_damaged(&text))
        }
        error => error.into(),
    })
}

/// The error of a table that is not as it was.
fn refuse_mismatch(table: &str) -> AppError {
    AppError::new(Code::BackupMismatch).with("table", table)
}

/// The table, or else the index, that the server names as damaged; all that it says where it names none.
fn name_damaged(text: &str) -> &str {
    let name_after = |kind: &str| text.split_once(kind)?.1.split_once('"').map(|(name, _)| name);
    name_after("table \"").or_else(|| name_after("index \"")).unwrap_or(text)
}

/// Opens the program on the new folder, which brings the schema up to date, and searches for what is there. Some
/// searches may find nothing; where none does, the catalog would not serve.
pub(super) async fn prove_staged_folder(config: &Config, staged: &Path) -> Result<SearchTrial, AppError> {
    let app = App::open(config.for_restored_folder(staged), |_| ()).await?;
    let tried = try_searches(&app).await;
    app.close().await?;
    let outcomes = tried?;
    outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).for_each(|error| {
        tracing::warn!(%error, "a search on what was read back failed");
    });
    SearchTrial::judge(outcomes)
}

/// How searches on what was read back went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SearchTrial {
    /// How many were made.
    pub made: u32,
    /// How many of them found nothing or failed. A name may be of nothing that is searched for.
    pub unfound: u32,
}

impl SearchTrial {
    /// Counts what came of searches: of each whether it found something.
    ///
    /// # Errors
    /// Where there are some and none found anything: the error of one that failed, or `backup_mismatch`.
    fn judge(outcomes: Vec<Result<bool, AppError>>) -> Result<Self, AppError> {
        let made = u32::try_from(outcomes.len()).unwrap_or(u32::MAX);
        let found = outcomes.iter().filter(|outcome| matches!(outcome, Ok(true))).count();
        if made > 0 && found == 0 {
            let failure = outcomes.into_iter().find_map(Result::err);
            return Err(failure.unwrap_or_else(|| refuse_mismatch("catalog_items")));
        }
        let unfound = made - u32::try_from(found).unwrap_or(made);
        if unfound > 0 {
            tracing::warn!(made, unfound, "searches found nothing of what was read back");
        }
        Ok(Self { made, unfound })
    }
}

/// Searches for items by their names, and tells of each search whether it found something.
///
/// # Errors
/// The names cannot be read.
async fn try_searches(app: &App) -> Result<Vec<Result<bool, AppError>>, AppError> {
    let names = retry_transient(async || list_names(app).await).await?;
    let mut outcomes = Vec::with_capacity(names.len());
    for query in names {
        outcomes.push(retry_transient(async || find_by_name(app, &query).await).await);
    }
    Ok(outcomes)
}

/// Whether a search for `query` finds anything.
async fn find_by_name(app: &App, query: &str) -> Result<bool, AppError> {
    let request = SearchRequest { query: query.to_owned(), settled: Some(false), ..SearchRequest::default() };
    Ok(!search(app, &Caller::local(Lang::En), request).await?.results.is_empty())
}

/// Names to search for. One without a letter or a digit has no word that could be found.
async fn list_names(app: &App) -> Result<Vec<String>, AppError> {
    let mut names = list_item_names(&app.connection().await?, SEARCHES).await?;
    names.retain(|name| name.chars().any(char::is_alphanumeric));
    Ok(names)
}

/// Does `work` again where it fails as on a busy machine.
async fn retry_transient<T>(work: impl AsyncFn() -> Result<T, AppError>) -> Result<T, AppError> {
    for _ in 1..ATTEMPTS {
        match work().await {
            Err(error) if is_transient(error.code()) => {}
            done => return done,
        }
        tokio::time::sleep(PAUSE).await;
    }
    work().await
}

/// Whether the same may work a moment later.
fn is_transient(code: Code) -> bool {
    matches!(code, Code::DatabaseBusy | Code::DatabaseStuck | Code::DatabaseUnreachable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn searches_of_which_none_finds_anything_are_refused() {
        let fail_search = || Err(AppError::new(Code::DatabaseBusy));
        let judge = SearchTrial::judge;
        assert_eq!(judge(Vec::new()), Ok(SearchTrial { made: 0, unfound: 0 }), "an empty catalog");
        let some = judge(vec![Ok(true), Ok(false), fail_search()]);
        assert_eq!(some, Ok(SearchTrial { made: 3, unfound: 2 }));
        assert_eq!(judge(vec![Ok(false), Ok(false)]).unwrap_err().code(), Code::BackupMismatch);
        assert_eq!(judge(vec![Ok(false), fail_search()]).unwrap_err().code(), Code::DatabaseBusy);
    }

    #[tokio::test]
    async fn what_a_busy_machine_refuses_is_done_again() {
        for (code, calls) in [(Code::DatabaseBusy, ATTEMPTS), (Code::Internal, 1)] {
            let made = AtomicU32::new(0);
            let work = async || {
                made.fetch_add(1, Ordering::Relaxed);
                Err::<(), _>(AppError::new(code))
            };
            assert_eq!(retry_transient(work).await.unwrap_err().code(), code);
            assert_eq!(made.load(Ordering::Relaxed), calls);
        }
    }

    #[test]
    fn what_is_damaged_is_named() {
        for (text, name) in [
            (
                "heap tuple (0,1) from table \"faqs\" lacks matching index tuple within index \"faqs_pkey\"",
                "faqs",
            ),
            ("item order invariant violated for index \"faqs_pkey\"", "faqs_pkey"),
            ("invalid page", "invalid page"),
        ] {
            assert_eq!(name_damaged(text), name);
        }
    }
}
