-- Rows of a file wait here, checked, until the whole file is read; one transaction then moves them
-- into the catalog. A killed import leaves rows here and nothing anywhere else; the next import
-- clears what is left of dead ones.
CREATE TABLE imports (
  id         uuid PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('items', 'faqs')),
  file_name  text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  touched_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE import_rows (
  import_id    uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  row_number   integer NOT NULL,
  external_id  text,
  record       jsonb NOT NULL,
  -- Folded name and manufacturer (or question): who the row is where it has no external id.
  identity     text NOT NULL,
  PRIMARY KEY (import_id, row_number)
);
