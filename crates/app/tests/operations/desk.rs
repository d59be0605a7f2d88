//! Helpers of the tests: a program on its own database, with calls of operations by name.

use crate::databases::{TestDatabase, to_url};
use crate::program::open;
use celeiro_app::import::sandbox::use_parser_program;
use celeiro_app::{App, AppError, Caller, read_request, with_commands};
use celeiro_domain::insight::Surface;
use celeiro_domain::search::Lang;
use celeiro_store::cluster::Login;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const WORDS_ALONE: (&str, &str) = ("EMBEDDING_PROVIDER", "none");

/// A running program with a caller.
pub struct Desk {
    pub app: App,
    pub caller: Caller,
    database: TestDatabase,
    dir: TempDir,
}

impl Desk {
    /// Starts a program on an empty database.
    pub async fn new() -> Self {
        Self::with(&[]).await
    }

    /// [`Desk::new`] with settings.
    pub async fn with(settings: &[(&str, &str)]) -> Self {
        use_parser_program(env!("CARGO_BIN_EXE_celeiro-parser"));
        let dir = tempfile::tempdir().unwrap();
        let fill = async |login: &Login| {
            let template = tempfile::tempdir().unwrap();
            open(template.path(), &to_url(login), &[WORDS_ALONE]).await.close().await.unwrap();
        };
        let database = TestDatabase::create(env!("CARGO_TARGET_TMPDIR"), "operations", fill).await;
        let settings: Vec<(&str, &str)> = [WORDS_ALONE].iter().chain(settings).copied().collect();
        let app = open(dir.path(), &database.url(), &settings).await;
        Self { app, caller: person("ana"), database, dir }
    }

    /// Closes the program, and drops the database and the data folder.
    pub async fn close(self) {
        self.app.close().await.unwrap();
        self.database.remove().await;
        self.dir.close().unwrap();
    }

    /// Starts a second server of the team, on the same database with its own data folder.
    pub async fn open_beside(&self) -> (App, TempDir) {
        let dir = tempfile::tempdir().unwrap();
        (open(dir.path(), &self.database.url(), &[WORDS_ALONE]).await, dir)
    }

    /// Calls an operation of another server.
    pub async fn call_at(&self, app: &App, name: &str, request: Value) -> Result<Value, AppError> {
        call(app, &self.caller, name, request).await
    }

    /// Path of the folder with attached contents.
    pub fn contents_dir(&self) -> PathBuf {
        self.dir.path().join("files")
    }

    /// Path of the data folder.
    pub fn folder(&self) -> &Path {
        self.dir.path()
    }

    /// Calls an operation.
    pub async fn call(&self, name: &str, request: Value) -> Result<Value, AppError> {
        call(&self.app, &self.caller, name, request).await
    }

    /// Calls an operation as another person.
    pub async fn call_as(&self, actor: &str, name: &str, request: Value) -> Result<Value, AppError> {
        call(&self.app, &person(actor), name, request).await
    }

    /// Calls an operation as another caller.
    pub async fn call_by(&self, caller: &Caller, name: &str, request: Value) -> Result<Value, AppError> {
        call(&self.app, caller, name, request).await
    }

    /// Calls an operation that must succeed, and returns its response.
    pub async fn ok(&self, name: &str, request: Value) -> Value {
        self.call(name, request.clone()).await.unwrap_or_else(|error| panic!("{name} {request}: {error}"))
    }

    /// Calls an operation that must fail, and returns its code and details.
    pub async fn refusal(&self, name: &str, request: Value) -> (String, Value) {
        match self.call(name, request.clone()).await {
            Err(error) => code_and_details(&error),
            Ok(answer) => panic!("{name} {request} is not refused: {answer}"),
        }
    }

    /// Runs a turn of the chat.
    pub async fn ask(&self, message: &str) -> Value {
        self.ok("chat", json!({ "message": message })).await
    }

    /// Creates an item with this name and further fields.
    pub async fn item(&self, name: &str, more: Value) -> Value {
        self.ok("create_item", merge_fields(json!({ "name": name }), more)).await
    }

    /// Opens a connection to the database, outside of the program.
    pub async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        PgConnection::connect_with(&self.database.login.connect_options()).await
    }

    /// Runs a statement outside of the program, as a person with database access can.
    pub async fn run_sql(&self, statement: &str) -> Result<u64, sqlx::Error> {
        let mut db = self.connect().await?;
        let done = sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut db).await;
        db.close().await?;
        Ok(done?.rows_affected())
    }
}

/// The code and the details of an error, as clients receive them.
pub fn code_and_details(error: &AppError) -> (String, Value) {
    let body = error.to_body(Lang::En);
    (body.code, body.details.unwrap_or_default())
}

/// The error code of a failed operation. Panics on success.
pub fn code(answer: Result<Value, AppError>) -> String {
    code_and_details(&answer.unwrap_err()).0
}

/// `fields` with the fields of `more`, which replace fields of the same name.
pub fn merge_fields(mut fields: Value, more: Value) -> Value {
    if let (Some(fields), Value::Object(more)) = (fields.as_object_mut(), more) {
        fields.extend(more);
    }
    fields
}

/// The field `name` of each element of a list.
pub fn each<'a>(list: &'a Value, name: &str) -> Vec<&'a Value> {
    list.as_array().unwrap().iter().map(|one| &one[name]).collect()
}

/// An id that no record has.
pub const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

fn person(actor: &str) -> Caller {
    Caller { actor: actor.into(), ..Caller::local(Lang::En).at(Surface::Http) }
}

async fn answer<Q: DeserializeOwned, A: Serialize>(
    request: Value,
    operation: impl AsyncFnOnce(Q) -> Result<A, AppError>,
) -> Result<Value, AppError> {
    let request = read_request(&request)?;
    Ok(serde_json::to_value(operation(request).await?)?)
}

macro_rules! asked_by_name {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        async fn call(app: &App, caller: &Caller, name: &str, request: Value) -> Result<Value, AppError> {
            match name {
                // Boxed: otherwise the future of each call would be as large as the largest one.
                $(stringify!($name) => {
                    let operation = async |request: $request| celeiro_app::operations::$name(app, caller, request).await;
                    Box::pin(answer(request, operation)).await
                })*
                "chat" => {
                    let turn = celeiro_app::operations::chat(app, caller, read_request(&request)?).await?;
                    Ok(serde_json::to_value(turn.finish().await?)?)
                }
                other => panic!("there is no operation {other}"),
            }
        }
    };
}
with_commands!(asked_by_name);
