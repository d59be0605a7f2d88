//! Accounts of a team: what two who change them at once leave, and for how long something lets a person in.

mod company;
mod people;
mod sessions;
mod tokens;

use crate::world::{World, write};
use celeiro_domain::team::{AccessEvent, Role};
use celeiro_store::{AccountActor, NewSession, NewUser, StoredUser};
use uuid::Uuid;

/// The hash of the password of everybody who has one.
const HASH: &str = "$argon2id$first";

/// Who changes accounts.
fn by(login: &str) -> AccountActor {
    AccountActor { actor: login.into(), network: Some("10.0.0.0/24".into()) }
}

/// The hash of a secret; the same number is the same secret.
fn secret(number: u8) -> Vec<u8> {
    vec![number; 32]
}

fn person(login: &str, role: Role) -> NewUser {
    let password_hash = Some(HASH.to_owned());
    NewUser { id: Uuid::new_v4(), login: login.into(), name: "Ana".into(), role, password_hash }
}

/// A session whose device is called by the number of its secret.
fn session(user_id: Uuid, number: u8) -> NewSession {
    let device = Some(format!("d{number}"));
    NewSession { id: Uuid::new_v4(), user_id, secret_hash: secret(number), network: None, device }
}

/// What happened, the oldest first.
async fn list_events(world: &World) -> Vec<AccessEvent> {
    let (entries, _) = world.store.access_log(0, 1_000).await.unwrap();
    entries.into_iter().rev().map(|entry| entry.note.event).collect()
}

impl World {
    /// An account with a password.
    async fn add_user(&self, login: &str, role: Role) -> StoredUser {
        let new = person(login, role);
        let (user, is_new) = self.store.create_user(&new, None, &by("dono"), &write()).await.unwrap();
        assert!(is_new);
        user
    }

    /// A session of an account.
    async fn sign_in(&self, user: &StoredUser, number: u8) -> Uuid {
        let new = session(user.id, number);
        assert!(self.store.begin_session(&new, HASH, &by(&user.login)).await.unwrap());
        new.id
    }
}
