/** A FAQ from a gap: the question is there already; it stays a draft until a person publishes it. */
import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { showToast } from "../../../components/toast/toasts";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import { cleanText } from "../../../lib/text/text";
import { wordsOf, type GapEntry } from "./reasons";
import { RemedyForm } from "./RemedyForm";

export function FaqDraftForm({ gap, onClose }: { gap: GapEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const [question, setQuestion] = useState(cleanText(wordsOf(gap)));
  const [answer, setAnswer] = useState("");
  const isThere = useIsThere();
  const { mutate, isPending, error } = useCommandMutation("createFaq", {
    // Before the gaps are fetched again: the question may close this one, and its row goes then.
    onAnswer: () => {
      showToast({ tone: "info", text: t("bench.gaps.faq.saved") });
      if (isThere()) onClose();
    },
  });
  const save = () =>
    mutate({
      question,
      // A draft may wait for its answer; a FAQ without one cannot be stored.
      answer: answer.trim() === "" ? t("bench.gaps.faq.toAnswer") : answer,
      status: "rascunho",
    });
  return (
    <RemedyForm
      label={t("bench.gaps.remedy.faq")}
      sendLabel={t("bench.gaps.faq.send")}
      sending={isPending}
      complete={question.trim() !== ""}
      error={error}
      onSend={save}
      onClose={onClose}
    >
      <Textarea
        label={t("bench.gaps.faq.question")}
        autosize
        minRows={1}
        maxRows={4}
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
      />
      <Textarea
        label={t("bench.gaps.faq.answer")}
        description={t("bench.gaps.faq.hint")}
        autosize
        minRows={2}
        maxRows={8}
        autoFocus
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
    </RemedyForm>
  );
}
