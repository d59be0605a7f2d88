/** A remedy, sent from below its gap. */
import { SendForm, type SendFormProps } from "../../../shared/forms/SendForm";
import classes from "./Gaps.module.css";

export function RemedyForm(props: Omit<SendFormProps, "size" | "className">) {
  return <SendForm {...props} size="xs" className={classes.form} />;
}
