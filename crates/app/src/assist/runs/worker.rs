//! Worker of enrichment runs: one item after the other, suggestions only, with retries when a model fails.

use crate::app::{App, Caller};
use crate::assist::draft::WantedFields;
use crate::assist::{is_nothing, suggest_values};
use crate::error::AppError;
use crate::runtime::catch_panic::catch_panic;
use celeiro_domain::assist::{AssistField, is_open, is_stale};
use celeiro_domain::catalog::{Item, ItemDraft};
use celeiro_domain::search::Lang;
use celeiro_store::{FieldSource, ItemOutcome, RunItem, field_value};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long an item may take before another worker takes it over: two calls of a slow model.
const LEASE_SECONDS: f64 = 180.0;
/// How often is looked where there is nothing to do.
const IDLE: Duration = Duration::from_secs(2);
/// Attempts after which the neighbours' suggestions do where the model still fails.
const PATIENT: i32 = 2;

/// Works on runs until `stop`. What is in hand then is given back: it would be out of reach until its
/// lease is over.
pub(crate) async fn run_worker(app: &App, stop: &CancellationToken) {
    while !stop.is_cancelled() {
        let pause = match catch_panic(work_on_next_item(app, stop, suggest_for_item)).await {
            Ok(true) => continue,
            Ok(false) => IDLE,
            Err(error) => {
                tracing::warn!(%error, "enrichment waits");
                IDLE * 5
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// `work` on one item, where one is due.
async fn work_on_next_item(
    app: &App,
    stop: &CancellationToken,
    work: impl AsyncFnOnce(&App, &Caller, &RunItem) -> Result<(), AppError>,
) -> Result<bool, AppError> {
    let Some(of) = app.store().take_run_item(LEASE_SECONDS).await? else {
        return Ok(app.store().settle_runs().await.map(|()| false)?);
    };
    let caller = Caller { actor: of.actor.clone(), ..Caller::local(lang_of(&of)) };
    let done = tokio::select! {
        done = catch_panic(work(app, &caller, &of)) => done,
        () = stop.cancelled() => return Ok(app.store().release_run_item(&of).await.map(|()| false)?),
    };
    if let Err(error) = done {
        app.store().fail_run_item(&of, &error.to_note(), None).await?;
    }
    Ok(true)
}

/// Suggests values for one item; a failed model is asked again until [`PATIENT`] attempts are spent.
async fn suggest_for_item(app: &App, caller: &Caller, of: &RunItem) -> Result<(), AppError> {
    let item = app.store().item(of.item).await?;
    let wanted = wanted_fields(app, &item, &of.fields, read_run_scope(of)).await?;
    let assisted = suggest_values(app, caller, &wanted).await?;
    let failed = assisted.failed.as_ref().map(AppError::to_note);
    if let Some(error) = failed.as_deref().filter(|_| of.attempts < PATIENT) {
        app.store().fail_run_item(of, error, assisted.cost_usd).await?;
        return Ok(());
    }
    let trace = assisted.response.trace_id;
    let outcome = match is_nothing(&assisted.response.suggestions) {
        true => ItemOutcome::Nothing(trace),
        false => ItemOutcome::Suggested(trace),
    };
    Ok(app.store().finish_run_item(of, outcome, failed.as_deref(), assisted.cost_usd).await?)
}

/// What a run is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Only {
    /// Empty fields.
    Missing,
    /// Values from suggestions whose inputs have changed.
    Stale,
}

/// Which fields the run is for: missing ones, unless it was started for stale ones.
fn read_run_scope(of: &RunItem) -> Only {
    if of.request["only"] == "stale" { Only::Stale } else { Only::Missing }
}

/// The language in which the run was started.
fn lang_of(of: &RunItem) -> Lang {
    serde_json::from_value(of.request["lang"].clone()).unwrap_or_default()
}

/// Lists the fields of a stored item that get suggestions: a stale field counts as empty.
pub(crate) async fn wanted_fields(
    app: &App,
    item: &Item,
    fields: &[AssistField],
    only: Only,
) -> Result<WantedFields, AppError> {
    let mut draft = ItemDraft::from(item.clone());
    let open: Vec<AssistField> = match only {
        Only::Missing => fields.iter().copied().filter(|field| is_open(&draft, *field)).collect(),
        Only::Stale => {
            let sources = app.store().field_sources(&[item.id]).await?;
            stale_fields(item, sources.get(&item.id).map_or(&[][..], Vec::as_slice), fields)
        }
    };
    for field in &open {
        clear_draft_field(&mut draft, *field);
    }
    open_currency(&mut draft);
    Ok(WantedFields { draft, item_id: Some(item.id), open })
}

/// An item without a price has a currency all the same; comparable items may have another. Where its packages have
/// prices, these are in it, and another currency would make others of them.
fn open_currency(draft: &mut ItemDraft) {
    if draft.price.is_none() && !draft.has_package_prices() {
        draft.currency = None;
    }
}

/// The fields whose value is a suggestion's still, while what that rested on has changed.
/// `sources` are those of its values.
pub(crate) fn stale_fields(item: &Item, sources: &[FieldSource], fields: &[AssistField]) -> Vec<AssistField> {
    let now = ItemDraft::from(item.clone());
    let stale = sources.iter().filter(|source| {
        let inputs: &BTreeMap<String, String> = &source.inputs;
        source.value == field_value(item, source.field) && is_stale(inputs, &now)
    });
    stale.map(|source| source.field).filter(|field| fields.contains(field)).collect()
}

/// Empties a field of the draft, so that it is suggested anew.
fn clear_draft_field(draft: &mut ItemDraft, field: AssistField) {
    match field {
        AssistField::Description => draft.description = None,
        AssistField::Category => draft.category = None,
        AssistField::Price => draft.price = None,
        AssistField::Tags => draft.tags = Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Empty;
    use crate::assist::runs::api::{EnrichRequest, list_enrichments, start_enrichment};
    use crate::catalog::items::{CreateItem, create_item};
    use crate::config::Config;
    use celeiro_domain::catalog::{Package, PackageStatus, Price};

    #[test]
    fn the_currency_of_priced_packages_is_not_open() {
        let package = |price: Option<&str>| Package {
            label: "5 L".into(),
            code: None,
            ean: None,
            price: price.and_then(|price| Price::parse(price).ok()),
            status: PackageStatus::Ativo,
        };
        for (price, packages, currency) in [
            (None, Vec::new(), None),
            (None, vec![package(None)], None),
            (None, vec![package(None), package(Some("298"))], Some("USD")),
            (Price::parse("10").ok(), Vec::new(), Some("USD")),
        ] {
            let (own, packages) = (Some("USD".to_owned()), Some(packages));
            let mut draft = ItemDraft { price, packages, currency: own, ..ItemDraft::default() };
            open_currency(&mut draft);
            assert_eq!(draft.currency.as_deref(), currency, "{draft:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_item_at_which_the_program_panics_is_a_failure_of_its_run_with_a_code() {
        let folder = tempfile::tempdir().unwrap();
        let place = [("CELEIRO_DATA_DIR", folder.path().to_str().unwrap()), ("CELEIRO_KEY_STORE", "file")];
        let given: BTreeMap<String, String> = place.map(|(name, value)| (name.into(), value.into())).into();
        let app = App::open(Config::load(&given, |_| None).unwrap(), |_| {}).await.unwrap();
        let caller = Caller::local(Lang::En);
        let draft = ItemDraft { name: "Fungicida".into(), ..ItemDraft::default() };
        let create = CreateItem { draft, sources: None, operation_id: None };
        create_item(&app, &caller, create).await.unwrap();
        start_enrichment(&app, &caller, EnrichRequest::default()).await.unwrap();

        let stop = CancellationToken::new();
        let worked =
            work_on_next_item(&app, &stop, async |_: &App, _: &Caller, _: &RunItem| panic!("on purpose"))
                .await;
        assert_eq!(worked, Ok(true), "the worker goes on");
        let run = list_enrichments(&app, &caller, Empty {}).await.unwrap().remove(0);
        assert_eq!(run.failed_attempts, 1);
        assert_eq!(run.last_error.map(|error| error.code), Some("internal".to_owned()));
        app.close().await.unwrap();
    }
}
