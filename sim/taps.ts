import { cashPayment, plainSubmission } from '#testing/submission.ts';
import type { OrderSubmission } from '#contract/order-submission.ts';
import type { CreateArgs } from '#commands/order/create.ts';
import { orderCreate } from '#commands/order/create.ts';
import { orderDelay } from '#commands/order/delay.ts';
import { orderEntity } from '#commands/order/order-entity.ts';
import { orderReject } from '#commands/order/reject.ts';
import { orderStatus } from '#commands/order/status.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { delayChoices } from '#domain/order-delay.ts';
import { nextStatus, statusTargets } from '#domain/order-status.ts';
import { rejectReasons } from '#domain/order.ts';
import { instant } from '#domain/time.ts';
import { memoryStore } from '#server/testing/memory-catalog.ts';
import type { Request } from '#sync/entry.ts';
import type { SimulatedTab } from './surroundings.ts';

/** Costs 1138.29, an amount that binary fractions cannot represent. */
export const soldItem = { id: 3, name: 'Empanada de humita', minor: 113_829 } as const;

const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

/** The orders that a person sees and may tap; a card whose command is in flight cannot be dragged. */
function touchable(tab: SimulatedTab): Order[] {
  return [...orderEntity.shown(tab.engine.getView()).values()].filter((f) => f.sync !== 'sending').map((f) => f.body);
}

const common = { storeId: memoryStore.id, currency: memoryStore.currency } as const;
const shown = (wall: number) => ({ at: wall, delayMinutes: memoryStore.status.delay });

export interface Sale {
  readonly request: Request;
  readonly body: OrderSubmission;
  readonly uid: string;
  /** In minor units. */
  readonly total: number;
}

/** A new order of one to nine empanadas. */
export function sale(uid: string, pick: number, wall: number): Sale {
  const quantity = 1 + (pick % 9);
  const total = soldItem.minor * quantity;
  const submission = plainSubmission([{ ...soldItem, price: soldItem.minor / 100, quantity }], {
    uid,
    type: 'LOCAL',
    payments: [cashPayment(total / 100)],
    code: 1,
  });
  const args: CreateArgs = { ...common, submission, code: null, promocodes: [], at: instant(wall), readyBy: null };
  return { request: orderCreate.request(uid, args, null), body: submission, uid, total };
}

function statusTap(order: Order, to: OrderStatus, wall: number): Request {
  return orderStatus.request(order.uid, { ...common, to, ...shown(wall) }, order.status);
}

export type TapKind = 'next' | 'status' | 'reject' | 'delay';

/** A tap that the screens offer here; null when there is nothing to tap. */
export function tap(kind: TapKind, tab: SimulatedTab, pick: number, wall: number): Request | null {
  const order = at(touchable(tab), pick);
  if (!order) return null;
  switch (kind) {
    case 'next': {
      const to = nextStatus(order.status);
      return to && statusTap(order, to, wall);
    }
    case 'status': {
      const to = at(statusTargets[order.status], pick >> 3);
      return to ? statusTap(order, to, wall) : null;
    }
    case 'reject': {
      if (order.status === 'REJECTED') return null;
      const reason = at(rejectReasons, pick) ?? 'by_store';
      return orderReject.request(order.uid, { ...common, reason, sentence: 'No hay' }, order.status);
    }
    case 'delay': {
      if (order.status === 'COMPLETE' || order.status === 'REJECTED') return null;
      return orderDelay.request(order.uid, { ...common, minutes: at(delayChoices, pick) ?? 5, at: wall }, null);
    }
  }
}

/** 'Aceptar todos' (B-34). */
export const acceptAll = (tab: SimulatedTab, batchId: string, wall: number): Request[] =>
  touchable(tab)
    .filter((o) => o.status === 'PENDING')
    .map((o) => ({ ...statusTap(o, 'ACCEPTED', wall), batchId }));
