/** Where the rows would be: nothing that fits, or nothing at all yet. */
import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Logo } from "../../../components/Logo";
import classes from "./Grid.module.css";

type Props = { filtered: boolean; onClear: () => void; onNew: () => void };

export function GridEmpty({ filtered, onClear, onNew }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.empty}>
      <Logo size={36} />
      <h2>{t(filtered ? "grid.empty.filtered" : "grid.empty.title")}</h2>
      <p>{t(filtered ? "grid.empty.filteredText" : "grid.empty.text")}</p>
      {filtered ? (
        <Button variant="default" onClick={onClear}>
          {t("grid.empty.clear")}
        </Button>
      ) : (
        <Group gap="xs" justify="center">
          <Button onClick={onNew}>{t("grid.new")}</Button>
          <Button component={Link} to="/catalog/import" variant="default">
            {t("catalog.tab.import")}
          </Button>
        </Group>
      )}
    </div>
  );
}
