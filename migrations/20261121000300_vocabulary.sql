-- Every word that a catalog item or a FAQ holds or ever held. Substring search looks here first
-- (a few ten thousand words) and asks the word index for the words it found: the same rows as a
-- scan of all texts, at a fraction of the work. Words are never removed: one too many costs
-- nothing, one too few would hide a row.
CREATE TABLE vocabulary (
  kind      text NOT NULL CHECK (kind IN ('items', 'faqs')),
  word      text NOT NULL,
  -- Searchable rows that held the word when statistics were last taken.
  row_count integer NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, word)
);
CREATE INDEX vocabulary_trigrams ON vocabulary USING gin (word gin_trgm_ops);

-- Corpus statistics, one row a kind: taken after imports and from time to time.
CREATE TABLE corpus_statistics (
  kind         text PRIMARY KEY CHECK (kind IN ('items', 'faqs')),
  row_count    integer NOT NULL,
  -- Mean number of words in each field, by the field's name.
  mean_lengths jsonb NOT NULL DEFAULT '{}',
  taken_at     timestamptz NOT NULL DEFAULT now()
);

-- In the order of the words, so that two writers never wait for each other in a circle.
CREATE FUNCTION note_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vocabulary (kind, word)
  SELECT TG_ARGV[0], word
  FROM (SELECT DISTINCT ltrim(lexeme, E'\x01\x02') AS word
        FROM new_rows, unnest(tsvector_to_array(search_words)) AS lexeme) AS w
  WHERE NOT EXISTS (SELECT FROM vocabulary v WHERE v.kind = TG_ARGV[0] AND v.word = w.word)
  ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER note_words_insert AFTER INSERT ON catalog_items REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_words('items');
CREATE TRIGGER note_words_update AFTER UPDATE ON catalog_items REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_words('items');
CREATE TRIGGER note_words_insert AFTER INSERT ON faqs REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_words('faqs');
CREATE TRIGGER note_words_update AFTER UPDATE ON faqs REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_words('faqs');

-- Synonym groups of the trade; edited by people, seeded by the program.
CREATE TABLE synonym_groups (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('culture', 'treatment', 'generic')),
  name       text NOT NULL CHECK (btrim(name) <> ''),
  terms      text[] NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (kind, name)
);

-- Ranking profiles: named sets of fusion, weights and thresholds.
CREATE TABLE ranking_profiles (
  name       text PRIMARY KEY CHECK (name ~ '^[[:alnum:]][[:alnum:] ._-]{0,63}$'),
  definition jsonb NOT NULL,
  shipped    boolean NOT NULL DEFAULT false,
  active     boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX ranking_profiles_one_active ON ranking_profiles (active) WHERE active;

-- What was done once and must not be done again (seeding, for one).
CREATE TABLE milestones (
  name       text PRIMARY KEY,
  reached_at timestamptz NOT NULL DEFAULT now()
);
