/** What can be said of a card: a grade of the set's scale, nothing, or what was said last taken back. */
import { Button, Kbd } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./Judge.module.css";
import type { Judging } from "./useJudging";

/** The grades of a set's scale, each with what it says: a file may bring one that goes up to 3. */
const SCALES = {
  2: { 0: "no", 1: "helps", 2: "meant" },
  3: { 0: "no", 1: "little", 2: "helps", 3: "meant" },
} as const;

export function gradesOf(topGrade: number) {
  return Object.entries(SCALES[topGrade > 2 ? 3 : 2]);
}

type Props = {
  judging: Judging;
  grades: ReturnType<typeof gradesOf>;
  /** The grade that the card has. */
  chosen: number | null;
};

export function GradeButtons({ judging, grades, chosen }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.grades} role="group" aria-label={t("judge.grades")}>
      {grades.map(([grade, word]) => (
        <Button
          key={grade}
          variant={chosen === Number(grade) ? "filled" : "default"}
          aria-pressed={chosen === Number(grade)}
          aria-keyshortcuts={grade}
          leftSection={<Kbd size="xs">{grade}</Kbd>}
          onClick={() => judging.grade(Number(grade))}
        >
          {t(`judge.grade.${word}`)}
        </Button>
      ))}
      <QuietButton shortcut="S" onClick={judging.skip}>
        {t("judge.skip")}
      </QuietButton>
      <QuietButton shortcut="U" disabled={!judging.canUndo} onClick={judging.undo}>
        {t("action.undo")}
      </QuietButton>
    </div>
  );
}

type QuietProps = { shortcut: string; disabled?: boolean; onClick: () => void; children: string };

function QuietButton({ shortcut, disabled = false, onClick, children }: QuietProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      aria-keyshortcuts={shortcut}
      leftSection={<Kbd size="xs">{shortcut}</Kbd>}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
