/** The file in hand: its name, its size, how it is read. */
import { Text } from "@mantine/core";
import { IconFile } from "@tabler/icons-react";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import type { ImportDesk } from "../state/useImport";
import type { Upload } from "../state/useUpload";
import classes from "../Import.module.css";

type Facts = NonNullable<ImportDesk["found"]>["file"];

type Props = {
  desk: { file: Upload | null; found: { file: Facts } | null };
};

export function FileLine({ desk }: Props) {
  const { bytes } = useFormats();
  if (!desk.file) return null;
  const facts = desk.found?.file;
  const said = [facts?.format.toUpperCase(), facts?.encoding, facts?.sheet].filter(
    (part) => part !== null && part !== undefined,
  );
  const size = desk.file.size === null ? [] : [bytes(desk.file.size)];
  return (
    <div className={classes.file}>
      <IconFile size={18} aria-hidden />
      <Text fw={600}>
        <DataText text={desk.file.name} />
      </Text>
      <Text size="sm" c="dimmed">
        <DataText text={[...size, ...said].join(" · ")} />
      </Text>
    </div>
  );
}
