import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { abilityRules, can } from './permissions.ts';
import { pinProblem } from './pin.ts';
import { narrowedPivot, roles } from './roles.ts';
import { plans } from './store.ts';

describe('a new PIN', () => {
  it.each([
    ['', 'required'],
    ['482', 'pin'],
    ['4821907', 'pin'],
    ['48a1', 'pin'],
    [' 4821', 'pin'],
    ['٤٨٢١', 'pin'],
    ['0000', 'easy-pin'],
    ['777777', 'easy-pin'],
    ['1234', 'easy-pin'],
    ['987654', 'easy-pin'],
  ])('%j is refused: %s', (pin, rule) => expect(pinProblem(pin)).toMatchObject({ rule }));

  it.each(['4821', '1357', '112233', '9012'])('%s is accepted', (pin) => expect(pinProblem(pin)).toBeNull());
});

it('on a device of another person one may do exactly what both may', () => {
  const pivot = fc.record({
    role: fc.constantFrom(...roles),
    owner: fc.boolean(),
    config: fc.record({ vatCategory: fc.constantFrom(1 as const, null), canDiscount: fc.boolean() }),
  });
  fc.assert(
    fc.property(pivot, pivot, fc.constantFrom(...plans), (device, person, plan) => {
      const both = narrowedPivot(device, person);
      // One leaves a store from the list of stores, where each account is itself.
      for (const ability of Object.keys(abilityRules))
        if (isAbility(ability) && ability !== 'store.leave')
          expect([ability, can(ability, { pivot: both, plan })]).toEqual([
            ability,
            can(ability, { pivot: device, plan }) && can(ability, { pivot: person, plan }),
          ]);
    }),
  );
});

const isAbility = (text: string): text is keyof typeof abilityRules => Object.hasOwn(abilityRules, text);
