-- The company's sign-in (OpenID Connect). An administrator names the e-mail address by which the company knows a person;
-- the first sign-in with it, verified, ties the account to issuer and subject, and from then on these alone count.
ALTER TABLE users ADD COLUMN email text
  CONSTRAINT users_email_form CHECK (email = lower(email) AND char_length(email) <= 254 AND email LIKE '_%@_%')
  CONSTRAINT users_email_unique UNIQUE;

CREATE TABLE company_identities (
  user_id   uuid PRIMARY KEY CONSTRAINT company_identities_user REFERENCES users,
  issuer    text NOT NULL,
  subject   text NOT NULL CONSTRAINT company_identities_subject_length CHECK (char_length(subject) BETWEEN 1 AND 255),
  -- The address by which the account was found, once.
  email     text NOT NULL,
  linked_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT company_identities_unique UNIQUE (issuer, subject)
);

-- Sign-ins on their way to the issuer and back: each can be finished once, and in time. What proves the browser, the
-- nonce and the verifier are in no table: they follow from the secret in the browser's cookie.
CREATE TABLE company_sign_ins (
  state_hash bytea PRIMARY KEY CONSTRAINT company_sign_ins_hash CHECK (octet_length(state_hash) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX company_sign_ins_by_end ON company_sign_ins (expires_at);

ALTER TABLE access_log DROP CONSTRAINT access_log_event_known, ADD CONSTRAINT access_log_event_known CHECK (event IN (
  'signed-in', 'sign-in-refused', 'signed-out', 'user-created', 'role-changed', 'user-disabled', 'user-enabled',
  'invited', 'invitation-accepted', 'password-changed', 'password-refused', 'sessions-ended', 'token-created',
  'token-revoked', 'conversation-opened', 'conversation-shared', 'email-changed', 'company-linked'));
