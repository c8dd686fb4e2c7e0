import { add, type Money, zero } from './money.ts';
import type { CartPayment } from './payments.ts';

type PaidPart = Pick<CartPayment<Money>, 'method' | 'amount'>;

const cashOf = (payments: readonly PaidPart[]): Money =>
  add(zero, ...payments.filter(({ method }) => method === 'cash').map(({ amount }) => amount));

/** Whether these payments bring cash that those before did not: then the drawer is needed. */
export const bringsCash = (after: readonly PaidPart[], before: readonly PaidPart[] = []): boolean =>
  cashOf(after) > cashOf(before);
