import { useEffect, useRef, useState } from 'react';
import { readFailureText } from '#data/api/failure.ts';
import { flushStore, leaveAndForgetStore, unfinishedOf } from '#data/store/leave-store.ts';
import { useNetwork } from '#data/device/device.ts';
import type { Unfinished } from '#data/outbox/store-databases.ts';
import type { StoreSummary } from '#data/store/stores.ts';
import { flushBeforeLeavingMs } from '#domain/limits.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { toast } from '#ui/toast/toast.ts';
import { storesTexts } from './texts.ts';

type LeavingStore = Pick<StoreSummary, 'id' | 'name'>;

/** State of leaving a store. */
export type LeaveState =
  | { readonly kind: 'no' }
  /** The app sends the unsent commands; `left` of them remain. */
  | { readonly kind: 'sending'; readonly store: LeavingStore; readonly left: number }
  /** Unfinished work is lost after leaving: the server then refuses this user (T8). */
  | { readonly kind: 'unfinished'; readonly store: LeavingStore; readonly work: Unfinished }
  | { readonly kind: 'confirm'; readonly store: LeavingStore }
  | { readonly kind: 'leaving'; readonly store: LeavingStore };

export interface Leave {
  readonly state: LeaveState;
  readonly start: (store: LeavingStore) => void;
  readonly cancel: () => void;
  readonly sendNow: () => void;
  readonly confirm: () => void;
}

/** Leaves a store (S-12): sends its unsent commands, 5 s at most, asks about the rest, then confirms. */
export function useLeave(): Leave {
  const [state, setState] = useState<LeaveState>({ kind: 'no' });
  const attempt = useRef(new AbortController());
  useEffect(() => () => attempt.current.abort(), []);

  const ask = (store: LeavingStore, work: Unfinished): void =>
    setState(work.unsent + work.rejected > 0 ? { kind: 'unfinished', store, work } : { kind: 'confirm', store });

  const send = async (store: LeavingStore): Promise<void> => {
    attempt.current.abort();
    const mine = new AbortController();
    attempt.current = mine;
    const { unsent } = await unfinishedOf(store.id);
    if (mine.signal.aborted) return;
    setState({ kind: 'sending', store, left: unsent });
    await flushStore(store.id, flushBeforeLeavingMs, (left) => setState({ kind: 'sending', store, left }), mine.signal);
    const work = await unfinishedOf(store.id);
    if (!mine.signal.aborted) ask(store, work);
  };

  const { submit } = useSubmit((error) => toast.show({ kind: 'error', text: readFailureText(error) }));
  const go = async (store: LeavingStore): Promise<void> => {
    setState({ kind: 'leaving', store });
    await submit(async () => {
      await leaveAndForgetStore(store.id);
      toast.show({ kind: 'success', text: storesTexts.left(store.name) });
    });
    setState({ kind: 'no' });
  };

  return {
    state,
    start: (store) =>
      void unfinishedOf(store.id).then((work) => {
        if (work.unsent > 0 && useNetwork.getState().online) return send(store);
        return ask(store, work);
      }),
    cancel: () => {
      attempt.current.abort();
      setState({ kind: 'no' });
    },
    sendNow: () => {
      if (state.kind === 'unfinished') void send(state.store);
    },
    confirm: () => {
      if (state.kind === 'confirm' || state.kind === 'unfinished') void go(state.store);
    },
  };
}
