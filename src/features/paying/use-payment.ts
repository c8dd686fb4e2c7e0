import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readFailure, readFailureText } from '#data/api/failure.ts';
import { useNow } from '#data/device/device.ts';
import type { ReadPayment } from '#data/paying/paying.ts';
import { cancelPayment, payingQuery } from '#data/paying/paying.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import { onPaymentResolved } from '#data/paying/payment-events.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { payingLookMs } from '#domain/limits.ts';
import type { Store } from '#domain/store.ts';
import { failureText } from '#texts/errors.ts';
import { useSubmit } from '#ui/form/use-submit.ts';

export type PayingEnd = 'approved' | 'rejected' | 'cancelled';

export interface Paying {
  readonly payment: ReadPayment | null;
  /** How it ended; null while it has not, as far as this device knows. */
  readonly end: PayingEnd | null;
  /** Why there is no payment to show, or why the last look failed. */
  readonly problem: { readonly code: ErrorCode; readonly sentence: string } | null;
  readonly looking: boolean;
  readonly look: () => void;
  readonly cancelling: boolean;
  /** The refusal of the last 'Cancelar pago'. */
  readonly refusal: string | null;
  readonly cancel: () => Promise<void>;
  /** By the server's clock; null: no answer yet. */
  readonly secondsLeft: number | null;
  readonly secondsSinceKnown: number | null;
}

const tickMs = 1_000;

/** The payment in progress: read again every few seconds, and ended at once by its event (Y-46 to Y-55). */
export function usePayment(store: Pick<Store, 'id' | 'currency'>, payable: PayableRef): Paying {
  const [resolved, setResolved] = useState<PayingEnd | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** This person has cancelled it: a rejection is what they asked for. */
  const asked = useRef(false);
  const now = useNow(tickMs);
  const { sending, submit } = useSubmit();
  const query = useQuery({
    ...payingQuery(store, payable),
    refetchInterval: ({ state }) =>
      resolved !== null || endOf(state.data) !== null || (state.error && readFailure(state.error).code === 'not_paying')
        ? false
        : payingLookMs,
  });
  const payment = query.data ?? null;
  const { type, id } = payable;
  const hear = useEffectEvent((resolution: 'APPROVED' | 'REJECTED'): void =>
    setResolved(resolution === 'APPROVED' ? 'approved' : asked.current ? 'cancelled' : 'rejected'),
  );
  useEffect(() => onPaymentResolved(store.id, { type, id }, (resolution) => hear(resolution)), [store.id, type, id]);

  const cancel = async (): Promise<void> => {
    setRefusal(null);
    asked.current = true;
    try {
      const end = await cancelPayment(store, payable);
      if (end === 'asked') await query.refetch();
      else setResolved(end);
    } catch (error) {
      asked.current = false;
      setRefusal(readFailureText(error));
      await query.refetch();
    }
  };

  const failure = query.error === null ? null : readFailure(query.error);
  const atServer = payment === null ? null : now + payment.aheadMs;
  return {
    payment,
    end: resolved ?? endOf(query.data),
    problem: failure && { code: failure.code, sentence: failureText(failure) },
    looking: query.isFetching,
    look: () => void query.refetch(),
    cancelling: sending || payment?.step === 'cancelling',
    refusal,
    cancel: () => submit(cancel),
    secondsLeft: payment && atServer !== null ? secondsBetween(atServer, payment.expires_at) : null,
    secondsSinceKnown:
      payment && payment.known_at !== null && atServer !== null ? secondsBetween(payment.known_at, atServer) : null,
  };
}

const secondsBetween = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / 1_000));

function endOf(payment: ReadPayment | undefined): PayingEnd | null {
  if (payment === undefined || payment.status === 'PENDING') return null;
  if (payment.status === 'APPROVED') return 'approved';
  return payment.end === 'cancelled' ? 'cancelled' : 'rejected';
}
