//! The new data folder: filled, brought up to date and tried before it takes the place of the old one.

use super::fill::{
    RestoreStage, cluster_options, compare_counts, fill_database, write_contents, write_settings,
};
use crate::app::{App, Caller};
use crate::backup::archive::reader::Archive;
use crate::config::Config;
use crate::error::AppError;
use crate::search::api::search;
use celeiro_domain::search::{Lang, SearchRequest};
use celeiro_store::cluster::{Binaries, Cluster};
use celeiro_store::{Connection, analyze_database, check_indexes, list_item_names};
use std::path::Path;
use std::sync::Arc;

/// Searches that are made on what was read back.
const SEARCHES: i64 = 20;

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
    let connection = Connection::Managed(cluster.owner());
    let binaries: &Binaries = cluster.binaries();
    fill_database(binaries, &connection, archive).await?;
    compare_counts(&connection, archive).await?;
    analyze_database(&connection).await?;
    let mut superuser = cluster.superuser();
    superuser.database = cluster.owner().database;
    Ok(check_indexes(superuser).await?)
}

/// Opens the program on the new folder, which brings the schema up to date, and searches for what is there.
/// What searches find decides nothing: rows and indexes were compared, and a busy machine is no damage.
pub(super) async fn prove_staged_folder(config: &Config, staged: &Path) -> Result<SearchTrial, AppError> {
    let app = App::open(config.for_restored_folder(staged), |_| ()).await?;
    let trial = try_searches(&app).await;
    app.close().await?;
    Ok(trial)
}

/// How searches on what was read back went.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SearchTrial {
    /// How many were made.
    pub made: u32,
    /// How many of them found nothing or failed. A name may be of nothing that is searched for.
    pub unfound: u32,
}

/// Searches for items by their names.
async fn try_searches(app: &App) -> SearchTrial {
    let mut trial = SearchTrial::default();
    let names = match list_names(app).await {
        Ok(names) => names,
        Err(error) => {
            tracing::warn!(%error, "no searches were made on what was read back");
            return trial;
        }
    };
    for query in names {
        let request = SearchRequest { query, settled: Some(false), ..SearchRequest::default() };
        let found = match search(app, &Caller::local(Lang::En), request).await {
            Ok(response) => !response.results.is_empty(),
            Err(error) => {
                tracing::warn!(%error, "a search on what was read back failed");
                false
            }
        };
        trial.made += 1;
        trial.unfound += u32::from(!found);
    }
    if trial.unfound > 0 {
        tracing::warn!(
            made = trial.made,
            unfound = trial.unfound,
            "searches found nothing of what was read back"
        );
    }
    trial
}

/// Names to search for.
async fn list_names(app: &App) -> Result<Vec<String>, AppError> {
    Ok(list_item_names(&app.connection().await?, SEARCHES).await?)
}
