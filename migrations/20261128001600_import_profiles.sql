-- How the files of a supplier are read: what their columns are, and what becomes of their prices.
CREATE TABLE import_profiles (
  id         uuid PRIMARY KEY,
  kind       text NOT NULL CONSTRAINT import_profiles_kind_known CHECK (kind IN ('items', 'faqs')),
  name       text NOT NULL CONSTRAINT import_profiles_name_length CHECK (char_length(name) BETWEEN 1 AND 80),
  -- By which files of the supplier are known: SHA-256 of the folded names of their columns.
  header     bytea,
  content    jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX import_profiles_name_unique ON import_profiles (kind, normalize_text(name));
