//! Ranking profiles: versions, which one is in force, and who changes them at the same time.

use crate::world::{World, constraint, is_absent, write, write_of};
use celeiro_domain::rank::{Profile, shipped_profiles};
use celeiro_store::{ProfileReason, StoreError, StoredProfile};
use futures::future::join_all;
use serde_json::json;

fn own(name: &str, weight: f64) -> Profile {
    let mut profile = Profile { name: name.into(), ..shipped_profiles().remove(0) };
    profile.items.vector_weight = weight;
    profile
}

fn because(reason: &str) -> ProfileReason {
    ProfileReason { reason: reason.into(), gate: None }
}

impl World {
    /// A database with the profiles that ship.
    async fn with_profiles() -> Self {
        let world = Self::new().await;
        world.store.seed_profiles(&shipped_profiles()).await.unwrap();
        world
    }

    async fn save(&self, profile: &Profile) -> Result<i32, StoreError> {
        self.store.save_profile(profile, &because("teste"), &write()).await
    }

    async fn activate(&self, name: &str) -> Result<i32, StoreError> {
        self.store.activate_profile(name, &because(name), &write()).await
    }

    async fn active(&self) -> StoredProfile {
        let all = self.store.profiles().await.unwrap();
        let active: Vec<StoredProfile> = all.into_iter().filter(|profile| profile.active).collect();
        assert_eq!(active.len(), 1, "one profile is in force");
        active.into_iter().next().unwrap()
    }

    /// What was in force, the latest first.
    async fn in_force(&self) -> Vec<String> {
        self.store.profile_history().await.unwrap().into_iter().map(|change| change.name).collect()
    }
}

#[tokio::test]
async fn shipped_profiles_are_seeded_once_and_brought_up_to_date() {
    let world = World::with_profiles().await;
    world.store.seed_profiles(&shipped_profiles()).await.unwrap();
    let all = world.store.profiles().await.unwrap();
    let names: Vec<&str> = all.iter().map(|stored| stored.profile.name.as_str()).collect();
    assert_eq!(names, ["default", "enhanced", "rrf", "simple"], "the active one first, then by name");
    assert!(all.iter().all(|stored| stored.shipped && stored.version == 1));
    assert_eq!((world.active().await.profile.name.as_str(), world.in_force().await.len()), ("default", 1));
    // A later version of the program ships other weights.
    let mut later = shipped_profiles();
    later[0].items.vector_weight = 9.0;
    world.store.seed_profiles(&later).await.unwrap();
    let active = world.active().await;
    assert_eq!((active.version, active.profile.items.vector_weight), (2, 9.0));
    assert_eq!(world.in_force().await, ["default", "default"], "the new version came into force");
    let versions = world.store.profile_versions("default").await.unwrap();
    assert_eq!(versions.iter().map(|version| version.version).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(versions[0].author, "celeiro");
    world.close().await;
}

#[tokio::test]
async fn a_save_is_a_version_only_where_something_is_different() {
    let world = World::with_profiles().await;
    assert_eq!(world.save(&own("meu", 1.0)).await.unwrap(), 1);
    assert_eq!(world.save(&own("meu", 1.0)).await.unwrap(), 1);
    let reason = ProfileReason { reason: "mais vetores".into(), gate: Some(json!({ "worse": [] })) };
    let saved = world.store.save_profile(&own("meu", 2.0), &reason, &write_of("ana")).await.unwrap();
    let versions = world.store.profile_versions("meu").await.unwrap();
    assert_eq!((saved, versions.len()), (2, 2));
    assert_eq!((versions[0].author.as_str(), versions[0].reason.as_str()), ("ana", "mais vetores"));
    assert_eq!(versions[1].profile, own("meu", 1.0), "what it was once is kept");
    assert_eq!(world.in_force().await, ["default"], "saving puts nothing in force");
    assert!(world.store.profile_versions("ninguém").await.unwrap().is_empty());
    world.close().await;
}

#[tokio::test]
async fn a_shipped_profile_stays_as_it_is_and_an_unknown_one_serves_nobody() {
    let world = World::with_profiles().await;
    assert_eq!(constraint(world.save(&own("rrf", 1.0)).await), "profile_shipped");
    assert!(is_absent(world.activate("ninguém").await));
    assert_eq!(world.active().await.profile.name, "default", "the one before serves on");
    let nameless = world.save(&own(" ", 1.0)).await;
    assert_eq!(constraint(nameless), "ranking_profiles_name_check");
    world.close().await;
}

#[tokio::test]
async fn a_change_of_the_profile_in_force_is_in_force_at_once() {
    let world = World::with_profiles().await;
    world.save(&own("meu", 1.0)).await.unwrap();
    world.activate("meu").await.unwrap();
    let gate = ProfileReason { reason: "medido".into(), gate: Some(json!({ "passed": true })) };
    world.store.save_profile(&own("meu", 2.0), &gate, &write_of("ana")).await.unwrap();
    let last = world.store.profile_history().await.unwrap().remove(0);
    assert_eq!((last.name.as_str(), last.version, last.author.as_str()), ("meu", 2, "ana"));
    assert_eq!((last.reason.as_str(), last.gate), ("medido", gate.gate));
    world.save(&own("meu", 2.0)).await.unwrap();
    assert_eq!(world.in_force().await, ["meu", "meu", "default"], "the same again is no change");
    world.close().await;
}

#[tokio::test]
async fn one_step_back_leaves_what_is_in_force_and_a_second_one_returns() {
    let world = World::with_profiles().await;
    let back = async |from: Option<&str>| world.store.step_profile_back(from, "volta", &write()).await;
    assert!(is_absent(back(None).await), "nothing was changed yet");
    world.save(&own("meu", 1.0)).await.unwrap();
    world.activate("meu").await.unwrap();
    world.save(&own("meu", 2.0)).await.unwrap();
    assert_eq!(constraint(back(Some("default")).await), "profile_in_force");
    assert_eq!(back(Some("meu")).await.unwrap(), "meu");
    let active = world.active().await;
    assert_eq!(
        (active.profile, active.version),
        (own("meu", 1.0), 3),
        "the former weights, as a new version"
    );
    assert_eq!(back(Some("meu")).await.unwrap(), "meu");
    assert_eq!(world.active().await.profile, own("meu", 2.0));
    world.activate("rrf").await.unwrap();
    assert_eq!(back(None).await.unwrap(), "meu");
    assert_eq!(world.active().await.profile, own("meu", 2.0));
    world.close().await;
}

#[tokio::test]
async fn a_change_asked_for_twice_is_made_once() {
    let world = World::with_profiles().await;
    let [save, activate, back] = [(); 3].map(|()| write());
    let why = because("uma vez");
    for _ in 0..2 {
        assert_eq!(world.store.save_profile(&own("meu", 1.0), &why, &save).await.unwrap(), 1);
        assert_eq!(world.store.activate_profile("meu", &why, &activate).await.unwrap(), 1);
    }
    assert_eq!(world.in_force().await, ["meu", "default"]);
    for _ in 0..2 {
        assert_eq!(world.store.step_profile_back(Some("meu"), "volta", &back).await.unwrap(), "default");
    }
    assert_eq!(world.in_force().await, ["default", "meu", "default"]);
    world.close().await;
}

#[tokio::test]
async fn people_who_save_and_activate_at_the_same_time_take_turns() {
    let world = World::with_profiles().await;
    let profiles: Vec<Profile> = (0..6).map(|n| own("meu", f64::from(n))).collect();
    let mut versions: Vec<i32> = join_all(profiles.iter().map(|profile| world.save(profile)))
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    versions.sort_unstable();
    assert_eq!(versions, [1, 2, 3, 4, 5, 6], "no save was lost in another");
    let names = ["meu", "rrf", "simple", "enhanced", "meu", "rrf"];
    for done in join_all(names.map(|name| world.activate(name))).await {
        done.unwrap();
    }
    let history = world.in_force().await;
    assert_eq!((history.len(), &history[0]), (1 + names.len(), &world.active().await.profile.name));
    world.close().await;
}
