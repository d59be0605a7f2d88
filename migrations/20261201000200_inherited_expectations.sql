-- What a category expects holds for the categories below it as well. What each expects with all above it is kept, so that
-- no row of the grid climbs the tree; a category of which nothing is expected has no row.
CREATE TABLE inherited_expectations (
  category   text COLLATE "C" PRIMARY KEY,
  attributes text[] NOT NULL
);

-- The categories above a folded one, the nearest at level 1. A circle, which the program never writes, ends.
CREATE FUNCTION categories_above(wanted text) RETURNS TABLE (folded text, name text, level integer)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE above AS (
    SELECT c.parent_id, c.folded, c.name, 0 AS level FROM categories c WHERE c.folded = wanted
    UNION ALL
    SELECT p.parent_id, p.folded, p.name, a.level + 1 FROM above a JOIN categories p ON p.id = a.parent_id
    WHERE a.level < 100)
  SELECT a.folded, a.name, a.level FROM above a WHERE a.level > 0
$$;

-- Each of these folded categories with each category below it, without itself.
CREATE FUNCTION categories_with_below(wanted text[]) RETURNS TABLE (category text, below text)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE tree AS (
    SELECT c.folded AS category, c.id, c.folded AS below FROM categories c WHERE c.folded = ANY(wanted)
    UNION
    SELECT t.category, c.id, c.folded FROM tree t JOIN categories c ON c.parent_id = t.id)
  SELECT t.category, t.below FROM tree t WHERE t.below <> t.category
$$;

-- What these folded categories, and all below them, expect with all above them, after their own expectations or their
-- places were changed; the completeness of their items follows. The caller holds the lock of the expectations alone.
CREATE FUNCTION renew_inherited(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  renewed text[];
BEGIN
  WITH RECURSIVE reached AS MATERIALIZED (
      SELECT DISTINCT b.folded COLLATE "C" AS category FROM unnest(categories_below(changed)) AS b (folded)
      WHERE b.folded <> ''),
    chain AS (
      SELECT r.category, r.category AS above, c.parent_id, 0 AS level
      FROM reached r LEFT JOIN categories c ON c.folded = r.category
      UNION ALL
      SELECT h.category, p.folded, p.parent_id, h.level + 1 FROM chain h JOIN categories p ON p.id = h.parent_id
      WHERE h.level < 100),
    expected AS (
      SELECT DISTINCT h.category, k.attribute
      FROM chain h JOIN category_expectations e ON e.category = h.above, unnest(e.attributes) AS k (attribute)),
    summed AS MATERIALIZED (
      SELECT x.category, array_agg(x.attribute ORDER BY x.attribute COLLATE "C") AS attributes
      FROM expected x GROUP BY x.category),
    gone AS (
      DELETE FROM inherited_expectations i USING reached r
      WHERE i.category = r.category AND NOT EXISTS (SELECT FROM summed s WHERE s.category = r.category)
      RETURNING i.category),
    put AS (
      INSERT INTO inherited_expectations AS i (category, attributes) SELECT s.category, s.attributes FROM summed s
      ON CONFLICT (category) DO UPDATE SET attributes = excluded.attributes WHERE i.attributes <> excluded.attributes
      RETURNING i.category)
  SELECT array_agg(c.category) INTO renewed FROM (TABLE gone UNION ALL TABLE put) AS c;
  UPDATE catalog_grid g SET completeness = c.completeness
  FROM (SELECT i.id, item_completeness(i.description, i.category, i.price, i.manufacturer, i.tags, i.attributes,
          coalesce(e.attributes, '{}')) AS completeness
        FROM unnest(renewed) AS r (category)
        JOIN catalog_grid o ON o.category = left(r.category, 500)
        JOIN catalog_items i ON i.id = o.item_id AND split_part(i.search_text, E'\n', 3) = r.category
        LEFT JOIN inherited_expectations e ON e.category = r.category) AS c
  WHERE g.item_id = c.id AND g.completeness <> c.completeness;
END $$;

CREATE OR REPLACE VIEW catalog_grid_rows AS
SELECT i.id AS item_id, item_completeness(i.description, i.category, i.price, i.manufacturer, i.tags, i.attributes,
    coalesce(e.attributes, '{}')) AS completeness,
  i.created_at, i.updated_at, i.version, i.deleted_at IS NOT NULL AS deleted, i.status, i.price,
  grid_text(split_part(i.search_text, E'\n', 3)) AS category,
  grid_text(split_part(i.search_text, E'\n', 4)) AS manufacturer,
  coalesce(grid_text(split_part(i.search_text, E'\n', 1)), '') AS name,
  grid_text(normalize_text(i.external_id)) AS external_id,
  ARRAY(SELECT normalize_text(tag) FROM unnest(i.tags) AS tag) AS tags, attribute_marks(i.attributes) AS attribute_marks
FROM catalog_items i LEFT JOIN inherited_expectations e ON e.category = split_part(i.search_text, E'\n', 3);

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
  PERFORM renew_inherited(ARRAY[wanted]);
END $$;

-- What is expected on the day of this change; the trees that there are hand it down at once.
SELECT renew_inherited(ARRAY(SELECT category FROM category_expectations UNION SELECT folded FROM categories));
