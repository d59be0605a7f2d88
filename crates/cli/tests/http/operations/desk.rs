//! The desk over HTTP: a server with a few records and a provider that answers by what it is asked,
//! and a reader of server-sent events.

use crate::client::Request;
use crate::provider::{Gate, Provider, Purpose, Reply, Says, Tail};
use crate::server::{Server, start};
use crate::support::{at_exit, database_runs, fixture, json as command, prepare_folder};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpStream;
use std::sync::OnceLock;

pub const CHAT: &str = "/api/chat";
/// The question that rules take for general agronomy.
pub const RUST: &str = "fungicida para ferrugem da soja";
/// Pieces of an answer in the crowd.
pub const PIECES: usize = 60;

/// The server, its provider, and what holds back the answers to the crowd.
pub struct DeskServer {
    pub server: Server,
    pub provider: Provider,
    pub crowd: Gate,
}

/// The one that the tests share.
pub fn desk() -> &'static DeskServer {
    static DESK: OnceLock<DeskServer> = OnceLock::new();
    DESK.get_or_init(|| {
        let folder = prepare_folder("desk");
        at_exit(|| {
            if let Some(desk) = DESK.get() {
                desk.server.ask_to_stop();
                desk.server.wait_until("its database stops", || !database_runs(&desk.server.data_dir));
            }
        });
        for (kind, file) in [("items", "items.csv"), ("faqs", "faqs.jsonl")] {
            command(&folder, ["import", kind, fixture(file).to_str().unwrap()]);
        }
        command(&folder, ["embed"]);
        let crowd = Gate::default();
        let provider = provider(crowd.clone());
        let settings = [
            ("LLM_PROVIDER", "openai"),
            ("OPENAI_BASE_URL", &provider.url()),
            ("OPENAI_API_KEY", "sk-canary-http"),
        ];
        let server = start(&folder, &["--rate", "0"], &settings);
        server.wait_until_ready();
        DeskServer { server, provider, crowd }
    })
}

/// Answers by the last words of the message.
fn provider(crowd: Gate) -> Provider {
    Provider::start(move |asked| {
        let user = asked.user();
        let last = user.rsplit(' ').next().unwrap_or_default();
        match asked.purpose {
            Purpose::Classify => Reply::intent("catalog"),
            Purpose::Assistant if last == "juntas" => {
                let faq = |at: u32| {
                    json!({ "question": format!("Pergunta junta {at}?"), "answer": "Resposta." }).to_string()
                };
                let says = Says::new(&[]).and_call("a", "create_faq", &faq(1));
                Reply::Says(says.and_call("b", "create_faq", &faq(2)))
            }
            // A new question is proposed, whatever is said.
            Purpose::Assistant => Reply::call(
                "create_faq",
                &json!({ "question": format!("Pergunta {last}?"), "answer": "Resposta." }),
            ),
            _ if last == "pendura" => {
                Reply::Says(Says { tail: Tail::Hang, ..Says::new(&["Temos o ", "Ferrugil [1] e "]) })
            }
            _ if last == "recusa" => Reply::refuses(401, "no such key"),
            _ if last.starts_with("multidao-") => {
                let pieces: Vec<String> = (0..PIECES).map(|at| format!("{last}/{at}, ")).collect();
                let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
                Reply::Says(Says { gate: Some((0, crowd.clone())), ..Says::new(&pieces) })
            }
            _ => Reply::in_pieces(&["Temos o **Ferrugil** ", "por R$ 310,50 [1", "] e não [99]."]),
        }
    })
}

impl DeskServer {
    /// A whole turn.
    pub fn ask(&self, request: &Value) -> Value {
        self.server.ok("POST", CHAT, request)
    }

    /// The conversation as it is stored.
    pub fn conversation(&self, id: &Value) -> Value {
        self.server.get(&format!("/api/conversations/{}", id.as_str().unwrap())).send().json()
    }

    /// A turn in events.
    pub fn stream(&self, message: &str) -> Events {
        self.events(&json!({ "message": message, "stream": true }))
    }

    /// A turn in events, as asked.
    pub fn events(&self, request: &Value) -> Events {
        Events::of(self.server.post(CHAT).json(request.to_string()))
    }
}

/// An answer in events, read as it comes. Dropping it closes the connection.
pub struct Events {
    reader: BufReader<TcpStream>,
    pub head: String,
    text: String,
}

impl Events {
    fn of(request: Request) -> Self {
        let mut reader = BufReader::new(request.open());
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(reader.read_line(&mut head).unwrap(), 0, "{head}");
        }
        Self { reader, head: head.to_lowercase(), text: String::new() }
    }

    /// The next chunk of the body; nothing at its end.
    fn chunk(&mut self) -> Option<String> {
        let mut size = String::new();
        self.reader.read_line(&mut size).unwrap();
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or_else(|e| panic!("{e}: {size:?}"));
        let mut bytes = vec![0; size + 2];
        self.reader.read_exact(&mut bytes).unwrap();
        (size > 0).then(|| String::from_utf8(bytes[..size].to_vec()).unwrap())
    }

    /// Reads to the end.
    pub fn all(self) -> Vec<(String, Value)> {
        self.collect()
    }
}

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.text = rest;
                let field =
                    |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
                // A sign of life has neither.
                if let (Some(name), Some(data)) = (field("event:"), field("data:")) {
                    return Some((name.to_owned(), serde_json::from_str(data).unwrap()));
                }
                continue;
            }
            let more = self.chunk()?;
            self.text += &more;
        }
    }
}

/// The pieces of the answer.
pub fn deltas(events: &[(String, Value)]) -> Vec<&str> {
    events
        .iter()
        .filter(|(name, _)| name == "delta")
        .map(|(_, data)| data["text"].as_str().unwrap())
        .collect()
}
