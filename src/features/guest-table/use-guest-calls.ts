import type { GuestStanding } from '#contract/wire/guests.ts';
import { askFor, askOf } from '#data/guests/ask.ts';
import { reread } from '#data/api/reread.ts';
import { guestQueries } from '#data/guests/guest-table.ts';
import type { GuestPlace } from '#data/guests/guest-visit.ts';
import { useNetwork } from '#data/device/device.ts';
import type { Currency } from '#domain/money.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { guestRefusal, tellGuest } from './guest-refusal.ts';
import { callLabels, guestTexts as texts } from './texts.ts';

type CallKind = keyof typeof callLabels;

/** «Llamar al mozo» and «Pedir la cuenta». */
export interface GuestCalls {
  /** The call that is on its way; null: none. */
  readonly sending: CallKind | null;
  /** It waits already or is being sent, or the visit has ended. */
  readonly blocked: (kind: CallKind) => boolean;
  readonly label: (kind: CallKind) => string;
  readonly call: (kind: CallKind) => void;
}

interface CallsInput {
  readonly place: GuestPlace;
  readonly currency: Currency;
  readonly standing: GuestStanding | undefined;
  /** The visit has ended, or the code is not in use any more. */
  readonly over: boolean;
}

export function useGuestCalls({ place, currency, standing, over }: CallsInput): GuestCalls {
  const { sending, what, submit } = useSubmit<CallKind>();
  const waits = (kind: CallKind): boolean =>
    standing?.requests.some((request) => request.kind === kind && request.state === 'waiting') === true;
  const send = async (kind: CallKind): Promise<void> => {
    try {
      await askFor(place, currency, askOf(kind, null), () => tellGuest('warning', texts.callDoubt));
      tellGuest('success', callLabels[kind].done);
    } catch (error) {
      tellGuest('error', guestRefusal(error));
      void reread({ queryKey: guestQueries.ofTable(place) });
    }
  };
  return {
    sending: what,
    blocked: (kind) => over || sending || waits(kind),
    label: (kind) => callLabels[kind][waits(kind) ? 'waiting' : 'ask'],
    call: (kind) => {
      if (useNetwork.getState().online) void submit(() => send(kind), kind);
      else tellGuest('error', texts.callOffline);
    },
  };
}
