/** What is wrong with a field that is made of several boxes. */
import { Text } from "@mantine/core";
import { DataText } from "../../../components/DataText";

export function FieldProblem({ text }: { text: string | undefined }) {
  if (text === undefined || text === "") return null;
  return (
    <Text size="sm" c="var(--cel-bad)" role="alert">
      <DataText text={text} />
    </Text>
  );
}
