-- The order of an item's pictures stands in its history, as its relations and its stock do, and is taken back likewise.
-- What orders pictures notes it by itself: where products are joined, their pictures are put together without an entry.
ALTER TABLE item_row_changes
  DROP CONSTRAINT item_row_changes_subject_known,
  ADD CONSTRAINT item_row_changes_subject_known CHECK (subject IN ('relations', 'stock', 'images'));

CREATE OR REPLACE FUNCTION item_row_key(subject text, row_fields jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE subject
    WHEN 'relations' THEN jsonb_build_object('kind', row_fields -> 'kind', 'one', row_fields -> 'one', 'other', row_fields -> 'other')
    WHEN 'images' THEN jsonb_build_object('item_id', row_fields -> 'item_id')
    ELSE jsonb_build_object('item_id', row_fields -> 'item_id', 'package', row_fields -> 'package', 'place', row_fields -> 'place')
  END
$$;

CREATE OR REPLACE FUNCTION current_item_row(subject text, row_key jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE subject
    WHEN 'relations' THEN (SELECT to_jsonb(r) - '{actor,created_at}'::text[] FROM item_relations r
      WHERE r.kind = row_key ->> 'kind' AND r.one = (row_key ->> 'one')::uuid AND r.other = (row_key ->> 'other')::uuid)
    WHEN 'images' THEN (SELECT jsonb_build_object('item_id', o.item_id, 'images', o.images) FROM item_images o
      WHERE o.item_id = (row_key ->> 'item_id')::uuid)
    ELSE (SELECT to_jsonb(s) FROM stock_levels s WHERE s.item_id = (row_key ->> 'item_id')::uuid
      AND s.package = row_key ->> 'package' AND s.place = row_key ->> 'place')
  END
$$;

-- An order is shown by the names of its pictures.
CREATE OR REPLACE FUNCTION describe_item_row(subject text, row_fields jsonb, item uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
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
    WHEN subject = 'images' THEN (
      SELECT jsonb_build_object('names', coalesce(jsonb_agg(f.name ORDER BY p.place), '[]'))
      FROM jsonb_array_elements_text(row_fields -> 'images') WITH ORDINALITY AS p (id, place)
        JOIN catalog_files f ON f.id = p.id::uuid)
    ELSE jsonb_build_object('package', row_fields -> 'package', 'place', row_fields -> 'place',
      'quantity', row_fields -> 'quantity', 'unit', row_fields -> 'unit', 'countedAt', row_fields -> 'counted_at')
  END
$$;
