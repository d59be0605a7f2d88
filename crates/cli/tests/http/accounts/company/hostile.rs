//! Answers of an issuer that were made for another program, sign-in or time, or by another key: none lets anyone in.

use super::issuer::{Forgery, SECRET, TokenDraft, encode};
use super::{Browser, COOKIE, company, go, link};
use ring::hmac::{HMAC_SHA256, Key};
use ring::signature::KeyPair as _;
use serde_json::{Value, json};

/// How many are promised at least.
const PROMISED: usize = 40;

fn forge(make: impl Fn(&TokenDraft<'_>) -> Value + Send + 'static) -> Forgery {
    Box::new(make)
}

/// An answer with this token.
fn answer(token: impl Into<Value>) -> Value {
    let token: Value = token.into();
    json!({ "access_token": "not-used", "token_type": "Bearer", "id_token": token })
}

/// Tokens that the issuer signed, of which one claim is wrong.
fn forge_claims(url: &str) -> Vec<(String, Forgery)> {
    let claims = [
        ("iss", json!("https://id.evil.example")),
        ("iss", json!(format!("{url}/"))),
        ("iss", Value::Null),
        ("aud", json!("other")),
        ("aud", json!(["other", "celeiro"])),
        ("aud", json!([])),
        ("aud", Value::Null),
        ("azp", json!("other")),
        ("nonce", json!("other")),
        ("nonce", json!("")),
        ("nonce", Value::Null),
        ("exp", json!(1_700_000_000)),
        ("exp", json!("never")),
        ("exp", Value::Null),
        ("iat", json!(9_999_999_999_u64)),
        ("iat", Value::Null),
        ("nbf", json!(9_999_999_999_u64)),
        ("sub", json!("")),
        ("sub", json!(1)),
        ("sub", json!("1\n")),
        ("sub", json!("1".repeat(256))),
        ("sub", Value::Null),
    ];
    let forge_claim = |(name, value): (&'static str, Value)| {
        let label = format!("{name} = {value}");
        let forgery = forge(move |draft| {
            let mut forged = draft.clone();
            forged.claims[name] = value.clone();
            answer(forged.sign(draft.own))
        });
        (label, forgery)
    };
    claims.into_iter().map(forge_claim).collect()
}

/// The token without a signature, under this algorithm.
fn leave_unsigned(algorithm: &'static str) -> Forgery {
    forge(move |draft| {
        let mut forged = draft.clone();
        forged.header["alg"] = json!(algorithm);
        answer(format!("{}.", forged.message()))
    })
}

/// The token with the issuer's signature, under another algorithm.
fn mislabel(algorithm: Value) -> Forgery {
    forge(move |draft| {
        let mut forged = draft.clone();
        forged.header["alg"] = algorithm.clone();
        answer(forged.sign(draft.own))
    })
}

/// The token signed by a shared secret.
fn sign_by_secret(secret: fn(&TokenDraft<'_>) -> Vec<u8>) -> Forgery {
    forge(move |draft| {
        let mut forged = draft.clone();
        forged.header["alg"] = json!("HS256");
        let message = forged.message();
        let tag = ring::hmac::sign(&Key::new(HMAC_SHA256, &secret(draft)), message.as_bytes());
        answer(format!("{message}.{}", encode(tag.as_ref())))
    })
}

/// The token signed by a key that the issuer does not publish, with something in its header that speaks for the key.
fn speak_for_strange_key(name: &'static str, value: fn(&TokenDraft<'_>) -> Value) -> Forgery {
    forge(move |draft| {
        let mut forged = draft.clone();
        forged.header[name] = value(draft);
        answer(forged.sign(draft.strange))
    })
}

fn read_public_key(draft: &TokenDraft<'_>) -> Vec<u8> {
    let point: &[u8] = draft.own.public_key().as_ref();
    point.to_vec()
}

fn describe_strange_key(draft: &TokenDraft<'_>) -> Value {
    let point: &[u8] = draft.strange.public_key().as_ref();
    json!({ "kty": "EC", "crv": "P-256", "x": encode(&point[1..33]), "y": encode(&point[33..65]) })
}

/// The issuer's own token, torn.
fn tear(tear: fn(&str, &str) -> String) -> Forgery {
    forge(move |draft| {
        let token = draft.sign(draft.own);
        let (message, signature) = token.rsplit_once('.').unwrap();
        answer(tear(message, signature))
    })
}

/// The issuer's signature below other claims.
fn exchange_claims() -> Forgery {
    forge(|draft| {
        let token = draft.sign(draft.own);
        let (_, signature) = token.rsplit_once('.').unwrap();
        let mut forged = draft.clone();
        forged.claims["name"] = json!("Ana");
        answer(format!("{}.{signature}", forged.message()))
    })
}

/// Something that is no token of this issuer for this person.
fn forge_tokens() -> Vec<(&'static str, Forgery)> {
    vec![
        ("no algorithm", leave_unsigned("none")),
        ("no algorithm, written otherwise", leave_unsigned("None")),
        ("no algorithm, in capitals", leave_unsigned("NONE")),
        ("an algorithm without a signature", leave_unsigned("ES256")),
        ("no algorithm and a signature", mislabel(json!("none"))),
        ("another algorithm", mislabel(json!("RS256"))),
        ("a longer algorithm", mislabel(json!("ES384"))),
        ("a shared algorithm", mislabel(json!("HS256"))),
        ("an algorithm that is missing", mislabel(Value::Null)),
        ("the public key as a secret", sign_by_secret(read_public_key)),
        ("the program's secret", sign_by_secret(|_| SECRET.as_bytes().to_vec())),
        ("another key of the same name", speak_for_strange_key("typ", |_| json!("JWT"))),
        ("a key that is brought along", speak_for_strange_key("jwk", describe_strange_key)),
        ("an address of keys", speak_for_strange_key("jku", |_| json!("https://id.evil.example/keys"))),
        ("an address of certificates", speak_for_strange_key("x5u", |_| json!("https://id.evil.example"))),
        ("a key of another name", speak_for_strange_key("kid", |_| json!("three"))),
        ("a key without a name", speak_for_strange_key("kid", |_| Value::Null)),
        ("a path as a name", speak_for_strange_key("kid", |_| json!("../../../../dev/null"))),
        ("two parts", tear(|message, _| message.to_owned())),
        ("four parts", tear(|message, signature| format!("{message}.{signature}.{signature}"))),
        ("half a signature", tear(|message, signature| format!("{message}.{}", &signature[..43]))),
        ("claims of another token", exchange_claims()),
        ("an empty token", forge(|_| answer(""))),
        ("dots", forge(|_| answer(".."))),
        ("a number", forge(|_| answer(7))),
        ("no token", forge(|_| json!({ "access_token": "not-used", "token_type": "Bearer" }))),
    ]
}

#[test]
fn of_forty_hostile_answers_and_more_none_lets_anyone_in() {
    let (issuer, server, _) = company("company-hostile");
    issuer.say(json!({ "sub": "1" }));
    assert_eq!(link(&Browser::of(&server, "ana"), &issuer, &server).status, 200);
    let tokens = forge_tokens().into_iter().map(|(label, forgery)| (label.to_owned(), forgery));
    let forgeries: Vec<(String, Forgery)> = forge_claims(&issuer.url()).into_iter().chain(tokens).collect();
    let count = forgeries.len();
    assert!(count >= PROMISED, "{count}");
    for (label, forgery) in forgeries {
        issuer.forge(Some(forgery));
        let answer = go(&server, &issuer).finish(&server);
        // An answer without a token is none of an issuer's.
        assert!(matches!(answer.status, 401 | 502), "{label}: {} {}", answer.status, answer.text());
        let set = answer.header("set-cookie").unwrap_or_default();
        assert!(!set.contains(&format!("{COOKIE}=")), "{label}: {set}");
    }
    println!("{count} hostile answers of an issuer, 0 accepted");

    // The control: each of them differs from this in one thing.
    issuer.forge(None);
    let entered = go(&server, &issuer).finish(&server);
    assert_eq!(entered.json()["account"]["login"], "ana", "{}", entered.text());
}
