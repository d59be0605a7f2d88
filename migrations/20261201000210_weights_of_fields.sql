-- How much the search goes by the values of a field: nothing, as by other attributes, or as by tags. Words of the third
-- kind are a text of their own; in the word index they stand among those of attribute values, as words of notes do.
DROP TRIGGER note_searched_field ON catalog_fields;
UPDATE catalog_fields SET content = (content - 'searchable')
  || jsonb_build_object('searchWeight', CASE WHEN content -> 'searchable' = 'false' THEN 'none' ELSE 'normal' END);
UPDATE catalog_field_changes
SET before = (before - 'searchable')
    || jsonb_build_object('searchWeight', CASE WHEN before -> 'searchable' = 'false' THEN 'none' ELSE 'normal' END),
  after = (after - 'searchable')
    || jsonb_build_object('searchWeight', CASE WHEN after -> 'searchable' = 'false' THEN 'none' ELSE 'normal' END);

-- Asked for each item that is written, and empty most of the time.
DROP INDEX catalog_fields_unsearched;
CREATE INDEX catalog_fields_search_weight ON catalog_fields (key)
  WHERE deleted_at IS NULL AND content ->> 'searchWeight' <> 'normal';

CREATE OR REPLACE FUNCTION note_searched_field() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text := 'normal';
  becomes text := 'normal';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.deleted_at IS NULL THEN
      was := coalesce(OLD.content ->> 'searchWeight', 'normal');
    END IF;
  END IF;
  IF NEW.deleted_at IS NULL THEN
    becomes := coalesce(NEW.content ->> 'searchWeight', 'normal');
  END IF;
  IF was <> becomes THEN
    INSERT INTO reread_attributes (key) VALUES (NEW.key) ON CONFLICT (key) DO UPDATE SET after_id = NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_searched_field AFTER INSERT OR UPDATE ON catalog_fields
  FOR EACH ROW EXECUTE FUNCTION note_searched_field();

ALTER TABLE catalog_items
  -- Kept by trigger: the values of fields that weigh as tags, folded.
  ADD COLUMN strong_text text NOT NULL DEFAULT '';

-- What of an item the search reads beside the fields of the plain lexical search and its notes: values that weigh as
-- attributes do, with the packages, and those that weigh as tags do. Volatile, so that a writer that has waited for the
-- lock of the definitions sees them as they are then.
CREATE FUNCTION searched_item_texts(attributes jsonb, packages jsonb, OUT attribute_text text, OUT strong_text text)
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  unsearched text[];
  strong text[];
BEGIN
  strong_text := '';
  IF attributes <> '{}' THEN
    SELECT array_agg(f.key) FILTER (WHERE f.content ->> 'searchWeight' = 'none'),
      array_agg(f.key) FILTER (WHERE f.content ->> 'searchWeight' = 'strong')
    INTO unsearched, strong
    FROM catalog_fields f WHERE f.deleted_at IS NULL AND f.content ->> 'searchWeight' <> 'normal';
  END IF;
  IF strong IS NOT NULL THEN
    strong_text := item_attribute_text((SELECT coalesce(jsonb_object_agg(a.key, a.value), '{}')
      FROM jsonb_each(attributes) AS a WHERE a.key = ANY(strong)), '[]');
  END IF;
  attribute_text := item_attribute_text(attributes - coalesce(unsearched || strong, '{}'), packages);
END $$;

CREATE OR REPLACE FUNCTION catalog_items_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- What stays of the lines that were folded before.
  kept text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.search_text = OLD.search_text THEN
      kept := string_to_array(OLD.search_text, E'\n');
    END IF;
  END IF;
  NEW.search_text := concat_ws(E'\n',
    CASE WHEN cardinality(kept) = 5 AND NEW.name = OLD.name THEN kept[1] ELSE normalize_text(NEW.name) END,
    CASE WHEN cardinality(kept) = 5 AND NEW.description IS NOT DISTINCT FROM OLD.description THEN kept[2]
      ELSE normalize_text(coalesce(NEW.description, '')) END,
    CASE WHEN cardinality(kept) = 5 AND NEW.category IS NOT DISTINCT FROM OLD.category THEN kept[3]
      ELSE normalize_text(coalesce(NEW.category, '')) END,
    CASE WHEN cardinality(kept) = 5 AND NEW.manufacturer IS NOT DISTINCT FROM OLD.manufacturer THEN kept[4]
      ELSE normalize_text(coalesce(NEW.manufacturer, '')) END,
    CASE WHEN cardinality(kept) = 5 AND NEW.tags = OLD.tags THEN kept[5]
      ELSE normalize_text(array_to_string(NEW.tags, ' ')) END);
  IF kept IS NULL OR NEW.attributes <> OLD.attributes OR NEW.packages <> OLD.packages
    OR NEW.attribute_text <> OLD.attribute_text OR NEW.strong_text <> OLD.strong_text THEN
    -- Definitions stay as they are until the writer is done, as in note_grid.
    PERFORM pg_advisory_xact_lock_shared(hashtext('celeiro.expectations'));
    SELECT t.attribute_text, t.strong_text INTO NEW.attribute_text, NEW.strong_text
    FROM searched_item_texts(NEW.attributes, NEW.packages) AS t;
  END IF;
  IF kept IS NULL OR NEW.notes IS DISTINCT FROM OLD.notes OR NEW.note_text <> OLD.note_text THEN
    NEW.note_text := normalize_text(coalesce(NEW.notes, ''));
  END IF;
  NEW.length_key := char_length(split_part(NEW.search_text, E'\n', 1)) * 1000000
    + least(char_length(NEW.search_text), 999999);
  NEW.search_words := CASE WHEN NEW.status = 'ativo' AND NEW.deleted_at IS NULL
    THEN text_lexemes(NEW.search_text, NEW.attribute_text || ' ' || NEW.strong_text || ' ' || NEW.note_text) ELSE '' END;
  RETURN NEW;
END $$;
DROP FUNCTION searched_item_text(jsonb, jsonb);

DROP TRIGGER a_fold ON catalog_items;
CREATE TRIGGER a_fold BEFORE INSERT OR UPDATE OF name, description, category, manufacturer, tags, attributes, notes, packages,
  status, deleted_at, search_text, attribute_text, strong_text, note_text, length_key, search_words
  ON catalog_items FOR EACH ROW EXECUTE FUNCTION catalog_items_fold();

CREATE OR REPLACE FUNCTION revision_fields(record jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT record - '{id,created_at,updated_at,version,search_text,attribute_text,strong_text,note_text,length_key,search_words,searchable,question_normalized,approved_text,approval}'::text[]
$$;
