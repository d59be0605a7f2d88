-- People of a team, what proves who they are, and a log of both. No secret is here: of passwords the Argon2id hash, of
-- secrets that the program drew the SHA-256.
CREATE TABLE users (
  id            uuid PRIMARY KEY,
  -- Stands in histories as the actor: it is never changed and never given to another person, so no row is deleted.
  login         text NOT NULL
    CONSTRAINT users_login_form CHECK (login ~ '^[a-z0-9][a-z0-9._-]{0,63}$')
    CONSTRAINT users_login_unique UNIQUE,
  name          text NOT NULL CONSTRAINT users_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  role          text NOT NULL CONSTRAINT users_role_known CHECK (role IN ('seller', 'editor', 'analyst', 'admin')),
  -- Null until the person has chosen a password.
  password_hash text CONSTRAINT users_password_form CHECK (password_hash LIKE '$argon2id$%'),
  disabled_at   timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    text NOT NULL,
  last_seen_at  timestamptz
);

-- One for each person: another one takes its place, and using it removes it.
CREATE TABLE user_invitations (
  user_id     uuid PRIMARY KEY CONSTRAINT user_invitations_user REFERENCES users,
  secret_hash bytea NOT NULL
    CONSTRAINT user_invitations_hash CHECK (octet_length(secret_hash) = 32)
    CONSTRAINT user_invitations_secret_unique UNIQUE,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  text NOT NULL,
  expires_at  timestamptz NOT NULL
);

CREATE TABLE user_sessions (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL CONSTRAINT user_sessions_user REFERENCES users,
  secret_hash  bytea NOT NULL
    CONSTRAINT user_sessions_hash CHECK (octet_length(secret_hash) = 32)
    CONSTRAINT user_sessions_secret_unique UNIQUE,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  network      text
);
CREATE INDEX user_sessions_of_user ON user_sessions (user_id);

CREATE TABLE api_tokens (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL CONSTRAINT api_tokens_user REFERENCES users,
  name         text NOT NULL CONSTRAINT api_tokens_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  secret_hash  bytea NOT NULL
    CONSTRAINT api_tokens_hash CHECK (octet_length(secret_hash) = 32)
    CONSTRAINT api_tokens_secret_unique UNIQUE,
  -- Null: all that the role may, on each day.
  scopes       text[],
  created_at   timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at   timestamptz
);
CREATE INDEX api_tokens_of_user ON api_tokens (user_id);

-- What happened to accounts, and what was looked at by the right of a role.
CREATE TABLE access_log (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null where no account has the login that was typed: people type passwords there by mistake.
  actor   text,
  event   text NOT NULL CONSTRAINT access_log_event_known CHECK (event IN (
    'signed-in', 'sign-in-refused', 'signed-out', 'user-created', 'role-changed', 'user-disabled', 'user-enabled',
    'invited', 'invitation-accepted', 'password-changed', 'sessions-ended', 'token-created', 'token-revoked',
    'conversation-opened', 'conversation-shared')),
  subject text CONSTRAINT access_log_subject_length CHECK (char_length(subject) <= 300),
  network text
);

-- The log grows and is never changed, not even by an administrator of the program.
CREATE FUNCTION keep_access_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the access log stay as they are'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'access_log_only_grows', TABLE = 'access_log';
END $$;
CREATE TRIGGER access_log_rows_stay BEFORE UPDATE OR DELETE ON access_log
  FOR EACH ROW EXECUTE FUNCTION keep_access_log();
CREATE TRIGGER access_log_stays BEFORE TRUNCATE ON access_log
  FOR EACH STATEMENT EXECUTE FUNCTION keep_access_log();

-- Conversations are their author's, unless they are shared with the team.
ALTER TABLE conversations ADD COLUMN shared boolean NOT NULL DEFAULT false;
