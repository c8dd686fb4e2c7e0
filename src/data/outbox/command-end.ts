import { wakeIn } from '#platform/clock.ts';
import type { Engine } from '#sync/engine.ts';

export type CommandEnd =
  | { readonly kind: 'applied' }
  /** Nobody knows yet: it is on this device's disk and is sent when the network is back. */
  | { readonly kind: 'late' }
  /** A person discarded it before it was sent. */
  | { readonly kind: 'discarded' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** How long a screen waits for the answer to a change before it goes on with what this device knows. */
export const answerWaitMs = 2_500;

const awaited = new Set<string>();

/** Whether a screen waits for the answer to this command, and shows the reason of a refusal itself. */
export const isAwaited = (cmdId: string): boolean => awaited.has(cmdId);

/**
 * Waits at most `forMs` for the server's answer to a queued command. The caller shows the reason of a refusal, so the
 * rejected list does not need to.
 */
export async function commandEnd(engine: Engine, cmdId: string, forMs: number): Promise<CommandEnd> {
  const late = new Promise<'late'>((resolve) => void wakeIn(forMs, () => resolve('late')));
  awaited.add(cmdId);
  try {
    const end = await Promise.race([engine.settled(cmdId), late]);
    if (end === 'late') return { kind: 'late' };
    if (end.kind !== 'refused') return end;
    await engine.dismiss([cmdId]);
    return { kind: 'refused', code: end.item.code, message: end.item.message };
  } finally {
    awaited.delete(cmdId);
  }
}
