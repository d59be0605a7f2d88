/** One number of a profile: a slider for trying, a field for the exact value, and the way back. */
import { ActionIcon, NumberInput, Slider, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormats, useLanguage } from "../../i18n/language";
import classes from "./KnobInput.module.css";
import type { Knob } from "./knobs";
import { useKnobNames } from "./useKnobNames";

type Props = {
  knob: Knob;
  /** Null where it is left to something else. */
  value: number | null;
  /** What holds then. */
  otherwise: number | null;
  /** What it was; null as above. */
  before: number | null;
  /** A setting stands above it: moving it moves nothing. */
  pinned?: boolean;
  /** The explanation under the name instead of behind a mark. */
  explained?: boolean;
  onChange: (value: number | null) => void;
};

export function KnobInput({ knob, value, otherwise, before, pinned, explained, onChange }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const language = useLanguage();
  const { nameOf, textOf } = useKnobNames();
  const name = nameOf(knob);
  const shown = value ?? otherwise ?? knob.span[0];
  const moved = value !== before;
  const least = Math.min(knob.span[0], shown);
  const most = Math.max(knob.span[1], shown);
  const allowed = t("knob.allowed", {
    least: formats.decimal(knob.least),
    most: formats.decimal(knob.most),
  });
  const take = (next: number) => onChange(roundToStep(next, knob.step));

  return (
    <div className={classes.knob} data-moved={moved || undefined}>
      <div className={classes.head}>
        <span className={classes.name}>
          {name}
          {!explained && (
            <Tooltip label={`${textOf(knob)} ${allowed}`} multiline maw={280} openDelay={100}>
              <span className={classes.info} tabIndex={0} role="note" aria-label={textOf(knob)}>
                <IconInfoCircle size={14} aria-hidden />
              </span>
            </Tooltip>
          )}
        </span>
        {moved && (
          <ActionIcon
            size={22}
            onClick={() => onChange(before)}
            aria-label={t("knob.reset", { name })}
            title={before === null ? t("knob.byModel") : t("knob.was", { value: formats.decimal(before, 4) })}
          >
            <IconArrowBackUp size={15} />
          </ActionIcon>
        )}
        <NumberInput
          size="xs"
          className={classes.number}
          aria-label={name}
          value={value ?? ""}
          placeholder={otherwise === null ? t("knob.byModel") : formats.decimal(otherwise, 4)}
          min={knob.least}
          max={knob.most}
          step={knob.step}
          decimalScale={knob.step === 1 ? 0 : 6}
          decimalSeparator={language === "en" ? "." : ","}
          clampBehavior="blur"
          hideControls
          onChange={(next) => {
            if (typeof next === "number") onChange(Math.min(knob.most, Math.max(knob.least, next)));
            else if (next === "" && knob.path === "vectorThreshold") onChange(null);
          }}
        />
      </div>
      <Slider
        size={4}
        thumbSize={14}
        label={null}
        color={moved ? "palha" : "mata"}
        value={shown}
        min={least}
        max={most}
        step={knob.step}
        onChange={take}
        thumbLabel={name}
        disabled={pinned ?? false}
      />
      {explained && (
        <p className={classes.text}>
          {textOf(knob)} <span className={classes.allowed}>{allowed}</span>
        </p>
      )}
      {pinned && <p className={classes.text}>{t("knob.pinned")}</p>}
      {value === null && <p className={classes.text}>{t("knob.leftToModel")}</p>}
    </div>
  );
}

/** To the step: what a slider adds up from many small steps would end in noise. */
function roundToStep(value: number, step: number): number {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  return Number(value.toFixed(digits));
}
