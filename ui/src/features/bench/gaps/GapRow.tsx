/** One gap: what was asked, how often and why it went wrong, and its remedies. */
import { Badge, Button, Group } from "@mantine/core";
import { IconFilePlus, IconPencil, IconRulerMeasure, IconTextPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useFormats } from "../../../i18n/language";
import { useMay } from "../../../shared/account/useMe";
import { AddSynonymForm } from "./AddSynonymForm";
import { DismissForm } from "./DismissForm";
import { FaqDraftForm } from "./FaqDraftForm";
import classes from "./Gaps.module.css";
import { ItemLinks } from "./ItemLinks";
import { conversationAddress, inspectAddress, type GapEntry } from "./reasons";
import { TestForm } from "./TestForm";

type Remedy = "faq" | "synonym" | "item" | "test" | "dismiss";
const REMEDIES = [
  { id: "faq", Icon: IconFilePlus, edits: true },
  { id: "synonym", Icon: IconTextPlus, edits: true },
  { id: "item", Icon: IconPencil, edits: true },
  { id: "test", Icon: IconRulerMeasure, edits: false },
  { id: "dismiss", Icon: IconX, edits: false },
] as const;

export function GapRow({ gap }: { gap: GapEntry }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Remedy | null>(null);
  const close = () => setOpen(null);
  // Who looks after the search does not write into the catalog.
  const mayEdit = useMay("edit");

  return (
    <li className={classes.gap}>
      <div className={classes.head}>
        <h2 className={classes.query}>
          <DataText text={gap.query} />
        </h2>
        <span className={classes.count} title={t("bench.gaps.times", { count: gap.count })}>
          <span aria-hidden>{gap.count}×</span>
          <span className="visually-hidden">{t("bench.gaps.times", { count: gap.count })}</span>
        </span>
      </div>
      <Facts gap={gap} />
      <Group gap={6} className={classes.actions}>
        {gap.state === "open" ? (
          REMEDIES.filter(({ edits }) => mayEdit || !edits).map(({ id, Icon }) => (
            <Button
              key={id}
              size="xs"
              variant={open === id ? "light" : "default"}
              leftSection={<Icon size={15} aria-hidden />}
              aria-expanded={open === id}
              onClick={() => setOpen(open === id ? null : id)}
            >
              {t(`bench.gaps.remedy.${id}`)}
            </Button>
          ))
        ) : (
          <Reopen gap={gap} />
        )}
        <span className={classes.links}>
          {gap.conversationId !== null && (
            <Link to={conversationAddress(gap.conversationId)}>{t("bench.gaps.conversation")}</Link>
          )}
          <Link to={inspectAddress(gap)}>{t("bench.gaps.inspect")}</Link>
        </span>
      </Group>
      {open === "faq" && <FaqDraftForm gap={gap} onClose={close} />}
      {open === "synonym" && <AddSynonymForm gap={gap} onClose={close} />}
      {open === "item" && <ItemLinks gap={gap} />}
      {open === "test" && <TestForm gap={gap} onClose={close} />}
      {open === "dismiss" && <DismissForm gap={gap} onClose={close} />}
    </li>
  );
}

function Facts({ gap }: { gap: GapEntry }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const held = gap.coverage === null ? null : formats.percent(gap.coverage);
  return (
    <>
      <Group gap={6}>
        {gap.reasons.map((reason) => (
          <Badge key={reason} variant="light" color={reason === "weak" ? "palha" : "red"}>
            {t(`bench.gaps.reason.${reason}`)}
          </Badge>
        ))}
        <Badge variant="light" color="gray">
          {t(`bench.scope.${gap.scope}`)}
        </Badge>
      </Group>
      <p className={classes.facts}>
        {t("bench.gaps.results", { count: gap.results })}
        {held !== null && ` · ${t("bench.gaps.held", { share: held })}`}
        {` · ${t("bench.gaps.seen", { first: formats.dateTime(gap.firstSeen), last: formats.dateTime(gap.lastSeen) })}`}
      </p>
      {gap.lookedFor !== null && (
        <p className={classes.facts}>
          {t("bench.gaps.lookedFor")} <DataText text={gap.lookedFor} />
        </p>
      )}
      {gap.dismissedBecause !== null && (
        <p className={classes.facts}>
          {t("bench.gaps.dismissedBecause")} <DataText text={gap.dismissedBecause} />
        </p>
      )}
    </>
  );
}

function Reopen({ gap }: { gap: GapEntry }) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const { mutate, isPending } = useCommandMutation("reopenGap");
  const reopen = () => mutate({ id: gap.id }, { onError: showError });
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={reopen}>
      {t("bench.gaps.reopen")}
    </Button>
  );
}
