/**
 * The sources where there is room for them, beside the thread or over it; and what opens from a
 * source: the record and the breakdown of its score.
 */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SidePanel } from "../../../components/SidePanel";
import { DetailsDrawer } from "../../../shared/record/DetailsDrawer";
import type { ChatSource } from "../types";
import { SourceInspection, type InspectedSource } from "./SourceInspection";
import { SourceList, SourcesPane, type Grounds } from "./SourcesPane";

type Props = {
  grounds: Grounds | null;
  /** The mark that is being looked at. */
  active: number | null;
  /** Beside the thread; else in a drawer. */
  wide: boolean;
  open: boolean;
  onClose: () => void;
};

export function Sources({ grounds, active, wide, open, onClose }: Props) {
  const { t } = useTranslation();
  const [details, setDetails] = useState<ChatSource | null>(null);
  const [inspected, setInspected] = useState<InspectedSource | null>(null);
  const inspect = (source: ChatSource, traceId: string) => {
    setDetails(null);
    setInspected({ source, traceId });
  };
  const openDetails = (source: ChatSource) => {
    setInspected(null);
    setDetails(source);
  };
  const traceId = grounds?.traceId ?? null;
  const list = { grounds, active, onOpen: openDetails, onInspect: inspect };
  return (
    <>
      {wide && open && <SourcesPane {...list} onClose={onClose} />}
      {!wide && (
        <SidePanel
          opened={open}
          onClose={onClose}
          position="right"
          size="min(100%, 400px)"
          title={t("sources.title")}
        >
          <SourceList {...list} />
        </SidePanel>
      )}
      <SourceInspection inspected={inspected} onClose={() => setInspected(null)} onOpen={openDetails} />
      <DetailsDrawer
        kind={details?.type === "faq" ? "faqs" : "items"}
        id={details?.id ?? null}
        hit={undefined}
        terms={details?.matched ?? []}
        onClose={() => setDetails(null)}
        onInspect={details && traceId !== null ? () => inspect(details, traceId) : undefined}
      />
    </>
  );
}
