//! Password hashing, verification, and rejection of weak passwords.
//!
//! Argon2id with the parameters that OWASP names first (19 MiB, two passes, one lane). A hash takes some 30 ms and 19
//! MiB, so two are computed at once, eight more wait, and further ones are refused. One network gets five of these ten
//! places: otherwise a stranger who guesses many passwords at once would take all places and block every other sign-in.

use crate::error::{AppError, Code};
use crate::runtime::blocking::run_blocking;
use crate::runtime::sync::lock_unpoisoned;
use argon2::password_hash::{self, PasswordHash, PasswordHasher as _, PasswordVerifier as _, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::team::{MAX_PASSWORD, MIN_PASSWORD, PasswordProblem, check_password};
use celeiro_domain::text::latin_letter;
use rand::RngCore as _;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::Semaphore;
use zxcvbn::{Score, zxcvbn};

const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const SALT_BYTES: usize = 16;
/// Hashes that are made at once.
const AT_ONCE: usize = 2;
/// Callers that wait for one at most.
const MOST_WAITING: usize = 8;
/// Comparisons of one network that are made or wait at most. This machine has no such share: behind a proxy on it all
/// people are one.
const MOST_OF_NETWORK: usize = 5;
/// Characters by which it is judged how soon a password is guessed; the effort grows with their square.
const JUDGED_CHARS: usize = 100;

/// What the password of a login without a password is compared with, so that both take the same time. No password
/// is known that has this hash.
const NO_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$Y2VsZWlyby1ub2JvZHkhIQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The work of hashing, a little at a time.
pub(crate) struct PasswordWork {
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
    comparisons: Arc<AtomicU64>,
    /// How many comparisons of each network are made or wait.
    of_networks: Arc<Mutex<HashMap<String, usize>>>,
}

impl Default for PasswordWork {
    fn default() -> Self {
        Self {
            places: Arc::new(Semaphore::new(AT_ONCE)),
            waiting: AtomicUsize::new(0),
            comparisons: Arc::default(),
            of_networks: Arc::default(),
        }
    }
}

impl PasswordWork {
    /// Counts the passwords that were hashed to be compared, those of logins without a password among them.
    pub(crate) fn count_comparisons(&self) -> u64 {
        self.comparisons.load(Ordering::Relaxed)
    }

    /// Whether `password` from `network`, in its one form, is the one that was hashed. Without a hash it takes as long.
    ///
    /// # Errors
    /// `rate_limited` where too many wait, or too many of the network; `internal` for a hash that is none.
    pub(in crate::accounts) async fn compare(
        &self,
        network: Option<String>,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, AppError> {
        let comparisons = self.comparisons.clone();
        let share = network.map(|network| NetworkShare::take(&self.of_networks, network)).transpose()?;
        self.run(move || {
            let _share = share;
            let equal = compare_hash(&password, hash.as_deref().unwrap_or(NO_HASH))?;
            // Counted behind the hash, so that the figure cannot stand without the work.
            comparisons.fetch_add(1, Ordering::Relaxed);
            Ok(equal && hash.is_some())
        })
        .await
    }

    /// The hash of a new password for the person whose `names` these are.
    ///
    /// # Errors
    /// `password_too_weak`, `rate_limited` where too many wait.
    pub(in crate::accounts) async fn hash_new(
        &self,
        password: String,
        names: Vec<String>,
    ) -> Result<String, AppError> {
        self.run(move || {
            if is_guessed_soon(&password, &names) {
                return Err(AppError::new(Code::PasswordTooWeak));
            }
            make_hash(&password)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let place = match self.places.clone().try_acquire_owned() {
            Ok(place) => place,
            Err(_) => {
                let _waiting = WaitingPlace::begin(&self.waiting)?;
                self.places.clone().acquire_owned().await.map_err(AppError::internal)?
            }
        };
        run_blocking(move || {
            // Held until the work is done, also where the client went away meanwhile.
            let _place = place;
            work()
        })
        .await
    }
}

/// One that waits for a place, until it is dropped.
struct WaitingPlace<'a>(&'a AtomicUsize);

impl<'a> WaitingPlace<'a> {
    fn begin(count: &'a AtomicUsize) -> Result<Self, AppError> {
        let waiting = Self(count);
        if count.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            return Err(AppError::new(Code::RateLimited));
        }
        Ok(waiting)
    }
}

impl Drop for WaitingPlace<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A comparison of a network, until it is made: a client that goes away leaves its work behind.
struct NetworkShare {
    all: Arc<Mutex<HashMap<String, usize>>>,
    network: String,
}

impl NetworkShare {
    fn take(all: &Arc<Mutex<HashMap<String, usize>>>, network: String) -> Result<Self, AppError> {
        let mut counts = lock_unpoisoned(all);
        let count = counts.entry(network.clone()).or_default();
        if *count >= MOST_OF_NETWORK {
            return Err(AppError::new(Code::RateLimited));
        }
        *count += 1;
        Ok(Self { all: all.clone(), network })
    }
}

impl Drop for NetworkShare {
    fn drop(&mut self) {
        let mut counts = lock_unpoisoned(&self.all);
        let Some(count) = counts.get_mut(&self.network) else { return };
        *count -= 1;
        if *count == 0 {
            counts.remove(&self.network);
        }
    }
}

/// A new password in its one form.
///
/// # Errors
/// `invalid_fields` with what is allowed; never with the password.
pub(in crate::accounts) fn read_new_password(field: &str, text: &str) -> Result<String, AppError> {
    check_password(text).map_err(|problem| {
        let range = || format!("{MIN_PASSWORD}..{MAX_PASSWORD}");
        let (code, allowed) = match problem {
            PasswordProblem::TooShort => (FieldErrorCode::TooShort, range()),
            PasswordProblem::TooLong => (FieldErrorCode::TooLong, range()),
            PasswordProblem::Control => (FieldErrorCode::ControlCharacter, String::new()),
        };
        AppError::fields(vec![FieldError::new(field, code, "…", allowed)])
    })
}

/// Whether a guesser comes to the password within some millions of tries: a common one, a name, a walk over keys.
fn is_guessed_soon(password: &str, names: &[String]) -> bool {
    let judged: String = password.chars().take(JUDGED_CHARS).collect();
    let mut known: Vec<&str> = names.iter().map(String::as_str).collect();
    known.push("celeiro");
    let is_weak = |text: &str| zxcvbn(text, &known).score() < Score::Two;
    // Words in letters of another script that look the same are as common.
    let latin: String = judged.chars().map(latin_letter).collect();
    is_weak(&judged) || (latin != judged && is_weak(&latin))
}

fn hasher() -> Result<Argon2<'static>, AppError> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(AppError::internal)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn make_hash(password: &str) -> Result<String, AppError> {
    let mut salt = [0; SALT_BYTES];
    rand::rng().fill_bytes(&mut salt);
    let salt = SaltString::encode_b64(&salt).map_err(AppError::internal)?;
    let hash = hasher()?.hash_password(password.as_bytes(), &salt).map_err(AppError::internal)?;
    Ok(hash.to_string())
}

fn compare_hash(password: &str, hash: &str) -> Result<bool, AppError> {
    let hash = PasswordHash::new(hash).map_err(AppError::internal)?;
    match hasher()?.verify_password(password.as_bytes(), &hash) {
        Ok(()) => Ok(true),
        Err(password_hash::Error::Password) => Ok(false),
        Err(other) => Err(AppError::internal(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::search::Lang;

    #[test]
    fn a_hash_is_of_its_password_alone_and_never_the_same_twice() {
        let (first, second) = (make_hash("safra boa 2026").unwrap(), make_hash("safra boa 2026").unwrap());
        assert!(first.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{first}");
        assert_ne!(first, second);
        assert!(compare_hash("safra boa 2026", &first).unwrap());
        assert!(!compare_hash("safra boa 2027", &first).unwrap());
        assert!(compare_hash("safra boa 2026", "no hash").is_err());
    }

    #[tokio::test]
    async fn without_a_hash_a_password_is_compared_and_wrong() {
        let work = PasswordWork::default();
        assert!(!work.compare(None, "safra boa 2026".into(), None).await.unwrap());
        let hash = work.hash_new("safra boa de 2026".into(), Vec::new()).await.unwrap();
        assert!(work.compare(None, "safra boa de 2026".into(), Some(hash)).await.unwrap());
        assert_eq!(work.count_comparisons(), 2, "both were hashed");
    }

    #[test]
    fn a_login_without_a_password_costs_what_one_with_a_password_costs() {
        let of = |hash: &str| {
            let hash = PasswordHash::new(hash).unwrap();
            let length = |salt: password_hash::Salt<'_>| salt.as_str().len();
            let output = hash.hash.map(|output| output.len());
            (hash.algorithm.to_string(), hash.version, hash.params.to_string(), hash.salt.map(length), output)
        };
        assert_eq!(of(NO_HASH), of(&make_hash("safra boa 2026").unwrap()));
    }

    #[test]
    fn what_is_guessed_soon_is_refused() {
        let names = ["ana.souza".to_owned(), "Ana Souza".to_owned()];
        for weak in
            ["password", "12345678", "qwertyuiop", "ana.souza", "Ana Souza1", "celeiro1", "aaaaaaaaaaaa"]
        {
            assert!(is_guessed_soon(weak, &names), "{weak}");
        }
        let cyrillic = "\u{440}\u{430}ssw\u{43e}rd";
        assert!(is_guessed_soon(cyrillic, &names), "Cyrillic letters that look like Latin ones");
        assert!(!is_guessed_soon("трактор под дождём", &names));
        for good in ["trator azul na chuva", "h7#Kq2!vLm", &"chuva-de-granizo ".repeat(60)] {
            assert!(!is_guessed_soon(good, &names), "{good}");
        }
    }

    #[test]
    fn a_refused_password_is_in_no_error() {
        let error = read_new_password("password", "segredo").unwrap_err();
        assert!(!format!("{error:?}").contains("segredo"));
        assert_eq!(error.code(), Code::InvalidFields);
        assert!(read_new_password("password", &"x".repeat(10_000)).is_err());
    }

    #[test]
    fn each_reason_against_a_password_is_said_in_words() {
        for (password, reasons) in [
            ("curta", ["senha nova: curto demais (de 8 a 1024)", "new password: too short (from 8 to 1024)"]),
            (
                "duas\nlinhas",
                ["senha nova: tem um caractere de controle", "new password: has a control character"],
            ),
        ] {
            let error = read_new_password("new", password).unwrap_err();
            for (lang, reason) in [Lang::PtBr, Lang::En].into_iter().zip(reasons) {
                assert!(error.message(lang).contains(reason), "{}", error.message(lang));
            }
        }
        let long = read_new_password("new", &"x".repeat(10_000)).unwrap_err();
        assert!(long.message(Lang::En).contains("too long"), "{}", long.message(Lang::En));
    }

    #[tokio::test]
    async fn ten_are_at_work_or_wait_and_the_next_is_refused() {
        let work = Arc::new(PasswordWork::default());
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        let hold = |work: Arc<PasswordWork>, held: Arc<std::sync::Mutex<std::sync::mpsc::Receiver<()>>>| async move {
            let block = move || held.lock().unwrap().recv().map_err(AppError::internal);
            work.run(block).await
        };
        let running: Vec<_> =
            (0..AT_ONCE + MOST_WAITING).map(|_| tokio::spawn(hold(work.clone(), held.clone()))).collect();
        while work.waiting.load(Ordering::Relaxed) < MOST_WAITING {
            tokio::task::yield_now().await;
        }
        let refused = work.run(|| Ok(())).await.unwrap_err();
        assert_eq!(refused.code(), Code::RateLimited);
        for _ in 0..running.len() {
            release.send(()).unwrap();
        }
        for one in running {
            one.await.unwrap().unwrap();
        }
        assert_eq!(work.waiting.load(Ordering::Relaxed), 0);
        assert_eq!(work.run(|| Ok(7)).await, Ok(7));
    }

    #[tokio::test]
    async fn a_network_that_guesses_leaves_places_to_others_and_gets_its_own_back() {
        let work = PasswordWork::default();
        let compare = |network: &str| work.compare(Some(network.into()), "safra boa 2026".into(), None);
        let guesses = futures::future::join_all((0..20).map(|_| compare("198.51.100.2")));
        let (guesses, other) = tokio::join!(guesses, compare("203.0.113.7"));
        assert_eq!(other, Ok(false), "another network's comes to be made");
        assert_eq!(guesses.iter().filter(|one| one.is_ok()).count(), MOST_OF_NETWORK);
        assert!(guesses.iter().flatten().all(|equal| !equal));
        assert_eq!(compare("198.51.100.2").await, Ok(false), "once its comparisons are over");
        assert!(lock_unpoisoned(&work.of_networks).is_empty());
    }
}
