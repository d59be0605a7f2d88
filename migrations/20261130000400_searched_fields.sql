-- Fields whose values the search leaves out: a definition says it, and the words of an item lack them. What a definition
-- changes of that is made by a background task, item by item.
UPDATE catalog_fields SET content = content || '{"searchable": true}';
UPDATE catalog_field_changes
SET before = before || '{"searchable": true}', after = after || '{"searchable": true}';

-- Asked for each item that is written, and empty most of the time.
CREATE INDEX catalog_fields_unsearched ON catalog_fields (key)
  WHERE deleted_at IS NULL AND content -> 'searchable' = 'false';

-- Attributes whose items have their words read anew, and the last item of which it is done.
CREATE TABLE reread_attributes (
  key      text COLLATE "C" PRIMARY KEY,
  after_id uuid
);

CREATE FUNCTION note_searched_field() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    was := OLD.deleted_at IS NULL AND coalesce(OLD.content -> 'searchable' = 'false', false);
  END IF;
  IF was <> (NEW.deleted_at IS NULL AND coalesce(NEW.content -> 'searchable' = 'false', false)) THEN
    INSERT INTO reread_attributes (key) VALUES (NEW.key) ON CONFLICT (key) DO UPDATE SET after_id = NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_searched_field AFTER INSERT OR UPDATE ON catalog_fields
  FOR EACH ROW EXECUTE FUNCTION note_searched_field();

-- What of an item the search reads beside the fields of the plain lexical search and its notes. Volatile, so that a
-- writer that has waited for the lock of the definitions sees them as they are then.
CREATE FUNCTION searched_item_text(attributes jsonb, packages jsonb) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  unsearched text[];
BEGIN
  IF attributes <> '{}' THEN
    unsearched := ARRAY(SELECT f.key FROM catalog_fields f
      WHERE f.deleted_at IS NULL AND f.content -> 'searchable' = 'false');
    IF cardinality(unsearched) > 0 THEN
      RETURN item_attribute_text(attributes - unsearched, packages);
    END IF;
  END IF;
  RETURN item_attribute_text(attributes, packages);
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
    OR NEW.attribute_text <> OLD.attribute_text THEN
    -- Definitions stay as they are until the writer is done, as in note_grid.
    PERFORM pg_advisory_xact_lock_shared(hashtext('celeiro.expectations'));
    NEW.attribute_text := searched_item_text(NEW.attributes, NEW.packages);
  END IF;
  IF kept IS NULL OR NEW.notes IS DISTINCT FROM OLD.notes OR NEW.note_text <> OLD.note_text THEN
    NEW.note_text := normalize_text(coalesce(NEW.notes, ''));
  END IF;
  NEW.length_key := char_length(split_part(NEW.search_text, E'\n', 1)) * 1000000
    + least(char_length(NEW.search_text), 999999);
  NEW.search_words := CASE WHEN NEW.status = 'ativo' AND NEW.deleted_at IS NULL
    THEN text_lexemes(NEW.search_text, NEW.attribute_text || ' ' || NEW.note_text) ELSE '' END;
  RETURN NEW;
END $$;
