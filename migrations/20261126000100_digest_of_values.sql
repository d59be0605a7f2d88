-- The digest of the word index answers filters and orders too: lists of the rows that meet a condition
-- stand beside those of words, and columns say by number what rows are put in order by.

-- Words that stand for a condition, behind a mark that no word of a text has. Values are hashed: a list
-- of them is an index, and an index takes no value of any length.
CREATE FUNCTION filter_word(field text, mark bigint) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT E'\x03' || field || mark $$;
CREATE FUNCTION filter_mark(field text, key text, folded text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE field WHEN 'attribute' THEN attribute_mark(key, folded) ELSE hashtextextended(folded, 0) END
$$;

-- What rows are put in order by, as whole numbers: a price in ten-thousandths, a moment in microseconds.
CREATE FUNCTION price_key(price numeric) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN price IS NULL THEN -9223372036854775808 WHEN price = 'NaN' THEN 9223372036854775807
    ELSE (price * 10000)::bigint END
$$;
CREATE FUNCTION moment_key(moment timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE moment WHEN 'infinity' THEN 9223372036854775807 WHEN '-infinity' THEN -9223372036854775807
    ELSE least(extract(epoch FROM moment) * 1000000, 9223372036854775806)::bigint END
$$;

CREATE TABLE digest_columns (
  digest  integer NOT NULL,
  name    text NOT NULL,
  -- Eight bytes a row, most significant first, in the order of the rows' numbers.
  numbers bytea NOT NULL,
  PRIMARY KEY (digest, name)
);
ALTER TABLE digest_columns ALTER COLUMN numbers SET STORAGE EXTERNAL;
-- Digests that know no conditions are taken anew.
DELETE FROM digest_rows;
DELETE FROM digest_words;
DELETE FROM digests;

-- Whether words were changed: a search by words alone need not ask rows of which only a price was.
ALTER TABLE changed_records ADD COLUMN words boolean NOT NULL DEFAULT true;
CREATE FUNCTION note_changed_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changed_records (kind, record_id, words)
  SELECT 'items', coalesce(n.id, o.id),
    (n.search_words, n.search_text) IS DISTINCT FROM (o.search_words, o.search_text)
  FROM new_rows n FULL JOIN old_rows o ON o.id = n.id
  WHERE (n.search_words, n.search_text, n.price, n.tags, n.attributes, n.created_at)
    IS DISTINCT FROM (o.search_words, o.search_text, o.price, o.tags, o.attributes, o.created_at);
  RETURN NULL;
END $$;
DROP TRIGGER note_records_update ON catalog_items;
CREATE TRIGGER note_records_update AFTER UPDATE ON catalog_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_items();

-- A value is marked where it, or what it is folded to, is short enough to be filtered by.
CREATE OR REPLACE FUNCTION attribute_marks(attributes jsonb) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT mark), '{}') FROM (
    SELECT attribute_mark(a.key, NULL) AS mark FROM jsonb_each(attributes) AS a WHERE attribute_filled(a.value)
    UNION ALL
    SELECT attribute_mark(a.key, normalize_text(v.text))
    FROM jsonb_each(attributes) AS a, LATERAL (
      SELECT a.value #>> '{}' WHERE jsonb_typeof(a.value) IN ('string', 'number', 'boolean')
      UNION ALL
      SELECT e FROM jsonb_array_elements_text(CASE jsonb_typeof(a.value) WHEN 'array' THEN a.value ELSE '[]' END) AS e
      UNION ALL
      SELECT e.value FROM jsonb_each_text(CASE jsonb_typeof(a.value) WHEN 'object' THEN a.value ELSE '{}' END) AS e
    ) AS v(text)
    WHERE char_length(v.text) <= 500 OR char_length(normalize_text(v.text)) <= 500) AS marks
$$;
UPDATE catalog_grid g SET attribute_marks = attribute_marks(i.attributes)
FROM catalog_items i
WHERE i.id = g.item_id AND octet_length(i.attributes::text) > 500 AND g.attribute_marks <> attribute_marks(i.attributes);
