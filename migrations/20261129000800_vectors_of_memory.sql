-- Vectors of what the assistant knows, of models that run in the program alone: what is known of a person goes to no
-- server. They are compared in memory, for a person's memory is small. An item that is deleted for good takes them
-- along.
CREATE TABLE knowledge_vectors (
  item_id      uuid NOT NULL CONSTRAINT knowledge_vectors_item REFERENCES knowledge ON DELETE CASCADE,
  model_key    text NOT NULL,
  -- Of the statement that was embedded: a changed one has no vector until it is embedded again.
  content_hash bytea NOT NULL,
  -- Of norm 1; of norm 0 where the statement says nothing to the model.
  vector       real[] NOT NULL,
  embedded_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (item_id, model_key)
);
