import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { ticketsListedMax } from '#domain/limits.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { type Ticket, type TicketMessage, unreadBy } from '#domain/tickets.ts';
import type { Instant } from '#domain/time.ts';
import { isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { orders } from '#server/db/schema/orders.ts';
import { ticketMessages, tickets } from '#server/db/schema/support.ts';
import { announceSupport } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';

export type TicketRow = typeof tickets.$inferSelect;
type MessageRow = typeof ticketMessages.$inferSelect;
type NewMessage = Omit<typeof ticketMessages.$inferInsert, 'store_id'>;

const messageOf = ({ id, from, message, read_by, created_at, hash }: MessageRow): TicketMessage => ({
  id,
  from,
  message,
  read_by,
  created_at,
  hash,
});

/** The tickets with these ids, or the hundred newest, as this person sees them (U-01, U-09). */
export async function readTickets(tx: Tx, storeId: number, userId: number, ids?: readonly number[]): Promise<Ticket[]> {
  const rows = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.store_id, storeId), ids && inArray(tickets.id, [...ids])))
    .orderBy(desc(tickets.updated_at), desc(tickets.id))
    .limit(ticketsListedMax);
  if (rows.length === 0) return [];
  // Not joined: a join is planned as a scan of all tickets and orders of the store.
  const numbers = await tx
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(
      and(
        eq(orders.store_id, storeId),
        inArray(
          orders.id,
          rows.map((r) => r.order_id),
        ),
      ),
    );
  const numberOf = new Map(numbers.map((o) => [o.id, o.number]));
  const found = await tx
    .select()
    .from(ticketMessages)
    .where(
      and(
        eq(ticketMessages.store_id, storeId),
        inArray(
          ticketMessages.ticket_id,
          rows.map((r) => r.id),
        ),
      ),
    )
    .orderBy(asc(ticketMessages.id));
  const people = new Set([
    ...rows.map((r) => r.opened_by),
    ...found.flatMap((m) => (m.author_id === null ? [] : [m.author_id])),
  ]);
  const names = await tx
    .select({ id: users.id, fullname: users.fullname })
    .from(users)
    .where(inArray(users.id, [...people]))
    .orderBy(users.id);
  return rows.map((ticket): Ticket => {
    const own = found.filter((m) => m.ticket_id === ticket.id);
    const took = new Set([ticket.opened_by, ...own.map((m) => m.author_id)]);
    const { id, order_id, reason, status, updated_at, ver } = ticket;
    return {
      id,
      order_id,
      order: { id: order_id, number: numberOf.get(order_id) ?? 0 },
      reason,
      status,
      members: names.filter((n) => took.has(n.id)),
      messages: own.map(messageOf),
      updated_at,
      new_messages_count: unreadBy(own, userId),
      ver,
    };
  });
}

/** One ticket of the store, locked until the transaction ends; null when the store has no such ticket. */
export async function lockTicket(tx: Tx, storeId: number, id: number): Promise<TicketRow | null> {
  const [row] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.store_id, storeId), eq(tickets.id, id)))
    .for('update');
  return row ?? null;
}

/** Opens a ticket, or returns the open one of that order and reason (U-14). */
export async function openTicket(
  tx: Tx,
  storeId: number,
  { at, ...ticket }: Pick<TicketRow, 'order_id' | 'reason' | 'opened_by'> & { readonly at: Instant },
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const [made] = await tx
    .insert(tickets)
    .values({ ...ticket, store_id: storeId, status: 'open', created_at: at, updated_at: at })
    .onConflictDoNothing()
    .returning({ id: tickets.id });
  if (made) return { id: made.id, isNew: true };
  const [open] = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        eq(tickets.store_id, storeId),
        eq(tickets.order_id, ticket.order_id),
        eq(tickets.reason, ticket.reason),
        eq(tickets.status, 'open'),
      ),
    );
  if (!open) throw new Error(`the open ticket of order ${ticket.order_id} is gone`);
  return { id: open.id, isNew: false };
}

async function messageByHash(tx: Tx, storeId: number, hash: string): Promise<MessageRow | null> {
  const [row] = await tx
    .select()
    .from(ticketMessages)
    .where(and(eq(ticketMessages.store_id, storeId), eq(ticketMessages.hash, hash)));
  return row ?? null;
}

/** null = another message of the store has that hash. */
async function insertMessage(tx: Tx, storeId: number, message: NewMessage): Promise<MessageRow | null> {
  const [row] = await tx
    .insert(ticketMessages)
    .values({ ...message, store_id: storeId })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/** A message to be written; `author_id` null = the support desk. */
export interface MessageDraft {
  readonly ticket_id: number;
  readonly hash: string;
  readonly message: string;
  readonly author_id: number | null;
}

/**
 * Writes a message once per hash, never into a closed ticket, and announces it to the admins (U-05, U-15). Call it
 * last.
 */
export async function writeMessage(
  tx: Tx,
  storeId: number,
  draft: MessageDraft,
  at: Instant,
): Promise<Result<TicketMessage>> {
  const { ticket_id, hash, message, author_id } = draft;
  const ticket = await lockTicket(tx, storeId, ticket_id);
  if (!ticket) return fail('not_found');
  const known = await messageByHash(tx, storeId, hash);
  if (known?.ticket_id === ticket_id && known.message === message) return ok(messageOf(known));
  if (known) return fail('idempotency_mismatch');
  if (ticket.status === 'closed') return fail('ticket_closed');
  const author =
    author_id === null ? { from: 'core' as const, read_by: [] } : { from: 'store' as const, read_by: [author_id] };
  const made = await insertMessage(tx, storeId, { ...draft, ...author, created_at: at });
  // A concurrent request sent the same hash to another ticket.
  if (!made) return fail('idempotency_mismatch');
  await touchTicket(tx, storeId, ticket_id, { at, isNews: true });
  return ok(messageOf(made));
}

/** Marks all messages of a locked ticket as read by that person; false when none was unread (U-13). */
export async function markRead(tx: Tx, storeId: number, ticketId: number, userId: number): Promise<boolean> {
  const marked = await tx
    .update(ticketMessages)
    .set({ read_by: sql`array_append(${ticketMessages.read_by}, ${userId}::integer)` })
    .where(
      and(
        eq(ticketMessages.store_id, storeId),
        eq(ticketMessages.ticket_id, ticketId),
        sql`not ${userId}::integer = any(${ticketMessages.read_by})`,
      ),
    )
    .returning({ from: ticketMessages.from });
  return marked.length > 0;
}

/** Support messages that no member of the store has read: the same number for every receiver of an event. */
const unseenByAll = (tx: Tx, storeId: number, ticketId: number): Promise<number> =>
  tx.$count(
    ticketMessages,
    and(
      eq(ticketMessages.store_id, storeId),
      eq(ticketMessages.ticket_id, ticketId),
      eq(ticketMessages.from, 'core'),
      sql`cardinality(${ticketMessages.read_by}) = 0`,
    ),
  );

export interface TicketChange {
  readonly at: Instant;
  /** The ticket was opened or got a message, and not only read. */
  readonly isNews: boolean;
  readonly status?: TicketRow['status'];
  /** The ticket was just inserted, so only the announcement is missing. */
  readonly isNew?: boolean;
}

/** Raises the version of a locked ticket and announces it to the admins. Call it last: it locks the store's feed. */
export async function touchTicket(
  tx: Tx,
  storeId: number,
  id: number,
  { at, isNews, status, isNew = false }: TicketChange,
): Promise<TicketRow> {
  const own = and(eq(tickets.store_id, storeId), eq(tickets.id, id));
  const [row] = isNew
    ? await tx.select().from(tickets).where(own)
    : await tx
        .update(tickets)
        .set({ ver: sql`${tickets.ver} + 1`, ...(isNews && { updated_at: at }), ...(status && { status }) })
        .where(own)
        .returning();
  if (!row) throw new Error(`ticket ${id} is gone`);
  const payload = {
    id,
    order_id: row.order_id,
    status: row.status,
    new_messages_count: await unseenByAll(tx, storeId, id),
    updated_at: isoFromInstant(row.updated_at),
  };
  announceSupport(pgFeeds(tx, storeId), { at, name: 'ticket-updated', id, ver: row.ver, payload });
  return row;
}
