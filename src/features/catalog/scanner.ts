import { useEffect, useEffectEvent } from 'react';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';

const gapMs = 35;
const least = 4;
const repeatMs = 2_000;

/** The keys of the current burst: a scanner types them 7 to 16 ms apart, a person never under 35 ms. */
export interface Burst {
  readonly text: string;
  readonly at: number;
}

export const noBurst: Burst = { text: '', at: Number.NEGATIVE_INFINITY };

/** Adds a key typed at `at` milliseconds. `scanned` is the text when Enter or Tab ends a burst of four or more. */
export function burstWithKey(burst: Burst, key: string, at: number): { burst: Burst; scanned: string | null } {
  const quick = at - burst.at < gapMs;
  if (key === 'Enter' || key === 'Tab')
    return { burst: noBurst, scanned: quick && burst.text.length >= least ? burst.text : null };
  // Some scanners send Shift between letters.
  if (key === 'Shift') return { burst: quick ? { ...burst, at } : burst, scanned: null };
  if (Array.from(key).length !== 1) return { burst: noBurst, scanned: null };
  return { burst: { text: quick ? burst.text + key : key, at }, scanned: null };
}

/**
 * A scanner types like a keyboard: a burst anywhere on the page calls `onScan`. The search box handles its own keys;
 * there a burst calls `onScan` only after older text. The same code within two seconds counts once.
 */
export function useScanner(onScan: (text: string) => void, box: React.RefObject<HTMLInputElement | null>): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    let burst = noBurst;
    let last = { text: '', at: Number.NEGATIVE_INFINITY };
    const onKey = (event: KeyboardEvent): void => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || hasOpenOverlay()) return;
      const next = burstWithKey(burst, event.key, event.timeStamp);
      burst = next.burst;
      const inBox = event.target === box.current;
      // A space would press the focused button.
      if (event.key === ' ' && burst.text.length > 1 && !inBox) event.preventDefault();
      const text = next.scanned;
      if (text === null || (inBox && box.current?.value === text)) return;
      event.preventDefault();
      event.stopPropagation();
      const repeated = last.text === text && event.timeStamp - last.at < repeatMs;
      last = { text, at: event.timeStamp };
      if (!repeated) scanned(text);
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [box]);
}
