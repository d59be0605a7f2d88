/** A gap's query put into a query set: judged there, it stands from then on in every comparison. */
import { Select, Switch, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { showToast } from "../../../components/toast/toasts";
import { cleanText } from "../../../lib/text/text";
import { wordsOf, type GapEntry } from "./reasons";
import { RemedyForm } from "./RemedyForm";

export function TestForm({ gap, onClose }: { gap: GapEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const kind = gap.scope === "faqs" ? "faqs" : "items";
  const sets = useCommandQuery("listQuerySets", {});
  const fitting = sets.data?.filter((set) => set.kind === kind) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [className, setClassName] = useState("");
  const [guarded, setGuarded] = useState(false);
  const { mutate, isPending, error } = useCommandMutation("addSetQuery");
  const id = chosen ?? fitting[0]?.id ?? null;
  const send = () => {
    if (id === null) return;
    const added = { id, query: wordsOf(gap), class: className.trim() || null, protected: guarded };
    mutate(added, {
      onSuccess: () => {
        const judge = {
          label: t("bench.gaps.test.judge"),
          run: () => void navigate(`/bench/sets/${id}/judge`),
        };
        showToast({ tone: "info", text: t("bench.gaps.test.added"), action: judge });
        onClose();
      },
    });
  };
  return (
    <RemedyForm
      label={t("bench.gaps.remedy.test")}
      sendLabel={t("bench.gaps.test.send")}
      sending={isPending}
      complete={id !== null}
      error={error ?? sets.error}
      onSend={send}
      onClose={onClose}
    >
      {sets.data && fitting.length === 0 ? (
        <Text size="sm">{t("bench.gaps.test.noSets")}</Text>
      ) : (
        <Select
          label={t("bench.gaps.test.set")}
          value={id}
          data={fitting.map((set) => ({ value: set.id, label: cleanText(set.name) }))}
          onChange={setChosen}
        />
      )}
      <TextInput
        label={t("bench.gaps.test.class")}
        value={className}
        onChange={(event) => setClassName(event.currentTarget.value)}
      />
      <Switch
        label={t("bench.gaps.test.protected")}
        checked={guarded}
        onChange={(event) => setGuarded(event.currentTarget.checked)}
      />
    </RemedyForm>
  );
}
