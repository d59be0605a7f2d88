/** The keys of the sheet and of the form, for those who look them up. Texts are `shortcuts.…`. */
export const GRID_KEYS = [
  { keys: ["↑", "↓", "←", "→"], text: "sheetMove" },
  { keys: ["Enter", "F2"], text: "sheetEdit" },
  { keys: ["a…z"], text: "sheetType" },
  { keys: ["Alt", "Enter"], text: "sheetLine" },
  { keys: ["Delete"], text: "sheetClear" },
  { keys: ["Alt", "↓"], text: "sheetChoice" },
  { keys: ["Shift", "↑↓←→"], text: "sheetBlock" },
  { keys: ["Ctrl", "C", "V"], text: "sheetCopy" },
  { keys: ["Ctrl", "D"], text: "sheetFill" },
  { keys: ["Ctrl", "Z"], text: "sheetUndo" },
  { keys: ["Ctrl", "Shift", "Z"], text: "sheetRedo" },
  { keys: ["Shift", "Space"], text: "sheetRow" },
  { keys: ["Ctrl", "A"], text: "sheetAll" },
  { keys: ["Ctrl", "Enter"], text: "sheetOpen" },
  { keys: ["Ctrl", "F"], text: "sheetSearch" },
  { keys: ["Enter"], text: "headerSort" },
  { keys: ["Alt", "←", "→"], text: "headerMove" },
  { keys: ["Shift", "←", "→"], text: "headerResize" },
] as const;

export const CATALOG_KEYS = [
  { keys: ["Alt", "I"], text: "newItem" },
  { keys: ["Ctrl", "S"], text: "saveItem" },
  { keys: ["Ctrl", "Enter"], text: "saveAndNext" },
  { keys: ["Ctrl", "Shift", "S"], text: "publishItem" },
  { keys: ["Ctrl", "Shift", "Enter"], text: "publishAndNext" },
  { keys: ["Alt", "S"], text: "suggest" },
  { keys: ["A", "E", "R"], text: "decide" },
  { keys: ["Alt", "A"], text: "attach" },
  { keys: ["Alt", "PgDn"], text: "nextItem" },
  { keys: ["F6"], text: "otherPane" },
] as const;
