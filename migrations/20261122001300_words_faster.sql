-- The words of a text without a plan for each text: the same words as before, five times as fast.
-- What stands between two words goes in one pass; only texts with very long words are still cut up
-- piece by piece.
ALTER FUNCTION text_words(text) RENAME TO text_words_in_pieces;

-- Some words may stand more than once.
CREATE FUNCTION text_words(folded text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  IF folded ~ '[^ \n]{193}' THEN
    RETURN text_words_in_pieces(folded);
  END IF;
  RETURN array_remove(string_to_array(btrim(regexp_replace(folded,
    '[-.,;:!?()\[\]{}<>"''`´‘’“”«»*/\\|+=_~^%&#@$–—•…°ºª\x01]*[ \n][-.,;:!?()\[\]{}<>"''`´‘’“”«»*/\\|+=_~^%&#@$–—•…°ºª\x01]*',
    ' ', 'g'), E' .,;:!?()[]{}<>"''`´‘’“”«»*/\\|+=_~^%&#@$-–—•…°ºª\x01'), ' '), '');
END $$;

CREATE OR REPLACE FUNCTION text_lexemes(folded text, folded_attributes text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  words text[] := text_words(folded);
  names text[] := text_words(split_part(folded, E'\n', 1));
  values text[] := text_words(folded_attributes);
BEGIN
  IF names <> '{}' THEN
    words := words || string_to_array(E'\x01' || array_to_string(names, E' \x01'), ' ');
  END IF;
  IF values <> '{}' THEN
    words := words || string_to_array(E'\x02' || array_to_string(values, E' \x02'), ' ');
  END IF;
  RETURN array_to_tsvector(words);
END $$;
