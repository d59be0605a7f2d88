/** Changes that other programs have proposed: counted above the conversation, decided in a dialog of their cards. */
import { Button } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import { Dialog } from "../../../../components/Dialog";
import { useFormats } from "../../../../i18n/language";
import { ActionCard } from "../ActionCard";
import card from "../ActionCard.module.css";
import classes from "./ProgramProposals.module.css";

/** Another program tells this page nothing: it looks by itself. Milliseconds. */
const LOOK_MS = 5_000;

export function ProgramProposals() {
  const { t } = useTranslation();
  const formats = useFormats();
  const [open, setOpen] = useState<readonly string[] | null>(null);
  const { data } = useCommandQuery(
    "listActions",
    { state: "pending", ofPrograms: true },
    { staleTime: 0, refetchInterval: LOOK_MS },
  );
  const waiting = data?.map(({ id }) => id) ?? [];
  const count = waiting.length;
  return (
    <>
      {count > 0 && (
        <div className={classes.notice} role="status">
          <IconPlugConnected size={16} aria-hidden />
          <span>{t("actions.programs.waiting", formats.placeCount(count))}</span>
          <Button size="compact-xs" variant="default" onClick={() => setOpen(waiting)}>
            {t("actions.programs.show")}
          </Button>
        </div>
      )}
      <Dialog
        opened={open !== null}
        onClose={() => setOpen(null)}
        size={720}
        title={t("actions.programs.title")}
      >
        {/* A card that was decided stays, with its way back, until the dialog is closed. */}
        <div className={card.cards}>
          {open?.map((id) => (
            <ActionCard key={id} id={id} />
          ))}
        </div>
      </Dialog>
    </>
  );
}
