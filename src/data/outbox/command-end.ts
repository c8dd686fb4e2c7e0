import type { Engine } from '#sync/engine.ts';

export type CommandEnd =
  | { readonly kind: 'applied' }
  /** Nobody knows yet: it is on this device's disk and is sent when the network is back. */
  | { readonly kind: 'late' }
  /** A person discarded it before it was sent. */
  | { readonly kind: 'discarded' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/**
 * Waits for the server's answer to a queued command until `late` resolves. The caller shows the reason of a refusal, so
 * the rejected list does not need to.
 */
export async function commandEnd(engine: Engine, cmdId: string, late: Promise<'late'>): Promise<CommandEnd> {
  const end = await Promise.race([engine.settled(cmdId), late]);
  if (end === 'late') return { kind: 'late' };
  if (end.kind !== 'refused') return end;
  await engine.dismiss([cmdId]);
  return { kind: 'refused', code: end.item.code, message: end.item.message };
}
