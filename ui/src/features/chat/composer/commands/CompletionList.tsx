/** The list over the box. The focus stays in the box, which names the active option to screen readers. */
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { takesArgument } from "./commands";
import classes from "./CompletionList.module.css";
import { optionId, type CompletionOptions, type Option } from "./useCompletion";

type Props = CompletionOptions & { label: string; onChoose: (option: Option) => void };

export function CompletionList({ id, options, activeKey, label, onChoose }: Props) {
  return (
    <ul id={id} className={classes.list} role="listbox" aria-label={label}>
      {options.map((option) => (
        <li
          key={option.key}
          id={optionId(id, option.key)}
          className={classes.option}
          role="option"
          aria-selected={option.key === activeKey}
          // The focus stays in the box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          <OptionText option={option} />
        </li>
      ))}
    </ul>
  );
}

function OptionText({ option }: { option: Option }) {
  const { t } = useTranslation();
  if (option.kind === "item") {
    const { name, externalId, manufacturer } = option.item;
    const rest = [externalId, manufacturer].filter(Boolean).join(" · ");
    return (
      <>
        <span className={classes.item}>
          <DataText text={name} />
        </span>{" "}
        {rest !== "" && (
          <span className={classes.about}>
            <DataText text={rest} />
          </span>
        )}
      </>
    );
  }
  const { id, name } = option.command;
  return (
    <>
      <span className={classes.usage}>
        <b>/{name}</b> {takesArgument(id) && t(`composer.command.argument.${id}`)}
      </span>{" "}
      <span className={classes.about}>{t(`composer.command.about.${id}`)}</span>
    </>
  );
}
