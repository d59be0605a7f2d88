-- A record that recurs may end: its months up to the last stay what they were.
ALTER TABLE bills ADD COLUMN last_month text
  CONSTRAINT bills_last_month CHECK (last_month ~ '^2[01][0-9]{2}-(0[1-9]|1[0-2])$' AND last_month >= month_year);
ALTER TABLE expenses ADD COLUMN last_month text
  CONSTRAINT expenses_last_month CHECK (last_month ~ '^2[01][0-9]{2}-(0[1-9]|1[0-2])$' AND last_month >= month_year);
ALTER TABLE incomes ADD COLUMN last_month text
  CONSTRAINT incomes_last_month CHECK (last_month ~ '^2[01][0-9]{2}-(0[1-9]|1[0-2])$' AND last_month >= month_year);
