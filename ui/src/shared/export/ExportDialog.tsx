/** The records of a view as a file, in one of three formats. */
import { Button, Group, Input, Progress, Radio, SegmentedControl, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../api/command";
import type { Kind } from "../../api/types";
import { Dialog } from "../../components/Dialog";
import { showToast } from "../../components/toast/toasts";
import { DataText } from "../../components/DataText";
import { useErrorText } from "../../components/useErrorText";
import { useFormats } from "../../i18n/language";
import { FilterBar } from "../filters/FilterBar";
import { queryOf, type GridState } from "../filters/gridState";
import { saveExport, type ExportRequest } from "./saveExport";
import classes from "./ExportDialog.module.css";

type Format = ExportRequest["format"];
export type ExportView = Omit<ExportRequest, "kind" | "format">;

const FORMATS: readonly Format[] = ["csv", "xlsx", "jsonl"];
const ALL: GridState = { text: "", filters: [], sort: [] };

type Props = {
  opened: boolean;
  onClose: () => void;
  /** What is in sight, where the dialog belongs to a view; otherwise the person chooses a collection. */
  view?: ExportView & { kind: Kind };
};

export function ExportDialog({ opened, onClose, view }: Props) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const describe = useErrorText();
  const [kind, setKind] = useState<Kind>(view?.kind ?? "items");
  const [format, setFormat] = useState<Format>("csv");
  const [columns, setColumns] = useState<"shown" | "all">("shown");
  const [listed, setListed] = useState<GridState>(ALL);
  const [done, setDone] = useState({ written: 0, total: 0 });
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const { mutate, isPending, error, reset } = useMutation<number, CommandError, AbortSignal>({
    mutationFn: (signal) =>
      saveExport(
        {
          kind: view?.kind ?? kind,
          format,
          query: view?.query ?? queryOfChoice(kind, listed),
          columns: columns === "shown" ? (view?.columns ?? null) : null,
        },
        setDone,
        signal,
      ),
    onSuccess: (written, signal) => {
      // The last piece may arrive as the person closes the dialog.
      if (signal.aborted) return;
      showToast({ text: t("import.export.done", { count: written, shown: integer(written) }), tone: "info" });
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
        <FormatChoice format={format} onChange={setFormat} />
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
          <Button loading={isPending} onClick={save}>
            {t("import.export.save")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function FormatChoice({ format, onChange }: { format: Format; onChange: (format: Format) => void }) {
  const { t } = useTranslation();
  return (
    <Radio.Group label={t("import.export.format")} value={format} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {FORMATS.map((one) => (
          <Radio
            key={one}
            value={one}
            label={t(`import.export.${one}.label`)}
            description={t(`import.export.${one}.text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** What is asked of a collection; the whole of it, in its own order, where no condition was set. */
function queryOfChoice(kind: Kind, listed: GridState): ExportView["query"] | null {
  return kind === "items" && listed.filters.length > 0 ? queryOf(listed) : null;
}
