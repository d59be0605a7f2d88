//! A FAQ's approval: of a text, by a person, on a day; and what becomes of it.

use crate::support::{World, code, filter, undo_request};
use celeiro_app::api::{ById, WriteById};
use celeiro_app::catalog::faqs;
use celeiro_app::catalog::faqs::{CreateFaq, UpdateFaq, create_faq, get_faq, update_faq};
use celeiro_app::catalog::history::{History, faq_history, undo_operation};
use celeiro_app::import::{ImportRequest, import_file};
use celeiro_app::sheet::cell_edits::{Cell, EditCells, EditedCells, edit_cells};
use celeiro_app::sheet::grid::faq_grid;
use celeiro_domain::catalog::FieldErrorCode;
use celeiro_domain::catalog::faq::{Approval, Faq, FaqDraft, read_approval};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{GridFilter, GridQuery, GridSort, GridTest};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

async fn create(world: &World, question: &str, approved: Option<&str>) -> Faq {
    let draft = FaqDraft {
        question: question.into(),
        answer: "Sim.".into(),
        approved_at: approved.map(|at| read_approval(at).unwrap()),
        ..FaqDraft::default()
    };
    create_faq(&world.app, &world.caller, CreateFaq { draft, operation_id: None }).await.unwrap()
}

async fn read(world: &World, id: Uuid) -> Faq {
    get_faq(&world.app, &world.caller, ById { id }).await.unwrap()
}

async fn set(world: &World, faq: &Faq, field: &str, value: impl Into<Value>) -> EditedCells {
    let cell = Cell {
        id: faq.id,
        version: faq.version,
        field: field.into(),
        value: value.into(),
        seen: Value::Null,
    };
    let request = EditCells {
        kind: Some(Kind::Faqs),
        cells: vec![cell],
        merge: false,
        catalog: None,
        operation_id: None,
    };
    edit_cells(&world.app, &world.caller, request).await.unwrap()
}

/// Writes a field of the FAQ as it is now; answers the FAQ and the operation.
async fn put_field(world: &World, id: Uuid, field: &str, value: impl Into<Value>) -> (Faq, Uuid) {
    let written = set(world, &read(world, id).await, field, value).await;
    assert_eq!(written.rows[0].error, None);
    (read(world, id).await, written.operation_id.unwrap())
}

#[tokio::test]
async fn an_approval_is_older_than_a_text_that_was_changed_since() {
    let world = World::new().await;
    let faq = create(&world, "Entregam?", None).await;
    assert_eq!((faq.approval, faq.approved_at), (Approval::None, None));
    let (approved, _) = put_field(&world, faq.id, "approvedAt", "now").await;
    assert_eq!((approved.approval, approved.version), (Approval::Approved, faq.version + 1));
    let (tagged, _) = put_field(&world, faq.id, "tags", "entrega").await;
    assert_eq!(tagged.approval, Approval::Approved, "tags are not what was approved");
    let (changed, _) = put_field(&world, faq.id, "answer", "Não.").await;
    assert_eq!((changed.approval, changed.approved_at), (Approval::Changed, approved.approved_at));
    let (back, _) = put_field(&world, faq.id, "answer", "Sim.").await;
    assert_eq!(back.approval, Approval::Approved, "it is the approved text again");
    put_field(&world, faq.id, "question", "Vocês entregam?").await;
    let (again, _) = put_field(&world, faq.id, "approvedAt", "now").await;
    assert_eq!(again.approval, Approval::Approved);
    assert!(again.approved_at > approved.approved_at);
    let (withdrawn, _) = put_field(&world, faq.id, "approvedAt", Value::Null).await;
    assert_eq!((withdrawn.approval, withdrawn.approved_at), (Approval::None, None));
    world.close().await;
}

#[tokio::test]
async fn nobody_approves_a_text_that_they_have_not_seen() {
    let world = World::new().await;
    let seen = create(&world, "Entregam?", None).await;
    put_field(&world, seen.id, "answer", "Não mais.").await;
    let refused = set(&world, &seen, "approvedAt", "now").await;
    assert_eq!(refused.rows[0].error.as_ref().unwrap().code, "conflict");
    assert_eq!(read(&world, seen.id).await.approval, Approval::None);
    let now = read(&world, seen.id).await;
    let bad = set(&world, &now, "approvedAt", "31/02/2024").await;
    assert_eq!(bad.rows[0].error.as_ref().unwrap().code, "invalid_date");
    let state = set(&world, &now, "approval", "approved").await;
    assert_eq!(state.rows[0].error.as_ref().unwrap().code, "unknown_field", "it is counted, not written");
    world.close().await;
}

#[tokio::test]
async fn nothing_was_approved_on_a_day_to_come() {
    let world = World::new().await;
    let faq = create(&world, "Entregam?", None).await;
    let cell = set(&world, &faq, "approvedAt", "01/01/2099").await;
    let refused = cell.rows[0].error.as_ref().unwrap();
    assert_eq!((refused.code.as_str(), refused.field.as_deref()), ("date_in_future", Some("approvedAt")));
    assert!(refused.message.contains("today at the latest (≤ 20"), "{}", refused.message);

    let mut draft = FaqDraft::from(faq.clone());
    draft.approved_at = read_approval("2099-01-01");
    let made = CreateFaq { draft: draft.clone(), operation_id: None };
    let error = create_faq(&world.app, &world.caller, made).await.unwrap_err().to_body(world.caller.lang);
    let told = &error.details.unwrap()["fields"][0];
    assert_eq!((&told["field"], &told["code"]), (&json!("approvedAt"), &json!("date_in_future")));
    assert_eq!(told["message"], refused.message.as_str(), "it is said alike of fields and of cells");
    let saved = UpdateFaq { id: faq.id, version: faq.version, draft, operation_id: None };
    assert_eq!(code(update_faq(&world.app, &world.caller, saved).await), "invalid_fields");

    let file = "pergunta;resposta;aprovada em\nTrocam?;Sim.;31/12/2099\n";
    let request = ImportRequest::of_bytes(Kind::Faqs, file.as_bytes().to_vec(), "file", "ana");
    let report = import_file(world.app.store(), request, |_| {}, &CancellationToken::new()).await.unwrap();
    let error = &report.errors[0];
    assert_eq!((error.column.as_str(), error.value.as_str()), ("aprovada em", "31/12/2099"));
    assert_eq!((error.code, report.rejected), (FieldErrorCode::DateInFuture, 1));

    assert_eq!(read(&world, faq.id).await, faq, "and nothing was stored");
    // Today, wherever that is.
    set(&world, &faq, "approvedAt", chrono::Utc::now().format("%d/%m/%Y").to_string()).await;
    assert_eq!(read(&world, faq.id).await.approval, Approval::Approved);
    world.close().await;
}

#[tokio::test]
async fn an_approval_that_is_taken_back_leaves_the_one_before_and_what_that_was_of() {
    let world = World::new().await;
    let faq = create(&world, "Entregam?", Some("2024-05-03")).await;
    assert_eq!(faq.approval, Approval::Approved);
    let (_, edit) = put_field(&world, faq.id, "answer", "Não.").await;
    let (_, approve) = put_field(&world, faq.id, "approvedAt", "now").await;
    assert_eq!(world.undo(approve).await.undone, 1);
    let first = read(&world, faq.id).await;
    assert_eq!((first.approved_at, first.approval), (faq.approved_at, Approval::Changed));
    assert_eq!(world.undo(edit).await.undone, 1);
    assert_eq!(read(&world, faq.id).await.approval, Approval::Approved);
    let history = History { id: faq.id, offset: None, limit: None };
    let saves = faq_history(&world.app, &world.caller, history).await.unwrap();
    let fields: Vec<&str> =
        saves.iter().flat_map(|save| &save.changes).map(|change| change.field.as_str()).collect();
    assert_eq!(fields[..4], ["answer", "approvedAt", "approvedAt", "answer"]);
    assert!(!fields.contains(&"approval") && !fields.contains(&"approved_text"), "{fields:?}");

    let (_, withdraw) = put_field(&world, faq.id, "approvedAt", Value::Null).await;
    put_field(&world, faq.id, "approvedAt", "04/05/2024").await;
    let undone = undo_operation(&world.app, &world.caller, undo_request(withdraw)).await.unwrap();
    assert_eq!((undone.undone, undone.conflict_count), (0, 1), "a person approved since");
    assert_eq!(undone.conflicts[0].field, "approvedAt");
    world.close().await;
}

#[tokio::test]
async fn the_list_is_filtered_and_sorted_by_approval() {
    let world = World::new().await;
    create(&world, "Nunca", None).await;
    create(&world, "Maio", Some("03/05/2024")).await;
    create(&world, "Janeiro", Some("2024-01-31")).await;
    let changed = create(&world, "Mudada", Some("2024-03-01")).await;
    put_field(&world, changed.id, "answer", "Outra.").await;
    let list_names = async |filters: Vec<GridFilter>, sort: &[(&str, bool)]| {
        let sort = sort
            .iter()
            .map(|(column, descending)| GridSort { column: (*column).into(), descending: *descending })
            .collect();
        let query = GridQuery { filters, sort, ..GridQuery::default() };
        let page = faq_grid(&world.app, &world.caller, query).await?;
        Ok(page.rows.into_iter().map(|row| row.faq.question).collect::<Vec<_>>())
    };
    let filter_names = async |filter| list_names(vec![filter], &[("approvedAt", false)]).await.unwrap();
    assert_eq!(filter_names(filter("approval", GridTest::Is, &["approved"])).await, ["Janeiro", "Maio"]);
    assert_eq!(filter_names(filter("approval", GridTest::Is, &["changed"])).await, ["Mudada"]);
    assert_eq!(filter_names(filter("approval", GridTest::IsNot, &["approved"])).await, ["Mudada", "Nunca"]);
    assert_eq!(filter_names(filter("approvedAt", GridTest::Empty, &[])).await, ["Nunca"]);
    assert_eq!(
        filter_names(filter("approvedAt", GridTest::Below, &["2024-03-01"])).await,
        ["Janeiro", "Mudada"]
    );
    assert_eq!(
        filter_names(filter("approvedAt", GridTest::IsNot, &["2024-05-03"])).await,
        ["Janeiro", "Mudada", "Nunca"]
    );
    let latest = list_names(vec![], &[("approvedAt", true)]).await.unwrap();
    assert_eq!(latest, ["Maio", "Mudada", "Janeiro", "Nunca"]);
    let unknown = filter("approval", GridTest::Is, &["talvez"]);
    assert_eq!(code(list_names(vec![unknown], &[]).await), "invalid_filter");
    world.close().await;
}

#[tokio::test]
async fn an_approval_makes_no_vector_anew() {
    let world = World::new().await;
    let faq = create(&world, "Entregam?", None).await;
    let jobs = async || -> i64 {
        let count = "SELECT count(*) FROM embedding_jobs WHERE record_id = $1";
        sqlx::query_scalar(count).bind(faq.id).fetch_one(&world.pool).await.unwrap()
    };
    sqlx::query("DELETE FROM embedding_jobs").execute(&world.pool).await.unwrap();
    put_field(&world, faq.id, "approvedAt", "now").await;
    put_field(&world, faq.id, "approvedAt", Value::Null).await;
    assert_eq!(jobs().await, 0);
    put_field(&world, faq.id, "answer", "Não.").await;
    assert_eq!(jobs().await, 1, "a text does");
    world.close().await;
}

#[tokio::test]
async fn who_replaces_a_faq_says_whether_it_is_approved() {
    let world = World::new().await;
    let faq = create(&world, "Entregam?", Some("2024-05-03")).await;
    let mut draft = FaqDraft::from(faq.clone());
    draft.answer = "Sim, às terças.".into();
    let update = |version, draft| UpdateFaq { id: faq.id, version, draft, operation_id: None };
    let saved = update_faq(&world.app, &world.caller, update(faq.version, draft.clone())).await.unwrap();
    assert_eq!((saved.approved_at, saved.approval), (faq.approved_at, Approval::Changed));
    draft.answer = "Sim, às quartas.".into();
    draft.approved_at = read_approval("2024-05-04");
    let saved = update_faq(&world.app, &world.caller, update(saved.version, draft)).await.unwrap();
    assert_eq!(saved.approval, Approval::Approved, "text and approval were saved together");
    assert_eq!(json!(saved)["approvedAt"], "2024-05-04T12:00:00Z");
    let gone = WriteById { id: faq.id, operation_id: None };
    faqs::delete_faq(&world.app, &world.caller, gone.clone()).await.unwrap();
    let back = faqs::restore_faq(&world.app, &world.caller, gone).await.unwrap();
    assert_eq!((back.approved_at, back.approval), (saved.approved_at, Approval::Approved));
    world.close().await;
}
