/** What was changed and not saved, and the ways out of it. */
import { Button, Kbd, Menu } from "@mantine/core";
import { IconChevronDown, IconDeviceFloppy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import { useFormats } from "../../../i18n/language";
import { useFieldLabel } from "../../../shared/changes/useFieldLabel";
import { useItemCells } from "../unsaved/useItemCells";
import classes from "./SaveBar.module.css";
import type { ItemForm } from "./useItemForm";

/** More names than these are counted. */
const NAMED = 4;

type Props = {
  form: ItemForm;
  onDiscard: () => void;
  onSave: () => void;
  onSaveAndNext: () => void;
  onPublish: () => void;
  onPublishAndNext: () => void;
  /** What "next" leads to: another new item, or the next one of the sheet. */
  nextIs: "new" | "neighbour";
};

export function SaveBar(props: Props) {
  const { form, onDiscard, onSave, onSaveAndNext, onPublish, onPublishAndNext, nextIs } = props;
  const { t } = useTranslation();
  const describe = useErrorText();
  const canPublish = form.draft.status !== "ativo";
  return (
    <footer className={classes.bar} data-dirty={form.dirty || undefined}>
      <div className={classes.state} role="status">
        {form.error ? (
          <span className={classes.bad}>
            <DataText text={describe(form.error)} />
          </span>
        ) : (
          <Summary form={form} />
        )}
      </div>
      <div className={classes.actions}>
        <Button size="xs" variant="subtle" color="gray" disabled={!form.dirty} onClick={onDiscard}>
          {t("itemForm.discard")}
        </Button>
        <Button
          size="xs"
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          onClick={onSave}
          disabled={!form.dirty}
          loading={form.saving}
          aria-keyshortcuts="Control+S"
        >
          {t("itemForm.save")}
        </Button>
        <Menu position="top-end">
          <Menu.Target>
            <Button
              size="xs"
              px={7}
              variant="default"
              aria-label={t("itemForm.moreSaves")}
              title={t("itemForm.moreSaves")}
            >
              <IconChevronDown size={16} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onSaveAndNext} rightSection={<Kbd size="xs">Ctrl Enter</Kbd>}>
              {nextIs === "new" ? t("itemForm.saveAndNew") : t("itemForm.saveAndNext")}
            </Menu.Item>
            <Menu.Item
              onClick={onPublish}
              disabled={!canPublish}
              rightSection={<Kbd size="xs">Ctrl Shift S</Kbd>}
            >
              {t("itemForm.publish")}
            </Menu.Item>
            <Menu.Item
              onClick={onPublishAndNext}
              disabled={!canPublish}
              rightSection={<Kbd size="xs">Ctrl Shift Enter</Kbd>}
            >
              {nextIs === "new" ? t("itemForm.publishAndNew") : t("itemForm.publishAndNext")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </footer>
  );
}

function Summary({ form }: { form: ItemForm }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const label = useFieldLabel();
  const { held, waiting } = useItemCells(form.base?.id ?? null);
  if (form.problems.length > 0)
    return <span className={classes.bad}>{t("itemForm.problems", { count: form.problems.length })}</span>;
  const ofSheet = held.length + waiting.length;
  if (!form.dirty && ofSheet > 0) return <span>{t("itemForm.sheet.unsaved", { count: ofSheet })}</span>;
  if (!form.dirty) return <span>{t(form.base ? "itemForm.unchanged" : "itemForm.untouched")}</span>;
  const names = form.changed.slice(0, NAMED).map(label);
  const more = form.changed.length - names.length;
  if (more > 0) names.push(t("itemForm.moreFields", { count: more }));
  return (
    <>
      <span className={classes.dot} aria-hidden />
      <span>
        <DataText text={t("itemForm.changedFields", { fields: formats.list(names) })} />
      </span>
    </>
  );
}
