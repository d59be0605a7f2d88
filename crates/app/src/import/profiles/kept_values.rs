//! Value mappings of a supplier's files: those saved in a profile, and the person's for this import.

use super::profile::ImportProfile;
use crate::import::checking::merges::{MAX_MERGES, MergedValue};
use crate::import::request::ImportRequest;

/// Adds the values of the profile of which nothing else was said.
pub(super) fn put_values(profile: &ImportProfile, request: &mut ImportRequest) {
    let said = std::mem::take(&mut request.merges);
    let is_said =
        |own: &&MergedValue| said.iter().any(|one| (one.field, &one.from) == (own.field, &own.from));
    let own: Vec<MergedValue> = profile.content.merges.iter().filter(|own| !is_said(own)).cloned().collect();
    request.merges = own.into_iter().chain(said).take(MAX_MERGES).collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::profiles::profile::ProfileContent;
    use celeiro_domain::import::MergedField;
    use celeiro_domain::search::Kind;
    use chrono::DateTime;
    use uuid::Uuid;

    fn merge_of(from: &str, to: &str) -> MergedValue {
        MergedValue { field: MergedField::Category, from: from.into(), to: to.into() }
    }

    #[test]
    fn what_a_person_says_of_a_value_goes_before_what_the_profile_has_kept() {
        let content = ProfileContent {
            merges: vec![merge_of("HERB.", "Herbicidas"), merge_of("FUNG.", "Fungicidas")],
            ..ProfileContent::default()
        };
        let profile = ImportProfile {
            id: Uuid::nil(),
            kind: Kind::Items,
            name: "Agro Sul".into(),
            layout: None,
            content,
            updated_at: DateTime::UNIX_EPOCH,
        };
        let mut request = ImportRequest::of_bytes(Kind::Items, Vec::new(), "lista", "ana");
        request.merges = vec![merge_of("HERB.", "Defensivos")];
        put_values(&profile, &mut request);
        assert_eq!(request.merges, [merge_of("FUNG.", "Fungicidas"), merge_of("HERB.", "Defensivos")]);
    }
}
