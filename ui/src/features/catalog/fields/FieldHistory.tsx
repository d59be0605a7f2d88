/** What a field was, who changed it, and taking the last change back. */
import { Button, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useFormats } from "../../../i18n/language";
import { Disclosure } from "../../../shared/forms/Disclosure";
import desk from "../../../shared/desk/desk.module.css";
import { useMay } from "../../../shared/account/useMe";
import { fieldLabel } from "../../../shared/fields/useDefinedFields";
import type { FieldChange } from "./types";

export function FieldHistory({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <Disclosure title={t("definedFields.history.title")}>
      <Changes id={id} />
    </Disclosure>
  );
}

function Changes({ id }: { id: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const showError = useErrorToast();
  const mayEdit = useMay("edit");
  const query = useCommandQuery("fieldHistory", { id });
  const undo = useCommandMutation("undoFieldChange");
  if (query.error) return <QueryError title={t("definedFields.history.failed")} query={query} />;
  const takeBack = (change: FieldChange) =>
    undo.mutate(
      { id, operation: change.operation, operationId: crypto.randomUUID() },
      { onError: showError },
    );
  return (
    <ul className={desk.effects}>
      {query.data?.map((change) => (
        <li key={change.operation} className={desk.effect}>
          <Line change={change} />{" "}
          <Text span size="sm" c="dimmed">
            <DataText text={change.actor} /> · {formats.dateTime(change.at)}
          </Text>{" "}
          {mayEdit && change.undoable && (
            <Button
              size="compact-xs"
              variant="default"
              loading={undo.isPending}
              onClick={() => takeBack(change)}
            >
              {t("definedFields.history.undo")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What a change made of the field. */
function Line({ change }: { change: FieldChange }) {
  const { t } = useTranslation();
  const { before, after } = change;
  if (!after) return <>{t("definedFields.history.removed")}</>;
  const now = `${fieldLabel(after)} · ${t(`definedFields.type.${after.fieldType}`)}`;
  if (!before) return <DataText text={t("definedFields.history.defined", { now })} />;
  const was = `${fieldLabel(before)} · ${t(`definedFields.type.${before.fieldType}`)}`;
  const isCalledSo = was === now;
  return (
    <DataText
      text={
        isCalledSo
          ? t("definedFields.history.rules", { now })
          : t("definedFields.history.changed", { was, now })
      }
    />
  );
}
