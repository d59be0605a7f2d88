//! The reference's own way: every term as ILIKE over five columns folded in the query, and an
//! ivfflat index with 100 lists that a migration makes on the empty table.

use celeiro_app::App;
use celeiro_domain::bench::metrics::percentile;
use celeiro_domain::text::extract_search_tokens;
use celeiro_store::cluster::{Cluster, ClusterOptions};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::path::Path;
use std::time::Instant;

/// A connection of our own to the database of `app`.
pub async fn connect(_: &App, folder: &Path) -> PgConnection {
    let cluster = Cluster::open(&ClusterOptions::new(folder)).await.expect("the running cluster");
    let options = cluster.owner().connect_options();
    // The application keeps the cluster running; this user leaves again.
    cluster.close().await.expect("to leave");
    PgConnection::connect_with(&options).await.expect("a connection")
}

/// Median milliseconds of a search their way.
pub async fn measure(db: &mut PgConnection, queries: &[String]) -> f64 {
    for statement in [
        "CREATE TABLE reference_embeddings (item_id uuid, embedding vector(384))",
        "CREATE INDEX ON reference_embeddings USING ivfflat (embedding vector_ip_ops) WITH (lists = 100)",
        "INSERT INTO reference_embeddings SELECT item_id, embedding::vector(384) FROM catalog_item_embeddings",
        "ANALYZE reference_embeddings",
    ] {
        sqlx::query(statement).execute(&mut *db).await.expect("their tables");
    }
    let mut times = Vec::new();
    for query in queries {
        let started = Instant::now();
        lexical(db, &extract_search_tokens(query)).await;
        vector(db).await;
        times.push(started.elapsed().as_secs_f64() * 1000.0);
    }
    percentile(&times, 50.0)
}

async fn lexical(db: &mut PgConnection, tokens: &[String]) {
    let fold = |column: &str| {
        format!(
            "lower(translate(coalesce({column}, ''), 'ÁÀÂÃÄáàâãäÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇç', 'AAAAAaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuCc'))"
        )
    };
    let columns: Vec<String> =
        ["name", "description", "category", "manufacturer", "array_to_string(tags, ' ')"].map(fold).to_vec();
    // Tokens hold letters, digits and joiners only.
    let hit = |token: &String| {
        let any: Vec<String> = columns.iter().map(|c| format!("{c} ILIKE '%{token}%'")).collect();
        format!("({})", any.join(" OR "))
    };
    let hits: Vec<String> = tokens.iter().map(hit).collect();
    let rank: Vec<String> = hits.iter().map(|h| format!("CASE WHEN {h} THEN 1 ELSE 0 END")).collect();
    let sql = format!(
        "SELECT * FROM catalog_items WHERE status = 'ativo' AND ({}) ORDER BY {} DESC, created_at DESC LIMIT 60",
        hits.join(" OR "),
        rank.join(" + ")
    );
    sqlx::query(AssertSqlSafe(sql)).fetch_all(db).await.expect("their lexical search");
}

async fn vector(db: &mut PgConnection) {
    let sql = "SELECT item_id FROM reference_embeddings \
               ORDER BY embedding <#> (SELECT embedding FROM reference_embeddings LIMIT 1) LIMIT 60";
    sqlx::query(sql).fetch_all(db).await.expect("their vector search");
}
