// Steps that the walks of a team share.
import { text } from "../places/steps.mjs";

/** A text with what is filled in. */
export const fillIn = (key, values) =>
  Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(`{{${name}}}`, value), text(key));

export const button = (place, key) => place.getByRole("button", { name: text(key), exact: true });
export const textbox = (place, key) => place.getByLabel(text(key), { exact: true });
/** At the foot of the navigation: name and role. */
export const accountButton = (page, { name }) =>
  page.locator("nav").getByRole("button", { name: new RegExp(`^${name}`) });
export const heading = (page, key) => page.getByRole("heading", { name: text(key), exact: true, level: 1 });
export const goTo = (page, place) => page.evaluate((place) => void (location.hash = `#/${place}`), place);

/** Fills in the screen with this title, and sends it. */
export async function signIn(page, { login, password }, title) {
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
  await textbox(page, "signIn.login").fill(login);
  await textbox(page, "signIn.password").fill(password);
  await button(page, "signIn.submit").click();
}

/** The code by which an operation is refused; null where it is not. */
export const refusalOf = ({ ui }, command, req) =>
  ui.page.evaluate(
    (command, req) =>
      window.__TAURI_INTERNALS__.invoke(command, { req }, { headers: {} }).then(
        () => null,
        ({ code }) => code,
      ),
    command,
    req,
  );

/** The whole of an item, as it is sent to be stored with a change. */
export function changeOf(item, change) {
  const { id, version, name, externalId, description, category, manufacturer, tags, attributes, status } = item;
  const { currency, notes, price } = item;
  const fields = { name, externalId, description, category, manufacturer, tags, attributes, status, currency, notes };
  return { ...fields, price, id, version, ...change, operationId: crypto.randomUUID() };
}
