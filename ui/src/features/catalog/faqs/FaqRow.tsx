/** A question in the list: opened by it, approved by its button or by the key A. */
import { ActionIcon, Badge, Tooltip } from "@mantine/core";
import { IconRosetteDiscountCheck, IconRosetteDiscountCheckOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Faq } from "../../../api/types";
import { ApprovalMark } from "../../../components/approval/ApprovalMark";
import { DataText } from "../../../components/DataText";
import { useMay } from "../../../shared/account/useMe";
import desk from "../../../shared/desk/desk.module.css";
import { useApprove } from "./useApprove";

type Props = { faq: Faq; open: boolean; onOpen: () => void };

export function FaqRow({ faq, open, onOpen }: Props) {
  const { t } = useTranslation();
  const { set, busy } = useApprove();
  const mayEdit = useMay("edit");
  const approves = faq.approval !== "approved";
  const name = t(approves ? "faqs.approval.approve" : "faqs.approval.withdraw");
  const toggle = () => {
    if (mayEdit && !busy) set(faq, approves);
  };
  return (
    <li className={desk.rowLine}>
      <button
        type="button"
        className={desk.row}
        data-row={faq.id}
        aria-current={open}
        aria-keyshortcuts={mayEdit ? "A" : undefined}
        onClick={onOpen}
        onKeyDown={(event) => {
          if (event.key.toLowerCase() !== "a" || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          if (!event.repeat) toggle();
        }}
      >
        <span className={desk.rowName}>
          {faq.status !== "ativo" && (
            <Badge size="xs" variant="default" mr={6}>
              {t(`faqs.states.${faq.status}`)}
            </Badge>
          )}
          <DataText text={faq.question} />
        </span>
        <span className={desk.rowNote}>
          <DataText text={faq.answer} />
        </span>
        <ApprovalMark faq={faq} />
      </button>
      {mayEdit && (
        <Tooltip label={`${name} (A)`}>
          <ActionIcon
            variant="subtle"
            size="md"
            loading={busy}
            aria-label={`${name}: ${faq.question}`}
            onClick={toggle}
          >
            {approves ? (
              <IconRosetteDiscountCheck size={17} aria-hidden />
            ) : (
              <IconRosetteDiscountCheckOff size={17} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
