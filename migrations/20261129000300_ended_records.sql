-- A record that recurs may end: its months up to the last stay what they were.
-- No bound by month_year: an undo may bring the one column back without the other.
ALTER TABLE bills ADD COLUMN last_month text
  CONSTRAINT bills_last_month CHECK (last_month ~ '^2[01][0-9]{2}-(0[1-9]|1[0-2])$');
ALTER TABLE expenses ADD COLUMN last_month text
  CONSTRAINT expenses_last_month CHECK (last_month ~ '^2[01][0-9]{2}-(0[1-9]|1[0-2])$');
ALTER TABLE incomes ADD COLUMN last_month text
  CONSTRAINT incomes_last_month CHECK (last_month ~ '^2[01][0-9]{2}-(0[1-9]|1[0-2])$');
