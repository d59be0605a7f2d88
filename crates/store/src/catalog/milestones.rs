//! One-time steps that a database has completed, by name.

use crate::{Store, StoreError};

impl Store {
    /// Stores that the database has completed the one-time step `name`; again, nothing changes.
    pub async fn note_milestone(&self, name: &str) -> Result<(), StoreError> {
        let noted = sqlx::query("INSERT INTO milestones (name) VALUES ($1) ON CONFLICT DO NOTHING")
            .bind(name)
            .execute(&self.pool);
        self.run(async { Ok(noted.await.map(drop)?) }).await
    }

    /// Whether the database has completed the one-time step `name`.
    pub async fn has_milestone(&self, name: &str) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar("SELECT EXISTS (SELECT FROM milestones WHERE name = $1)")
            .bind(name)
            .fetch_one(&self.pool);
        self.run(async { Ok(found.await?) }).await
    }
}
