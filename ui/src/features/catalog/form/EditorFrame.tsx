/** The frame of the form: its title, and the ways from it to its neighbours and out. */
import { ActionIcon } from "@mantine/core";
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconX } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import classes from "./Editor.module.css";
import type { EditorPlace } from "./place";

type Props = {
  title: string;
  place: EditorPlace;
  onClose: () => void;
  badge?: ReactNode;
  actions?: ReactNode;
  panelRef?: Ref<HTMLElement>;
  onKeyDown?: (event: React.KeyboardEvent) => void;
  children: ReactNode;
};

export function EditorFrame({ title, place, onClose, badge, actions, panelRef, onKeyDown, children }: Props) {
  const { t } = useTranslation();
  return (
    <section
      ref={panelRef}
      className={classes.panel}
      data-covering={place.covering || undefined}
      aria-label={t("itemForm.label")}
      onKeyDown={onKeyDown}
    >
      <header className={classes.head}>
        <h2 className={classes.title}>
          <DataText text={title} />
        </h2>
        {badge}
        <div className={classes.headActions}>
          {actions}
          {place.canCover && (
            <ActionIcon
              size={28}
              onClick={() => place.setCovering(!place.covering)}
              aria-label={t(place.covering ? "itemForm.beside" : "itemForm.cover")}
              title={t(place.covering ? "itemForm.beside" : "itemForm.cover")}
            >
              {place.covering ? <IconArrowsDiagonalMinimize2 size={17} /> : <IconArrowsDiagonal size={17} />}
            </ActionIcon>
          )}
          <ActionIcon
            size={28}
            onClick={onClose}
            aria-label={t("itemForm.close")}
            title={t("itemForm.close")}
          >
            <IconX size={18} />
          </ActionIcon>
        </div>
      </header>
      {children}
    </section>
  );
}
