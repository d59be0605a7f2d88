-- The currency that a row of a change of prices was planned in: in another one its prices would be others. What was
-- made before has none, and is taken back in any currency.
ALTER TABLE price_change_rows
  ADD COLUMN currency text CONSTRAINT price_change_rows_currency_code CHECK (currency ~ '^[A-Z]{3}$'),
  DROP CONSTRAINT price_change_rows_outcome_known,
  ADD CONSTRAINT price_change_rows_outcome_known
    CHECK (outcome IN ('applied', 'changed_meanwhile', 'gone', 'other_currency'));

UPDATE price_change_rows r SET currency = i.currency
FROM price_changes c, catalog_items i
WHERE c.id = r.change_id AND c.state IN ('planned', 'failed') AND i.id = r.item_id;
