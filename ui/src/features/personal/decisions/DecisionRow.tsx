/** A decision in the list: where it stands, and when it comes up again or how it turned out. */
import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import desk from "../../../shared/desk/desk.module.css";
import { isToReview, type Decision } from "./draft";

type Props = { decision: Decision; today: string; open: boolean; onOpen: () => void };

export function DecisionRow({ decision, today, open, onOpen }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { id, title, area, state, choice, outcome, reviewAt } = decision;
  const due = isToReview(decision, today);
  const about = outcome ?? choice;
  return (
    <li className={desk.rowLine}>
      <button type="button" className={desk.row} data-row={id} aria-current={open} onClick={onOpen}>
        <span className={desk.rowName}>
          <Badge size="xs" variant={due ? "outline" : "default"} mr={6}>
            {t(due ? "personal.decisions.review" : `personal.decisions.states.${state}`)}
          </Badge>
          <DataText text={title} />
        </span>
        {about !== null && (
          <span className={desk.rowNote}>
            <DataText text={about} />
          </span>
        )}
        <span className={desk.rowNote}>
          {t(`personal.decisions.area.${area}`)}
          {state !== "reviewed" && ` · ${t("personal.decisions.reviewOn", { day: formats.day(reviewAt) })}`}
        </span>
      </button>
    </li>
  );
}
