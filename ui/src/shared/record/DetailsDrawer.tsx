/** The whole record behind a hit, at the right. Taken from the result, or fetched where the address names another. */
import { Skeleton, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import type { UseQueryResult } from "@tanstack/react-query";
import type { CommandError } from "../../api/command";
import { useCommandQuery } from "../../api/hooks";
import type { Faq, Hit, Item, Kind } from "../../api/types";
import { QueryError } from "../../components/QueryError";
import { SidePanel } from "../../components/SidePanel";
import { FaqDetails } from "./FaqDetails";
import { ItemDetails } from "./ItemDetails";

type Props = {
  kind: Kind;
  id: string | null;
  /** The hit of that id, where the present result has it. */
  hit: Hit | undefined;
  terms: readonly string[];
  onClose: () => void;
  onInspect: (() => void) | undefined;
};

export function DetailsDrawer({ kind, id, hit, terms, onClose, onInspect }: Props) {
  const { t } = useTranslation();
  const narrow = useMediaQuery("(max-width: 640px)");
  return (
    <SidePanel
      opened={id !== null}
      onClose={onClose}
      position="right"
      size={narrow ? "100%" : 560}
      title={t(`details.title.${kind}`)}
    >
      {id !== null && kind === "items" && (
        <ItemContent id={id} known={hit?.item} stock={hit?.stock} terms={terms} onInspect={onInspect} />
      )}
      {id !== null && kind === "faqs" && (
        <FaqContent id={id} known={hit?.faq} terms={terms} onInspect={onInspect} />
      )}
    </SidePanel>
  );
}

type ContentProps<T> = {
  id: string;
  known: T | null | undefined;
  terms: readonly string[];
  onInspect: (() => void) | undefined;
};

function ItemContent({
  id,
  known,
  stock,
  terms,
  onInspect,
}: ContentProps<Item> & { stock: Hit["stock"] | undefined }) {
  const query = useCommandQuery("getItem", { id }, { enabled: !known });
  const item = known ?? query.data;
  if (!item) return <Missing query={query} />;
  return <ItemDetails item={item} stock={stock} terms={terms} onInspect={onInspect} />;
}

function FaqContent({ id, known, terms, onInspect }: ContentProps<Faq>) {
  const query = useCommandQuery("getFaq", { id }, { enabled: !known });
  const faq = known ?? query.data;
  return faq ? <FaqDetails faq={faq} terms={terms} onInspect={onInspect} /> : <Missing query={query} />;
}

function Missing({ query }: { query: UseQueryResult<unknown, CommandError> }) {
  const { t } = useTranslation();
  if (query.error) {
    return <QueryError title={t("details.failed")} query={query} />;
  }
  return (
    <Stack aria-busy aria-label={t("search.loading")}>
      <Skeleton h={26} w="70%" />
      <Skeleton h={16} w="40%" />
      <Skeleton h={120} mt="md" />
      <Skeleton h={200} />
    </Stack>
  );
}
