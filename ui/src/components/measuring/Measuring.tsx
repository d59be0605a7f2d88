/** How far a measurement, or an edit of many records, is, and the way to end it. Drawn only where it takes longer than a moment. */
import { Button, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, type CommandError, type Data } from "../../api/command";
import { useFormats } from "../../i18n/language";
import classes from "./Measuring.module.css";

/** How often it is asked, in milliseconds. */
const EVERY = 500;

/** Where the texts of what is counted stand. */
const WORDS = {
  queries: "measuring",
  items: "grid.bulk.progress",
  checked: "assist.check.progress",
  parts: "settings.backup.progress",
} as const;

type Props = {
  /** By what id the program knows it; null as long as it has not begun. */
  id: string | null;
  onCancel: () => void;
  /** What is counted. */
  of?: keyof typeof WORDS;
};

export function Measuring({ id, onCancel, of = "queries" }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  // An id is used once: what it answered is of no use to others.
  const { data } = useQuery<Data<"getMeasurement">, CommandError>({
    queryKey: ["getMeasurement", id],
    queryFn: ({ signal }) => call("getMeasurement", { id: id ?? "" }, signal),
    enabled: id !== null,
    refetchInterval: EVERY,
    gcTime: 0,
  });
  const { done, total } = data ?? { done: 0, total: 0 };
  const words = WORDS[of];
  const said =
    total === 0
      ? t(`${words}.begins`)
      : t(`${words}.of`, { count: total, done: formats.integer(done), total: formats.integer(total) });
  return (
    <div className={classes.measuring}>
      <Progress.Root size="md" className={classes.bar}>
        <Progress.Section value={total === 0 ? 0 : (done / total) * 100} aria-label={said} animated />
      </Progress.Root>
      <span className={classes.said} role="status">
        {said}
      </span>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {t(`${words}.cancel`)}
      </Button>
    </div>
  );
}
