import * as z from 'zod/mini';
import { order } from '#contract/orders.ts';
import { changesAnswer, storeProfile } from '#contract/stores.ts';
import type { Answer } from './test-server.ts';

/** Parsers of answers, built from the contract: a test cannot read a field that the contract lacks. */
const orderOf = z.object({ order });
const errorShape = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  current: z.optional(order),
  by: z.optional(z.nullable(z.object({ fullname: z.string() }))),
  at: z.optional(z.string()),
});

export const readCreated = (answer: Answer) => z.parse(orderOf, answer.body).order;
export const readOneOrder = (answer: Answer) => z.parse(order, answer.body);
export const readManyOrders = (answer: Answer) => z.parse(z.array(order), answer.body);
export const parseProfile = (answer: Answer) => z.parse(storeProfile, answer.body);
export const readFeed = (answer: Answer) => z.parse(changesAnswer, answer.body);
export const readError = (answer: Answer) => z.parse(errorShape, answer.body);
