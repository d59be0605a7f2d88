/** Loading placeholder with the height of the content that replaces it, announced to screen readers. */
import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";

export function Waiting({ h }: { h: number }) {
  const { t } = useTranslation();
  return <Skeleton h={h} role="status" aria-busy aria-label={t("search.loading")} />;
}
