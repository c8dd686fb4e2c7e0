import type { GuestRequest } from '#contract/wire/guests.ts';
import { readGuestRequest } from '#contract/wire/guests.ts';
import type { Cart } from '#domain/cart.ts';
import type { GuestRequestKind } from '#domain/guest.ts';
import type { Currency } from '#domain/money.ts';
import { isObject } from '#domain/unknown.ts';
import { untilAnswered } from '#data/api/lost-answer.ts';
import { queryClient } from '#data/api/query-client.ts';
import { reread } from '#data/api/reread.ts';
import { deviceClock } from '#platform/clock.ts';
import { localRecord } from '#platform/local-record.ts';
import { newUuid } from '#platform/random.ts';
import { guestQueries } from './guest-table.ts';
import type { GuestPlace } from './guest-visit.ts';
import { asGuest, hasPlace, isSamePlace } from './guest-visit.ts';
import { guestsApi } from './guests-api.ts';

/** A request as the server takes it. */
export type GuestAsk = Parameters<typeof guestsApi.ask>[0];

/** A request whose answer has not come: after a reload it is asked for again under its key. */
interface Sending extends GuestPlace {
  readonly ask: GuestAsk;
  readonly at: number;
}

/** A meal that is sent later than this is one that nobody waits for any more. */
const sendsForMs = 10 * 60_000;

const record = localRecord<Sending>(
  'guest-asking',
  1,
  (value): value is Sending =>
    hasPlace(value) &&
    typeof value['at'] === 'number' &&
    isObject(value['ask']) &&
    typeof value['ask']['key'] === 'string',
);

/** The request of a kind; an order takes what the cart has. */
export const askOf = (kind: GuestRequestKind, cart: Pick<Cart, 'lines' | 'comments'> | null): GuestAsk => ({
  key: newUuid(),
  kind,
  lines: (cart?.lines ?? []).map(({ item_id, quantity, comments, selection }) => ({
    id: item_id,
    quantity,
    comments,
    additionals: Object.entries(selection)
      .filter(([, units]) => units > 0)
      .map(([id, units]) => ({ id: Number(id), quantity: units })),
  })),
  note: cart?.comments.trim() || null,
});

/** The order of this table that a reload left without an answer; null: none. */
export function unansweredAsk(place: GuestPlace): GuestAsk | null {
  const sending = record.read();
  if (sending === null || !isSamePlace(sending, place)) return null;
  if (deviceClock.now() - sending.at < sendsForMs) return sending.ask;
  record.clear();
  return null;
}

/**
 * Sends a request at once, under its key, again until there is an answer; it is never queued for later. `onDoubt`: the
 * answer was lost, and it is being asked for. Rejects with ApiFailure when it is refused.
 */
export async function askFor(
  place: GuestPlace,
  currency: Currency,
  ask: GuestAsk,
  onDoubt: () => void,
): Promise<GuestRequest> {
  if (ask.kind === 'order') record.write({ ...place, ask, at: deviceClock.now() });
  const send = () => asGuest(place, (context) => guestsApi.ask(ask, { context }));
  try {
    const request = readGuestRequest(await untilAnswered(send, onDoubt), currency);
    const { queryKey } = guestQueries.standing(place, currency);
    queryClient.setQueryData(
      queryKey,
      (known) => known && { ...known, requests: [request, ...known.requests.filter((r) => r.key !== request.key)] },
    );
    void reread({ queryKey });
    return request;
  } finally {
    if (ask.kind === 'order') record.clear();
  }
}

type Chosen = Pick<Cart, 'lines' | 'comments'>;

/** What was in the cart for each of the last orders, by the request's key: a rejected one can be chosen again. */
const chosen = localRecord<Readonly<Record<string, Chosen>>>(
  'guest-chosen',
  1,
  (value): value is Readonly<Record<string, Chosen>> =>
    isObject(value) && Object.values(value).every((one) => isObject(one) && Array.isArray(one['lines'])),
);
const keptChoices = 5;

export function keepChoice(key: string, { lines, comments }: Chosen): void {
  const known = Object.entries(chosen.read() ?? {}).filter(([other]) => other !== key);
  chosen.write(Object.fromEntries([...known.slice(1 - keptChoices), [key, { lines, comments }]]));
}

export const choiceOf = (key: string): Chosen | null => chosen.read()?.[key] ?? null;
