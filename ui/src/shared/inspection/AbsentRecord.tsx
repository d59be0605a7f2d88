/** A record that the present result does not hold: where it fell out, and the score it would have. */
import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SearchRequest } from "../../api/types";
import { QueryError } from "../../components/QueryError";
import { Waiting } from "../../components/Waiting";
import classes from "./breakdown/Breakdown.module.css";
import { DifferenceRows } from "./comparison/DifferenceRows";
import { StandingLine } from "./comparison/StandingLine";
import { useItemExplanation } from "./useItemExplanation";

export function AbsentRecord({ search, id }: { search: SearchRequest; id: string }) {
  const { t } = useTranslation();
  const query = useItemExplanation(search, id, null);
  if (query.error) {
    return <QueryError title={t("inspect.notInResult")} query={query} />;
  }
  if (!query.data) return <Waiting h={120} />;
  const { rows } = query.data;
  return (
    <Stack gap="md">
      <Text c="dimmed">{t("inspect.notInResult")}</Text>
      <StandingLine standing={query.data} />
      {rows.length > 0 && (
        <section className={classes.section}>
          <h3>{t("compare.would")}</h3>
          <DifferenceRows rows={rows} zeros label={t("compare.would")} sum={t("inspect.sum")} />
        </section>
      )}
    </Stack>
  );
}
