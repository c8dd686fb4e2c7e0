import type { Order, OrderStatus } from './order.ts';
import { boardStatuses } from './order.ts';
import { nextStatus, statusTargets } from './order-status.ts';
import type { Member, StoreAbility } from './permissions.ts';
import { can } from './permissions.ts';

type Acted = Pick<Order, 'status'>;

/**
 * The rule of an order action: what it does and who may do it, without UI. Card, detail, keyboard, bulk, notices,
 * pushes and kitchen screens read it (B-57 to B-60, D-19). Features add the text, the icon and the code to run.
 */
export interface OrderActionRule {
  readonly id: string;
  /** The right that it needs, which may depend on the order's status. */
  readonly ability: (order: Acted) => StoreAbility;
  /** The target status, for a status change. */
  readonly to?: OrderStatus;
  /** The key that runs it, for orders in these statuses (D1, D3). */
  readonly key?: { readonly letter: string; readonly from: readonly OrderStatus[] };
}

type StepTarget = Exclude<OrderStatus, 'PAYING' | 'REJECTED'>;

const changeTo = (to: StepTarget, key?: OrderActionRule['key']): OrderActionRule & { readonly to: StepTarget } => ({
  id: `status.${to}`,
  to,
  ability: ({ status }) => (nextStatus(status) === to ? 'order.nextStep' : 'order.changeStatus'),
  ...(key && { key }),
});

export const acceptAction = changeTo('ACCEPTED', { letter: 'a', from: ['PENDING'] });
export const finishAction = changeTo('COMPLETE', { letter: 'f', from: boardStatuses });

/** In the order of the menus. */
export const statusActions = [changeTo('PENDING'), acceptAction, changeTo('DELIVER'), finishAction] as const;

export const delayAction: OrderActionRule = { id: 'delay', ability: () => 'order.delay' };

export const rejectAction: OrderActionRule = {
  id: 'reject',
  ability: () => 'order.reject',
  key: { letter: 'r', from: boardStatuses },
};

/** Whether the member may run the action on the order in its current status. */
export const isAllowed = ({ ability, to }: OrderActionRule, order: Acted, member: Member): boolean =>
  (to === undefined || statusTargets[order.status].includes(to)) && can(ability(order), member, order);

/** A letter key waits this long for another key: a scanner types faster than this, a person does not. */
export const letterGapMs = 60;

/** The action of a letter key for an order in that status; undefined if there is none. */
export const actionOfLetter = <A extends Pick<OrderActionRule, 'key'>>(
  actions: readonly A[],
  letter: string,
  { status }: Acted,
): A | undefined => actions.find(({ key }) => key?.letter === letter.toLowerCase() && key.from.includes(status));
