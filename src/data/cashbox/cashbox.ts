import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readInstant } from '#contract/wire/amounts.ts';
import {
  readCashbox,
  readCashboxState,
  readCashFlow,
  readMoneyEntry,
  readSalesReport,
} from '#contract/wire/cashbox.ts';
import type { ShownEntry } from '#contract/wire/cashbox.ts';
import { readOutboxBalance } from '#contract/wire/outboxes.ts';
import type { FlowArgs } from '#commands/cashbox/flow.ts';
import { cashboxFlow, listenToFlows } from '#commands/cashbox/flow.ts';
import type { Cashbox, CashboxConfig, CashboxState, CashFlow } from '#domain/cashbox.ts';
import type { CountedPieces } from '#domain/cash-count.ts';
import { withFlow } from '#domain/cashbox.ts';
import { cashboxRefreshMs, moneyEntriesMax } from '#domain/limits.ts';
import type { Money } from '#domain/money.ts';
import { moneyToDecimal } from '#domain/money.ts';
import type { OutboxBalance } from '#domain/outbox-balance.ts';
import type { SalesReport } from '#domain/sales-report.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { isObject } from '#domain/unknown.ts';
import { api } from '#data/api/api.ts';
import { readFailure } from '#data/api/failure.ts';
import { queryClient } from '#data/api/query-client.ts';
import { reread } from '#data/api/reread.ts';
import { askAgainMs, untilAnswered } from '#data/api/lost-answer.ts';
import { usePendingEntries } from '#data/orders/orders.ts';
import { useNetwork } from '#data/device/device.ts';
import { type CommandEnd, answerWaitMs, commandEnd } from '#data/outbox/command-end.ts';
import { engineOrThrow } from '#data/outbox/store-engine.ts';
import { actingIn } from '#data/session/acting.ts';
import { currentUser } from '#data/session/session.ts';
import { deviceClock } from '#platform/clock.ts';
import { ApiFailure } from '#sync/failure.ts';
import { cashboxKey } from './cashbox-events.ts';

type CashboxStore = Pick<Store, 'id' | 'currency'>;

/** null: the register is not set up yet. */
type CashboxAnswer = CashboxState | null;

/** The register is read again every 10 minutes, after its events, and on demand. Stored for use without a network. */
export const cashboxQuery = ({ id, currency }: CashboxStore) =>
  queryOptions({
    queryKey: cashboxKey(id),
    queryFn: async ({ signal }): Promise<CashboxAnswer> => {
      try {
        return readCashboxState(await api.cashbox.get({ store_id: id }, { signal }), currency);
      } catch (error) {
        if (readFailure(error).code === 'cashbox_settings_required') return null;
        throw error;
      }
    },
    staleTime: 0,
    refetchInterval: cashboxRefreshMs,
    meta: { keep: true },
  });

const put = (storeId: number, change: (known: CashboxState) => CashboxState): void =>
  void queryClient.setQueryData<CashboxAnswer>(cashboxKey(storeId), (known) => known && change(known));

listenToFlows(({ storeId, currency }, sent) =>
  put(storeId, (known) =>
    known.open ? { ...known, open: withFlow(known.open, readCashFlow(sent, currency)) } : known,
  ),
);

/** A movement as the list shows it: stored, or waiting on this device. */
export interface ShownFlow extends CashFlow {
  readonly waiting: boolean;
}

/** The register with this device's unsent movements. */
export interface ShownCashbox extends Omit<Cashbox, 'flows'> {
  readonly flows: readonly ShownFlow[];
}

export interface ShownState extends Omit<CashboxState, 'open'> {
  readonly open: ShownCashbox | null;
}

/** The state of the store's register; its data is null before the first setup. */
export function useCashbox(store: CashboxStore) {
  const query = useQuery(cashboxQuery(store));
  const { pending } = usePendingEntries();
  const { data } = query;
  const shown = useMemo(() => {
    if (!data) return data;
    return {
      ...data,
      open:
        data.open &&
        shownCashbox(
          data.open,
          pending.flatMap((e) => cashboxFlow.read(e) ?? []),
        ),
    };
  }, [data, pending]);
  return { ...query, data: shown };
}

/** The register with the unsent movements of this device, each under a negative id. */
export function shownCashbox(register: Cashbox, waiting: readonly FlowArgs[]): ShownCashbox {
  const own = waiting.filter((args) => args.cashboxId === register.id);
  const folded = own.reduce<Cashbox>(
    (known, { type, description, amount, by, at }, index) =>
      withFlow(known, { id: -1 - index, type, description, amount, by, created_at: at }),
    register,
  );
  return { ...folded, flows: folded.flows.map((flow) => ({ ...flow, waiting: flow.id < 0 })) };
}

/** First setup. Rejects with ApiFailure. */
export async function configureCashbox({ id }: CashboxStore, config: CashboxConfig): Promise<void> {
  try {
    await api.cashbox.configure({ store_id: id, ...config });
  } finally {
    // Also after a failure: it may have been done.
    await reread({ queryKey: cashboxKey(id) });
  }
}

/**
 * Opens the register. A retry with the same key is safe; a lost answer is asked for again, which `onDoubt` tells.
 * Rejects with ApiFailure.
 */
export async function openCashbox(
  { id, currency }: CashboxStore,
  amount: Money,
  idempotencyKey: string,
  onDoubt: () => void,
): Promise<void> {
  const input = { store_id: id, amount: moneyToDecimal(amount, currency) };
  const send = () => api.cashbox.open(input, { context: { idempotencyKey } });
  try {
    const wire = await untilAnswered(send, onDoubt, askAgainMs);
    queryClient.setQueryData<CashboxAnswer>(cashboxKey(id), readCashboxState(wire, currency));
  } finally {
    // After a failure it may be open. After an answer: a read that runs may be older, and would close it on the screen.
    void reread({ queryKey: cashboxKey(id), exact: true });
  }
}

export interface CashboxClosing {
  readonly amount: Money;
  /** null: only the sum was counted. */
  readonly pieces: CountedPieces | null;
  readonly reason: string;
  readonly observations: string;
}

/**
 * Closes the register and returns it. A lost answer is asked for again, which `onDoubt` tells: closing a register
 * twice with the same amount is one close. Rejects with ApiFailure.
 */
export async function closeCashbox(
  { id, currency }: CashboxStore,
  cashboxId: number,
  { amount, pieces, reason, observations }: CashboxClosing,
  onDoubt: () => void,
): Promise<Cashbox | null> {
  const input = {
    store_id: id,
    id: cashboxId,
    amount: moneyToDecimal(amount, currency),
    ...(pieces && { pieces: { ...pieces } }),
    ...(reason.trim() !== '' && { difference_reason: reason.trim() }),
    ...(observations.trim() !== '' && { observations: observations.trim() }),
  };
  try {
    const { data } = await untilAnswered(() => api.cashbox.close(input), onDoubt, askAgainMs);
    return readCashbox(data, currency);
  } finally {
    // Also after a failure: it may be closed.
    await reread({ queryKey: cashboxKey(id) });
  }
}

/** Tells the server what was counted; returns the register with the sums that it keeps back until then. */
export async function countCashbox(
  { id, currency }: CashboxStore,
  cashboxId: number,
  amount: Money,
): Promise<Cashbox | null> {
  const counted = { store_id: id, id: cashboxId, amount: moneyToDecimal(amount, currency) };
  return readCashbox((await api.cashbox.count(counted)).data, currency);
}

/** Who closed the register before this device did, and when; null: the failure is another one. */
export function otherCloser(error: unknown): { readonly by: string; readonly at: Instant } | null {
  if (!(error instanceof ApiFailure) || error.code !== 'cashbox_closed' || !isObject(error.body)) return null;
  const { by, at } = error.body;
  if (!isObject(by) || typeof by['fullname'] !== 'string' || typeof at !== 'string') return null;
  return { by: by['fullname'], at: readInstant(at) };
}

/**
 * Queues a movement, which is on disk from then on, and waits for the server's answer for a moment. Rejects if the
 * disk refuses it.
 */
export async function moveMoney(
  { id: storeId, currency }: CashboxStore,
  cashboxId: number,
  flow: Pick<CashFlow, 'type' | 'description' | 'amount'>,
): Promise<CommandEnd> {
  const by = (actingIn(storeId) ?? currentUser())?.fullname ?? '';
  const args: FlowArgs = { storeId, currency, cashboxId, ...flow, by, at: deviceClock.now() };
  const engine = engineOrThrow();
  const cmdId = await engine.enqueue(cashboxFlow.request(String(cashboxId), args, null));
  return cmdId === null ? { kind: 'late' } : commandEnd(engine, cmdId, useNetwork.getState().online ? answerWaitMs : 0);
}

/** A register that is closed, for its reports. */
export const closedCashboxQuery = ({ id, currency }: CashboxStore, cashboxId: number) =>
  queryOptions({
    queryKey: [...cashboxKey(id), 'closed', cashboxId],
    queryFn: async ({ signal }): Promise<Cashbox | null> =>
      readCashbox((await api.cashbox.read({ store_id: id, id: cashboxId }, { signal })).data, currency),
  });

/** What the devices have sent while a register was open; null: nobody knows, because it was closed long ago. */
export const devicesQuery = ({ id }: Pick<Store, 'id'>, cashboxId: number) =>
  queryOptions({
    queryKey: [...cashboxKey(id), 'devices', cashboxId],
    queryFn: async ({ signal }): Promise<OutboxBalance | null> => {
      const balance = await api.cashbox.devices({ store_id: id, id: cashboxId }, { signal });
      return balance && readOutboxBalance(balance);
    },
    staleTime: 0,
  });

/** Asks every device of the store what it has not sent. Rejects with ApiFailure. */
export async function askDevices(store: Pick<Store, 'id'>, cashboxId: number): Promise<void> {
  const balance = readOutboxBalance(await api.cashbox.askDevices({ store_id: store.id, id: cashboxId }));
  queryClient.setQueryData(devicesQuery(store, cashboxId).queryKey, balance);
}

/** The rows that a register is the sum of, oldest first, in pages; `returns`: only refunds and rejections. */
export const moneyEntriesQuery = ({ id, currency }: CashboxStore, cashboxId: number, returns: boolean) =>
  infiniteQueryOptions({
    queryKey: [...cashboxKey(id), 'entries', cashboxId, returns],
    queryFn: async ({ signal, pageParam: since }): Promise<readonly ShownEntry[]> => {
      const asked = { store_id: id, id: cashboxId, since, ...(returns && { returns: '1' as const }) };
      const rows = await api.cashbox.entries(asked, { signal });
      return rows.map((entry) => readMoneyEntry(entry, currency));
    },
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < moneyEntriesMax ? null : (page.at(-1)?.id ?? null)),
  });

/** X or Z report of a register as a PDF, in base64. */
export const readReportPdf = async (storeId: number, cashboxId: number): Promise<string> =>
  (await api.cashbox.reportPdf({ store_id: storeId, id: cashboxId })).pdf;

/** X or Z report of a register. */
export const salesReportQuery = ({ id, currency }: CashboxStore, cashboxId: number) =>
  queryOptions({
    queryKey: [...cashboxKey(id), 'report', cashboxId],
    queryFn: async ({ signal }): Promise<SalesReport> =>
      readSalesReport(await api.cashbox.report({ store_id: id, id: cashboxId }, { signal }), currency),
    staleTime: 0,
  });
