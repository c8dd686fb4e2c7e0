import { isObject } from '#domain/unknown.ts';
import type * as z from 'zod/mini';
import type { storeMessage } from '#contract/events.ts';
import { instantFromIso } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';

export type StoreMessage = z.infer<typeof storeMessage>;

/** A message older than this is no longer urgent and is not shown. */
const freshMs = 10 * 60_000;

const listeners = new Set<(message: StoreMessage) => void>();

/** Messages that came before anything on the screen listened; null from then on. */
let unheard: StoreMessage[] | null = [];

/** Calls the listener for every `message` of the open store. Returns the unsubscribe function. */
export function onMessage(listener: (message: StoreMessage) => void): () => void {
  listeners.add(listener);
  for (const message of unheard ?? []) listener(message);
  unheard = null;
  return () => listeners.delete(listener);
}

/** Handles a message from the feed. Ignores an unreadable or old one. */
export function tellMessage(payload: unknown): void {
  if (!isMessage(payload)) return;
  const at = 'at' in payload && typeof payload.at === 'string' ? instantFromIso(payload.at) : null;
  if (at !== null && Math.abs(deviceClock.now() - at) > freshMs) return;
  unheard?.push(payload);
  for (const listener of listeners) listener(payload);
}

const isMessage = (value: unknown): value is StoreMessage =>
  isObject(value) &&
  typeof value['text'] === 'string' &&
  value['text'].trim() !== '' &&
  (value['title'] === undefined || typeof value['title'] === 'string') &&
  (value['level'] === undefined || value['level'] === 'info' || value['level'] === 'warning');
