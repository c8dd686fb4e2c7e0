export const roles = ['owner', 'manager', 'operator', 'seller', 'consultant'] as const;
/** The role of a kitchen screen. Only pairing grants it; people never have it. */
export const kitchenRole = 'kitchen';
/** The role of a person who has none in the store: they order there (N-42). No membership grants it. */
export const customerRole = 'customer';
export type StaffRole = (typeof roles)[number];
/** The roles that a membership grants. */
export type MemberRole = StaffRole | typeof kitchenRole;
export type Role = MemberRole | typeof customerRole;

/** The documented abilities of the profile (H-51, N-28). */
export interface Abilities {
  readonly canDiscount: boolean;
  readonly canChooseSeller: boolean;
  readonly canManageOrders: boolean;
  readonly canManageStore: boolean;
}

export interface Pivot<R extends Role = Role> {
  readonly role: R;
  readonly owner: boolean;
  readonly config: { readonly vatCategory: 1 | 2 | null; readonly canDiscount?: boolean };
}

/** Only the roles owner, manager and operator are admins (H-44, H-45, D-01). */
export const isAdmin = (role: Role): boolean => role === 'owner' || role === 'manager' || role === 'operator';

/** Admins have all abilities. Others may discount only if their membership says so (N-28). */
export function abilitiesOf(pivot: Pick<Pivot, 'role'> & Partial<Pick<Pivot, 'config'>>): Abilities {
  const admin = isAdmin(pivot.role);
  return {
    canDiscount: admin || pivot.config?.canDiscount === true,
    canChooseSeller: admin,
    canManageOrders: admin,
    canManageStore: admin,
  };
}

/**
 * The rights of a person on a device that another person's account has signed in: what both of them may do. A PIN takes
 * rights away, it never adds any.
 */
export function narrowedPivot<R extends Role>(device: Pivot<R>, person: Pivot<R>): Pivot<R> {
  const lesser = reach(person.role) > reach(device.role) ? device : person;
  const canDiscount = abilitiesOf(device).canDiscount && abilitiesOf(person).canDiscount;
  return { role: lesser.role, owner: device.owner && person.owner, config: { ...lesser.config, canDiscount } };
}

/** Roles with a greater number have all rights of those with a smaller one. */
const reach = (role: Role): number => (role === 'owner' || role === 'manager' ? 2 : isAdmin(role) ? 1 : 0);
