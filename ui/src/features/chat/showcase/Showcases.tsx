/** Items that an answer shows as cards; what draws them is fetched with the first such answer. */
import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { lazyPage } from "../../../components/page/lazyPage";
import type { Showcase } from "../types";

const ShowcaseView = lazyPage(async () => (await import("./ShowcaseView")).ShowcaseView, "chat");

export function Showcases({ showcases }: { showcases: readonly Showcase[] }) {
  if (showcases.length === 0) return null;
  return (
    <Suspense fallback={<Skeleton h={180} radius="md" />}>
      {showcases.map((showcase, index) => (
        <ShowcaseView key={index} showcase={showcase} />
      ))}
    </Suspense>
  );
}
