-- How a model's vectors are weighed against words in this corpus, measured when it is filled.

ALTER TABLE embedding_models ADD COLUMN calibration jsonb;
COMMENT ON COLUMN embedding_models.calibration IS 'Strength of the vectors with the figures it came from, and the chunks whose vectors stand for the corpus; NULL where likenesses count as they are.';
