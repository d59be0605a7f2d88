-- Catalog and FAQ with what search needs of them, kept by triggers so that a row that arrives by
-- any way (the program, an import, another system's SQL) is found alike.

-- The words of a folded text: its chunks between blanks without punctuation at their ends, long
-- ones cut into overlapping pieces. A search token has neither blanks nor punctuation at its ends
-- and at most 64 characters, so it is a substring of the text exactly where it is one of a word.
CREATE FUNCTION text_words(folded text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT piece), '{}')
  FROM string_to_table(translate(folded, E'\n', ' '), ' ') AS chunk,
       LATERAL (SELECT btrim(chunk, E'.,;:!?()[]{}<>"''`´‘’“”«»*/\\|+=_~^%&#@$-–—•…°ºª\x01')) AS t(word),
       LATERAL (SELECT substr(word, at, 192)
                FROM generate_series(1, greatest(char_length(word) - 64, 1), 128) AS at) AS p(piece)
  WHERE word <> ''
$$;

-- What the word index holds: every word, and every word of the first line once more behind U+0001,
-- so that "stands in the name" can be asked of the index too.
-- Words of attribute values stand behind U+0002: the relevance fusion asks for them, the plain
-- lexical search does not see them.
CREATE FUNCTION text_lexemes(folded text, folded_attributes text) RETURNS tsvector
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_tsvector(
    text_words(folded)
    || ARRAY(SELECT E'\x01' || word FROM unnest(text_words(split_part(folded, E'\n', 1))) AS word)
    || ARRAY(SELECT E'\x02' || word FROM unnest(text_words(folded_attributes)) AS word))
$$;

-- The texts of all values of a JSON object, at any depth, folded; `;` keeps them apart. Of a value
-- that only says yes, the key is the text (`"organic": true`, `"agricultura_organica": "SIM"`).
CREATE FUNCTION attribute_texts(attributes jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(said, ' ; '), '') FROM (
    SELECT normalize_text(value #>> '{}') AS said
    FROM jsonb_path_query(attributes, 'strict $.** ? (@.type() == "string" || @.type() == "number")') AS value
    UNION ALL
    SELECT normalize_text(pair ->> 'key')
    FROM jsonb_path_query(attributes, 'strict $.** ? (@.type() == "object").keyvalue()') AS pair
    WHERE lower(pair ->> 'value') IN ('true', 'sim', 'yes')) AS texts
  WHERE said NOT IN ('', 'true', 'sim', 'yes', 'false', 'nao', 'no')
$$;

CREATE TABLE catalog_items (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  external_id  text CONSTRAINT catalog_items_external_id_unique UNIQUE,
  name         text NOT NULL CONSTRAINT catalog_items_name_not_blank CHECK (btrim(name) <> ''),
  description  text,
  category     text,
  manufacturer text,
  price        numeric(16, 4) CONSTRAINT catalog_items_price_range CHECK (price >= 0 AND price < 1000000000000),
  currency     text NOT NULL DEFAULT 'BRL' CONSTRAINT catalog_items_currency_code CHECK (currency ~ '^[A-Z]{3}$'),
  tags         text[] NOT NULL DEFAULT '{}',
  status       text NOT NULL DEFAULT 'ativo' CONSTRAINT catalog_items_status_known CHECK (status IN ('ativo', 'inativo', 'rascunho')),
  attributes   jsonb NOT NULL DEFAULT '{}' CONSTRAINT catalog_items_attributes_object CHECK (jsonb_typeof(attributes) = 'object'),
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  deleted_at   timestamptz,
  version      integer NOT NULL DEFAULT 1,
  -- Kept by trigger: name, description, category, manufacturer and tags, folded, one line each.
  search_text  text NOT NULL DEFAULT '',
  -- Kept by trigger: the values of all attributes, folded.
  attribute_text text NOT NULL DEFAULT '',
  -- Kept by trigger: orders by length of the name, then of the whole text.
  length_key   integer NOT NULL DEFAULT 0,
  search_words tsvector NOT NULL DEFAULT '',
  searchable   boolean NOT NULL GENERATED ALWAYS AS (status = 'ativo' AND deleted_at IS NULL) STORED
);

CREATE TABLE faqs (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  external_id  text CONSTRAINT faqs_external_id_unique UNIQUE,
  question     text NOT NULL CONSTRAINT faqs_question_not_blank CHECK (btrim(question) <> ''),
  answer       text NOT NULL CONSTRAINT faqs_answer_not_blank CHECK (btrim(answer) <> ''),
  tags         text[] NOT NULL DEFAULT '{}',
  status       text NOT NULL DEFAULT 'ativo' CONSTRAINT faqs_status_known CHECK (status IN ('ativo', 'inativo', 'rascunho')),
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  deleted_at   timestamptz,
  version      integer NOT NULL DEFAULT 1,
  question_normalized text NOT NULL DEFAULT '',
  -- Kept by trigger: question and answer, folded, one line each.
  search_text  text NOT NULL DEFAULT '',
  search_words tsvector NOT NULL DEFAULT '',
  searchable   boolean NOT NULL GENERATED ALWAYS AS (status = 'ativo' AND deleted_at IS NULL) STORED
);

-- Attached files. Their extracted text is embedded in chunks; the file itself stays outside.
CREATE TABLE catalog_files (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  item_id      uuid NOT NULL REFERENCES catalog_items ON DELETE CASCADE,
  name         text NOT NULL,
  mime_type    text NOT NULL,
  size_bytes   bigint NOT NULL CHECK (size_bytes >= 0),
  sha256       bytea NOT NULL CHECK (octet_length(sha256) = 32),
  text         text,
  text_preview text,
  created_at   timestamptz NOT NULL DEFAULT now(),
  UNIQUE (item_id, sha256)
);

CREATE FUNCTION catalog_items_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := concat_ws(E'\n',
    normalize_text(NEW.name), normalize_text(coalesce(NEW.description, '')),
    normalize_text(coalesce(NEW.category, '')), normalize_text(coalesce(NEW.manufacturer, '')),
    normalize_text(array_to_string(NEW.tags, ' ')));
  NEW.attribute_text := attribute_texts(NEW.attributes);
  NEW.length_key := char_length(split_part(NEW.search_text, E'\n', 1)) * 1000000
    + least(char_length(NEW.search_text), 999999);
  NEW.search_words := CASE WHEN NEW.status = 'ativo' AND NEW.deleted_at IS NULL
    THEN text_lexemes(NEW.search_text, NEW.attribute_text) ELSE '' END;
  RETURN NEW;
END $$;

CREATE FUNCTION faqs_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.question_normalized := normalize_text(NEW.question);
  NEW.search_text := concat_ws(E'\n', NEW.question_normalized, normalize_text(NEW.answer));
  NEW.search_words := CASE WHEN NEW.status = 'ativo' AND NEW.deleted_at IS NULL
    THEN text_lexemes(NEW.search_text, '') ELSE '' END;
  RETURN NEW;
END $$;

CREATE TRIGGER a_fold BEFORE INSERT OR UPDATE OF name, description, category, manufacturer, tags, attributes, status, deleted_at, search_text,
  attribute_text, length_key, search_words
  ON catalog_items FOR EACH ROW EXECUTE FUNCTION catalog_items_fold();
CREATE TRIGGER a_fold BEFORE INSERT OR UPDATE OF question, answer, status, deleted_at, question_normalized, search_text, search_words
  ON faqs FOR EACH ROW EXECUTE FUNCTION faqs_fold();

CREATE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER b_version BEFORE UPDATE ON catalog_items FOR EACH ROW
  WHEN ((OLD.external_id, OLD.name, OLD.description, OLD.category, OLD.manufacturer, OLD.price, OLD.currency, OLD.tags, OLD.status, OLD.attributes, OLD.deleted_at)
    IS DISTINCT FROM (NEW.external_id, NEW.name, NEW.description, NEW.category, NEW.manufacturer, NEW.price, NEW.currency, NEW.tags, NEW.status, NEW.attributes, NEW.deleted_at)) EXECUTE FUNCTION count_version();
CREATE TRIGGER b_version BEFORE UPDATE ON faqs FOR EACH ROW
  WHEN ((OLD.external_id, OLD.question, OLD.answer, OLD.tags, OLD.status, OLD.deleted_at)
    IS DISTINCT FROM (NEW.external_id, NEW.question, NEW.answer, NEW.tags, NEW.status, NEW.deleted_at)) EXECUTE FUNCTION count_version();

-- Rows that search does not find have no words, so the word index needs no condition, and a question
-- to it names none: a condition would invite the planner to walk some other index instead.
CREATE INDEX catalog_items_words ON catalog_items USING gin (search_words);
CREATE INDEX catalog_items_trigrams ON catalog_items USING gin (search_text gin_trgm_ops) WHERE searchable;
CREATE INDEX catalog_items_newest ON catalog_items (created_at DESC, id) WHERE searchable;
CREATE INDEX catalog_items_category ON catalog_items (split_part(search_text, E'\n', 3)) WHERE searchable;
CREATE INDEX catalog_items_manufacturer ON catalog_items (split_part(search_text, E'\n', 4)) WHERE searchable;
CREATE INDEX catalog_items_price ON catalog_items (price) WHERE searchable;
CREATE INDEX catalog_items_name_manufacturer ON catalog_items (md5(split_part(search_text, E'\n', 1) || E'\n' || split_part(search_text, E'\n', 4)));
CREATE INDEX faqs_words ON faqs USING gin (search_words);
CREATE INDEX faqs_trigrams ON faqs USING gin (search_text gin_trgm_ops) WHERE searchable;
CREATE INDEX faqs_newest ON faqs (created_at DESC, id) WHERE searchable;
CREATE INDEX faqs_question ON faqs (md5(question_normalized));

-- Whether the attribute `key` holds `folded`: itself, or as an element of a list.
CREATE FUNCTION attribute_holds(attributes jsonb, key text, folded text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(attributes -> key)
    WHEN 'array' THEN EXISTS (SELECT FROM jsonb_array_elements_text(attributes -> key) AS e WHERE normalize_text(e) = folded)
    WHEN 'object' THEN EXISTS (SELECT FROM jsonb_each_text(attributes -> key) AS e WHERE normalize_text(e.value) = folded)
    ELSE normalize_text(attributes ->> key) = folded
  END
$$;
