/**
 * What a term means, behind a small button beside it: pressed by mouse, finger or key it opens in words; a
 * screen reader has the words as the button's description.
 */
import { ActionIcon } from "@mantine/core";
import { IconHelp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { cleanText } from "../../lib/text/text";
import { lazyPage } from "../page/lazyPage";
import { LazyPopover } from "../popover/LazyPopover";

const HelpPopover = lazyPage(async () => (await import("./HelpPopover")).HelpPopover);

type Props = {
  /** What the help is about, as it stands on the page. */
  term: string;
  text: string;
};

export function Help({ term, text }: Props) {
  const { t } = useTranslation();
  const label = t("help.about", { term: cleanText(term) });
  const button = (
    <ActionIcon size={24} aria-label={label} title={text} style={{ verticalAlign: "middle" }}>
      <IconHelp size={15} stroke={1.7} />
    </ActionIcon>
  );
  return (
    <LazyPopover button={button}>
      {(target) => <HelpPopover button={target} label={label} text={text} />}
    </LazyPopover>
  );
}
