/** Cards in one row that is leafed through: by the arrow keys, by buttons, by finger. */
import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Showcase.module.css";

/** How long a row glides after a key, and how long it must rest before its place counts. Milliseconds. */
const GLIDE_MS = 900;
const REST_MS = 120;

type Props = { label: string; children: ReactElement[] };

export function Carousel({ label, children }: Props) {
  const { t } = useTranslation();
  const track = useRef<HTMLDivElement>(null);
  const shownAt = useRef(0);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [at, setAt] = useState(0);
  const count = children.length;

  const slides = () => [...(track.current?.children ?? [])] as HTMLElement[];
  const show = (wanted: number) => {
    const index = Math.max(0, Math.min(count - 1, wanted));
    const smooth = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const slide = slides()[index];
    slide?.scrollIntoView({
      behavior: smooth ? "smooth" : "auto",
      block: "nearest",
      inline: "start",
    });
    shownAt.current = Date.now();
    setAt(index);
    return slide;
  };
  const press = (event: KeyboardEvent) => {
    const wanted = wantedBy(event.key, at, count);
    if (wanted === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const within = event.target !== track.current;
    const slide = show(wanted);
    // Focus that is in a card goes along with it.
    if (within) slide?.querySelector("button")?.focus({ preventScroll: true });
  };
  // By finger it is the place of the slides that says which is shown; the last ones never reach the edge.
  const follow = () => {
    const row = track.current;
    if (!row || Date.now() - shownAt.current < GLIDE_MS) return;
    const edge = row.getBoundingClientRect().left;
    const distances = slides().map((slide) => Math.abs(slide.getBoundingClientRect().left - edge));
    const isAtEnd = row.scrollLeft > 0 && row.scrollLeft + row.clientWidth >= row.scrollWidth - 2;
    setAt(isAtEnd ? count - 1 : Math.max(0, distances.indexOf(Math.min(...distances))));
  };
  const rest = () => {
    clearTimeout(resting.current);
    resting.current = setTimeout(follow, REST_MS);
  };
  useEffect(() => () => clearTimeout(resting.current), []);

  return (
    <div role="group" aria-roledescription={t("showcase.carousel")} aria-label={label}>
      <div
        ref={track}
        className={classes.track}
        role="group"
        aria-label={t("showcase.leaf")}
        tabIndex={0}
        onKeyDown={press}
        onScroll={rest}
      >
        {children.map((card, index) => (
          <div
            key={card.key}
            className={classes.slide}
            role="group"
            aria-roledescription={t("showcase.slide")}
            aria-label={t("showcase.place", { place: index + 1, count })}
          >
            {card}
          </div>
        ))}
      </div>
      {count > 1 && (
        <div className={classes.controls}>
          <ActionIcon
            size={28}
            disabled={at === 0}
            onClick={() => show(at - 1)}
            aria-label={t("showcase.previous")}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
          <span role="status">{t("showcase.place", { place: at + 1, count })}</span>
          <ActionIcon
            size={28}
            disabled={at === count - 1}
            onClick={() => show(at + 1)}
            aria-label={t("showcase.next")}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}

/** The slide that a key asks for; none where it asks for none. */
function wantedBy(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return at + 1;
    case "ArrowLeft":
      return at - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
