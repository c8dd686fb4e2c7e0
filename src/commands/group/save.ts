import type { SavedPayment } from '#contract/order-submission.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import { groupWithStatus } from '#domain/order-group.ts';
import { isObject } from '#domain/unknown.ts';
import { defineCommand } from '#sync/command.ts';
import { ApiFailure } from '#sync/failure.ts';
import { groupTexts } from '#texts/groups.ts';
import type { CommandCalls } from '#commands/api.ts';
import { callOptions } from '#commands/api.ts';
import type { StoreArgs } from '#commands/schema.ts';
import { hourMs, isStoreArgs } from '#commands/schema.ts';
import { groupEntity, groupLane, groupOutcome, groupRegister } from './group-entity.ts';

/** Payments, and the amounts that the person saw; absent = unchanged. Amounts in major units. */
export interface GroupMoney {
  readonly payments?: readonly SavedPayment[];
  readonly subtotal?: number;
  readonly discount?: number;
  readonly total?: number;
  readonly tip?: number;
}

export interface SaveArgs extends StoreArgs {
  readonly place: string;
  /** null: the status stays. */
  readonly to: 'COMPLETE' | 'REJECTED' | null;
  readonly money: GroupMoney;
}

const isSaveArgs = (body: unknown): body is SaveArgs =>
  isStoreArgs(body) &&
  typeof body['place'] === 'string' &&
  (body['to'] === null || body['to'] === 'COMPLETE' || body['to'] === 'REJECTED') &&
  isObject(body['money']);

function changed(group: OrderGroup, { to }: SaveArgs): OrderGroup | null {
  if (to === null) return group;
  const next = groupWithStatus(group, to);
  return next.ok ? next.value : null;
}

/** PATCH /store/{id}/orderGroups/{id}: finishes or rejects a table, or saves its payments and discount (G-50). */
export const groupSave = defineCommand<SaveArgs, OrderGroup, CommandCalls>({
  name: 'group.save/1',
  entity: groupEntity,
  is: isSaveArgs,
  ttlMs: 12 * hourMs,
  lane: groupLane,
  register: groupRegister,
  apply: (group, args) => group && (changed(group, args) ?? group),
  canApplyAgain: (group, args) => group !== null && changed(group, args) !== null,
  call: ({ storeId, currency, to, money }, context, { groups }) =>
    groupOutcome(() => {
      const id = context.entity?.id ?? null;
      // The opening is earlier in the lane, so a group without an id was deleted meanwhile.
      if (id === null) return Promise.reject(new ApiFailure(404, 'not_found', '', { code: 'not_found' }, null, 0));
      const { payments, ...amounts } = money;
      return groups.save(
        {
          store_id: storeId,
          id,
          ...amounts,
          ...(to !== null && { status: to }),
          ...(payments && { payments: payments.map((p) => ({ ...p })) }),
        },
        callOptions(context),
      );
    }, currency),
  texts: ({ place, to }) => ({
    title: () => `${place} · ${to === null ? groupTexts.save : groupTexts.ends[to]}`,
    notApplied: groupTexts.notSaved(place),
    place,
    creates: false,
  }),
});
