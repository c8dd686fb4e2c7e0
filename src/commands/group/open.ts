import { zero } from '#domain/money.ts';
import type { GroupData, OrderGroup } from '#domain/order-group.ts';
import type { Seller } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { isObject } from '#domain/unknown.ts';
import { defineCommand } from '#sync/command.ts';
import { groupTexts } from '#texts/groups.ts';
import type { CommandCalls } from '#commands/api.ts';
import { callOptions } from '#commands/api.ts';
import type { StoreArgs } from '#commands/schema.ts';
import { hourMs, isStoreArgs } from '#commands/schema.ts';
import { groupEntity, groupLane, groupOutcome } from './group-entity.ts';

export interface OpenArgs extends StoreArgs {
  readonly uid: string;
  /** Shown until the server answers, which gets their ids alone. */
  readonly code: OrderGroup['code'];
  readonly seller: Seller | null;
  readonly data: GroupData;
  /** The device's wall clock at the tap. */
  readonly at: Instant;
}

const isOpenArgs = (body: unknown): body is OpenArgs =>
  isStoreArgs(body) &&
  typeof body['uid'] === 'string' &&
  isObject(body['code']) &&
  typeof body['code']['id'] === 'number' &&
  (body['seller'] === null || isObject(body['seller'])) &&
  isObject(body['data']) &&
  Number.isFinite(body['data']['people']) &&
  Number.isFinite(body['at']);

/** POST /store/{id}/orderGroups (G-44, G-49). A second group on the same code is refused with code_busy. */
export const groupOpen = defineCommand<OpenArgs, OrderGroup, CommandCalls>({
  name: 'group.open/1',
  entity: groupEntity,
  is: isOpenArgs,
  ttlMs: 12 * hourMs,
  lane: groupLane,
  apply: (group, { uid, code, seller, data, at }) =>
    group ?? {
      id: null,
      uid,
      code,
      status: 'OPENED',
      seller,
      data,
      subtotal: zero,
      discount: zero,
      delivery_amount: zero,
      total: zero,
      billings_count: 0,
      waiting_count: 0,
      created_at: at,
      ver: 0,
      rev: 1,
    },
  canApplyAgain: (group) => group === null,
  call: ({ storeId, currency, uid, code, seller, data }, context, { groups }) =>
    groupOutcome(
      () =>
        groups.open(
          { store_id: storeId, uid, code_id: code.id, seller_id: seller?.id ?? null, data: { ...data } },
          callOptions(context),
        ),
      currency,
    ),
  texts: ({ code }) => ({
    title: () => `${groupTexts.open}: ${code.description}`,
    notApplied: groupTexts.notOpened(code.description),
    creates: true,
  }),
});
