import { useEffect, useEffectEvent, useState } from 'react';
import { isObject } from '#domain/unknown.ts';
import { tabRecord } from '#platform/tab-record.ts';
import { useDuplication } from './duplication.ts';
import { currentUser, onSessionEnded } from './session.ts';

/** What a person had typed when their session ended, by the name of the form. */
interface Typed {
  readonly user: number;
  readonly forms: Readonly<Record<string, unknown>>;
}

const record = tabRecord<Typed>(
  'typed',
  (value): value is Typed => isObject(value) && typeof value['user'] === 'number' && isObject(value['forms']),
);

function formsOf(user: number | undefined): Typed['forms'] {
  const kept = record.read();
  return kept?.user === user ? (kept?.forms ?? {}) : {};
}

/** Call at logout. */
export const forgetTyped = (): void => record.clear();

export const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Like `useState`, for what nobody wants to type twice. When the session ends while the form is open, what was typed stays
 * in this tab: the same person finds it in that form after their next login (N-18). Not for secrets.
 */
export function useTyped<T>(form: string, empty: T, is: (value: unknown) => value is T): [T, (value: T) => void] {
  const [user] = useState(() => currentUser()?.id);
  const [typed, setTyped] = useState(() => {
    const kept = formsOf(user)[form];
    return is(kept) ? kept : empty;
  });
  const keep = useEffectEvent((): void => {
    if (user !== undefined && typed !== empty) record.write({ user, forms: { ...formsOf(user), [form]: typed } });
  });
  useEffect(() => {
    const { [form]: taken, ...others } = formsOf(user);
    // It is in the form now, and goes away with it.
    if (user !== undefined && taken !== undefined) record.write({ user, forms: others });
    const stops = [onSessionEnded(() => keep()), useDuplication.subscribe(() => keep())];
    return () => {
      for (const stop of stops) stop();
    };
  }, [form, user]);
  return [typed, setTyped];
}
