import { create } from 'zustand';
import { isObject } from '#domain/unknown.ts';
import { deviceClock } from '#platform/clock.ts';
import { tabRecord } from '#platform/tab-record.ts';

/** The last screen worth returning to (F-27). Without one, the fallback is home or the list of stores (N-45). */
interface BackTarget {
  readonly path: string | null;
}

export const useBackTarget = create<BackTarget>(() => ({ path: null }));

export const rememberBackTarget = (path: string): void => useBackTarget.setState({ path });

export const backTarget = (storeId: number | null): string =>
  useBackTarget.getState().path ?? (storeId === null ? '/' : `/${storeId}/home`);

/** The page of a QR code that a person scanned before logging in: of a kitchen screen, or of a code. */
export interface WantedPage {
  readonly to: '/pair/$code' | '/c/$code';
  readonly code: string;
}

/** A scanned code expires when the kitchen screen stops showing it. */
const keptForMs = 15 * 60_000;

const kept = tabRecord<WantedPage & { readonly until: number }>(
  'wanted',
  (value): value is WantedPage & { readonly until: number } =>
    isObject(value) &&
    (value['to'] === '/pair/$code' || value['to'] === '/c/$code') &&
    typeof value['code'] === 'string' &&
    typeof value['until'] === 'number',
);

/** Stores the page in this tab, because the login may lead through a sign-up, a one-time code or another site. */
export const noteWantedPage = ({ to, code }: WantedPage): void =>
  kept.write({ to, code, until: deviceClock.now() + keptForMs });

/** Returns the page once, after the login, and deletes it. */
export function takeWantedPage(): WantedPage | null {
  const wanted = kept.read();
  kept.clear();
  return wanted !== null && deviceClock.now() < wanted.until ? { to: wanted.to, code: wanted.code } : null;
}
