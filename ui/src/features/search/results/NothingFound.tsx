/** What a search that found nothing can be changed into. */
import { Button, Group, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import classes from "../../../components/page/EmptyStates.module.css";

type Props = { query: string; filters: number; onClearFilters: () => void };

export function NothingFound({ query, filters, onClearFilters }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.nothing}>
      <Title order={3} size="h4">
        {t("nothing.title")} <DataText text={`“${query}”`} />
      </Title>
      <ul className={classes.hints}>
        <li>{t("nothing.fewer")}</li>
        <li>{t("nothing.spelling")}</li>
        <li>{t("nothing.other")}</li>
      </ul>
      {filters > 0 && (
        <Group mt="md">
          <Button variant="light" onClick={onClearFilters}>
            {t("nothing.clearFilters", { count: filters })}
          </Button>
        </Group>
      )}
    </div>
  );
}
