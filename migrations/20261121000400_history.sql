-- Operations and revisions.

-- One row a write, under an id that the client chose: a write whose answer was lost is asked for
-- again under the same id and answered from here instead of being applied twice.
CREATE TABLE operations (
  id         uuid PRIMARY KEY,
  kind       text NOT NULL,
  actor      text NOT NULL,
  result     jsonb,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- What each save changed: {"price": {"from": 10, "to": 12}}. A field that did not exist before
-- (the record was created) has no "from".
CREATE TABLE revisions (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind         text NOT NULL CHECK (kind IN ('items', 'faqs')),
  record_id    uuid NOT NULL,
  version      integer NOT NULL,
  actor        text NOT NULL,
  source       text NOT NULL CHECK (source IN ('person', 'ai-suggestion', 'import', 'assistant')),
  operation_id uuid,
  changes      jsonb NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX revisions_record ON revisions (record_id, version);
CREATE INDEX revisions_operation ON revisions (operation_id);

-- A record as people know it: without what the database keeps for itself.
CREATE FUNCTION revision_fields(record jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT record - '{id,created_at,updated_at,version,search_text,attribute_text,length_key,search_words,searchable,question_normalized}'::text[]
$$;

CREATE FUNCTION revision_changes(before jsonb, after jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(jsonb_object_agg(key,
           CASE WHEN before IS NULL THEN jsonb_build_object('to', value)
                ELSE jsonb_build_object('from', before -> key, 'to', value) END), '{}')
  FROM jsonb_each(after)
  WHERE CASE WHEN before IS NULL THEN value <> 'null' ELSE before -> key IS DISTINCT FROM value END
$$;

-- Who writes, and from where, is said by the transaction:
-- set_config('celeiro.actor' | 'celeiro.source' | 'celeiro.operation', …, true).
CREATE FUNCTION note_revisions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  writer text := coalesce(nullif(current_setting('celeiro.actor', true), ''), session_user);
  origin text := coalesce(nullif(current_setting('celeiro.source', true), ''), 'person');
  operation uuid := nullif(current_setting('celeiro.operation', true), '')::uuid;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO revisions (kind, record_id, version, actor, source, operation_id, changes)
    SELECT TG_ARGV[0], n.id, n.version, writer, origin, operation,
           revision_changes(NULL, revision_fields(to_jsonb(n)))
    FROM new_rows n;
  ELSE
    INSERT INTO revisions (kind, record_id, version, actor, source, operation_id, changes)
    SELECT TG_ARGV[0], n.id, n.version, writer, origin, operation,
           revision_changes(revision_fields(to_jsonb(o)), revision_fields(to_jsonb(n)))
    FROM new_rows n JOIN old_rows o USING (id)
    WHERE n.version <> o.version;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_revisions_insert AFTER INSERT ON catalog_items REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_revisions('items');
CREATE TRIGGER note_revisions_update AFTER UPDATE ON catalog_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_revisions('items');
CREATE TRIGGER note_revisions_insert AFTER INSERT ON faqs REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_revisions('faqs');
CREATE TRIGGER note_revisions_update AFTER UPDATE ON faqs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_revisions('faqs');
