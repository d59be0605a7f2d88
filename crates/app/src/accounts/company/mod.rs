//! The company's sign-in (OpenID Connect): authorization code with PKCE, state and nonce. A person links an account
//! while signed in to it, and afterwards signs in by the company.
//!
//! | module | what it does |
//! |---|---|
//! | `settings` | what is configured |
//! | `issuer` | what the issuer states of itself, kept for an hour; its token for a code |
//! | `keys` | the issuer's keys, and signatures by them |
//! | `id_token` | a signed token, from its text to its claims |
//! | `round` | one way to the issuer and back: state, nonce and verifier from one secret |
//! | `sign_in` | begins such a round, and ends it with a session or a link |
//! | `link` | the link of the caller's own account |
//! | `state` | what is remembered between two requests |
//! | `wire` | requests and answers |
//!
//! What the issuer answers is data: bounded in size and time, of the configured addresses alone, and none of it goes
//! into an error or an answer. Claims are judged in crate `domain`, accounts are found in crate `store`. Left out: access
//! tokens, of which nothing is used, and signing out at the issuer.

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
