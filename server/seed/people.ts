import type { MemberRole } from '#domain/roles.ts';

/** The demo accounts; all have the same password. */
export const demoPassword = 'marche2026';

export const people = [
  { key: 'ana', fullname: 'Ana Ferreyra', phone: '+5491145550101' },
  { key: 'bruno', fullname: 'Bruno Acosta', phone: '+5491145550102' },
  { key: 'carla', fullname: 'Carla Domínguez', phone: '+5491145550103' },
  { key: 'diego', fullname: 'Diego Benítez', phone: '+5491145550104' },
  { key: 'elena', fullname: 'Elena Suárez', phone: '+5491145550105' },
  { key: 'fede', fullname: 'Federico Molina', phone: '+5491145550106' },
  { key: 'gabi', fullname: 'Gabriela Ríos', phone: '+5491145550107' },
] as const;

/** Statistics of the demo customer's earlier orders (B-79). */
export const demoCustomer = { key: 'fede', confidence: 8.5, success_count: 12, false_order_count: 1 } as const;

export type Person = (typeof people)[number]['key'];

export type StaffOf = readonly { readonly who: Person; readonly role: MemberRole }[];
