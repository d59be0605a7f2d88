/** Places gained or lost since the weights were moved: by sign and by word, never by colour alone. */
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./FusedList.module.css";

export function Movement({ place, before }: { place: number; before: number | null }) {
  const { t } = useTranslation();
  if (before === null) {
    return (
      <span className={classes.move} data-way="up" title={t("moved.newText")}>
        {t("moved.new")}
      </span>
    );
  }
  const by = before - place;
  if (by === 0) return <span className={classes.move} aria-hidden />;
  const places = { count: Math.abs(by), before };
  const text = by > 0 ? t("moved.up", places) : t("moved.down", places);
  return (
    <span className={classes.move} data-way={by > 0 ? "up" : "down"} title={text}>
      {by > 0 ? <IconArrowUp size={13} aria-hidden /> : <IconArrowDown size={13} aria-hidden />}
      <span aria-hidden>{Math.abs(by)}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
