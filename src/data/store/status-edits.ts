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
 * Changes of a store's status. They may not wait for a network: each is saved a second after the last (T-07), on
 * top of the newest status that is known, or cancelled with the reason.
 *
 *   edit ──1 s without another──> saving ──> saved
 *    ^                              │ └────> failed: the server's status is shown again
 *    └── edited meanwhile ──────────┘
 */
interface StatusEdits {
  readonly storeId: number | null;
  /** On its way to the server. */
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

/** The status with what this device has changed of it and the server has not answered yet. */
export const editedStatus = (status: StoreStatus, storeId: number, edits: StatusEdits): StoreStatus =>
  edits.storeId === storeId ? changedStatus(status, bothChanges(edits.sent, edits.change)) : status;

/** Saved 1 s after the last change (T-07); `now`: at once, for a button that does one thing. */
export function editStatus(storeId: number, change: StatusChange, { now = false }: { now?: boolean } = {}): void {
  const edits = useStatusEdits.getState();
  if (edits.storeId !== storeId) {
    // Another store's change is not forgotten over this one.
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

/** What the last save came to is read; the next look starts afresh. */
export function settleStatusEdits(): void {
  const { state } = useStatusEdits.getState();
  if (state === 'saved' || state === 'failed') useStatusEdits.setState(atRest);
}

async function save(): Promise<void> {
  stopWaiting();
  // The change waits for the answer that is on its way, and follows it.
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
    // It may have been applied although no answer came: only the server knows.
    void queryClient.invalidateQueries({ queryKey: storeQueries.profile(storeId).queryKey });
    if (mine) {
      stopWaiting();
      useStatusEdits.setState({ sent: {}, change: {}, state: 'failed', failure: outcome.failure });
    } else void save();
    return;
  }
  putStatus(storeId, outcome.status);
  if (mine) useStatusEdits.setState(({ change: more }) => ({ sent: {}, state: isNothing(more) ? 'saved' : 'waiting' }));
  // Its second may have passed while this one was on its way.
  if (!isWaiting()) void save();
}

// Whoever puts the phone away has said what they want.
watchSurroundings(({ visible }) => {
  if (!visible && isWaiting() && surroundings().online) void save();
});

/** T-25, T-26. `cmdId` is kept for a try that brought no answer, so that nothing is added twice. Rejects with ApiFailure. */
export async function answerClosing(storeId: number, minutes: ClosingAnswer, cmdId: string): Promise<void> {
  putStatus(
    storeId,
    readStatus(
      await api.stores.answerAutoclose({ store_id: storeId, minutes }, { context: { idempotencyKey: cmdId } }),
    ),
  );
}
