/**
 * The results, and the keys that walk through them: arrows or J and K from card to card, Enter opens
 * the details, I takes the score apart. With details or breakdown open, they follow the walk.
 */
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { SearchResponse } from "../../../api/types";
import { useListKeys } from "../../../lib/hooks/useListKeys";
import { useStable } from "../../../lib/hooks/useStable";
import { HitCard, type HitAct } from "../../../shared/record/HitCard";
import { focusHit } from "../focus";
import { useThumbnails } from "../../../shared/pictures/thumbnails";
import { hitId } from "../../../shared/record/hit";
import classes from "./HitList.module.css";
import { highlightTerms } from "../../../shared/search/useSearchResults";

export type HitListProps = {
  response: SearchResponse;
  /** Id of the hit the keys act on. */
  active: string | null;
  inspected: string | null;
  /** A drawer covers the list: the keys still walk, but the focus stays in the drawer. */
  covered: boolean;
  onActivate: (id: string) => void;
  onOpen: (id: string) => void;
  onInspect: (id: string) => void;
};

export function HitList({
  response,
  active,
  inspected,
  covered,
  onActivate,
  onOpen,
  onInspect,
}: HitListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const terms = useMemo(
    () => response.results.map((_, index) => highlightTerms(response, index)),
    [response],
  );
  const act = useStable((what: HitAct, id: string) => {
    if (what === "activate") onActivate(id);
    else if (what === "open") onOpen(id);
    else onInspect(id);
  });
  const ids = response.results.map(hitId);
  const thumbnails = useThumbnails(response.results.flatMap(({ item }) => item?.id ?? []));
  const bestScore = Math.max(0, ...response.results.map(({ score }) => score));

  const step = (by: number) => {
    const from = active === null ? -1 : ids.indexOf(active);
    const to = Math.max(0, Math.min(ids.length - 1, from + by));
    const id = ids[to];
    if (id === undefined) return;
    onActivate(id);
    if (!covered) focusHit(list.current, to);
  };
  const current = active !== null && ids.includes(active) ? active : ids[0];
  const open = () => current !== undefined && onInspect(current);
  useListKeys(list, { step, open });

  return (
    <ol ref={list} className={classes.list} aria-label={t("results.list")}>
      {response.results.map((hit, index) => {
        const id = hitId(hit);
        return (
          <li key={id}>
            <HitCard
              hit={hit}
              rank={index + 1}
              terms={terms[index] ?? []}
              bestScore={bestScore}
              active={id === active}
              inspected={id === inspected}
              picture={hit.item ? thumbnails[hit.item.id] : undefined}
              onAct={act}
            />
          </li>
        );
      })}
    </ol>
  );
}
