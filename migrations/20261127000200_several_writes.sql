-- An action may have several writes, of which a person leaves some out, and may come from another program, which
-- has no conversation. Who proposed it then stands on its card, which is sealed.
ALTER TABLE pending_actions
  ALTER COLUMN conversation_id DROP NOT NULL,
  ALTER COLUMN message_id DROP NOT NULL,
  -- The writes that were left out, from 0.
  ADD COLUMN left_out integer[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT pending_actions_answer CHECK ((conversation_id IS NULL) = (message_id IS NULL));
CREATE INDEX pending_actions_of_programs ON pending_actions (created_at) WHERE conversation_id IS NULL;
