//! Encryption of the vault: a key derived from the password decrypts the vault's own key, which decrypts the notes.
//!
//! Argon2id (RFC 9106) with its second recommended memory, so that a guess costs 64 MiB; XChaCha20-Poly1305, whose
//! nonces of 24 bytes may be drawn at random. A ciphertext is bound to its record: a row that is moved to another's
//! place does not decrypt.

use crate::error::AppError;
use argon2::{Algorithm, Argon2, Params, Version};
use celeiro_domain::personal::vault::Password;
use celeiro_store::VaultLock;
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use rand::RngCore as _;
use uuid::Uuid;
use zeroize::{Zeroize as _, ZeroizeOnDrop, Zeroizing};

const MEMORY_KIB: i32 = 64 * 1024;
const PASSES: i32 = 3;
const SALT_BYTES: usize = 16;
const NONCE_BYTES: usize = 24;
const KEY_BYTES: usize = 32;

/// A key in memory, wiped when it is dropped.
#[derive(Clone, ZeroizeOnDrop)]
pub(super) struct Key([u8; KEY_BYTES]);

/// Bytes that only a key opens.
pub(super) struct SealedBytes {
    pub nonce: Vec<u8>,
    pub bytes: Vec<u8>,
}

/// Makes a vault that `password` opens.
///
/// # Errors
/// `internal` where the machine has no memory or no random numbers for it.
pub(super) fn make_lock(password: &Password) -> Result<(VaultLock, Key), AppError> {
    let key = Key(random_bytes());
    let lock = lock_key(Uuid::now_v7(), 1, password, &key)?;
    Ok((lock, key))
}

/// Seals the key of the vault `id` for `password`. Takes a good part of a second.
///
/// # Errors
/// As [`make_lock`].
pub(super) fn lock_key(
    id: Uuid,
    version: i32,
    password: &Password,
    key: &Key,
) -> Result<VaultLock, AppError> {
    let salt = random_bytes::<SALT_BYTES>();
    let outer = derive_key(password, &salt, MEMORY_KIB, PASSES)?;
    let sealed = outer.seal(&key.0, id)?;
    Ok(VaultLock {
        id,
        salt: salt.to_vec(),
        memory_kib: MEMORY_KIB,
        passes: PASSES,
        nonce: sealed.nonce,
        sealed_key: sealed.bytes,
        version,
    })
}

/// The vault's key; none where the password is another one.
///
/// # Errors
/// As [`make_lock`], and where the stored settings are none.
pub(super) fn unlock_key(lock: &VaultLock, password: &Password) -> Result<Option<Key>, AppError> {
    let outer = derive_key(password, &lock.salt, lock.memory_kib, lock.passes)?;
    let opened = outer.open(&lock.nonce, &lock.sealed_key, lock.id);
    Ok(opened.and_then(|bytes| <[u8; KEY_BYTES]>::try_from(bytes.as_slice()).ok()).map(Key))
}

fn derive_key(password: &Password, salt: &[u8], memory_kib: i32, passes: i32) -> Result<Key, AppError> {
    let number = |value: i32| u32::try_from(value).map_err(AppError::internal);
    let params = Params::new(number(memory_kib)?, number(passes)?, 1, Some(KEY_BYTES));
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.map_err(AppError::internal)?);
    let mut bytes = password.to_bytes();
    let mut key = Key([0; KEY_BYTES]);
    let derived = argon.hash_password_into(&bytes, salt, &mut key.0);
    bytes.zeroize();
    derived.map_err(AppError::internal)?;
    Ok(key)
}

impl Key {
    /// Seals bytes for the record `of`.
    ///
    /// # Errors
    /// `internal` where they are too many.
    pub(super) fn seal(&self, plain: &[u8], of: Uuid) -> Result<SealedBytes, AppError> {
        let nonce = random_bytes::<NONCE_BYTES>();
        let payload = Payload { msg: plain, aad: of.as_bytes() };
        let bytes = self.cipher().encrypt(&XNonce::from(nonce), payload).map_err(AppError::internal)?;
        Ok(SealedBytes { nonce: nonce.to_vec(), bytes })
    }

    /// Opens what was sealed for the record `of`; none where it was sealed by another key, for another record, or
    /// changed since.
    pub(super) fn open(&self, nonce: &[u8], bytes: &[u8], of: Uuid) -> Option<Zeroizing<Vec<u8>>> {
        let nonce: [u8; NONCE_BYTES] = nonce.try_into().ok()?;
        let payload = Payload { msg: bytes, aad: of.as_bytes() };
        self.cipher().decrypt(&XNonce::from(nonce), payload).ok().map(Zeroizing::new)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new((&self.0).into())
    }
}

fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::rng().fill_bytes(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_password_opens_the_vault_and_no_other_does() {
        let password = Password::new("safra boa 2026");
        let (lock, key) = make_lock(&password).unwrap();
        let opened = unlock_key(&lock, &password).unwrap().expect("the vault opens");
        assert_eq!(opened.0, key.0);
        assert!(unlock_key(&lock, &Password::new("safra boa 2027")).unwrap().is_none());
        let again = lock_key(lock.id, 2, &Password::new("outra senha boa"), &key).unwrap();
        assert!(unlock_key(&again, &password).unwrap().is_none(), "another password took its place");
        assert_eq!(unlock_key(&again, &Password::new("outra senha boa")).unwrap().unwrap().0, key.0);
        assert_ne!((again.salt, again.nonce), (lock.salt, lock.nonce));
    }

    #[test]
    fn what_is_sealed_opens_for_its_record_alone_and_unchanged_alone() {
        let (_, key) = make_lock(&Password::new("safra boa 2026")).unwrap();
        let record = Uuid::now_v7();
        let SealedBytes { nonce, mut bytes } = key.seal("senha do silo: 4711".as_bytes(), record).unwrap();
        assert!(!bytes.windows(4).any(|part| part == b"4711"));
        assert_eq!(key.open(&nonce, &bytes, record).unwrap().as_slice(), "senha do silo: 4711".as_bytes());
        assert!(key.open(&nonce, &bytes, Uuid::now_v7()).is_none(), "in another record's place");
        assert!(key.open(&nonce[1..], &bytes, record).is_none());
        for at in 0..bytes.len() {
            bytes[at] ^= 1;
            assert!(key.open(&nonce, &bytes, record).is_none(), "byte {at} was changed");
            bytes[at] ^= 1;
        }
    }
}
