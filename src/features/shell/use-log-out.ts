import { useEffect, useRef, useState } from 'react';
import { useCart } from '#data/cart/cart-store.ts';
import { flushUnsent, logOut, unfinishedWork } from '#data/session/logout.ts';
import { useNetwork } from '#data/device/device.ts';
import type { Unfinished } from '#data/outbox/store-databases.ts';
import { flushBeforeLeavingMs } from '#domain/limits.ts';
import { useSubmit } from '#ui/form/use-submit.ts';

/** State of the logout. */
export type LoggingOut =
  | { readonly kind: 'no' }
  /** The app sends the unsent commands; `left` of them remain. */
  | { readonly kind: 'sending'; readonly left: number }
  | { readonly kind: 'unfinished'; readonly work: Unfinished }
  | { readonly kind: 'cart' }
  | { readonly kind: 'leaving' };

export interface LogOut {
  readonly state: LoggingOut;
  readonly hasCart: boolean;
  readonly start: () => void;
  readonly cancel: () => void;
  readonly sendNow: () => void;
  /** Logs out and keeps the unfinished work for this user's next login. */
  readonly leave: () => void;
  readonly discardAndLeave: () => void;
}

const linesInCart = (): number => useCart.getState().cart?.lines.length ?? 0;

/** Logs out: sends the unsent commands, 5 s at most, then asks about the rest (offline engine, Life cycle; A-51). */
export function useLogOut(onLoggedOut: () => void): LogOut {
  const [state, setState] = useState<LoggingOut>({ kind: 'no' });
  const attempt = useRef(new AbortController());
  useEffect(() => () => attempt.current.abort(), []);
  const { submit } = useSubmit();

  const go = async (discard: boolean): Promise<void> => {
    setState({ kind: 'leaving' });
    await logOut({ discard });
    setState({ kind: 'no' });
    onLoggedOut();
  };
  const ask = (work: Unfinished): void => {
    if (work.unsent + work.rejected > 0) setState({ kind: 'unfinished', work });
    else if (linesInCart() > 0) setState({ kind: 'cart' });
    else void submit(() => go(false));
  };
  const send = async (): Promise<void> => {
    attempt.current.abort();
    const mine = new AbortController();
    attempt.current = mine;
    const { unsent } = await unfinishedWork();
    if (mine.signal.aborted) return;
    setState({ kind: 'sending', left: unsent });
    await flushUnsent(flushBeforeLeavingMs, (left) => setState({ kind: 'sending', left }), mine.signal);
    if (!mine.signal.aborted) ask(await unfinishedWork());
  };

  return {
    state,
    hasCart: linesInCart() > 0,
    start: () =>
      void unfinishedWork().then((work) => {
        // Offline there is nothing to wait for; «Enviar ahora» still tries.
        if (work.unsent > 0 && useNetwork.getState().online) return send();
        return ask(work);
      }),
    cancel: () => {
      attempt.current.abort();
      setState({ kind: 'no' });
    },
    sendNow: () => void send(),
    leave: () => void submit(() => go(false)),
    discardAndLeave: () => void submit(() => go(true)),
  };
}
