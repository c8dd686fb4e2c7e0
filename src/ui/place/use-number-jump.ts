import type { RefObject } from 'react';
import { useEffect, useEffectEvent } from 'react';
import { letterGapMs } from '#domain/order-actions.ts';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';

/** Digits within this time form one number. */
const numberMs = 1_200;

/**
 * A typed number moves the focus to the place with it, as in «Mesa 12»; Enter then opens it. One digit again moves to
 * the next place whose number begins with it (E1, E2). `isOn`: whether single keys act on this device.
 */
export function useNumberJump(list: RefObject<HTMLElement | null>, isOn: () => boolean): void {
  const acts = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || hasOpenOverlay()) return false;
    const field = event.target instanceof Element && event.target.closest('input, textarea, select');
    return !field && isOn();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let number = '';
    let typedAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent): void => {
      clearTimeout(timer);
      if (!/^\d$/.test(event.key) || !acts(event)) return;
      if (event.timeStamp - typedAt > numberMs) number = '';
      typedAt = event.timeStamp;
      number += event.key;
      // A scanner types faster: its burst is no number.
      timer = setTimeout(() => {
        number = jumped(list.current, number);
      }, letterGapMs);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, [list]);
}

/** Moves the focus to the number, or to its last digit if no place has the whole; returns what was taken. */
function jumped(list: HTMLElement | null, number: string): string {
  const buttons = [...(list?.querySelectorAll('button') ?? [])];
  const from = buttons.findIndex((b) => b === document.activeElement);
  const next = [...buttons.slice(from + 1), ...buttons.slice(0, from + 1)];
  // The name comes first; an amount is no number of a place.
  const nameOf = (button: HTMLElement): string => button.querySelector('b')?.textContent ?? '';
  const named = (pattern: string): HTMLElement | undefined => next.find((b) => new RegExp(pattern).test(nameOf(b)));
  const placeOf = (typed: string): HTMLElement | undefined =>
    (typed.length > 1 ? named(String.raw`(^|\D)${typed}(\D|$)`) : undefined) ?? named(String.raw`(^|\D)${typed}`);
  for (const typed of new Set([number, number.slice(-1)])) {
    const place = placeOf(typed);
    if (!place) continue;
    place.focus();
    return typed;
  }
  return '';
}
