-- Writes that a model proposed and a person has to confirm. What runs is the row as it stands here and
-- nothing else: arguments, plan and card are what was shown, and `seal` is their fingerprint.
CREATE TABLE pending_actions (
  -- Also the id of the operation that the action becomes: it can run once.
  id              uuid PRIMARY KEY,
  conversation_id uuid NOT NULL CONSTRAINT pending_actions_conversation REFERENCES conversations ON DELETE CASCADE,
  -- The answer that proposed it; stored when its turn ends.
  message_id      uuid NOT NULL,
  tool            text NOT NULL CONSTRAINT pending_actions_tool CHECK (char_length(tool) BETWEEN 1 AND 64),
  schema_version  integer NOT NULL,
  arguments       jsonb NOT NULL,
  plan            jsonb NOT NULL,
  card            jsonb NOT NULL,
  seal            text NOT NULL,
  -- The person to whom it was proposed.
  actor           text NOT NULL,
  state           text NOT NULL DEFAULT 'pending' CONSTRAINT pending_actions_state_known
    CHECK (state IN ('pending', 'executed', 'rejected', 'expired', 'conflict', 'corrected')),
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at      timestamptz NOT NULL,
  decided_at      timestamptz,
  decided_by      text,
  operation_id    uuid,
  corrected_by    uuid,
  CONSTRAINT pending_actions_decided CHECK ((state = 'pending') = (decided_at IS NULL)),
  CONSTRAINT pending_actions_executed CHECK ((state = 'executed') = (operation_id IS NOT NULL)),
  CONSTRAINT pending_actions_corrected CHECK ((state = 'corrected') = (corrected_by IS NOT NULL))
);
CREATE INDEX pending_actions_waiting ON pending_actions (conversation_id, created_at) WHERE state = 'pending';
CREATE INDEX pending_actions_newest ON pending_actions (created_at DESC);

-- A decision is final: no statement, whoever sends it, makes a decided action wait again.
CREATE FUNCTION keep_decided_action() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'pending' THEN
    RAISE EXCEPTION 'action % is decided', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'pending_actions_final';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_decided BEFORE UPDATE ON pending_actions FOR EACH ROW EXECUTE FUNCTION keep_decided_action();

-- What models asked of tools, and what came of it.
CREATE TABLE tool_calls (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  conversation_id uuid NOT NULL CONSTRAINT tool_calls_conversation REFERENCES conversations ON DELETE CASCADE,
  -- The answer in whose turn it was.
  message_id      uuid NOT NULL,
  iteration       integer NOT NULL,
  call_id         text NOT NULL,
  name            text NOT NULL,
  arguments       jsonb NOT NULL,
  -- `ok`, `empty`, `pending`, or the code of what was wrong.
  outcome         text NOT NULL,
  result_count    integer NOT NULL,
  ms              double precision NOT NULL,
  actor           text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX tool_calls_of_answer ON tool_calls (message_id);
CREATE INDEX tool_calls_of_conversation ON tool_calls (conversation_id);
