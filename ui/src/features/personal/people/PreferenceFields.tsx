/** What a person prefers, by name: two fields a row. */
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { FieldProblem } from "../form/FieldProblem";
import classes from "../personal.module.css";
import type { PersonDraft } from "./draft";

type Pairs = PersonDraft["preferences"];
type Props = { pairs: Pairs; problem: string | undefined; onChange: (pairs: Pairs) => void };

export function PreferenceFields({ pairs, problem, onChange }: Props) {
  const { t } = useTranslation();
  const add = useRef<HTMLButtonElement>(null);
  const put = (at: number, pair: Pairs[number]) => onChange(pairs.with(at, pair));
  return (
    <fieldset className={classes.set}>
      <legend>{t("personal.people.field.preferences")}</legend>
      {pairs.map(([name, value], at) => (
        <div key={at} className={classes.pair}>
          <TextInput
            aria-label={t("personal.people.preference.name", { row: at + 1 })}
            placeholder={t("personal.people.preference.nameExample")}
            value={name}
            aria-invalid={problem !== undefined}
            onChange={(event) => put(at, [event.currentTarget.value, value])}
          />
          <TextInput
            aria-label={t("personal.people.preference.value", { row: at + 1 })}
            placeholder={t("personal.people.preference.valueExample")}
            value={value}
            onChange={(event) => put(at, [name, event.currentTarget.value])}
          />
          <ActionIcon
            variant="subtle"
            aria-label={t("personal.people.preference.remove", { row: at + 1 })}
            onClick={() => {
              onChange(pairs.toSpliced(at, 1));
              add.current?.focus();
            }}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <FieldProblem text={problem} />
      <div>
        <Button
          ref={add}
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => onChange([...pairs, ["", ""]])}
        >
          {t("personal.people.preference.add")}
        </Button>
      </div>
    </fieldset>
  );
}
