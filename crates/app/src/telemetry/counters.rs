//! Counters and durations since the start of the program.

use super::labels::{
    CallLabels, FALLBACKS, FallbackLabels, LoginLabels, LoginResult, RequestLabels, STAGES, StageLabels,
};
use celeiro_domain::search::SearchResponse;
use celeiro_store::Store;
use prometheus_client::encoding::prometheus_text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use std::fmt;
use std::time::Duration;

/// Upper bounds of durations of requests, in seconds. Each bound costs a series for every route and status class.
const REQUEST_SECONDS: [f64; 5] = [0.01, 0.05, 0.25, 1.0, 5.0];
/// Upper bounds of durations of stages of a search, in seconds.
const SEARCH_SECONDS: [f64; 8] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 2.0];

/// Upper bounds of durations of calls to the database, in seconds.
const CALL_SECONDS: [f64; 6] = [0.001, 0.005, 0.025, 0.1, 0.5, 2.0];

/// Counts and durations since the start of the program, in one registry.
pub(crate) struct Counters {
    registry: Registry,
    requests: Family<RequestLabels, Histogram>,
    stages: Family<StageLabels, Histogram>,
    fallbacks: Family<FallbackLabels, Counter>,
    logins: Family<LoginLabels, Counter>,
    calls: Family<CallLabels, Histogram>,
}

impl Default for Counters {
    fn default() -> Self {
        let counters = Self {
            registry: Registry::default(),
            requests: Family::new_with_constructor(new_request_histogram as fn() -> Histogram),
            stages: Family::new_with_constructor(new_search_histogram as fn() -> Histogram),
            fallbacks: Family::default(),
            logins: Family::default(),
            calls: Family::new_with_constructor(new_call_histogram as fn() -> Histogram),
        };
        counters.begin_at_zero();
        counters.register()
    }
}

fn new_request_histogram() -> Histogram {
    Histogram::new(REQUEST_SECONDS)
}

fn new_search_histogram() -> Histogram {
    Histogram::new(SEARCH_SECONDS)
}

fn new_call_histogram() -> Histogram {
    Histogram::new(CALL_SECONDS)
}

impl Counters {
    /// Makes the series whose labels are known: a first count that comes with its series is no increase.
    fn begin_at_zero(&self) {
        for stage in STAGES {
            drop(self.stages.get_or_create(&StageLabels { stage }));
        }
        for reason in FALLBACKS {
            drop(self.fallbacks.get_or_create(&reason.into()));
        }
        for result in LoginResult::ALL {
            drop(self.logins.get_or_create(&result.into()));
        }
        for labels in CallLabels::all() {
            drop(self.calls.get_or_create(&labels));
        }
    }

    fn register(mut self) -> Self {
        let registry = &mut self.registry;
        registry.register(
            "celeiro_build",
            "Version of the program",
            Info::new([("version", env!("CARGO_PKG_VERSION"))]),
        );
        registry.register_with_unit(
            "http_server_request_duration",
            "Time until the head of the answer to a request",
            Unit::Seconds,
            self.requests.clone(),
        );
        registry.register_with_unit(
            "celeiro_search_duration",
            "Time that a stage of a search took; embed and vector only of searches with vectors",
            Unit::Seconds,
            self.stages.clone(),
        );
        registry.register(
            "celeiro_search_fallback",
            "Searches that words answered without vectors",
            self.fallbacks.clone(),
        );
        registry.register("celeiro_login", "Attempts to sign in with a password", self.logins.clone());
        registry.register_with_unit(
            "db_client_operation_duration",
            "Time that a call to the database took, waiting for a connection included",
            Unit::Seconds,
            self.calls.clone(),
        );
        self
    }

    /// Counts a request to the server, and measures its duration.
    pub fn note_request(&self, labels: &RequestLabels, duration: Duration) {
        self.requests.get_or_create(labels).observe(duration.as_secs_f64());
    }

    /// Counts a search and its stages. Stages that did not take place have no duration.
    pub fn note_search(&self, response: &SearchResponse) {
        let timings = response.timings;
        let took =
            [timings.embed_ms, timings.lexical_ms, timings.vector_ms, timings.fuse_ms, timings.total_ms];
        for (stage, took_ms) in STAGES.into_iter().zip(took) {
            if response.embedding_used || !matches!(stage, "embed" | "vector") {
                self.stages.get_or_create(&StageLabels { stage }).observe(took_ms / 1_000.0);
            }
        }
        if let Some(reason) = response.fallback_reason {
            self.fallbacks.get_or_create(&reason.into()).inc();
        }
    }

    /// Counts the calls of the database that `store` makes from now on.
    pub fn observe_calls(&self, store: &Store) {
        let calls = self.calls.clone();
        store.observe_calls(move |kind, end, took| {
            calls.get_or_create(&CallLabels::new(kind, end)).observe(took.as_secs_f64());
        });
    }

    /// Counts an attempt to sign in, by result.
    pub fn note_login(&self, result: LoginResult) {
        self.logins.get_or_create(&result.into()).inc();
    }

    /// Appends all counters to `text` in the format of Prometheus.
    ///
    /// # Errors
    /// None: a `String` takes all.
    pub fn encode(&self, text: &mut String) -> fmt::Result {
        prometheus_text::encode(text, &self.registry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(counters: &Counters) -> String {
        let mut text = String::new();
        counters.encode(&mut text).unwrap();
        text
    }

    #[test]
    fn counts_begin_at_zero_and_grow() {
        let counters = Counters::default();
        assert!(text_of(&counters).contains("celeiro_login_total{result=\"refused\"} 0\n"));
        counters.note_login(LoginResult::Refused);
        counters.note_login(LoginResult::Refused);
        let labels = RequestLabels::new("POST", Some("/api/rag/search"), 200);
        counters.note_request(&labels, Duration::from_millis(30));
        let text = text_of(&counters);
        let series = "{method=\"POST\",route=\"/api/rag/search\",status=\"2xx\"";
        for line in [
            "celeiro_login_total{result=\"refused\"} 2\n".to_owned(),
            "celeiro_login_total{result=\"accepted\"} 0\n".to_owned(),
            format!("http_server_request_duration_seconds_count{series}}} 1\n"),
            "# TYPE http_server_request_duration_seconds histogram\n".to_owned(),
            "# TYPE celeiro_search_duration_seconds histogram\n".to_owned(),
            "# TYPE db_client_operation_duration_seconds histogram\n".to_owned(),
            "db_client_operation_duration_seconds_count{operation=\"bulk\",result=\"failed\"} 0\n".to_owned(),
            "# TYPE celeiro_search_fallback_total counter\n".to_owned(),
            format!("celeiro_build_info{{version=\"{}\"}} 1\n", env!("CARGO_PKG_VERSION")),
        ] {
            assert!(text.contains(&line), "{line}{text}");
        }
        let bucket = |bound: &str| format!("{series},le=\"{bound}\"}}");
        let count_in = |bound: &str| {
            let line = text.lines().find(|line| line.contains(&bucket(bound)));
            line.and_then(|line| line.rsplit(' ').next()).map(str::to_owned)
        };
        assert_eq!((count_in("0.01").as_deref(), count_in("0.05").as_deref()), (Some("0"), Some("1")));
    }
}
