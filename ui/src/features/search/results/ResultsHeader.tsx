/** One line about the result: how many, how fast, from where, by which formula; and the order. */
import { Button, NativeSelect, Text } from "@mantine/core";
import { IconListSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Kind, SearchResponse, Sort } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { SORTS } from "../../../shared/search/searchState";
import classes from "./ResultsHeader.module.css";

type Props = {
  kind: Kind;
  response: SearchResponse;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onInspect: () => void;
};

export function ResultsHeader({ kind, response, sort, onSort, onInspect }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { results, timings, lexicalCount, vectorCount } = response;
  const summary = t("results.summary", {
    ...formats.placeCount(results.length),
    time: formats.milliseconds(timings.totalMs),
  });
  const sources = t("results.sources", {
    lexical: formats.integer(lexicalCount),
    vector: formats.integer(vectorCount),
  });
  const stages = (["embed", "lexical", "vector", "fuse"] as const)
    .map((stage) => `${t(`results.stage.${stage}`)} ${formats.milliseconds(timings[`${stage}Ms`])}`)
    .join(" · ");

  return (
    <div className={classes.row}>
      <Text size="sm" className="tabular" role="status" title={stages}>
        <strong>{summary}</strong> <span className={classes.sources}>— {sources}</span>
      </Text>
      <Text size="xs" c="dimmed" className={classes.formula} title={stages}>
        <DataText text={response.profile} /> · {t(`fusion.${response.fusion}.name`)}
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        leftSection={<IconListSearch size={15} aria-hidden />}
        onClick={onInspect}
        aria-keyshortcuts="Shift+I"
        title={t("whole.openText")}
      >
        {t("whole.open")}
      </Button>
      {/* A list of the system: one of Mantine's brings 40 KB of script before the first result. */}
      <NativeSelect
        size="xs"
        className={classes.sort}
        aria-label={t("sort.label")}
        value={sort}
        data={SORTS[kind].map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={({ currentTarget }) =>
          onSort(SORTS[kind].find((one) => one === currentTarget.value) ?? "relevance")
        }
      />
    </div>
  );
}
