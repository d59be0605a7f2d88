/** A conversation that is being fetched. */
import { Skeleton, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

export function ThreadSkeleton() {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" pt="md" aria-busy aria-label={t("search.loading")}>
      <Skeleton h={40} w="45%" ml="auto" radius="lg" />
      <Stack gap="xs">
        <Skeleton h={16} w="92%" />
        <Skeleton h={16} w="86%" />
        <Skeleton h={16} w="60%" />
      </Stack>
      <Skeleton h={40} w="30%" ml="auto" radius="lg" />
      <Stack gap="xs">
        <Skeleton h={16} w="88%" />
        <Skeleton h={16} w="70%" />
      </Stack>
    </Stack>
  );
}
