/** The profile of a supplier that reads the file: chosen, kept under a name, renamed, deleted. */
import { Button, NativeSelect, NumberInput, Text, TextInput } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation, useCommandQuery } from "../../../../api/hooks";
import type { Data, Req } from "../../../../api/command";
import { DataText } from "../../../../components/DataText";
import { Notice } from "../../../../components/Notice";
import { QueryError } from "../../../../components/QueryError";
import { useErrorToast } from "../../../../components/toast/useErrorToast";
import { useFormats, useLanguage } from "../../../../i18n/language";
import { readPriceRule } from "../../../../shared/prices/priceRule";
import { isCalled, isSameName } from "../targets";
import type { ImportDesk } from "../../state/useImport";
import classes from "../../Import.module.css";

type Profile = Data<"importProfiles">[number];
type ColumnTarget = NonNullable<Profile["content"]["columns"]>[number];
type Reading = Omit<ReturnType<ImportDesk["readingOfProfile"]>, "columns"> & { columns: ColumnTarget[] };
/** Stands for no profile, also where the columns of the file are those of one. */
const NO_PROFILE = "00000000-0000-0000-0000-000000000000";
/** Stands for a choice that is still to be made. */
const UNCHOSEN = "";

export function ProfileChoice({ desk }: { desk: ImportDesk }) {
  const { t } = useTranslation();
  const { list } = useFormats();
  const profiles = useCommandQuery("importProfiles", { kind: desk.kind });
  const showError = useErrorToast();
  const [isOpen, setOpen] = useState(false);
  const [discards, setDiscards] = useState(0);
  // Before the list is fetched anew: a form of a profile that is gone is gone too, and its answer with it.
  const readWith = (id: string) => {
    setOpen(false);
    desk.chooseProfile(id);
  };
  const save = useCommandMutation("saveImportProfile", { onAnswer: ({ id }) => readWith(id) });
  const remove = useCommandMutation("deleteImportProfile", { onAnswer: () => readWith(NO_PROFILE) });
  const isBusy = save.isPending || remove.isPending;
  if (desk.found && desk.needsProfile && !profiles.data)
    return <QueryError title={t("import.profile.failed")} query={profiles} />;
  if (!desk.found || !profiles.data) return null;
  const { profile: of, twins } = desk.found;
  const chosen = profiles.data.find(({ id }) => id === of?.id);
  return (
    <div className={classes.profile}>
      <div className={`${classes.place} ${classes.choice}`}>
        {profiles.data.length > 0 && (
          <NativeSelect
            label={t("import.profile.label")}
            value={of?.id ?? (desk.needsProfile ? UNCHOSEN : NO_PROFILE)}
            disabled={desk.work !== null || isBusy}
            data={[
              ...(desk.needsProfile
                ? [{ value: UNCHOSEN, label: t("import.profile.choose"), disabled: true }]
                : []),
              { value: NO_PROFILE, label: t("import.profile.none") },
              ...profiles.data.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => desk.chooseProfile(event.currentTarget.value)}
          />
        )}
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(chosen ? "import.profile.change" : "import.profile.keep")}
        </Button>
      </div>
      {desk.needsProfile && (
        <Notice icon={<IconInfoCircle size={18} />} tone="wait">
          <DataText text={t("import.profile.twins", { names: list(twins) })} />
        </Notice>
      )}
      {of && of.missing.length > 0 && (
        <Notice icon={<IconInfoCircle size={18} />} tone="wait">
          <DataText
            text={t("import.profile.missing", {
              count: of.missing.length,
              name: of.name,
              columns: list(of.missing),
            })}
          />
        </Notice>
      )}
      <PriceRuleText desk={desk} />
      {isOpen && (
        <ProfileForm
          key={`${chosen?.id ?? ""} ${discards}`}
          desk={desk}
          profile={chosen ?? null}
          others={profiles.data.filter(({ id }) => id !== chosen?.id)}
          isBusy={isBusy}
          onSave={(request) =>
            save.mutate(request, {
              onError: (error) => {
                showError(error);
                if (error.code === "profile_changed") void profiles.refetch();
              },
            })
          }
          onDiscard={() => setDiscards(discards + 1)}
          onDelete={(id) => remove.mutate({ id }, { onError: showError })}
        />
      )}
    </div>
  );
}

/** The rule for prices, where it changes those of the column that is the price now. */
function PriceRuleText({ desk }: { desk: ImportDesk }) {
  const { t } = useTranslation();
  const { decimal } = useFormats();
  const { priceRule = null, priceColumn = null } = desk.found?.profile ?? {};
  const price = desk.columns.find(({ target }) => target === "price");
  if (!price || !priceRule || priceColumn === null || !isCalled(price, priceColumn)) return null;
  const cents = priceRule.cents ?? null;
  return (
    <Text size="sm" c="dimmed">
      {t(cents === null ? "import.profile.rule" : "import.profile.ruleWithCents", {
        factor: decimal(priceRule.factor, 4),
        cents: String(cents ?? 0).padStart(2, "0"),
      })}
    </Text>
  );
}

/** The reading of a file, and what a profile says of columns that this file does not have: another has them. */
function withLacking(reading: Reading, said: ColumnTarget[] = []): Reading {
  const isLacking = ({ column }: ColumnTarget) =>
    !reading.columns.some((own) => isSameName(own.column, column));
  return { ...reading, columns: [...reading.columns, ...said.filter(isLacking)] };
}

type FormProps = {
  desk: ImportDesk;
  profile: Profile | null;
  others: readonly Profile[];
  isBusy: boolean;
  onSave: (request: Req<"saveImportProfile">) => void;
  /** Fills the form anew with what is saved. */
  onDiscard: () => void;
  onDelete: (id: string) => void;
};

function ProfileForm({ desk, profile, others, isBusy, onSave, onDiscard, onDelete }: FormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rule = profile?.content?.priceRule ?? null;
  const [name, setName] = useState(profile?.name ?? "");
  const [factor, setFactor] = useState<number | string>(rule?.factor ?? "");
  const [cents, setCents] = useState<number | string>(rule?.cents ?? "");
  const [maker, setMaker] = useState(profile?.content?.defaults?.manufacturer ?? "");
  const [category, setCategory] = useState(profile?.content?.defaults?.category ?? "");
  const [filledAt] = useState(profile?.updatedAt);
  const layout = desk.found?.layout ?? null;
  const twin = others.find((other) => other.layout !== null && other.layout === layout);
  const fits = desk.found?.profile?.missing.length === 0;
  const keep = (id: string | null) => {
    // The file in view says how a new profile reads, and one that fits it; another keeps its own reading.
    const isOfFile = id === null || fits;
    const before = id === null && !fits ? {} : (profile?.content ?? {});
    onSave({
      id,
      updatedAt: id === null ? null : (profile?.updatedAt ?? null),
      kind: desk.kind,
      name,
      layout: isOfFile ? layout : (profile?.layout ?? null),
      content: {
        ...before,
        ...(isOfFile
          ? { ...withLacking(desk.readingOfProfile(), before.columns), merges: [...desk.merges.values()] }
          : {}),
        priceRule: readPriceRule(factor, cents),
        defaults: {
          ...profile?.content?.defaults,
          manufacturer: maker || null,
          category: category || null,
        },
      },
    });
  };
  return (
    <form
      className={classes.place}
      aria-label={t("import.profile.form")}
      onSubmit={(event) => {
        event.preventDefault();
        keep(profile?.id ?? null);
      }}
    >
      <TextInput
        label={t("import.profile.name")}
        value={name}
        maxLength={80}
        required
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {desk.kind === "items" && (
        <>
          <NumberInput
            label={t("import.profile.factor")}
            description={t("import.profile.factorText")}
            inputWrapperOrder={["label", "input", "description"]}
            value={factor}
            min={0.01}
            max={100}
            decimalScale={4}
            decimalSeparator={language === "en" ? "." : ","}
            onChange={setFactor}
          />
          <NumberInput
            label={t("import.profile.cents")}
            value={cents}
            min={0}
            max={99}
            allowDecimal={false}
            onChange={setCents}
          />
          <TextInput
            label={t("import.profile.maker")}
            value={maker}
            maxLength={200}
            onChange={(event) => setMaker(event.currentTarget.value)}
          />
          <TextInput
            label={t("import.profile.category")}
            value={category}
            maxLength={200}
            onChange={(event) => setCategory(event.currentTarget.value)}
          />
        </>
      )}
      <Text className={classes.remark} size="xs" c="dimmed">
        {t("import.profile.text")}
      </Text>
      {profile?.updatedAt !== filledAt && (
        <Notice icon={<IconInfoCircle size={18} />} tone="wait">
          {t("import.profile.changed")}{" "}
          <Button size="compact-xs" variant="default" onClick={onDiscard}>
            {t("import.profile.discard")}
          </Button>
        </Notice>
      )}
      {twin && (
        <Text className={classes.remark} size="xs" c="dimmed">
          <DataText text={t("import.profile.twin", { name: twin.name })} />
        </Text>
      )}
      <div className={classes.actions}>
        <Button type="submit" size="xs" disabled={isBusy || name.trim() === ""}>
          {t("import.profile.save")}
        </Button>
        {profile && (
          <Button
            size="xs"
            variant="default"
            disabled={isBusy || name.trim() === ""}
            onClick={() => keep(null)}
          >
            {t("import.profile.saveNew")}
          </Button>
        )}
        {profile && (
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => onDelete(profile.id)}>
            {t("import.profile.delete")}
          </Button>
        )}
      </div>
    </form>
  );
}
