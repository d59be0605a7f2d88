//! More writers than the database has connections.

use crate::operations::transfers::upload;
use crate::server::{Server, start};
use crate::support::prepare_folder;
use serde_json::{Value, json};
use sqlx::Connection as _;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

const ITEMS: &str = "/api/catalog/items";
/// Who writes at the same time: so many more than the six connections that writers share, each for four seconds,
/// that twelve of them get one in the eight seconds that they wait for it, and the others are refused.
const WRITERS: usize = 36;
/// Requests in each language that ask at the same time whether they are refused.
const PROBES: usize = 4;
/// Attempts of a writer after the rest is over, until one is let through.
const LAST_ATTEMPTS: u32 = 20;
/// Rows of an import that are stored in two statements, so that it tells when the first is done.
const ROWS: u32 = 10_200;
/// The row at which the database is held up: one of the second statement.
const SLOW_ROW: &str = "I-10100";

fn create_item(server: &Server, name: &str) -> Value {
    server.ok("POST", ITEMS, &json!({ "name": name, "price": 1 }))
}

/// A person who writes one block of two cells after the other, each time another price into both. Such a
/// write waits until no import is being stored.
struct Writer {
    pair: [Value; 2],
    /// What is in both cells by all that was answered.
    price: u32,
    version: u32,
    refused: u32,
}

impl Writer {
    fn new(server: &Server, name: &str) -> Self {
        let pair = ["a", "b"].map(|of| create_item(server, &format!("{name}{of}")));
        Self { pair, price: 1, version: 1, refused: 0 }
    }

    fn write_until(mut self, server: &Server, done: &AtomicBool) -> Self {
        let mut last = 0;
        while !done.load(Ordering::SeqCst) || (self.version == 1 && last < LAST_ATTEMPTS) {
            last += u32::from(done.load(Ordering::SeqCst));
            let price = self.price + 1;
            let cell = |item: &Value| json!({ "id": item["id"], "version": self.version, "field": "price", "value": price });
            let cells = json!({ "cells": self.pair.each_ref().map(cell) });
            let answer = server.post("/api/catalog/cells").json(cells.to_string()).send();
            if answer.status == 200 {
                (self.price, self.version) = (price, self.version + 1);
            } else {
                assert_eq!(answer.error(503), "database_busy");
                self.refused += 1;
            }
        }
        self
    }

    fn check(&self, server: &Server) {
        for item in &self.pair {
            let now = server.get(&format!("{ITEMS}/{}", item["id"].as_str().unwrap())).send().json();
            let expected = (json!(f64::from(self.price)), json!(self.version));
            assert_eq!((&now["price"], &now["version"]), (&expected.0, &expected.1), "all of it, or nothing");
        }
    }
}

/// The way to the database of a data folder, as its files tell it.
fn database_options(data_dir: &Path) -> PgConnectOptions {
    let read = |name: &str| std::fs::read_to_string(data_dir.join(name)).unwrap();
    let (server, secrets) = (read("pg18/postmaster.pid"), read("cluster.secret"));
    let server: Vec<&str> = server.lines().collect();
    let password = secrets.lines().find_map(|line| line.strip_prefix("celeiro=")).unwrap();
    let options = PgConnectOptions::new_without_pgpass().socket(server[4]).port(server[3].parse().unwrap());
    options.username("celeiro").database("celeiro").password(password)
}

/// Lets the database store [`SLOW_ROW`] for far longer than it takes others to be refused, as a slow disk would with
/// a file many times as large.
fn hold_up_slow_row(server: &Server) {
    let sql = format!(
        "CREATE FUNCTION rest() RETURNS trigger LANGUAGE plpgsql AS \
           $$ BEGIN PERFORM pg_sleep(600); RETURN NEW; END $$; \
         CREATE TRIGGER rest BEFORE INSERT ON catalog_items FOR EACH ROW \
           WHEN (NEW.external_id = '{SLOW_ROW}') EXECUTE FUNCTION rest()"
    );
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut owner = PgConnection::connect_with(&database_options(&server.data_dir)).await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut owner).await.unwrap();
        owner.close().await.unwrap();
    });
}

/// An import that is being stored.
fn storing(server: &Server) -> String {
    hold_up_slow_row(server);
    let mut file = "id;nome\n".to_owned();
    (0..ROWS).for_each(|n| writeln!(file, "I-{n};Importado {n}").unwrap());
    let request = json!({ "uploadId": upload(server, "import", "a.csv", file.as_bytes()), "kind": "items" });
    let begun = server.ok("POST", "/api/imports", &request);
    let address = format!("/api/imports/{}", begun["id"].as_str().unwrap());
    // Once the first rows are there no other client writes: before, an import waits for writers.
    server.wait_until("it is stored", || server.get(&address).send().json()["moved"].as_u64() > Some(0));
    address
}

/// Ends the writing, also where a check fails: the scope of their threads waits for them.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Whether people who write in each of both languages were refused by now, each in their language. A single cell
/// waits for no import. Those who wait for a connection are served or refused at nearly the same moment, so that a
/// single request is refused in some six of ten rounds: several ask in each language.
fn are_refused(server: &Server, item: &Value, refused: &RefCell<BTreeSet<&'static str>>) -> bool {
    let cell = json!({ "cells": [{ "id": item["id"], "version": 0, "field": "price", "value": 9 }] });
    let languages = [("en", "busy with other requests"), ("pt-BR", "ocupado com outros pedidos")];
    // At once: each is told after some seconds.
    let asked: Vec<_> = (0..PROBES)
        .flat_map(|_| languages)
        .map(|(language, words)| {
            let request = server.post(&format!("/api/catalog/cells?lang={language}")).json(cell.to_string());
            (thread::spawn(move || request.send()), language, words)
        })
        .collect();
    for (answer, language, words) in asked {
        let answer = answer.join().unwrap();
        if answer.status != 200 {
            assert_eq!(answer.error(503), "database_busy");
            assert!(answer.json()["message"].as_str().unwrap().contains(words), "{}", answer.text());
            refused.borrow_mut().insert(language);
        }
    }
    refused.borrow().len() == languages.len()
}

#[test]
fn who_would_write_beside_too_many_writers_is_told_so_and_who_reads_is_answered() {
    let folder = prepare_folder("crowded");
    let mut server = start(&folder, &["--rate", "0"], &[("EMBEDDING_PROVIDER", "none")]);
    server.wait_until_ready();
    let writers: Vec<Writer> = (0..WRITERS).map(|n| Writer::new(&server, &format!("Bloco {n}"))).collect();
    let probe = create_item(&server, "Sonda");
    let import = storing(&server);
    let done = AtomicBool::new(false);
    let writers: Vec<Writer> = thread::scope(|scope| {
        let over = Over(&done);
        let start = |writer: Writer| scope.spawn(|| writer.write_until(&server, &done));
        let writing: Vec<_> = writers.into_iter().map(start).collect();
        let refused = RefCell::default();
        server.wait_until("every connection of writers is in use", || {
            let state = server.get(&import).send().json();
            assert!(state["moved"].is_u64(), "the import is over before writers are refused: {state}");
            are_refused(&server, &probe, &refused)
        });
        for address in ["/api/faqs", ITEMS, "/api/health"] {
            assert_eq!(server.get(address).send().status, 200, "{address} is read beside them");
        }
        assert_eq!(server.get(&import).send().json()["error"], Value::Null, "the import is not given up");
        // What all of them wait for can be ended although no connection is free.
        server.ok("POST", &format!("{import}/cancel"), &json!({}));
        let code = || server.get(&import).send().json()["error"]["code"].clone();
        server.wait_until("it is cancelled", || code() == "cancelled");
        drop(over);
        writing.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    writers.iter().for_each(|writer| writer.check(&server));
    assert!(writers.iter().any(|writer| writer.refused > 0), "there are fewer connections than writers");
    assert!(writers.iter().all(|writer| writer.version > 1), "whoever goes on gets through");
    let total = server.get(&format!("{ITEMS}?limit=1")).send().json()["total"].clone();
    assert_eq!(total, json!(2 * WRITERS + 1), "of the import there is nothing");
    create_item(&server, "Aceito");
    assert_eq!(server.stop(), Some(0));
}
