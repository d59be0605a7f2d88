/** One suggestion beside what is there now: value, reason and evidence, and the three answers to it. */
import { Badge, Button, Group, Kbd, Textarea } from "@mantine/core";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../components/DataText";
import { useFormats } from "../../i18n/language";
import classes from "./Assist.module.css";
import { isTypedEdit } from "./edits";
import { EvidenceList } from "./EvidenceList";
import {
  parseValue,
  formatSuggestion,
  sureness,
  textOfValue,
  type AcceptedValue,
  type Suggestion,
} from "./suggestions";

export type Outcome = "accepted" | "edited" | "rejected";

type Props = {
  suggestion: Suggestion;
  /** What the field holds now. */
  current: unknown;
  /** The currency of what it holds, where that is a price. */
  currentCurrency: string | null;
  /** Stands above the card's name, where cards of several items are listed. */
  heading?: React.ReactNode;
  active: boolean;
  decided: Outcome | null;
  /** Why it is not taken over; null where it may be. */
  barred: string | null;
  busy?: boolean;
  /** What it is being edited to; null where it is not. */
  text: string | null;
  boxId: string;
  onText: (text: string | null) => void;
  onDecide: (outcome: Outcome, value: AcceptedValue) => void;
  onMove: (by: 1 | -1) => void;
};

const COLOR = { sure: "mata", likely: "palha", doubtful: "gray" } as const;

export function SuggestionCard(props: Props) {
  const { suggestion, current, currentCurrency, heading, active, decided, barred, busy = false } = props;
  const { text, boxId, onText, onDecide, onMove } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const card = useRef<HTMLLIElement>(null);
  const sure = sureness(suggestion.confidence);
  const now = formatSuggestion(current, currentCurrency, formats);
  const open = decided === null && !busy;

  useEffect(() => {
    // The focus stays in another field while another suggestion comes first.
    const typing = document.activeElement?.matches("input, textarea, select") ?? false;
    if (active && text === null && !typing) card.current?.focus({ preventScroll: false });
  }, [active, text]);

  const decide = (outcome: "accepted" | "rejected") => onDecide(outcome, suggestion.value);
  const edited = text === null || barred !== null ? null : parseValue(suggestion.field, text);
  const wrong = text?.trim() === "" ? "assist.editEmpty" : "assist.editUnreadable";
  const saveEdit = () => {
    if (edited !== null && !busy) onDecide("edited", edited);
    else document.getElementById(boxId)?.focus();
  };
  /** What is typed stays: Escape leads out of the box, and lets go only of what was not changed. */
  const leaveBox = () => {
    if (text !== null && !isTypedEdit({ suggestion, text })) onText(null);
    else card.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target !== event.currentTarget) return;
    const act = keyAct(event.key);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (act === "next" || act === "previous") onMove(act === "next" ? 1 : -1);
    else if (text !== null) document.getElementById(boxId)?.focus();
    else if (open && act === "reject") decide("rejected");
    else if (open && barred === null && act === "edit") onText(textOfValue(suggestion.value));
    else if (open && barred === null) decide("accepted");
  };

  return (
    <li
      ref={card}
      className={classes.card}
      tabIndex={active ? 0 : -1}
      data-active={active || undefined}
      data-decided={decided ?? undefined}
      onKeyDown={onKeyDown}
      aria-label={t(`assist.field.${suggestion.field}`)}
    >
      {heading}
      <div className={classes.name}>
        <span>{t(`assist.field.${suggestion.field}`)}</span>
        <Badge variant="light" color={COLOR[sure]}>
          {t(`assist.sure.${sure}`, { percent: formats.percent(suggestion.confidence) })}
        </Badge>
      </div>
      <div className={classes.pair}>
        <div className={classes.side}>
          <p className={classes.label}>{t("assist.current")}</p>
          {now === "" ? <span className={classes.empty}>{t("assist.blank")}</span> : <DataText text={now} />}
        </div>
        <div className={classes.side}>
          <p className={classes.label}>{t("assist.suggested")}</p>
          <DataText text={formatSuggestion(suggestion.value, suggestion.currency, formats)} multiline />
        </div>
      </div>
      <p className={classes.reason}>
        <DataText text={suggestion.reason} />
      </p>
      <EvidenceList evidence={suggestion.evidence} />
      {text !== null ? (
        <EditForm
          id={boxId}
          text={text}
          problem={edited === null ? (barred ?? t(wrong)) : null}
          busy={busy}
          onText={onText}
          onSave={saveEdit}
          onEscape={leaveBox}
          onCancel={() => onText(null)}
        />
      ) : (
        <>
          {barred !== null && decided === null && <p className={classes.barred}>{barred}</p>}
          <div className={classes.foot}>
            {decided !== null ? (
              <span role="status">{t(`assist.outcome.${decided}`)}</span>
            ) : (
              <Answers
                busy={busy}
                barred={barred !== null}
                onAccept={() => decide("accepted")}
                onEdit={() => onText(textOfValue(suggestion.value))}
                onReject={() => decide("rejected")}
              />
            )}
          </div>
        </>
      )}
    </li>
  );
}

type AnswersProps = {
  busy: boolean;
  barred: boolean;
  onAccept: () => void;
  onEdit: () => void;
  onReject: () => void;
};

function Answers({ busy, barred, onAccept, onEdit, onReject }: AnswersProps) {
  const { t } = useTranslation();
  const answers = [
    { key: "A", variant: "filled", label: t("assist.accept"), run: onAccept, off: barred },
    { key: "E", variant: "default", label: t("assist.edit"), run: onEdit, off: barred },
    { key: "R", variant: "subtle", label: t("assist.reject"), run: onReject, off: false },
  ];
  return answers.map(({ key, variant, label, run, off }) => (
    <Button
      key={key}
      size="xs"
      variant={variant}
      disabled={busy || off}
      onClick={run}
      rightSection={<Kbd size="xs">{key}</Kbd>}
    >
      {label}
    </Button>
  ));
}

type Act = "accept" | "edit" | "reject" | "next" | "previous";

function keyAct(key: string): Act | null {
  const acts: Record<string, Act> = {
    a: "accept",
    e: "edit",
    r: "reject",
    arrowdown: "next",
    j: "next",
    arrowup: "previous",
    k: "previous",
  };
  return acts[key.toLowerCase()] ?? null;
}

type EditProps = {
  id: string;
  text: string;
  /** Why it cannot be taken over as it is. */
  problem: string | null;
  busy: boolean;
  onText: (text: string) => void;
  onSave: () => void;
  onEscape: () => void;
  onCancel: () => void;
};

function EditForm({ id, text, problem, busy, onText, onSave, onEscape, onCancel }: EditProps) {
  const { t } = useTranslation();
  const isFirst = useRef(true);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <Textarea
        id={id}
        aria-label={t("assist.editing")}
        value={text}
        error={problem}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            onEscape();
          } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            event.stopPropagation();
            onSave();
          }
        }}
        autosize
        minRows={1}
        maxRows={10}
        autoFocus
        onFocus={({ currentTarget: box }) => {
          // A browser puts the caret before a text that it finds there; a person goes on at its end.
          if (isFirst.current) box.setSelectionRange(box.value.length, box.value.length);
          isFirst.current = false;
        }}
      />
      <Group gap="xs" mt={8}>
        <Button size="xs" type="submit" disabled={busy}>
          {t("assist.takeEdited")}
        </Button>
        <Button size="xs" variant="subtle" disabled={busy} onClick={onCancel}>
          {t("action.cancel")}
        </Button>
      </Group>
    </form>
  );
}
