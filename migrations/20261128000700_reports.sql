-- Reports of the personal assistant: the figures that the program computed, and the text over them. One for each kind
-- and day, about the same person or decision: a deleted one holds its place, so that no round makes it again.
CREATE TABLE reports (
  id          uuid PRIMARY KEY,
  kind        text NOT NULL CONSTRAINT reports_kind_known
    CHECK (kind IN ('morning', 'weekly', 'checkin', 'gift', 'decision')),
  -- The person or the decision that it is about; one that is deleted for good takes the report along.
  subject_id  uuid,
  -- Days of the zone.
  period_from date NOT NULL,
  period_to   date NOT NULL,
  zone        text NOT NULL,
  figures     jsonb NOT NULL CONSTRAINT reports_figures_object CHECK (jsonb_typeof(figures) = 'object'),
  text        text NOT NULL CONSTRAINT reports_text_length CHECK (char_length(text) BETWEEN 1 AND 100000),
  author      text NOT NULL CONSTRAINT reports_author_known CHECK (author IN ('program', 'model')),
  -- Sentences of the model without a source for their numbers.
  left_out    integer NOT NULL DEFAULT 0 CONSTRAINT reports_left_out CHECK (left_out >= 0),
  model       text,
  -- Name and version of the prompt.
  prompt      text,
  -- Made at its hour, not asked for.
  scheduled   boolean NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  deleted_at  timestamptz,
  CONSTRAINT reports_period CHECK (period_to >= period_from),
  CONSTRAINT reports_subject CHECK ((kind IN ('gift', 'decision')) = (subject_id IS NOT NULL))
);
CREATE UNIQUE INDEX reports_once ON reports
  (kind, period_to, (coalesce(subject_id, '00000000-0000-0000-0000-000000000000'::uuid)));
CREATE INDEX reports_newest ON reports (period_to DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX reports_fresh ON reports (created_at) WHERE scheduled AND deleted_at IS NULL;

CREATE TRIGGER b_version BEFORE UPDATE ON reports FOR EACH ROW EXECUTE FUNCTION keep_personal_version();
-- A deletion can be taken back; what a report said before it was made again is not kept.
CREATE TRIGGER note_change AFTER UPDATE OF deleted_at ON reports FOR EACH ROW EXECUTE FUNCTION note_personal_change();
CREATE TRIGGER forget_changes AFTER DELETE ON reports FOR EACH ROW EXECUTE FUNCTION forget_personal_changes();
