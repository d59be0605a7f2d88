//! What can be typed: options and commands, without their texts.
//!
//! Help texts are in the translation files and are put in by [`crate::usage`], so there are no doc
//! comments on the fields here: they would be shown to people.

use celeiro_app::import::ImportPreset;
use celeiro_app::ops::review::Listed;
use celeiro_domain::analysis::{GapReason, GapState, QualityStep};
use celeiro_domain::assist::AssistField;
use celeiro_domain::catalog::DecimalMark;
use celeiro_domain::search::{Fusion, Kind, Sort};
use clap::builder::PossibleValuesParser;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use uuid::Uuid;

#[derive(Debug, Parser)]
#[command(name = "celeiro", version, disable_help_flag = true, disable_version_flag = true)]
#[command(disable_help_subcommand = true)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Args)]
pub struct Global {
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    #[arg(long, global = true, value_name = "LANG", value_parser = PossibleValuesParser::new(["pt-BR", "en"]))]
    pub lang: Option<String>,
    #[arg(long, global = true)]
    pub json: bool,
    // Not `global`: of two levels the parser would keep one. `usage` gives it to every command.
    #[arg(long = "set", value_name = "NAME=VALUE", action = ArgAction::Append)]
    pub settings: Vec<String>,
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Init(Init),
    Import(Import),
    Export(Export),
    Embed(Embed),
    Search(Search),
    Ask(Ask),
    Assist(Assist),
    Enrich(Enrich),
    Trace(Trace),
    Explain(Explain),
    Eval(Eval),
    Tune(Tune),
    Profile(Profile),
    Queries(Queries),
    Gaps(Gaps),
    Quality(Quality),
    Share(Share),
    Set(Set),
    Operations(Operations),
    History(History),
    Undo(Undo),
    Serve(Serve),
    Config(Config),
    Doctor,
    Call(Call),
    Model {
        #[command(subcommand)]
        work: ModelWork,
    },
    Llm {
        #[command(subcommand)]
        work: LlmWork,
    },
}

#[derive(Debug, Args)]
pub struct Init {
    #[arg(long)]
    pub demo: bool,
}

#[derive(Debug, Args)]
pub struct Import {
    #[arg(value_name = "KIND")]
    pub kind: Corpus,
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[arg(long)]
    pub dry_run: bool,
    #[arg(long, value_name = "PRESET")]
    pub preset: Option<Preset>,
    #[arg(long, value_name = "COLUMN=FIELD", action = ArgAction::Append)]
    pub map: Vec<String>,
    #[arg(long, value_name = "MARK")]
    pub decimal: Option<Decimal>,
}

#[derive(Debug, Args)]
pub struct Export {
    #[arg(value_name = "KIND")]
    pub kind: Corpus,
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[arg(long)]
    pub bom: bool,
}

#[derive(Debug, Args)]
pub struct Operations {
    #[arg(long = "limit", value_name = "COUNT", default_value_t = 20)]
    pub most: u32,
    #[arg(long)]
    pub mine: bool,
}

#[derive(Debug, Args)]
pub struct History {
    #[arg(value_name = "ID")]
    pub record: String,
}

#[derive(Debug, Args)]
pub struct Undo {
    #[arg(value_name = "OPERATION")]
    pub logged: Uuid,
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct Embed {
    #[arg(long)]
    pub refit: bool,
}

#[derive(Debug, Args)]
pub struct Search {
    #[arg(value_name = "QUERY", required = true)]
    pub query: Vec<String>,
    #[arg(long, value_name = "KIND", default_value = "items")]
    pub kind: Corpus,
    #[arg(long, value_name = "N", value_parser = any_number, allow_hyphen_values = true)]
    pub limit: Option<i32>,
    #[arg(long, value_name = "FUSION", value_parser = fusion_names())]
    pub fusion: Option<String>,
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    #[arg(long = "filter", value_name = "KEY=VALUE", action = ArgAction::Append)]
    pub filters: Vec<String>,
    #[arg(long, value_name = "ORDER")]
    pub sort: Option<Order>,
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub context: Option<String>,
    #[arg(long)]
    pub no_explain: bool,
}

#[derive(Debug, Args)]
pub struct Ask {
    #[arg(value_name = "MESSAGE", required = true)]
    pub message: Vec<String>,
    #[arg(long, value_name = "ID")]
    pub conversation: Option<uuid::Uuid>,
}

#[derive(Debug, Args)]
pub struct Assist {
    #[arg(value_name = "FILE", required_unless_present_any = ["evaluate", "fit"])]
    pub file: Option<PathBuf>,
    #[arg(long, conflicts_with = "file")]
    pub evaluate: bool,
    #[arg(long, value_name = "FIELDS")]
    pub fields: Option<String>,
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub sample: usize,
    #[arg(long, value_name = "N", default_value_t = 7)]
    pub seed: u32,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "evaluate"])]
    pub fit: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Enrich {
    #[command(subcommand)]
    pub action: EnrichAction,
}

#[derive(Debug, Subcommand)]
pub enum EnrichAction {
    Start {
        #[arg(long, value_name = "FIELDS")]
        fields: Option<String>,
        #[arg(long)]
        stale: bool,
        #[arg(long, value_name = "TEXT")]
        text: Option<String>,
        #[arg(long, value_name = "USD")]
        budget: Option<f64>,
        #[arg(long)]
        dry_run: bool,
    },
    Status,
    Pause {
        #[arg(value_name = "ID")]
        id: uuid::Uuid,
    },
    Resume {
        #[arg(value_name = "ID")]
        id: uuid::Uuid,
    },
    Cancel {
        #[arg(value_name = "ID")]
        id: uuid::Uuid,
    },
    Review {
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    Accept {
        #[arg(value_name = "ID", required = true, value_parser = suggestion)]
        ids: Vec<Listed>,
    },
    Reject {
        #[arg(value_name = "ID", required = true, value_parser = suggestion)]
        ids: Vec<Listed>,
    },
}

#[derive(Debug, Args)]
pub struct Trace {
    #[command(subcommand)]
    pub action: TraceAction,
}

#[derive(Debug, Subcommand)]
pub enum TraceAction {
    Show {
        #[arg(value_name = "ID")]
        id: uuid::Uuid,
    },
    Replay {
        #[arg(value_name = "ID")]
        id: uuid::Uuid,
    },
}

#[derive(Debug, Args)]
pub struct Explain {
    #[arg(value_name = "WHAT")]
    pub what: Explained,
    #[arg(value_name = "QUERY", required = true)]
    pub query: Vec<String>,
    #[arg(long, value_name = "KIND", default_value = "items")]
    pub kind: Corpus,
    #[arg(long, value_name = "ID")]
    pub item: Option<String>,
    #[arg(long, value_name = "ID", requires = "item")]
    pub against: Option<String>,
    #[arg(long, value_name = "NAME", requires = "against")]
    pub query_set: Option<String>,
    #[arg(long, value_name = "N", value_parser = any_number, allow_hyphen_values = true)]
    pub limit: Option<i32>,
    #[arg(long, value_name = "FUSION", value_parser = fusion_names())]
    pub fusion: Option<String>,
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    #[arg(long = "filter", value_name = "KEY=VALUE", action = ArgAction::Append)]
    pub filters: Vec<String>,
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub context: Option<String>,
}

#[derive(Debug, Args)]
pub struct Eval {
    #[arg(long, value_name = "KIND", required_unless_present = "query_set")]
    pub kind: Option<Corpus>,
    #[arg(long, value_name = "FILE", required_unless_present = "query_set", requires = "qrels")]
    pub queries: Option<PathBuf>,
    #[arg(long, value_name = "FILE", required_unless_present = "query_set", requires = "queries")]
    pub qrels: Option<PathBuf>,
    #[arg(long, value_name = "NAME", conflicts_with_all = ["kind", "queries", "qrels"])]
    pub query_set: Option<String>,
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    #[arg(long, value_name = "P1,P2", conflicts_with = "profile")]
    pub compare: Option<String>,
    #[arg(long, value_name = "FUSION", value_parser = fusion_names())]
    pub fusion: Option<String>,
}

#[derive(Debug, Args)]
pub struct Tune {
    #[arg(long, value_name = "KIND", default_value = "items")]
    pub kind: Corpus,
    #[arg(long, value_name = "FILE", required_unless_present = "query_set", requires = "qrels")]
    pub queries: Option<PathBuf>,
    #[arg(long, value_name = "FILE", required_unless_present = "query_set", requires = "queries")]
    pub qrels: Option<PathBuf>,
    #[arg(long, value_name = "NAME", conflicts_with_all = ["queries", "qrels"])]
    pub query_set: Option<String>,
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    #[arg(long, value_name = "FUSION", value_parser = fusion_names())]
    pub fusion: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Profile {
    #[command(subcommand)]
    pub action: ProfileAction,
}

#[derive(Debug, Subcommand)]
pub enum ProfileAction {
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

#[derive(Debug, Args)]
pub struct Set {
    #[command(subcommand)]
    pub action: SetAction,
}

#[derive(Debug, Subcommand)]
pub enum SetAction {
    List,
    Show {
        #[arg(value_name = "NAME")]
        name: String,
    },
    Import {
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(long, value_name = "FILE")]
        queries: PathBuf,
        #[arg(long, value_name = "FILE")]
        qrels: Option<PathBuf>,
        #[arg(long, value_name = "KIND", default_value = "items")]
        kind: Corpus,
        #[arg(long, value_name = "NAME")]
        judge: Option<String>,
    },
    Export {
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(long, value_name = "FILE")]
        queries: PathBuf,
        #[arg(long, value_name = "FILE")]
        qrels: PathBuf,
        #[arg(long, value_name = "NAME")]
        judge: Option<String>,
    },
    Delete {
        #[arg(value_name = "NAME")]
        name: String,
    },
}

#[derive(Debug, Args)]
pub struct Queries {
    #[arg(value_name = "TEXT", conflicts_with = "delete_all")]
    pub text: Vec<String>,
    #[arg(long = "limit", value_name = "N", default_value_t = 50)]
    pub entries: u32,
    #[arg(long)]
    pub delete_all: bool,
}

#[derive(Debug, Args)]
pub struct Gaps {
    #[arg(long, value_name = "STATE", default_value = "open")]
    pub state: Standing,
    #[arg(long = "reason", value_name = "REASON")]
    pub missing: Option<Missing>,
    #[arg(long = "limit", value_name = "N", default_value_t = 50)]
    pub entries: u32,
}

#[derive(Debug, Args)]
pub struct Quality {
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3_650))]
    pub days: u32,
    #[arg(long, value_name = "STEP", default_value = "day")]
    pub step: Step,
}

#[derive(Debug, Args)]
pub struct Share {
    #[command(subcommand)]
    pub work: ShareWork,
}

#[derive(Debug, Subcommand)]
pub enum ShareWork {
    Compare {
        #[arg(value_name = "QUERY", required = true)]
        query: Vec<String>,
        #[arg(long, value_name = "KIND", default_value = "items")]
        kind: Corpus,
        #[arg(long = "item", value_name = "ID")]
        first: String,
        #[arg(long, value_name = "ID")]
        against: String,
        #[arg(long, value_name = "FUSION", value_parser = fusion_names())]
        fusion: Option<String>,
        #[arg(long, value_name = "PROFILE")]
        profile: Option<String>,
        #[arg(long = "filter", value_name = "KEY=VALUE", action = ArgAction::Append)]
        filters: Vec<String>,
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
    Eval {
        #[arg(long, value_name = "KIND", default_value = "items")]
        kind: Corpus,
        #[arg(long, value_name = "FILE", required_unless_present = "query_set", requires = "qrels")]
        queries: Option<PathBuf>,
        #[arg(long, value_name = "FILE", required_unless_present = "query_set", requires = "queries")]
        qrels: Option<PathBuf>,
        #[arg(long, value_name = "NAME", conflicts_with_all = ["kind", "queries", "qrels"])]
        query_set: Option<String>,
        #[arg(long, value_name = "PROFILE", required_unless_present = "compare")]
        profile: Option<String>,
        #[arg(long, value_name = "P1,P2", conflicts_with = "profile")]
        compare: Option<String>,
        #[arg(long, value_name = "FUSION", value_parser = fusion_names())]
        fusion: Option<String>,
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
    Verify {
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

#[derive(Debug, Args)]
pub struct Config {
    #[command(subcommand)]
    pub change: Option<ConfigChange>,
}

#[derive(Debug, Subcommand)]
pub enum ConfigChange {
    List,
    Set {
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(value_name = "VALUE", allow_hyphen_values = true)]
        value: String,
    },
    Unset {
        #[arg(value_name = "NAME")]
        name: String,
    },
}

#[derive(Debug, Subcommand)]
pub enum ModelWork {
    Fetch {
        #[arg(value_name = "URL")]
        url: String,
        #[arg(long, value_name = "DIR")]
        into: PathBuf,
        #[arg(long, value_name = "SHA256")]
        tokenizer_sha256: String,
        #[arg(long, value_name = "SHA256")]
        vectors_sha256: String,
    },
}

#[derive(Debug, Subcommand)]
pub enum LlmWork {
    Replay {
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[arg(long, value_name = "PROVIDER")]
        provider: Provider,
        #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(100..600))]
        status: u16,
        #[arg(long)]
        stream: bool,
    },
}

#[derive(Debug, Args)]
pub struct Serve {
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub host: String,
    #[arg(long, value_name = "PORT", default_value_t = 4180)]
    pub port: u16,
    #[arg(long = "allow-host", value_name = "NAME", action = ArgAction::Append)]
    pub allow_host: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub rate: u32,
}

#[derive(Debug, Args)]
pub struct Call {
    #[arg(value_name = "OPERATION")]
    pub operation: String,
    #[arg(value_name = "JSON", allow_hyphen_values = true)]
    pub request: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Corpus {
    Items,
    Faqs,
}

impl Corpus {
    pub fn kind(self) -> Kind {
        match self {
            Corpus::Items => Kind::Items,
            Corpus::Faqs => Kind::Faqs,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Standing {
    Open,
    Passed,
    Dismissed,
}

impl Standing {
    pub fn state(self) -> GapState {
        match self {
            Standing::Open => GapState::Open,
            Standing::Passed => GapState::Passed,
            Standing::Dismissed => GapState::Dismissed,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Missing {
    NoResults,
    Weak,
    Refused,
    RatedDown,
}

impl Missing {
    pub fn reason(self) -> GapReason {
        match self {
            Missing::NoResults => GapReason::NoResults,
            Missing::Weak => GapReason::Weak,
            Missing::Refused => GapReason::Refused,
            Missing::RatedDown => GapReason::RatedDown,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Step {
    Day,
    Week,
}

impl Step {
    pub fn step(self) -> QualityStep {
        match self {
            Step::Day => QualityStep::Day,
            Step::Week => QualityStep::Week,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Provider {
    Openrouter,
    Openai,
    Gemini,
    Claude,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    Plain,
    Agrofit,
}

impl Preset {
    pub fn preset(self) -> ImportPreset {
        match self {
            Preset::Plain => ImportPreset::Plain,
            Preset::Agrofit => ImportPreset::Agrofit,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Decimal {
    Comma,
    Point,
}

impl Decimal {
    pub fn mark(self) -> DecimalMark {
        match self {
            Decimal::Comma => DecimalMark::Comma,
            Decimal::Point => DecimalMark::Point,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Csv,
    Jsonl,
    Xlsx,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Explained {
    Lexical,
    Vector,
    Hybrid,
    Faq,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "camelCase")]
pub enum Order {
    Relevance,
    PriceAsc,
    PriceDesc,
    Name,
    Newest,
}

impl Order {
    pub fn sort(self) -> Sort {
        match self {
            Order::Relevance => Sort::Relevance,
            Order::PriceAsc => Sort::PriceAsc,
            Order::PriceDesc => Sort::PriceDesc,
            Order::Name => Sort::Name,
            Order::Newest => Sort::Newest,
        }
    }
}

fn fusion_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Fusion::ALL.map(Fusion::as_str))
}

/// A suggestion of the queue as it is listed, `TRACE/FIELD`; the trace alone means all of its suggestions.
fn suggestion(text: &str) -> Result<Listed, String> {
    let (trace, field) = match text.trim().split_once('/') {
        Some((trace, field)) => (trace, Some(field)),
        None => (text.trim(), None),
    };
    let trace_id = trace.parse().map_err(|error: uuid::Error| error.to_string())?;
    let allowed = || AssistField::ALL.map(AssistField::as_str).join(", ");
    let field = field.map(|name| AssistField::parse(name).ok_or_else(allowed)).transpose()?;
    Ok(Listed { trace_id, field })
}

/// A whole number of any size: search moves a limit into its own bounds, so none is a mistake.
fn any_number(text: &str) -> Result<i32, std::num::ParseIntError> {
    let number = match text.trim().parse::<i64>() {
        Ok(number) => number,
        Err(error) => match error.kind() {
            std::num::IntErrorKind::PosOverflow => i64::MAX,
            std::num::IntErrorKind::NegOverflow => i64::MIN,
            _ => return Err(error),
        },
    };
    Ok(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_too_large() {
        assert_eq!(any_number("10"), Ok(10));
        assert_eq!(any_number("-1"), Ok(-1));
        assert_eq!(any_number("1000000000000"), Ok(i32::MAX));
        assert_eq!(any_number("-99999999999999999999999"), Ok(i32::MIN));
        assert!(any_number("ten").is_err());
    }
}
