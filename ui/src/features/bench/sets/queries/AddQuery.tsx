/** One more query for a set: typed, Enter, and the field is free for the next. */
import { Autocomplete, Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { useErrorText } from "../../../../components/useErrorText";
import { useFieldErrors } from "../../../../shared/forms/fieldErrors";
import type { QuerySet } from "../names";
import classes from "../Sets.module.css";

export function AddQuery({ set }: { set: QuerySet }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const fieldErrors = useFieldErrors();
  const add = useCommandMutation("addSetQuery", {
    onAnswer: (_, { query: sent }) => {
      // What was typed meanwhile is the next one.
      setQuery((typed) => (typed === sent ? "" : typed));
      field.current?.focus();
    },
  });
  const refused = fieldErrors(add.error);
  const other = add.error && Object.keys(refused).length === 0 ? describe(add.error) : undefined;
  const said = refused["query"] ?? other;
  const [query, setQuery] = useState("");
  const [queryClass, setClass] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const send = () =>
    add.mutate({
      id: set.id,
      query,
      class: queryClass.trim() || null,
      operationId: crypto.randomUUID(),
    });
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (query.trim()) send();
      }}
    >
      <TextInput
        ref={field}
        label={t("sets.add.query")}
        placeholder={t("sets.add.placeholder")}
        value={query}
        error={said && <DataText text={said} />}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <Autocomplete
        label={t("sets.add.class")}
        data={set.classes}
        value={queryClass}
        error={refused["class"] && <DataText text={refused["class"]} />}
        onChange={setClass}
      />
      <Button type="submit" variant="default" loading={add.isPending} disabled={query.trim() === ""}>
        {t("sets.add.send")}
      </Button>
    </form>
  );
}
