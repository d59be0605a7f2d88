/** A new, empty query set. */
import { Button, Checkbox, Group, Modal, SegmentedControl, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCommandMutation } from "../../../api/hooks";
import type { Kind } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import { BASE } from "./names";
import classes from "./Sets.module.css";

export function CreateSet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("sets.create.title")}
      closeButtonProps={{ "aria-label": t("action.close") }}
    >
      <CreateForm onClose={onClose} />
    </Modal>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const describe = useErrorText();
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
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextInput
        label={t("sets.field.name")}
        value={name}
        maxLength={120}
        data-autofocus
        required
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <KindChoice kind={kind} onChange={setKind} />
      <Textarea
        label={t("sets.field.description")}
        autosize
        minRows={2}
        maxLength={2_000}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Checkbox
        label={t("sets.protectWhole")}
        description={t("sets.protectWholeText")}
        checked={isProtected}
        onChange={(event) => setProtected(event.currentTarget.checked)}
      />
      {create.error && (
        <Text c="red" size="sm" role="alert">
          <DataText text={describe(create.error)} />
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button type="submit" loading={create.isPending} disabled={name.trim() === ""}>
          {t("sets.create.send")}
        </Button>
      </Group>
    </form>
  );
}

export function KindChoice({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      aria-label={t("sets.field.kind")}
      value={kind}
      onChange={(value) => onChange(value === "faqs" ? "faqs" : "items")}
      data={[
        { value: "items", label: t("sets.kind.items") },
        { value: "faqs", label: t("sets.kind.faqs") },
      ]}
    />
  );
}
