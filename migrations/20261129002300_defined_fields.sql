-- Fields that people define: what an attribute of items is called, what its values are, who must have it. The values
-- stay in catalog_items.attributes; which categories expect a field stays in category_expectations.
CREATE TABLE catalog_fields (
  id         uuid PRIMARY KEY,
  -- The attribute. It never changes: a new name loses no value.
  key        text COLLATE "C" NOT NULL CONSTRAINT catalog_fields_key_length CHECK (char_length(key) BETWEEN 1 AND 200),
  content    jsonb NOT NULL CONSTRAINT catalog_fields_content_object CHECK (jsonb_typeof(content) = 'object'),
  version    integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL,
  deleted_at timestamptz
);
CREATE UNIQUE INDEX catalog_fields_key_unique ON catalog_fields (key) WHERE deleted_at IS NULL;
-- Columns of files are called by the name and the unit.
CREATE UNIQUE INDEX catalog_fields_label_unique ON catalog_fields
  (normalize_text((content ->> 'name') || coalesce(' (' || (content ->> 'unit') || ')', ''))) WHERE deleted_at IS NULL;

-- What a field was before and after each change; NULL where it was not defined.
CREATE TABLE catalog_field_changes (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  field_id     uuid NOT NULL REFERENCES catalog_fields ON DELETE CASCADE,
  before       jsonb,
  after        jsonb,
  actor        text NOT NULL,
  operation_id uuid NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX catalog_field_changes_field ON catalog_field_changes (field_id, id);

-- The attributes that a folded category requires.
CREATE FUNCTION required_attributes(wanted text) RETURNS text[]
LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(DISTINCT f.key), '{}')
  FROM catalog_fields f, jsonb_array_elements_text(f.content -> 'requiredIn') AS c(category)
  WHERE f.deleted_at IS NULL AND normalize_text(c.category) = wanted
$$;

-- What is required is expected, whatever else a person or counting chose.
CREATE OR REPLACE FUNCTION settle_expectation(wanted text, keys text[], from_where text, who text, operation uuid)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  settled text[] := ARRAY(SELECT k FROM unnest(keys || required_attributes(wanted)) AS k GROUP BY k ORDER BY k COLLATE "C");
BEGIN
  INSERT INTO category_expectation_changes (category, attributes_before, attributes_after, origin, actor, operation_id)
  VALUES (wanted, (SELECT e.attributes FROM category_expectations e WHERE e.category = wanted), settled, from_where,
    who, operation);
  INSERT INTO category_expectations AS e (category, attributes, origin, actor, items, settled_at)
  VALUES (wanted, settled, from_where, who, (SELECT count(*) FROM catalog_items i
    WHERE i.searchable AND split_part(i.search_text, E'\n', 3) = wanted), now())
  ON CONFLICT (category) DO UPDATE SET attributes = excluded.attributes, origin = excluded.origin,
    actor = excluded.actor, items = excluded.items, settled_at = excluded.settled_at;
  UPDATE catalog_grid g SET completeness = c.completeness
  FROM (SELECT i.id, item_completeness(i.description, i.category, i.price, i.manufacturer, i.tags, i.attributes,
          settled) AS completeness
        FROM catalog_grid o JOIN catalog_items i ON i.id = o.item_id
        WHERE o.category = left(wanted, 500) AND split_part(i.search_text, E'\n', 3) = wanted) AS c
  WHERE g.item_id = c.id AND g.completeness <> c.completeness;
END $$;

-- Makes these folded categories expect an attribute, and no others. The caller holds the lock of the
-- expectations alone. A category that was not settled expects what its items have beside it.
CREATE FUNCTION expect_attribute(attribute text, categories text[], who text, operation uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT e.category, e.attributes, e.category = ANY(categories) AS wanted FROM category_expectations e
    WHERE (e.category = ANY(categories)) <> (attribute = ANY(e.attributes))
    UNION ALL
    SELECT c, expected_attributes(c), true FROM unnest(categories) AS c
    WHERE c <> '' AND NOT EXISTS (SELECT FROM category_expectations e WHERE e.category = c)
    ORDER BY 1
  LOOP
    PERFORM settle_expectation(one.category, CASE WHEN one.wanted THEN one.attributes || attribute
      ELSE array_remove(one.attributes, attribute) END, 'person', who, operation);
  END LOOP;
END $$;
