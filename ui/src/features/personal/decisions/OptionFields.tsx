/** What can be chosen, each with what speaks for it and against it. */
import { Button, Textarea, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { FieldProblem } from "../form/FieldProblem";
import classes from "../personal.module.css";
import type { OptionDraft } from "./draft";

type Props = { options: OptionDraft[]; problem: string; onChange: (options: OptionDraft[]) => void };

export function OptionFields({ options, problem, onChange }: Props) {
  const { t } = useTranslation();
  const add = useRef<HTMLButtonElement>(null);
  const put = (at: number, part: Partial<OptionDraft>) => {
    const before = options[at];
    if (before) onChange(options.with(at, { ...before, ...part }));
  };
  return (
    <fieldset className={classes.set}>
      <legend>{t("personal.decisions.field.options")}</legend>
      {options.map((option, at) => (
        <fieldset key={at} className={`${classes.set} ${classes.option}`}>
          <legend className="visually-hidden">{t("personal.decisions.option.row", { row: at + 1 })}</legend>
          <TextInput
            label={t("personal.decisions.option.title", { row: at + 1 })}
            value={option.title}
            aria-invalid={problem !== ""}
            onChange={(event) => put(at, { title: event.currentTarget.value })}
          />
          <div className={classes.fields}>
            {(["pros", "cons"] as const).map((side) => (
              <Textarea
                key={side}
                label={t(`personal.decisions.option.${side}`)}
                description={t("personal.decisions.option.lines")}
                autosize
                minRows={2}
                maxRows={8}
                value={option[side]}
                onChange={(event) => put(at, { [side]: event.currentTarget.value })}
              />
            ))}
          </div>
          <div>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={() => {
                onChange(options.toSpliced(at, 1));
                add.current?.focus();
              }}
            >
              {t("personal.decisions.option.remove", { row: at + 1 })}
            </Button>
          </div>
        </fieldset>
      ))}
      <FieldProblem text={problem} />
      <div>
        <Button
          ref={add}
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => onChange([...options, { title: "", pros: "", cons: "" }])}
        >
          {t("personal.decisions.option.add")}
        </Button>
      </div>
    </fieldset>
  );
}
