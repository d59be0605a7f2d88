/** In the form: how the answer stands, and the buttons that approve it or withdraw that. */
import { Button, Group, Text } from "@mantine/core";
import { IconRosetteDiscountCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Faq } from "../../../api/types";
import { ApprovalMark } from "../../../components/approval/ApprovalMark";
import desk from "../../../shared/desk/desk.module.css";

type Props = {
  faq: Faq;
  /** Whether there is something to save first. */
  changed: boolean;
  busy: boolean;
  disabled: boolean;
  /** Why it cannot stay as it is. */
  problem: string | undefined;
  onApprove: () => void;
  onWithdraw: () => void;
};

export function ApprovalLine({ faq, changed, busy, disabled, problem, onApprove, onWithdraw }: Props) {
  const { t } = useTranslation();
  const name = changed ? "saveAndApprove" : faq.approval === "none" ? "approve" : "again";
  return (
    <section className={desk.effect} aria-label={t("faqs.approval.title")}>
      <Group justify="space-between" gap="8px 16px">
        {faq.approval === "none" ? (
          <Text size="sm" c="dimmed">
            {t("faqs.approval.not")}
          </Text>
        ) : (
          <ApprovalMark faq={faq} />
        )}
        <Group gap={8}>
          {(changed || faq.approval !== "approved") && (
            <Button
              size="xs"
              variant="light"
              leftSection={<IconRosetteDiscountCheck size={16} aria-hidden />}
              loading={busy}
              disabled={disabled}
              aria-keyshortcuts="Control+Enter"
              title={`${t(`faqs.approval.${name}`)} (Ctrl Enter)`}
              onClick={onApprove}
            >
              {t(`faqs.approval.${name}`)}
            </Button>
          )}
          {faq.approval !== "none" && (
            <Button size="xs" variant="subtle" loading={busy} disabled={changed} onClick={onWithdraw}>
              {t("faqs.approval.withdraw")}
            </Button>
          )}
        </Group>
      </Group>
      {problem !== undefined && (
        <Text size="sm" role="alert" c="var(--cel-bad)" mt={4}>
          {problem}
        </Text>
      )}
    </section>
  );
}
