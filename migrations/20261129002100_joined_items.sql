-- Products that were joined into one, and pairs that people told apart.

CREATE TABLE item_joins (
  -- The operation that joined them, or that joined them again.
  operation_id uuid PRIMARY KEY,
  stays        uuid NOT NULL,
  others       uuid[] NOT NULL,
  -- Which own prices of lists move: [{"item": …, "from": label or "", "to": label}].
  price_moves  jsonb NOT NULL CONSTRAINT item_joins_price_moves_list CHECK (jsonb_typeof(price_moves) = 'array')
);

-- Where the id of a joined product leads, as long as the product is deleted.
CREATE TABLE joined_items (
  item_id      uuid PRIMARY KEY REFERENCES catalog_items ON DELETE CASCADE ON UPDATE CASCADE,
  into_id      uuid NOT NULL REFERENCES catalog_items ON DELETE CASCADE ON UPDATE CASCADE,
  operation_id uuid NOT NULL CONSTRAINT joined_items_join REFERENCES item_joins ON DELETE CASCADE,
  CONSTRAINT joined_items_into_another CHECK (into_id <> item_id)
);
CREATE INDEX joined_items_into ON joined_items (into_id);
CREATE INDEX joined_items_operation ON joined_items (operation_id);

-- What a join moved beside the products, to be moved back.
CREATE TABLE join_moves (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation_id uuid NOT NULL CONSTRAINT join_moves_join REFERENCES item_joins ON DELETE CASCADE,
  kind         text NOT NULL CONSTRAINT join_moves_kind_known
                 CHECK (kind IN ('list-price', 'file', 'judgment', 'judgment-made', 'case')),
  moved        jsonb NOT NULL CONSTRAINT join_moves_moved_object CHECK (jsonb_typeof(moved) = 'object')
);
CREATE INDEX join_moves_operation ON join_moves (operation_id, kind);

-- Pairs of products that are not one, in order of their ids.
CREATE TABLE different_items (
  one        uuid NOT NULL REFERENCES catalog_items ON DELETE CASCADE ON UPDATE CASCADE,
  other      uuid NOT NULL REFERENCES catalog_items ON DELETE CASCADE ON UPDATE CASCADE,
  actor      text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (one, other),
  CONSTRAINT different_items_in_order CHECK (one < other)
);
CREATE INDEX different_items_other ON different_items (other);
