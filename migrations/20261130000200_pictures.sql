-- Pictures of items: how large they are, or why one is none; their order; and what documents are.
ALTER TABLE catalog_files
  -- What a person chose; NULL where the name of the file decides.
  ADD COLUMN kind text CONSTRAINT catalog_files_kind_known
    CHECK (kind IN ('label', 'leaflet', 'safety_sheet', 'other')),
  -- Of a picture in pixels, upright; NULL where it was not looked at yet.
  ADD COLUMN width integer CONSTRAINT catalog_files_width_positive CHECK (width > 0),
  ADD COLUMN height integer CONSTRAINT catalog_files_height_positive CHECK (height > 0),
  -- Why an image is kept as a document and is not shown as a picture.
  ADD COLUMN picture_problem text CONSTRAINT catalog_files_problem_known
    CHECK (picture_problem IN ('too_many_pixels', 'damaged', 'unreadable')),
  ADD CONSTRAINT catalog_files_size_whole
    CHECK ((width IS NULL) = (height IS NULL) AND (width IS NULL OR picture_problem IS NULL));

-- Images that were not looked at yet.
CREATE INDEX catalog_files_unmeasured ON catalog_files (id)
  WHERE format = 'image' AND mime_type <> 'image/svg+xml' AND width IS NULL AND picture_problem IS NULL
    AND deleted_at IS NULL;

-- The order in which people put the pictures of an item, the main one first. Attachments that are not in it follow in
-- the order in which they came; one that is taken off keeps its place until it is put back.
CREATE TABLE item_images (
  item_id    uuid PRIMARY KEY REFERENCES catalog_items ON DELETE CASCADE ON UPDATE CASCADE,
  images     uuid[] NOT NULL,
  version    integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL
);

-- The vectors of an item hold the texts of its files: what kind a file is and how large a picture is changes none.
CREATE OR REPLACE FUNCTION queue_changed_file_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO embedding_jobs AS j (corpus, record_id)
  SELECT DISTINCT 'items', n.item_id FROM new_rows n JOIN old_rows o USING (id)
  WHERE (n.deleted_at IS NULL OR o.deleted_at IS NULL)
    AND ((n.item_id, n.deleted_at, n.purged_at) IS DISTINCT FROM (o.item_id, o.deleted_at, o.purged_at)
      OR n.text IS DISTINCT FROM o.text)
  ORDER BY n.item_id
  ON CONFLICT (corpus, record_id) DO UPDATE
    SET generation = j.generation + 1, attempts = 0, run_after = now(), last_error = NULL;
  RETURN NULL;
END $$;
