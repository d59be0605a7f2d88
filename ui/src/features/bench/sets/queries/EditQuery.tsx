/** The text and the class of a query, edited where it stands: Enter saves, Escape leaves it as it was. */
import { Autocomplete, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { useErrorText } from "../../../../components/useErrorText";
import { useFieldErrors } from "../../../../shared/forms/fieldErrors";
import type { QuerySet, SetQuery } from "../names";
import classes from "../Sets.module.css";

type Props = { set: QuerySet; query: SetQuery; onLeave: () => void };

export function EditQuery({ set, query, onLeave }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const fieldErrors = useFieldErrors();
  const update = useCommandMutation("updateSetQuery");
  const [text, setText] = useState(query.query);
  const [queryClass, setClass] = useState(query.class ?? "");
  const refused = fieldErrors(update.error);
  // What is refused for another reason than a field is said at the first.
  const other = update.error && Object.keys(refused).length === 0 ? describe(update.error) : undefined;
  const said = refused["query"] ?? other;
  const changed = text !== query.query || queryClass !== (query.class ?? "");
  const send = () => {
    if (!changed) return onLeave();
    update.mutate(
      { id: query.id, query: text, class: queryClass, operationId: crypto.randomUUID() },
      { onSuccess: onLeave },
    );
  };
  return (
    <form
      className={classes.edit}
      aria-label={t("sets.editQuery.open", { query: query.query })}
      onSubmit={(event) => {
        event.preventDefault();
        if (!update.isPending) send();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        onLeave();
      }}
    >
      <TextInput
        autoFocus
        label={t("sets.column.query")}
        value={text}
        error={said && <DataText text={said} />}
        description={text !== query.query && query.judgedRecords > 0 ? t("sets.editQuery.judged") : null}
        inputWrapperOrder={["label", "input", "description", "error"]}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Autocomplete
        label={t("sets.column.class")}
        data={set.classes}
        value={queryClass}
        error={refused["class"] && <DataText text={refused["class"]} />}
        onChange={setClass}
      />
      <div className={classes.editButtons}>
        <Button type="submit" size="sm" loading={update.isPending}>
          {t("action.save")}
        </Button>
        <Button size="sm" variant="default" onClick={onLeave}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
