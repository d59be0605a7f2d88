// @vitest-environment node
import { expect, test } from "vitest";
import { partsOf } from "./failure";

const failure = (code: string, details: unknown = null) => ({ code, message: "", details });

test("what a provider says is taken out of what happened", () => {
  const reason = "tcp connect error: os error 111";
  expect(
    partsOf(
      failure("model_unreachable", { reason }),
      `O provedor do modelo não pôde ser alcançado: ${reason}`,
    ),
  ).toEqual({ what: "O provedor do modelo não pôde ser alcançado.", remedy: "again", reason });
  expect(
    partsOf(failure("model_refused_content", { reason: "policy" }), "O modelo não responde a isto. policy"),
  ).toEqual({ what: "O modelo não responde a isto.", remedy: "otherWords", reason: "policy" });
});

test("a message without a reason stays whole, and one of the program says itself what to do", () => {
  expect(partsOf(failure("model_answer_empty"), "O modelo não respondeu nada")).toEqual({
    what: "O modelo não respondeu nada.",
    remedy: "again",
    reason: null,
  });
  expect(partsOf(failure("starting"), "O Celeiro ainda está iniciando; tente de novo em instantes")).toEqual({
    what: "O Celeiro ainda está iniciando; tente de novo em instantes.",
    remedy: null,
    reason: null,
  });
});

test("a reason that is all there is, or that the message does not hold, is not cut out", () => {
  expect(partsOf(failure("x", { reason: "nada" }), "nada")).toMatchObject({ what: "nada.", reason: null });
  expect(partsOf(failure("x", { reason: "disk is full" }), "O disco está cheio")).toMatchObject({
    what: "O disco está cheio.",
    reason: null,
  });
  expect(partsOf(failure("toString", { reason: 3 }), "?")).toEqual({ what: "?", remedy: null, reason: null });
});
