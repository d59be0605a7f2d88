-- The catalog desk: a narrow copy of what a grid sorts and filters by, how complete each item is,
-- what operations changed and took back, and saved views.

-- Whether an attribute says something: not null, no blank text, no empty list or object. Said alike by
-- sheet::is_filled in crate domain.
CREATE FUNCTION attribute_filled(value jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(value)
    WHEN 'string' THEN btrim(value #>> '{}', E' \t\r\n') <> ''
    WHEN 'array' THEN value <> '[]'
    WHEN 'object' THEN value <> '{}'
    WHEN 'number' THEN true
    WHEN 'boolean' THEN true
    ELSE false
  END
$$;

-- How complete an item is, 0 to 1. Said alike by sheet::completeness in crate domain; a test compares.
CREATE FUNCTION item_completeness(description text, category text, price numeric, manufacturer text, tags text[],
  attributes jsonb, expected text[]) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE WHEN btrim(coalesce(description, ''), E' \t\r\n') <> '' THEN 3 ELSE 0 END
      + CASE WHEN btrim(coalesce(category, ''), E' \t\r\n') <> '' THEN 3 ELSE 0 END
      + CASE WHEN price IS NOT NULL THEN 3 ELSE 0 END
      + CASE WHEN btrim(coalesce(manufacturer, ''), E' \t\r\n') <> '' THEN 2 ELSE 0 END
      + CASE WHEN cardinality(tags) > 0 THEN 2 ELSE 0 END
      + (SELECT count(*) FROM unnest(expected) AS key WHERE attribute_filled(attributes -> key)))::double precision
    / (13 + cardinality(expected))::double precision
$$;

-- The number in an attribute, or in its text as programs or Brazilians write it.
CREATE FUNCTION attribute_number(value jsonb) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(value)
    WHEN 'number' THEN (value #>> '{}')::numeric
    WHEN 'string' THEN CASE WHEN value #>> '{}' ~ '^\s*-?\d{1,15}([.,]\d{1,9})?\s*$'
      THEN replace(btrim(value #>> '{}', E' \t\r\n\f\v'), ',', '.')::numeric END
  END
$$;

-- Stands for "the attribute has this value", or, without a value, for "it has one". Sixty-four bits:
-- two values are taken for one about once in a thousand million catalogs.
CREATE FUNCTION attribute_mark(key text, folded text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN folded IS NULL THEN hashtextextended(key, 1) ELSE hashtextextended(key || E'\x01' || folded, 0) END
$$;
-- The marks of all attributes; lists and objects are marked by each of their values. Nobody filters by
-- a value of more than 500 characters.
CREATE FUNCTION attribute_marks(attributes jsonb) RETURNS bigint[]
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
    WHERE char_length(v.text) <= 500) AS marks
$$;

-- Attributes that at least half of a category's active items have (the first 64 by name), and the
-- categories of which that may have changed. Counted anew before a grid is read, not with each save.
CREATE TABLE category_expectations (
  category   text COLLATE "C" PRIMARY KEY,
  attributes text[] NOT NULL
);
-- Noted again at each change, as in changed_records: an entry that is about to be cleared must not
-- stand for a newer change.
CREATE TABLE stale_categories (
  category text COLLATE "C" NOT NULL
);

-- What a grid sorts and filters by, without the long texts: a whole walk through a hundred thousand of
-- these rows takes some milliseconds, fewer
-- where what is asked for most stands first. Texts are folded and cut at 500 characters, NULL where blank.
CREATE TABLE catalog_grid (
  item_id         uuid PRIMARY KEY REFERENCES catalog_items ON DELETE CASCADE ON UPDATE CASCADE,
  completeness    double precision NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  version         integer NOT NULL,
  deleted         boolean NOT NULL,
  status          text COLLATE "C" NOT NULL,
  price           numeric(16, 4),
  category        text COLLATE "C",
  manufacturer    text COLLATE "C",
  name            text COLLATE "C" NOT NULL,
  external_id     text COLLATE "C",
  tags            text[] NOT NULL,
  attribute_marks bigint[] NOT NULL
);

CREATE FUNCTION grid_text(folded text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT nullif(left(folded, 500), '') $$;

-- The grid as it should be, row by row.
CREATE VIEW catalog_grid_rows AS
SELECT i.id AS item_id, item_completeness(i.description, i.category, i.price, i.manufacturer, i.tags, i.attributes,
    coalesce(e.attributes, '{}')) AS completeness,
  i.created_at, i.updated_at, i.version, i.deleted_at IS NOT NULL AS deleted, i.status, i.price,
  grid_text(split_part(i.search_text, E'\n', 3)) AS category,
  grid_text(split_part(i.search_text, E'\n', 4)) AS manufacturer,
  coalesce(grid_text(split_part(i.search_text, E'\n', 1)), '') AS name,
  grid_text(normalize_text(i.external_id)) AS external_id,
  ARRAY(SELECT normalize_text(tag) FROM unnest(i.tags) AS tag) AS tags, attribute_marks(i.attributes) AS attribute_marks
FROM catalog_items i LEFT JOIN category_expectations e ON e.category = split_part(i.search_text, E'\n', 3);

-- Whoever writes holds the lock for sharing until its end, and whoever counts expectations anew holds
-- it alone, so that no row is left with a completeness of yesterday's expectations.
CREATE FUNCTION note_grid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('celeiro.expectations'));
  IF TG_OP = 'INSERT' THEN
    INSERT INTO catalog_grid SELECT g.* FROM new_rows n JOIN catalog_grid_rows g ON g.item_id = n.id;
    INSERT INTO stale_categories
    SELECT DISTINCT split_part(search_text, E'\n', 3) FROM new_rows WHERE searchable;
  ELSE
    UPDATE catalog_grid AS kept SET (name, external_id, category, manufacturer, price, status, completeness, version,
      created_at, updated_at, deleted, tags, attribute_marks) = (g.name, g.external_id, g.category, g.manufacturer,
      g.price, g.status, g.completeness, g.version, g.created_at, g.updated_at, g.deleted, g.tags, g.attribute_marks)
    FROM new_rows n JOIN old_rows o USING (id) JOIN catalog_grid_rows g ON g.item_id = n.id
    WHERE kept.item_id = n.id AND (n.version, n.created_at) <> (o.version, o.created_at);
    INSERT INTO stale_categories
    SELECT DISTINCT split_part(c.text, E'\n', 3)
    FROM new_rows n JOIN old_rows o USING (id),
      LATERAL (VALUES (n.search_text, n.searchable), (o.search_text, o.searchable)) AS c(text, counts)
    WHERE c.counts AND (n.searchable <> o.searchable OR n.attributes <> o.attributes
      OR split_part(n.search_text, E'\n', 3) <> split_part(o.search_text, E'\n', 3));
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION note_gone_from_grid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_categories SELECT DISTINCT split_part(search_text, E'\n', 3) FROM old_rows WHERE searchable;
  RETURN NULL;
END $$;

CREATE FUNCTION expected_attributes(wanted text) RETURNS text[]
LANGUAGE sql STABLE AS $$
  WITH active AS MATERIALIZED (
    SELECT attributes FROM catalog_items WHERE searchable AND split_part(search_text, E'\n', 3) = wanted)
  SELECT coalesce(array_agg(key ORDER BY key COLLATE "C"), '{}') FROM (
    SELECT a.key FROM active, jsonb_each(active.attributes) AS a WHERE attribute_filled(a.value)
    GROUP BY a.key HAVING count(*) * 2 >= (SELECT count(*) FROM active)
    ORDER BY a.key COLLATE "C" LIMIT 64) AS common
  WHERE wanted <> ''
$$;

-- Counts anew what is stale, unless somebody writes or counts just now: then the next one does.
CREATE FUNCTION renew_expectations() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  stale text[];
BEGIN
  IF NOT EXISTS (SELECT FROM stale_categories)
    OR NOT pg_try_advisory_xact_lock(hashtext('celeiro.expectations')) THEN
    RETURN;
  END IF;
  WITH gone AS (DELETE FROM stale_categories RETURNING category)
  SELECT array_agg(DISTINCT category) INTO stale FROM gone;
  WITH counted AS MATERIALIZED (
    SELECT category, expected_attributes(category) AS attributes FROM unnest(coalesce(stale, '{}')) AS category)
  INSERT INTO category_expectations AS e (category, attributes)
  SELECT category, attributes FROM counted
  WHERE attributes IS DISTINCT FROM
    coalesce((SELECT k.attributes FROM category_expectations k WHERE k.category = counted.category), '{}')
  ON CONFLICT (category) DO UPDATE SET attributes = excluded.attributes;
  IF FOUND THEN
    UPDATE catalog_grid g SET completeness = c.completeness
    FROM (SELECT i.id, item_completeness(i.description, i.category, i.price, i.manufacturer, i.tags, i.attributes,
            e.attributes) AS completeness
          FROM category_expectations e JOIN catalog_grid o ON o.category = left(e.category, 500)
          JOIN catalog_items i ON i.id = o.item_id AND split_part(i.search_text, E'\n', 3) = e.category
          WHERE e.category = ANY(stale)) AS c
    WHERE g.item_id = c.id AND g.completeness <> c.completeness;
  END IF;
END $$;

INSERT INTO catalog_grid SELECT * FROM catalog_grid_rows;
INSERT INTO stale_categories SELECT DISTINCT split_part(search_text, E'\n', 3) FROM catalog_items WHERE searchable;
CREATE INDEX catalog_grid_name ON catalog_grid (name, item_id);
CREATE INDEX catalog_grid_category ON catalog_grid (category, item_id);
CREATE INDEX catalog_grid_manufacturer ON catalog_grid (manufacturer, item_id);
CREATE INDEX catalog_grid_price ON catalog_grid (price, item_id);
CREATE INDEX catalog_grid_dearest ON catalog_grid (price DESC NULLS LAST, item_id DESC);
CREATE INDEX catalog_grid_completeness ON catalog_grid (completeness, item_id);
CREATE INDEX catalog_grid_created ON catalog_grid (created_at, item_id);
CREATE INDEX catalog_grid_updated ON catalog_grid (updated_at, item_id);
CREATE INDEX catalog_grid_tags ON catalog_grid USING gin (tags);
CREATE INDEX catalog_grid_attributes ON catalog_grid USING gin (attribute_marks);
ANALYZE catalog_grid;
SELECT renew_expectations();
CREATE TRIGGER note_grid_insert AFTER INSERT ON catalog_items REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_grid();
CREATE TRIGGER note_grid_update AFTER UPDATE ON catalog_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_grid();
CREATE TRIGGER note_grid_delete AFTER DELETE ON catalog_items REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_gone_from_grid();

-- A grid shows what search does not: its words are found there too.
CREATE INDEX catalog_items_hidden_trigrams ON catalog_items USING gin (search_text gin_trgm_ops) WHERE NOT searchable;

-- What an operation came to: where from, which records and fields it changed, what it took back.
ALTER TABLE operations
  ADD COLUMN source  text,
  ADD COLUMN records integer NOT NULL DEFAULT 0,
  ADD COLUMN created integer NOT NULL DEFAULT 0,
  ADD COLUMN fields  text[] NOT NULL DEFAULT '{}',
  ADD COLUMN undoes  uuid CONSTRAINT operations_undoes REFERENCES operations,
  -- Whether it was asked to take back some records or fields alone.
  ADD COLUMN in_part boolean NOT NULL DEFAULT false;
UPDATE operations o SET source = r.source, records = r.records, created = r.created,
  fields = coalesce((SELECT array_agg(DISTINCT key ORDER BY key) FROM revisions v, jsonb_object_keys(v.changes) AS key
    WHERE v.operation_id = o.id AND v.version > 1), '{}')
FROM (SELECT operation_id, min(source) AS source, count(DISTINCT record_id) AS records,
        count(*) FILTER (WHERE version = 1) AS created
      FROM revisions GROUP BY operation_id) AS r
WHERE r.operation_id = o.id;
CREATE INDEX operations_log ON operations (created_at DESC, id DESC) WHERE records > 0;
CREATE INDEX operations_undoing ON operations (undoes) WHERE undoes IS NOT NULL;

-- The operation that took another one back as a whole and was not itself taken back.
CREATE FUNCTION undone_by(operation uuid) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT u.id FROM operations u WHERE u.undoes = operation AND NOT u.in_part AND undone_by(u.id) IS NULL
          ORDER BY u.created_at DESC LIMIT 1);
END $$;

CREATE TABLE grid_views (
  id         uuid PRIMARY KEY,
  kind       text NOT NULL CONSTRAINT grid_views_kind_known CHECK (kind IN ('items', 'faqs')),
  owner      text NOT NULL,
  name       text NOT NULL CONSTRAINT grid_views_name_not_blank CHECK (btrim(name) <> ''),
  shared     boolean NOT NULL DEFAULT false,
  content    jsonb NOT NULL CONSTRAINT grid_views_content_object CHECK (jsonb_typeof(content) = 'object'),
  version    integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX grid_views_name_once ON grid_views (owner, kind, normalize_text(name));

-- Whether a field has the same value: of a deletion counts only whether there is one.
CREATE FUNCTION same_value(field text, a jsonb, b jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE field WHEN 'deleted_at' THEN (coalesce(a, 'null') = 'null') = (coalesce(b, 'null') = 'null')
    ELSE a IS NOT DISTINCT FROM b END
$$;

-- A save that leaves a record's words as they are adds none to the vocabulary: an edit of ten thousand
-- prices need not look up half a million words.
CREATE FUNCTION note_changed_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vocabulary (kind, word)
  SELECT TG_ARGV[0], word
  FROM (SELECT DISTINCT ltrim(lexeme, E'\x01\x02') AS word
        FROM new_rows n JOIN old_rows o USING (id), unnest(tsvector_to_array(n.search_words)) AS lexeme
        WHERE n.search_words <> o.search_words) AS w
  WHERE NOT EXISTS (SELECT FROM vocabulary v WHERE v.kind = TG_ARGV[0] AND v.word = w.word)
  ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
DROP TRIGGER note_words_update ON catalog_items;
CREATE TRIGGER note_words_update AFTER UPDATE ON catalog_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_words('items');
DROP TRIGGER note_words_update ON faqs;
CREATE TRIGGER note_words_update AFTER UPDATE ON faqs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_words('faqs');
