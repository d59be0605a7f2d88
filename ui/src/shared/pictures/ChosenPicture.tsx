/** The chosen picture of a product, large, with what is done with it; it opens in its whole width. */
import { ActionIcon, Tooltip, UnstyledButton } from "@mantine/core";
import {
  IconArrowLeft,
  IconArrowRight,
  IconDownload,
  IconStar,
  IconTrash,
  type Icon,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../components/DataText";
import { Dialog } from "../../components/Dialog";
import { useFormats } from "../../i18n/language";
import { cleanText } from "../../lib/text/text";
import { useFileActions } from "../attachments/useFileActions";
import classes from "./Gallery.module.css";
import { PictureView } from "./PictureView";
import type { ItemImage } from "./useImageOrder";

type Props = {
  image: ItemImage;
  /** Among the others, from 0. */
  place: number;
  count: number;
  /** The product's. */
  name: string;
  mayEdit: boolean;
  onMove: (to: number) => void;
  /** It is taken off: with it goes the button that has the focus. */
  onRemove: () => void;
};

export function ChosenPicture({ image, place, count, name, mayEdit, onMove, onRemove }: Props) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const [open, setOpen] = useState(false);
  const { save, isSaving, remove, isRemoving } = useFileActions(image);
  const file = cleanText(image.name);
  const { width, height } = image;
  const isOrdered = mayEdit && count > 1;
  return (
    <div className={classes.chosen}>
      <UnstyledButton
        className={classes.large}
        aria-label={t("files.pictures.open", { name: file })}
        onClick={() => setOpen(true)}
      >
        <PictureView id={image.id} size="medium" alt={cleanText(name)} className={classes.view} />
      </UnstyledButton>
      <div className={classes.facts}>
        <p className={classes.file}>
          <DataText text={image.name} />
        </p>
        <p className={classes.dimmed}>
          {t("files.pictures.place", { place: integer(place + 1), shown: integer(count) })}
          {place === 0 && ` · ${t("files.pictures.main")}`}
          {width !== null && height !== null && ` · ${integer(width)} × ${integer(height)}`}
        </p>
        <div className={classes.actions}>
          {isOrdered && (
            <>
              <Act
                icon={IconStar}
                label={t("files.pictures.makeMain")}
                off={place === 0}
                onClick={() => onMove(0)}
              />
              <Act
                icon={IconArrowLeft}
                label={t("files.pictures.before")}
                off={place === 0}
                onClick={() => onMove(place - 1)}
              />
              <Act
                icon={IconArrowRight}
                label={t("files.pictures.after")}
                off={place === count - 1}
                onClick={() => onMove(place + 1)}
              />
            </>
          )}
          <Act icon={IconDownload} label={t("files.saveOf", { name: file })} busy={isSaving} onClick={save} />
          {mayEdit && (
            <Act
              icon={IconTrash}
              label={t("files.removeOf", { name: file })}
              busy={isRemoving}
              onClick={() => {
                onRemove();
                remove();
              }}
            />
          )}
        </div>
        {isOrdered && <p className={classes.dimmed}>{t("files.pictures.keys")}</p>}
      </div>
      <Dialog opened={open} onClose={() => setOpen(false)} title={<DataText text={image.name} />} size="auto">
        <PictureView id={image.id} size="medium" alt={cleanText(name)} className={classes.whole} />
      </Dialog>
    </div>
  );
}

type ActProps = { icon: Icon; label: string; off?: boolean; busy?: boolean; onClick: () => void };

function Act({ icon: ActIcon, label, off = false, busy = false, onClick }: ActProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        aria-label={label}
        data-disabled={off || undefined}
        aria-disabled={off || undefined}
        loading={busy}
        onClick={off ? undefined : onClick}
      >
        <ActIcon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
