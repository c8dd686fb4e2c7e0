import type { User } from '#contract/account.ts';
import type { ProfileChange } from '#data/session/account.ts';
import { fullnameMaxChars } from '#domain/account.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { equalTo, firstProblem, maxLength, minLength, plainText, required } from '#domain/fields.ts';
import { passwordChars } from '#domain/limits.ts';

export type NotificationType = User['notification_types'][number];
export type NotificationChannel = User['notification_channels'][number];

/** The editable part of the profile. Older versions stored users without `new_order_push`. */
export const profileOf = ({
  fullname,
  notification_types,
  notification_channels,
  new_order_push = 'unattended',
}: Omit<User, 'new_order_push'> & Partial<Pick<User, 'new_order_push'>>): ProfileChange => ({
  fullname,
  notification_types,
  notification_channels,
  new_order_push,
});

/** Adds or removes one value, in the order of `all`. */
export const withChoice = <V extends string>(all: readonly V[], chosen: readonly V[], value: V, on: boolean): V[] =>
  all.filter((v) => (v === value ? on : chosen.includes(v)));

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((v) => b.includes(v));

/** True with unsaved changes. */
export const isChanged = (now: ProfileChange, saved: ProfileChange): boolean =>
  plainText(now.fullname) !== saved.fullname ||
  now.new_order_push !== saved.new_order_push ||
  !sameSet(now.notification_types, saved.notification_types) ||
  !sameSet(now.notification_channels, saved.notification_channels);

/** */
export const fullnameProblem = (typed: string): FieldProblem | null => {
  const fullname = plainText(typed);
  return firstProblem(required(fullname), maxLength(fullname, fullnameMaxChars));
};

export interface PasswordValues {
  readonly password: string;
  readonly confirm: string;
}

/**
 * Both are required, the first has 8 to 16 characters, and they are equal. `label` names the first in the
 * message.
 */
export function passwordProblems(
  { password, confirm }: PasswordValues,
  label: string,
): Readonly<Record<keyof PasswordValues, FieldProblem | null>> {
  return {
    password: firstProblem(
      required(password),
      minLength(password, passwordChars.min),
      maxLength(password, passwordChars.max),
    ),
    confirm: firstProblem(required(confirm), equalTo(confirm, password, label)),
  };
}
