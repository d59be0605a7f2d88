/**
 * Errors that arise on this side of the wire, in the one form that errors have everywhere. Their
 * `message` is only a fallback in English: the interface translates these codes itself.
 */
/** As the command list declares it: a stable code, a message for people, details for programs. */
export type AppError = { code: string; message: string; details: unknown };

const CLIENT_CODES = {
  unreachable: "The server cannot be reached.",
  timed_out: "The server did not answer in time.",
  bad_response: "The server sent an answer that cannot be read.",
  broken_off: "The answer broke off.",
  attachment_too_large: "The file has more than 10 MB.",
  file_moved: "The file cannot be read on this computer any more.",
  unknown_command: "This version of the page asked for something that does not exist.",
} as const;

export type ClientCode = keyof typeof CLIENT_CODES;

export function clientError(code: ClientCode, details: AppError["details"] = null): AppError {
  return { code, message: CLIENT_CODES[code], details };
}

export function isClientCode(code: string): code is ClientCode {
  return Object.hasOwn(CLIENT_CODES, code);
}

export function isAppError(value: unknown): value is AppError {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as AppError).code === "string" &&
    typeof (value as AppError).message === "string"
  );
}
