/** The items in sight on paper: a price list, or labels for shelves, as PDF. */
import { Button, Group, NativeSelect, Radio, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, type CommandError, type Req } from "../../../../api/command";
import { useCommandQuery } from "../../../../api/hooks";
import { saveDownload } from "../../../../api/transfers";
import { DataText } from "../../../../components/DataText";
import { Dialog } from "../../../../components/Dialog";
import { showToast } from "../../../../components/toast/toasts";
import { useErrorText } from "../../../../components/useErrorText";
import { cleanText } from "../../../../lib/text/text";
import { queryOf, type GridState } from "../../../../shared/filters/gridState";
import classes from "./Toolbar.module.css";

type Form = Req<"printCatalog">["form"];
type Props = { opened: boolean; onClose: () => void; state: GridState };

const FORMS: readonly Form[] = ["prices", "labels"];

export function PrintDialog({ opened, onClose, state }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={t("grid.print.title")}>
      <PrintChoice state={state} onClose={onClose} />
    </Dialog>
  );
}

function PrintChoice({ state, onClose }: Omit<Props, "opened">) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const [form, setForm] = useState<Form>("prices");
  const [list, setList] = useState("");
  const lists = useCommandQuery("listPriceLists", {}).data ?? [];
  const { mutate, isPending, error } = useMutation<string, CommandError>({
    mutationFn: async () => {
      const file = await call("printCatalog", {
        form,
        list: list === "" ? null : list,
        query: queryOf(state),
      });
      await saveDownload(file);
      return file.name;
    },
    onSuccess: (name) => {
      showToast({ text: t("grid.print.done", { name }), tone: "info" });
      onClose();
    },
  });
  return (
    <Stack gap="md">
      <Radio.Group label={t("grid.print.form")} value={form} onChange={(value) => setForm(value)}>
        <Stack gap="xs" mt="xs">
          {FORMS.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`grid.print.${one}.label`)}
              description={t(`grid.print.${one}.text`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <NativeSelect
        label={t("grid.print.list")}
        value={list}
        data={[
          { value: "", label: t("grid.print.counter") },
          ...lists.map(({ id, name }) => ({ value: id, label: cleanText(name) })),
        ]}
        onChange={(event) => setList(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {t("grid.print.about")}
      </Text>
      {error && (
        <Text size="sm" className={classes.bad} role="alert">
          <DataText text={describe(error)} />
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button loading={isPending} onClick={() => mutate()}>
          {t("grid.print.save")}
        </Button>
      </Group>
    </Stack>
  );
}
