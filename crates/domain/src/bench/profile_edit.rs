//! Profiles as people edit them: one value by its path, what differs between two, what is allowed.

use crate::inspect::Knob;
use crate::rank::{Profile, Tuning, parse_threshold};
use crate::search::{Fusion, Kind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use std::collections::BTreeMap;

/// Longest name of a profile, in characters.
const LONGEST_NAME: usize = 64;
/// Least and most of what is counted.
const COUNTS: [(&str, u32, u32); 7] = [
    ("lexicalCandidateMultiplier", 1, 100),
    ("lexicalCandidateMax", 1, 2_000),
    ("vectorCandidateMultiplier", 1, 100),
    ("vectorCandidateMax", 1, 1_000),
    ("vectorChunksPerItem", 1, 10),
    ("vectorSnippetMaxChars", 20, 10_000),
    ("relevance.candidates", 1, 2_000),
];

/// A value that two profiles do not share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileDifference {
    /// Where, such as `items.relevance.fields.name.weight`.
    pub path: String,
    /// In the first.
    pub a: Value,
    /// In the second.
    pub b: Value,
}

/// Why a profile cannot be so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{path}' cannot be '{value}': {allowed}")]
pub struct ProfileError {
    /// Where.
    pub path: String,
    /// What was given.
    pub value: String,
    /// What is allowed.
    pub allowed: String,
}

/// Lists every value in which profile `b` differs from `a` but the name, by path.
pub fn profile_difference(a: &Profile, b: &Profile) -> Vec<ProfileDifference> {
    let (a, b) = (list_profile_values(a), list_profile_values(b));
    let paths: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    let value = |of: &BTreeMap<String, Value>, path: &String| of.get(path).cloned().unwrap_or(Value::Null);
    let all = paths.into_iter().map(|path| ProfileDifference {
        path: path.clone(),
        a: value(&a, path),
        b: value(&b, path),
    });
    all.filter(|d| d.a != d.b).collect()
}

/// `profile` with one value changed; a path that begins with neither `items`, `faqs` nor `fusion` is
/// one of the items.
///
/// # Errors
/// [`ProfileError`] for a path that does not exist or a value that is not allowed there.
pub fn with_value(profile: &Profile, path: &str, value: &str) -> Result<Profile, ProfileError> {
    let first = path.split('.').next().unwrap_or_default();
    let known = matches!(first, "items" | "faqs" | "fusion");
    let path = if known { path.to_owned() } else { format!("items.{path}") };
    let error = |allowed: String| ProfileError { path: path.clone(), value: value.to_owned(), allowed };
    let mut json = serde_json::to_value(profile).map_err(|e| error(e.to_string()))?;
    let place = find_profile_value(&mut json, &path);
    let place = place
        .ok_or_else(|| error(list_profile_values(profile).into_keys().collect::<Vec<_>>().join(", ")))?;
    let written = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
    *place = if path.ends_with(".vectorThreshold") { threshold_value(written) } else { written };
    let changed: Profile = serde_json::from_value(json).map_err(|e| error(e.to_string()))?;
    check_profile(&changed)?;
    Ok(changed)
}

/// A threshold as people write it: infinity is a number of no JSON.
fn threshold_value(written: Value) -> Value {
    written.as_str().and_then(parse_threshold).map_or(written.clone(), Value::from)
}

/// Validates every value of a ranking profile.
///
/// # Errors
/// [`ProfileError`] for the first that does not.
pub fn check_profile(profile: &Profile) -> Result<(), ProfileError> {
    let name = profile.name.as_str();
    let starts = name.starts_with(char::is_alphanumeric) && name.chars().count() <= LONGEST_NAME;
    if !starts || !name.chars().all(|c| c.is_alphanumeric() || " ._-".contains(c)) {
        let allowed = format!("1-{LONGEST_NAME} × A-Z a-z 0-9 . _ -");
        return Err(ProfileError { path: "name".into(), value: name.into(), allowed });
    }
    for kind in [Kind::Items, Kind::Faqs] {
        check_tuning(profile.tuning(kind), kind)?;
    }
    Ok(())
}

/// Refuses a knob out of its range; the error names the range.
fn check_tuning(tuning: &Tuning, kind: Kind) -> Result<(), ProfileError> {
    for knob in Fusion::ALL.into_iter().flat_map(|fusion| Knob::all(fusion, kind)) {
        let (least, most) = knob.range();
        if let Some(value) = knob.get(tuning).filter(|value| !(least..=most).contains(value)) {
            let path = format!("{}.{}", kind.as_str(), knob.name());
            let none = if knob == Knob::Threshold { " | Infinity" } else { "" };
            let allowed = format!("{least} – {most}{none}");
            return Err(ProfileError { path, value: value.to_string(), allowed });
        }
    }
    let counts = [
        tuning.lexical_candidate_multiplier,
        tuning.lexical_candidate_max,
        tuning.vector_candidate_multiplier,
        tuning.vector_candidate_max,
        tuning.vector_chunks_per_item,
        tuning.vector_snippet_max_chars,
        tuning.relevance.candidates,
    ];
    for ((name, least, most), count) in COUNTS.into_iter().zip(counts) {
        if !(least..=most).contains(&count) {
            let path = format!("{}.{name}", kind.as_str());
            return Err(ProfileError {
                path,
                value: count.to_string(),
                allowed: format!("{least} – {most}"),
            });
        }
    }
    Ok(())
}

/// The value at `path`; entries of the list of fields are found by their field.
fn find_profile_value<'a>(json: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    let mut at = json;
    for part in path.split('.') {
        at = match at {
            Value::Array(list) => list.iter_mut().find(|entry| entry["field"] == part)?,
            Value::Object(map) => map.get_mut(part)?,
            _ => return None,
        };
    }
    (!at.is_object() && !at.is_array()).then_some(at)
}

/// Every value but the name, by path.
fn list_profile_values(profile: &Profile) -> BTreeMap<String, Value> {
    let mut out = BTreeMap::new();
    let json = serde_json::to_value(profile).unwrap_or_default();
    collect_values(String::new(), &json, &mut out);
    out.remove("name");
    out
}

/// Collects the values below `path`; entries of lists are named by their field.
fn collect_values(path: String, value: &Value, out: &mut BTreeMap<String, Value>) {
    let below = |part: &str| if path.is_empty() { part.to_owned() } else { format!("{path}.{part}") };
    match value {
        Value::Object(map) => {
            let entries = map.iter().filter(|(key, _)| *key != "field");
            entries.for_each(|(key, inner)| collect_values(below(key), inner, out));
        }
        Value::Array(list) => {
            list.iter().for_each(|entry| {
                collect_values(below(entry["field"].as_str().unwrap_or_default()), entry, out)
            });
        }
        leaf => {
            out.insert(path, leaf.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::{NO_THRESHOLD, shipped_profiles};
    use serde_json::json;

    fn profile() -> Profile {
        shipped_profiles().remove(0)
    }

    #[test]
    fn what_is_set_is_all_that_differs() {
        for (path, value, full) in [
            ("relevance.vector", "4.5", "items.relevance.vector"),
            ("faqs.relevance.fields.question.weight", "2", "faqs.relevance.fields.question.weight"),
            ("items.vectorThreshold", "-0.4", "items.vectorThreshold"),
            ("fusion", "rrf", "fusion"),
        ] {
            let changed = with_value(&profile(), path, value).unwrap();
            let paths: Vec<String> =
                profile_difference(&profile(), &changed).into_iter().map(|d| d.path).collect();
            assert_eq!(paths, [full]);
        }
        let changed = with_value(&profile(), "relevance.vector", "4.5").unwrap();
        assert_eq!(profile_difference(&profile(), &changed)[0].b, json!(4.5));
        assert_eq!(profile_difference(&profile(), &profile()), []);
    }

    #[test]
    fn no_threshold_can_be_said_wherever_one_can() {
        for written in ["Infinity", "\"Infinity\"", "inf", "∞", "1"] {
            let changed = with_value(&profile(), "faqs.vectorThreshold", written).unwrap();
            assert_eq!(changed.faqs.vector_threshold, Some(NO_THRESHOLD), "{written}");
            assert_eq!(changed.faqs.cutting_threshold(Some(-0.5)), None, "{written}");
        }
        let json = json!({"name": "x", "fusion": "rrf", "items": {"vectorThreshold": "Infinity"}});
        let read: Profile = serde_json::from_value(json).unwrap();
        assert_eq!(read.items.cutting_threshold(Some(-0.3)), None);
        let again: Profile = serde_json::from_value(serde_json::to_value(&read).unwrap()).unwrap();
        assert_eq!(again, read, "what is kept in a trace says the same");
        let open =
            |value| Tuning { vector_threshold: value, ..Tuning::items() }.cutting_threshold(Some(-0.3));
        assert_eq!((open(None), open(Some(-0.5))), (Some(-0.3), Some(-0.5)));
        let refused = with_value(&profile(), "vectorThreshold", "2").unwrap_err();
        assert!(refused.allowed.contains("Infinity"), "{}", refused.allowed);
        assert!(with_value(&profile(), "vectorThreshold", "NaN").is_err());
        assert!(with_value(&profile(), "vectorThreshold", "-Infinity").is_err());
        assert!(with_value(&profile(), "vectorThreshold", "wide").is_err());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (path, value) in [
            ("relevance.vector", "-1"),
            ("relevance.vector", "viel"),
            ("relevance.nothing", "1"),
            ("relevance", "1"),
            ("lexicalCandidateMax", "0"),
            ("fusion", "best"),
            ("relevance.fields.name.length", "1.5"),
        ] {
            assert!(with_value(&profile(), path, value).is_err(), "{path}={value}");
        }
        assert!(check_profile(&Profile { name: "/etc".into(), ..profile() }).is_err());
        assert!(check_profile(&Profile { name: "Soja – nova".into(), ..profile() }).is_err());
        assert!(check_profile(&Profile { name: "soja-2".into(), ..profile() }).is_ok());
        for profile in shipped_profiles() {
            assert_eq!(check_profile(&profile), Ok(()));
        }
    }
}
