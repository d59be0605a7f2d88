-- Relations between items, and how many of each stand where. Both stand beside the items: they make no new version of
-- one, so that a count never gets in the way of a person who edits it.

CREATE TABLE item_relations (
  kind       text NOT NULL CONSTRAINT item_relations_kind_known CHECK (kind IN ('replaces', 'goes_with', 'same_ingredient')),
  -- The item that replaces the other; of a relation that is the same both ways the lower id.
  one        uuid NOT NULL REFERENCES catalog_items ON DELETE CASCADE ON UPDATE CASCADE,
  other      uuid NOT NULL REFERENCES catalog_items ON DELETE CASCADE ON UPDATE CASCADE,
  -- Whether a person said of a proposal that it is not so.
  refused    boolean NOT NULL DEFAULT false,
  actor      text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, one, other),
  CONSTRAINT item_relations_of_two CHECK (one <> other),
  CONSTRAINT item_relations_in_order CHECK (kind = 'replaces' OR one < other),
  CONSTRAINT item_relations_refused CHECK (NOT refused OR kind = 'same_ingredient')
);
CREATE INDEX item_relations_one ON item_relations (one);
CREATE INDEX item_relations_other ON item_relations (other);

CREATE TABLE stock_levels (
  item_id    uuid NOT NULL REFERENCES catalog_items ON DELETE CASCADE ON UPDATE CASCADE,
  -- The label of one of its packages; blank is the item itself.
  package    text NOT NULL DEFAULT '',
  place      text NOT NULL DEFAULT '' CONSTRAINT stock_levels_place_length CHECK (char_length(place) <= 120),
  quantity   numeric(15, 3) NOT NULL CONSTRAINT stock_levels_quantity_positive CHECK (quantity >= 0),
  unit       text NOT NULL DEFAULT '' CONSTRAINT stock_levels_unit_length CHECK (char_length(unit) <= 20),
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (item_id, package, place)
);

-- Each row of both tables before and after a change by an operation, from which the operation is taken back, and which
-- the history of the items shows.
CREATE TABLE item_row_changes (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation_id uuid NOT NULL,
  subject      text NOT NULL CONSTRAINT item_row_changes_subject_known CHECK (subject IN ('relations', 'stock')),
  -- What the row is found by.
  row_key      jsonb NOT NULL,
  item_id      uuid NOT NULL,
  other_id     uuid,
  before       jsonb,
  after        jsonb,
  created_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX item_row_changes_operation ON item_row_changes (operation_id);
CREATE INDEX item_row_changes_item ON item_row_changes (item_id);
CREATE INDEX item_row_changes_other ON item_row_changes (other_id) WHERE other_id IS NOT NULL;

-- What a row is found by, and what it says.
CREATE FUNCTION item_row_key(subject text, row_fields jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE subject
    WHEN 'relations' THEN jsonb_build_object('kind', row_fields -> 'kind', 'one', row_fields -> 'one', 'other', row_fields -> 'other')
    ELSE jsonb_build_object('item_id', row_fields -> 'item_id', 'package', row_fields -> 'package', 'place', row_fields -> 'place')
  END
$$;

-- A row as it is now; NULL where there is none.
CREATE FUNCTION current_item_row(subject text, row_key jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE subject
    WHEN 'relations' THEN (SELECT to_jsonb(r) - '{actor,created_at}'::text[] FROM item_relations r
      WHERE r.kind = row_key ->> 'kind' AND r.one = (row_key ->> 'one')::uuid AND r.other = (row_key ->> 'other')::uuid)
    ELSE (SELECT to_jsonb(s) FROM stock_levels s WHERE s.item_id = (row_key ->> 'item_id')::uuid
      AND s.package = row_key ->> 'package' AND s.place = row_key ->> 'place')
  END
$$;

-- Rows that go with an item that is deleted for good, and rows that other systems write, are no change by an operation.
CREATE FUNCTION note_item_rows(subject text, before jsonb, after jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  operation uuid := nullif(current_setting('celeiro.operation', true), '')::uuid;
  told      jsonb := coalesce(after, before);
BEGIN
  IF operation IS NULL OR before IS NOT DISTINCT FROM after
    OR NOT EXISTS (SELECT FROM catalog_items i WHERE i.id = coalesce(told ->> 'item_id', told ->> 'one')::uuid) THEN
    RETURN;
  END IF;
  INSERT INTO item_row_changes (operation_id, subject, row_key, item_id, other_id, before, after)
  VALUES (operation, subject, item_row_key(subject, told), coalesce(told ->> 'item_id', told ->> 'one')::uuid,
    (told ->> 'other')::uuid, before, after);
END $$;

CREATE FUNCTION note_item_row_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - '{actor,created_at}'::text[] END;
  after  jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - '{actor,created_at}'::text[] END;
BEGIN
  PERFORM note_item_rows(TG_ARGV[0], before, after);
  RETURN NULL;
END $$;
CREATE TRIGGER note_row_change AFTER INSERT OR UPDATE OR DELETE ON item_relations
  FOR EACH ROW EXECUTE FUNCTION note_item_row_change('relations');
CREATE TRIGGER note_row_change AFTER INSERT OR UPDATE OR DELETE ON stock_levels
  FOR EACH ROW EXECUTE FUNCTION note_item_row_change('stock');

-- A row as the history of `item` shows it: a relation by the other item of it.
CREATE FUNCTION describe_item_row(subject text, row_fields jsonb, item uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN row_fields IS NULL THEN NULL
    WHEN subject = 'relations' THEN (
      SELECT jsonb_build_object('kind', row_fields -> 'kind', 'itemId', p.id,
        'name', (SELECT i.name FROM catalog_items i WHERE i.id = p.id),
        'direction', CASE WHEN row_fields ->> 'kind' <> 'replaces' THEN 'both'
          WHEN (row_fields ->> 'one')::uuid = item THEN 'outgoing' ELSE 'incoming' END,
        'status', CASE WHEN (row_fields ->> 'refused')::boolean THEN 'refused' ELSE 'confirmed' END)
      FROM (SELECT CASE WHEN (row_fields ->> 'one')::uuid = item THEN (row_fields ->> 'other')::uuid
        ELSE (row_fields ->> 'one')::uuid END AS id) AS p)
    ELSE jsonb_build_object('package', row_fields -> 'package', 'place', row_fields -> 'place',
      'quantity', row_fields -> 'quantity', 'unit', row_fields -> 'unit', 'countedAt', row_fields -> 'counted_at')
  END
$$;

-- What an operation did to the rows of an item, as its history shows it beside its revisions: {"stock": {"from": […],
-- "to": […]}}. Both items of a relation have it.
CREATE VIEW item_row_history AS
SELECT c.operation_id, c.record_id, min(c.created_at) AS created_at, min(c.id) AS id,
  jsonb_object_agg(c.subject, jsonb_build_object('from', c.before, 'to', c.after)) AS changes
FROM (
  SELECT r.operation_id, r.record_id, r.subject, min(r.created_at) AS created_at, min(r.id) AS id,
    coalesce(jsonb_agg(describe_item_row(r.subject, r.before, r.record_id) ORDER BY r.id) FILTER (WHERE r.before IS NOT NULL), '[]') AS before,
    coalesce(jsonb_agg(describe_item_row(r.subject, r.after, r.record_id) ORDER BY r.id) FILTER (WHERE r.after IS NOT NULL), '[]') AS after
  FROM (
    SELECT id, operation_id, subject, item_id AS record_id, before, after, created_at FROM item_row_changes
    UNION ALL
    SELECT id, operation_id, subject, other_id, before, after, created_at FROM item_row_changes WHERE other_id IS NOT NULL
  ) AS r
  GROUP BY r.operation_id, r.record_id, r.subject
) AS c
GROUP BY c.operation_id, c.record_id;
