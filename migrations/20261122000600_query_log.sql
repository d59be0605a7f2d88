-- What people searched for and asked, where they allow it to be kept, and what is missing for them.
--
-- Private: a row goes with its conversation, and all rows go when a person says so or their time is
-- over. The trace of a search by itself goes with its row.

CREATE TABLE query_log (
  id              uuid PRIMARY KEY,
  created_at      timestamptz NOT NULL,
  scope           text NOT NULL CONSTRAINT query_log_scope_known CHECK (scope IN ('items', 'faqs', 'chat')),
  surface         text NOT NULL CONSTRAINT query_log_surface_known CHECK (surface IN ('window', 'http', 'cli')),
  actor           text NOT NULL,
  -- As typed, and folded.
  query           text NOT NULL CONSTRAINT query_log_query_length CHECK (char_length(query) <= 2000),
  normalized      text NOT NULL,
  -- What was searched for, where that is not what was typed: a question that goes on with another.
  looked_for      text,
  -- What the same gaps have in common: words in no order, and the conditions of the search.
  gap_key         text NOT NULL,
  gap_id          uuid NOT NULL GENERATED ALWAYS AS (md5(scope || E'\n' || gap_key)::uuid) STORED,
  filters         jsonb,
  profile         text,
  result_count    integer NOT NULL CONSTRAINT query_log_results_range CHECK (result_count >= 0),
  best_score      double precision,
  -- Share of what was asked that one of the first hits holds.
  coverage        double precision CONSTRAINT query_log_coverage_range CHECK (coverage BETWEEN 0 AND 1),
  fallback        text,
  ms              double precision NOT NULL CONSTRAINT query_log_ms_range CHECK (ms >= 0 AND ms < 'Infinity'),
  -- Why it is a gap, where it is one; that an answer was rated down stands with the answer.
  gap             text CONSTRAINT query_log_gap_known CHECK (gap IN ('no-results', 'weak', 'refused')),
  trace_id        uuid CONSTRAINT query_log_trace REFERENCES traces ON DELETE SET NULL,
  conversation_id uuid CONSTRAINT query_log_conversation REFERENCES conversations ON DELETE CASCADE,
  message_id      uuid CONSTRAINT query_log_message REFERENCES messages ON DELETE CASCADE
);
CREATE INDEX query_log_newest ON query_log (created_at DESC, id DESC);
CREATE INDEX query_log_words ON query_log USING gin (normalized gin_trgm_ops);
CREATE INDEX query_log_group ON query_log (gap_id, created_at DESC);
CREATE INDEX query_log_failing ON query_log (gap_id, gap, created_at) INCLUDE (conversation_id) WHERE gap IS NOT NULL;
CREATE INDEX query_log_trace ON query_log (trace_id);
CREATE INDEX query_log_conversation ON query_log (conversation_id);
CREATE INDEX query_log_message ON query_log (message_id);
CREATE INDEX messages_rated_down ON messages (id) WHERE rating = 'down';

-- What became of a gap. A gap without a row is open and was not run again yet.
CREATE TABLE query_gaps (
  -- `query_log.gap_id`.
  id            uuid PRIMARY KEY,
  state         text NOT NULL DEFAULT 'open'
    CONSTRAINT query_gaps_state_known CHECK (state IN ('open', 'passed', 'dismissed')),
  -- What was asked before this moment is settled; what fails after it opens the gap again.
  decided_at    timestamptz,
  reason        text NOT NULL DEFAULT '' CONSTRAINT query_gaps_reason_length CHECK (char_length(reason) <= 2000),
  actor         text NOT NULL DEFAULT '',
  -- What catalog, FAQs, synonyms and profile were like when it was last run again.
  checked_stamp text NOT NULL DEFAULT '',
  checked_at    timestamptz,
  CONSTRAINT query_gaps_decided CHECK ((state = 'open') = (decided_at IS NULL)),
  CONSTRAINT query_gaps_dismissed_with_reason CHECK (state <> 'dismissed' OR btrim(reason) <> '')
);

-- The figures of models over time are read by moment and kind.
CREATE INDEX traces_of_turns ON traces (created_at) WHERE kind = 'turn';
-- What figures over years need of a trace, so that nobody has to unpack it for them.
ALTER TABLE traces
  ADD COLUMN answer_fell_back boolean NOT NULL GENERATED ALWAYS AS (jsonb_path_exists(body,
    'lax $.debug.fallbacks[*] ? (@.stage == "answer" && @.reason != "model_not_configured")')) STORED,
  ADD COLUMN tools_run integer NOT NULL GENERATED ALWAYS AS
    (jsonb_array_length(jsonb_path_query_array(body, 'lax $.tools[*]'))) STORED,
  ADD COLUMN tools_failed integer NOT NULL GENERATED ALWAYS AS (jsonb_array_length(jsonb_path_query_array(body,
    'lax $.debug.fallbacks[*] ? (@.stage starts with "search" && @.instead == "without")'))) STORED;
