/** The place of something that is on its way, as high as that will be, and said to who cannot see it. */
import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";

export function Waiting({ h }: { h: number }) {
  const { t } = useTranslation();
  return <Skeleton h={h} role="status" aria-busy aria-label={t("search.loading")} />;
}
