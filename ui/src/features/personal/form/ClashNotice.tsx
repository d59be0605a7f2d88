/** Another save was first, in the same fields: both values of each, and the choice between them. */
import { Button, Group } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import classes from "../personal.module.css";
import type { FieldOf } from "./merge";
import type { Words } from "./useDraftForm";

type Props<D> = {
  /** When the other one was stored. RFC 3339. */
  updatedAt: string;
  fields: readonly FieldOf<D>[];
  theirs: D;
  mine: D;
  words: Words<D>;
  onKeepMine: () => void;
  onKeepTheirs: () => void;
};

export function ClashNotice<D>(props: Props<D>) {
  const { updatedAt, fields, theirs, mine, words, onKeepMine, onKeepTheirs } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const valueOf = (draft: D, field: FieldOf<D>) => {
    const text = words.text(draft, field);
    return text === "" ? <em>{t("personal.form.nothing")}</em> : <DataText text={text} multiline />;
  };
  return (
    <section className={classes.clash} aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1} className={classes.clashTitle}>
        <IconGitMerge size={18} aria-hidden />
        {t("personal.form.clash.title")}
      </h3>
      <p role="alert">{t("personal.form.clash.text", { at: formats.dateTime(updatedAt) })}</p>
      <dl className={classes.values}>
        {fields.map((field) => (
          <div key={field}>
            <dt>{words.label(field)}</dt>
            <dd>
              <span>{t("personal.form.clash.theirs")}</span> {valueOf(theirs, field)}
            </dd>
            <dd>
              <span>{t("personal.form.clash.mine")}</span> {valueOf(mine, field)}
            </dd>
          </div>
        ))}
      </dl>
      <Group gap="xs">
        <Button size="xs" onClick={onKeepMine}>
          {t("personal.form.clash.keepMine")}
        </Button>
        <Button size="xs" variant="default" onClick={onKeepTheirs}>
          {t("personal.form.clash.keepTheirs")}
        </Button>
      </Group>
    </section>
  );
}
