/** Saves the weights being tried as a profile, under a new name or as another version of an old one. */
import { Autocomplete, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import type { Profile, ProfileChanged } from "../../../api/types";
import { cleanText } from "../../../lib/text/text";
import { ChangeDialog } from "../../../shared/gate/ChangeDialog";
import { useNameProblem } from "../../../shared/profile/useNameProblem";

type Props = {
  profile: Profile;
  /** The name of the profile that the weights began with. */
  from: string;
  onDone: (changed: ProfileChanged) => void;
  onClose: () => void;
};

export function SaveDialog({ profile, from, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const all = useCommandQuery("listProfiles", {}).data ?? [];
  const start = all.find(({ name }) => name === from);
  const [name, setName] = useState<string | null>(null);
  const { mutateAsync } = useCommandMutation("saveProfile");
  // What ships stays as it is: a name beside it is proposed.
  const shown =
    name ??
    (start?.shipped
      ? freshName(
          from,
          all.map((one) => one.name),
        )
      : from);
  const problem = useNameProblem(shown, all);
  const same = all.find((one) => one.name === shown.trim());

  return (
    <ChangeDialog
      title={t("sliders.saveTitle")}
      action={t("sliders.saveAction")}
      ready={problem === null}
      run={(reason, operationId) =>
        mutateAsync({ profile: { ...profile, name: shown.trim() }, reason, operationId })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Autocomplete
        label={t("profiles.name")}
        value={shown}
        data={all.filter(({ shipped }) => !shipped).map((one) => cleanText(one.name))}
        onChange={setName}
        error={problem}
        data-autofocus
      />
      {same && !same.shipped && (
        <Text size="sm" c="dimmed">
          {t(same.active ? "profiles.becomesActiveVersion" : "profiles.becomesVersion", {
            version: same.version + 1,
          })}
        </Text>
      )}
    </ChangeDialog>
  );
}

/** `base-2`, or the first number behind it that is free. */
function freshName(base: string, taken: readonly string[]): string {
  for (let number = 2; ; number += 1) {
    const name = `${base}-${number}`;
    if (!taken.includes(name)) return name;
  }
}
