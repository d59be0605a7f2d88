//! The sign-in of a company: a real HTTP server that checks what an OpenID provider has to check, signs its tokens with
//! a key of its own, and forges them where a test wants it to.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

pub const CLIENT: &str = "celeiro";
/// With characters that are written otherwise in a form.
pub const SECRET: &str = "segredo+da/granja=7";
/// Where people open the server.
pub const PUBLIC: &str = "https://celeiro.example/loja";

/// How the next tokens are signed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Signing {
    /// By the key that the issuer publishes.
    Own,
    /// By a key of the same name that it does not.
    Strange,
    /// Not at all: `alg` is `none`.
    None,
}

/// A token as the issuer would write it.
#[derive(Clone)]
pub struct TokenDraft<'k> {
    /// The key that the issuer publishes.
    pub own: &'k EcdsaKeyPair,
    /// One of the same name that it does not.
    pub strange: &'k EcdsaKeyPair,
    pub header: Value,
    pub claims: Value,
}

impl TokenDraft<'_> {
    /// What is signed of it.
    pub fn message(&self) -> String {
        format!(
            "{}.{}",
            encode(self.header.to_string().as_bytes()),
            encode(self.claims.to_string().as_bytes())
        )
    }

    /// The token, signed by a key.
    pub fn sign(&self, key: &EcdsaKeyPair) -> String {
        let message = self.message();
        let signature = key.sign(&SystemRandom::new(), message.as_bytes()).unwrap();
        format!("{message}.{}", encode(signature.as_ref()))
    }
}

/// Makes the answer to a program that asks for a token.
pub type Forgery = Box<dyn Fn(&TokenDraft<'_>) -> Value + Send>;

/// A running issuer. It ends with the program.
pub struct Issuer {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

struct State {
    key: EcdsaKeyPair,
    strange: EcdsaKeyPair,
    kid: String,
    signing: Signing,
    /// What tokens say beside, or instead of, what they have to.
    claims: Value,
    is_broken: bool,
    forgery: Option<Forgery>,
    /// What was asked for with each code that is not used yet.
    codes: HashMap<String, HashMap<String, String>>,
    issued: Vec<String>,
}

/// What comes back to a browser.
pub struct Approval {
    pub code: String,
    pub state: String,
}

impl Issuer {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(Mutex::new(State {
            key: draw_key(),
            strange: draw_key(),
            kid: "one".into(),
            signing: Signing::Own,
            claims: json!({}),
            is_broken: false,
            forgery: None,
            codes: HashMap::new(),
            issued: Vec::new(),
        }));
        let serving = Self { address, state: state.clone() };
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                serving.serve(stream);
            }
        });
        Self { address, state }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The person who signs in next, and whatever else the tokens are to say.
    pub fn say(&self, claims: Value) {
        self.state().claims = claims;
    }

    pub fn sign(&self, signing: Signing) {
        self.state().signing = signing;
    }

    /// Another key under another name takes the place of the one before.
    pub fn rotate(&self) {
        let mut state = self.state();
        (state.key, state.kid) = (draw_key(), "two".into());
    }

    /// Whether everything is answered by 500.
    pub fn break_down(&self, is_broken: bool) {
        self.state().is_broken = is_broken;
    }

    /// What is answered instead of a token, if anything.
    pub fn forge(&self, forgery: Option<Forgery>) {
        self.state().forgery = forgery;
    }

    /// The person signs in at `address`, which a browser was sent to.
    pub fn approve(&self, address: &str) -> Approval {
        let (place, query) = address.split_once('?').unwrap();
        assert_eq!(place, format!("{}/authorize", self.url()));
        let asked: HashMap<String, String> =
            form_urlencoded::parse(query.as_bytes()).map(|(n, v)| (n.into_owned(), v.into_owned())).collect();
        let redirect = format!("{PUBLIC}/");
        for (name, value) in [
            ("response_type", "code"),
            ("scope", "openid"),
            ("client_id", CLIENT),
            ("code_challenge_method", "S256"),
            ("redirect_uri", redirect.as_str()),
        ] {
            assert_eq!(asked[name], value, "{name}");
        }
        let mut state = self.state();
        let code = format!("code-{}", state.issued.len() + state.codes.len());
        let approval = Approval { code: code.clone(), state: asked["state"].clone() };
        state.codes.insert(code.clone(), asked);
        state.issued.push(code);
        approval
    }

    /// Every code and token that it gave out.
    pub fn list_issued(&self) -> Vec<String> {
        self.state().issued.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, mut stream: TcpStream) {
        let Some((line, headers, body)) = read_request(&stream) else { return };
        let (status, answer) = if self.state().is_broken {
            (500, json!({}))
        } else if line.starts_with("GET /.well-known/openid-configuration ") {
            (200, self.describe())
        } else if line.starts_with("GET /keys ") {
            (200, self.list_keys())
        } else if line.starts_with("POST /token ") {
            self.exchange(&headers, &body)
        } else {
            (404, json!({}))
        };
        let text = answer.to_string();
        let head = format!(
            "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            text.len()
        );
        stream.write_all(head.as_bytes()).ok();
        stream.write_all(text.as_bytes()).ok();
    }

    fn describe(&self) -> Value {
        let url = self.url();
        json!({
            "issuer": url,
            "authorization_endpoint": format!("{url}/authorize"),
            "token_endpoint": format!("{url}/token"),
            "jwks_uri": format!("{url}/keys"),
            "code_challenge_methods_supported": ["plain", "S256"],
        })
    }

    fn list_keys(&self) -> Value {
        let state = self.state();
        let point: &[u8] = state.key.public_key().as_ref();
        let (x, y) = (encode(&point[1..33]), encode(&point[33..65]));
        json!({ "keys": [{ "kty": "EC", "crv": "P-256", "use": "sig", "kid": state.kid, "x": x, "y": y }] })
    }

    /// A token for a code, once, to the program that asked for it.
    fn exchange(&self, headers: &str, body: &str) -> (u16, Value) {
        let refusal = |error: &str| json!({ "error": error });
        let encode_text = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let password = STANDARD.encode(format!("{}:{}", encode_text(CLIENT), encode_text(SECRET)));
        if !headers.lines().any(|line| line.eq_ignore_ascii_case(&format!("authorization: Basic {password}")))
        {
            return (401, refusal("invalid_client"));
        }
        let sent: HashMap<String, String> =
            form_urlencoded::parse(body.as_bytes()).map(|(n, v)| (n.into_owned(), v.into_owned())).collect();
        let mut state = self.state();
        let Some(asked) = state.codes.remove(&sent["code"]) else { return (400, refusal("invalid_grant")) };
        let challenge = encode(&Sha256::digest(sent["code_verifier"].as_bytes()));
        if challenge != asked["code_challenge"] || sent["redirect_uri"] != asked["redirect_uri"] {
            return (400, refusal("invalid_grant"));
        }
        let draft = state.draft_token(&self.url(), &asked["nonce"]);
        if let Some(forge) = &state.forgery {
            return (200, forge(&draft));
        }
        let token = state.write_token(draft);
        state.issued.push(token.clone());
        (200, json!({ "access_token": "not-used", "token_type": "Bearer", "id_token": token }))
    }
}

impl State {
    fn draft_token(&self, issuer: &str, nonce: &str) -> TokenDraft<'_> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        let mut claims = json!({
            "iss": issuer, "aud": CLIENT, "nonce": nonce, "iat": now, "exp": now + 300,
            "email_verified": true,
        });
        for (name, value) in self.claims.as_object().unwrap() {
            claims[name] = value.clone();
        }
        let header = json!({ "alg": "ES256", "kid": self.kid });
        TokenDraft { own: &self.key, strange: &self.strange, header, claims }
    }

    fn write_token(&self, mut draft: TokenDraft<'_>) -> String {
        match self.signing {
            Signing::Own => draft.sign(draft.own),
            Signing::Strange => draft.sign(draft.strange),
            Signing::None => {
                draft.header["alg"] = json!("none");
                format!("{}.", draft.message())
            }
        }
    }
}

fn draw_key() -> EcdsaKeyPair {
    let random = SystemRandom::new();
    let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, key.as_ref(), &random).unwrap()
}

pub fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// First line, headers and body of a request.
fn read_request(stream: &TcpStream) -> Option<(String, String, String)> {
    let mut reader = BufReader::new(stream);
    let (mut line, mut headers) = (String::new(), String::new());
    reader.read_line(&mut line).ok()?;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        if header.trim().is_empty() {
            break;
        }
        headers += &header;
    }
    let length = headers.lines().find_map(|header| {
        let (name, value) = header.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    });
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    Some((line, headers, String::from_utf8(body).ok()?))
}
