/** Says before the click what the person's role leaves to others; nothing where it allows it. */
import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../components/Notice";
import { useMay, useMyAccount, type Access } from "./useMe";

type Props = { access: Exclude<Access, "open" | "read"> };

export function RoleNotice({ access }: Props) {
  const { t } = useTranslation();
  const may = useMay(access);
  const account = useMyAccount();
  if (may) return null;
  return (
    <Notice icon={<IconLock size={18} />}>
      {t(`role.mayNot.${access}`)}
      {account && ` ${t("role.yours", { role: t(`role.name.${account.role}`) })}`}
    </Notice>
  );
}
