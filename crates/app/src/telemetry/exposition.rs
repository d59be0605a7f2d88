//! Rendering of the metrics as text, with current gauges.

use super::labels::{ConnectionLabels, PoolLabels, ReplicaLabels};
use super::last_readings::Readings;
use crate::app::App;
use crate::backup::facts::BackupFacts;
use crate::error::AppError;
use crate::system::replicas::list_replicas;
use celeiro_domain::insight::{ReplicaStanding, ReplicaState};
use celeiro_domain::search::Kind;
use celeiro_store::PoolCounts;
use chrono::Utc;
use prometheus_client::encoding::prometheus_text;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::{Registry, Unit};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The type of the text: that of Prometheus, version 0.0.4.
pub const CONTENT_TYPE: &str = prometheus_text::CONTENT_TYPE;

/// How long one gauge may take to be read; Prometheus waits ten seconds for all of them.
const DEADLINE: Duration = Duration::from_secs(2);

/// All figures of a process that runs since `started`. While its database was never opened, there is no `app` and
/// little to state. One that is away later costs the gauges that are read from it.
///
/// # Errors
/// None is known: a text takes all figures.
pub async fn write_exposition(app: Option<&App>, started: SystemTime) -> Result<String, AppError> {
    let mut text = String::new();
    let mut gauges = Registry::default();
    register_process(&mut gauges, started, app.is_some());
    if let Some(app) = app {
        let readings = app.inner.readings.get(read_gauges(app)).await;
        register_readings(&mut gauges, readings);
        register_connections(&mut gauges, &app.store().pool_counts());
        register_replicas(&mut gauges, &list_replicas(app));
        register_comparisons(&mut gauges, app.inner.accounts.passwords.count_comparisons());
        app.inner.counters.encode(&mut text).map_err(AppError::internal)?;
    }
    prometheus_text::encode(&mut text, &gauges).map_err(AppError::internal)?;
    Ok(text)
}

fn register_process(gauges: &mut Registry, started: SystemTime, is_ready: bool) {
    let started = started.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    gauges.register_with_unit(
        "process_start_time",
        "Start of the process since the Unix epoch",
        Unit::Seconds,
        ConstGauge::new(started),
    );
    gauges.register(
        "celeiro_ready",
        "Whether the database was opened and operations are carried out",
        ConstGauge::new(i64::from(is_ready)),
    );
}

fn register_readings(gauges: &mut Registry, readings: Readings) {
    if let Some(jobs) = readings.jobs_pending {
        gauges.register("celeiro_jobs_pending", "Records that wait for their vectors", ConstGauge::new(jobs));
    }
    if let Some(age) = readings.backup_age_seconds {
        gauges.register_with_unit(
            "celeiro_backup_age",
            "Time since the latest daily backup; absent while there is none",
            Unit::Seconds,
            ConstGauge::new(age),
        );
    }
}

fn register_comparisons(gauges: &mut Registry, comparisons: u64) {
    gauges.register(
        "celeiro_password_comparisons",
        "Passwords that were hashed to be compared, those for logins without a password among them",
        ConstCounter::new(comparisons),
    );
}

fn register_connections(gauges: &mut Registry, pools: &[PoolCounts]) {
    let connections = Family::<ConnectionLabels, Gauge>::default();
    let limits = Family::<PoolLabels, Gauge>::default();
    for PoolCounts { pool, in_use, idle, limit } in pools.iter().copied() {
        for (state, count) in [("used", in_use), ("idle", idle)] {
            connections.get_or_create(&ConnectionLabels { pool, state }).set(i64::from(count));
        }
        limits.get_or_create(&PoolLabels { pool }).set(i64::from(limit));
    }
    gauges.register("celeiro_database_connections", "Open connections to the database", connections);
    gauges.register(
        "celeiro_database_connections_limit",
        "Most connections to the database that a pool opens",
        limits,
    );
}

/// Servers of a database with replicas, by their places in the settings: their names are no matter of figures.
fn register_replicas(gauges: &mut Registry, states: &[ReplicaState]) {
    if states.is_empty() {
        return;
    }
    let (lags, serving) =
        (Family::<ReplicaLabels, Gauge>::default(), Family::<ReplicaLabels, Gauge>::default());
    let searches = Family::<ReplicaLabels, Counter>::default();
    for state in states {
        let labels = ReplicaLabels { server: state.number };
        if let Some(bytes) = state.lag_bytes {
            lags.get_or_create(&labels).set(bytes as i64);
        }
        let is_serving = state.standing == ReplicaStanding::Serving;
        serving.get_or_create(&labels).set(i64::from(is_serving));
        searches.get_or_create(&labels).inc_by(u64::from(state.searches));
    }
    gauges.register_with_unit(
        "celeiro_replica_lag",
        "Log that the server has not replayed",
        Unit::Bytes,
        lags,
    );
    gauges.register("celeiro_replica_serving", "Whether searches are read from the server", serving);
    gauges.register("celeiro_replica_searches", "Searches that the server was chosen for", searches);
}

/// Reads what takes a query or a look at a disk. What does not answer in time is left out.
async fn read_gauges(app: &App) -> Readings {
    let (jobs_pending, backup_age_seconds) =
        tokio::join!(read_in_time(count_jobs(app)), read_in_time(read_backup_age(app)));
    Readings { jobs_pending, backup_age_seconds }
}

async fn read_in_time<T>(reading: impl Future<Output = Option<T>>) -> Option<T> {
    tokio::time::timeout(DEADLINE, reading).await.ok().flatten()
}

async fn count_jobs(app: &App) -> Option<i64> {
    let store = app.store();
    let counts = tokio::try_join!(store.job_counts(Kind::Items), store.job_counts(Kind::Faqs));
    let (items, faqs) = counts.ok()?;
    Some(items.pending + faqs.pending)
}

async fn read_backup_age(app: &App) -> Option<i64> {
    let config = app.config();
    let facts = app.inner.backup_looks.run(move || BackupFacts::read(&config, Utc::now())).await?;
    // A file of a clock that ran ahead is none of the past.
    Some((Utc::now() - facts.last?.made_at).num_seconds().max(0))
}

#[cfg(test)]
mod tests {
    use super::super::MOST_SERIES;
    use super::super::counters::Counters;
    use super::super::labels::{FALLBACKS, LoginResult, ROUTES, RequestLabels};
    use super::*;
    use crate::commands::list_commands;
    use celeiro_domain::search::{Fusion, SearchResponse, Timings};
    use std::collections::BTreeSet;

    fn response() -> SearchResponse {
        SearchResponse {
            query: "fungicida secreto".into(),
            tokens: vec!["fungicida".into(), "secreto".into()],
            corrections: Vec::new(),
            results: Vec::new(),
            vector_count: 0,
            lexical_count: 0,
            embedding_used: true,
            fallback_reason: None,
            timings: Timings { total_ms: 12.0, ..Timings::default() },
            profile: "standard".into(),
            fusion: Fusion::Rrf,
            rag_source: "hybrid".into(),
            trace_id: None,
        }
    }

    fn readings_text() -> String {
        let (mut gauges, mut text) = (Registry::default(), String::new());
        register_process(&mut gauges, UNIX_EPOCH + Duration::from_secs(90), true);
        register_readings(&mut gauges, Readings { jobs_pending: Some(3), backup_age_seconds: Some(60) });
        let pool = |pool| PoolCounts { pool, in_use: 1, idle: 2, limit: 8 };
        register_connections(&mut gauges, &["reads", "writes", "searches", "bulk", "upkeep"].map(pool));
        let replica = |number| ReplicaState {
            number,
            standing: ReplicaStanding::Serving,
            lag_bytes: Some(64.0),
            lag_seconds: Some(0.5),
            searches: 6,
        };
        // As many as the settings take.
        register_replicas(&mut gauges, &[0, 1, 2, 3, 4, 5, 6, 7, 8].map(replica));
        register_comparisons(&mut gauges, 4);
        prometheus_text::encode(&mut text, &gauges).unwrap();
        text
    }

    /// Every label with every value that it can take, and many that it must not take.
    fn fill(counters: &Counters) {
        for (method, route) in ROUTES {
            for status in 100..600 {
                let took = Duration::from_millis(7);
                counters.note_request(&RequestLabels::new(method, Some(route), status), took);
                counters.note_request(&RequestLabels::new("GET", Some(&format!("/{status}")), status), took);
                counters.note_request(&RequestLabels::new(&status.to_string(), None, status), took);
            }
        }
        for reason in FALLBACKS {
            counters.note_search(&SearchResponse { fallback_reason: Some(reason), ..response() });
        }
        LoginResult::ALL.into_iter().for_each(|result| counters.note_login(result));
    }

    #[test]
    fn there_are_at_most_five_hundred_series_and_each_is_there_once() {
        let counters = Counters::default();
        fill(&counters);
        let mut text = readings_text();
        counters.encode(&mut text).unwrap();
        let series: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.rsplit_once(' '))
            .map(|(name, _)| name)
            .collect();
        assert!(series.len() > 400 && series.len() <= MOST_SERIES, "{}", series.len());
        assert_eq!(series.iter().collect::<BTreeSet<_>>().len(), series.len());
        assert!(!text.contains("secreto"), "no word of a query: {text}");
        for line in text.lines().filter(|line| line.starts_with("# TYPE ")) {
            let mut words = line.split(' ').skip(2);
            let (name, kind) = (words.next().unwrap(), words.next().unwrap());
            assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
            assert!(kind != "histogram" || name.ends_with("_seconds"), "{line}");
            assert!(text.contains(&format!("# HELP {name} ")), "{line}");
        }
    }

    #[test]
    fn gauges_that_were_not_read_are_absent_and_the_others_stand() {
        let text = readings_text();
        for line in [
            "process_start_time_seconds 90",
            "celeiro_ready 1",
            "celeiro_jobs_pending 3",
            "celeiro_backup_age_seconds 60",
            "celeiro_database_connections{pool=\"reads\",state=\"idle\"} 2",
            "celeiro_database_connections_limit{pool=\"bulk\"} 8",
            "celeiro_password_comparisons_total 4",
            "celeiro_replica_lag_bytes{server=\"8\"} 64",
            "celeiro_replica_serving{server=\"1\"} 1",
            "celeiro_replica_searches_total{server=\"0\"} 6",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
        let (mut gauges, mut text) = (Registry::default(), String::new());
        register_process(&mut gauges, UNIX_EPOCH, false);
        register_readings(&mut gauges, Readings::default());
        prometheus_text::encode(&mut text, &gauges).unwrap();
        assert!(text.contains("celeiro_ready 0") && !text.contains("pending") && !text.contains("backup"));
    }

    #[test]
    fn routes_with_series_of_their_own_are_operations_or_the_entrance() {
        let all = list_commands();
        for (method, route) in ROUTES {
            let is_operation = all.iter().any(|one| (one.method, one.path) == (method, route));
            assert!(is_operation || (method, route) == ("POST", "/api/session"), "{method} {route}");
        }
    }
}
