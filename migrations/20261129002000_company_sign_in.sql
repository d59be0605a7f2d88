-- The company's sign-in (OpenID Connect). A person links an account while signed in to it; issuer and subject alone are
-- who they are there. No e-mail address is stored: one that finds an account lets others in.
CREATE TABLE company_identities (
  user_id   uuid PRIMARY KEY CONSTRAINT company_identities_user REFERENCES users,
  issuer    text NOT NULL,
  subject   text NOT NULL CONSTRAINT company_identities_subject_length CHECK (char_length(subject) BETWEEN 1 AND 255),
  linked_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT company_identities_unique UNIQUE (issuer, subject)
);

-- Ways to the issuer and back: each can be finished once, and in time. What proves the browser, the nonce and the
-- verifier are in no table: they follow from the secret in the browser's cookie.
CREATE TABLE company_sign_ins (
  state_hash bytea PRIMARY KEY CONSTRAINT company_sign_ins_hash CHECK (octet_length(state_hash) = 32),
  -- The session that began it to link its account, and that alone can finish it; none where a person signs in. It is no
  -- foreign key: a session that ended finishes nothing, and the row goes with its time.
  session_id uuid,
  expires_at timestamptz NOT NULL
);
CREATE INDEX company_sign_ins_by_end ON company_sign_ins (expires_at);

ALTER TABLE access_log DROP CONSTRAINT access_log_event_known, ADD CONSTRAINT access_log_event_known CHECK (event IN (
  'signed-in', 'sign-in-refused', 'signed-out', 'user-created', 'role-changed', 'user-disabled', 'user-enabled',
  'invited', 'invitation-accepted', 'password-changed', 'password-refused', 'sessions-ended', 'token-created',
  'token-revoked', 'conversation-opened', 'conversation-shared', 'company-linked', 'company-unlinked'));
