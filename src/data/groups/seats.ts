import { billPartsMax } from '#domain/bill.ts';
import type { Cart } from '#domain/cart.ts';
import { useGroups } from './groups.ts';

/** How many people at the table of a cart can be told apart; 0 without a table, or when there is only one. */
export function useSeats({ code }: Pick<Cart, 'code'>): number {
  const people = useGroups().get(code?.id ?? 0)?.data.people ?? 0;
  return code?.group === true && people > 1 ? Math.min(people, billPartsMax) : 0;
}
