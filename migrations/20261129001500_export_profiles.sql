-- How files for others are written: their columns, their form, whose prices they have.
CREATE TABLE export_profiles (
  id         uuid PRIMARY KEY,
  kind       text NOT NULL CONSTRAINT export_profiles_kind_known CHECK (kind IN ('items', 'faqs')),
  name       text NOT NULL CONSTRAINT export_profiles_name_length CHECK (char_length(name) BETWEEN 1 AND 80),
  content    jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX export_profiles_name_unique ON export_profiles (kind, normalize_text(name));
