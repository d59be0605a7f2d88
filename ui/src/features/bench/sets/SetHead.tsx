/** A set's name and what can be done with the whole of it. */
import { Button, Menu, MultiSelect, Switch } from "@mantine/core";
import { IconChartBar, IconChecklist, IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { call } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { Dialog } from "../../../components/Dialog";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { saveText } from "../../../host/save";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import { SendForm } from "../../../shared/forms/SendForm";
import { BASE, type QuerySet } from "./names";
import { SetAbout } from "./SetAbout";
import { DescriptionField, NameField } from "./SetFields";
import classes from "./Sets.module.css";

export function SetHead({ set }: { set: QuerySet }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const { exportFiles, remove } = useWholeSet(set);
  return (
    <div className={classes.bar}>
      <div>
        <Link to={BASE} className={classes.crumb}>
          {t("bench.tab.sets")}
        </Link>
        <h2 className={classes.heading}>
          <DataText text={set.name} />
        </h2>
        <SetAbout set={set}>
          {set.protected && <li>{t("sets.wholeIsProtected")}</li>}
          {set.protectedClasses.length > 0 && (
            <li>
              {t("sets.protectedClasses")}: <DataText text={set.protectedClasses.join(", ")} />
            </li>
          )}
        </SetAbout>
      </div>
      <div className={classes.buttons}>
        <Button
          component={Link}
          to={`${BASE}/${set.id}/evaluation`}
          variant="default"
          leftSection={<IconChartBar size={16} aria-hidden />}
        >
          {t("sets.evaluate")}
        </Button>
        <Button
          component={Link}
          to={`${BASE}/${set.id}/judge`}
          leftSection={<IconChecklist size={16} aria-hidden />}
        >
          {t("sets.judge")}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px={10} aria-label={t("sets.more")} title={t("sets.more")}>
              <IconDots size={16} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setEditing(true)}>{t("sets.edit.open")}</Menu.Item>
            <Menu.Item onClick={() => void exportFiles()}>{t("sets.export")}</Menu.Item>
            <Menu.Item color="var(--cel-bad)" onClick={remove}>
              {t("sets.delete")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <Dialog opened={editing} onClose={() => setEditing(false)} title={t("sets.edit.title")}>
        <EditForm set={set} onClose={() => setEditing(false)} />
      </Dialog>
    </div>
  );
}

function useWholeSet(set: QuerySet) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const navigate = useNavigate();
  const isThere = useIsThere();
  const restoration = useCommandMutation("restoreQuerySet");
  const restore = () => restoration.mutateAsync({ id: set.id, operationId: crypto.randomUUID() });
  const deletion = useCommandMutation("deleteQuerySet", {
    onAnswer: () => {
      showUndoable(t("sets.deleted", { name: set.name }), restore);
      // What was opened meanwhile stays open.
      if (isThere()) void navigate(BASE);
    },
  });
  const exportFiles = async () => {
    try {
      const files = await call("exportQuerySet", { id: set.id });
      const name = set.name.replace(/[^\p{L}\p{N}-]+/gu, "-").slice(0, 60) || "set";
      saveText(`${name}.queries.jsonl`, "application/x-ndjson", files.queries);
      saveText(`${name}.qrels.tsv`, "text/tab-separated-values", files.qrels);
    } catch (error) {
      showError(error);
    }
  };
  const remove = () =>
    deletion.mutate({ id: set.id, operationId: crypto.randomUUID() }, { onError: showError });
  return { exportFiles, remove };
}

function EditForm({ set, onClose }: { set: QuerySet; onClose: () => void }) {
  const { t } = useTranslation();
  const update = useCommandMutation("updateQuerySet");
  const [name, setName] = useState(set.name);
  const [description, setDescription] = useState(set.description);
  const [whole, setWhole] = useState(set.protected);
  const [protectedClasses, setClasses] = useState(set.protectedClasses);
  const all = [...new Set([...set.classes, ...set.protectedClasses])];
  const send = () =>
    update.mutate(
      { id: set.id, name, description, protected: whole, protectedClasses, operationId: crypto.randomUUID() },
      { onSuccess: onClose },
    );
  return (
    <SendForm
      sending={update.isPending}
      error={update.error}
      complete={name.trim() !== ""}
      sendLabel={t("sets.edit.send")}
      onSend={send}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
      <DescriptionField value={description} onChange={setDescription} />
      <Switch
        label={t("sets.protectWhole")}
        description={t("sets.protectWholeText")}
        checked={whole}
        onChange={(event) => setWhole(event.currentTarget.checked)}
      />
      <MultiSelect
        label={t("sets.protectedClasses")}
        description={t("sets.protectedClassesText")}
        data={all}
        value={protectedClasses}
        disabled={whole}
        onChange={setClasses}
      />
    </SendForm>
  );
}
