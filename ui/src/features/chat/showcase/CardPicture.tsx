/** The picture of an item; in its place, where there is none or it cannot be drawn, an initial. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { cleanText } from "../../../lib/text/text";
import classes from "./ItemCard.module.css";

/** Kinds of pictures that are drawn; a drawing (SVG) is a document and is not. */
const DRAWN = /^image\/(png|jpeg|gif|webp)$/;

type Props = {
  id: string | null;
  name: string;
  /** Drawn over the width of a card; else as a small sign. */
  isLarge: boolean;
};

export function CardPicture({ id, name, isLarge }: Props) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState(false);
  const { ref, near } = useNear();
  const query = useCommandQuery(
    "getPicture",
    { id: id ?? "", size: isLarge ? "medium" : "thumb" },
    { enabled: id !== null && near, staleTime: Infinity, retry: false },
  );
  const picture = query.data;
  if (picture && DRAWN.test(picture.mimeType) && !broken) {
    return (
      <img
        src={`data:${picture.mimeType};base64,${picture.data}`}
        alt={t("showcase.picture", { name: cleanText(name) })}
        decoding="async"
        draggable={false}
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <span ref={ref} className={classes.initial} aria-hidden>
      {initialOf(name)}
    </span>
  );
}

function initialOf(text: string): string {
  return /[\p{L}\p{N}]/u.exec(cleanText(text).normalize("NFC"))?.[0].toUpperCase() ?? "·";
}

/** Whether an element has come near the window: pictures far down a long thread are not fetched. */
function useNear() {
  const ref = useRef<HTMLSpanElement>(null);
  const [near, setNear] = useState(() => !("IntersectionObserver" in window));
  useEffect(() => {
    const element = ref.current;
    if (near || !element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: "300px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
  return { ref, near };
}
