/** A change of the tree: what is asked for, what it would do, and doing it. */
import { Button, Group, Select, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { Dialog } from "../../../components/Dialog";
import { ErrorNotice } from "../../../components/ErrorNotice";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { useErrorText } from "../../../components/useErrorText";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import { cleanText, fold } from "../../../lib/text/text";
import { noteOperation } from "../shared/ownOperations";
import { useCellQueue } from "../unsaved/queue/queues";
import { changeOf, findTaken, listPlaces, type ChangeDraft } from "./draft";
import { PreviewText } from "./PreviewText";
import type { Tree } from "./tree";

type Props = {
  /** Null where nothing is changed. */
  draft: ChangeDraft | null;
  tree: Tree;
  onDraft: (draft: ChangeDraft) => void;
  onClose: () => void;
  /** With the name of the category afterwards; null where it is gone. */
  onDone: (name: string | null) => void;
};

export function ChangeDialog({ draft, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={draft !== null}
      onClose={onClose}
      size={560}
      title={draft && t(`categories.title.${draft.kind}`)}
    >
      {draft && <Change key={draft.kind} draft={draft} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function Change({ draft, tree, onDraft, onClose, onDone }: Props & { draft: ChangeDraft }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const client = useQueryClient();
  const queue = useCellQueue();
  const isThere = useIsThere();
  const showUndoable = useUndoToast();
  // A change whose answer was lost is asked for again under its id, and is not made twice.
  const operation = useRef(crypto.randomUUID());
  const [change] = useDebouncedValue(changeOf(draft), 250);
  const [begun] = useState(changeOf(draft));
  const taken = findTaken(draft, tree);
  const isAsked = change !== null && taken === null;
  const preview = useCommandQuery("previewCategory", { change: change ?? NOTHING }, { enabled: isAsked });
  const isCurrent = JSON.stringify(change) === JSON.stringify(changeOf(draft));
  const isSame = draft.kind === "move" && JSON.stringify(change) === JSON.stringify(begun);
  const shown = isAsked && isCurrent ? preview.data : undefined;
  const made = useCommandMutation("changeCategory", {
    onAnswer: ({ operationId, name }) => {
      const text = t(`categories.done.${draft.kind}`, {
        name: cleanText(name),
        category: cleanText(draft.category ?? ""),
      });
      noteOperation({ id: operationId, label: text });
      showUndoable(`${text}.`, () => queue.takeOperationBack({ id: operationId, label: text }));
      if (isThere()) onDone(draft.kind === "delete" ? null : name);
    },
  });
  const edit = (part: Partial<ChangeDraft>) => {
    operation.current = crypto.randomUUID();
    made.reset();
    onDraft({ ...draft, ...part });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!shown || !change || isSame || made.isPending) return;
    made.mutate({ change, version: shown.version, operationId: operation.current });
  };
  /** What another person changed meanwhile is read anew, and looked at again. */
  const readAgain = () => {
    operation.current = crypto.randomUUID();
    made.reset();
    for (const name of ["listCategories", "previewCategory"])
      void client.invalidateQueries({ queryKey: [name] });
  };
  return (
    <form onSubmit={submit}>
      {draft.category !== null && draft.kind !== "create" && (
        <Text size="sm" mb="sm">
          <DataText text={t(`categories.about.${draft.kind}`, { category: cleanText(draft.category) })} />
        </Text>
      )}
      <Fields draft={draft} tree={tree} onChange={edit} />
      {taken && (
        <Text size="sm" mt="sm" role="alert">
          <DataText text={t("categories.taken", { name: cleanText(taken.name) })} />{" "}
          {draft.kind === "rename" && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => edit({ kind: "merge", into: taken.name })}
            >
              {t("categories.mergeInstead")}
            </Button>
          )}
        </Text>
      )}
      <div role="status">
        {shown && !isSame && <PreviewText kind={draft.kind} preview={shown} />}
        {isAsked && isCurrent && preview.error && (
          <Text size="sm" mt="sm">
            <DataText text={describe(preview.error)} />
          </Text>
        )}
      </div>
      {made.error && <ErrorNotice title={t("categories.notMade")} error={made.error} onRetry={readAgain} />}
      <Group gap="sm" mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button
          type="submit"
          color={draft.kind === "delete" ? "red" : undefined}
          loading={made.isPending}
          disabled={!shown || isSame}
        >
          {t(`categories.make.${draft.kind}`)}
        </Button>
      </Group>
    </form>
  );
}

/** Never sent. */
const NOTHING = { type: "delete", category: "" } as const;

type FieldsProps = { draft: ChangeDraft; tree: Tree; onChange: (part: Partial<ChangeDraft>) => void };

function Fields({ draft, tree, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const { kind } = draft;
  return (
    <>
      {(kind === "create" || kind === "rename") && (
        <TextInput
          label={t("categories.field.name")}
          required
          maxLength={300}
          autoComplete="off"
          data-autofocus
          value={draft.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      )}
      {(kind === "create" || kind === "move") && (
        <PlaceSelect
          label={t("categories.field.parent")}
          placeholder={t("categories.atTop")}
          places={listPlaces(draft, tree)}
          value={draft.parent}
          onChange={(parent) => onChange({ parent })}
          isClearable
        />
      )}
      {kind === "merge" && (
        <PlaceSelect
          label={t("categories.field.into")}
          placeholder={t("categories.choose")}
          places={listPlaces(draft, tree)}
          value={draft.into}
          onChange={(into) => onChange({ into })}
          isClearable={false}
        />
      )}
    </>
  );
}

/** Options that are drawn; typing reaches the others. */
const DRAWN = 60;

type PlaceProps = {
  label: string;
  placeholder: string;
  places: { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
  isClearable: boolean;
};

function PlaceSelect({ label, placeholder, places, value, onChange, isClearable }: PlaceProps) {
  const { t } = useTranslation();
  return (
    <Select
      mt="sm"
      label={label}
      placeholder={placeholder}
      searchable
      clearable={isClearable}
      clearButtonProps={{ "aria-label": t("categories.atTop") }}
      data={places}
      limit={DRAWN}
      filter={({ options, search, limit }) => {
        const wanted = fold(search.trim());
        const isWanted = (option: (typeof options)[number]) =>
          "value" in option && fold(option.label).includes(wanted);
        return options.filter(isWanted).slice(0, limit);
      }}
      nothingFoundMessage={t("categories.nothing")}
      value={value}
      onChange={onChange}
    />
  );
}
