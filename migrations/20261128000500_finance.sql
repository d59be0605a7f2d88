-- Money of one's own: bills, expenses, incomes, debts, investments. What came of a record in a month stands in the
-- record, so that one write has one version, one entry of the journal, and one way back.
CREATE TABLE bills (
  id           uuid PRIMARY KEY,
  name         text NOT NULL
    CONSTRAINT bills_name_not_blank CHECK (btrim(name, E' \t\r\n') <> '')
    CONSTRAINT bills_name_length CHECK (char_length(name) <= 100),
  category     text NOT NULL,
  amount       numeric(12, 2) NOT NULL CONSTRAINT bills_amount CHECK (amount > 0),
  -- In a month with fewer days its last.
  due_day      smallint NOT NULL CONSTRAINT bills_due_day CHECK (due_day BETWEEN 1 AND 31),
  is_recurring boolean NOT NULL,
  -- The first month of one that recurs.
  month_year   text NOT NULL CONSTRAINT bills_month CHECK (month_year ~ '^2[01][0-9]{2}-(0[1-9]|1[0-2])$'),
  -- {"2026-11": {"amount": 120.5, "paidAt": "…"}}: a month is paid once, because its name stands there once.
  payments     jsonb NOT NULL DEFAULT '{}'
    CONSTRAINT bills_payments_object CHECK (jsonb_typeof(payments) = 'object'),
  version      integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  deleted_at   timestamptz
);

CREATE TABLE expenses (
  id              uuid PRIMARY KEY,
  name            text NOT NULL
    CONSTRAINT expenses_name_not_blank CHECK (btrim(name, E' \t\r\n') <> '')
    CONSTRAINT expenses_name_length CHECK (char_length(name) <= 100),
  category        text NOT NULL CONSTRAINT expenses_category_known CHECK (category IN
    ('alimentacao', 'transporte', 'lazer', 'saude', 'educacao', 'vestuario', 'outros')),
  expected_amount numeric(12, 2) CONSTRAINT expenses_expected CHECK (expected_amount > 0),
  is_recurring    boolean NOT NULL,
  month_year      text NOT NULL CONSTRAINT expenses_month CHECK (month_year ~ '^2[01][0-9]{2}-(0[1-9]|1[0-2])$'),
  -- {"2026-11": 180.25}
  actuals         jsonb NOT NULL DEFAULT '{}'
    CONSTRAINT expenses_actuals_object CHECK (jsonb_typeof(actuals) = 'object'),
  version         integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  deleted_at      timestamptz
);

CREATE TABLE incomes (
  id              uuid PRIMARY KEY,
  name            text NOT NULL
    CONSTRAINT incomes_name_not_blank CHECK (btrim(name, E' \t\r\n') <> '')
    CONSTRAINT incomes_name_length CHECK (char_length(name) <= 100),
  type            text NOT NULL,
  frequency       text NOT NULL,
  expected_amount numeric(12, 2) NOT NULL CONSTRAINT incomes_expected CHECK (expected_amount > 0),
  is_recurring    boolean NOT NULL,
  month_year      text NOT NULL CONSTRAINT incomes_month CHECK (month_year ~ '^2[01][0-9]{2}-(0[1-9]|1[0-2])$'),
  actuals         jsonb NOT NULL DEFAULT '{}'
    CONSTRAINT incomes_actuals_object CHECK (jsonb_typeof(actuals) = 'object'),
  version         integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  deleted_at      timestamptz
);

CREATE TABLE debts (
  id                 uuid PRIMARY KEY,
  name               text NOT NULL
    CONSTRAINT debts_name_not_blank CHECK (btrim(name, E' \t\r\n') <> '')
    CONSTRAINT debts_name_length CHECK (char_length(name) <= 100),
  creditor           text,
  total_amount       numeric(12, 2) NOT NULL CONSTRAINT debts_total CHECK (total_amount > 0),
  installment_amount numeric(12, 2) CONSTRAINT debts_installment CHECK (installment_amount > 0),
  total_installments integer NOT NULL DEFAULT 0,
  paid_installments  integer NOT NULL DEFAULT 0,
  is_negotiated      boolean NOT NULL,
  due_day            smallint CONSTRAINT debts_due_day CHECK (due_day BETWEEN 1 AND 31),
  first_month        text NOT NULL CONSTRAINT debts_month CHECK (first_month ~ '^2[01][0-9]{2}-(0[1-9]|1[0-2])$'),
  version            integer NOT NULL DEFAULT 1,
  created_at         timestamptz NOT NULL DEFAULT now(),
  updated_at         timestamptz NOT NULL DEFAULT now(),
  deleted_at         timestamptz,
  CONSTRAINT debts_paid CHECK (paid_installments BETWEEN 0 AND total_installments),
  CONSTRAINT debts_negotiated CHECK (NOT is_negotiated
    OR (installment_amount IS NOT NULL AND due_day IS NOT NULL AND total_installments > 0))
);

CREATE TABLE investments (
  id                   uuid PRIMARY KEY,
  name                 text NOT NULL
    CONSTRAINT investments_name_not_blank CHECK (btrim(name, E' \t\r\n') <> '')
    CONSTRAINT investments_name_length CHECK (char_length(name) <= 100),
  type                 text NOT NULL,
  current_amount       numeric(12, 2) NOT NULL CONSTRAINT investments_current CHECK (current_amount >= 0),
  goal_amount          numeric(12, 2) CONSTRAINT investments_goal CHECK (goal_amount > 0),
  monthly_contribution numeric(12, 2) CONSTRAINT investments_contribution CHECK (monthly_contribution >= 0),
  deadline             date,
  version              integer NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL DEFAULT now(),
  updated_at           timestamptz NOT NULL DEFAULT now(),
  deleted_at           timestamptz
);

CREATE TRIGGER b_version BEFORE UPDATE ON bills FOR EACH ROW EXECUTE FUNCTION keep_personal_version();
CREATE TRIGGER b_version BEFORE UPDATE ON expenses FOR EACH ROW EXECUTE FUNCTION keep_personal_version();
CREATE TRIGGER b_version BEFORE UPDATE ON incomes FOR EACH ROW EXECUTE FUNCTION keep_personal_version();
CREATE TRIGGER b_version BEFORE UPDATE ON debts FOR EACH ROW EXECUTE FUNCTION keep_personal_version();
CREATE TRIGGER b_version BEFORE UPDATE ON investments FOR EACH ROW EXECUTE FUNCTION keep_personal_version();
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON bills FOR EACH ROW EXECUTE FUNCTION note_personal_change();
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON expenses FOR EACH ROW EXECUTE FUNCTION note_personal_change();
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON incomes FOR EACH ROW EXECUTE FUNCTION note_personal_change();
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON debts FOR EACH ROW EXECUTE FUNCTION note_personal_change();
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON investments FOR EACH ROW EXECUTE FUNCTION note_personal_change();
CREATE TRIGGER forget_changes AFTER DELETE ON bills FOR EACH ROW EXECUTE FUNCTION forget_personal_changes();
CREATE TRIGGER forget_changes AFTER DELETE ON expenses FOR EACH ROW EXECUTE FUNCTION forget_personal_changes();
CREATE TRIGGER forget_changes AFTER DELETE ON incomes FOR EACH ROW EXECUTE FUNCTION forget_personal_changes();
CREATE TRIGGER forget_changes AFTER DELETE ON debts FOR EACH ROW EXECUTE FUNCTION forget_personal_changes();
CREATE TRIGGER forget_changes AFTER DELETE ON investments FOR EACH ROW EXECUTE FUNCTION forget_personal_changes();
