-- Attachments that can be taken off and put back, and what imports remember of a file's columns.

-- What is known of an attachment beside its text. A detached one stays as a row, so that it can be
-- put back; the same content can then be attached again.
ALTER TABLE catalog_files
  ADD COLUMN format text NOT NULL DEFAULT 'text',
  ADD COLUMN pages integer CONSTRAINT catalog_files_pages_positive CHECK (pages > 0),
  -- Whether the text goes on behind what was kept.
  ADD COLUMN is_cut boolean NOT NULL DEFAULT false,
  ADD COLUMN deleted_at timestamptz,
  DROP CONSTRAINT catalog_files_item_id_sha256_key;
CREATE UNIQUE INDEX catalog_files_once ON catalog_files (item_id, sha256) WHERE deleted_at IS NULL;

-- The vectors of an item hold those of its attachments: they are out of date when one comes or goes.
CREATE FUNCTION queue_file_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO embedding_jobs AS j (corpus, record_id)
  SELECT DISTINCT 'items', n.item_id FROM new_rows n ORDER BY n.item_id
  ON CONFLICT (corpus, record_id) DO UPDATE
    SET generation = j.generation + 1, attempts = 0, run_after = now(), last_error = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER queue_embeddings_insert AFTER INSERT ON catalog_files REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_file_embeddings();
CREATE TRIGGER queue_embeddings_update AFTER UPDATE ON catalog_files REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_file_embeddings();

-- Which column of a file is what, as a person said it, by the names of all of its columns: the next
-- file of the same layout is read alike.
CREATE TABLE import_layouts (
  kind    text NOT NULL CHECK (kind IN ('items', 'faqs')),
  -- SHA-256 of the folded names.
  header  bytea NOT NULL CHECK (octet_length(header) = 32),
  mapping jsonb NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, header)
);
-- The layout of an import that is under way; it is remembered in the import's own transaction.
ALTER TABLE imports ADD COLUMN header bytea, ADD COLUMN mapping jsonb;
