//! Encrypted storage of the vault: this crate cannot decrypt it.

use crate::connection::transaction::begin_transaction;
use crate::connection::write::{BegunWrite, id_of, note_result};
use crate::{Store, StoreError, Write};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

/// Most notes of a vault: all of them are unsealed to list their titles.
pub const MAX_VAULT_NOTES: i64 = 1_000;

/// What opens the vault, with its password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VaultLock {
    /// The vault.
    pub id: Uuid,
    /// Salt of the password, 16 bytes.
    pub salt: Vec<u8>,
    /// Memory that Argon2id takes, in KiB.
    pub memory_kib: i32,
    /// Passes of Argon2id.
    pub passes: i32,
    /// Nonce of the sealed key, 24 bytes.
    pub nonce: Vec<u8>,
    /// The key of the notes, sealed.
    pub sealed_key: Vec<u8>,
    /// How often the password was set.
    pub version: i32,
}

/// A note, sealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedNote {
    /// The note.
    pub id: Uuid,
    /// Nonce, 24 bytes.
    pub nonce: Vec<u8>,
    /// Title and text, sealed.
    pub sealed: Vec<u8>,
    /// Version; the first is 1.
    pub version: i32,
    /// When it was written first.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

/// A sealed note that is to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedWrite {
    /// The note; chosen anew for one that will be new.
    pub id: Uuid,
    /// The version that the write starts from; none for a new note.
    pub version: Option<i32>,
    /// Nonce, 24 bytes.
    pub nonce: Vec<u8>,
    /// Title and text, sealed.
    pub sealed: Vec<u8>,
}

impl Store {
    /// What opens the vault; none where there is no vault.
    pub async fn vault_lock(&self) -> Result<Option<VaultLock>, StoreError> {
        let lock = sqlx::query_as!(
            VaultLock,
            "SELECT id, salt, memory_kib, passes, nonce, sealed_key, version FROM vaults"
        );
        self.run(async { Ok(lock.fetch_optional(&self.pool).await?) }).await
    }

    /// Stores the lock of a new vault; `false` where there is a vault.
    pub async fn create_vault(&self, lock: &VaultLock) -> Result<bool, StoreError> {
        let made = sqlx::query!(
            "INSERT INTO vaults (id, salt, memory_kib, passes, nonce, sealed_key) VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT DO NOTHING",
            lock.id,
            lock.salt,
            lock.memory_kib,
            lock.passes,
            lock.nonce,
            lock.sealed_key
        );
        self.run(async { Ok(made.execute(&self.pool).await?.rows_affected() == 1) }).await
    }

    /// Stores what opens the vault with another password; `false` where it was changed since `lock.version`.
    pub async fn replace_vault_lock(&self, lock: &VaultLock) -> Result<bool, StoreError> {
        let changed = sqlx::query!(
            "UPDATE vaults SET salt = $3, memory_kib = $4, passes = $5, nonce = $6, sealed_key = $7, \
               version = version + 1 \
             WHERE id = $1 AND version = $2",
            lock.id,
            lock.version,
            lock.salt,
            lock.memory_kib,
            lock.passes,
            lock.nonce,
            lock.sealed_key
        );
        self.run(async { Ok(changed.execute(&self.pool).await?.rows_affected() == 1) }).await
    }

    /// Deletes the vault with all its notes for good, and says how many notes there were.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no vault.
    pub async fn forget_vault(&self) -> Result<u64, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            let vaults = sqlx::query!("DELETE FROM vaults").execute(&mut *tx).await?.rows_affected();
            if vaults == 0 {
                return Err(StoreError::NotFound);
            }
            let notes = sqlx::query!("DELETE FROM vault_notes").execute(&mut *tx).await?.rows_affected();
            tx.commit().await?;
            Ok(notes)
        })
        .await
    }

    /// Lists all sealed notes of the vault, the last changed first.
    pub async fn vault_notes(&self) -> Result<Vec<SealedNote>, StoreError> {
        let notes = sqlx::query_as!(
            SealedNote,
            "SELECT id, nonce, sealed, version, created_at, updated_at FROM vault_notes \
             ORDER BY updated_at DESC, id LIMIT $1",
            MAX_VAULT_NOTES
        );
        self.run(async { Ok(notes.fetch_all(&self.pool).await?) }).await
    }

    /// Reads one sealed note of the vault.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn vault_note(&self, id: Uuid) -> Result<SealedNote, StoreError> {
        let note = sqlx::query_as!(
            SealedNote,
            "SELECT id, nonce, sealed, version, created_at, updated_at FROM vault_notes WHERE id = $1",
            id
        );
        self.run(async { Ok(note.fetch_one(&self.pool).await?) }).await
    }

    /// Stores a sealed note of the vault `vault` and gives its id: that of the first time where the write is asked
    /// for again.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where the vault is not there any more, [`StoreError::Conflict`] without the note,
    /// which is sealed, where it is not at the version that the write starts from, [`StoreError::Constraint`]
    /// `vault_notes_count` where there are as many notes as a vault may have.
    pub async fn save_vault_note(
        &self,
        vault: Uuid,
        note: &SealedWrite,
        write: &Write,
    ) -> Result<Uuid, StoreError> {
        self.run(async {
            let mut tx = match self.begin("save-vault-note", write).await? {
                BegunWrite::Done(result) => return id_of(&result),
                BegunWrite::New(tx) => tx,
            };
            // The vault stays until the note is in it: one that is deleted meanwhile leaves no note behind.
            // Notes are stored one after the other: two at once would each count without the other, and the list shows
            // no note behind the last that a vault may have.
            let here = sqlx::query!("SELECT id FROM vaults WHERE id = $1 FOR NO KEY UPDATE", vault);
            here.fetch_one(&mut *tx).await?;
            match note.version {
                None => insert_note(&mut tx, note).await?,
                Some(version) => update_note(&mut tx, note, version).await?,
            }
            note_result(&mut tx, write, &json!({ "id": note.id })).await?;
            tx.commit().await?;
            Ok(note.id)
        })
        .await
    }

    /// Deletes a note of the vault for good.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn delete_vault_note(&self, id: Uuid) -> Result<(), StoreError> {
        let gone = sqlx::query!("DELETE FROM vault_notes WHERE id = $1", id);
        self.run(async {
            match gone.execute(&self.pool).await?.rows_affected() {
                0 => Err(StoreError::NotFound),
                _ => Ok(()),
            }
        })
        .await
    }
}

async fn insert_note(db: &mut PgConnection, note: &SealedWrite) -> Result<(), StoreError> {
    let new = sqlx::query!(
        "INSERT INTO vault_notes (id, nonce, sealed) SELECT $1, $2, $3 WHERE (SELECT count(*) FROM vault_notes) < $4",
        note.id,
        note.nonce,
        note.sealed,
        MAX_VAULT_NOTES
    );
    match new.execute(db).await?.rows_affected() {
        0 => Err(StoreError::Constraint("vault_notes_count".into())),
        _ => Ok(()),
    }
}

async fn update_note(db: &mut PgConnection, note: &SealedWrite, version: i32) -> Result<(), StoreError> {
    let changed = sqlx::query!(
        "UPDATE vault_notes SET nonce = $3, sealed = $4, version = version + 1, updated_at = now() \
         WHERE id = $1 AND version = $2",
        note.id,
        version,
        note.nonce,
        note.sealed
    );
    match changed.execute(db).await?.rows_affected() {
        0 => Err(StoreError::Conflict(Box::new(Value::Null))),
        _ => Ok(()),
    }
}
