import { create } from 'zustand';
import { readStatus, writeStatus } from '#contract/wire/stores.ts';
import { statusAutoSaveMs } from '#domain/limits.ts';
import type { StoreStatus } from '#domain/store.ts';
import type { ClosingAnswer, StatusChange } from '#domain/store-status.ts';
import { bothChanges, changedStatus, sameByHand } from '#domain/store-status.ts';
import { wakeIn } from '#platform/clock.ts';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';
import { api } from '#data/api/api.ts';
import type { ReadFailure } from '#data/api/failure.ts';
import { readFailure } from '#data/api/failure.ts';
import { queryClient } from '#data/api/query-client.ts';
import { knownStatus, putStatus, storeQueries } from './stores.ts';

/**
 * Changes of a store's status. They are not queued: a save starts one second after the last change (T-07), based on
 * the newest known status. A failed save drops the change and shows the reason.
 *
 *   edit ──1 s without an edit──> saving ──> saved
 *    ^                              │ └────> failed: the server's status is shown again
 *    └── edited meanwhile ──────────┘
 */
interface StatusEdits {
  readonly storeId: number | null;
  /** Sent, and not answered yet. */
  readonly sent: StatusChange;
  /** Not sent yet. */
  readonly change: StatusChange;
  readonly state: 'idle' | 'waiting' | 'saving' | 'saved' | 'failed';
  readonly failure: ReadFailure | null;
}

const atRest: StatusEdits = { storeId: null, sent: {}, change: {}, state: 'idle', failure: null };

export const useStatusEdits = create<StatusEdits>(() => atRest);

let cancelSave: (() => void) | null = null;

function stopWaiting(): void {
  cancelSave?.();
  cancelSave = null;
}

const isWaiting = (): boolean => cancelSave !== null;

let flying = false;

const isNothing = (change: StatusChange): boolean => Object.keys(change).length === 0;

/** The status with the changes of this device that the server has not confirmed. */
export const editedStatus = (status: StoreStatus, storeId: number, edits: StatusEdits): StoreStatus =>
  edits.storeId === storeId ? changedStatus(status, bothChanges(edits.sent, edits.change)) : status;

/** Saves 1 s after the last change (T-07). `now` saves at once, for a button that makes one change. */
export function editStatus(storeId: number, change: StatusChange, { now = false }: { now?: boolean } = {}): void {
  const edits = useStatusEdits.getState();
  if (edits.storeId !== storeId) {
    // Save the pending change of the other store first.
    if (!isNothing(edits.change)) void save();
    useStatusEdits.setState(atRest);
  }
  useStatusEdits.setState((s) => ({
    storeId,
    change: bothChanges(s.change, change),
    state: 'waiting',
    failure: null,
  }));
  stopWaiting();
  if (now) void save();
  else cancelSave = wakeIn(statusAutoSaveMs, () => void save());
}

/** Resets a finished save, when the person has read its result. */
export function settleStatusEdits(): void {
  const { state } = useStatusEdits.getState();
  if (state === 'saved' || state === 'failed') useStatusEdits.setState(atRest);
}

async function save(): Promise<void> {
  stopWaiting();
  // Wait for the running request; it calls `save` again when it ends.
  if (flying) return;
  const { storeId, change } = useStatusEdits.getState();
  const known = storeId === null ? null : knownStatus(storeId);
  if (storeId === null || known === null || isNothing(change)) return;
  const wanted = changedStatus(known, change);
  if (!change.pauses && sameByHand(known, wanted)) {
    useStatusEdits.setState(atRest);
    return;
  }
  flying = true;
  useStatusEdits.setState({ sent: change, change: {}, state: 'saving' });
  const { open, type, delay } = writeStatus(wanted);
  const outcome = await api.stores.saveStatus({ store_id: storeId, open, type, delay, pauses: change.pauses }).then(
    (answer) => ({ status: readStatus(answer) }),
    (error: unknown) => ({ failure: readFailure(error) }),
  );
  flying = false;
  const mine = useStatusEdits.getState().storeId === storeId;
  if ('failure' in outcome) {
    // The server may have applied the change although no answer arrived: read the profile again.
    void queryClient.invalidateQueries({ queryKey: storeQueries.profile(storeId).queryKey });
    if (mine) {
      stopWaiting();
      useStatusEdits.setState({ sent: {}, change: {}, state: 'failed', failure: outcome.failure });
    } else void save();
    return;
  }
  putStatus(storeId, outcome.status);
  if (mine) useStatusEdits.setState(({ change: more }) => ({ sent: {}, state: isNothing(more) ? 'saved' : 'waiting' }));
  // The second may have passed during the request.
  if (!isWaiting()) void save();
}

// Save at once when the person hides the app.
watchSurroundings(({ visible }) => {
  if (!visible && isWaiting() && surroundings().online) void save();
});

/**
 * T-25, T-26. A retry after a missing answer uses the same `cmdId`, so that the minutes are not added twice. Rejects
 * with ApiFailure.
 */
export async function answerClosing(storeId: number, minutes: ClosingAnswer, cmdId: string): Promise<void> {
  putStatus(
    storeId,
    readStatus(
      await api.stores.answerAutoclose({ store_id: storeId, minutes }, { context: { idempotencyKey: cmdId } }),
    ),
  );
}
