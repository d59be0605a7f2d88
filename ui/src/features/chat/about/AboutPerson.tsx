/**
 * At the conversation's name, while the personal assistant is on: whom it is about, and how the assistant speaks.
 * Fetched then alone.
 */
import { Suspense } from "react";
import { lazyPage } from "../../../components/page/lazyPage";
import { usePersonalState } from "../../../shared/personal/state";

export const PersonControl = lazyPage(async () => (await import("./PersonControl")).PersonControl, "chat");
const PersonaControl = lazyPage(async () => (await import("./PersonaControl")).PersonaControl, "chat");

export function AboutPerson({ conversationId }: { conversationId: string }) {
  const isOn = usePersonalState().data?.on === true;
  if (!isOn) return null;
  return (
    <Suspense fallback={null}>
      <PersonControl key={conversationId} conversationId={conversationId} />
      <PersonaControl key={`persona-${conversationId}`} conversationId={conversationId} />
    </Suspense>
  );
}
