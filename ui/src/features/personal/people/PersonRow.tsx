/** A person in the list: name, farm and crops, the last contact and the next birthday. */
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import desk from "../../../shared/desk/desk.module.css";
import type { Person } from "./draft";

type Props = {
  person: Person;
  birthday: Data<"listBirthdays">[number] | undefined;
  open: boolean;
  onOpen: () => void;
};

export function PersonRow({ person, birthday, open, onOpen }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { name, farm, crops = [], lastContact } = person;
  const place = [farm, formats.list(crops)].filter(Boolean).join(" · ");
  const days = [
    lastContact && t("personal.people.contact", { day: formats.day(lastContact) }),
    birthday && t("personal.people.birthdayOn", { day: formats.day(birthday.day) }),
  ].filter(Boolean);
  return (
    <li className={desk.rowLine}>
      <button type="button" className={desk.row} data-row={person.id} aria-current={open} onClick={onOpen}>
        <span className={desk.rowName}>
          <DataText text={name} />
        </span>
        {place !== "" && (
          <span className={desk.rowNote}>
            <DataText text={place} />
          </span>
        )}
        {days.length > 0 && <span className={desk.rowNote}>{days.join(" · ")}</span>}
      </button>
    </li>
  );
}
