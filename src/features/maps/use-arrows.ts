import type { RefObject } from 'react';
import { useEffect } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** The arrows move the focus from one button of a list to the next, and from the last to the first. */
export function useArrows(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent): void => {
      const step = steps[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const buttons = [...element.querySelectorAll('button')];
      const from = buttons.findIndex((button) => button === document.activeElement);
      if (from < 0) return;
      event.preventDefault();
      buttons.at((from + step) % buttons.length)?.focus();
    };
    element.addEventListener('keydown', onKey);
    return () => element.removeEventListener('keydown', onKey);
  }, [list]);
}
