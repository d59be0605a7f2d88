/** A field for reading. */
import { Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { fieldLabel } from "../../../shared/fields/useDefinedFields";
import { FieldHistory } from "./FieldHistory";
import type { DefinedField } from "./types";

export function FieldDetails({ field }: { field: DefinedField }) {
  const { t } = useTranslation();
  const lists = (["allowed", "requiredIn", "expectedIn"] as const).filter((name) => field[name].length > 0);
  return (
    <>
      <Title order={2} size="h4">
        <DataText text={fieldLabel(field)} />
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(`definedFields.type.${field.fieldType}`)} · {t("definedFields.keyStays", { key: field.key })}
      </Text>
      <Text size="sm">
        {t("definedFields.field.searchWeight")}: {t(`definedFields.searchWeight.${field.searchWeight}`)}
      </Text>
      {lists.map((name) => (
        <Text key={name} size="sm">
          {t(`definedFields.field.${name}`)}: <DataText text={field[name].join("; ")} />
        </Text>
      ))}
      <FieldHistory id={field.id} />
    </>
  );
}
