import type { OrderStatus } from './order.ts';
import { isOnBoard } from './order.ts';

/** A letter waits this long for a next key: a scanner types faster than that, a person does not (SCREENS §0). */
export const letterGapMs = 60;

/** What a letter does to an order of the board: A accepts what is waiting, F finishes, R asks for a rejection (D1, D3). */
export function letterStatus(key: string, status: OrderStatus): 'ACCEPTED' | 'COMPLETE' | 'REJECTED' | null {
  if (!isOnBoard(status)) return null;
  const letter = key.toLowerCase();
  if (letter === 'a') return status === 'PENDING' ? 'ACCEPTED' : null;
  if (letter === 'f') return 'COMPLETE';
  return letter === 'r' ? 'REJECTED' : null;
}
