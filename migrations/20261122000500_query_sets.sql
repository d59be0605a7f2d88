-- Query sets: what people search for, how good which record is for it, and what an answer once got
-- wrong. Records are named by their external ids, or else our own, as the files of such sets name
-- them: a set outlives an import of the catalog, and may speak of records that are not there.
CREATE TABLE query_sets (
  id          uuid PRIMARY KEY,
  name        text NOT NULL
    CONSTRAINT query_sets_name_not_blank CHECK (btrim(name) <> '')
    CONSTRAINT query_sets_name_length CHECK (char_length(name) <= 120),
  kind        text NOT NULL CONSTRAINT query_sets_kind_known CHECK (kind IN ('items', 'faqs')),
  description text NOT NULL DEFAULT '' CONSTRAINT query_sets_description_length CHECK (char_length(description) <= 2000),
  -- `judged` by people on purpose; `answers` is made from bad answers, one for each kind.
  role        text NOT NULL DEFAULT 'judged' CONSTRAINT query_sets_role_known CHECK (role IN ('judged', 'answers')),
  -- Whether no profile may come into force that answers the whole, or one of its classes, worse.
  protected   boolean NOT NULL DEFAULT false,
  -- Classes that may not get worse, where the whole may.
  protected_classes text[] NOT NULL DEFAULT '{}',
  -- Decides the order in which records are shown to be judged.
  seed        integer NOT NULL,
  -- Counts up with every change of anything in the set.
  version     integer NOT NULL DEFAULT 1,
  actor       text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  deleted_at  timestamptz
);
CREATE UNIQUE INDEX query_sets_name_once ON query_sets (normalize_text(name)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX query_sets_answers_once ON query_sets (kind) WHERE role = 'answers' AND deleted_at IS NULL;

CREATE TABLE set_queries (
  id         uuid PRIMARY KEY,
  set_id     uuid NOT NULL CONSTRAINT set_queries_set REFERENCES query_sets ON DELETE CASCADE,
  -- Its name in files.
  key        text NOT NULL
    CONSTRAINT set_queries_key_one_word CHECK (key ~ '^\S+$')
    CONSTRAINT set_queries_key_length CHECK (char_length(key) <= 100),
  query      text NOT NULL
    CONSTRAINT set_queries_query_not_blank CHECK (btrim(query) <> '')
    CONSTRAINT set_queries_query_length CHECK (char_length(query) <= 8000),
  class      text CONSTRAINT set_queries_class_length CHECK (char_length(class) BETWEEN 1 AND 120),
  protected  boolean NOT NULL DEFAULT false,
  -- Put aside: kept, but not measured.
  skipped    boolean NOT NULL DEFAULT false,
  -- Of a regression case: records that must stand on top, and records that must not.
  expected   text[] NOT NULL DEFAULT '{}',
  forbidden  text[] NOT NULL DEFAULT '{}',
  -- The answer that it was made from. Not a foreign key: the test stays when the talk is purged.
  message_id uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT set_queries_key_once UNIQUE (set_id, key)
);
CREATE INDEX set_queries_in_order ON set_queries (set_id, created_at, id);

CREATE TABLE judgments (
  query_id  uuid NOT NULL CONSTRAINT judgments_query REFERENCES set_queries ON DELETE CASCADE,
  record    text NOT NULL CONSTRAINT judgments_record_length CHECK (char_length(record) BETWEEN 1 AND 200),
  judge     text NOT NULL CONSTRAINT judgments_judge_length CHECK (char_length(judge) BETWEEN 1 AND 120),
  grade     smallint NOT NULL CONSTRAINT judgments_grade_known CHECK (grade BETWEEN 0 AND 2),
  note      text NOT NULL DEFAULT '' CONSTRAINT judgments_note_length CHECK (char_length(note) <= 2000),
  -- Whether the judge saw neither places nor scores.
  blind     boolean NOT NULL DEFAULT false,
  judged_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (query_id, record, judge)
);
