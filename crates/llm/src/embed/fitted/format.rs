//! A fitted model as bytes, and back, trusting nothing.
//!
//! Little-endian: magic (8 bytes), version (u32), length of the payload (u64), SHA-256 of the
//! payload (32 bytes), payload. Payload: `dimensions`, `rank`, `features`, `gram_min`,
//! `gram_max`, stemmer (u32 each), `gram_weight`, `title_weight` (f32), fingerprint of the feature rules
//! (u64), then the arrays hashes (u64), idf (f32), scales (f32), one row a feature of codes (i8),
//! and at the end the weights of the directions (f32).
//!
//! The sum is checked before anything is believed, and all sizes are checked against the bytes
//! that are there before anything is allocated.

use celeiro_domain::text::Stemmer;
use sha2::{Digest, Sha256};

use super::features::{FeatureRules, rules_fingerprint};
use super::projection::Projection;
use super::vocabulary::Vocabulary;
use super::{FormatError, Model};

const MAGIC: &[u8; 8] = b"CELEIROF";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 8 + 4 + 8 + 32;
/// Six u32, two f32, one u64.
const FIXED_BYTES: u64 = 6 * 4 + 2 * 4 + 8;

/// The model's bytes.
pub(super) fn write(model: &Model) -> Vec<u8> {
    let payload = payload(model);
    let mut out = Vec::with_capacity(HEADER_BYTES + payload.len());
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    out.extend_from_slice(&Sha256::digest(&payload));
    out.extend_from_slice(&payload);
    out
}

/// First 8 hex digits of the SHA-256 of the model's payload.
pub(super) fn short_digest(model: &Model) -> String {
    Sha256::digest(payload(model)).iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

fn payload(model: &Model) -> Vec<u8> {
    let (vocabulary, projection) = (&model.vocabulary, &model.projection);
    let rules = &vocabulary.rules;
    let mut out = Vec::with_capacity(projection.codes.len() + vocabulary.hashes.len() * 16 + 4096);
    for number in [
        model.dimensions,
        projection.rank,
        vocabulary.hashes.len(),
        rules.gram_min,
        rules.gram_max,
        stemmer_number(rules.stemmer),
    ] {
        out.extend_from_slice(&(number as u32).to_le_bytes());
    }
    put_floats(&mut out, &[rules.gram_weight, rules.title_weight]);
    out.extend_from_slice(&rules_fingerprint(rules).to_le_bytes());
    vocabulary.hashes.iter().for_each(|hash| out.extend_from_slice(&hash.to_le_bytes()));
    put_floats(&mut out, &vocabulary.idf);
    put_floats(&mut out, &projection.scales);
    out.extend(projection.codes.iter().map(|code| code.to_le_bytes()[0]));
    put_floats(&mut out, &projection.direction_weights);
    out
}

/// The stemmer's number in the file, fixed for good.
fn stemmer_number(stemmer: Stemmer) -> usize {
    match stemmer {
        Stemmer::Inflection => 0,
        Stemmer::Derivation => 1,
    }
}

fn stemmer_of(number: u32) -> Result<Stemmer, FormatError> {
    match number {
        0 => Ok(Stemmer::Inflection),
        1 => Ok(Stemmer::Derivation),
        _ => Err(FormatError("its stemmer is unknown")),
    }
}

fn put_floats(out: &mut Vec<u8>, numbers: &[f32]) {
    numbers.iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
}

/// Reads what [`write`] wrote.
pub(super) fn read(bytes: &[u8]) -> Result<Model, FormatError> {
    let mut reader = Reader { rest: checked_payload(bytes)? };
    let whole = reader.rest.len() as u64;
    let [dimensions, rank, features, gram_min, gram_max, stemmer] = [0; 6].map(|_| reader.u32());
    if !(1..=4000).contains(&dimensions) || !(1..=dimensions).contains(&rank) || features == 0 {
        return Err(FormatError("sizes out of range"));
    }
    if !(1..=gram_max).contains(&gram_min) || gram_max > 8 {
        return Err(FormatError("n-gram lengths out of range"));
    }
    let (f, k) = (u64::from(features), u64::from(rank));
    if whole != FIXED_BYTES + f * (8 + 4 + 4 + k) + k * 4 {
        return Err(FormatError("sizes do not fit the length"));
    }
    let rules = FeatureRules {
        stemmer: stemmer_of(stemmer)?,
        gram_min: gram_min as usize,
        gram_max: gram_max as usize,
        gram_weight: reader.f32(),
        title_weight: reader.f32(),
    };
    if !(0.0..=100.0).contains(&rules.gram_weight) || !(1.0..=100.0).contains(&rules.title_weight) {
        return Err(FormatError("weights out of range"));
    }
    if reader.u64() != rules_fingerprint(&rules) {
        return Err(FormatError("it was fitted under other text rules; fit it again"));
    }
    let (features, rank) = (features as usize, rank as usize);
    let vocabulary = Vocabulary { rules, hashes: reader.u64s(features), idf: reader.f32s(features) };
    let projection = Projection {
        rank,
        scales: reader.f32s(features),
        codes: reader.take(features * rank).iter().map(|&byte| i8::from_le_bytes([byte])).collect(),
        direction_weights: reader.f32s(rank),
    };
    check_numbers(&vocabulary, &projection)?;
    Ok(Model { dimensions: dimensions as usize, vocabulary, projection })
}

/// The payload, if magic, version, length and sum are right and it holds its fixed part.
fn checked_payload(bytes: &[u8]) -> Result<&[u8], FormatError> {
    let (header, payload) = bytes.split_at_checked(HEADER_BYTES).ok_or(FormatError("it is too short"))?;
    let mut header = Reader { rest: header };
    if header.take(8) != MAGIC {
        return Err(FormatError("it does not begin like one"));
    }
    if header.u32() != VERSION {
        return Err(FormatError("its version is unknown"));
    }
    if header.u64() != payload.len() as u64 || (payload.len() as u64) < FIXED_BYTES {
        return Err(FormatError("its length is wrong"));
    }
    if *header.rest != Sha256::digest(payload)[..] {
        return Err(FormatError("its check sum is wrong"));
    }
    Ok(payload)
}

/// What the arithmetic relies on: ascending hashes, finite numbers of sane size.
fn check_numbers(vocabulary: &Vocabulary, projection: &Projection) -> Result<(), FormatError> {
    let sane = |numbers: &[f32]| numbers.iter().all(|x| (0.0..1e6).contains(x));
    let ascending = vocabulary.hashes.windows(2).all(|pair| pair[0] < pair[1]);
    if ascending && sane(&vocabulary.idf) && sane(&projection.scales) && sane(&projection.direction_weights) {
        Ok(())
    } else {
        Err(FormatError("its numbers are out of range"))
    }
}

/// Takes little-endian values off the front. The caller has checked the total length; past the
/// end it gives zeros rather than a panic.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(count.min(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        self.take(N).try_into().unwrap_or([0; N])
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.array())
    }

    fn f32(&mut self) -> f32 {
        f32::from_le_bytes(self.array())
    }

    fn u64s(&mut self, count: usize) -> Vec<u64> {
        (0..count).map(|_| self.u64()).collect()
    }

    fn f32s(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.f32()).collect()
    }
}
