import { describe, expect, it } from 'vitest';
import { roles } from './roles.ts';
import { plans } from './store.ts';
import { stepsOf, tourIds, toursFor } from './tours.ts';

const everybody = ['home', 'profile'];
const allAdmins = [...everybody, 'store-status', 'board', 'order-detail', 'mass-actions', 'sound', 'printers'];
const paidStaff = [...everybody, 'new-order', 'catalog', 'checkout', 'maps-codes', 'group-create'];
const paidAdmins = [...new Set([...allAdmins, ...paidStaff]), 'cashbox'];

describe('which guides a member is offered', () => {
  const admins = ['owner', 'manager', 'operator'];
  const cases = plans.flatMap((plan) =>
    roles.flatMap((role) => [true, false].map((groups) => ({ plan, role, groups }))),
  );

  it.each(cases)('$role on $plan, with tables: $groups (O-02, O-03, O-04)', ({ plan, role, groups }) => {
    const isAdmin = admins.includes(role);
    const paid = plan !== 'free';
    const expected = paid ? (isAdmin ? paidAdmins : paidStaff) : isAdmin ? allAdmins : everybody;
    const withTables = paid && isAdmin && groups ? [...expected, 'group-detail'] : expected;
    const offered = toursFor({ plan, pivot: { role } }, groups);
    expect([...offered].toSorted()).toEqual(withTables.toSorted());
    // The cash register needs an admin and a paid plan, sound and printers need an admin.
    expect(offered.includes('cashbox')).toBe(isAdmin && paid);
    expect(offered.includes('sound')).toBe(isAdmin);
    expect(offered.includes('printers')).toBe(isAdmin);
  });

  it('offers all of them together', () => {
    expect(tourIds).toHaveLength(15);
    expect(toursFor({ plan: 'premium', pivot: { role: 'owner' } }, true)).toEqual(tourIds);
  });

  it('leaves out the print point on the free plan, where there is none', () => {
    expect(stepsOf('printers', 'free')).toEqual(['printers.service']);
    expect(stepsOf('printers', 'standard')).toHaveLength(4);
    expect(stepsOf('home', 'free')).toHaveLength(4);
  });
});
