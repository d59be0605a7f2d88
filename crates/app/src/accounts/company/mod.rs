//! The company's sign-in (OpenID Connect): authorization code with PKCE, state and nonce. A person links an account
//! while signed in to it, and afterwards signs in by the company.
//!
//! | module | what it does |
//! |---|---|
//! | `settings` | configuration |
//! | `issuer` | the issuer's metadata, cached for an hour; exchange of a code for tokens |
//! | `keys` | the issuer's signing keys, signature verification |
//! | `id_token` | parsing and verification of an ID token |
//! | `round` | one redirect round: state, nonce and verifier from one secret |
//! | `sign_in` | begins a round, and ends it with a session or a link |
//! | `link` | link of the caller's own account |
//! | `state` | state between two requests |
//! | `wire` | request and response types |
//!
//! The issuer's answers are data: bounded in size and time, read from the configured addresses alone, and never part of
//! an error or an answer. Crate `domain` validates claims, crate `store` finds accounts. Left out: access tokens, which
//! are not used, and sign-out at the issuer.

mod id_token;
mod issuer;
mod keys;
mod link;
mod round;
mod settings;
mod sign_in;
mod state;
mod wire;

pub(crate) use issuer::look_for_issuer;
pub use link::{get_my_company, unlink_my_company};
pub use sign_in::{begin_company_sign_in, finish_company_sign_in, offer_company_sign_in};
pub(crate) use state::CompanyState;
pub use wire::{
    BeginCompanySignIn, BegunCompanySignIn, CompanyAddress, CompanyOffer, CompanyReturn, FinishCompanySignIn,
    MyCompanyLink,
};
