import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { abilityRules, can, refusalFor } from './permissions.ts';
import type { Pivot, Role } from './roles.ts';
import type { Plan } from './store.ts';
import { abilitiesOf, isAdmin, roles } from './roles.ts';
import { countryRules, planAtLeast, plans, serviceTypes } from './store.ts';

const pivot = (role: Role, canDiscount?: boolean): Pivot => ({
  role,
  owner: role === 'owner',
  config: { vatCategory: null, ...(canDiscount === undefined ? {} : { canDiscount }) },
});

describe('who is who', () => {
  it('serves exactly three service types (F-03)', () => {
    expect(serviceTypes).toEqual(['LOCAL', 'TAKEAWAY', 'DELIVERY']);
  });

  it('admin is owner, manager or operator, decided in one function (H-44, H-45, H-46, D-01)', () => {
    expect(roles.filter(isAdmin)).toEqual(['owner', 'manager', 'operator']);
  });

  it('no other code decides by the name of an admin role (H-45)', () => {
    const sources = ['src', 'server'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file.replaceAll('\\', '/')}`,
      ),
    );
    const deciding = sources.filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/\.test\.|\/(testing|seed)\//.test(file) &&
        /'(?:manager|operator)'/.test(readFileSync(file, 'utf8')),
    );
    expect(deciding.toSorted()).toEqual(['src/domain/permissions.ts', 'src/domain/roles.ts']);
    expect(readFileSync('src/domain/permissions.ts', 'utf8')).toContain('staff.filter(isAdmin)');
  });

  it('plans rise from free over standard to premium (H-06)', () => {
    expect(plans).toEqual(['free', 'standard', 'premium']);
    expect(planAtLeast('standard', 'premium')).toBe(false);
    expect(planAtLeast('premium', 'standard')).toBe(true);
  });

  it('every ability has its documented default (H-51, N-28, K-16)', () => {
    const none = { canDiscount: false, canChooseSeller: false, canManageOrders: false, canManageStore: false };
    expect(abilitiesOf(pivot('manager'))).toEqual({
      canDiscount: true,
      canChooseSeller: true,
      canManageOrders: true,
      canManageStore: true,
    });
    expect(abilitiesOf(pivot('seller'))).toEqual(none);
    expect(abilitiesOf(pivot('consultant', true))).toEqual({ ...none, canDiscount: true });
  });

  it('fills every rule of both countries (F-45)', () => {
    expect(Object.keys(countryRules)).toEqual(['AR', 'PY']);
    expect(countryRules.AR).toEqual({
      currency: { symbol: '$ ', decimals: 2 },
      timezone: 'America/Argentina/Buenos_Aires',
      phonePrefix: '+54',
      addressNeedsNumber: true,
      invoice: 'AR',
      map: { lat: -35.2, lng: -65.2, zoom: 6 },
    });
    expect(countryRules.PY).toEqual({
      currency: { symbol: 'Gs. ', decimals: 0 },
      timezone: 'America/Asuncion',
      phonePrefix: '+595',
      addressNeedsNumber: false,
      invoice: 'PY',
      map: { lat: -23.25, lng: -58.47, zoom: 7 },
    });
  });
});

describe('the table of rights', () => {
  const member = (role: Role, plan: Plan) => ({ pivot: { role }, plan });

  it('premium adds invoices only; orders, maps, codes and the register come with standard (H-10, D-02)', () => {
    for (const ability of [
      'order.create',
      'maps.view',
      'codes.view',
      'group.open',
      'cashbox.view',
      'printpoint.manage',
    ] as const)
      expect(plans.map((plan) => refusalFor(ability, member('owner', plan)))).toEqual(['plan_required', null, null]);
    expect(plans.map((plan) => refusalFor('invoice.create', member('owner', plan)))).toEqual([
      'plan_required',
      'plan_required',
      null,
    ]);
  });

  it('the board is for admins on every plan (B-01)', () => {
    for (const plan of plans)
      expect(roles.map((role) => refusalFor('board.view', member(role, plan)))).toEqual([
        null,
        null,
        null,
        'forbidden',
        'forbidden',
      ]);
  });

  it('a promo code is for whoever may give a discount, on every plan (K-16, N-28)', () => {
    for (const plan of plans) {
      const refusals = (canDiscount?: boolean) =>
        roles.map((role) => refusalFor('order.discount', { pivot: pivot(role, canDiscount), plan }));
      expect(refusals()).toEqual([null, null, null, 'forbidden', 'forbidden']);
      expect(refusals(false)).toEqual([null, null, null, 'forbidden', 'forbidden']);
      expect(refusals(true)).toEqual([null, null, null, null, null]);
    }
  });

  it('asks for the role before the plan', () => {
    expect(refusalFor('cashbox.view', member('seller', 'free'))).toBe('forbidden');
  });

  it('gives a consultant exactly what a seller has (D-25)', () => {
    for (const ability of Object.keys(abilityRules) as (keyof typeof abilityRules)[])
      for (const plan of plans)
        expect(can(ability, member('consultant', plan))).toBe(can(ability, member('seller', plan)));
  });
});
