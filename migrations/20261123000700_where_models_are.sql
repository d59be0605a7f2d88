-- Where a model is asked, and which setting holds its key: it goes on serving while another one is
-- filled, also when the configuration has left it. The key itself is never here.
ALTER TABLE embedding_models
  ADD COLUMN address text CHECK (address <> ''),
  ADD COLUMN key_name text CHECK (key_name <> '');
COMMENT ON COLUMN embedding_models.address IS 'Base address of a server, or folder of a static model; NULL where it is fitted on the catalog, or unknown.';
COMMENT ON COLUMN embedding_models.key_name IS 'Name of the setting with the key; NULL where none is sent.';
