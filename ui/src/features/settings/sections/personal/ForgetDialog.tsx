/** Deletes all of a kind, or of every kind, for good: once a word is typed, for nothing brings it back. */
import { Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Req } from "../../../../api/command";
import { useCommandMutation } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { Dialog } from "../../../../components/Dialog";
import { showToast } from "../../../../components/toast/toasts";
import { useErrorText } from "../../../../components/useErrorText";
import { forgetDrafts } from "../../../../shared/drafts/drafts";
import { useIsThere } from "../../../../lib/hooks/useIsThere";
import { fold } from "../../../../lib/text/text";
import { PERSONAL_KINDS, useCountsText } from "./useCountsText";

type Kind = NonNullable<Req<"forgetPersonal">["kind"]>;
const KINDS: readonly (Kind | "all")[] = ["all", ...PERSONAL_KINDS];

/** Kinds of records and of their forms. */
const DRAFTS = [
  ["people", "person"],
  ["reminders", "reminder"],
  ["decisions", "decision"],
  ["metrics", "metric"],
  ["knowledge", "knowledge"],
  ["bills", "bill"],
  ["expenses", "expense"],
  ["incomes", "income"],
  ["debts", "debt"],
  ["investments", "investment"],
] as const;

type Props = { opened: boolean; onClose: () => void };

export function ForgetDialog({ opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={t("settings.personalData.forget.title")} centered>
      {/* Opened again, it asks for the word again. */}
      {opened && <ForgetForm onClose={onClose} />}
    </Dialog>
  );
}

function ForgetForm({ onClose }: Pick<Props, "onClose">) {
  const { t } = useTranslation();
  const countsText = useCountsText();
  const describe = useErrorText();
  const [kind, setKind] = useState<Kind | "all">("all");
  const [typed, setTyped] = useState("");
  const isThere = useIsThere();
  const { mutate, isPending, error } = useCommandMutation("forgetPersonal", {
    // Also where the dialog was closed meanwhile: it was asked for, and is done.
    onAnswer: (gone, { kind: asked }) => {
      // What is typed of them and not saved goes with them.
      for (const [records, draft] of DRAFTS) if ((asked ?? records) === records) forgetDrafts(draft);
      const counts = countsText(gone);
      const text =
        counts === ""
          ? t("settings.personalData.forget.nothing")
          : t("settings.personalData.forget.done", { counts });
      showToast({ tone: "info", text });
      if (isThere()) onClose();
    },
  });
  const word = t("settings.personalData.forget.word");
  const isAgreed = fold(typed.trim()) === fold(word);
  const forget = () => {
    if (!isAgreed || isPending) return;
    mutate(kind === "all" ? {} : { kind });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        forget();
      }}
    >
      <Text size="sm">{t("settings.personalData.forget.text")}</Text>
      <Radio.Group label={t("settings.personalData.forget.what")} value={kind} onChange={setKind} mt="md">
        <Stack gap={6} mt={6}>
          {KINDS.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`settings.personalData.forget.${one}`)}
              disabled={isPending}
            />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        mt="md"
        data-autofocus
        label={t("settings.personalData.forget.type", { word })}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error && (
        <Text size="sm" c="var(--cel-bad)" role="alert" mt="xs">
          <DataText text={describe(error)} />
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button type="submit" color="red" disabled={!isAgreed} loading={isPending}>
          {t("settings.personalData.forget.confirm")}
        </Button>
      </Group>
    </form>
  );
}
