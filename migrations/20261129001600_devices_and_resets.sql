-- By which of their devices a person tells a session from the others: browser and system, of lists of the program.
ALTER TABLE user_sessions ADD COLUMN device text
  CONSTRAINT user_sessions_device_length CHECK (char_length(device) <= 100);

-- Whether the tokens of the account are revoked with the password that an invitation replaces.
ALTER TABLE user_invitations ADD COLUMN end_tokens boolean NOT NULL DEFAULT false;
