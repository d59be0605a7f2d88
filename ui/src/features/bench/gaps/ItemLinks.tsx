/** The items nearest to a gap: one of them may lack the words that people look for. */
import { Skeleton, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import { hitId, hitTitle } from "../../../shared/record/hit";
import classes from "./Gaps.module.css";
import { wordsOf, type GapEntry } from "./reasons";

const SHOWN = 5;

export function ItemLinks({ gap }: { gap: GapEntry }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  // No person searches here: no entry in the query log.
  const request = {
    query: wordsOf(gap),
    kind: "items",
    limit: SHOWN,
    explain: false,
    settled: false,
  } as const;
  const query = useCommandQuery("search", request);
  const hits = query.data?.results ?? [];
  return (
    <div className={classes.form}>
      <Text size="sm">{hits.length > 0 ? t("bench.gaps.item.hint") : t("bench.gaps.item.none")}</Text>
      {query.isPending && <Skeleton h={60} aria-busy aria-label={t("search.loading")} />}
      {query.error && (
        <Text size="sm" role="alert">
          <DataText text={describe(query.error)} />
        </Text>
      )}
      <ul className={classes.items}>
        {hits.map((hit) => (
          <li key={hitId(hit)}>
            <Link to={`/catalog/items?${new URLSearchParams({ item: hitId(hit) })}`}>
              <DataText text={hitTitle(hit)} />
            </Link>
          </li>
        ))}
        <li>
          <Link to="/catalog/items">{t("bench.gaps.item.all")}</Link>
        </li>
      </ul>
    </div>
  );
}
