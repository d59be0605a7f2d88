-- Price lists with own prices, what items cost the dealer, and changes of prices. The base (the price of an item and
-- those of its packages) stays in catalog_items. A package is named by its label; '' is the item itself.

CREATE TABLE price_lists (
  id          uuid PRIMARY KEY,
  name        text NOT NULL CONSTRAINT price_lists_name_length CHECK (char_length(name) BETWEEN 1 AND 80),
  note        text CONSTRAINT price_lists_note_length CHECK (char_length(note) <= 500),
  valid_from  date,
  valid_until date,
  -- What the list makes of the base where it has no own price.
  rule        jsonb CONSTRAINT price_lists_rule_object CHECK (jsonb_typeof(rule) = 'object'),
  active      boolean NOT NULL DEFAULT true,
  version     integer NOT NULL DEFAULT 1,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  text NOT NULL,
  deleted_at  timestamptz,
  CONSTRAINT price_lists_days_in_order CHECK (valid_until >= valid_from)
);
CREATE UNIQUE INDEX price_lists_name_unique ON price_lists (normalize_text(name)) WHERE deleted_at IS NULL;

CREATE TABLE list_prices (
  list_id uuid NOT NULL REFERENCES price_lists ON DELETE CASCADE,
  item_id uuid NOT NULL REFERENCES catalog_items ON DELETE CASCADE ON UPDATE CASCADE,
  package text NOT NULL DEFAULT '',
  price   numeric(16, 4) NOT NULL CONSTRAINT list_prices_price_range CHECK (price >= 0 AND price < 1000000000000),
  PRIMARY KEY (list_id, item_id, package)
);
CREATE INDEX list_prices_item ON list_prices (item_id);

CREATE TABLE item_costs (
  item_id    uuid PRIMARY KEY REFERENCES catalog_items ON DELETE CASCADE ON UPDATE CASCADE,
  -- None where it was known and is not any more.
  cost       numeric(16, 4) CONSTRAINT item_costs_cost_range CHECK (cost >= 0 AND cost < 1000000000000),
  version    integer NOT NULL DEFAULT 1,
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE price_changes (
  id           uuid PRIMARY KEY,
  name         text NOT NULL CONSTRAINT price_changes_name_length CHECK (char_length(name) <= 120),
  -- None is the base.
  list_id      uuid REFERENCES price_lists ON DELETE CASCADE,
  -- None is at once.
  effective_on date,
  state        text NOT NULL CONSTRAINT price_changes_state_known
                 CHECK (state IN ('planned', 'applied', 'cancelled', 'failed')),
  created_by   text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  applied_at   timestamptz,
  -- The operation that stored its prices.
  operation_id uuid CONSTRAINT price_changes_operation_once UNIQUE,
  -- The code of the error that kept it from being stored.
  failure      text
);
CREATE INDEX price_changes_created ON price_changes (created_at DESC, id DESC);
CREATE INDEX price_changes_planned ON price_changes (effective_on) WHERE state = 'planned';
CREATE INDEX price_changes_list ON price_changes (list_id);

CREATE TABLE price_change_rows (
  change_id uuid NOT NULL REFERENCES price_changes ON DELETE CASCADE,
  -- Its place in the order in which rows are shown.
  place     integer NOT NULL,
  -- No reference: what was done stays where an item is purged.
  item_id   uuid NOT NULL,
  package   text NOT NULL DEFAULT '',
  -- The stored price that the change begins with: of a list, its own price.
  before    numeric(16, 4),
  -- What it cost by the list or the base then.
  old_price numeric(16, 4),
  after     numeric(16, 4) CONSTRAINT price_change_rows_price_range CHECK (after >= 0 AND after < 1000000000000),
  marks     text[] NOT NULL DEFAULT '{}',
  outcome   text CONSTRAINT price_change_rows_outcome_known
              CHECK (outcome IN ('applied', 'changed_meanwhile', 'gone')),
  PRIMARY KEY (change_id, item_id, package)
);
CREATE INDEX price_change_rows_item ON price_change_rows (item_id);
-- What became of the rows of each change is counted for the list of changes, without reading the rows.
CREATE INDEX price_change_rows_outcome ON price_change_rows (change_id, outcome);
