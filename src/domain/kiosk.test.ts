import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNextStep, normalPairingCode, pairingAlphabet, pairingCode, shownPairingCode } from './kiosk.ts';
import { orderStatuses } from './order.ts';
import { abilityRules, can } from './permissions.ts';
import { kitchenRole } from './roles.ts';
import { plans } from './store.ts';

describe('pairing codes', () => {
  it('has no letter that looks like another one', () => {
    expect(new Set(pairingAlphabet).size).toBe(pairingAlphabet.length);
    for (const odd of ['0', 'O', '1', 'I', 'L', '2', 'Z', '5', 'S', '8', 'B'])
      expect(pairingAlphabet).not.toContain(odd);
  });

  it('uses every letter equally often: bytes that would favour some are skipped', () => {
    const counts = new Map<string, number>();
    let byte = -1;
    const bytes = (): number => {
      byte = (byte + 1) % 256;
      return byte;
    };
    for (let n = 0; n < 250 * 8; n += 8) for (const c of pairingCode(bytes)) counts.set(c, (counts.get(c) ?? 0) + 1);
    expect(counts.size).toBe(25);
    expect(new Set(counts.values()).size).toBe(1);
  });

  it('is read however people type it', () => {
    const letters = fc.array(fc.nat(249), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(letters, (bytes) => {
        const left = [...bytes];
        const code = pairingCode(() => left.shift() ?? 0);
        expect(normalPairingCode(` ${shownPairingCode(code).toLowerCase()} `)).toBe(code);
      }),
    );
    for (const odd of ['', 'ABCD', 'ABCD-346', 'ABCD-34670', 'ABCD-346O', '../../x', 'ÁBCD3467'])
      expect(normalPairingCode(odd)).toBeNull();
  });
});

describe('a kitchen screen', () => {
  it('goes one step on and no other way, for every pair of statuses (architecture, Orders)', () => {
    const ways = orderStatuses.flatMap((from) =>
      orderStatuses.filter((to) => isNextStep(from, to)).map((to) => [from, to]),
    );
    expect(ways).toEqual([
      ['PENDING', 'ACCEPTED'],
      ['ACCEPTED', 'DELIVER'],
      ['DELIVER', 'COMPLETE'],
    ]);
  });

  it.each(plans)('reads the board and takes the next step, on the plan %s, and has no other right', (plan) => {
    const granted = Object.entries(abilityRules).flatMap(([ability, rule]) =>
      rule.scope === 'store' && rule.roles.includes(kitchenRole) && rule.plans.includes(plan) ? [ability] : [],
    );
    expect(granted).toEqual([
      'store.read',
      'store.follow',
      'catalog.read',
      'board.view',
      'order.read',
      'order.nextStep',
    ]);
    expect(can('order.changeStatus', { pivot: { role: kitchenRole }, plan })).toBe(false);
  });
});
