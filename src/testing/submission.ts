import type { OrderSubmission } from '#contract/order-submission.ts';

/** A product without options. `price` is in major units, as in the contract. */
interface SoldProduct {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly quantity?: number;
}

/** An exact payment in cash, in major units. */
export const cashPayment = (amount: number): OrderSubmission['payments'][number] => ({
  method: 'cash',
  amount,
  option: 'cash',
  type: 'exact',
  value: null,
});

/** The submission of a take-away order without payments. Its amounts follow the products unless given. */
export function plainSubmission(
  products: readonly SoldProduct[],
  { uid, ...more }: Pick<OrderSubmission, 'uid'> & Partial<OrderSubmission>,
): OrderSubmission {
  const items = products.map(({ id, name, price, quantity = 1 }) => ({
    id,
    name,
    quantity,
    unit_price: price,
    discount: 0,
    comments: null,
    additionals: [],
    price: price * quantity,
  }));
  const total = items.reduce((sum, line) => sum + line.price, 0);
  return {
    uid,
    type: 'TAKEAWAY',
    when: { option: 'immediate' },
    payments: [],
    items,
    subtotal: total,
    discount: 0,
    delivery_amount: 0,
    total,
    seller_id: null,
    description: null,
    phone: null,
    comments: null,
    ...more,
  };
}
