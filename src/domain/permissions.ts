import type { TransitionRefusal } from './errors.ts';
import { delayRefusal } from './order-delay.ts';
import { itemsRefusal, paymentsRefusal } from './order-status.ts';
import { rejectionRefusal } from './order-rejection.ts';
import type { OrderStatus } from './order.ts';
import type { Abilities, Pivot, Role } from './roles.ts';
import type { Plan } from './store.ts';
import { abilitiesOf, customerRole, isAdmin, kitchenRole } from './roles.ts';

/**
 * The table of rights: ability -> roles, plans, and the statuses of an order that refuse it. The server enforces it on
 * every endpoint. Route guards, menus and the list of an order's actions read it. The access test checks every entry.
 */
const staff: readonly Role[] = ['owner', 'manager', 'operator', 'seller', 'consultant'];
const admins: readonly Role[] = staff.filter(isAdmin);
/** Whoever works in the store, and its kitchen screens. */
const crew: readonly Role[] = [...staff, kitchenRole];
/** Whoever orders: the staff for others, a customer for themselves. */
const buyers: readonly Role[] = [...staff, customerRole];
const everyone: readonly Role[] = [...crew, customerRole];
const anyPlan: readonly Plan[] = ['free', 'standard', 'premium'];
const paid: readonly Plan[] = ['standard', 'premium'];
const premium: readonly Plan[] = ['premium'];

interface StoreRule {
  readonly scope: 'store';
  readonly roles: readonly Role[];
  readonly plans: readonly Plan[];
  /** A membership of the staff must also have this ability (N-28). */
  readonly needs?: keyof Abilities;
  /** Why an order in that status refuses it; null: it does not. */
  readonly order?: (status: OrderStatus) => TransitionRefusal | null;
}

type Rule = { readonly scope: 'public' } | { readonly scope: 'user' } | { readonly scope: 'guest' } | StoreRule;

const rules = {
  public: { scope: 'public' },
  user: { scope: 'user' },
  /** A guest at a table, who has no account: the visit that their scan of its code began. */
  guest: { scope: 'guest' },
  'store.read': { scope: 'store', roles: everyone, plans: anyPlan },
  /** The feed, the sections of the kitchen, and the device's outbox: for whoever works in the store. */
  'store.follow': { scope: 'store', roles: crew, plans: anyPlan },
  'store.manage': { scope: 'store', roles: admins, plans: anyPlan },
  /** Everyone except the owner. A kitchen screen is unpaired instead (S-13). */
  'store.leave': { scope: 'store', roles: staff.filter((role) => role !== 'owner'), plans: anyPlan },
  'catalog.read': { scope: 'store', roles: everyone, plans: anyPlan },
  'board.view': { scope: 'store', roles: [...admins, kitchenRole], plans: anyPlan },
  'order.read': { scope: 'store', roles: everyone, plans: anyPlan },
  'order.create': { scope: 'store', roles: buyers, plans: paid },
  /** Without it, a member sells only in their own name. */
  'order.chooseSeller': { scope: 'store', roles: admins, plans: anyPlan },
  'order.discount': { scope: 'store', roles: staff, plans: anyPlan, needs: 'canDiscount' },
  /** A promo code is the customer's own discount. */
  'promocode.use': { scope: 'store', roles: buyers, plans: anyPlan, needs: 'canDiscount' },
  /** Prices, payments and the customer of an order. A kitchen screen does not show them. */
  'order.readMoney': { scope: 'store', roles: buyers, plans: anyPlan },
  /** Aceptar, Por entregar and Finalizar. `order.changeStatus` includes it. */
  'order.nextStep': { scope: 'store', roles: [...admins, kitchenRole], plans: anyPlan },
  'order.changeStatus': { scope: 'store', roles: admins, plans: anyPlan },
  'order.reject': { scope: 'store', roles: admins, plans: anyPlan, order: rejectionRefusal },
  'order.delay': { scope: 'store', roles: admins, plans: anyPlan, order: delayRefusal },
  'order.changePayments': { scope: 'store', roles: admins, plans: anyPlan, order: paymentsRefusal },
  'order.removeItem': { scope: 'store', roles: admins, plans: anyPlan, order: itemsRefusal },
  /** The payment in progress of an order. The rule of `order.read` hides orders of others. */
  'payment.read': { scope: 'store', roles: buyers, plans: anyPlan },
  'payment.cancel': { scope: 'store', roles: buyers, plans: anyPlan },
  /** All payments and attempts of an order, with who made them. */
  'payment.history': { scope: 'store', roles: staff, plans: anyPlan },
  /** The list of sales at prices that the store never had (N-15). */
  'sale.review': { scope: 'store', roles: admins, plans: anyPlan },
  'maps.view': { scope: 'store', roles: staff, plans: paid },
  'codes.view': { scope: 'store', roles: staff, plans: paid },
  'group.open': { scope: 'store', roles: staff, plans: paid },
  'group.read': { scope: 'store', roles: staff, plans: paid },
  /** Finish, reject, discount, payments, another code, delete. */
  'group.manage': { scope: 'store', roles: admins, plans: paid },
  /** What guests at the tables ask for. */
  'guest.read': { scope: 'store', roles: staff, plans: paid },
  /** Accept it, which makes their order, or reject it. */
  'guest.answer': { scope: 'store', roles: staff, plans: paid },
  /** What guests can do in the store. */
  'guest.manage': { scope: 'store', roles: admins, plans: paid },
  'printpoint.manage': { scope: 'store', roles: admins, plans: paid },
  /** Comanda, rejected order and summary. */
  'slip.print': { scope: 'store', roles: staff, plans: paid },
  /** Give money back of an order or table that stays. */
  'order.refund': { scope: 'store', roles: admins, plans: paid },
  'group.refund': { scope: 'store', roles: admins, plans: paid },
  /** The people who share a device, and the own PIN. */
  'pin.use': { scope: 'store', roles: staff, plans: anyPlan },
  /** Open the cash drawer by hand, without a sale. */
  'drawer.open': { scope: 'store', roles: admins, plans: paid },
  'cashbox.view': { scope: 'store', roles: admins, plans: paid },
  /** How the board and the register were on a past day. */
  'past.view': { scope: 'store', roles: ['owner', 'manager'], plans: anyPlan },
  'ticket.manage': { scope: 'store', roles: admins, plans: anyPlan },
  'payout.manage': { scope: 'store', roles: admins, plans: anyPlan },
  'config.view': { scope: 'store', roles: admins, plans: anyPlan },
  /** Issue an invoice, and see how those stand. */
  'invoice.create': { scope: 'store', roles: staff, plans: premium },
  /** Who the store is for its tax authority, with its credentials. */
  'fiscal.manage': { scope: 'store', roles: ['owner', 'manager'], plans: premium },
  /** Undo an invoice by a credit note. */
  'invoice.credit': { scope: 'store', roles: admins, plans: premium },
} as const satisfies Record<string, Rule>;

export type Ability = keyof typeof rules;
export type StoreAbility = { [A in Ability]: (typeof rules)[A] extends StoreRule ? A : never }[Ability];

export const abilityRules: Readonly<Record<Ability, Rule>> = rules;

export interface Member {
  readonly pivot: Pick<Pivot, 'role'> & Partial<Pick<Pivot, 'config'>>;
  readonly plan: Plan;
}

export type AccessRefusal = 'forbidden' | 'plan_required';

/**
 * Checks role and membership first, then the plan; null: allowed. Abilities of no store never refuse a member. What
 * a customer may do depends on nothing else: they order from a store of any plan.
 */
export function refusalFor(ability: Ability, member: Member): AccessRefusal | null {
  const rule = abilityRules[ability];
  if (rule.scope !== 'store') return null;
  if (!rule.roles.includes(member.pivot.role)) return 'forbidden';
  if (member.pivot.role === customerRole) return null;
  if (rule.needs !== undefined && !abilitiesOf(member.pivot)[rule.needs]) return 'forbidden';
  return rule.plans.includes(member.plan) ? null : 'plan_required';
}

/** Why an order in that status refuses the ability, for any member; null: it does not. */
export function orderRefusal(ability: Ability, { status }: { readonly status: OrderStatus }): TransitionRefusal | null {
  const rule = abilityRules[ability];
  return rule.scope === 'store' ? (rule.order?.(status) ?? null) : null;
}

/** Whether the member has the ability and, if given, the order's status permits it. */
export const can = (ability: Ability, member: Member, order?: { readonly status: OrderStatus }): boolean =>
  refusalFor(ability, member) === null && (order === undefined || orderRefusal(ability, order) === null);

/** The roles with this ability, on any plan. */
export const rolesWith = (ability: StoreAbility): readonly Role[] => {
  const rule: StoreRule = rules[ability];
  return rule.roles;
};
