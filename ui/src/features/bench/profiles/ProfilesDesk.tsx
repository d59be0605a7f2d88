/**
 * Ranking profiles: which there are and which is in force; one of them with its versions, what sets two
 * apart, its weights to be edited; the way into force, one step back, out to a file and in from one.
 */
import { Button, FileButton } from "@mantine/core";
import { IconArrowBackUp, IconFileImport } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import type { ProfileChanged } from "../../../api/types";
import { QueryError } from "../../../components/QueryError";
import { Waiting } from "../../../components/Waiting";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import { EmptyCatalogNotice } from "../../../shared/catalog/StartNotice";
import { BackDialog } from "./activation/BackDialog";
import { ImportDialog } from "./activation/ImportDialog";
import { ProfileEditor } from "./ProfileEditor";
import { ProfileList } from "./ProfileList";
import classes from "./ProfilesDesk.module.css";
import { ProfileView } from "./ProfileView";

export function ProfilesDesk() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const query = useCommandQuery("listProfiles", {});
  const [stepping, setStepping] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const all = query.data;
  const chosen = all?.find(({ name }) => name === params.get("p")) ?? all?.find(({ active }) => active);
  const inForce = all?.find(({ active }) => active)?.name ?? null;
  const editing = params.get("edit") === "1";
  const go = (name: string, edit = false) => setParams(edit ? { p: name, edit: "1" } : { p: name });
  const isThere = useIsThere();
  // The gate may measure for minutes: another page that was opened meanwhile keeps its address.
  const showChanged = ({ name }: ProfileChanged) => isThere() && go(name);

  if (query.error) {
    return (
      <div className={classes.alone}>
        <QueryError title={t("profiles.failed")} query={query} />
      </div>
    );
  }
  if (!all) {
    return (
      <div className={classes.alone}>
        <Waiting h={260} />
      </div>
    );
  }
  return (
    <div className={classes.desk}>
      <aside className={classes.side} aria-label={t("profiles.all")}>
        <ProfileList profiles={all} chosen={chosen?.name ?? null} onChoose={(name) => go(name)} />
        <div className={classes.sideTools}>
          <FileButton onChange={setFile} accept="application/json,.json">
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                leftSection={<IconFileImport size={16} aria-hidden />}
              >
                {t("profiles.import")}
              </Button>
            )}
          </FileButton>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => setStepping(true)}
          >
            {t("profiles.back")}
          </Button>
        </div>
      </aside>
      {chosen && (
        <div className={classes.main}>
          <EmptyCatalogNotice text={t("noStock.noItems")} />
          {editing ? (
            <ProfileEditor
              key={`${chosen.name}@${chosen.version}`}
              profile={chosen}
              all={all}
              onDone={showChanged}
              onClose={() => go(chosen.name)}
            />
          ) : (
            <ProfileView key={chosen.name} profile={chosen} all={all} onEdit={() => go(chosen.name, true)} />
          )}
        </div>
      )}
      {stepping && <BackDialog from={inForce} onClose={() => setStepping(false)} onDone={showChanged} />}
      {file && <ImportDialog file={file} all={all} onDone={showChanged} onClose={() => setFile(null)} />}
    </div>
  );
}
