//! Writer of the staging table: pipelined batches, one written while the next is built.

use crate::import::error::ImportError;
use celeiro_store::{StagedRow, Store, StoreError};
use tokio::task::JoinHandle;
use uuid::Uuid;

/// Rows of a batch.
const BATCH_ROWS: usize = 1_000;
/// Text of a batch, in bytes: long descriptions fill one sooner.
const BATCH_BYTES: usize = 4 << 20;

/// Rows on their way.
pub(in crate::import) struct Stage {
    store: Store,
    import: Uuid,
    rows: Vec<StagedRow>,
    bytes: usize,
    writing: Option<JoinHandle<Result<(), StoreError>>>,
}

impl Stage {
    pub fn new(store: &Store, import: Uuid) -> Self {
        Self { store: store.clone(), import, rows: Vec::new(), bytes: 0, writing: None }
    }

    /// Adds a row; waits where the database is slower than the file.
    pub async fn add(&mut self, row: StagedRow) -> Result<(), ImportError> {
        self.bytes += estimate_record_bytes(&row.record) + row.identity.len();
        self.rows.push(row);
        if self.rows.len() >= BATCH_ROWS || self.bytes >= BATCH_BYTES {
            self.write().await?;
        }
        Ok(())
    }

    /// Writes the last batch into the staging table and waits until all rows are there.
    pub async fn finish(&mut self) -> Result<(), ImportError> {
        self.write().await?;
        self.settle().await
    }

    async fn write(&mut self) -> Result<(), ImportError> {
        self.settle().await?;
        let rows = std::mem::take(&mut self.rows);
        self.bytes = 0;
        let (store, import) = (self.store.clone(), self.import);
        self.writing = Some(tokio::spawn(async move { store.stage_rows(import, &rows).await }));
        Ok(())
    }

    async fn settle(&mut self) -> Result<(), ImportError> {
        let Some(writing) = self.writing.take() else { return Ok(()) };
        match writing.await {
            Ok(written) => Ok(written?),
            Err(lost) => Err(StoreError::Other(format!("a batch was lost: {lost}")).into()),
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Some(writing) = &self.writing {
            writing.abort();
        }
    }
}

/// About how many bytes a record has.
fn estimate_record_bytes(record: &serde_json::Value) -> usize {
    use serde_json::Value;
    match record {
        Value::String(text) => text.len(),
        Value::Array(list) => list.iter().map(estimate_record_bytes).sum(),
        Value::Object(map) => map.iter().map(|(key, value)| key.len() + estimate_record_bytes(value)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 8,
    }
}
