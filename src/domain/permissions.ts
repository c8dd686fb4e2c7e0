import type { Abilities, Pivot, Plan, Role } from './store.ts';
import { abilitiesOf, isAdmin, kitchenRole } from './store.ts';

/**
 * The one table of rights: ability -> who, on which plans. The server enforces it on every endpoint, route guards and
 * menus read it, the access test walks it (DESIGN §5, SECURITY matrix, API §5).
 */
const staff: readonly Role[] = ['owner', 'manager', 'operator', 'seller', 'consultant'];
const admins: readonly Role[] = staff.filter(isAdmin);
const kitchen: Role = kitchenRole;
const anyPlan: readonly Plan[] = ['free', 'standard', 'premium'];
const paid: readonly Plan[] = ['standard', 'premium'];
const premium: readonly Plan[] = ['premium'];

interface StoreRule {
  readonly scope: 'store';
  readonly roles: readonly Role[];
  readonly plans: readonly Plan[];
  /** Also asked of the membership (N-28). */
  readonly needs?: keyof Abilities;
}

type Rule = { readonly scope: 'public' } | { readonly scope: 'user' } | StoreRule;

const rules = {
  public: { scope: 'public' },
  user: { scope: 'user' },
  'store.read': { scope: 'store', roles: [...staff, kitchen], plans: anyPlan },
  'store.manage': { scope: 'store', roles: admins, plans: anyPlan },
  /** Everybody but the owner, and a kitchen screen is unpaired instead (S-13). */
  'store.leave': { scope: 'store', roles: staff.filter((role) => role !== 'owner'), plans: anyPlan },
  'catalog.read': { scope: 'store', roles: [...staff, kitchen], plans: anyPlan },
  'board.view': { scope: 'store', roles: [...admins, kitchen], plans: anyPlan },
  'order.read': { scope: 'store', roles: [...staff, kitchen], plans: anyPlan },
  'order.create': { scope: 'store', roles: staff, plans: paid },
  'promocode.check': { scope: 'store', roles: staff, plans: anyPlan, needs: 'canDiscount' },
  /** Aceptar, Por entregar, Finalizar, and no other way; who may change any status may do this too. */
  'order.nextStep': { scope: 'store', roles: [...admins, kitchen], plans: anyPlan },
  'order.changeStatus': { scope: 'store', roles: admins, plans: anyPlan },
  'maps.view': { scope: 'store', roles: staff, plans: paid },
  'codes.view': { scope: 'store', roles: staff, plans: paid },
  'group.open': { scope: 'store', roles: staff, plans: paid },
  'printpoint.manage': { scope: 'store', roles: admins, plans: paid },
  'summary.print': { scope: 'store', roles: staff, plans: paid },
  'cashbox.view': { scope: 'store', roles: admins, plans: paid },
  'ticket.manage': { scope: 'store', roles: admins, plans: anyPlan },
  'payout.manage': { scope: 'store', roles: admins, plans: anyPlan },
  'config.view': { scope: 'store', roles: admins, plans: anyPlan },
  'invoice.create': { scope: 'store', roles: staff, plans: premium },
} as const satisfies Record<string, Rule>;

export type Ability = keyof typeof rules;
export type StoreAbility = { [A in Ability]: (typeof rules)[A] extends StoreRule ? A : never }[Ability];

export const abilityRules: Readonly<Record<Ability, Rule>> = rules;

export interface Member {
  readonly pivot: Pick<Pivot, 'role'> & Partial<Pick<Pivot, 'config'>>;
  readonly plan: Plan;
}

export type Refusal = 'forbidden' | 'plan_required';

/** Role and membership first, then plan; null = allowed. Public and user abilities never refuse a member. */
export function refusalFor(ability: Ability, member: Member): Refusal | null {
  const rule = abilityRules[ability];
  if (rule.scope !== 'store') return null;
  if (!rule.roles.includes(member.pivot.role)) return 'forbidden';
  if (rule.needs !== undefined && !abilitiesOf(member.pivot)[rule.needs]) return 'forbidden';
  return rule.plans.includes(member.plan) ? null : 'plan_required';
}

export const can = (ability: Ability, member: Member): boolean => refusalFor(ability, member) === null;
