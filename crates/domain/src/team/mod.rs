//! The people of a team: what each of them may do, what a name and a password for signing in may be, and what the
//! company's own sign-in has to say of a person.
//!
//! Left out: who a caller is, which crate `app` finds out, and what is stored of a person, which crate `store` does.

mod company;
mod device;
mod event;
mod login;
mod password;
mod role;
mod secret;

pub use company::{CLOCK_SKEW_SECONDS, ClaimProblem, CompanyIdentity, ExpectedClaims, check_claims};
pub use device::describe_device;
pub use event::AccessEvent;
pub use login::{LoginProblem, MAX_LOGIN, check_login};
pub use password::{MAX_PASSWORD, MIN_PASSWORD, PasswordProblem, check_password};
pub use role::{Access, TeamRole as Role, UnknownRole};
pub use secret::{SecretText, read_nullable_secret_text, read_secret_text};
