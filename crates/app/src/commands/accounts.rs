//! Commands of accounts: the team's people, the caller's account, tokens, the access log. Sign-in and sign-out set
//! cookies and have routes of their own in crate `cli`.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! accounts_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// Who the caller is, and what the caller may.
            get_me: $crate::accounts::me::get_me, $crate::api::Empty => $crate::accounts::Me,
                GET "/api/me", Read, [Accounts], [];
            /// Lists the caller's own sessions, the last used first.
            list_my_sessions: $crate::accounts::own_sessions::list_my_sessions, $crate::api::Empty => Vec<$crate::accounts::OwnSession>,
                GET "/api/me/sessions", Read, [Accounts], [];
            /// Ends one of the caller's own sessions.
            end_my_session: $crate::accounts::own_sessions::end_my_session, $crate::api::ById => $crate::accounts::EndedSessions,
                DELETE "/api/me/sessions/{id}", Read, [], [Accounts];
            /// Whether the caller's account can be linked to a person of the company's sign-in, and since when it is.
            get_my_company: $crate::accounts::get_my_company, $crate::api::Empty => $crate::accounts::MyCompanyLink,
                GET "/api/me/company", Read, [Accounts], [];
            /// Unlinks the caller's account from the person of the company's sign-in.
            unlink_my_company: $crate::accounts::unlink_my_company, $crate::api::Empty => $crate::accounts::MyCompanyLink,
                DELETE "/api/me/company", Read, [], [Accounts];
            /// Gives the caller's account another password, and ends its other sessions; its tokens where the request says so.
            change_password: $crate::accounts::me::change_password, $crate::accounts::ChangePassword => $crate::accounts::Me,
                PUT "/api/me/password", Read, [], [Accounts];
            /// Lists the people of the team.
            list_users: $crate::accounts::users::list_users, $crate::api::Empty => Vec<$crate::accounts::User>,
                GET "/api/users", Administer, [Accounts], [];
            /// Makes an account: with a password, or with an invitation by which the person chooses one.
            create_user: $crate::accounts::users::create_user, $crate::accounts::CreateUser => $crate::accounts::CreatedUser,
                POST "/api/users", Administer, [], [Accounts];
            /// Changes name or role of an account, closes it or opens it again.
            update_user: $crate::accounts::users::update_user, $crate::accounts::UpdateUser => $crate::accounts::User,
                PUT "/api/users/{id}", Administer, [], [Accounts];
            /// Invites a person to choose a password, a first or a new one; earlier invitations are void.
            invite_user: $crate::accounts::users::invite_user, $crate::accounts::InviteUser => $crate::accounts::Invitation,
                POST "/api/users/{id}/invitation", Administer, [], [Accounts];
            /// Ends all sessions of an account.
            end_sessions: $crate::accounts::users::end_sessions, $crate::api::ById => $crate::accounts::EndedSessions,
                DELETE "/api/users/{id}/sessions", Administer, [], [Accounts];
            /// Unlinks an account from the person of the company's sign-in.
            unlink_company: $crate::accounts::users::unlink_company, $crate::api::ById => $crate::accounts::User,
                DELETE "/api/users/{id}/company", Administer, [], [Accounts];
            /// Lists tokens of the caller, or of everybody.
            list_tokens: $crate::accounts::tokens::list_tokens, $crate::accounts::ListTokens => Vec<$crate::accounts::ApiToken>,
                GET "/api/tokens", Read, [Accounts], [];
            /// Makes a token for a program; its secret is given once.
            create_token: $crate::accounts::tokens::create_token, $crate::accounts::CreateToken => $crate::accounts::CreatedToken,
                POST "/api/tokens", Read, [], [Accounts];
            /// Revokes a token.
            revoke_token: $crate::accounts::tokens::revoke_token, $crate::api::ById => $crate::accounts::ApiToken,
                DELETE "/api/tokens/{id}", Read, [], [Accounts];
            /// What happened to accounts, and what was looked at by the right of a role; the newest first.
            list_access_log: $crate::accounts::access_log::list_access_log, $crate::accounts::ListAccessLog => $crate::accounts::AccessPage,
                GET "/api/access-log", Administer, [Accounts], [];
        }
    };
}
