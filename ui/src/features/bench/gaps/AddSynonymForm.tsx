/** Words of a gap added to a synonym group, or to a new one. */
import { Autocomplete, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Req } from "../../../api/command";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { showToast } from "../../../components/toast/toasts";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import { cleanText } from "../../../lib/text/text";
import { LIST_TYPING } from "../../../shared/catalog/tags";
import { TagsField } from "../../../shared/desk/TagsField";
import { useFieldErrors } from "../../../shared/forms/fieldErrors";
import { wordsOf, type GapEntry } from "./reasons";
import { RemedyForm } from "./RemedyForm";

type GroupKind = Req<"changeSynonyms">["kind"];
const KINDS: readonly GroupKind[] = ["generic", "culture", "treatment"];

export function AddSynonymForm({ gap, onClose }: { gap: GapEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<GroupKind>("generic");
  const [name, setName] = useState("");
  const [words, setWords] = useState<string[]>([cleanText(wordsOf(gap)).trim()]);
  const groups = useCommandQuery("listSynonyms", {});
  const names = groups.data?.filter((group) => group.kind === kind).map((group) => group.name) ?? [];
  const isThere = useIsThere();
  const { mutate, isPending, error } = useCommandMutation("changeSynonyms", {
    // Before the gaps are fetched again: the words may close this one, and its row goes then.
    onAnswer: (group) => {
      showToast({ tone: "info", text: t("bench.gaps.synonym.saved", { name: cleanText(group.name) }) });
      if (isThere()) onClose();
    },
  });
  const errors = useFieldErrors()(error);
  const save = () => mutate({ kind, name: name.trim(), add: words });
  return (
    <RemedyForm
      label={t("bench.gaps.remedy.synonym")}
      sendLabel={t("bench.gaps.synonym.send")}
      sending={isPending}
      complete={name.trim() !== "" && words.length > 0}
      error={error}
      onSend={save}
      onClose={onClose}
    >
      <TagsField
        label={t("bench.gaps.synonym.words")}
        description={t("bench.gaps.synonym.wordsHint")}
        value={words}
        error={errors.terms}
        {...LIST_TYPING}
        onChange={setWords}
        autoFocus
      />
      <Select
        label={t("bench.gaps.synonym.kind")}
        value={kind}
        data={KINDS.map((one) => ({ value: one, label: t(`bench.gaps.synonym.kinds.${one}`) }))}
        onChange={(next) => next && setKind(next)}
      />
      <Autocomplete
        label={t("bench.gaps.synonym.name")}
        description={t("bench.gaps.synonym.nameHint")}
        value={name}
        error={errors.name}
        data={[...new Set(names)]}
        limit={20}
        onChange={setName}
      />
    </RemedyForm>
  );
}
