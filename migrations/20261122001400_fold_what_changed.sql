-- An edit folds the texts that it changes and takes the others from what is folded already: adding a
-- tag to ten thousand items need not fold ten thousand descriptions. Whoever sets `search_text` or
-- `attribute_text` has that one folded anew, so that a later migration can still ask for it.
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
  NEW.length_key := char_length(split_part(NEW.search_text, E'\n', 1)) * 1000000
    + least(char_length(NEW.search_text), 999999);
  NEW.search_words := CASE WHEN NEW.status = 'ativo' AND NEW.deleted_at IS NULL
    THEN text_lexemes(NEW.search_text, NEW.attribute_text) ELSE '' END;
  RETURN NEW;
END $$;
