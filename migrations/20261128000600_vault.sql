-- Notes behind a password. The program seals them before they come here: neither the database, its copies nor its
-- log holds a word of them. No journal is kept: what is deleted is gone.
CREATE TABLE vaults (
  -- One vault, for one person uses the personal assistant.
  only_one   boolean PRIMARY KEY DEFAULT true CONSTRAINT vaults_only_one CHECK (only_one),
  id         uuid NOT NULL,
  -- Of the password the key of the vault's key is derived, by Argon2id with these settings.
  salt       bytea NOT NULL CONSTRAINT vaults_salt CHECK (octet_length(salt) = 16),
  memory_kib integer NOT NULL,
  passes     integer NOT NULL,
  -- The vault's key, sealed: another password seals it anew, and no note.
  nonce      bytea NOT NULL CONSTRAINT vaults_nonce CHECK (octet_length(nonce) = 24),
  sealed_key bytea NOT NULL,
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE vault_notes (
  id         uuid PRIMARY KEY,
  nonce      bytea NOT NULL CONSTRAINT vault_notes_nonce CHECK (octet_length(nonce) = 24),
  -- Title and text, sealed together.
  sealed     bytea NOT NULL CONSTRAINT vault_notes_size CHECK (octet_length(sealed) <= 200000),
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
