/** What a file is to a dealer: label, leaflet, safety data sheet; said by its name until a person chooses. */
import { Badge, NativeSelect } from "@mantine/core";
import {
  IconAlertTriangle,
  IconFile,
  IconFileDescription,
  IconPhoto,
  IconTag,
  type Icon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DocumentKind } from "../../bindings";
import type { Data } from "../../api/command";
import { useCommandMutation } from "../../api/hooks";
import { useErrorToast } from "../../components/toast/useErrorToast";
import { cleanText } from "../../lib/text/text";
import { useMay } from "../account/useMe";
import classes from "./Attachments.module.css";

const KINDS = ["label", "leaflet", "safety_sheet", "other"] as const satisfies DocumentKind[];

const ICONS: Record<DocumentKind, Icon> = {
  label: IconTag,
  leaflet: IconFileDescription,
  safety_sheet: IconAlertTriangle,
  other: IconFile,
};
/** Those whose words answer questions of use, the sheet of dangers, and all else. */
const TONES: Record<DocumentKind, string> = {
  label: "mata",
  leaflet: "mata",
  safety_sheet: "palha",
  other: "gray",
};

type Props = {
  file: Pick<Data<"listAttachments">[number], "id" | "name" | "kind" | "format" | "pictureProblem">;
};

export function KindChoice({ file }: Props) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const mayEdit = useMay("edit");
  const choose = useCommandMutation("setAttachmentKind");
  const kind = (choose.isPending && choose.variables?.kind) || file.kind;
  // A photo is of no kind of document; one of a label may be said to be that.
  const isPhoto = file.format === "image" && file.pictureProblem === null;
  const name = (one: DocumentKind) => t(isPhoto && one === "other" ? "files.photo" : `files.kind.${one}`);
  const KindIcon = isPhoto && kind === "other" ? IconPhoto : ICONS[kind];
  const icon = <KindIcon size={13} aria-hidden />;
  if (!mayEdit)
    return kind === "other" ? null : (
      <Badge size="sm" variant="light" color={TONES[kind]} leftSection={icon}>
        {name(kind)}
      </Badge>
    );
  return (
    <NativeSelect
      size="xs"
      radius="xl"
      variant="unstyled"
      className={classes.kind}
      classNames={{ input: classes.kindInput }}
      leftSection={icon}
      leftSectionWidth={26}
      data-kind={kind}
      aria-label={t("files.kindOf", { name: cleanText(file.name) })}
      value={kind}
      disabled={choose.isPending}
      data={KINDS.map((kind) => ({ value: kind, label: name(kind) }))}
      onChange={(event) => {
        const kind = KINDS.find((one) => one === event.currentTarget.value);
        if (!kind) return;
        choose.mutate({ id: file.id, kind, operationId: crypto.randomUUID() }, { onError: showError });
      }}
    />
  );
}
