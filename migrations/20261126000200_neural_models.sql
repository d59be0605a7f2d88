-- Models of a network of layers, run in process from a folder.

ALTER TABLE embedding_models DROP CONSTRAINT embedding_models_provider_check;
ALTER TABLE embedding_models ADD CONSTRAINT embedding_models_provider_check
  CHECK (provider IN ('local', 'openai', 'static', 'neural'));
