//! What an ID token of the company's sign-in (OpenID Connect) has to say, so that it is believed.
//!
//! Left out: the signature, which is verified before a claim is read, and the wire.

use serde_json::Value;

/// By how much the clocks of the issuer and of this program may differ, in seconds.
pub const CLOCK_SKEW_SECONDS: i64 = 60;

/// Most characters of a subject, by the specification.
const MAX_SUBJECT: usize = 255;

/// What a token is compared with.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedClaims<'a> {
    /// The issuer, exactly as it is configured.
    pub issuer: &'a str,
    /// This program, as the issuer knows it.
    pub client_id: &'a str,
    /// What this sign-in was begun with.
    pub nonce: &'a str,
    /// Now, in seconds since 1970.
    pub now: i64,
}

/// The person that a token is of. An e-mail address in it is not read: people change theirs, and issuers state what they
/// did not verify, so that an address that finds an account lets others in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompanyIdentity {
    /// The system that vouches for the person.
    pub issuer: String,
    /// The person there; never given to another one.
    pub subject: String,
}

/// Why a token is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ClaimProblem {
    /// It is of another issuer.
    #[error("the token is of another issuer")]
    Issuer,
    /// It was made for another program.
    #[error("the token is for another program")]
    Audience,
    /// It belongs to another sign-in.
    #[error("the token belongs to another sign-in")]
    Nonce,
    /// Its time is over, or states none.
    #[error("the time of the token is over")]
    Expired,
    /// It is of the future, or does not say when it was made.
    #[error("the token is of the future")]
    Early,
    /// It names no person.
    #[error("the token names no person")]
    Subject,
}

/// Checks the claims of a verified ID token and answers the person whom they name.
///
/// # Errors
/// The first [`ClaimProblem`]. A claim of another type than it should have counts as one that is not there.
pub fn check_claims(claims: &Value, expected: ExpectedClaims<'_>) -> Result<CompanyIdentity, ClaimProblem> {
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    if text("iss") != Some(expected.issuer) {
        return Err(ClaimProblem::Issuer);
    }
    if !is_for(claims, expected.client_id) {
        return Err(ClaimProblem::Audience);
    }
    if text("nonce") != Some(expected.nonce) {
        return Err(ClaimProblem::Nonce);
    }
    check_times(claims, expected.now)?;
    let is_subject = |subject: &&str| {
        (1..=MAX_SUBJECT).contains(&subject.len())
            && subject.bytes().all(|byte| (b' '..=b'~').contains(&byte))
    };
    let subject = text("sub").filter(is_subject).ok_or(ClaimProblem::Subject)?;
    Ok(CompanyIdentity { issuer: expected.issuer.to_owned(), subject: subject.to_owned() })
}

/// Whether the token was made for this program: it is its only audience, or the one that asked for it.
fn is_for(claims: &Value, client_id: &str) -> bool {
    let is_own = |value: &Value| value.as_str() == Some(client_id);
    let (is_named, is_alone) = match claims.get("aud") {
        Some(Value::Array(all)) => (all.iter().any(is_own), all.len() == 1),
        Some(one) => (is_own(one), true),
        None => (false, false),
    };
    match claims.get("azp") {
        Some(asking) => is_named && is_own(asking),
        None => is_named && is_alone,
    }
}

fn check_times(claims: &Value, now: i64) -> Result<(), ClaimProblem> {
    // The specification allows fractions of a second.
    let seconds = |name: &str| claims.get(name).and_then(Value::as_f64);
    let (now, skew) = (now as f64, CLOCK_SKEW_SECONDS as f64);
    if seconds("exp").is_none_or(|end| end + skew <= now) {
        return Err(ClaimProblem::Expired);
    }
    if seconds("iat").is_none_or(|made| made - skew > now) {
        return Err(ClaimProblem::Early);
    }
    let begins_later = match claims.get("nbf") {
        Some(_) => seconds("nbf").is_none_or(|begin| begin - skew > now),
        None => false,
    };
    if begins_later { Err(ClaimProblem::Early) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const NOW: i64 = 1_800_000_000;

    fn check(change: impl FnOnce(&mut Value)) -> Result<CompanyIdentity, ClaimProblem> {
        let mut claims = json!({
            "iss": "https://id.granja.example", "aud": "celeiro", "nonce": "n", "sub": "7",
            "exp": NOW + 300, "iat": NOW, "email": "ana@granja.example", "email_verified": true,
        });
        change(&mut claims);
        let (issuer, client_id) = ("https://id.granja.example", "celeiro");
        check_claims(&claims, ExpectedClaims { issuer, client_id, nonce: "n", now: NOW })
    }

    #[test]
    fn a_token_for_this_program_names_its_person() {
        let person = CompanyIdentity { issuer: "https://id.granja.example".into(), subject: "7".into() };
        assert_eq!(check(|_| ()), Ok(person.clone()));
        assert_eq!(check(|claims| claims["email"] = json!("bia@granja.example")), Ok(person));
        assert!(check(|claims| claims["aud"] = json!(["celeiro"])).is_ok());
        assert!(
            check(|claims| {
                claims["aud"] = json!(["other", "celeiro"]);
                claims["azp"] = json!("celeiro");
            })
            .is_ok()
        );
    }

    #[test]
    fn what_is_of_another_issuer_program_sign_in_or_time_is_refused() {
        use ClaimProblem::{Audience, Early, Expired, Issuer, Nonce, Subject};
        let cases = [
            ("iss", json!("https://id.granja.example/"), Issuer),
            ("iss", Value::Null, Issuer),
            ("aud", json!("other"), Audience),
            ("aud", json!(["other", "celeiro"]), Audience),
            ("aud", json!([]), Audience),
            ("azp", json!("other"), Audience),
            ("nonce", json!("m"), Nonce),
            ("nonce", Value::Null, Nonce),
            ("exp", json!(NOW - CLOCK_SKEW_SECONDS), Expired),
            ("exp", json!("never"), Expired),
            ("exp", Value::Null, Expired),
            ("iat", json!(NOW + CLOCK_SKEW_SECONDS + 1), Early),
            ("iat", Value::Null, Early),
            ("nbf", json!(NOW + CLOCK_SKEW_SECONDS + 1), Early),
            ("nbf", json!("later"), Early),
            ("sub", json!(""), Subject),
            ("sub", json!(7), Subject),
            ("sub", json!("a\nb"), Subject),
            ("sub", json!("a".repeat(256)), Subject),
        ];
        for (name, value, problem) in cases {
            let refused = check(|claims| claims[name] = value.clone());
            assert_eq!(refused, Err(problem), "{name} = {value}");
        }
        // Within the skew of two clocks both ends hold.
        assert!(check(|claims| claims["exp"] = json!(NOW - CLOCK_SKEW_SECONDS + 1)).is_ok());
        assert!(check(|claims| claims["iat"] = json!(NOW + CLOCK_SKEW_SECONDS)).is_ok());
    }
}
