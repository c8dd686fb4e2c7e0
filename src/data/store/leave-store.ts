import { api } from '#data/api/api.ts';
import { cartOf, clearCart } from '#data/cart/cart-store.ts';
import { flushed } from '#data/outbox/flushed.ts';
import { forgetUse } from './freshness.ts';
import { queryClient } from '#data/api/query-client.ts';
import { forgetQueries } from '#data/api/query-cache.ts';
import { currentUser, forgetLastStore } from '#data/session/session.ts';
import type { Unfinished } from '#data/outbox/store-databases.ts';
import { databasesOf, dropDatabase, unfinishedIn } from '#data/outbox/store-databases.ts';
import { closeStoreEngine, loadEngine, useEngine } from '#data/outbox/store-engine.ts';
import { storeQueries } from './stores.ts';
import { noteUnsent } from '#data/outbox/unsent-cookie.ts';
import { ApiFailure } from '#sync/failure.ts';

const nothing: Unfinished = { unsent: 0, rejected: 0 };

async function databaseOf(storeId: number): Promise<string | null> {
  const user = currentUser();
  return user ? ((await databasesOf(user.id)).get(storeId) ?? null) : null;
}

/** The person's unfinished work in that store on this device. */
export async function unfinishedOf(storeId: number): Promise<Unfinished> {
  const { current } = useEngine.getState();
  if (current?.storeId === storeId) {
    const { pending, rejected } = current.engine.getView();
    return { unsent: pending.length, rejected: rejected.length };
  }
  const database = await databaseOf(storeId);
  return database === null ? nothing : ((await unfinishedIn(database)) ?? nothing);
}

/** Sends the waiting commands of that store, for at most `ms`. `onLeft` gets the number of commands left. */
export async function flushStore(
  storeId: number,
  ms: number,
  onLeft: (left: number) => void,
  given: AbortSignal,
): Promise<void> {
  const user = currentUser();
  if (!user) return;
  const { current } = useEngine.getState();
  if (current?.storeId === storeId) return flushed([current.engine], ms, onLeft, given);
  const { startEngine } = await loadEngine();
  const helper = await startEngine(user.id, storeId).catch((): null => null);
  if (!helper) return;
  await flushed([helper.engine], ms, onLeft, given);
  await helper.close();
}

/**
 * DELETE /store/{id}/leave (S-15). Then deletes all data of that store from this device, unsent commands included,
 * because the server would refuse them from now on. Rejects with ApiFailure, except for a 404: the person has already
 * left.
 */
export async function leaveAndForgetStore(storeId: number): Promise<void> {
  await api.stores.leave({ store_id: storeId }).catch((error: unknown) => {
    if (!(error instanceof ApiFailure) || error.code !== 'not_found') throw error;
  });
  await forgetStore(storeId);
  await queryClient.invalidateQueries({ queryKey: storeQueries.list().queryKey });
}

async function forgetStore(storeId: number): Promise<void> {
  const user = currentUser();
  const database = await databaseOf(storeId);
  if (useEngine.getState().current?.storeId === storeId) await closeStoreEngine();
  if (cartOf(storeId)) clearCart();
  forgetLastStore(storeId);
  if (user) noteUnsent(user.id, storeId, 0);
  await forgetQueries(['store', storeId]);
  if (database === null) return;
  await dropDatabase(database);
  forgetUse(database);
}

/** PATCH /invitation/{id}/answer (S-08). Reloads the list after success and failure. Rejects with ApiFailure. */
export async function sendInvitationAnswer(id: number, answer: boolean): Promise<void> {
  try {
    await api.stores.answerInvitation({ id, answer });
  } finally {
    void queryClient.invalidateQueries({ queryKey: storeQueries.list().queryKey });
  }
}
