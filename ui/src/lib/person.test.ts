import { beforeEach, expect, test } from "vitest";
import { currentPerson, finishChange, NO_ACCOUNT, notePerson, personalKey, personState } from "./person";

const cells = () => sessionStorage.getItem("celeiro.cells.1");

/** The page of one person makes room for that of another. */
function change(login: string): void {
  expect(notePerson(login)).toBe(true);
  expect(personState().leaving).toBe(true);
  finishChange();
  expect(personState().leaving).toBe(false);
}

beforeEach(() => {
  sessionStorage.setItem("celeiro.cells.1", "of ana");
  sessionStorage.setItem("celeiro.token", "of the tab");
});

test("who is first known at a page keeps what is in its tab", () => {
  expect(notePerson("ana")).toBe(false);
  expect(currentPerson()).toBe("ana");
  expect(cells()).toBe("of ana");
});

test("work of one is put aside for another, and comes back", () => {
  notePerson("ana");
  change("bia");
  expect(cells()).toBeNull();
  expect(sessionStorage.getItem("celeiro.token")).toBe("of the tab");
  sessionStorage.setItem("celeiro.cells.1", "of bia");
  change("ana");
  expect(cells()).toBe("of ana");
  change("bia");
  expect(cells()).toBe("of bia");
});

test("a login that begins like another's takes nothing of it", () => {
  notePerson("ana.b");
  change("ana");
  expect(cells()).toBeNull();
  change("ana.b");
  expect(cells()).toBe("of ana");
});

test("after signing out nothing is in sight until the person is back", () => {
  notePerson("ana");
  change(NO_ACCOUNT);
  expect(cells()).toBeNull();
  expect(notePerson("bia")).toBe(false);
  change("ana");
  expect(cells()).toBe("of ana");
});

test("what is typed without an account goes on with who signs in", () => {
  notePerson(NO_ACCOUNT);
  expect(notePerson("ana")).toBe(false);
  expect(cells()).toBe("of ana");
});

test("preferences of a person have a name of their own", () => {
  expect(personalKey("celeiro.recent")).toBe("celeiro.recent");
  notePerson("ana");
  expect(personalKey("celeiro.recent")).toBe("celeiro.recent.ana");
});
