import { isObject } from '#domain/unknown.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readTicket, readTicketMessage } from '#contract/wire/tickets.ts';
import type { Ticket, TicketMessage, TicketReason } from '#domain/tickets.ts';
import { withTicket } from '#domain/tickets.ts';
import type { Instant } from '#domain/time.ts';
import { instant } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { newUuid } from '#platform/random.ts';
import type { Entry, RejectedCommand } from '#sync/entry.ts';
import { api } from '#data/api/api.ts';
import { dismissRejected, retryHeld, retryNow, usePendingEntries, usePendingWork } from '#data/orders/orders.ts';
import { queryClient } from '#data/api/query-client.ts';
import { reread } from '#data/api/reread.ts';
import { currentUser } from '#data/session/session.ts';
import { engineOrThrow } from '#data/outbox/store-engine.ts';
import type { MessageArgs } from '#commands/ticket/message.ts';
import { onMessageSent, ticketMessageCommand } from '#commands/ticket/message.ts';

const ticketsKey = (storeId: number) => ['store', storeId, 'tickets'] as const;

/** Support tickets of the open store, for its admins. Stored for use without a network (D-06). */
const listQuery = (storeId: number) =>
  queryOptions({
    queryKey: ticketsKey(storeId),
    queryFn: async ({ signal }): Promise<readonly Ticket[]> => {
      const read = (await api.tickets.list({ store_id: storeId }, { signal })).map(readTicket);
      // A ticket from an event may be newer than this answer: keep it.
      const known = queryClient.getQueryData<readonly Ticket[]>(ticketsKey(storeId)) ?? [];
      return read.map((ticket) => known.find((k) => k.id === ticket.id && k.ver > ticket.ver) ?? ticket);
    },
    staleTime: 0,
    meta: { keep: true },
  });

export const useTickets = (storeId: number) => useQuery(listQuery(storeId));

export const refetchTickets = (storeId: number): void => void reread({ queryKey: ticketsKey(storeId) });

const put = (storeId: number, ticket: Ticket): void =>
  void queryClient.setQueryData<readonly Ticket[]>(ticketsKey(storeId), (known) => known && withTicket(known, ticket));

// Add the message to the conversation before its command leaves the outbox, so that it never disappears in between.
onMessageSent(({ storeId, ticketId }, sent) => {
  const message = readTicketMessage(sent);
  queryClient.setQueryData<readonly Ticket[]>(ticketsKey(storeId), (tickets) =>
    tickets?.map((t) =>
      t.id !== ticketId || t.messages.some((m) => m.hash === message.hash)
        ? t
        : { ...t, messages: [...t.messages, message] },
    ),
  );
});

/** ticket-updated: reads that ticket again, or all of them if the event names none. */
export function tellTicket(storeId: number, payload: unknown): void {
  const id = isObject(payload) ? payload['id'] : null;
  if (typeof id !== 'number') return refetchTickets(storeId);
  api.tickets.get({ store_id: storeId, ticket_id: id }).then(
    (wire) => {
      put(storeId, readTicket(wire));
      if (!queryClient.getQueryData(ticketsKey(storeId))) refetchTickets(storeId);
    },
    () => refetchTickets(storeId),
  );
}

/**
 * Opens a ticket, or returns the open one of that order and reason (U-14). A retry with the same `key` is safe. Rejects
 * with ApiFailure.
 */
export async function createTicket(
  storeId: number,
  asked: { readonly order_id: number; readonly reason: TicketReason },
  key: string,
): Promise<Ticket> {
  const ticket = readTicket(
    await api.tickets.create({ store_id: storeId, ...asked }, { context: { idempotencyKey: key } }),
  );
  put(storeId, ticket);
  // A read that runs may be older than the ticket, and would take it away.
  refetchTickets(storeId);
  return ticket;
}

/** Marks the ticket as read when it is on screen (U-13). Never rejects: the next view tries again. */
export async function markTicketRead(storeId: number, ticketId: number): Promise<void> {
  try {
    await api.tickets.read({ store_id: storeId, ticket_id: ticketId });
    queryClient.setQueryData<readonly Ticket[]>(ticketsKey(storeId), (known) =>
      known?.map((t) => (t.id === ticketId ? { ...t, new_messages_count: 0 } : t)),
    );
  } catch {
    // The next view tries again.
  }
}

/**
 * Queues a message; it is on disk when this resolves (U-10). Rejects if the disk refuses it. The same `hash` sends the
 * same message again.
 */
export async function queueMessage(
  storeId: number,
  ticketId: number,
  { message, hash = newUuid() }: { readonly message: string; readonly hash?: string },
): Promise<void> {
  const args: MessageArgs = { storeId, ticketId, hash, message, at: deviceClock.now() };
  await engineOrThrow().enqueue(ticketMessageCommand.request(String(ticketId), args, null));
}

/** A message as the conversation shows it: sent, waiting, failed so far, or refused. */
export interface ShownMessage extends Pick<TicketMessage, 'from' | 'message' | 'hash'> {
  readonly at: Instant;
  /** id of the staff member who wrote it; null: the support desk. */
  readonly author: number | null;
  readonly state: 'sent' | 'waiting' | 'failed' | 'refused';
  /** The server's message for a refusal. */
  readonly why: string;
  /** id of its command; null when there is none. */
  readonly cmdId: string | null;
}

const own = (args: MessageArgs, rest: Pick<ShownMessage, 'state' | 'why' | 'cmdId'>): ShownMessage => ({
  from: 'store',
  message: args.message,
  hash: args.hash,
  at: instant(args.at),
  author: currentUser()?.id ?? null,
  ...rest,
});

/** The messages of the server, followed by the unsent ones of this device (offline engine, principle 8). */
export function threadOf(
  messages: readonly TicketMessage[],
  pending: readonly Pick<Entry, 'cmdId' | 'type' | 'body' | 'attempts' | 'state' | 'held'>[],
  rejected: readonly Pick<RejectedCommand, 'entry' | 'message'>[],
): ShownMessage[] {
  const known = new Set(messages.map((m) => m.hash));
  const unknown = (entry: Pick<Entry, 'type' | 'body'>): MessageArgs | null => {
    const args = ticketMessageCommand.read(entry);
    return args && !known.has(args.hash) ? args : null;
  };
  return [
    ...messages.map(({ from, message, hash, created_at, read_by }): ShownMessage => ({
      from,
      message,
      hash,
      at: created_at,
      author: from === 'core' ? null : (read_by[0] ?? null),
      state: 'sent',
      why: '',
      cmdId: null,
    })),
    ...rejected.flatMap(({ entry, message: why }) => {
      const args = unknown(entry);
      return args ? [own(args, { state: 'refused', why, cmdId: entry.cmdId })] : [];
    }),
    ...pending.flatMap((entry) => {
      const args = unknown(entry);
      const failed = entry.held !== null || (entry.attempts > 0 && entry.state === 'queued');
      return args ? [own(args, { state: failed ? 'failed' : 'waiting', why: '', cmdId: entry.cmdId })] : [];
    }),
  ];
}

export function useThread(ticket: Ticket): readonly ShownMessage[] {
  const { pending } = usePendingEntries();
  const { rejected } = usePendingWork();
  return useMemo(() => {
    const isOf = (entry: Entry): boolean => ticketMessageCommand.read(entry)?.ticketId === ticket.id;
    return threadOf(
      ticket.messages,
      pending.filter(isOf),
      rejected.filter((r) => isOf(r.entry)),
    );
  }, [ticket, pending, rejected]);
}

/** «Reintentar» on a failed or refused message: sends the same one, under its hash. */
export async function resendMessage(storeId: number, ticketId: number, message: ShownMessage): Promise<void> {
  const { cmdId, state, hash } = message;
  if (cmdId === null) return;
  if (state === 'failed') {
    await retryHeld([cmdId]);
    retryNow();
    return;
  }
  await queueMessage(storeId, ticketId, { message: message.message, hash });
  await dismissRejected([cmdId]);
}

/** «Quitar» on a refused message. */
export const dropMessage = (cmdId: string): Promise<void> => dismissRejected([cmdId]);
