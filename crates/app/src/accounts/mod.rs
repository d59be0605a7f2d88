//! Accounts: people sign in with name and password or by their company, programs with tokens, and each account has a
//! role.
//!
//! | module | what it does |
//! |---|---|
//! | `account` | the account of a caller |
//! | `permission` | what a caller may, and the refusal of the rest |
//! | `wire` | requests and answers |
//! | `credentials::secrets` | random secrets, of which hashes alone are stored |
//! | `credentials::passwords` | hashes of passwords, two at a time; what is guessed soon |
//! | `credentials::guesses` | how often a wrong password was tried |
//! | `company` | signing in by the company's own system (OpenID Connect) |
//! | `sessions` | signing in and out, invitations, the session of a request |
//! | `tokens` | tokens for programs |
//! | `users` | the people, for administrators |
//! | `closing` | the end of what is under way for a closed account |
//! | `me` | the caller's own account |
//! | `own_sessions` | where the caller is signed in |
//! | `access_log` | what happened to accounts |
//!
//! Left out: cookies and headers, which crate `cli` reads and writes; roles that another system gives.

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
