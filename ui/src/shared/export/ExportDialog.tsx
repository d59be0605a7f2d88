/** The records of a view as a file, as it is chosen here or as a profile says. */
import { Button, Group, Input, NativeSelect, Progress, SegmentedControl, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../api/command";
import { useCommandQuery } from "../../api/hooks";
import type { Kind } from "../../api/types";
import { Dialog } from "../../components/Dialog";
import { showToast } from "../../components/toast/toasts";
import { DataText } from "../../components/DataText";
import { useErrorText } from "../../components/useErrorText";
import { useFormats, useLanguage } from "../../i18n/language";
import { cleanText } from "../../lib/text/text";
import { FilterBar } from "../filters/FilterBar";
import { queryOf, type GridState } from "../filters/gridState";
import { ExportProfileForm } from "./ExportProfileForm";
import { DialectChoice, FormatChoice, type Dialect, type Format } from "./FormatChoice";
import { saveExport, type ExportProgress, type ExportRequest } from "./saveExport";
import classes from "./ExportDialog.module.css";

export type ExportView = Omit<ExportRequest, "kind" | "format">;

const ALL: GridState = { text: "", filters: [], sort: [] };

type Props = {
  opened: boolean;
  onClose: () => void;
  /** What is in sight, where the dialog belongs to a view; otherwise the person chooses a collection. */
  view?: ExportView & { kind: Kind };
};

export function ExportDialog({ opened, onClose, view }: Props) {
  const { t } = useTranslation();
  const { integer, list, placeCount } = useFormats();
  const language = useLanguage();
  const describe = useErrorText();
  const [kind, setKind] = useState<Kind>(view?.kind ?? "items");
  const [format, setFormat] = useState<Format>("csv");
  const [dialect, setDialect] = useState<Dialect>(language === "pt-BR" ? "excel_br" : "plain");
  const [profileId, setProfileId] = useState<string | null>(null);
  const [isFormOpen, setFormOpen] = useState(false);
  const [columns, setColumns] = useState<"shown" | "all">("shown");
  const [listed, setListed] = useState<GridState>(ALL);
  const [done, setDone] = useState<ExportProgress>({ written: 0, total: 0 });
  const ofKind = view?.kind ?? kind;
  const profiles = useCommandQuery("exportProfiles", { kind: ofKind }, { enabled: opened }).data ?? [];
  const profile = profiles.find(({ id }) => id === profileId) ?? null;
  // A feed leads to a shop, and a profile says where that is.
  const lacksShop = format === "google" && !profile?.content.shop;
  const shown = view && columns === "shown" ? (view.columns ?? null) : null;
  const chooseProfile = (id: string | null) => {
    setProfileId(id);
    setFormOpen(false);
    const content = profiles.find((one) => one.id === id)?.content;
    if (content?.format) setFormat(content.format);
    if (content?.dialect) setDialect(content.dialect);
  };
  const stop = useRef(new AbortController());
  const leftOut = useRef<NonNullable<ExportProgress["leftOut"]>>([]);
  useEffect(() => () => stop.current.abort(), []);
  const { mutate, isPending, error, reset } = useMutation<number, CommandError, AbortSignal>({
    mutationFn: (signal) =>
      saveExport(
        {
          kind: ofKind,
          format,
          query: view?.query ?? queryOfChoice(kind, listed),
          // A profile that says columns goes before those in sight.
          columns: (profile?.content.columns ?? []).length > 0 ? null : shown,
          dialect,
          withCounted: true,
          profile: profile?.id ?? null,
        },
        (progress) => {
          leftOut.current = progress.leftOut ?? [];
          setDone(progress);
        },
        signal,
      ),
    onSuccess: (written, signal) => {
      // The last piece may arrive as the person closes the dialog.
      if (signal.aborted) return;
      const counts = leftOut.current.map(({ reason, count }) =>
        t(`import.export.reason.${reason}`, { shown: integer(count) }),
      );
      const text = t("import.export.done", placeCount(written));
      const more = counts.length > 0 ? ` ${t("import.export.leftOut", { counts: list(counts) })}` : "";
      showToast({ text: text + more, tone: "info" });
      onClose();
    },
  });
  const save = () => {
    stop.current = new AbortController();
    mutate(stop.current.signal);
  };
  const close = () => {
    stop.current.abort();
    setDone({ written: 0, total: 0 });
    reset();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={t("import.export.title")}>
      <Stack gap="md">
        {!view && (
          <SegmentedControl
            aria-label={t("import.kindLabel")}
            value={kind}
            data={(["items", "faqs"] as const).map((one) => ({ value: one, label: t(`import.kind.${one}`) }))}
            onChange={(value) => setKind(value)}
          />
        )}
        {!view && kind === "items" && (
          <div>
            <Input.Label component="p" className={classes.label}>
              {t("import.export.only")}
            </Input.Label>
            <div className={classes.chips}>
              <FilterBar state={listed} onChange={(part) => setListed({ ...listed, ...part })} />
            </div>
          </div>
        )}
        {view && (
          <>
            <Text size="sm">{t("import.export.ofView")}</Text>
            <SegmentedControl
              aria-label={t("import.export.columns")}
              value={columns}
              data={(["shown", "all"] as const).map((one) => ({
                value: one,
                label: t(`import.export.${one}`),
              }))}
              onChange={(value) => setColumns(value)}
            />
          </>
        )}
        {profiles.length > 0 && (
          <NativeSelect
            label={t("import.export.profile.label")}
            value={profile?.id ?? ""}
            data={[
              { value: "", label: t("import.export.profile.none") },
              ...profiles.map(({ id, name }) => ({ value: id, label: cleanText(name) })),
            ]}
            onChange={(event) => chooseProfile(event.currentTarget.value || null)}
          />
        )}
        <FormatChoice kind={ofKind} format={format} onChange={setFormat} />
        {(format === "csv" || format === "xlsx") && <DialectChoice dialect={dialect} onChange={setDialect} />}
        <Group>
          <Button
            size="xs"
            variant="default"
            aria-expanded={isFormOpen}
            onClick={() => setFormOpen(!isFormOpen)}
          >
            {t(profile ? "import.export.profile.change" : "import.export.profile.keep")}
          </Button>
        </Group>
        {isFormOpen && (
          <ExportProfileForm
            key={profile?.id ?? ""}
            kind={ofKind}
            profile={profile}
            chosen={{ format, dialect, columns: shown ?? profile?.content.columns ?? [] }}
            onChoose={(id) => {
              setProfileId(id);
              setFormOpen(false);
            }}
          />
        )}
        {lacksShop && <Text size="sm">{t("import.export.profile.shop")}</Text>}
        {isPending && (
          <Progress
            value={done.total > 0 ? (100 * done.written) / done.total : 0}
            aria-label={t("import.export.title")}
            animated
          />
        )}
        {error && (
          <Text size="sm" className={classes.bad} role="alert">
            <DataText text={describe(error)} />
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t("action.cancel")}
          </Button>
          <Button loading={isPending} disabled={lacksShop} onClick={save}>
            {t("import.export.save")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What is asked of a collection; the whole of it, in its own order, where no condition was set. */
function queryOfChoice(kind: Kind, listed: GridState): ExportView["query"] | null {
  return kind === "items" && listed.filters.length > 0 ? queryOf(listed) : null;
}
