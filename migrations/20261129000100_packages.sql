-- Packages of items: what a product is sold in, each with its label, code, EAN, price and status, in the dealer's
-- order. Their labels, codes and EANs stand in the word index among the words of attribute values, behind U+0002.
-- A default that is a constant rewrites no row.
ALTER TABLE catalog_items
  ADD COLUMN packages jsonb NOT NULL DEFAULT '[]'
    CONSTRAINT catalog_items_packages_list CHECK (jsonb_typeof(packages) = 'array');

-- What names a package, folded; `;` keeps the texts apart, as in attribute_texts.
CREATE FUNCTION package_texts(packages jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(said, ' ; ' ORDER BY place, part), '') FROM (
    SELECT normalize_text(t.said) AS said, p.place, t.part
    FROM jsonb_array_elements(CASE jsonb_typeof(packages) WHEN 'array' THEN packages ELSE '[]' END)
        WITH ORDINALITY AS p(package, place),
      LATERAL (VALUES (1, p.package ->> 'label'), (2, p.package ->> 'code'), (3, p.package ->> 'ean')) AS t(part, said)
  ) AS texts
  WHERE said <> ''
$$;

-- The folded text of all that an item has beside the fields of the plain lexical search, but its notes.
CREATE FUNCTION item_attribute_text(attributes jsonb, packages jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE packages WHEN '[]' THEN attribute_texts(attributes)
    ELSE concat_ws(' ; ', nullif(attribute_texts(attributes), ''), nullif(package_texts(packages), '')) END
$$;

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
    NEW.attribute_text := item_attribute_text(NEW.attributes, NEW.packages);
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
CREATE TRIGGER a_fold BEFORE INSERT OR UPDATE OF name, description, category, manufacturer, tags, attributes, notes, packages,
  status, deleted_at, search_text, attribute_text, note_text, length_key, search_words
  ON catalog_items FOR EACH ROW EXECUTE FUNCTION catalog_items_fold();

DROP TRIGGER b_version ON catalog_items;
CREATE TRIGGER b_version BEFORE UPDATE ON catalog_items FOR EACH ROW
  WHEN ((OLD.external_id, OLD.name, OLD.description, OLD.category, OLD.manufacturer, OLD.price, OLD.currency, OLD.tags, OLD.status, OLD.attributes, OLD.notes, OLD.packages, OLD.deleted_at)
    IS DISTINCT FROM (NEW.external_id, NEW.name, NEW.description, NEW.category, NEW.manufacturer, NEW.price, NEW.currency, NEW.tags, NEW.status, NEW.attributes, NEW.notes, NEW.packages, NEW.deleted_at)) EXECUTE FUNCTION count_version();

-- That a new record has no packages is not told: what was created before there were any says the same.
CREATE OR REPLACE FUNCTION revision_changes(before jsonb, after jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(jsonb_object_agg(key,
           CASE WHEN before IS NULL THEN jsonb_build_object('to', value)
                ELSE jsonb_build_object('from', before -> key, 'to', value) END), '{}')
  FROM jsonb_each(after)
  WHERE CASE WHEN before IS NULL THEN value <> 'null' AND (key <> 'packages' OR value <> '[]')
    ELSE before -> key IS DISTINCT FROM value END
$$;

CREATE OR REPLACE FUNCTION same_value(field text, a jsonb, b jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE field WHEN 'deleted_at' THEN (coalesce(a, 'null') = 'null') = (coalesce(b, 'null') = 'null')
    WHEN 'approved_at' THEN (a #>> '{}')::timestamptz IS NOT DISTINCT FROM (b #>> '{}')::timestamptz
    WHEN 'packages' THEN coalesce(nullif(a, 'null'), '[]') = coalesce(nullif(b, 'null'), '[]')
    ELSE a IS NOT DISTINCT FROM b END
$$;
