-- Embeddings: models side by side, and the queue that feeds them.

CREATE TABLE embedding_models (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corpus       text NOT NULL CHECK (corpus IN ('items', 'faqs')),
  provider     text NOT NULL CHECK (provider IN ('local', 'openai', 'static')),
  -- Identity of the vectors: two models with the same key give the same vectors.
  model_key    text NOT NULL,
  name         text NOT NULL,
  dimensions   integer NOT NULL CHECK (dimensions BETWEEN 1 AND 4000),
  -- Greatest distance that counts as found with this model.
  threshold    double precision,
  -- building: being filled; active: serves; retired: kept until cleared.
  state        text NOT NULL DEFAULT 'building' CHECK (state IN ('building', 'active', 'retired')),
  indexed      boolean NOT NULL DEFAULT false,
  -- The matrices of a model that was fitted on this catalog.
  artifact     bytea,
  fitted_rows  integer,
  created_at   timestamptz NOT NULL DEFAULT now(),
  activated_at timestamptz,
  UNIQUE (corpus, model_key)
);
CREATE UNIQUE INDEX embedding_models_one_active ON embedding_models (corpus) WHERE state = 'active';

CREATE TABLE catalog_item_embeddings (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  item_id      uuid NOT NULL REFERENCES catalog_items ON DELETE CASCADE,
  model_id     integer NOT NULL REFERENCES embedding_models ON DELETE CASCADE,
  source       text NOT NULL CHECK (source IN ('item', 'file', 'note')),
  chunk        integer NOT NULL CHECK (chunk >= 0),
  content      text NOT NULL,
  content_hash bytea NOT NULL,
  embedding    halfvec NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  UNIQUE (item_id, model_id, source, chunk)
);
-- An exact scan reads every vector: keep them beside the row, not out of line.
ALTER TABLE catalog_item_embeddings ALTER COLUMN embedding SET STORAGE PLAIN;
CREATE INDEX catalog_item_embeddings_model ON catalog_item_embeddings (model_id);

CREATE TABLE faq_embeddings (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  faq_id       uuid NOT NULL REFERENCES faqs ON DELETE CASCADE,
  model_id     integer NOT NULL REFERENCES embedding_models ON DELETE CASCADE,
  source       text NOT NULL DEFAULT 'item' CHECK (source IN ('item', 'file', 'note')),
  chunk        integer NOT NULL CHECK (chunk >= 0),
  content      text NOT NULL,
  content_hash bytea NOT NULL,
  embedding    halfvec NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  UNIQUE (faq_id, model_id, source, chunk)
);
ALTER TABLE faq_embeddings ALTER COLUMN embedding SET STORAGE PLAIN;
CREATE INDEX faq_embeddings_model ON faq_embeddings (model_id);

-- One row a record whose vectors are out of date. `generation` counts up when the record changes
-- while a worker has it, so that the worker's "done" does not swallow the newer change.
CREATE TABLE embedding_jobs (
  corpus       text NOT NULL CHECK (corpus IN ('items', 'faqs')),
  record_id    uuid NOT NULL,
  generation   integer NOT NULL DEFAULT 1,
  attempts     integer NOT NULL DEFAULT 0,
  run_after    timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz,
  last_error   text,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (corpus, record_id)
);
CREATE INDEX embedding_jobs_due ON embedding_jobs (run_after);

CREATE FUNCTION queue_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO embedding_jobs AS j (corpus, record_id)
  SELECT TG_ARGV[0], n.id FROM new_rows n ORDER BY n.id
  ON CONFLICT (corpus, record_id) DO UPDATE
    SET generation = j.generation + 1, attempts = 0, run_after = now(), last_error = NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION queue_changed_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO embedding_jobs AS j (corpus, record_id)
  SELECT TG_ARGV[0], n.id FROM new_rows n JOIN old_rows o USING (id)
  WHERE n.search_text <> o.search_text OR n.search_words <> o.search_words OR n.searchable <> o.searchable
  ORDER BY n.id
  ON CONFLICT (corpus, record_id) DO UPDATE
    SET generation = j.generation + 1, attempts = 0, run_after = now(), last_error = NULL;
  -- What search does not find has no vectors, so that a vector search need not ask.
  IF TG_ARGV[0] = 'items' THEN
    DELETE FROM catalog_item_embeddings e USING new_rows n WHERE e.item_id = n.id AND NOT n.searchable;
  ELSE
    DELETE FROM faq_embeddings e USING new_rows n WHERE e.faq_id = n.id AND NOT n.searchable;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER queue_embeddings_insert AFTER INSERT ON catalog_items REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_embeddings('items');
CREATE TRIGGER queue_embeddings_update AFTER UPDATE ON catalog_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_embeddings('items');
CREATE TRIGGER queue_embeddings_insert AFTER INSERT ON faqs REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_embeddings('faqs');
CREATE TRIGGER queue_embeddings_update AFTER UPDATE ON faqs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_embeddings('faqs');
