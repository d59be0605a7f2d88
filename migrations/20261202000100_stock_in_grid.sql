-- What is known of the stock of an item, as the grid orders and filters by it. The program adds levels up alike
-- (`summarize_stock` in the domain; a test compares both): known is what was counted itself, or in each package on sale;
-- levels of packages that are gone say nothing; different packages and different units have no sum, but none left is
-- nothing in each of them.
CREATE FUNCTION known_stock(item uuid, packages jsonb) RETURNS TABLE (stock numeric(15, 3), stock_state text)
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN k.is_known AND s.most = 0 THEN 0
      WHEN k.is_known AND s.kinds = 1 AND s.sum <= 999999999999.999 THEN s.sum END::numeric(15, 3),
    CASE WHEN NOT k.is_known THEN 'unknown' WHEN s.most = 0 THEN 'out' ELSE 'some' END
  FROM (
    SELECT sum(c.quantity) AS sum, max(c.quantity) AS most, count(DISTINCT (c.package, lower(c.unit))) AS kinds,
      coalesce(array_agg(c.package), '{}') AS labels
    FROM stock_levels c
    WHERE c.item_id = known_stock.item AND (c.package = '' OR EXISTS (
      SELECT FROM jsonb_array_elements(known_stock.packages) AS p (one) WHERE p.one ->> 'label' = c.package))) AS s
  CROSS JOIN LATERAL (
    SELECT '' = ANY(s.labels) OR (count(*) > 0 AND bool_and(p.one ->> 'label' = ANY(s.labels))) AS is_known
    FROM jsonb_array_elements(known_stock.packages) AS p (one)
    WHERE coalesce(p.one ->> 'status', 'ativo') = 'ativo') AS k
$$;

ALTER TABLE catalog_grid
  ADD COLUMN stock numeric(15, 3),
  ADD COLUMN stock_state text COLLATE "C" NOT NULL DEFAULT 'unknown';

CREATE OR REPLACE VIEW catalog_grid_rows AS
SELECT i.id AS item_id, item_completeness(i.description, i.category, i.price, i.manufacturer, i.tags, i.attributes,
    coalesce(e.attributes, '{}')) AS completeness,
  i.created_at, i.updated_at, i.version, i.deleted_at IS NOT NULL AS deleted, i.status, i.price,
  grid_text(split_part(i.search_text, E'\n', 3)) AS category,
  grid_text(split_part(i.search_text, E'\n', 4)) AS manufacturer,
  coalesce(grid_text(split_part(i.search_text, E'\n', 1)), '') AS name,
  grid_text(normalize_text(i.external_id)) AS external_id,
  ARRAY(SELECT normalize_text(tag) FROM unnest(i.tags) AS tag) AS tags, attribute_marks(i.attributes) AS attribute_marks,
  k.stock, k.stock_state
FROM catalog_items i LEFT JOIN inherited_expectations e ON e.category = split_part(i.search_text, E'\n', 3)
  CROSS JOIN LATERAL known_stock(i.id, i.packages) AS k;

-- The rows of the grid are locked before levels and packages are read: of a count and an edit of the packages at the same
-- time the later one sees what the other wrote.
CREATE FUNCTION renew_grid_stock(items uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM catalog_grid g WHERE g.item_id = ANY(items) ORDER BY g.item_id FOR UPDATE;
  UPDATE catalog_grid g SET stock = k.stock, stock_state = k.stock_state
  FROM catalog_items i CROSS JOIN LATERAL known_stock(i.id, i.packages) AS k
  WHERE i.id = ANY(items) AND g.item_id = i.id
    AND (g.stock, g.stock_state) IS DISTINCT FROM (k.stock, k.stock_state);
END $$;

CREATE FUNCTION note_levels_in_grid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM renew_grid_stock(ARRAY(SELECT DISTINCT o.item_id FROM old_rows o));
  ELSE
    PERFORM renew_grid_stock(ARRAY(SELECT DISTINCT n.item_id FROM new_rows n));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_levels_insert AFTER INSERT ON stock_levels REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_levels_in_grid();
CREATE TRIGGER note_levels_update AFTER UPDATE ON stock_levels REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_levels_in_grid();
CREATE TRIGGER note_levels_delete AFTER DELETE ON stock_levels REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_levels_in_grid();

-- Behind `note_grid_update` by its name: a package that comes, goes or is taken off sale changes what is known.
CREATE FUNCTION note_packages_in_grid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM renew_grid_stock(ARRAY(SELECT n.id FROM new_rows n JOIN old_rows o USING (id) WHERE n.packages <> o.packages
    AND EXISTS (SELECT FROM stock_levels s WHERE s.item_id = n.id)));
  RETURN NULL;
END $$;
CREATE TRIGGER note_packages_update AFTER UPDATE ON catalog_items
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_packages_in_grid();

SELECT renew_grid_stock(ARRAY(SELECT DISTINCT item_id FROM stock_levels));
CREATE INDEX catalog_grid_stock ON catalog_grid (stock, item_id);
CREATE INDEX catalog_grid_most_stock ON catalog_grid (stock DESC NULLS LAST, item_id DESC);
ANALYZE catalog_grid;
