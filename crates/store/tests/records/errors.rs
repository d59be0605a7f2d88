//! What the database's own errors become: one variant for each thing that a person can act on.

use crate::world::World;
use celeiro_store::StoreError;
use std::mem::discriminant;
use std::time::Duration;

/// The error that a session gets which raises `code`.
async fn raise_error(world: &World, code: &str) -> StoreError {
    let statement = format!("DO $$ BEGIN RAISE EXCEPTION 'it went wrong' USING ERRCODE = '{code}'; END $$");
    let raised = sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&world.pool).await;
    raised.unwrap_err().into()
}

#[tokio::test]
async fn every_state_that_a_person_can_act_on_has_its_variant() {
    let world = World::new().await;
    let unreachable = || StoreError::Unreachable("it went wrong".into());
    for (code, expected) in [
        ("53100", StoreError::DiskFull),
        ("40P01", StoreError::Deadlock),
        ("40001", StoreError::Deadlock),
        ("42501", StoreError::RightMissing("do what was asked of it")),
        ("53300", StoreError::Busy),
        ("57P01", unreachable()),
        ("57P02", unreachable()),
        ("57P03", unreachable()),
        ("08006", unreachable()),
        ("08001", unreachable()),
        ("28P01", unreachable()),
        ("28000", unreachable()),
        ("3D000", unreachable()),
        ("57014", StoreError::Ended),
        ("XX001", StoreError::Damaged("it went wrong".into())),
        ("XX002", StoreError::Damaged("it went wrong".into())),
        ("22012", StoreError::Other("22012 it went wrong".into())),
    ] {
        let found = raise_error(&world, code).await;
        assert_eq!(discriminant(&found), discriminant(&expected), "{code}: {found:?}");
        assert_eq!(found.to_string(), expected.to_string(), "{code}");
    }
    world.close().await;
}

#[tokio::test]
async fn a_constraint_is_named_and_an_external_id_is_told_from_other_keys() {
    let world = World::new().await;
    let refusal = async |statement: &'static str| -> StoreError {
        sqlx::raw_sql(statement).execute(&world.pool).await.unwrap_err().into()
    };
    let item = "INSERT INTO catalog_items (id, name, external_id) VALUES (gen_random_uuid(), 'A', 'X-1')";
    world.execute(item).await;
    assert!(matches!(refusal(item).await, StoreError::DuplicateExternalId(_)));
    let faq =
        "INSERT INTO faqs (id, question, answer, external_id) VALUES (gen_random_uuid(), 'A', 'B', 'X-1')";
    world.execute(faq).await;
    assert!(matches!(refusal(faq).await, StoreError::DuplicateExternalId(_)));
    for (statement, rule) in [
        (
            "INSERT INTO catalog_items (id, name) VALUES (gen_random_uuid(), ' ')",
            "catalog_items_name_not_blank",
        ),
        ("UPDATE catalog_items SET price = -1", "catalog_items_price_range"),
        ("UPDATE catalog_items SET currency = 'real'", "catalog_items_currency_code"),
        ("UPDATE catalog_items SET status = 'novo'", "catalog_items_status_known"),
        ("UPDATE catalog_items SET attributes = '[]'", "catalog_items_attributes_object"),
        ("UPDATE faqs SET question = ''", "faqs_question_not_blank"),
        ("UPDATE faqs SET answer = ''", "faqs_answer_not_blank"),
        ("UPDATE faqs SET status = 'novo'", "faqs_status_known"),
    ] {
        assert!(matches!(refusal(statement).await, StoreError::Constraint(name) if name == rule), "{rule}");
    }
    world.close().await;
}

#[tokio::test]
async fn what_the_client_meets_by_itself_is_told_apart() {
    let none: StoreError = sqlx::Error::RowNotFound.into();
    assert!(matches!(none, StoreError::NotFound));
    let busy: StoreError = sqlx::Error::PoolTimedOut.into();
    assert!(matches!(busy, StoreError::Busy));
    for gone in [
        sqlx::Error::PoolClosed,
        sqlx::Error::WorkerCrashed,
        sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into()),
    ] {
        assert!(matches!(StoreError::from(gone), StoreError::Unreachable(_)));
    }
    let other: StoreError = sqlx::Error::ColumnNotFound("cor".into()).into();
    assert!(matches!(other, StoreError::Other(text) if text.contains("cor")));
}

#[test]
fn only_what_may_work_a_moment_later_is_tried_again() {
    let passing = [
        StoreError::Unreachable("gone".into()),
        StoreError::Busy,
        StoreError::Stuck(Duration::from_millis(1_500)),
        StoreError::Ended,
        StoreError::Deadlock,
    ];
    assert!(passing.iter().all(StoreError::is_transient));
    assert_eq!(passing[2].to_string(), "the database did not answer within 1.5 s");
    let lasting = [
        StoreError::NotFound,
        StoreError::Conflict(Box::default()),
        StoreError::Decided,
        StoreError::Unreadable,
        StoreError::DuplicateExternalId("X-1".into()),
        StoreError::Constraint("grid_views_name_once".into()),
        StoreError::DiskFull,
        StoreError::TooOld { found: "14".into(), needed: "16" },
        StoreError::ExtensionMissing { name: "vector", needed: "0.8", found: "none".into() },
        StoreError::RightMissing("create a schema"),
        StoreError::Schema("a later version".into()),
        StoreError::BadUrl,
        StoreError::Damaged("index \"x\"".into()),
        StoreError::Other("XX000 broken".into()),
    ];
    for error in lasting {
        assert!(!error.is_transient(), "{error}");
    }
}
