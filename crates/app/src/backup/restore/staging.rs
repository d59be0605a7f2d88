//! The new data folder: filled, brought up to date and tried before it takes the place of the old one.

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
pub(super) async fn prove_staged_folder(config: &Config, staged: &Path) -> Result<u32, AppError> {
    let app = App::open(config.for_restored_folder(staged), |_| ()).await?;
    let proven = prove_searches(&app).await;
    let closed = app.close().await;
    let searches = proven?;
    closed?;
    Ok(searches)
}

/// Searches for items by their names; what is there must be found.
async fn prove_searches(app: &App) -> Result<u32, AppError> {
    let names = list_item_names(&app.connection().await?, SEARCHES).await?;
    let (mut made, mut found) = (0, 0);
    for query in names {
        let request = SearchRequest { query, settled: Some(false), ..SearchRequest::default() };
        let response = search(app, &Caller::local(Lang::En), request).await?;
        made += 1;
        found += u32::from(!response.results.is_empty());
    }
    // A name may be of nothing that is searched for; not all of them are.
    if made > 0 && found == 0 {
        return Err(AppError::new(Code::BackupMismatch).with("table", "catalog_items"));
    }
    Ok(made)
}
