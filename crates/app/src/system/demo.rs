//! The demo catalog, for people who look around before they have a catalog of their own.

use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::import::{self, Hints, ImportRequest};
use crate::system::setup::{DEMO_FAQS, DEMO_ITEMS, demo_query_set, is_empty};
use celeiro_domain::search::Kind;
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
    if app.settings().config_at_start().text("DATABASE_URL").is_some() && !request.on_server {
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
    let items = import_demo(app, caller, Kind::Items, DEMO_ITEMS).await?;
    demo_query_set(app, caller).await?;
    Ok(DemoOutcome { items, faqs })
}

async fn import_demo(app: &App, caller: &Caller, kind: Kind, lines: &str) -> Result<u32, AppError> {
    let name = format!("demo/{}.jsonl", kind.as_str());
    let request = ImportRequest::of_bytes(kind, lines.into(), name, &caller.actor);
    let done = import::run(app.store(), request, |_| (), &CancellationToken::new()).await;
    app.forget();
    let report = done.map_err(|error| import::to_app_error(caller.lang, error, Hints::None))?;
    Ok(report.created)
}
