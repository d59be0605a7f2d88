//! `celeiro set`: stored query sets, from files and to files. `eval`, `tune` and `profile` take one with
//! `--query-set`.

use crate::args::{Corpus, JudgedQueries};
use crate::failure::Failure;
use crate::output;
use crate::session::Session;
use celeiro_app::api::{ById, Empty, WriteById};
use celeiro_app::bench::eval::{QuerySet, text_of};
use celeiro_app::bench::query_sets::{
    ExportQuerySet, ImportQuerySet, QuerySetDetail, SetImportOutcome, delete_query_set, export_query_set,
    get_query_set, import_query_set, list_query_sets,
};
use celeiro_app::bench::sets::{SetRequest, find_query_set};
use celeiro_app::messages::{translate, translate_with};
use celeiro_app::{App, AppError, Caller};
use celeiro_domain::bench::judging::{QuerySetSummary, SetQuery};
use celeiro_domain::search::{Kind, Lang};
use clap::Subcommand;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum Action {
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

/// Runs the command.
pub async fn run_set(session: &Session, action: Action) -> Result<(), Failure> {
    session.with_app(async |app, caller| act_on_query_sets(session, app, caller, action).await).await
}

/// Does what the action says.
async fn act_on_query_sets(
    session: &Session,
    app: &App,
    caller: &Caller,
    action: Action,
) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Action::List => {
            let all = list_query_sets(app, caller, Empty {}).await?;
            session.print(&all, || all.iter().map(|set| render_set_line(lang, set)).collect())
        }
        Action::Show { name } => {
            let id = find_query_set(app, &name).await?.id;
            let found = get_query_set(app, caller, ById { id }).await?;
            session.print(&found, || render_set_detail(lang, &found))
        }
        Action::Import { name, queries, qrels, kind, judge } => {
            let request = ImportQuerySet {
                name,
                kind: kind.kind(),
                queries: text_of(&queries)?,
                qrels: qrels.as_deref().map(text_of).transpose()?.unwrap_or_default(),
                judge,
                ..ImportQuerySet::default()
            };
            let done = import_query_set(app, caller, request).await?;
            session.print(&done, || render_import(lang, &done))
        }
        Action::Export { name, queries, qrels, judge } => {
            let id = find_query_set(app, &name).await?.id;
            let tabbed = queries.extension().is_some_and(|end| end == "tsv");
            let files = export_query_set(app, caller, ExportQuerySet { id, judge, tabbed }).await?;
            for (file, content) in [(&queries, &files.queries), (&qrels, &files.qrels)] {
                output::write_file(file, content)?;
            }
            session.print_value(&files)
        }
        Action::Delete { name } => {
            let set = find_query_set(app, &name).await?;
            let deleted = delete_query_set(app, caller, WriteById { id: set.id, operation_id: None }).await?;
            let places = [("name", set.name)];
            session.print(&deleted, || format!("{}\n", translate_with(lang, "cli.set.deleted", &places)))
        }
    }
}

/// Renders a set in one line.
fn render_set_line(lang: Lang, set: &QuerySetSummary) -> String {
    let places = [
        ("queries", set.queries.to_string()),
        ("judged", set.judged_queries.to_string()),
        ("protected", set.protected_queries.to_string()),
        ("cases", set.cases.to_string()),
        ("kind", translate(lang, &format!("cli.corpus.{}", set.kind.as_str()))),
    ];
    format!("{:<32} {}\n", set.name, translate_with(lang, "cli.set.line", &places))
}

/// Renders a set and a line for each of its queries.
fn render_set_detail(lang: Lang, found: &QuerySetDetail) -> String {
    render_set_line(lang, &found.set)
        + &found.list.iter().map(|query| query_line(lang, query)).collect::<String>()
}

fn query_line(lang: Lang, query: &SetQuery) -> String {
    let mut marks = Vec::from_iter(query.class.clone());
    marks.extend(query.protected.then(|| translate(lang, "cli.set.isProtected")));
    marks.extend(query.skipped.then(|| translate(lang, "cli.set.isSkipped")));
    marks.extend(query.case.as_ref().map(|_| translate(lang, "cli.set.isCase")));
    let judged = format!("{}/{}", query.relevant_records, query.judged_records);
    format!("  {judged:>7}  {} [{}]  {}\n", query.query, query.key, marks.join(" · "))
}

fn render_import(lang: Lang, done: &SetImportOutcome) -> String {
    let places = [
        ("name", done.set.name.clone()),
        ("created", done.created.to_string()),
        ("updated", done.updated.to_string()),
        ("judgments", done.judgments.to_string()),
    ];
    let mut out = translate_with(lang, "cli.set.imported", &places) + "\n";
    let unknown = &done.unknown_records;
    if unknown.count > 0 {
        let places = [("count", unknown.count.to_string()), ("ids", unknown.ids.join(", "))];
        out += &(translate_with(lang, "cli.eval.unknownDocuments", &places) + "\n");
    }
    if done.unasked > 0 {
        out += &(translate_with(lang, "cli.set.unasked", &[("count", done.unasked.to_string())]) + "\n");
    }
    out
}

/// Judged queries as a command names them: the stored set `name`, else what the files hold; none where
/// neither is named.
pub(crate) async fn load_queries(
    app: &App,
    name: Option<&str>,
    files: Option<(&PathBuf, &PathBuf)>,
    kind: Kind,
) -> Result<Option<SetRequest>, Failure> {
    if let Some(name) = name {
        return Ok(Some(SetRequest::load_stored(app, find_query_set(app, name).await?.id).await?));
    }
    let Some((queries, qrels)) = files else { return Ok(None) };
    Ok(Some(SetRequest::of_set(QuerySet::read(queries, qrels)?, kind)))
}

/// Reads the judged queries that the command line names, where the parser saw to it that something is named.
pub(crate) async fn require_queries(
    app: &App,
    named: &JudgedQueries,
    kind: Kind,
) -> Result<SetRequest, Failure> {
    let files = named.queries.as_ref().zip(named.qrels.as_ref());
    let asked = load_queries(app, named.query_set.as_deref(), files, kind).await?;
    Ok(asked.ok_or_else(|| AppError::invalid_request("--query-set | --queries, --qrels"))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{AT, ID, answer, in_both};
    use crate::snapshot::assert_snapshot;
    use serde_json::{Value, json};

    fn summary() -> Value {
        json!({
            "id": ID, "name": "Balcão", "kind": "items", "description": "", "role": "judged", "protected": false,
            "protectedClasses": [], "version": 1, "queries": 2, "skippedQueries": 1, "protectedQueries": 1,
            "judgedQueries": 1, "cases": 1, "judgments": 3, "topGrade": 2, "judges": ["ana"], "classes": ["tipo"],
            "actor": "ana", "createdAt": AT, "updatedAt": AT,
        })
    }

    #[test]
    fn a_set_is_printed_with_the_marks_of_its_queries() {
        let query = |key: &str, class: Value, mark: bool, case: Value| {
            json!({
                "id": ID, "setId": ID, "key": key, "query": "óleo mineral", "class": class, "protected": mark,
                "skipped": mark, "case": case, "messageId": null, "judgedRecords": 3, "relevantRecords": 2,
            })
        };
        let mut whole = summary();
        whole["list"] = json!([
            query("q1", json!("tipo"), true, json!({ "expected": ["A"], "forbidden": [] })),
            query("q2", json!(null), false, json!(null)),
        ]);
        let found: QuerySetDetail = answer(whole);
        let printed = in_both(|lang| render_set_detail(lang, &found));
        assert_snapshot!("set", printed, renewed_by: "-p celeiro-cli commands");
    }

    #[test]
    fn an_import_says_what_it_did_not_know() {
        let render_outcome = |unasked: u32, unknown: Value| {
            answer::<SetImportOutcome>(json!({
                "set": summary(), "created": 1, "updated": 2, "judgments": 3, "unasked": unasked,
                "unknownRecords": unknown,
            }))
        };
        let clean = render_outcome(0, json!({ "count": 0, "ids": [] }));
        let strange = render_outcome(4, json!({ "count": 2, "ids": ["A", "B"] }));
        let printed = in_both(|lang| render_import(lang, &clean) + &render_import(lang, &strange));
        assert_snapshot!("set-import", printed, renewed_by: "-p celeiro-cli commands");
    }
}
