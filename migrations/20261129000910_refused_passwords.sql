-- The access log has wrong passwords of people who are in, as those of people who sign in.
ALTER TABLE access_log DROP CONSTRAINT access_log_event_known, ADD CONSTRAINT access_log_event_known CHECK (event IN (
  'signed-in', 'sign-in-refused', 'signed-out', 'user-created', 'role-changed', 'user-disabled', 'user-enabled',
  'invited', 'invitation-accepted', 'password-changed', 'password-refused', 'sessions-ended', 'token-created',
  'token-revoked', 'conversation-opened', 'conversation-shared'));
