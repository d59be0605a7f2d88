-- The texts of attributes and packages in functions that keep their plans: before version 18 a server plans a function
-- in SQL anew for every row, which an import of many thousand rows waited for.
CREATE OR REPLACE FUNCTION package_texts(packages jsonb) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT coalesce(string_agg(said, ' ; ' ORDER BY place, part), '') FROM (
    SELECT normalize_text(t.said) AS said, p.place, t.part
    FROM jsonb_array_elements(CASE jsonb_typeof(packages) WHEN 'array' THEN packages ELSE '[]' END)
        WITH ORDINALITY AS p(package, place),
      LATERAL (VALUES (1, p.package ->> 'label'), (2, p.package ->> 'code'), (3, p.package ->> 'ean')) AS t(part, said)
  ) AS texts
  WHERE said <> '');
END $$;

CREATE OR REPLACE FUNCTION item_attribute_text(attributes jsonb, packages jsonb) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF packages = '[]' THEN
    RETURN attribute_texts(attributes);
  END IF;
  RETURN concat_ws(' ; ', nullif(attribute_texts(attributes), ''), nullif(package_texts(packages), ''));
END $$;
