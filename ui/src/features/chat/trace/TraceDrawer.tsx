/** Everything that led to an answer, as it was stored: for who wants to know, or has to explain. */
import { Skeleton, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import { SidePanel } from "../../../components/SidePanel";
import { TraceView } from "./TraceView";

export function TraceDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  const narrow = useMediaQuery("(max-width: 760px)");
  return (
    <SidePanel
      opened={id !== null}
      onClose={onClose}
      position="right"
      size={narrow ? "100%" : 680}
      title={t("trace.title")}
    >
      {id !== null && <Content id={id} />}
    </SidePanel>
  );
}

function Content({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useCommandQuery("getTrace", { id }, { staleTime: Infinity });
  if (query.data) return <TraceView trace={query.data} />;
  if (query.error) {
    return <QueryError title={t("trace.failed")} query={query} />;
  }
  return (
    <Stack aria-busy aria-label={t("search.loading")}>
      <Skeleton h={80} />
      <Skeleton h={140} />
      <Skeleton h={140} />
    </Stack>
  );
}
