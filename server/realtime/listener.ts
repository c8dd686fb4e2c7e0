import { sql } from 'drizzle-orm';
import pg from 'pg';
import * as z from 'zod/mini';
import { channelOf, customerChannelOf, type CustomerOrderNotice, feedOf } from '#contract/events.ts';
import { audiences, change } from '#contract/stores.ts';
import type { Database, Tx } from '#server/db/database.ts';
import type { Clock, Log } from '#server/deps.ts';
import { kitchenChange } from './kitchen-view.ts';
import { changesChannel } from './feed-store.ts';
import type { RelayedEvent } from './rest-routes.ts';

const relayChannel = 'marche_relay';
const announcement = z.object({ store_id: z.int(), audience: z.enum(audiences), change });
/**
 * The beginning of an announcement (feed-store.ts): who hears it is known without parsing the rest. A server of an
 * earlier version, which may still run beside this one, writes it with spaces.
 */
const addressed = new RegExp(`^\\{"store_id" ?: ?(\\d+), ?"audience" ?: ?"(${audiences.join('|')})" ?,`);
/** The customer of an announced order. No text inside the announcement can look like it: its quotes are escaped. */
const ofCustomer = /"customer":(\d+)/;
/** NOTIFY carries 8,000 bytes, so an event of 10 KB is sent in parts, in order, by one commit. */
const partChars = 1_500;
const part = z.object({ id: z.string(), last: z.boolean(), text: z.string() });
const relayed = z.array(
  z.object({ channel: z.string(), name: z.string(), data: z.string(), socket_id: z.optional(z.string()) }),
);

/** Sends events to all processes of this database on commit. At most one call in a transaction. */
export async function notifyRelayed(tx: Tx, events: readonly RelayedEvent[]): Promise<void> {
  const text = JSON.stringify(events);
  const starts = Array.from({ length: Math.ceil(text.length / partChars) }, (_, i) => i * partChars);
  const { rows } = await tx.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`);
  const id = rows[0]?.id ?? '';
  for (const start of starts) {
    // `start` distinguishes equal parts: PostgreSQL merges equal messages of one transaction.
    const message = JSON.stringify({
      id,
      start,
      last: start === starts.at(-1),
      text: text.slice(start, start + partChars),
    });
    await tx.execute(sql`select pg_notify(${relayChannel}, ${message})`);
  }
}

/** Sends events received over HTTP to all processes of this database, this one included. */
export const relayEvents = (db: Database, events: readonly RelayedEvent[]): Promise<void> =>
  db.system((tx) => notifyRelayed(tx, events));

export interface ChangeHandlers {
  /** Changes of other channels are not read. */
  isHeard(channel: string): boolean;
  onChange(channel: string, event: string, data: string): void;
  onRelayed(event: RelayedEvent): void;
  /** The connection was lost, and with it the announcements of that time. */
  onGap(): void;
}

/** Key of the advisory lock that elects the sending process. */
const senderLock = 4_173_002;
const firstRetryMs = 250;
const longestRetryMs = 5_000;

/** Keeps one LISTEN connection open as long as the server runs, and reconnects after every loss. */
export function listen(url: string, handlers: ChangeHandlers, { clock, log }: { clock: Clock; log: Log }) {
  let client: pg.Client | null = null;
  const stopping = new AbortController();
  let first = true;
  const parts = new Map<string, string>();

  /** Tells a customer on their own channel which of their orders changed, and nothing more. */
  function tellCustomer(storeId: number, payload: string): void {
    const [, userId] = ofCustomer.exec(payload) ?? [];
    const channel = userId === undefined ? null : customerChannelOf(Number(userId));
    if (channel === null || !handlers.isHeard(channel)) return;
    const { change: event } = z.parse(announcement, JSON.parse(payload));
    const notice: CustomerOrderNotice = { store_id: storeId, id: Number(event.id) };
    handlers.onChange(channel, event.name, JSON.stringify(notice));
  }

  function receive(channel: string, payload: string): void {
    if (channel === changesChannel) {
      const [, id, feed] = addressed.exec(payload) ?? [];
      const audience = audiences.find((known) => known === feed);
      if (audience === undefined) throw new Error('an announcement without an address');
      const wide = channelOf(Number(id), audience);
      const kitchen = audience === feedOf('kitchen') ? channelOf(Number(id), 'kitchen') : wide;
      tellCustomer(Number(id), payload);
      if (!handlers.isHeard(wide) && !handlers.isHeard(kitchen)) return;
      const {
        change: { customer: _customer, ...event },
      } = z.parse(announcement, JSON.parse(payload));
      handlers.onChange(wide, event.name, JSON.stringify(event));
      if (kitchen === wide) return;
      const reduced = kitchenChange(event);
      handlers.onChange(kitchen, reduced.name, JSON.stringify(reduced));
      return;
    }
    const { id, last, text } = z.parse(part, JSON.parse(payload));
    const whole = (parts.get(id) ?? '') + text;
    if (last) parts.delete(id);
    else parts.set(id, whole);
    if (last) for (const event of z.parse(relayed, JSON.parse(whole))) handlers.onRelayed(event);
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    const lost = new Promise<void>((resolve) => {
      next.on('error', () => resolve());
      next.on('end', () => resolve());
    });
    next.on('notification', ({ channel, payload = '' }) => {
      try {
        receive(channel, payload);
      } catch (error) {
        log.error('an announcement could not be read', error);
      }
    });
    try {
      await next.connect();
      await next.query(`listen ${changesChannel}; listen ${relayChannel}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    if (!first) handlers.onGap();
    first = false;
    void lost.then(() => reconnect());
  }

  async function reconnect(): Promise<void> {
    client = null;
    let delay = firstRetryMs;
    while (!stopping.signal.aborted) {
      try {
        await connect();
        return;
      } catch (error) {
        log.warn(`listening again failed: ${error instanceof Error ? error.message : String(error)}`);
        await clock.wait(delay);
        delay = Math.min(delay * 2, longestRetryMs);
      }
    }
  }

  return {
    ready: connect(),
    /**
     * Whether this process holds the lock and sends for all processes of its database. The lock ends with the
     * connection.
     */
    async leads(): Promise<boolean> {
      const result = await client?.query<{ mine: boolean }>(
        `select case when exists (
             select from pg_locks where locktype = 'advisory' and objid::bigint = $1::bigint and pid = pg_backend_pid())
           then true else pg_try_advisory_lock($1::bigint) end as mine`,
        [senderLock],
      );
      return result?.rows[0]?.mine === true;
    },
    async stop(): Promise<void> {
      stopping.abort();
      await client?.end().catch(() => undefined);
    },
  };
}
