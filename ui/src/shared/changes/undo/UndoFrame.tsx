/** Around what an undo would do: waiting for it, its failure with another try, and the two ways out. */
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../../api/command";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";

type Props<D> = {
  /** What would happen. */
  dryRun: { data: D | undefined; error: CommandError | null; isFetching: boolean; refetch: () => unknown };
  /** The doing. */
  undo: { error: CommandError | null; isPending: boolean };
  /** Whether anything would come of it. */
  changesAnything: (would: D) => boolean;
  /** What the button is called that does it. */
  label: string;
  onRun: () => void;
  onClose: () => void;
  /** Above all else: what is being undone. */
  about?: ReactNode;
  children: (would: D) => ReactNode;
};

export function UndoFrame<D>(props: Props<D>) {
  const { dryRun, undo, changesAnything, label, onRun, onClose, about, children } = props;
  const { t } = useTranslation();
  const describe = useErrorText();
  const problem = dryRun.error ?? undo.error;
  const would = dryRun.data;
  const button = useRef<HTMLButtonElement>(null);
  const isKnown = would !== undefined;
  // Until it is known what would happen the button cannot take the focus that it is meant to have.
  useEffect(() => {
    if (isKnown) button.current?.focus();
  }, [isKnown]);
  return (
    <>
      <Stack gap="sm">
        {about}
        {problem && (
          <Text size="sm" c="var(--cel-bad)" role="alert">
            <DataText text={describe(problem)} />
            {dryRun.error && (
              <Button
                size="compact-xs"
                variant="default"
                ml="xs"
                loading={dryRun.isFetching}
                onClick={() => void dryRun.refetch()}
              >
                {t("action.retry")}
              </Button>
            )}
          </Text>
        )}
        {!isKnown && !problem && <Skeleton h={70} aria-busy />}
        {isKnown && <div>{children(would)}</div>}
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button
          ref={button}
          onClick={onRun}
          loading={undo.isPending}
          disabled={!isKnown || !changesAnything(would)}
          data-autofocus
        >
          {label}
        </Button>
      </Group>
    </>
  );
}
