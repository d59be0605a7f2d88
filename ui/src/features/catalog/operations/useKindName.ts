/** What an operation did, in the person's words. */
import { useTranslation } from "react-i18next";

const KINDS = [
  "create-item",
  "update-item",
  "delete-item",
  "restore-item",
  "delete-items",
  "create-faq",
  "update-faq",
  "delete-faq",
  "restore-faq",
  "delete-faqs",
  "import",
  "bulk-edit",
  "edit-cells",
  "price-change",
  "undo",
  "assistant-action",
  "decide-suggestions",
  "join-items",
  "create-category",
  "rename-category",
  "move-category",
  "merge-category",
  "delete-category",
  "order-images",
  "set-relation",
  "remove-relation",
  "set-stock",
  "import-stock",
] as const;
type Kind = (typeof KINDS)[number];

/**
 * Names the kind of an operation; of a kind that a later version may have, only that something was changed
 * can be said.
 */
export function useKindName(): (kind: string) => string {
  const { t } = useTranslation();
  return (kind) => (isKind(kind) ? t(`operations.kind.${kind}`) : t("operations.kind.other"));
}

function isKind(kind: string): kind is Kind {
  return (KINDS as readonly string[]).includes(kind);
}
