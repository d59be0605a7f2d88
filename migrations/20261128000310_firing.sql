-- The due moment that a reminder was last shown for. The program writes it; it makes no version, and another time
-- of the reminder empties it.
ALTER TABLE reminders ADD COLUMN fired_for timestamptz;

CREATE OR REPLACE FUNCTION personal_fields(record jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT record - '{version,created_at,updated_at,last_fired_at,fired_for}'::text[]
$$;

CREATE FUNCTION await_reminder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.next_at, NEW.wall_time, NEW.zone, NEW.rrule) IS DISTINCT FROM
     (OLD.next_at, OLD.wall_time, OLD.zone, OLD.rrule) THEN
    NEW.fired_for := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER a_await BEFORE UPDATE ON reminders FOR EACH ROW EXECUTE FUNCTION await_reminder();
