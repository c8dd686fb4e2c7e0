import * as z from 'zod/mini';
import {
  addressLine2MaxChars,
  cardInstallmentsMax,
  cardTokenMaxChars,
  clarificationMaxChars,
  commentsMaxChars,
  descriptionMaxChars,
  groupPeopleMax,
  lineQuantityMax,
  orderLinesMax,
  orderPaymentsMax,
} from '#domain/limits.ts';
import { cashOptions } from '#domain/order.ts';
import {
  date,
  geolocation,
  id,
  paymentMethod,
  positiveDecimal,
  promocodeText,
  serviceType,
  text,
  uuid,
} from './fields.ts';

export const address = z.object({
  address_line_1: text(200),
  address_line_2: z.nullable(text(addressLine2MaxChars)),
  geolocation,
});

/** A card that is charged online, as the vendor's hosted fields describe it: never its number or security code (Y-02). */
export const paymentCard = {
  gateway: z.optional(id),
  installments: z.optional(z.int().check(z.gte(1), z.lte(cardInstallmentsMax))),
  last_four_digits: z.optional(z.string().check(z.regex(/^\d{4}$/))),
};

const orderWhen = z.discriminatedUnion('option', [
  z.object({ option: z.literal('immediate') }),
  z.object({
    option: z.literal('scheduled'),
    date,
    hour: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/)),
    description: text(100),
  }),
]);

const quantity = z.int().check(z.gte(1), z.lte(lineQuantityMax));

/** A line as sold. The server looks up names and prices again (N-15). */
const submittedLine = z.object({
  id,
  name: text(200),
  quantity,
  unit_price: positiveDecimal,
  discount: positiveDecimal,
  comments: z.nullable(text(clarificationMaxChars)),
  additionals: z.array(z.object({ id, name: text(200), quantity, price: positiveDecimal })).check(z.maxLength(100)),
  price: positiveDecimal,
  // For an order of a table only; a group has at most this many people.
  seat: z.optional(z.int().check(z.gte(1), z.lte(groupPeopleMax))),
});

const submittedPayment = z.object({
  method: paymentMethod,
  amount: positiveDecimal,
  option: text(50),
  type: z.nullable(z.enum(cashOptions)),
  value: z.nullable(positiveDecimal),
  ...paymentCard,
  /** Works once, and is never told again. */
  token: z.optional(text(cardTokenMaxChars)),
});

/** A saved payment. `id` is an existing payment's id; null, or a negative id from the device, for a new one (Y-01). */
export const savedPayment = z.extend(submittedPayment, { id: z.optional(z.nullable(z.int())) });

export type SavedPayment = z.infer<typeof savedPayment>;

/** 'LOCAL', or {option: 'LOCAL'} from older clients (N-53). */
const submittedType = z.union([
  serviceType,
  z.pipe(
    z.object({ option: serviceType }),
    z.transform(({ option }) => option),
  ),
]);

/** K-73. The device makes `uid`, the order's id. */
export const orderSubmission = z.object({
  uid: uuid,
  type: submittedType,
  when: orderWhen,
  payments: z.array(submittedPayment).check(z.maxLength(orderPaymentsMax)),
  items: z.array(submittedLine).check(z.minLength(1), z.maxLength(orderLinesMax)),
  subtotal: positiveDecimal,
  discount: positiveDecimal,
  delivery_amount: positiveDecimal,
  total: positiveDecimal,
  seller_id: z.nullable(id),
  description: z.nullable(text(descriptionMaxChars)),
  phone: z.nullable(text(32)),
  comments: z.nullable(text(commentsMaxChars)),
  address: z.optional(address),
  code: z.optional(id),
  /** The uid of the group that the order is meant for; without it, the group that the table has (G-25). */
  order_group: z.optional(uuid),
  promocode: z.optional(promocodeText),
});

export type OrderSubmission = z.infer<typeof orderSubmission>;
