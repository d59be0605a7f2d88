-- Notes of items: what a dealer adds to the maker's texts. They are no field of the plain lexical
-- search; their words stand in the word index among those of attribute values, behind U+0002, and
-- their passages among the vectors, as those of attachments do.
ALTER TABLE catalog_items
  ADD COLUMN notes text,
  -- Kept by trigger: the notes, folded.
  ADD COLUMN note_text text NOT NULL DEFAULT '';

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
  IF kept IS NULL OR NEW.attributes <> OLD.attributes OR NEW.attribute_text <> OLD.attribute_text THEN
    NEW.attribute_text := attribute_texts(NEW.attributes);
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

DROP TRIGGER a_fold ON catalog_items;
CREATE TRIGGER a_fold BEFORE INSERT OR UPDATE OF name, description, category, manufacturer, tags, attributes, notes, status,
  deleted_at, search_text, attribute_text, note_text, length_key, search_words
  ON catalog_items FOR EACH ROW EXECUTE FUNCTION catalog_items_fold();

DROP TRIGGER b_version ON catalog_items;
CREATE TRIGGER b_version BEFORE UPDATE ON catalog_items FOR EACH ROW
  WHEN ((OLD.external_id, OLD.name, OLD.description, OLD.category, OLD.manufacturer, OLD.price, OLD.currency, OLD.tags, OLD.status, OLD.attributes, OLD.notes, OLD.deleted_at)
    IS DISTINCT FROM (NEW.external_id, NEW.name, NEW.description, NEW.category, NEW.manufacturer, NEW.price, NEW.currency, NEW.tags, NEW.status, NEW.attributes, NEW.notes, NEW.deleted_at)) EXECUTE FUNCTION count_version();

CREATE OR REPLACE FUNCTION revision_fields(record jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT record - '{id,created_at,updated_at,version,search_text,attribute_text,note_text,length_key,search_words,searchable,question_normalized,approved_text,approval}'::text[]
$$;

-- Notes are shown as they are written: another order or case of the same words is another passage.
CREATE OR REPLACE FUNCTION queue_changed_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What search does not find has no vectors, so that a vector search need not ask.
  IF TG_ARGV[0] = 'items' THEN
    INSERT INTO embedding_jobs AS j (corpus, record_id)
    SELECT 'items', n.id FROM new_rows n JOIN old_rows o USING (id)
    WHERE n.search_text <> o.search_text OR n.search_words <> o.search_words OR n.searchable <> o.searchable
      OR n.notes IS DISTINCT FROM o.notes
    ORDER BY n.id
    ON CONFLICT (corpus, record_id) DO UPDATE
      SET generation = j.generation + 1, attempts = 0, run_after = now(), last_error = NULL;
    DELETE FROM catalog_item_embeddings e USING new_rows n WHERE e.item_id = n.id AND NOT n.searchable;
  ELSE
    INSERT INTO embedding_jobs AS j (corpus, record_id)
    SELECT 'faqs', n.id FROM new_rows n JOIN old_rows o USING (id)
    WHERE n.search_text <> o.search_text OR n.search_words <> o.search_words OR n.searchable <> o.searchable
    ORDER BY n.id
    ON CONFLICT (corpus, record_id) DO UPDATE
      SET generation = j.generation + 1, attempts = 0, run_after = now(), last_error = NULL;
    DELETE FROM faq_embeddings e USING new_rows n WHERE e.faq_id = n.id AND NOT n.searchable;
  END IF;
  RETURN NULL;
END $$;
