-- What a category's items are expected to say is settled: when the category has its first five active
-- items, by counting, and after that only where a person asks. Until now each write of attributes could
-- move the completeness of items that nobody had touched.
ALTER TABLE category_expectations
  ADD COLUMN origin text NOT NULL DEFAULT 'counted'
    CONSTRAINT category_expectations_origin_known CHECK (origin IN ('counted', 'person')),
  -- Who asked; NULL where the program counted by itself.
  ADD COLUMN actor text,
  -- Active items of the category at that time.
  ADD COLUMN items integer NOT NULL DEFAULT 0,
  ADD COLUMN settled_at timestamptz NOT NULL DEFAULT now();
UPDATE category_expectations e SET items = (SELECT count(*) FROM catalog_items i
  WHERE i.searchable AND split_part(i.search_text, E'\n', 3) = e.category);

-- What was expected before and after, each time: what a person changed can be taken back.
CREATE TABLE category_expectation_changes (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  category          text COLLATE "C" NOT NULL,
  -- NULL where nothing was settled.
  attributes_before text[],
  attributes_after  text[] NOT NULL,
  origin            text NOT NULL,
  actor             text,
  operation_id      uuid,
  created_at        timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX category_expectation_changes_category ON category_expectation_changes (category, id);

-- Whoever calls it holds the lock of the expectations alone.
CREATE FUNCTION settle_expectation(wanted text, keys text[], from_where text, who text, operation uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO category_expectation_changes (category, attributes_before, attributes_after, origin, actor, operation_id)
  VALUES (wanted, (SELECT e.attributes FROM category_expectations e WHERE e.category = wanted), keys, from_where, who,
    operation);
  INSERT INTO category_expectations AS e (category, attributes, origin, actor, items, settled_at)
  VALUES (wanted, keys, from_where, who, (SELECT count(*) FROM catalog_items i
    WHERE i.searchable AND split_part(i.search_text, E'\n', 3) = wanted), now())
  ON CONFLICT (category) DO UPDATE SET attributes = excluded.attributes, origin = excluded.origin,
    actor = excluded.actor, items = excluded.items, settled_at = excluded.settled_at;
  UPDATE catalog_grid g SET completeness = c.completeness
  FROM (SELECT i.id, item_completeness(i.description, i.category, i.price, i.manufacturer, i.tags, i.attributes,
          keys) AS completeness
        FROM catalog_grid o JOIN catalog_items i ON i.id = o.item_id
        WHERE o.category = left(wanted, 500) AND split_part(i.search_text, E'\n', 3) = wanted) AS c
  WHERE g.item_id = c.id AND g.completeness <> c.completeness;
END $$;

-- Counts what was never settled and has enough items, unless somebody writes or counts just now: then
-- the next one does.
CREATE OR REPLACE FUNCTION renew_expectations() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  stale text[];
  wanted text;
BEGIN
  IF NOT EXISTS (SELECT FROM stale_categories)
    OR NOT pg_try_advisory_xact_lock(hashtext('celeiro.expectations')) THEN
    RETURN;
  END IF;
  WITH gone AS (DELETE FROM stale_categories RETURNING category)
  SELECT array_agg(DISTINCT category) INTO stale FROM gone;
  FOR wanted IN
    SELECT s FROM unnest(coalesce(stale, '{}')) AS s
    WHERE s <> '' AND NOT EXISTS (SELECT FROM category_expectations e WHERE e.category = s)
      AND (SELECT count(*) FROM catalog_items i WHERE i.searchable AND split_part(i.search_text, E'\n', 3) = s) >= 5
    ORDER BY s
  LOOP
    PERFORM settle_expectation(wanted, expected_attributes(wanted), 'counted', NULL, NULL);
  END LOOP;
END $$;

-- Categories whose items have nothing in common so far are settled as well, with nothing expected.
INSERT INTO stale_categories SELECT DISTINCT split_part(search_text, E'\n', 3) FROM catalog_items WHERE searchable;
