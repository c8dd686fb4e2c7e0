import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { receiptsOfOrder } from '#contract/alerts.ts';
import type { ReceiptStage } from '#domain/alerts.ts';
import { orders } from '#server/db/schema/orders.ts';
import type { Person } from '#server/seed/people.ts';
import { readCreated } from './read.ts';
import { buildSubmission } from './submissions.ts';
import { command, type TestServer } from './test-server.ts';

/** Takes an order of two croissants in La Esquina. */
export const takePlainOrder = async (server: TestServer, who: Person = 'diego') =>
  readCreated(
    await server.ask(who, '/store/1/orders', {
      method: 'POST',
      body: await buildSubmission(server, { items: [['Medialuna de manteca', 2]] }),
      headers: command(),
    }),
  );

/** The time of the test's clock plus `later` ms. */
export const isoAt = (server: TestServer, later = 0): string => new Date(server.clock.now() + later).toISOString();

/** A device reports the receipts of orders; `later` in ms after now. */
export const reportReceipts = (
  server: TestServer,
  who: Person,
  seen: readonly (readonly [orderId: number, stage: ReceiptStage, later?: number])[],
  storeId = 1,
) =>
  server.ask(who, `/store/${storeId}/orders/receipts`, {
    method: 'POST',
    body: { receipts: seen.map(([order_id, stage, later]) => ({ order_id, stage, at: isoAt(server, later) })) },
  });

/** The receipts of an order, as its detail reads them. */
export const receiptsAnswer = async (server: TestServer, id: number) =>
  z.parse(receiptsOfOrder, (await server.ask('ana', `/store/1/orders/${id}/receipts`)).body);

/** Completes the orders that earlier tests left pending. */
export const completePending = (server: TestServer) =>
  server.db.direct.update(orders).set({ status: 'COMPLETE' }).where(eq(orders.status, 'PENDING'));
