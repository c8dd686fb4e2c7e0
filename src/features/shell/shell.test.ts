import { describe, expect, it } from 'vitest';
import type { Role } from '#domain/roles.ts';
import type { Plan } from '#domain/store.ts';
import { serviceTypes } from '#domain/store.ts';
import { buildStore } from '#testing/builders.ts';
import { menuEntries } from './menu-entries.ts';
import { pillOf } from './pill-state.ts';

const store = (role: Role, plan: Plan, offered: readonly string[] = serviceTypes, paused: readonly string[] = []) => ({
  pivot: { role, owner: false, config: { vatCategory: null } },
  plan,
  services: serviceTypes.map((type) => ({
    type,
    status: offered.includes(type),
    options: [{ type: 'immediate', status: true } as const],
  })),
  status: {
    ...buildStore().status,
    immediate: {
      open: true,
      services: {
        LOCAL: !paused.includes('LOCAL'),
        TAKEAWAY: !paused.includes('TAKEAWAY'),
        DELIVERY: !paused.includes('DELIVERY'),
      },
    },
  },
});
const ids = (...args: Parameters<typeof store>) =>
  menuEntries(store(...args), { maps: false, codes: false }).map((e) => e.id);

describe('the side menu', () => {
  it.each([
    [
      'an owner on premium has all of it (H-15, H-16, H-19, H-20)',
      'owner',
      'premium',
      ['home', 'board', 'local', 'takeaway', 'delivery', 'cashbox', 'config'],
    ],
    ['a seller has no board (H-16)', 'seller', 'standard', ['home', 'local', 'takeaway', 'delivery']],
    ['an admin on free takes no orders (H-19, H-20)', 'manager', 'free', ['home', 'board', 'config']],
    ['a seller on free has home alone', 'seller', 'free', ['home']],
  ] as const)('%s', (_, role, plan, expected) => {
    expect(ids(role, plan)).toEqual(expected);
  });

  it('offers a type only when the store does (H-19, H-20)', () => {
    expect(ids('seller', 'premium', ['TAKEAWAY'])).toEqual(['home', 'takeaway']);
    expect(ids('seller', 'premium', ['LOCAL'])).toEqual(['home', 'local']);
    expect(ids('seller', 'premium', ['DELIVERY'])).toEqual(['home', 'delivery']);
  });

  it.each([
    ['standard', true, true],
    ['premium', true, true],
    ['premium', false, false],
    ['free', true, false],
  ] as const)('on the plan %s, with codes %s: codes are offered %s (H-18)', (plan, hasCodes, offered) => {
    expect(menuEntries(store('seller', plan), { maps: false, codes: hasCodes }).some((e) => e.id === 'codes')).toBe(
      offered,
    );
  });

  it.each([
    ['standard', true, true],
    ['premium', true, true],
    ['premium', false, false],
    ['free', true, false],
  ] as const)('on the plan %s, with maps %s: maps are offered %s (H-17)', (plan, maps, offered) => {
    expect(menuEntries(store('seller', plan), { maps, codes: true }).some((e) => e.id === 'maps')).toBe(offered);
  });

  it('does not offer a paused service (T-29)', () => {
    expect(ids('seller', 'premium', serviceTypes, ['DELIVERY'])).toEqual(['home', 'local', 'takeaway']);
    expect(ids('seller', 'premium', serviceTypes, ['LOCAL', 'TAKEAWAY'])).toEqual(['home', 'delivery']);
  });
});

describe('the pill', () => {
  const calm = { online: true, connected: true, unsent: 0, sending: 0, rejected: 0 };
  it.each([
    ['says nothing while all is well', calm, { state: 'online', count: 0 }],
    [
      'counts what waits without a network',
      { ...calm, online: false, connected: false, unsent: 3 },
      { state: 'offline', count: 3 },
    ],
    ['counts what is on its way', { ...calm, unsent: 2, sending: 1 }, { state: 'sending', count: 2 }],
    [
      'calls a network that does not carry anything "offline"',
      { ...calm, connected: false, unsent: 2 },
      { state: 'offline', count: 2 },
    ],
    [
      'puts refusals before everything',
      { ...calm, online: false, unsent: 3, rejected: 1 },
      { state: 'attention', count: 1 },
    ],
    ['does not call a lost socket "connected"', { ...calm, connected: false }, { state: 'offline', count: 0 }],
  ] as const)('%s (offline engine, What people see)', (_, at, expected) => {
    expect(pillOf(at)).toEqual(expected);
  });
});
