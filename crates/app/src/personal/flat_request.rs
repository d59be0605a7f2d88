//! Requests with a record's fields flattened into them. A record can be fetched, changed and sent back: read-only
//! fields are ignored, unknown ones rejected.

use serde::Serialize;
use serde::de::{DeserializeOwned, Error};
use serde_json::{Map, Value};

/// Fields of records that are not written by people.
const PASSED: [&str; 26] = [
    "id",
    "version",
    "createdAt",
    "updatedAt",
    "nextAt",
    "doneAt",
    "lastFiredAt",
    "state",
    "source",
    "extractor",
    "prompt",
    "status",
    "paidAt",
    "amountPaid",
    "currency",
    "daysUntilDue",
    "variance",
    "percentUsed",
    "remainingInstallments",
    "totalPaid",
    "totalRemaining",
    "percentComplete",
    "nextDueDate",
    "progress",
    "remainingToGoal",
    "monthsToGoal",
];

/// Reads the fields of a draft.
pub(super) fn read_draft<T: Serialize + DeserializeOwned, E: Error>(
    given: Map<String, Value>,
) -> Result<T, E> {
    let names: Vec<String> = given.keys().cloned().collect();
    let draft: T = serde_json::from_value(Value::Object(given)).map_err(E::custom)?;
    let known = serde_json::to_value(&draft).map_err(E::custom)?;
    let is_known = |name: &&String| known.get(name.as_str()).is_some() || PASSED.contains(&name.as_str());
    match names.iter().find(|name| !is_known(name)) {
        Some(unknown) => {
            let unknown: String = unknown.chars().take(60).collect();
            Err(E::custom(format!("unknown field `{unknown}`")))
        }
        None => Ok(draft),
    }
}

/// Declares a request of its own fields and those of `$draft`.
macro_rules! flat_request {
    ($(#[$about:meta])* $request:ident of $draft:ty { $($(#[$note:meta])* $own:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, specta::Type, schemars::JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $request {
            $($(#[$note])* pub $own: $kind,)*
            /// The content.
            #[serde(flatten)]
            pub draft: $draft,
        }

        impl<'de> serde::Deserialize<'de> for $request {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(serde::Deserialize)]
                #[serde(rename_all = "camelCase")]
                struct Flat {
                    $($(#[$note])* $own: $kind,)*
                    #[serde(flatten)]
                    rest: serde_json::Map<String, serde_json::Value>,
                }
                let flat = Flat::deserialize(deserializer)?;
                let draft = $crate::personal::flat_request::read_draft::<$draft, D::Error>(flat.rest)?;
                Ok(Self { $($own: flat.$own,)* draft })
            }
        }
    };
}
pub(super) use flat_request;

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::personal::person::PersonDraft;
    use serde_json::json;

    #[test]
    fn a_record_is_sent_back_as_it_came_and_an_unknown_field_is_refused() {
        let read = |given: Value| {
            let given = given.as_object().cloned().unwrap();
            read_draft::<PersonDraft, serde_json::Error>(given).map_err(|error| error.to_string())
        };
        let record = json!({ "id": "x", "name": "Ana", "version": 3, "createdAt": "…", "crops": ["soja"] });
        assert_eq!(read(record).map(|draft| draft.crops), Ok(vec!["soja".to_owned()]));
        assert_eq!(read(json!({ "name": "Ana", "cpf": "1" })), Err("unknown field `cpf`".to_owned()));
        assert!(read(json!({ "farm": "Boa Vista" })).unwrap_err().contains("name"));
    }
}
