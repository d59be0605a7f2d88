/** The fields that are defined, the attributes that are not defined yet, and the one that is open. */
import { Badge, Button, Text, Title } from "@mantine/core";
import { useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { CommandError, Data } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { Waiting } from "../../../components/Waiting";
import { useFormats, useLanguage } from "../../../i18n/language";
import { fold } from "../../../lib/text/text";
import { RoleNotice } from "../../../shared/account/RoleNotice";
import { useMay } from "../../../shared/account/useMe";
import { parseValue } from "../../../shared/changes/attributes";
import { useValueText } from "../../../shared/changes/useValueText";
import { EmptyCatalogNotice } from "../../../shared/catalog/StartNotice";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { focusNewForm } from "../../../shared/desk/firstField";
import { ListHead } from "../../../shared/desk/ListHead";
import { useFormKey } from "../../../shared/desk/useFormKey";
import { readDraft } from "../../../shared/drafts/drafts";
import { fieldLabel } from "../../../shared/fields/useDefinedFields";
import { DeletedFields } from "./DeletedFields";
import { FieldDetails } from "./FieldDetails";
import { FieldForm } from "./FieldForm";
import { FieldsEmpty } from "./FieldsEmpty";
import type { DefinedField, FoundField } from "./types";

const NEW = "new";

export function FieldsDesk() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const opened = params.get("field");
  const open = (field: string | null) => setParams(field === null ? {} : { field });
  const [text, setText] = useState("");
  const query = useCommandQuery("listFields", {});
  const foundQuery = useCommandQuery("findFields", {});
  const found = foundQuery.data;
  const mayEdit = useMay("edit");
  const form = useFormKey(opened);
  const client = useQueryClient();
  const language = useLanguage();
  const fields = query.data ?? [];
  const isWanted = (words: string) => fold(words).includes(fold(text.trim()));
  const uses = new Map(found?.defined.map(({ key, items }) => [key, items] as const));
  const undefinedFields = found?.undefined ?? [];
  const deleted = (found?.deleted ?? []).filter((one) => isWanted(`${one.name} ${one.key}`));
  const add = () => (opened === NEW ? focusNewForm() : open(NEW));
  const isEmpty = query.data?.length === 0 && found?.undefined.length === 0;
  const listed = fields.filter((field) => isWanted(`${fieldLabel(field)} ${field.key}`));
  const offered = undefinedFields.filter((one) => isWanted(`${one.name} ${one.key}`));
  const showMade = (made: DefinedField) => {
    // What was new is read next, and is known.
    client.setQueryData<DefinedField[]>(["listFields", language, {}], (known) => known && [...known, made]);
    form.noteStored(made.id);
    open(made.id);
  };
  // The address names the attribute, so that a reload proposes the same.
  const define = (one: FoundField) => setParams({ field: NEW, of: one.key });
  const proposed = opened === NEW ? params.get("of") : null;
  return (
    <DeskPanes
      open={opened}
      back={t("definedFields.back")}
      onBack={() => open(null)}
      list={
        <>
          {!isEmpty && <EmptyCatalogNotice text={t("noStock.noItems")} />}
          <ListHead
            add={t("definedFields.new")}
            onAdd={mayEdit ? add : null}
            search={t("definedFields.search")}
            text={text}
            onText={setText}
            query={query}
            failed={t("definedFields.failed")}
          >
            {null}
          </ListHead>
          {isEmpty && <FieldsEmpty onAdd={add} />}
          {query.data && !isEmpty && listed.length === 0 && (
            <p className={desk.none}>
              {t(fields.length === 0 ? "definedFields.none" : "definedFields.nothing")}
            </p>
          )}
          <div className={desk.lists} tabIndex={0}>
            <ul className={desk.rows} aria-label={t("definedFields.list")}>
              {listed.map((field) => (
                <FieldRow
                  key={field.id}
                  field={field}
                  items={uses.get(field.key) ?? null}
                  open={field.id === opened}
                  onOpen={() => open(field.id)}
                />
              ))}
            </ul>
            {offered.length > 0 && (
              <OfferedFields found={offered} onDefine={mayEdit && opened !== NEW ? define : null} />
            )}
            <DeletedFields fields={deleted} />
          </div>
        </>
      }
    >
      <OpenedField
        key={form.key}
        id={opened}
        proposal={undefinedFields.find(({ key }) => key === proposed) ?? null}
        foundQuery={proposed === null ? null : foundQuery}
        isRead={query.data !== undefined}
        isEmpty={isEmpty}
        stored={fields.find(({ id }) => id === opened) ?? null}
        isBegunHere={form.isBegunHere}
        found={undefinedFields}
        onMade={showMade}
        onGone={() => open(null)}
      />
    </DeskPanes>
  );
}

type RowProps = {
  field: DefinedField;
  /** Items that have it; null where that is not known. */
  items: number | null;
  open: boolean;
  onOpen: () => void;
};

function FieldRow({ field, items, open, onOpen }: RowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <li className={desk.rowLine}>
      <button type="button" className={desk.row} data-row={field.id} aria-current={open} onClick={onOpen}>
        <span className={desk.rowName}>
          <DataText text={fieldLabel(field)} />{" "}
          <Badge size="xs" variant="default">
            {t(`definedFields.type.${field.fieldType}`)}
          </Badge>
        </span>
        <span className={desk.rowNote}>
          {field.group !== null && (
            <>
              <DataText text={field.group} /> ·{" "}
            </>
          )}
          {items !== null && t("definedFields.items", formats.placeCount(items))}
        </span>
      </button>
    </li>
  );
}

type OfferedProps = { found: FoundField[]; onDefine: ((one: FoundField) => void) | null };

/** Attributes that items have and that are not defined, with what they likely are. */
function OfferedFields({ found, onDefine }: OfferedProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const valueText = useValueText();
  // A list or a truth comes as it is stored; all else, a number of a text too, stays as it stands.
  const readExample = (example: string): string => {
    const value = parseValue(example);
    return typeof value === "boolean" || Array.isArray(value) ? valueText("attributes", value) : example;
  };
  return (
    <section aria-labelledby="undefined-fields">
      <Title order={2} size="h6" id="undefined-fields" m="sm">
        {t("definedFields.undefined")}
      </Title>
      <ul className={desk.rows}>
        {found.map((one) => (
          <li key={one.key} className={desk.rowLine}>
            <div className={desk.row}>
              <span className={desk.rowName}>
                <DataText text={fieldLabel(one)} />{" "}
                <Badge size="xs" variant="default">
                  {t(`definedFields.type.${one.fieldType}`)}
                </Badge>
              </span>
              <span className={desk.rowNote}>
                {t("definedFields.items", formats.placeCount(one.items))}
                {one.examples.length > 0 && (
                  <>
                    {" · "}
                    <DataText text={one.examples.map(readExample).join(", ")} />
                  </>
                )}
              </span>
              {onDefine && (
                <Text>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={t("definedFields.defineNamed", { name: one.name })}
                    onClick={() => onDefine(one)}
                  >
                    {t("definedFields.define")}
                  </Button>
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type OpenedProps = {
  id: string | null;
  /** The attribute that a new field is proposed for. */
  proposal: FoundField | null;
  /** What reads it; null where none is asked for. */
  foundQuery: UseQueryResult<Data<"findFields">, CommandError> | null;
  isRead: boolean;
  /** There is nothing to choose from. */
  isEmpty: boolean;
  /** Null for a new field, and for one that there is not. */
  stored: DefinedField | null;
  isBegunHere: boolean;
  found: FoundField[];
  onMade: (stored: DefinedField) => void;
  onGone: () => void;
};

function OpenedField(props: OpenedProps) {
  const { id, proposal, foundQuery, isRead, isEmpty, stored, isBegunHere, found, onMade, onGone } = props;
  const { t } = useTranslation();
  // Of a field that was deleted, what was typed is still there to be seen and gone on with.
  const [last, setLast] = useState(() => stored ?? (id === null ? null : keptBase(id)));
  if (stored && stored !== last) setLast(stored);
  const isGone = isRead && !stored && last !== null;
  const mayEdit = useMay("edit");
  if (!mayEdit && stored) return <FieldDetails field={stored} />;
  if (!mayEdit && isBegunHere) return <RoleNotice access="edit" />;
  if (!isBegunHere && !stored && !isGone)
    return isEmpty ? null : <p className={desk.none}>{t("definedFields.pick")}</p>;
  if (foundQuery?.error && !found.length)
    return <QueryError title={t("definedFields.foundFailed")} query={foundQuery} />;
  if (foundQuery?.isPending) return <Waiting h={160} />;
  return (
    <FieldForm
      proposal={proposal}
      stored={stored ?? (isGone ? last : null)}
      isGone={isGone}
      found={found}
      onMade={onMade}
      onGone={onGone}
    />
  );
}

function keptBase(id: string): DefinedField | null {
  return readDraft<DefinedField, unknown>({ kind: "field", id })?.base ?? null;
}
