-- Histories grow and are never changed: neither a fault of the program nor a statement that slipped into another erases
-- what was. The program only adds to these tables; who owns them can still take the triggers away.
CREATE FUNCTION keep_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of % stay as they are', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_only_grows', TABLE = TG_TABLE_NAME;
END $$;
CREATE TRIGGER revisions_rows_stay BEFORE UPDATE OR DELETE ON revisions
  FOR EACH ROW EXECUTE FUNCTION keep_history();
CREATE TRIGGER revisions_stay BEFORE TRUNCATE ON revisions
  FOR EACH STATEMENT EXECUTE FUNCTION keep_history();
CREATE TRIGGER item_row_changes_rows_stay BEFORE UPDATE OR DELETE ON item_row_changes
  FOR EACH ROW EXECUTE FUNCTION keep_history();
CREATE TRIGGER item_row_changes_stay BEFORE TRUNCATE ON item_row_changes
  FOR EACH STATEMENT EXECUTE FUNCTION keep_history();
CREATE TRIGGER category_changes_rows_stay BEFORE UPDATE OR DELETE ON category_changes
  FOR EACH ROW EXECUTE FUNCTION keep_history();
CREATE TRIGGER category_changes_stay BEFORE TRUNCATE ON category_changes
  FOR EACH STATEMENT EXECUTE FUNCTION keep_history();
