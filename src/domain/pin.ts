import type { FieldProblem } from './errors.ts';
import type { abilityRules, StoreAbility } from './permissions.ts';

/** A PIN names a person of a store on a device that several people share (docs/decisions/038). */
export const pinPattern = /^\d{4,6}$/;
export const pinMaxDigits = 6;

/** Hours after which a person has to type their PIN again on a shared device. */
export const actingHours = 16;

/**
 * What a person with the right can allow on the spot, by their PIN, to one who lacks it: one action on one object. Each
 * is about one kind of object, so that the right and an id name which one.
 */
export const allowableAbilities = [
  'order.discount',
  'order.reject',
  'order.removeItem',
  'order.changePayments',
  'group.manage',
  'order.refund',
  'group.refund',
] as const satisfies readonly StoreAbility[];
export type AllowableAbility = (typeof allowableAbilities)[number];

export const isAllowable = (ability: keyof typeof abilityRules): ability is AllowableAbility =>
  allowableAbilities.some((known) => known === ability);

/** One digit only, or a run such as 1234 or 9876. */
function isEasy(pin: string): boolean {
  const digits = pin.split('').map(Number);
  const steps = digits.slice(1).map((digit, i) => digit - (digits[i] ?? 0));
  const [first] = steps;
  return first !== undefined && Math.abs(first) <= 1 && steps.every((step) => step === first);
}

/** Why a new PIN is refused; null: it is not. */
export function pinProblem(pin: string): FieldProblem | null {
  if (pin === '') return { rule: 'required' };
  if (!pinPattern.test(pin)) return { rule: 'pin' };
  return isEasy(pin) ? { rule: 'easy-pin' } : null;
}
