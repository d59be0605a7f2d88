//! The issuer's signing keys (JWKS), and signature verification. Only the issuer's own key set counts: keys that a
//! token references or embeds (`jku`, `jwk`, `x5u`) are not read.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RSA_PSS_2048_8192_SHA256, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey,
    VerificationAlgorithm,
};
use serde::Deserialize;
use serde_json::Value;

/// Most keys of a set that are looked at.
const MOST_KEYS: usize = 100;

/// A key of the set.
#[derive(Debug, Clone, Deserialize)]
struct Key {
    kty: String,
    kid: Option<String>,
    #[serde(rename = "use")]
    usage: Option<String>,
    alg: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

/// How a token is signed. Public keys alone: `none` is no signature, and a shared secret (`HS256`) could be taken from a
/// public key by an attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Algorithm {
    Rs256,
    Ps256,
    Es256,
    Es384,
    EdDsa,
}

impl Algorithm {
    const ALL: [Self; 5] = [Self::Rs256, Self::Ps256, Self::Es256, Self::Es384, Self::EdDsa];

    /// Reads the name of a signature algorithm of ID tokens; none for names that are not supported.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.as_str() == name)
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Rs256 => "RS256",
            Self::Ps256 => "PS256",
            Self::Es256 => "ES256",
            Self::Es384 => "ES384",
            Self::EdDsa => "EdDSA",
        }
    }

    /// Kind and curve of its keys.
    fn kind(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Rs256 | Self::Ps256 => ("RSA", None),
            Self::Es256 => ("EC", Some("P-256")),
            Self::Es384 => ("EC", Some("P-384")),
            Self::EdDsa => ("OKP", Some("Ed25519")),
        }
    }

    /// Whether a key is of this algorithm, and meant for signatures.
    fn fits(self, key: &Key) -> bool {
        let (kind, curve) = self.kind();
        key.kty == kind
            && curve.is_none_or(|curve| key.crv.as_deref() == Some(curve))
            && key.usage.as_deref().is_none_or(|usage| usage == "sig")
            && key.alg.as_deref().is_none_or(|name| name == self.as_str())
    }

    fn verify(self, key: &Key, message: &[u8], signature: &[u8]) -> bool {
        let verified = match self {
            Self::Rs256 => verify_rsa(&RSA_PKCS1_2048_8192_SHA256, key, message, signature),
            Self::Ps256 => verify_rsa(&RSA_PSS_2048_8192_SHA256, key, message, signature),
            Self::Es256 => verify_bytes(&ECDSA_P256_SHA256_FIXED, key.point(32), message, signature),
            Self::Es384 => verify_bytes(&ECDSA_P384_SHA384_FIXED, key.point(48), message, signature),
            Self::EdDsa => verify_bytes(&ED25519, decode(key.x.as_deref()), message, signature),
        };
        verified.is_some()
    }
}

impl Key {
    /// The point of a curve whose coordinates have so many bytes, uncompressed.
    fn point(&self, bytes: usize) -> Option<Vec<u8>> {
        let (x, y) = (decode(self.x.as_deref())?, decode(self.y.as_deref())?);
        (x.len() == bytes && y.len() == bytes).then(|| [&[4][..], &x, &y].concat())
    }
}

/// The keys of an issuer.
#[derive(Debug, Clone)]
pub(super) struct KeySet(Vec<Key>);

/// Why no key of the set made a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoKey {
    /// The set has none of this name and algorithm.
    Unknown,
    /// The signature is of no such key.
    Other,
}

impl KeySet {
    /// Reads the issuer's set of signing keys (JWKS); none where the body is no set. Keys of kinds that are not read
    /// do not stand in the way of the others.
    pub fn read(body: &[u8]) -> Option<Self> {
        #[derive(Deserialize)]
        struct Set {
            keys: Vec<Value>,
        }
        let set: Set = serde_json::from_slice(body).ok()?;
        let keys = set.keys.into_iter().take(MOST_KEYS);
        Some(Self(keys.filter_map(|key| serde_json::from_value(key).ok()).collect()))
    }

    /// Verifies that the key `kid` of the issuer's set, or any key where none is named, has signed `message`.
    ///
    /// # Errors
    /// [`NoKey`].
    pub fn verify(
        &self,
        algorithm: Algorithm,
        kid: Option<&str>,
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), NoKey> {
        let is_meant =
            |key: &&Key| algorithm.fits(key) && kid.is_none_or(|kid| key.kid.as_deref() == Some(kid));
        let mut meant = self.0.iter().filter(is_meant).peekable();
        if meant.peek().is_none() {
            return Err(NoKey::Unknown);
        }
        if meant.any(|key| algorithm.verify(key, message, signature)) { Ok(()) } else { Err(NoKey::Other) }
    }
}

fn verify_rsa(parameters: &'static RsaParameters, key: &Key, message: &[u8], signature: &[u8]) -> Option<()> {
    let number = |text: &Option<String>| {
        let bytes = decode(text.as_deref())?;
        // Some issuers write the sign of a number, which the library takes for a mistake.
        let start = bytes.iter().position(|byte| *byte != 0)?;
        Some(bytes[start..].to_vec())
    };
    let key = RsaPublicKeyComponents { n: number(&key.n)?, e: number(&key.e)? };
    key.verify(parameters, message, signature).ok()
}

fn verify_bytes(
    algorithm: &'static dyn VerificationAlgorithm,
    key: Option<Vec<u8>>,
    message: &[u8],
    signature: &[u8],
) -> Option<()> {
    UnparsedPublicKey::new(algorithm, key?).verify(message, signature).ok()
}

fn decode(text: Option<&str>) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Made by another program, as an issuer's are.
    const MODULUS: &str = "\
        0xAOdqethf7YXsjB_rQR-2vt_FRGo6Z1sfwzLuk4WiOX9O1RMOQocLdSMABUCQwEU-\
        ex7CIOQZ6F4daiOQRuWE5SCs-W9VmrjzzR7rG5z2wSE3Zeb10cK9cMNqt4cyyC-gSB-zXyq44IzC93dvRy665mg6x5Et6KJD\
        ZjkJxfQHtb218guQC6EeSffQrIx0XSnE92Lj0JILFLFjMGYWEze4f5SuS15I9j4l3OKK9XopIqdMia9VBkhu0oSaGNcWm_yc\
        CNVZyay1mHpQaxxmEqAPZHEYj9Kl10wBBU16ox8aigMO904sThdC9j1F6JpNo-XbhBrDU0_O15X_5hZOiqwQ";
    const BY_RS256: &str = "\
        xdHW-\
        n23OMXucpgy1y3ZbMChyxv_y7SCmtk1vlhfMc9glO3dQu0YwMZksdLbSuXJ7XzNV3feYjExF4gqr7rEU7YBFCwe710OQY6Pv\
        gzsZD2Ue4zy3E_Fmu4oCJ3TugZPPPiAwhMy5OgvksQ3eN0VOL6I1TZeFpfZ9VGLj-Jh0oOZXT76Vp9Y6Xyz8tfvn3QVDjnw0\
        CzkVsBnrvAm7ofpGLw1vKpMZYzjsGRjnmsAKra4lCG_rVrj5xVdETTF108RYtzpWHg2Vv9jz_Np7qLXcbd0tlIGqEjZMNVYH\
        8QT06JwGd6rUJhLtwEbT_VDok6eZv2ODCPShL9JcH-LJ2Rr6w";
    const BY_PS256: &str = "\
        kUaYaIgGZeAoC6baRXwSHq1ojVRRGXUAC0IW55D44qhO3HEHQwIT54ikUJWq3d0E4cR0M1UVhWPxebPQPfupPdkfobXY0Mwa\
        VQW_qKjOUfbdPceKHVjznwXA2YlMkZQ0OACRdQjV3czllABGSHZTV2zk72dTjknpr-\
        4NgWE1cZRgasKVMdACJRhEnGYS9x1ZvDco4px5HpFGVNKX5ZaU-iIhH_RWowb78iZQM3yOB8W4tXLWydwSZqaqzeai1uutIB\
        2bIFanFXdht3odJ39QuOMo4q_sco9G1q2fCxKGDukATeBR2naVOBJNeCPUtUL5Pi7_pUjB0ngJs3soZJR0FA";
    const POINT: &str = "bT-77tWs1vTRKK06kssIPz8xyPQ5QO96yTHNsm-rMRU";
    const BY_EDDSA: &str =
        "Bkp28JmAZP9T-e5g9XvUTwfHyVj9HF4dpWnJ3gl_WofQfn3l_Ti7FDG3vcK2QnLFiR2-OsLdY_ZlLPoSLhYOCw";

    const MESSAGE: &[u8] = b"header.payload";

    fn key_set(change: impl FnOnce(&mut Value)) -> KeySet {
        let mut keys = json!([
            { "kty": "oct", "kid": "shared", "k": "AAAA" },
            { "kty": "RSA", "kid": "r", "use": "sig", "n": MODULUS, "e": "AQAB" },
            { "kty": "OKP", "kid": "o", "crv": "Ed25519", "x": POINT },
            { "kid": 7 },
        ]);
        change(&mut keys);
        KeySet::read(json!({ "keys": keys }).to_string().as_bytes()).unwrap()
    }

    fn verify(keys: &KeySet, name: &str, kid: Option<&str>, signature: &str) -> Result<(), NoKey> {
        let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
        keys.verify(Algorithm::parse(name).unwrap(), kid, MESSAGE, &signature)
    }

    #[test]
    fn a_signature_is_of_its_key_and_algorithm_alone() {
        let keys = key_set(|_| ());
        for (name, kid, signature) in
            [("RS256", "r", BY_RS256), ("PS256", "r", BY_PS256), ("EdDSA", "o", BY_EDDSA)]
        {
            assert_eq!(verify(&keys, name, Some(kid), signature), Ok(()), "{name}");
            assert_eq!(verify(&keys, name, None, signature), Ok(()), "{name} without a name");
            assert_eq!(verify(&keys, name, Some("other"), signature), Err(NoKey::Unknown), "{name}");
            let algorithm = Algorithm::parse(name).unwrap();
            let bytes = URL_SAFE_NO_PAD.decode(signature).unwrap();
            assert_eq!(keys.verify(algorithm, None, b"header.paYload", &bytes), Err(NoKey::Other), "{name}");
        }
        assert_eq!(verify(&keys, "PS256", Some("r"), BY_RS256), Err(NoKey::Other));
        assert_eq!(verify(&keys, "ES256", Some("r"), BY_RS256), Err(NoKey::Unknown));
        let for_secrets = key_set(|keys| keys[1]["use"] = json!("enc"));
        assert_eq!(verify(&for_secrets, "RS256", Some("r"), BY_RS256), Err(NoKey::Unknown));
    }

    #[test]
    fn what_a_public_key_does_not_prove_is_no_algorithm() {
        for name in ["none", "None", "", "HS256", "HS512", "rs256", "RS1"] {
            assert_eq!(Algorithm::parse(name), None, "{name:?}");
        }
    }
}
