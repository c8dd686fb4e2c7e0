import { isObject } from '#domain/unknown.ts';
import type { CallContext } from '#commands/api.ts';
import { localRecord } from '#platform/local-record.ts';
import { readFailure } from '#data/api/failure.ts';
import { ApiFailure } from '#sync/failure.ts';
import { guestsApi } from './guests-api.ts';

/** A table in a store, by the code on it. */
export interface GuestPlace {
  readonly storeId: number;
  readonly code: string;
}

/** Whether something stored belongs to a table. */
export const hasPlace = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> & GuestPlace =>
  isObject(value) && Number.isInteger(value['storeId']) && typeof value['code'] === 'string';

export const isSamePlace = (one: GuestPlace, other: GuestPlace): boolean =>
  one.storeId === other.storeId && one.code === other.code;

/** The visit that a scan began, on this device's disk: a phone opens each scan in a tab of its own. */
interface GuestVisit extends GuestPlace {
  /** null: it has ended, and the code has to be scanned again. */
  readonly token: string | null;
}

const record = localRecord<GuestVisit>(
  'guest-visit',
  1,
  (value): value is GuestVisit => hasPlace(value) && (value['token'] === null || typeof value['token'] === 'string'),
);

/** The code that was scanned since the last call: a visit of it that has ended is followed by another one. */
let scanned: string | null = null;

/** Somebody scanned a code. */
export function noteScan(code: string): void {
  scanned = code;
  if (record.read()?.token === null) record.clear();
}

const visitAt = (place: GuestPlace): GuestVisit | null => {
  const visit = record.read();
  return visit && isSamePlace(visit, place) ? visit : null;
};

/** Whether a call failed because the visit has ended. */
export const visitIsOver = (error: unknown): boolean => readFailure(error).code === 'unauthenticated';

/** The visits that are being begun, by their place: two calls at once begin one. */
const beginning = new Map<string, Promise<string>>();

async function begin({ storeId, code }: GuestPlace): Promise<string> {
  const { token } = await guestsApi.begin({ store_id: storeId, code });
  record.write({ storeId, code, token });
  return token;
}

function tokenAt(place: GuestPlace): Promise<string> {
  const visit = visitAt(place);
  if (visit?.token === null)
    return Promise.reject(new ApiFailure(401, 'unauthenticated', '', { code: 'unauthenticated' }, null, 0));
  if (visit) return Promise.resolve(visit.token);
  const name = `${place.storeId} ${place.code}`;
  const begun = beginning.get(name) ?? begin(place).finally(() => beginning.delete(name));
  beginning.set(name, begun);
  return begun;
}

/**
 * Calls as the guest at that table, and begins the visit first if there is none. A visit that has ended rejects
 * (`visitIsOver`), until the code is scanned again.
 */
export async function asGuest<T>(place: GuestPlace, call: (context: CallContext) => Promise<T>): Promise<T> {
  const token = await tokenAt(place);
  try {
    const answer = await call({ guest: token });
    scanned = null;
    return answer;
  } catch (error) {
    // Another tab may have begun the next visit meanwhile.
    if (!visitIsOver(error) || visitAt(place)?.token !== token) throw error;
    if (scanned !== place.code) {
      record.write({ ...place, token: null });
      throw error;
    }
    scanned = null;
    record.clear();
    return asGuest(place, call);
  }
}
