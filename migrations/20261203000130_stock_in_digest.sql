-- The digest of the word index knows which items are out of stock, so that a search filtered by that is as fast as any
-- other. Lists of the states are added to the digest that is there: what it does not know of its rows was noted, and
-- noted rows are asked themselves.
INSERT INTO digest_words (digest, word, numbers)
SELECT r.digest, filter_word('stock', filter_mark('stock', NULL, g.stock_state)), string_agg(int4send(r.number), '')
FROM digests d JOIN digest_rows r ON r.digest = d.id JOIN catalog_grid g ON g.item_id = r.record_id
WHERE d.kind = 'items'
GROUP BY r.digest, g.stock_state;

-- As before, and an item whose state becomes another one is noted as changed: its words are the same.
CREATE OR REPLACE FUNCTION renew_grid_stock(items uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM catalog_grid g WHERE g.item_id = ANY(items) ORDER BY g.item_id FOR UPDATE;
  WITH renewed AS (
    UPDATE catalog_grid g SET stock = k.stock, stock_state = k.stock_state
    FROM catalog_items i JOIN catalog_grid o ON o.item_id = i.id CROSS JOIN LATERAL known_stock(i.id, i.packages) AS k
    WHERE i.id = ANY(items) AND g.item_id = i.id
      AND (g.stock, g.stock_state) IS DISTINCT FROM (k.stock, k.stock_state)
    RETURNING g.item_id, i.searchable AND o.stock_state <> k.stock_state AS is_noted)
  INSERT INTO changed_records (kind, record_id, words) SELECT 'items', r.item_id, false FROM renewed r WHERE r.is_noted;
END $$;
