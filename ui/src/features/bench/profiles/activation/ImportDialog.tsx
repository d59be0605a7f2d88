/** A profile from a file: checked before it is shown, shown before it is saved. */
import { Text, TextInput } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../../api/hooks";
import type { ProfileChanged, ProfileEntry } from "../../../../api/types";
import { DataText } from "../../../../components/DataText";
import { Waiting } from "../../../../components/Waiting";
import { cleanText } from "../../../../lib/text/text";
import { ChangeDialog } from "../../../../shared/gate/ChangeDialog";
import { DifferenceTable } from "../DiffSection";
import { checkFile, differences, MAX_FILE_BYTES, type CheckedFile, type FileProblem } from "../profileFile";
import classes from "../ProfilesDesk.module.css";
import { useNameProblem } from "../../../../shared/profile/useNameProblem";

type Props = {
  file: File;
  all: readonly ProfileEntry[];
  onDone: (changed: ProfileChanged) => void;
  onClose: () => void;
};

const TOO_LARGE: CheckedFile = { profile: null, problems: [{ what: "notAProfile" }] };

export function ImportDialog({ file, all, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const { mutateAsync } = useCommandMutation("saveProfile");
  useEffect(() => {
    let wanted = true;
    const read = file.size > MAX_FILE_BYTES ? Promise.resolve(TOO_LARGE) : file.text().then(checkFile);
    void read.then((result) => wanted && setChecked(result));
    return () => {
      wanted = false;
    };
  }, [file]);

  const profile = checked?.profile ?? null;
  const name = typed ?? profile?.name ?? "";
  const problem = useNameProblem(name, all);
  const same = all.find((one) => one.name === name.trim());
  const against = same ?? all.find((one) => one.active);
  const changes = profile && against ? differences(against, profile) : [];
  return (
    <ChangeDialog
      title={t("profiles.importTitle")}
      action={t("profiles.importAction")}
      ready={profile !== null && problem === null}
      run={(reason, operationId) =>
        profile === null
          ? Promise.reject(new Error(t("profiles.fileRefused")))
          : mutateAsync({ profile: { ...profile, name: name.trim() }, reason, operationId })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        <DataText text={file.name} />
      </Text>
      {!checked && <Waiting h={80} />}
      {checked && !profile && <Problems problems={checked.problems} />}
      {profile && (
        <>
          <TextInput
            label={t("profiles.name")}
            value={name}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={problem}
          />
          {same && !same.shipped && (
            <Text size="sm" c="dimmed">
              {t(same.active ? "profiles.becomesActiveVersion" : "profiles.becomesVersion", {
                version: same.version + 1,
              })}
            </Text>
          )}
          {against && (
            <div>
              <Text size="sm" fw={600}>
                {t("profiles.comparedWith", { name: cleanText(against.name) })}
              </Text>
              {changes.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {t("profiles.same")}
                </Text>
              ) : (
                <DifferenceTable a={against.name} b={file.name} differences={changes} />
              )}
            </div>
          )}
        </>
      )}
    </ChangeDialog>
  );
}

/** Lists the problems of an imported profile's file, each with its place. */
function Problems({ problems }: { problems: readonly FileProblem[] }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className={classes.problems}>
      <p>
        <IconAlertTriangle size={16} aria-hidden />
        {t("profiles.fileRefused")}
      </p>
      <ul>
        {problems.map((problem, index) => (
          <li key={index}>
            {"path" in problem && (
              <>
                <code>
                  <DataText text={problem.path} />
                </code>
                {": "}
              </>
            )}
            {t(`profiles.problem.${problem.what}`, {
              value: "value" in problem ? cleanText(problem.value) : "",
              least: "least" in problem ? problem.least : "",
              most: "most" in problem ? problem.most : "",
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
