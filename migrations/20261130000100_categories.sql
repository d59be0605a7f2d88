-- Categories with a name of their own and a place in a tree. An item's category stays a text: it is the name of one,
-- compared folded. A category that items have and that is not here stands at the top, by itself.
CREATE TABLE categories (
  id        uuid PRIMARY KEY,
  name      text NOT NULL CONSTRAINT categories_name_length CHECK (char_length(name) BETWEEN 1 AND 300),
  folded    text COLLATE "C" GENERATED ALWAYS AS (normalize_text(name)) STORED NOT NULL,
  -- Checked at the end of a transaction, for one change may write several of them in any order.
  parent_id uuid CONSTRAINT categories_parent REFERENCES categories DEFERRABLE INITIALLY DEFERRED,
  version   integer NOT NULL DEFAULT 1,
  CONSTRAINT categories_not_under_itself CHECK (parent_id <> id)
);
CREATE UNIQUE INDEX categories_name_unique ON categories (folded);
CREATE INDEX categories_parent_id ON categories (parent_id);

-- What an operation made of categories and of what names them beside items; NULL where there was, or is, none.
CREATE TABLE category_changes (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation_id uuid NOT NULL,
  kind         text NOT NULL CONSTRAINT category_changes_kind_known
                 CHECK (kind IN ('category', 'field', 'view', 'import-profile', 'expectation')),
  -- The id; of an expectation, the folded category.
  record       text COLLATE "C" NOT NULL,
  before       jsonb,
  after        jsonb,
  created_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX category_changes_operation ON category_changes (operation_id, id);

-- Folded categories with all below them in the tree, each once. A circle, which the program never writes, would end
-- it too: UNION drops what is known already.
CREATE FUNCTION categories_below(wanted text[]) RETURNS text[]
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE below AS (
    SELECT c.id, c.folded FROM categories c WHERE c.folded = ANY(wanted)
    UNION
    SELECT c.id, c.folded FROM below b JOIN categories c ON c.parent_id = b.id)
  SELECT ARRAY(SELECT unnest(wanted) UNION SELECT folded FROM below)
$$;
