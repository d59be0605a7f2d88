//! From the body of a 200 to unit vectors, trusting nothing in it.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    embed::{EmbedError, vector::unit_vector},
    provider_error,
    redact::Redactor,
};

/// One embedding as a server sends it.
#[derive(Deserialize)]
pub(crate) struct Row {
    pub index: Option<usize>,
    pub embedding: Numbers,
}

/// Numbers as a list, or packed: base64 of little-endian 32-bit floats.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Numbers {
    /// JSON numbers; `null` where a server could not write NaN.
    List(Vec<Option<f64>>),
    /// Packed.
    Base64(String),
}

impl Numbers {
    /// Reads the numbers of a vector in the server's answer, or `None` where the packing is broken.
    pub fn read(&self) -> Option<Vec<f32>> {
        match self {
            Self::List(list) => Some(list.iter().map(|x| x.map_or(f32::NAN, |x| x as f32)).collect()),
            Self::Base64(text) => {
                let bytes = STANDARD.decode(text).ok()?;
                let (floats, rest) = bytes.as_chunks::<4>();
                rest.is_empty().then(|| floats.iter().map(|four| f32::from_le_bytes(*four)).collect())
            }
        }
    }
}

/// The rows of an answer, unjudged.
pub(crate) fn rows(value: &mut Value) -> Option<Vec<Row>> {
    serde_json::from_value(value.get_mut("data").map(Value::take)?).ok()
}

/// The `count` vectors of `dimensions` numbers that `body` holds, in the order of the texts.
pub(super) fn vectors(
    body: &[u8],
    count: usize,
    dimensions: usize,
    redactor: &Redactor,
) -> Result<Vec<Vec<f32>>, EmbedError> {
    let mut value: Value = serde_json::from_slice(body).map_err(|e| not_json(body, &e))?;
    if let Some(said) = provider_error::in_value(&value, redactor) {
        return Err(EmbedError::Status {
            status: said.status.unwrap_or(200),
            retry_after: said.retry_after,
            message: said.message,
        });
    }
    let rows = rows(&mut value).ok_or_else(|| malformed_reply("no list of embeddings in it"))?;
    if rows.len() != count {
        return Err(EmbedError::WrongCount { expected: count, got: rows.len() });
    }
    in_order(rows)?.into_iter().map(|row| to_unit(row, dimensions)).collect()
}

/// Servers may answer out of order and number the rows. Some leave out the number 0, some
/// leave out all numbers; anything else that is not a permutation could pair a text with the
/// vector of another, and is refused.
fn in_order(rows: Vec<Row>) -> Result<Vec<Row>, EmbedError> {
    if rows.iter().all(|row| row.index.is_none()) {
        return Ok(rows);
    }
    let mut places: Vec<Option<Row>> = rows.iter().map(|_| None).collect();
    for row in rows {
        let place = places.get_mut(row.index.unwrap_or(0)).filter(|place| place.is_none());
        *place.ok_or_else(|| malformed_reply("its rows are not numbered one to one"))? = Some(row);
    }
    Ok(places.into_iter().flatten().collect())
}

fn to_unit(row: Row, dimensions: usize) -> Result<Vec<f32>, EmbedError> {
    let numbers = row.embedding.read().ok_or_else(|| malformed_reply("its packed numbers are broken"))?;
    unit_vector(numbers, dimensions)
}

/// JSON knows no NaN, but servers write it; that is worth its own name.
fn not_json(body: &[u8], error: &serde_json::Error) -> EmbedError {
    let text = String::from_utf8_lossy(body);
    let start = text.trim_start();
    if start.starts_with('<') {
        malformed_reply("a web page instead of data")
    } else if start.starts_with('{') && ["NaN", "Infinity"].iter().any(|word| start.contains(word)) {
        EmbedError::NotFinite
    } else if error.is_eof() {
        malformed_reply("it ends in the middle")
    } else {
        malformed_reply("it is not JSON")
    }
}

fn malformed_reply(detail: &str) -> EmbedError {
    EmbedError::Malformed { detail: detail.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(body: &str, count: usize) -> Result<Vec<Vec<f32>>, EmbedError> {
        vectors(body.as_bytes(), count, 2, &Redactor::default())
    }

    #[test]
    fn order_is_restored() {
        let body = r#"{"data":[{"index":1,"embedding":[0,2]},{"index":0,"embedding":[3,0]}]}"#;
        assert_eq!(read(body, 2).unwrap(), [[1.0, 0.0], [0.0, 1.0]]);
        let zero_left_out = r#"{"data":[{"index":1,"embedding":[0,2]},{"embedding":[3,0]}]}"#;
        assert_eq!(read(zero_left_out, 2).unwrap(), [[1.0, 0.0], [0.0, 1.0]]);
        let unnumbered = r#"{"data":[{"embedding":[0,2]},{"embedding":[3,0]}]}"#;
        assert_eq!(read(unnumbered, 2).unwrap(), [[0.0, 1.0], [1.0, 0.0]]);
    }

    #[test]
    fn packed_numbers_are_unpacked() {
        let body = r#"{"data":[{"index":0,"embedding":"AABAQAAAgEA="}]}"#;
        assert_eq!(read(body, 1).unwrap(), [[0.6, 0.8]]);
        for broken in ["AABAQAAAgA==", "not base64"] {
            let body = format!(r#"{{"data":[{{"embedding":"{broken}"}}]}}"#);
            assert!(matches!(read(&body, 1), Err(EmbedError::Malformed { .. })), "{broken}");
        }
    }

    #[test]
    fn doubtful_numbering_is_refused() {
        for (a, b) in [(0, 0), (1, 2), (1, 1)] {
            let body = format!(
                r#"{{"data":[{{"index":{a},"embedding":[0,2]}},{{"index":{b},"embedding":[3,0]}}]}}"#
            );
            assert!(matches!(read(&body, 2), Err(EmbedError::Malformed { .. })), "{a} {b}");
        }
    }

    #[test]
    fn each_fault_has_its_name() {
        let one = |numbers: &str| {
            read(&format!(r#"{{"data":[{{"index":0,"embedding":[{numbers}]}}]}}"#), 1).unwrap_err()
        };
        assert_eq!(one("1"), EmbedError::WrongDimension { expected: 2, got: 1 });
        assert_eq!(one("1,null"), EmbedError::NotFinite);
        assert_eq!(one("1,NaN"), EmbedError::NotFinite);
        assert_eq!(one("1,-Infinity"), EmbedError::NotFinite);
        assert_eq!(one("1,1e39"), EmbedError::NotFinite);
        assert_eq!(one("0,0"), EmbedError::ZeroVector);
        assert!(matches!(one(r#"1,"x""#), EmbedError::Malformed { .. }));
        assert_eq!(read(r#"{"data":[]}"#, 1).unwrap_err(), EmbedError::WrongCount { expected: 1, got: 0 });
        for body in
            ["", "{", "null", "[]", "42", r#"{"data":7}"#, r#"{"data":[{"embedding":"AAAA"}]}"#, "<html>"]
        {
            assert!(matches!(read(body, 1), Err(EmbedError::Malformed { .. })), "{body}");
        }
    }

    #[test]
    fn an_error_inside_a_200_is_an_error() {
        let body = r#"{"error":{"code":429,"message":"slow"},"user_id":"u"}"#;
        let error = read(body, 1).unwrap_err();
        assert!(matches!(error, EmbedError::Status { status: 429, .. }));
        assert!(error.is_retryable());
        let unnamed = read(r#"{"error":"odd"}"#, 1).unwrap_err();
        assert!(matches!(unnamed, EmbedError::Status { status: 200, .. }) && !unnamed.is_retryable());
    }

    proptest! {
        #[test]
        fn a_cut_body_is_never_a_success(cut in 0usize..75) {
            let body = r#"{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.5,1]}]}"#;
            prop_assert!(read(&body[..cut], 1).is_err());
        }

        #[test]
        fn no_bytes_make_it_panic(body in prop::collection::vec(any::<u8>(), 0..200)) {
            let read = vectors(&body, 1, 2, &Redactor::default());
            prop_assert!(read.is_err() || read.is_ok_and(|vectors| vectors.len() == 1 && vectors[0].len() == 2));
        }
    }
}
