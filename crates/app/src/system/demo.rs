//! The demo catalog, for people who try the program before they have a catalog of their own.

use crate::app::{App, Caller};
use crate::bench::query_sets::SetImportOutcome;
use crate::error::{AppError, Code};
use crate::import::{self, Hints, ImportRequest};
use crate::system::setup::{DEMO_FAQS, DEMO_ITEMS, demo_query_set, is_empty};
use celeiro_domain::search::{Kind, Lang};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use tokio_util::sync::CancellationToken;

/// The demo catalog is to be loaded.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoadDemo {
    /// Also into a team's database server: the whole team has the catalog then.
    #[serde(default)]
    pub on_server: bool,
}

/// What the demo brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DemoOutcome {
    /// Items.
    pub items: u32,
    /// FAQs; none where there were some already.
    pub faqs: u32,
}

/// Brings the demo's items, FAQs and judged queries into a catalog without items, as `init --demo` does.
/// Vectors are made afterwards.
///
/// # Errors
/// `catalog_not_empty` where there are items; `server_not_confirmed`; what an import refuses.
pub async fn load_demo(app: &App, caller: &Caller, request: LoadDemo) -> Result<DemoOutcome, AppError> {
    if app.has_team_database() && !request.on_server {
        return Err(AppError::new(Code::ServerNotConfirmed));
    }
    if !is_empty(app, Kind::Items).await? {
        return Err(AppError::new(Code::CatalogNotEmpty));
    }
    let (app, caller) = (app.clone(), caller.clone());
    // A page that is loaded again drops its request; half a demo would stay.
    let loading = tokio::spawn(async move { load_all(&app, &caller).await });
    loading.await.map_err(AppError::internal)?
}

/// Loads the questions first: a catalog without items is offered the demo again where the program ends
/// between the two.
async fn load_all(app: &App, caller: &Caller) -> Result<DemoOutcome, AppError> {
    let mut faqs = 0;
    if is_empty(app, Kind::Faqs).await? {
        faqs = import_demo(app, caller, Kind::Faqs, DEMO_FAQS).await?;
    }
    begin_demo(app).await?;
    let items = import_demo(app, caller, Kind::Items, DEMO_ITEMS).await?;
    load_judged_queries(app, caller).await?;
    Ok(DemoOutcome { items, faqs })
}

/// The demo's items come now, and its judged queries, which name them, after them.
const BEGUN: &str = "demo-begun";
/// The demo is there as a whole: what people delete of it since does not come back.
const LOADED: &str = "demo-loaded";

/// Notes that the demo's items come, for a command that loads them by itself.
pub async fn begin_demo(app: &App) -> Result<(), AppError> {
    Ok(app.store().note_milestone(BEGUN).await?)
}

/// Brings the judged queries, with which the demo is whole.
///
/// # Errors
/// As [`demo_query_set`].
pub async fn load_judged_queries(app: &App, caller: &Caller) -> Result<Option<SetImportOutcome>, AppError> {
    let brought = demo_query_set(app, caller).await?;
    app.store().note_milestone(LOADED).await?;
    Ok(brought)
}

/// Brings the judged queries that a program left out which ended while it loaded the demo.
///
/// # Errors
/// As [`demo_query_set`].
pub async fn complete_demo(app: &App) -> Result<(), AppError> {
    let store = app.store();
    if !store.has_milestone(BEGUN).await? || store.has_milestone(LOADED).await? {
        return Ok(());
    }
    // Without items the page offers the whole demo again.
    if !is_empty(app, Kind::Items).await? {
        let english = app.settings().config_at_start().text("CELEIRO_LANG") == Some("en");
        let lang = if english { Lang::En } else { Lang::PtBr };
        load_judged_queries(app, &Caller::local(lang)).await?;
    }
    Ok(())
}

/// Imports records of the demo by the usual way; returns how many are new.
async fn import_demo(app: &App, caller: &Caller, kind: Kind, lines: &str) -> Result<u32, AppError> {
    let name = format!("demo/{}.jsonl", kind.as_str());
    let request = ImportRequest::of_bytes(kind, lines.into(), name, &caller.actor);
    let done = import::import_file(app.store(), request, |_| (), &CancellationToken::new()).await;
    app.forget();
    let report = done.map_err(|error| import::to_app_error(caller.lang, error, Hints::None))?;
    Ok(report.created)
}
