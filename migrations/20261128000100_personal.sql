-- People, reminders and decisions: what a person who switched the personal assistant on lets it keep. None of it
-- is part of the catalog: no search, export, shared page or program reads it.
CREATE TABLE people (
  id           uuid PRIMARY KEY,
  name         text NOT NULL
    CONSTRAINT people_name_not_blank CHECK (btrim(name, E' \t\r\n') <> '')
    CONSTRAINT people_name_length CHECK (char_length(name) <= 200),
  relationship text,
  farm         text,
  crops        text[] NOT NULL DEFAULT '{}',
  phone        text,
  email        text,
  -- A day of the year; the year is often not known.
  birth_month  smallint CONSTRAINT people_birth_month CHECK (birth_month BETWEEN 1 AND 12),
  birth_day    smallint CONSTRAINT people_birth_day CHECK (birth_day BETWEEN 1 AND 31),
  birth_year   smallint CONSTRAINT people_birth_year CHECK (birth_year BETWEEN 1850 AND 2200),
  preferences  jsonb NOT NULL DEFAULT '{}'
    CONSTRAINT people_preferences_object CHECK (jsonb_typeof(preferences) = 'object'),
  notes        text,
  last_contact date,
  version      integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  deleted_at   timestamptz,
  CONSTRAINT people_birthday CHECK ((birth_month IS NULL) = (birth_day IS NULL)
    AND (birth_year IS NULL OR birth_month IS NOT NULL))
);
CREATE INDEX people_birthdays ON people (birth_month, birth_day) WHERE deleted_at IS NULL;

CREATE TABLE reminders (
  id            uuid PRIMARY KEY,
  title         text NOT NULL
    CONSTRAINT reminders_title_not_blank CHECK (btrim(title, E' \t\r\n') <> '')
    CONSTRAINT reminders_title_length CHECK (char_length(title) <= 300),
  notes         text,
  -- What a clock in `zone` shows: a reminder for nine stays at nine when the offset of the zone changes.
  wall_time     timestamp NOT NULL,
  zone          text NOT NULL,
  rrule         text,
  -- The moment at which it is next due; none once it is done or cancelled.
  next_at       timestamptz,
  state         text NOT NULL DEFAULT 'open' CONSTRAINT reminders_state_known
    CHECK (state IN ('open', 'done', 'cancelled')),
  person_id     uuid CONSTRAINT reminders_person REFERENCES people ON DELETE SET NULL,
  done_at       timestamptz,
  -- When it was last shown; the program writes it, and it makes no version.
  last_fired_at timestamptz,
  version       integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  deleted_at    timestamptz,
  CONSTRAINT reminders_open_is_due CHECK ((state = 'open') = (next_at IS NOT NULL))
);
CREATE INDEX reminders_due ON reminders (next_at) WHERE state = 'open' AND deleted_at IS NULL;
CREATE INDEX reminders_of_person ON reminders (person_id) WHERE person_id IS NOT NULL;

CREATE TABLE decisions (
  id          uuid PRIMARY KEY,
  title       text NOT NULL
    CONSTRAINT decisions_title_not_blank CHECK (btrim(title, E' \t\r\n') <> '')
    CONSTRAINT decisions_title_length CHECK (char_length(title) <= 300),
  description text,
  area        text NOT NULL CONSTRAINT decisions_area_known CHECK (area IN
    ('health', 'finance', 'professional', 'learning', 'spiritual', 'relationships', 'customers', 'crops')),
  -- [{"title", "pros": [], "cons": []}]
  options     jsonb NOT NULL DEFAULT '[]' CONSTRAINT decisions_options_array CHECK (jsonb_typeof(options) = 'array'),
  choice      text,
  reasoning   text,
  review_at   date NOT NULL,
  state       text NOT NULL DEFAULT 'open' CONSTRAINT decisions_state_known
    CHECK (state IN ('open', 'decided', 'reviewed')),
  outcome     text,
  version     integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  deleted_at  timestamptz,
  CONSTRAINT decisions_reviewed CHECK ((state = 'reviewed') = (outcome IS NOT NULL))
);
CREATE INDEX decisions_to_review ON decisions (review_at) WHERE outcome IS NULL AND deleted_at IS NULL;

-- Every write of these tables with the row before and after, from which it is taken back. A row that is deleted
-- for good takes its entries with it.
CREATE TABLE personal_changes (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation_id uuid,
  kind         text NOT NULL CONSTRAINT personal_changes_kind_known CHECK (kind IN ('people', 'reminders', 'decisions')),
  row_id       uuid NOT NULL,
  -- None where the row is new.
  before       jsonb,
  after        jsonb NOT NULL,
  actor        text NOT NULL,
  at           timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX personal_changes_row ON personal_changes (row_id, id);
CREATE INDEX personal_changes_operation ON personal_changes (operation_id) WHERE operation_id IS NOT NULL;

-- The fields of a row that people write: a change of the others is no version and not in the journal.
CREATE FUNCTION personal_fields(record jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT record - '{version,created_at,updated_at,last_fired_at}'::text[]
$$;

CREATE FUNCTION keep_personal_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version;
  IF personal_fields(to_jsonb(NEW)) IS DISTINCT FROM personal_fields(to_jsonb(OLD)) THEN
    NEW.version := OLD.version + 1;
    NEW.updated_at := now();
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION note_personal_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  operation uuid := nullif(current_setting('celeiro.operation', true), '')::uuid;
  actor text := coalesce(nullif(current_setting('celeiro.actor', true), ''), current_user);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.version <> OLD.version THEN
      INSERT INTO personal_changes (operation_id, kind, row_id, before, after, actor)
      VALUES (operation, TG_TABLE_NAME, NEW.id, to_jsonb(OLD), to_jsonb(NEW), actor);
    END IF;
  ELSE
    INSERT INTO personal_changes (operation_id, kind, row_id, before, after, actor)
    VALUES (operation, TG_TABLE_NAME, NEW.id, NULL, to_jsonb(NEW), actor);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION forget_personal_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM personal_changes WHERE row_id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER b_version BEFORE UPDATE ON people FOR EACH ROW EXECUTE FUNCTION keep_personal_version();
CREATE TRIGGER b_version BEFORE UPDATE ON reminders FOR EACH ROW EXECUTE FUNCTION keep_personal_version();
CREATE TRIGGER b_version BEFORE UPDATE ON decisions FOR EACH ROW EXECUTE FUNCTION keep_personal_version();
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON people FOR EACH ROW EXECUTE FUNCTION note_personal_change();
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON reminders FOR EACH ROW EXECUTE FUNCTION note_personal_change();
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON decisions FOR EACH ROW EXECUTE FUNCTION note_personal_change();
CREATE TRIGGER forget_changes AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION forget_personal_changes();
CREATE TRIGGER forget_changes AFTER DELETE ON reminders FOR EACH ROW EXECUTE FUNCTION forget_personal_changes();
CREATE TRIGGER forget_changes AFTER DELETE ON decisions FOR EACH ROW EXECUTE FUNCTION forget_personal_changes();

-- A conversation may be about a person.
ALTER TABLE conversations
  ADD COLUMN person_id uuid CONSTRAINT conversations_person REFERENCES people ON DELETE SET NULL;
CREATE INDEX conversations_of_person ON conversations (person_id) WHERE person_id IS NOT NULL;
