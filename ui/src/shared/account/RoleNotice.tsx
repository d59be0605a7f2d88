/** Notice that the person's role lacks an access; renders nothing where the role has it. */
import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../components/Notice";
import classes from "./RoleNotice.module.css";
import { useMay, useMyAccount, type Access } from "./useMe";

type Props = {
  access: Exclude<Access, "open" | "read">;
  /** Stands over a whole page, whose parts have their own margins. */
  ofPage?: boolean;
};

export function RoleNotice({ access, ofPage = false }: Props) {
  const { t } = useTranslation();
  const may = useMay(access);
  const account = useMyAccount();
  if (may) return null;
  const notice = (
    <Notice icon={<IconLock size={18} />}>
      {t(`role.mayNot.${access}`)}
      {account && ` ${t("role.yours", { role: t(`role.name.${account.role}`) })}`}
    </Notice>
  );
  return ofPage ? <div className={classes.page}>{notice}</div> : notice;
}
