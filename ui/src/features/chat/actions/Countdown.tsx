/** The time that is left to decide, by the database's clock; this page only counts the seconds. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useStable } from "../../../lib/hooks/useStable";
import classes from "./ActionCard.module.css";
import { formatClock } from "../../../lib/text/clock";

export function Countdown({ seconds, onOver }: { seconds: number; onOver: () => void }) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(seconds);
  const over = useStable(onOver);
  useEffect(() => {
    const end = performance.now() + seconds * 1_000;
    const timer = setInterval(() => {
      const now = Math.max(0, (end - performance.now()) / 1_000);
      setLeft(now);
      if (now === 0) {
        clearInterval(timer);
        over();
      }
    }, 1_000);
    return () => clearInterval(timer);
  }, [seconds, over]);
  const whole = Math.ceil(Math.min(left, seconds));
  const time = formatClock(whole);
  return (
    <span className={classes.countdown} data-soon={whole <= 60 || undefined} role="timer">
      {t("actions.left", { time })}
    </span>
  );
}
