-- Conversations, their messages, and the trace of each turn.
--
-- What a deletion keeps: `deleted_at` hides a conversation with everything in it and can be taken
-- back. The purge removes the row, and with it, by the foreign keys, every message, answer, rating
-- and trace. Only `llm_calls` stays, cut off from the trace: numbers and names of models without a
-- word of what was said, so that money once spent stays counted.

CREATE TABLE conversations (
  id              uuid PRIMARY KEY,
  title           text NOT NULL
    CONSTRAINT conversations_title_not_blank CHECK (btrim(title, E' \t\r\n') <> '')
    CONSTRAINT conversations_title_length CHECK (char_length(title) <= 200),
  -- Whether a person chose the title; else it is the beginning of the first message.
  title_by_person boolean NOT NULL DEFAULT false,
  pinned          boolean NOT NULL DEFAULT false,
  -- The last message of the branch that is open.
  active_message_id uuid,
  actor           text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  -- When something was last said; a new title or a pin does not count.
  updated_at      timestamptz NOT NULL DEFAULT now(),
  deleted_at      timestamptz,
  -- Folded, behind a blank: "begins a word" can then be asked of the first word too.
  search_text     text NOT NULL GENERATED ALWAYS AS (' ' || normalize_text(title)) STORED
);
CREATE INDEX conversations_trigrams ON conversations USING gin (search_text gin_trgm_ops);

-- A tree: an edited message and a second answer stand beside the first, under the same parent.
CREATE TABLE messages (
  id              uuid PRIMARY KEY,
  conversation_id uuid NOT NULL CONSTRAINT messages_conversation REFERENCES conversations ON DELETE CASCADE,
  parent_id       uuid CONSTRAINT messages_parent_is_another CHECK (parent_id <> id),
  role            text NOT NULL CONSTRAINT messages_role_known CHECK (role IN ('user', 'assistant')),
  content         text NOT NULL,
  state           text NOT NULL DEFAULT 'complete'
    CONSTRAINT messages_state_known CHECK (state IN ('complete', 'stopped', 'interrupted', 'composed')),
  -- Of an answer: everything about it but its text.
  response        jsonb CONSTRAINT messages_response_object CHECK (jsonb_typeof(response) = 'object'),
  rating          text CONSTRAINT messages_rating_known CHECK (rating IN ('up', 'down')),
  reason          text
    CONSTRAINT messages_reason_known CHECK (reason IN ('wrong-item', 'missing-item', 'wrong-statement', 'other')),
  note            text CONSTRAINT messages_note_length CHECK (char_length(note) <= 2000),
  -- The moment of the writing, not of the transaction: who waited for the conversation comes later.
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  search_text     text NOT NULL GENERATED ALWAYS AS (' ' || normalize_text(content)) STORED,
  -- The role that the parent of an answer must have; the foreign key below asks for it.
  answered_role   text GENERATED ALWAYS AS (CASE role WHEN 'assistant' THEN 'user' END) STORED,
  CONSTRAINT messages_content_not_blank CHECK (role = 'assistant' OR btrim(content, E' \t\r\n') <> ''),
  CONSTRAINT messages_content_length
    CHECK (char_length(content) <= CASE role WHEN 'user' THEN 8000 ELSE 1000000 END),
  CONSTRAINT messages_only_answers_end CHECK (role = 'assistant' OR (state = 'complete' AND response IS NULL)),
  CONSTRAINT messages_only_answers_rated CHECK (role = 'assistant' OR rating IS NULL),
  CONSTRAINT messages_reason_with_rating CHECK (rating IS NOT NULL OR (reason IS NULL AND note IS NULL)),
  CONSTRAINT messages_answer_to_something CHECK (role = 'user' OR parent_id IS NOT NULL),
  CONSTRAINT messages_in_conversation UNIQUE (conversation_id, id),
  CONSTRAINT messages_with_role UNIQUE (id, role),
  CONSTRAINT messages_parent_same_conversation
    FOREIGN KEY (conversation_id, parent_id) REFERENCES messages (conversation_id, id),
  CONSTRAINT messages_answer_to_person
    FOREIGN KEY (parent_id, answered_role) REFERENCES messages (id, role)
);
CREATE INDEX messages_parent ON messages (parent_id);
CREATE INDEX messages_trigrams ON messages USING gin (search_text gin_trgm_ops);

ALTER TABLE conversations ADD CONSTRAINT conversations_active_message
  FOREIGN KEY (id, active_message_id) REFERENCES messages (conversation_id, id);

-- Everything that led to an answer. A turn that came to no answer has a trace without a message.
CREATE TABLE traces (
  id              uuid PRIMARY KEY,
  kind            text NOT NULL CONSTRAINT traces_kind_known CHECK (kind IN ('turn', 'search')),
  conversation_id uuid CONSTRAINT traces_conversation REFERENCES conversations ON DELETE CASCADE,
  message_id      uuid CONSTRAINT traces_message_once UNIQUE,
  created_at      timestamptz NOT NULL,
  outcome         text CONSTRAINT traces_outcome_known CHECK (outcome IN ('answered', 'composed', 'stopped', 'failed')),
  actor           text NOT NULL,
  cost_usd        double precision CONSTRAINT traces_cost_range CHECK (cost_usd >= 0 AND cost_usd < 'Infinity'),
  ms              double precision NOT NULL CONSTRAINT traces_ms_range CHECK (ms >= 0 AND ms < 'Infinity'),
  first_token_ms  double precision
    CONSTRAINT traces_first_token_range CHECK (first_token_ms >= 0 AND first_token_ms < 'Infinity'),
  body            jsonb NOT NULL CONSTRAINT traces_body_object CHECK (jsonb_typeof(body) = 'object'),
  CONSTRAINT traces_turn_has_outcome CHECK (kind <> 'turn' OR outcome IS NOT NULL),
  CONSTRAINT traces_message_has_conversation CHECK (message_id IS NULL OR conversation_id IS NOT NULL),
  CONSTRAINT traces_message FOREIGN KEY (conversation_id, message_id)
    REFERENCES messages (conversation_id, id) ON DELETE CASCADE
);
CREATE INDEX traces_newest ON traces (created_at DESC, id);
CREATE INDEX traces_conversation ON traces (conversation_id);

-- Calls of models: what they cost and how they went, to be summed and plotted. Outlives its trace.
CREATE TABLE llm_calls (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trace_id       uuid CONSTRAINT llm_calls_trace REFERENCES traces ON DELETE SET NULL,
  -- Place among the calls of its trace, from 0.
  ordinal        integer NOT NULL CONSTRAINT llm_calls_ordinal_range CHECK (ordinal >= 0),
  created_at     timestamptz NOT NULL,
  purpose        text NOT NULL,
  provider       text NOT NULL,
  model          text NOT NULL,
  served_model   text,
  input_tokens   bigint NOT NULL CONSTRAINT llm_calls_input_range CHECK (input_tokens >= 0),
  output_tokens  bigint NOT NULL CONSTRAINT llm_calls_output_range CHECK (output_tokens >= 0),
  cached_tokens  bigint NOT NULL CONSTRAINT llm_calls_cached_range CHECK (cached_tokens >= 0),
  cost_usd       double precision CONSTRAINT llm_calls_cost_range CHECK (cost_usd >= 0 AND cost_usd < 'Infinity'),
  ms             double precision NOT NULL CONSTRAINT llm_calls_ms_range CHECK (ms >= 0 AND ms < 'Infinity'),
  first_token_ms double precision
    CONSTRAINT llm_calls_first_token_range CHECK (first_token_ms >= 0 AND first_token_ms < 'Infinity'),
  retries        integer NOT NULL CONSTRAINT llm_calls_retries_range CHECK (retries >= 0),
  finish         text,
  error          text,
  -- Name and version of the prompt.
  prompt         text NOT NULL,
  CONSTRAINT llm_calls_once UNIQUE (trace_id, ordinal)
);
CREATE INDEX llm_calls_newest ON llm_calls (created_at);
