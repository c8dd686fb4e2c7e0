import { groupOpen } from '#commands/group/open.ts';
import { forGroup, orderCreate } from '#commands/order/create.ts';
import { groupAt } from '#data/groups/groups.ts';
import type { Request, RejectedCommand } from '#sync/entry.ts';
import { engineNow } from './store-engine.ts';

/** An order that was meant for a group which has ended, or was never opened, goes to the one that is open there now. */
function atTableNow(request: Request): Request {
  const code = orderCreate.read(request)?.code ?? null;
  const group = code === null ? null : groupAt(code.id);
  return group === null ? request : forGroup(request, group.uid);
}

/** "Aplicar igual": queues a new command based on the current state. */
export const applyAgain = async (cmdId: string): Promise<string | null> =>
  (await engineNow()?.applyAgain(cmdId, atTableNow)) ?? null;

/** Whether that makes sense: not for the opening of a table that somebody else has opened. */
export function canApplyAgain(item: RejectedCommand): boolean {
  const opening = groupOpen.read(item.entry);
  if (opening && groupAt(opening.code.id) !== null) return false;
  return engineNow()?.canApplyAgain(item) ?? false;
}
