//! `GET /metrics`: figures for a monitoring system.

use crate::accounts::{Browser, PASSWORD, sign_in, team};
use crate::attack::frozen::{StoppedProcesses, processes};
use crate::client::{Answer, Request};
use crate::server::{Server, start};
use crate::support::{add_user, celeiro, json as command, lasting_folder, prepare_folder, stdout};
use serde_json::{Value, json};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::time::{Duration, Instant};

const METRICS: &str = "/metrics";
/// A free port of this machine.
const ANY_PORT: (&str, &str) = ("METRICS_LISTEN", "127.0.0.1:0");

/// The port that a server announces for its figures.
fn port_of(server: &Server) -> SocketAddr {
    let url = server.announced["metrics"].as_str().unwrap();
    url.trim_start_matches("http://").trim_end_matches(METRICS).parse().unwrap()
}

fn ask(server: &Server, method: &str, path: &str) -> Request {
    Request::new(port_of(server), method, path)
}

fn scrape(server: &Server) -> String {
    text_of(&ask(server, "GET", METRICS).send())
}

fn text_of(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    answer.text()
}

/// The value of a series; one that is not there has counted nothing.
fn value(text: &str, series: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    line.map_or(0.0, |number| number.parse().unwrap())
}

fn find_series(text: &str) -> usize {
    text.lines().filter(|line| !line.starts_with('#')).count()
}

#[test]
fn what_is_done_is_counted_and_no_word_of_it_is_told() {
    let folder = prepare_folder("telemetry");
    add_user(&folder, "wilhelmina", "admin", PASSWORD);
    let server = start(&folder, &["--rate", "0"], &[ANY_PORT]);
    server.wait_until_ready();
    let before = scrape(&server);
    let browser = Browser::of(&server, "wilhelmina");
    browser.ok("POST", "/api/rag/search", &json!({ "query": "herbicida quixotesco" }));
    browser.ok("POST", "/api/rag/search", &json!({ "query": "quixotesco" }));
    assert_eq!(sign_in(&server, "rumpelstilz", "falsche-Losung-7").error(401), "sign_in_refused");
    for path in
        ["/api/quixotesco", "/api/catalog/items/quixotesco", "/quixotesco", "/api/queries?q=quixotesco"]
    {
        browser.get(path);
    }
    let after = scrape(&server);
    for (series, more) in [
        ("celeiro_search_duration_seconds_count{stage=\"total\"}", 2.0),
        ("celeiro_search_duration_seconds_count{stage=\"lexical\"}", 2.0),
        ("celeiro_login_total{result=\"accepted\"}", 1.0),
        ("celeiro_login_total{result=\"refused\"}", 1.0),
        (
            "http_server_request_duration_seconds_count{method=\"POST\",route=\"/api/rag/search\",status=\"2xx\"}",
            2.0,
        ),
        (
            "http_server_request_duration_seconds_count{method=\"POST\",route=\"/api/session\",status=\"4xx\"}",
            1.0,
        ),
    ] {
        assert_eq!(value(&after, series) - value(&before, series), more, "{series}\n{after}");
    }
    assert!(value(&after, "process_start_time_seconds") > 1.7e9, "{after}");
    for part in [
        "celeiro_ready 1\n",
        "celeiro_jobs_pending 0\n",
        "celeiro_build_info{version=\"",
        "celeiro_database_connections_limit{pool=\"searches\"} ",
        "celeiro_search_fallback_total{reason=\"vector-query-error\"} 0\n",
    ] {
        assert!(after.contains(part), "{part}\n{after}");
    }
    for word in ["quixotesco", "herbicida", "wilhelmina", "rumpelstilz", "Losung", "127.0.0.1"] {
        assert!(!after.contains(word), "{word}\n{after}");
    }
}

#[test]
fn however_many_addresses_are_asked_for_there_are_at_most_five_hundred_series() {
    let server = start(&prepare_folder("telemetry-series"), &["--rate", "0"], &[ANY_PORT]);
    server.wait_until_ready();
    let few = find_series(&scrape(&server));
    let described = server.get("/api/openapi.json").send().json();
    for (path, methods) in described["paths"].as_object().unwrap() {
        let path = path.replace(['{', '}'], "");
        for method in methods.as_object().unwrap().keys().filter(|method| *method == "get") {
            server.request(&method.to_uppercase(), &path).send();
        }
        // None of them is a request of any operation: each is refused, and changes nothing.
        server.request("BREW", &path).send();
        server.post(&path).json("[]").send();
    }
    let text = scrape(&server);
    let many = find_series(&text);
    assert!(few < many && many <= 500, "{few} {many}");
    assert!(text.contains("route=\"other\"") && !text.contains("BREW"), "{text}");
}

#[test]
fn the_port_answers_nothing_else() {
    let server = start(&prepare_folder("telemetry-port"), &[], &[ANY_PORT]);
    server.wait_until_ready();
    for path in ["/", "/api/health", "/api/rag/search", "/metrics/x", "/metricsx", "/mcp", "/index.html"] {
        assert_eq!(ask(&server, "GET", path).send().error(404), "no_route", "{path}");
    }
    for method in ["POST", "PUT", "DELETE", "BREW"] {
        assert_eq!(ask(&server, method, METRICS).send().error(405), "method_not_allowed", "{method}");
    }
    let by_name = |host: &str| ask(&server, "GET", METRICS).header("host", host).send();
    assert_eq!(by_name("evil.example").error(403), "forbidden", "the name of another site");
    assert_eq!(by_name("localhost:9464").status, 200);
    assert_eq!(server.get(METRICS).send().error(404), "no_route", "there is a port for it");
}

#[test]
fn without_a_port_a_token_for_them_or_one_that_may_administer_reads_them() {
    let server = team("telemetry-token", &[("ana", "admin"), ("caio", "seller")]);
    assert!(server.announced.get("metrics").is_none(), "off by default");
    let token = |arguments: &[&str]| {
        let made = command(&server.data_dir, [&["user", "token"], arguments].concat());
        made["secret"].as_str().unwrap().to_owned()
    };
    let read = |secret: &str| server.get(METRICS).header("authorization", &format!("Bearer {secret}")).send();
    let text = text_of(&read(&token(&["ana", "--name", "prometheus", "--scope", "administer"])));
    assert!(text.contains("celeiro_ready 1\n"), "{text}");
    let monitor = token(&["ana", "--name", "grafana", "--scope", "metrics"]);
    let text = text_of(&read(&monitor));
    assert!(text.contains("celeiro_ready 1\n"), "{text}");
    let answered = "db_client_operation_duration_seconds_count{operation=\"usual\",result=\"answered\"}";
    assert!(value(&text, answered) > 0.0, "{text}");
    for path in ["/api/me", "/api/users", "/api/catalog/items", "/api/tokens", "/api/openapi.json", "/mcp"] {
        let other = server.get(path).header("authorization", &format!("Bearer {monitor}")).send();
        assert_eq!(other.error(403), "forbidden", "{path}: it is for nothing else");
    }
    for refused in [
        read(&token(&["ana", "--name", "planilha", "--scope", "read"])),
        read(&token(&["caio", "--name", "planilha"])),
        Browser::of(&server, "ana").get(METRICS),
        Browser::of(&server, "caio").get(METRICS),
    ] {
        assert_eq!(refused.error(403), "forbidden");
    }
    assert_eq!(server.get(METRICS).send().error(401), "unauthorized");
    assert_eq!(read("cel_x").error(401), "unauthorized");
}

#[test]
fn without_accounts_and_without_a_port_there_are_none() {
    let server = start(&prepare_folder("telemetry-off"), &[], &[]);
    server.wait_until_ready();
    assert_eq!(server.get(METRICS).send().error(403), "forbidden");
}

#[test]
fn a_port_that_cannot_be_had_ends_the_start_with_its_name() {
    let folder = lasting_folder().join("telemetry-taken");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let place = taken.local_addr().unwrap().to_string();
    let error = fail_to_start(&folder, &place);
    assert_eq!(error["code"], "address_unusable");
    assert!(error["message"].as_str().unwrap().contains(&place), "{error}");
    for value in ["loja.example:9464", "9464", "*:9464"] {
        let error = fail_to_start(&folder, value);
        assert_eq!(error["code"], "invalid_setting", "{error}");
        assert!(error["message"].as_str().unwrap().contains("METRICS_LISTEN"), "{error}");
    }
}

/// The error of a server that is told to listen at `place`.
fn fail_to_start(folder: &Path, place: &str) -> Value {
    let mut server = celeiro(folder);
    let output =
        server.env("METRICS_LISTEN", place).args(["serve", "--port", "0", "--json"]).output().unwrap();
    assert!(!output.status.success(), "{}", stdout(&output));
    let body: Value = serde_json::from_slice(&output.stdout).unwrap();
    body["error"].clone()
}

#[test]
fn a_database_that_is_away_costs_only_what_is_read_from_it() {
    let server = start(&prepare_folder("telemetry-frozen"), &["--rate", "0"], &[ANY_PORT]);
    server.wait_until_ready();
    assert!(scrape(&server).contains("celeiro_jobs_pending 0\n"));
    let stopped = StoppedProcesses::new(processes(&server.data_dir));
    // What was read a moment ago still stands.
    std::thread::sleep(Duration::from_millis(1_100));
    let asked = Instant::now();
    let text = scrape(&server);
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    assert!(!text.contains("celeiro_jobs_pending"), "{text}");
    assert!(text.contains("celeiro_login_total{result=\"accepted\"} 0\n"), "{text}");
    drop(stopped);
    server.wait_until("they are read again", || scrape(&server).contains("celeiro_jobs_pending 0\n"));
}

#[test]
fn a_database_that_was_never_there_leaves_the_process() {
    let url = "postgres://a:segredo@127.0.0.1:1/x";
    let folder = lasting_folder().join("telemetry-failed");
    let server = start(&folder, &[], &[("DATABASE_URL", url), ANY_PORT]);
    let text = scrape(&server);
    assert!(text.contains("celeiro_ready 0\n") && text.contains("process_start_time_seconds"), "{text}");
    assert!(!text.contains("celeiro_login_total") && !text.contains("segredo"), "{text}");
}
