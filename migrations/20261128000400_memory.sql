-- What the personal assistant knows of a person, with the words that it was taken from; what was deleted, as keyed
-- hashes, so that it does not come back from the same messages; and the runs that read messages, with their diff.

-- The journal takes further kinds: their names are those of tables.
ALTER TABLE personal_changes DROP CONSTRAINT personal_changes_kind_known;
ALTER TABLE personal_changes ADD CONSTRAINT personal_changes_kind_known CHECK (kind ~ '^[a-z_]{1,63}$');

-- The key of the hashes below. It stands beside them: who holds the whole database can try words.
CREATE TABLE memory_key (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT memory_key_only CHECK (only_row),
  key      bytea NOT NULL CONSTRAINT memory_key_length CHECK (octet_length(key) = 32)
);
INSERT INTO memory_key (key)
VALUES (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

CREATE TABLE knowledge (
  id           uuid PRIMARY KEY,
  type         text NOT NULL CONSTRAINT knowledge_type_known
    CHECK (type IN ('fact', 'preference', 'memory', 'insight', 'person')),
  content      text NOT NULL
    CONSTRAINT knowledge_content_not_blank CHECK (btrim(content, E' \t\r\n') <> '')
    CONSTRAINT knowledge_content_length CHECK (char_length(content) <= 2000),
  area         text NOT NULL CONSTRAINT knowledge_area_known CHECK (area IN
    ('health', 'finance', 'professional', 'learning', 'spiritual', 'relationships', 'customers', 'crops')),
  sub_area     text CONSTRAINT knowledge_sub_area_length CHECK (char_length(sub_area) <= 100),
  confidence   double precision NOT NULL CONSTRAINT knowledge_confidence_range CHECK (confidence BETWEEN 0 AND 1),
  -- Days of the person's zone; open where absent.
  valid_from   date,
  valid_to     date,
  state        text NOT NULL DEFAULT 'active'
    CONSTRAINT knowledge_state_known CHECK (state IN ('active', 'superseded', 'contradicted')),
  source       text NOT NULL CONSTRAINT knowledge_source_known CHECK (source IN ('page', 'chat', 'consolidation')),
  -- The model that took it from the messages, and name and version of its prompt.
  extractor    text,
  prompt       text,
  content_hash bytea NOT NULL,
  word_hashes  bytea[] NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  deleted_at   timestamptz,
  CONSTRAINT knowledge_validity CHECK (valid_to IS NULL OR valid_from IS NULL OR valid_to >= valid_from)
);
CREATE INDEX knowledge_active ON knowledge (confidence DESC, updated_at DESC) WHERE deleted_at IS NULL;

-- The messages that an item was taken from. A message that is deleted takes its evidence away.
CREATE TABLE knowledge_evidence (
  item_id     uuid NOT NULL CONSTRAINT knowledge_evidence_item REFERENCES knowledge ON DELETE CASCADE,
  message_id  uuid NOT NULL CONSTRAINT knowledge_evidence_message REFERENCES messages ON DELETE CASCADE,
  quote       text NOT NULL CONSTRAINT knowledge_evidence_quote CHECK (char_length(quote) BETWEEN 1 AND 2000),
  source_hash bytea NOT NULL,
  PRIMARY KEY (item_id, message_id)
);
CREATE INDEX knowledge_evidence_of_message ON knowledge_evidence (message_id);

-- The answers in which an item was used: in the profile of the prompt, or found by a tool.
CREATE TABLE knowledge_uses (
  item_id    uuid NOT NULL CONSTRAINT knowledge_uses_item REFERENCES knowledge ON DELETE CASCADE,
  message_id uuid NOT NULL CONSTRAINT knowledge_uses_message REFERENCES messages ON DELETE CASCADE,
  at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (item_id, message_id)
);
CREATE INDEX knowledge_uses_of_message ON knowledge_uses (message_id);

-- What was deleted or corrected. It outlives its item, and holds no word of it.
CREATE TABLE knowledge_tombstones (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  item_id       uuid NOT NULL,
  content_hash  bytea NOT NULL,
  word_hashes   bytea[] NOT NULL,
  source_hashes bytea[] NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX knowledge_tombstones_of_item ON knowledge_tombstones (item_id);

CREATE FUNCTION bury_knowledge() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_gone boolean := TG_OP = 'DELETE' AND OLD.deleted_at IS NULL;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- What is brought back, or written again, is wanted.
    IF NEW.deleted_at IS NULL AND (OLD.deleted_at IS NOT NULL OR NEW.content_hash <> OLD.content_hash) THEN
      DELETE FROM knowledge_tombstones WHERE item_id = NEW.id AND content_hash = NEW.content_hash;
    END IF;
    is_gone := OLD.deleted_at IS NULL AND (NEW.deleted_at IS NOT NULL OR NEW.content_hash <> OLD.content_hash);
  END IF;
  IF is_gone THEN
    INSERT INTO knowledge_tombstones (item_id, content_hash, word_hashes, source_hashes)
    SELECT OLD.id, OLD.content_hash, OLD.word_hashes,
      ARRAY(SELECT source_hash FROM knowledge_evidence WHERE item_id = OLD.id);
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER a_bury BEFORE UPDATE OR DELETE ON knowledge FOR EACH ROW EXECUTE FUNCTION bury_knowledge();
CREATE TRIGGER b_version BEFORE UPDATE ON knowledge FOR EACH ROW EXECUTE FUNCTION keep_personal_version();
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON knowledge FOR EACH ROW EXECUTE FUNCTION note_personal_change();
CREATE TRIGGER forget_changes AFTER DELETE ON knowledge FOR EACH ROW EXECUTE FUNCTION forget_personal_changes();

-- Runs that read what people wrote since the last one.
CREATE TABLE memory_runs (
  id         uuid PRIMARY KEY,
  -- Who wrote the messages.
  actor      text NOT NULL,
  -- The moment that the run stands for: the hour of its day, or when a person asked for it.
  slot       timestamptz NOT NULL,
  state      text NOT NULL CONSTRAINT memory_runs_state_known
    CHECK (state IN ('running', 'failed', 'nothing', 'proposed', 'accepted', 'rejected')),
  -- Messages up to this moment are read.
  read_to    timestamptz,
  messages   integer NOT NULL DEFAULT 0,
  -- Facts of the model that were refused: nobody said them, or they were deleted.
  refused    integer NOT NULL DEFAULT 0,
  model      text,
  prompt     text,
  error      text,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at   timestamptz,
  CONSTRAINT memory_runs_once UNIQUE (actor, slot),
  CONSTRAINT memory_runs_ended CHECK ((state = 'running') = (ended_at IS NULL))
);
CREATE INDEX memory_runs_newest ON memory_runs (started_at DESC);

-- The lines of a run's diff.
CREATE TABLE memory_changes (
  id        uuid PRIMARY KEY,
  run_id    uuid NOT NULL CONSTRAINT memory_changes_run REFERENCES memory_runs ON DELETE CASCADE,
  position  integer NOT NULL,
  kind      text NOT NULL CONSTRAINT memory_changes_kind_known
    CHECK (kind IN ('added', 'changed', 'contradicted', 'dropped')),
  -- The item that is changed, contradicted or dropped, at the version that the run saw.
  item_id   uuid CONSTRAINT memory_changes_item REFERENCES knowledge ON DELETE CASCADE,
  version   integer,
  -- What is known afterwards; none where the item is dropped.
  draft     jsonb,
  -- The item that it made. Deleted for good, it takes the line along, which holds its words.
  made_id   uuid CONSTRAINT memory_changes_made REFERENCES knowledge ON DELETE CASCADE,
  needs_yes boolean NOT NULL,
  state     text NOT NULL DEFAULT 'proposed'
    CONSTRAINT memory_changes_state_known CHECK (state IN ('proposed', 'accepted', 'rejected', 'conflict')),
  CONSTRAINT memory_changes_item_given CHECK ((kind = 'added') = (item_id IS NULL)),
  CONSTRAINT memory_changes_draft_given CHECK ((kind = 'dropped') = (draft IS NULL))
);
CREATE INDEX memory_changes_of_run ON memory_changes (run_id, position);
CREATE INDEX memory_changes_of_item ON memory_changes (item_id) WHERE item_id IS NOT NULL;

CREATE TABLE memory_change_evidence (
  change_id  uuid NOT NULL CONSTRAINT memory_change_evidence_change REFERENCES memory_changes ON DELETE CASCADE,
  message_id uuid NOT NULL CONSTRAINT memory_change_evidence_message REFERENCES messages ON DELETE CASCADE,
  quote      text NOT NULL,
  PRIMARY KEY (change_id, message_id)
);
CREATE INDEX memory_change_evidence_of_message ON memory_change_evidence (message_id);

-- A line whose last message was deleted goes with it: nobody said it any more.
CREATE FUNCTION drop_unsaid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM memory_changes c WHERE c.id = OLD.change_id AND c.state = 'proposed'
    AND NOT EXISTS (SELECT FROM memory_change_evidence e WHERE e.change_id = c.id);
  RETURN NULL;
END $$;
CREATE TRIGGER drop_unsaid AFTER DELETE ON memory_change_evidence
  FOR EACH ROW EXECUTE FUNCTION drop_unsaid_change();
