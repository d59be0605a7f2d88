/** The sources of one answer: those it cites, then what else was found for it. */
import { ActionIcon, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { useThumbnails } from "../../../shared/pictures/thumbnails";
import type { ChatSource } from "../types";
import { SourceCard } from "./SourceCard";
import classes from "./SourcesPane.module.css";

/** An answer as far as its sources go; there is no trace while it is being written. */
export type Grounds = { key: string; sources: readonly ChatSource[]; traceId: string | null };

export type SourceHandlers = {
  onOpen: (source: ChatSource) => void;
  /** Takes the score of a source apart, as the trace has it. */
  onInspect: (source: ChatSource, traceId: string) => void;
};

type Props = SourceHandlers & { grounds: Grounds | null; active: number | null; onClose: () => void };

/** The pane beside the thread. */
export function SourcesPane({ onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <aside className={classes.pane} aria-label={t("sources.title")}>
      <div className={classes.bar}>
        <h2 className={classes.heading}>{t("sources.title")}</h2>
        <ActionIcon onClick={onClose} aria-label={t("sources.close")} title={t("sources.close")}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      <SourceList {...rest} />
    </aside>
  );
}

export function SourceList({ grounds, active, onOpen, onInspect }: Omit<Props, "onClose">) {
  const { t } = useTranslation();
  const items = (grounds?.sources ?? []).flatMap(({ type, id }) => (type === "item" ? id : []));
  const thumbnails = useThumbnails(items);
  const documents = useCommandQuery(
    "listItemDocuments",
    { items },
    { enabled: items.length > 0, retry: false },
  ).data;
  if (!grounds || grounds.sources.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {grounds ? t("sources.none") : t("sources.before")}
      </Text>
    );
  }
  const { traceId } = grounds;
  const cited = grounds.sources.filter((source) => source.cited);
  const others = grounds.sources.filter((source) => !source.cited);
  const cards = (sources: readonly ChatSource[]) =>
    sources.map((source) => (
      <li key={source.mark}>
        <SourceCard
          source={source}
          active={source.mark === active}
          picture={source.type === "item" ? thumbnails[source.id] : undefined}
          documents={documents?.filter(({ itemId }) => itemId === source.id) ?? []}
          onOpen={() => onOpen(source)}
          onInspect={traceId === null ? undefined : () => onInspect(source, traceId)}
        />
      </li>
    ));
  return (
    <>
      {cited.length > 0 && <ul className={classes.list}>{cards(cited)}</ul>}
      {others.length > 0 && (
        <>
          {cited.length > 0 && <h3 className={classes.label}>{t("sources.others")}</h3>}
          <ul className={classes.list}>{cards(others)}</ul>
        </>
      )}
    </>
  );
}
