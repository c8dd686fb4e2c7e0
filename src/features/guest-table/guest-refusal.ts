import { readFailure } from '#data/api/failure.ts';
import { failureText } from '#texts/errors.ts';
import type { ToastKind } from '#ui/toast/toast.ts';
import { toast } from '#ui/toast/toast.ts';
import { guestTexts as texts } from './texts.ts';

/** Why a guest's call failed, and what to do. */
export function guestRefusal(error: unknown): string {
  const failure = readFailure(error);
  if (failure.code === 'unauthenticated') return texts.scanAgain;
  if (failure.code === 'not_found') return texts.codeGone;
  return failureText(failure);
}

const shownMs = 8_000;

/** Tells the guest how their request stands. The newest counts, so it takes the place of the one before. */
export function tellGuest(kind: ToastKind, text: string): void {
  toast.dismiss('guest');
  toast.show({ id: 'guest', kind, text, duration: shownMs });
}
