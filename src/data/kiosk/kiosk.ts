import { isObject } from '#domain/unknown.ts';
import { create } from 'zustand';
import type { PairingState } from '#contract/kiosk.ts';
import { localRecord } from '#platform/local-record.ts';
import { databaseName } from '#sync/database-name.ts';
import { wipeQueryCache } from '#data/api/query-cache.ts';
import { currentUser, enterWith } from '#data/session/session.ts';
import { dropDatabase } from '#data/outbox/store-databases.ts';
import { closeStoreEngine } from '#data/outbox/store-engine.ts';

/**
 * Whether this page is a kitchen screen: dark, and without notices over the cards. Read from the URL before the first
 * paint.
 */
export const useKiosk = create<{ readonly active: boolean }>(() => ({
  active: new URLSearchParams(location.search).get('kiosk') === '1',
}));
export const setKiosk = (active: boolean): void => useKiosk.setState({ active });

/** The kitchen screen that this device is paired as. */
export interface PairedScreen {
  readonly userId: number;
  readonly storeId: number;
  readonly name: string;
}

const isPaired = (value: unknown): value is PairedScreen =>
  isObject(value) &&
  typeof value['userId'] === 'number' &&
  typeof value['storeId'] === 'number' &&
  typeof value['name'] === 'string';

const record = localRecord<PairedScreen>('kiosk', 1, isPaired);

/** The stored pairing; null unless its user is signed in. */
export function ownPairing(): PairedScreen | null {
  const paired = record.read();
  return paired !== null && paired.userId === currentUser()?.id ? paired : null;
}

/** Signs this device in as the approved kitchen screen. Rejects with ApiFailure. */
export async function becomeScreen(given: Extract<PairingState, { state: 'paired' }>): Promise<PairedScreen> {
  const { id: userId } = await enterWith(given);
  const paired = { userId, storeId: given.store_id, name: given.name };
  record.write(paired);
  return paired;
}

/**
 * Ends the pairing when the session has ended. Returns false if this device was no kitchen screen. No one can
 * sign in as this user again, so its data leaves the device, unsent commands included.
 */
export function endScreen(): boolean {
  const ended = record.read();
  if (!ended) return false;
  record.clear();
  void closeStoreEngine()
    .then(() => dropDatabase(databaseName(ended.userId, ended.storeId)))
    .then(() => wipeQueryCache(ended.userId));
  return true;
}
