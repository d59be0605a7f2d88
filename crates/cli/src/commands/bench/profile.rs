//! `celeiro profile`: ranking profiles as versions, measured before they come into force.

use super::set;
use crate::args::Corpus;
use crate::failure::Failure;
use crate::output;
use crate::progress::Bar;
use crate::render::cards::moment;
use crate::session::Session;
use celeiro_app::api::Empty;
use celeiro_app::bench::profile_gate;
use celeiro_app::bench::profile_gate::{ChangeReason, GateVerdict, ProfileChangeOutcome};
use celeiro_app::bench::profiles::{ByName, DiffProfiles, ProfileDetail, ProfileEntry};
use celeiro_app::bench::profiles::{diff_profiles, get_profile, list_profiles};
use celeiro_app::bench::sets::{SetRequest, SetWorse};
use celeiro_app::files::bounded_read;
use celeiro_app::messages::{translate, translate_with};
use celeiro_app::runtime::tasks::Meter;
use celeiro_app::{App, AppError, Caller, Code};
use celeiro_domain::bench::{ProfileDifference, with_value};
use celeiro_domain::rank::Profile;
use celeiro_domain::search::Lang;
use clap::{ArgAction, Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum Action {
    List,
    Show {
        #[arg(value_name = "NAME")]
        name: String,
    },
    Save {
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(long, value_name = "NAME")]
        from: Option<String>,
        #[arg(long = "weight", value_name = "PATH=VALUE", action = ArgAction::Append, allow_hyphen_values = true)]
        weights: Vec<String>,
        #[command(flatten)]
        gate: Gate,
    },
    Activate {
        #[arg(value_name = "NAME", required_unless_present = "back", conflicts_with = "back")]
        name: Option<String>,
        #[arg(long)]
        back: bool,
        #[command(flatten)]
        gate: Gate,
    },
    Diff {
        #[arg(value_name = "A")]
        a: String,
        #[arg(value_name = "B")]
        b: String,
    },
    Export {
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    Import {
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[arg(long = "as", value_name = "NAME")]
        name: Option<String>,
        #[command(flatten)]
        gate: Gate,
    },
}

#[derive(Debug, Args)]
pub struct Gate {
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub reason: Option<String>,
    #[arg(long, value_name = "KIND", default_value = "items")]
    pub kind: Corpus,
    #[arg(long, value_name = "FILE", requires = "qrels")]
    pub queries: Option<PathBuf>,
    #[arg(long, value_name = "FILE", requires = "queries")]
    pub qrels: Option<PathBuf>,
    #[arg(long, value_name = "NAME", conflicts_with_all = ["queries", "qrels"])]
    pub query_set: Option<String>,
}

/// Larger files are no profiles.
const MAX_BYTES: u64 = 1 << 20;

/// Runs the command.
pub async fn run_profile(session: &Session, action: Action) -> Result<(), Failure> {
    session.with_app(async |app, caller| act_on_profiles(session, app, caller, action).await).await
}

/// Does what the action says.
async fn act_on_profiles(
    session: &Session,
    app: &App,
    caller: &Caller,
    action: Action,
) -> Result<(), Failure> {
    match action {
        Action::List => {
            let all = list_profiles(app, caller, Empty {}).await?;
            session.print(&all, || all.iter().map(|p| render_profile_entry(session.lang, p)).collect())
        }
        Action::Show { name } => {
            let found = get_profile(app, caller, ByName { name }).await?;
            session.print(&found, || render_profile_detail(session.lang, &found))
        }
        Action::Diff { a, b } => {
            let found = diff_profiles(app, caller, DiffProfiles { a, b }).await?;
            session.print(&found, || render_differences(&found))
        }
        Action::Export { name, output } => {
            let found = get_profile(app, caller, ByName { name }).await?.entry.profile;
            match output {
                Some(file) => Ok(output::write_json_file(&file, &found)?),
                None => Ok(output::print_json(&found)?),
            }
        }
        Action::Save { name, from, weights, gate } => {
            let profile = edit_profile(session.lang, app, caller, name, from, &weights).await?;
            save_profile(session, app, caller, profile, &gate).await
        }
        Action::Import { file, name, gate } => {
            let mut profile: Profile = bounded_read::json_of(&file, MAX_BYTES)?;
            if let Some(name) = name {
                profile.name = name;
            }
            save_profile(session, app, caller, profile, &gate).await
        }
        Action::Activate { name, gate, .. } => {
            let (asked, why) = (load_gate_set(app, &gate).await?, change_reason(&gate));
            let judged = asked.as_ref().map(SetRequest::as_judged);
            let changed = match name {
                Some(name) => {
                    profile_gate::activate_profile_if_good(
                        app,
                        caller,
                        &name,
                        judged,
                        &why,
                        &gate_meter(session),
                    )
                    .await?
                }
                None => profile_gate::step_back(app, caller, None, &why).await?,
            };
            report_change(session, &changed)
        }
    }
}

/// A bar over the queries that the gate asks.
fn gate_meter(session: &Session) -> Meter {
    let bar = Bar::new(translate(session.lang, "cli.eval.queries"));
    Meter::new(move |done, total| bar.show(done.into(), total.into()))
}

/// Saves the profile where the gate lets it pass, and reports what became active.
async fn save_profile(
    session: &Session,
    app: &App,
    caller: &Caller,
    profile: Profile,
    gate: &Gate,
) -> Result<(), Failure> {
    let asked = load_gate_set(app, gate).await?;
    let judged = asked.as_ref().map(SetRequest::as_judged);
    let changed = profile_gate::save_profile_if_good(
        app,
        caller,
        profile,
        judged,
        &change_reason(gate),
        &gate_meter(session),
    )
    .await?;
    report_change(session, &changed)
}

/// The profile `from`, or `name` itself where it exists, or else the active one, with other weights.
async fn edit_profile(
    lang: Lang,
    app: &App,
    caller: &Caller,
    name: String,
    from: Option<String>,
    weights: &[String],
) -> Result<Profile, Failure> {
    let mut profile = match from {
        Some(from) => get_profile(app, caller, ByName { name: from }).await?.entry.profile,
        None => {
            let all = list_profiles(app, caller, Empty {}).await?;
            let own = all.iter().find(|p| p.profile.name == name).or_else(|| all.iter().find(|p| p.active));
            own.map(|p| p.profile.clone()).ok_or_else(|| AppError::internal("no active profile"))?
        }
    };
    profile.name = name;
    for pair in weights {
        let (path, value) = pair.split_once('=').ok_or_else(|| {
            let places = [("option", "--weight".to_owned()), ("value", pair.clone())];
            Failure::usage(translate_with(lang, "cli.usage.pair", &places))
        })?;
        profile = with_value(&profile, path.trim(), value.trim()).map_err(|e| {
            let error = AppError::new(Code::InvalidProfile).with("path", e.path).with("value", e.value);
            error.with("allowed", e.allowed)
        })?;
    }
    Ok(profile)
}

/// The reason that was given, or none.
fn change_reason(gate: &Gate) -> ChangeReason {
    ChangeReason { reason: gate.reason.clone().unwrap_or_default(), operation_id: None }
}

/// The queries that the gate asks; none where no set is named.
async fn load_gate_set(app: &App, gate: &Gate) -> Result<Option<SetRequest>, Failure> {
    let files = gate.queries.as_ref().zip(gate.qrels.as_ref());
    set::load_queries(app, gate.query_set.as_deref(), files, gate.kind.kind()).await
}

/// Prints whether the profile is active and what the gate found.
fn report_change(session: &Session, changed: &ProfileChangeOutcome) -> Result<(), Failure> {
    let key = match (changed.active, changed.verdict) {
        (false, _) => "cli.profile.saved",
        (true, GateVerdict::NotAsked) => "cli.profile.activeUnmeasured",
        (true, GateVerdict::Unchanged) => "cli.profile.activeSame",
        (true, GateVerdict::Passed) => "cli.profile.active",
        (true, GateVerdict::Overruled) => "cli.profile.activeWorse",
    };
    let mut places = vec![
        ("name", changed.name.clone()),
        ("version", changed.version.to_string()),
        ("reason", changed.reason.clone()),
    ];
    let counts = SetWorse::counts(changed.worse.as_deref().unwrap_or_default());
    places.extend(counts.map(|(kind, count)| (kind, count.to_string())));
    session.print(changed, || format!("{}\n", translate_with(session.lang, key, &places)))
}

/// Renders a profile in one line.
fn render_profile_entry(lang: Lang, profile: &ProfileEntry) -> String {
    let mut facts = vec![format!("v{}", profile.version), profile.profile.fusion.as_str().to_owned()];
    facts.extend(profile.active.then(|| translate(lang, "cli.profile.isActive")));
    facts.extend(profile.shipped.then(|| translate(lang, "cli.profile.isShipped")));
    format!("{:<24} {}\n", profile.profile.name, facts.join(" · "))
}

/// Renders a profile with its versions and its definition as JSON.
fn render_profile_detail(lang: Lang, profile: &ProfileDetail) -> String {
    let mut out = render_profile_entry(lang, &profile.entry);
    for version in &profile.versions {
        let when = moment(lang, version.created_at);
        out += &format!("  v{:<3} {when}  {}  {}\n", version.version, version.author, version.reason);
    }
    let definition = serde_json::to_string_pretty(&profile.entry.profile).unwrap_or_default();
    out + &definition + "\n"
}

/// One line a value: where, what it is in the one and in the other.
pub fn render_differences(differences: &[ProfileDifference]) -> String {
    differences.iter().map(|d| format!("{:<44} {} → {}\n", d.path, d.a, d.b)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{AT, answer, in_both};
    use crate::snapshot::assert_snapshot;
    use serde_json::json;

    #[test]
    fn profiles_are_printed_with_what_they_are_and_how_they_came_to_be() {
        let shipped = celeiro_domain::rank::shipped_profiles().remove(0);
        let mut profile = serde_json::to_value(&shipped).unwrap();
        for (name, value) in [
            ("active", json!(true)),
            ("shipped", json!(true)),
            ("version", json!(2)),
            ("versions", json!([{ "version": 2, "author": "ana", "reason": "teste", "createdAt": AT }])),
            ("activations", json!([])),
        ] {
            profile[name] = value;
        }
        let found: ProfileDetail = answer(profile);
        let printed = in_both(|lang| {
            render_profile_detail(lang, &found).lines().take(3).map(|line| line.to_owned() + "\n").collect()
        });
        assert_snapshot!("profile", printed, renewed_by: "-p celeiro-cli commands");
        let definition = render_profile_detail(Lang::En, &found).split_once('{').unwrap().1.to_owned();
        let read: Profile = serde_json::from_str(&format!("{{{definition}")).unwrap();
        assert_eq!(read, shipped, "what is printed can be imported");
    }

    #[test]
    fn differences_stand_one_a_line() {
        let one: ProfileDifference = answer(json!({ "path": "items.rrfK", "a": 60.0, "b": 30.0 }));
        assert_eq!(
            render_differences(&[one]).split_whitespace().collect::<Vec<_>>(),
            ["items.rrfK", "60.0", "→", "30.0"]
        );
        assert_eq!(render_differences(&[]), "");
    }
}
