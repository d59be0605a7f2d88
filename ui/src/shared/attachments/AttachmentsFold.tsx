/** The files of an item, folded up: asked for when a person wants to see them. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Attachments } from "./Attachments";
import classes from "./Attachments.module.css";

export function AttachmentsFold({ itemId }: { itemId: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("files.title")}</summary>
      {open && <Attachments itemId={itemId} />}
    </details>
  );
}
