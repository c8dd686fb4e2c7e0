import { useRef, useState } from 'react';
import type { FoundAddress } from '#data/cart/ordering.ts';
import { toast } from '#ui/toast/toast.ts';
import { addressMapTexts } from './maps/texts.ts';

/** Looks up an address by a suggestion or the pin. Only the latest lookup counts: the answer of an older one is discarded. */
export function useAddressLookup() {
  /** True while an address is looked up. */
  const [busy, setBusy] = useState(false);
  /** Changes when the pin must return to its last position. */
  const [turn, setTurn] = useState(0);
  const latest = useRef(0);

  const cancel = (): void => {
    latest.current += 1;
    setBusy(false);
  };
  /** Resolves with the address that `where` finds; null when there is none, which the toast says with `none`. */
  const lookUp = async (where: () => Promise<FoundAddress | null>, none: string): Promise<FoundAddress | null> => {
    latest.current += 1;
    const mine = latest.current;
    setBusy(true);
    const answer = await where().catch(() => undefined);
    if (mine !== latest.current) return null;
    setBusy(false);
    if (answer) return answer;
    setTurn((n) => n + 1);
    toast.show({ kind: 'error', text: answer === null ? none : addressMapTexts.unreachable });
    return null;
  };
  return { busy, turn, cancel, lookUp };
}
