/** Fields that were deleted, and the way back to each: the log of operations has changes of records alone. */
import { Button, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useFormats } from "../../../i18n/language";
import { useMay } from "../../../shared/account/useMe";
import { useActorName } from "../../../shared/changes/useActorName";
import desk from "../../../shared/desk/desk.module.css";
import type { DeletedField } from "./types";

export function DeletedFields({ fields }: { fields: readonly DeletedField[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const actorName = useActorName();
  const showError = useErrorToast();
  const mayEdit = useMay("edit");
  const restore = useCommandMutation("restoreField");
  if (fields.length === 0) return null;
  const bringBack = ({ id, name }: DeletedField) =>
    restore.mutate(
      { id, operationId: crypto.randomUUID() },
      {
        onSuccess: () => showToast({ tone: "info", text: t("definedFields.gone.restored", { name }) }),
        onError: showError,
      },
    );
  return (
    <section aria-labelledby="deleted-fields">
      <Title order={2} size="h6" id="deleted-fields" m="sm">
        {t("definedFields.gone.title")}
      </Title>
      <ul className={desk.rows}>
        {fields.map((field) => (
          <li key={field.id} className={desk.rowLine}>
            <div className={desk.row}>
              <span className={desk.rowName}>
                <DataText text={field.name} />
              </span>
              <span className={desk.rowNote}>
                <DataText text={actorName(field.deletedBy)} /> · {formats.dateTime(field.deletedAt)}
              </span>
              {mayEdit && (
                <Text>
                  <Button
                    size="compact-xs"
                    variant="default"
                    disabled={restore.isPending}
                    aria-label={t("definedFields.gone.restoreNamed", { name: field.name })}
                    onClick={() => bringBack(field)}
                  >
                    {t("definedFields.gone.restore")}
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
