//! Accounts: people sign in with name and password or by their company, programs with tokens, and each account has a
//! role.
//!
//! | module | what it does |
//! |---|---|
//! | `account` | the account of a caller |
//! | `permission` | permission checks |
//! | `wire` | request and response types |
//! | `credentials::secrets` | random secrets, stored as hashes only |
//! | `credentials::passwords` | password hashing, two at a time; weak passwords |
//! | `credentials::guesses` | rate limit of wrong passwords |
//! | `company` | the company's sign-in (OpenID Connect) |
//! | `sessions` | sign-in and sign-out, invitations, the session of a request |
//! | `tokens` | API tokens for programs |
//! | `users` | user administration |
//! | `closing` | end of running work of a closed account |
//! | `me` | the caller's own account |
//! | `own_sessions` | sessions of the caller's own account |
//! | `access_log` | the access log |
//!
//! Left out: cookies and headers, which crate `cli` reads and writes; roles assigned by another system.

pub(crate) mod account;
pub(crate) mod company;
pub(crate) mod state;

pub mod access_log;
pub mod closing;
pub mod me;
pub mod own_sessions;
pub mod tokens;
pub mod users;
pub mod wire;

mod credentials;
mod permission;
mod sessions;

pub use access_log::note_access;
pub use account::Account;
pub use company::{
    BeginCompanySignIn, BegunCompanySignIn, CompanyAddress, CompanyOffer, CompanyReturn, FinishCompanySignIn,
    MyCompanyLink, begin_company_sign_in, finish_company_sign_in, get_my_company, offer_company_sign_in,
    unlink_my_company,
};
pub use me::{are_accounts_known, are_accounts_used};
pub use permission::refuse_stranger;
pub use sessions::{accept_invitation, identify_session, sign_in, sign_out};
pub use tokens::identify_token;
pub use users::find_user;
pub use wire::{
    AcceptInvitation, AccessEntry, AccessPage, ApiToken, ChangePassword, CreateToken, CreateUser,
    CreatedToken, CreatedUser, EndedSessions, Invitation, InviteUser, ListAccessLog, ListTokens, Me,
    MyAccount, OwnSession, SignIn, StartedSession, UpdateUser, User, UserState,
};
