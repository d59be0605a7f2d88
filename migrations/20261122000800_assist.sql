-- Suggestions for the fields of items: what was suggested, what became of it and by whom, where a
-- field's value comes from, and the runs that make suggestions for many items.

ALTER TABLE traces DROP CONSTRAINT traces_kind_known;
ALTER TABLE traces ADD CONSTRAINT traces_kind_known CHECK (kind IN ('turn', 'search', 'assist'));

-- One row a suggested field. It outlives its trace: where a value comes from is asked for longer than
-- traces are kept.
CREATE TABLE assist_suggestions (
  trace_id      uuid NOT NULL,
  field         text NOT NULL CONSTRAINT assist_suggestions_field_known
    CHECK (field IN ('description', 'category', 'price', 'tags')),
  -- The item, where there was one already.
  item_id       uuid,
  suggestion    jsonb NOT NULL,
  confidence    double precision NOT NULL
    CONSTRAINT assist_suggestions_confidence_range CHECK (confidence BETWEEN 0 AND 1),
  -- A hash of each field that it rests on.
  inputs        jsonb NOT NULL CONSTRAINT assist_suggestions_inputs_object CHECK (jsonb_typeof(inputs) = 'object'),
  model         text,
  actor         text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  outcome       text CONSTRAINT assist_suggestions_outcome_known CHECK (outcome IN ('accepted', 'edited', 'rejected')),
  -- What it was edited to.
  outcome_value jsonb,
  decided_by    text,
  decided_at    timestamptz,
  PRIMARY KEY (trace_id, field),
  CONSTRAINT assist_suggestions_decided CHECK ((outcome IS NULL) = (decided_by IS NULL))
);
CREATE INDEX assist_suggestions_item ON assist_suggestions (item_id);

-- Which values of an item came from a suggestion, and with which save. The latest version of a field
-- is the one that counts, as long as the item still has the value.
CREATE TABLE item_field_sources (
  item_id    uuid NOT NULL REFERENCES catalog_items ON DELETE CASCADE ON UPDATE CASCADE,
  field      text NOT NULL,
  version    integer NOT NULL,
  trace_id   uuid NOT NULL,
  value      jsonb NOT NULL,
  inputs     jsonb NOT NULL,
  actor      text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (item_id, field, version),
  FOREIGN KEY (trace_id, field) REFERENCES assist_suggestions
);

-- A run over many items. It writes suggestions and nothing else.
CREATE TABLE enrichments (
  id         uuid PRIMARY KEY,
  fields     text[] NOT NULL CONSTRAINT enrichments_fields CHECK (cardinality(fields) > 0),
  -- What was asked for, to be shown.
  request    jsonb NOT NULL,
  state      text NOT NULL DEFAULT 'running' CONSTRAINT enrichments_state_known
    CHECK (state IN ('running', 'paused', 'cancelled', 'done')),
  -- Why it paused by itself: `budget`.
  pause      text,
  budget_usd double precision CONSTRAINT enrichments_budget_range CHECK (budget_usd > 0 AND budget_usd < 'Infinity'),
  actor      text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE enrichment_items (
  enrichment_id uuid NOT NULL REFERENCES enrichments ON DELETE CASCADE,
  item_id       uuid NOT NULL REFERENCES catalog_items ON DELETE CASCADE ON UPDATE CASCADE,
  state         text NOT NULL DEFAULT 'waiting' CONSTRAINT enrichment_items_state_known
    CHECK (state IN ('waiting', 'suggested', 'nothing', 'failed')),
  attempts      integer NOT NULL DEFAULT 0,
  run_after     timestamptz NOT NULL DEFAULT now(),
  leased_until  timestamptz,
  last_error    text,
  trace_id      uuid,
  cost_usd      double precision,
  PRIMARY KEY (enrichment_id, item_id)
);
CREATE INDEX enrichment_items_due ON enrichment_items (run_after) WHERE state = 'waiting';
CREATE INDEX enrichment_items_trace ON enrichment_items (trace_id) WHERE trace_id IS NOT NULL;
