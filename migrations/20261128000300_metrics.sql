-- What a person measures: weight, sleep, visits, sacks sold. One row an entry; a day may have several.
CREATE TABLE metrics (
  id         uuid PRIMARY KEY,
  type       text NOT NULL
    CONSTRAINT metrics_type_not_blank CHECK (btrim(type, E' \t\r\n') <> '')
    CONSTRAINT metrics_type_length CHECK (char_length(type) <= 60),
  -- NaN is greater than every number, and so outside.
  value      double precision NOT NULL CONSTRAINT metrics_value_range CHECK (value BETWEEN -1e12 AND 1e12),
  unit       text CONSTRAINT metrics_unit_length CHECK (char_length(unit) <= 40),
  -- The day on the person's clock when it was measured: it stays so when the person moves to another zone.
  day        date NOT NULL,
  notes      text,
  source     text NOT NULL CONSTRAINT metrics_source_known CHECK (source IN ('page', 'chat', 'file')),
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX metrics_of_type ON metrics (normalize_text(type), day) WHERE deleted_at IS NULL;
CREATE INDEX metrics_of_day ON metrics (day) WHERE deleted_at IS NULL;

ALTER TABLE personal_changes DROP CONSTRAINT personal_changes_kind_known;
ALTER TABLE personal_changes ADD CONSTRAINT personal_changes_kind_known
  CHECK (kind IN ('people', 'reminders', 'decisions', 'metrics'));

CREATE TRIGGER b_version BEFORE UPDATE ON metrics FOR EACH ROW EXECUTE FUNCTION keep_personal_version();
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON metrics FOR EACH ROW EXECUTE FUNCTION note_personal_change();
CREATE TRIGGER forget_changes AFTER DELETE ON metrics FOR EACH ROW EXECUTE FUNCTION forget_personal_changes();
