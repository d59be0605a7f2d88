/** A new, empty query set. */
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCommandMutation } from "../../../api/hooks";
import type { Kind } from "../../../api/types";
import { SendForm } from "../../../shared/forms/SendForm";
import { BASE } from "./names";
import { DescriptionField, KindChoice, NameField } from "./SetFields";

export function CreateSet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const create = useCommandMutation("createQuerySet");
  const [operationId] = useState(() => crypto.randomUUID());
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Kind>("items");
  const [description, setDescription] = useState("");
  const [isProtected, setProtected] = useState(false);
  const send = () =>
    create.mutate(
      { name, kind, description, protected: isProtected, operationId },
      {
        onSuccess: (set) => {
          onClose();
          void navigate(`${BASE}/${set.id}`);
        },
      },
    );
  return (
    <SendForm
      sending={create.isPending}
      error={create.error}
      complete={name.trim() !== ""}
      sendLabel={t("sets.create.send")}
      onSend={send}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
      <KindChoice kind={kind} onChange={setKind} />
      <DescriptionField value={description} onChange={setDescription} />
      <Checkbox
        label={t("sets.protectWhole")}
        description={t("sets.protectWholeText")}
        checked={isProtected}
        onChange={(event) => setProtected(event.currentTarget.checked)}
      />
    </SendForm>
  );
}
