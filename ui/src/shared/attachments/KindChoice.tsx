/** What a file is to a dealer: label, leaflet, safety data sheet; said by its name until a person chooses. */
import { NativeSelect, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DocumentKind } from "../../bindings";
import type { Data } from "../../api/command";
import { useCommandMutation } from "../../api/hooks";
import { useErrorToast } from "../../components/toast/useErrorToast";
import { cleanText } from "../../lib/text/text";
import { useMay } from "../account/useMe";
import classes from "./Attachments.module.css";

const KINDS = ["label", "leaflet", "safety_sheet", "other"] as const satisfies DocumentKind[];

type Props = { file: Pick<Data<"listAttachments">[number], "id" | "name" | "kind"> };

export function KindChoice({ file }: Props) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const mayEdit = useMay("edit");
  const choose = useCommandMutation("setAttachmentKind");
  if (!mayEdit)
    return file.kind === "other" ? null : (
      <Text size="sm" fw={600}>
        {t(`files.kind.${file.kind}`)}
      </Text>
    );
  return (
    <NativeSelect
      size="xs"
      className={classes.kind}
      aria-label={t("files.kindOf", { name: cleanText(file.name) })}
      value={(choose.isPending && choose.variables?.kind) || file.kind}
      disabled={choose.isPending}
      data={KINDS.map((kind) => ({ value: kind, label: t(`files.kind.${kind}`) }))}
      onChange={(event) => {
        const kind = KINDS.find((one) => one === event.currentTarget.value);
        if (!kind) return;
        choose.mutate({ id: file.id, kind, operationId: crypto.randomUUID() }, { onError: showError });
      }}
    />
  );
}
