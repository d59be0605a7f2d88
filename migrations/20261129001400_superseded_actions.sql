-- A write that waits ends where the message that it answers is answered once more: of two answers to one message,
-- the newer alone may be decided.
ALTER TABLE pending_actions
  DROP CONSTRAINT pending_actions_state_known,
  ADD CONSTRAINT pending_actions_state_known CHECK (state IN
    ('pending', 'executed', 'rejected', 'expired', 'conflict', 'corrected', 'superseded'));
