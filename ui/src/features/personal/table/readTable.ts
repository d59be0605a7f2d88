/** Reads the text of a table: spreadsheets in Brazil write files in UTF-8 or in the code page of Windows. */
export async function readTable(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
