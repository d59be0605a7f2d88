/**
 * A change of a profile that the gate may stop: what is to be done, why, and where it was stopped what
 * gets worse, with a reason needed to go on.
 */
import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CommandError } from "../../api/command";
import type { ProfileChanged, SetWorse } from "../../api/types";
import { DataText } from "../../components/DataText";
import { Dialog } from "../../components/Dialog";
import { useErrorText } from "../../components/useErrorText";
import { cancelMeasurement } from "../../components/measuring/cancel";
import { Measuring } from "../../components/measuring/Measuring";
import classes from "./Gate.module.css";
import { GateRefusal } from "./GateRefusal";
import { useChangeToast } from "./useChangeToast";

type Props = {
  title: string;
  /** What the button says. */
  action: string;
  /** Whether what the dialog holds besides the reason can be sent. */
  ready?: boolean;
  children?: ReactNode;
  /** Under one id, however often it is tried: an answer that was lost does nothing twice. */
  run: (reason: string, operationId: string) => Promise<ProfileChanged>;
  onDone?: (changed: ProfileChanged) => void;
  onClose: () => void;
};

export function ChangeDialog({ title, action, ready = true, children, run, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const say = useChangeToast();
  const [reason, setReason] = useState("");
  const [error, setError] = useState<CommandError | null>(null);
  const [busy, setBusy] = useState(false);
  const [operationId] = useState(() => crypto.randomUUID());
  const worse = error && worseOf(error);
  const needsReason = worse !== null && reason.trim() === "";

  const submit = () => {
    if (busy || !ready || needsReason) return;
    setBusy(true);
    setError(null);
    run(reason.trim(), operationId)
      .then(
        (changed) => {
          say(changed);
          onClose();
          onDone?.(changed);
        },
        (cause: unknown) =>
          setError(
            cause instanceof CommandError
              ? cause
              : new CommandError({ code: "internal", message: String(cause), details: null }),
          ),
      )
      .finally(() => setBusy(false));
  };
  // What is being measured is of no use to who goes away: nothing is changed then.
  const leave = () => {
    if (busy) cancelMeasurement(operationId);
    onClose();
  };
  return (
    <Dialog opened onClose={leave} title={title} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          {children}
          {worse && <GateRefusal worse={worse} />}
          {error && !worse && (
            <p className={classes.error} role="alert">
              {error.code === "cancelled" ? t("gate.cancelled") : <DataText text={describe(error)} />}
            </p>
          )}
          <Textarea
            label={t("gate.reason")}
            description={worse ? t("gate.reasonNeeded") : t("gate.reasonHint")}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2_000}
            withAsterisk={worse !== null}
          />
          {busy && <Measuring id={operationId} onCancel={() => cancelMeasurement(operationId)} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={leave}>
              {t("action.cancel")}
            </Button>
            <Button
              type="submit"
              loading={busy}
              disabled={!ready || needsReason}
              {...(worse ? { color: "red" } : {})}
            >
              {worse ? t("gate.anyway") : action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** What the gate says of a profile that it stops; null for every other error. */
function worseOf(error: CommandError): SetWorse[] | null {
  if (error.code !== "profile_worse") return null;
  const worse = (error.details as { worse?: unknown } | null)?.worse;
  return Array.isArray(worse) ? (worse as SetWorse[]) : [];
}
