import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Audience } from '#contract/stores.ts';
import { key, moment } from './columns.ts';
import { stores } from './stores.ts';

/*
 * Commands, events and audit are logs: their rows are only added, in a transaction that has read the store and the
 * actor, and neither of the two is ever deleted. So they have no foreign keys, each of which costs a look-up and a row
 * lock for every row.
 */
const storeId = () => integer().notNull();

/**
 * Kinds of actor: a person, the server itself (system), one of its timers, or an outside service that calls it
 * (provider). A person has an id; the others have a name, such as 'store-closing'.
 */
export const actorKinds = ['user', 'system', 'timer', 'provider'] as const;
export type ActorKind = (typeof actorKinds)[number];

export const actor = () => ({
  actor_kind: text().notNull().default('user').$type<ActorKind>(),
  actor_id: integer(),
  actor_name: text(),
});

/** SQL check: a 'user' row has an id and no name, every other kind has a name and no id. */
const namesActor = (user: string): string =>
  `case actor_kind when 'user' then actor_id is not null and actor_name is null and ${user}
   when 'system' then actor_id is null and actor_name is not null
   when 'timer' then actor_id is null and actor_name is not null
   when 'provider' then actor_id is null and actor_name is not null
   else false end`;

/** The server's decision about each command, kept 90 days: every repeat gets the same answer. */
export const commands = pgTable(
  'commands',
  {
    store_id: storeId(),
    cmd_id: uuid().notNull(),
    ...actor(),
    /**
     * The device that created the command, and the command's number on that device. When the request does not say, the
     * session's id and null.
     */
    device_id: uuid(),
    seq: integer(),
    fingerprint: text().notNull(),
    /** HTTP status and body of the answer, byte for byte. Every row has them. */
    status: integer(),
    response: json().$type<unknown>(),
    created_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.store_id, t.cmd_id] }),
    index('commands_age').on(t.created_at),
    /** What the devices of a store sent in a time, and which numbers of one outbox are decided. */
    index('commands_received')
      .on(t.store_id, t.created_at)
      .where(sql`seq is not null`),
    index('commands_numbers')
      .on(t.store_id, t.device_id, t.seq)
      .where(sql`seq is not null`),
    check('commands_actor', sql.raw(namesActor('device_id is not null'))),
  ],
);

/**
 * What each outbox (a person's database on a device) said of the numbers of its commands in its last report, as far as
 * the server has no decision about them. Kept 400 days.
 */
export const outboxes = pgTable(
  'outboxes',
  {
    store_id: storeId(),
    /** As in `commands`. */
    device_id: uuid().notNull(),
    user_id: integer().notNull(),
    /** Description of the device. */
    device: text().notNull(),
    /** Up to this number every command has been looked for. */
    minted: integer().notNull(),
    held: integer().array().notNull(),
    rejected: integer().array().notNull(),
    missing: jsonb().notNull().$type<readonly StoredGap[]>(),
    /** How many commands a person has to read there, decided ones too. */
    review: integer().notNull(),
    /** The person logged out there. */
    left: boolean().notNull(),
    reported_at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.store_id, t.device_id] }), index('outboxes_reported').on(t.store_id, t.reported_at)],
);

/** A number that nobody can explain: when that was found, and when the commands before and after it came. */
export interface StoredGap {
  readonly number: number;
  readonly found: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Head of each feed. The transaction that writes the event raises it, so a sequence has no gaps. */
export const storeFeeds = pgTable(
  'store_feeds',
  {
    store_id: storeId().references(() => stores.id),
    audience: text().notNull().$type<Audience>(),
    head: bigint({ mode: 'number' }).notNull(),
    /** Raised when the database has gone back in time (epochs.ts); 0 until then. */
    epoch: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.store_id, t.audience] })],
);

export const storeEvents = pgTable(
  'store_events',
  {
    store_id: storeId(),
    audience: text().notNull().$type<Audience>(),
    store_seq: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    type: text().notNull(),
    entity_id: text(),
    ver: integer().notNull(),
    payload: jsonb().$type<unknown>(),
    created_at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.store_id, t.audience, t.store_seq] }), index('store_events_age').on(t.created_at)],
);

/** Audit log, append only: actor, device, state before and after (docs/threats.md T7). */
export const audit = pgTable(
  'audit',
  {
    id: key(),
    store_id: storeId(),
    ...actor(),
    /** Session of a person; null for every other actor. */
    session_id: uuid(),
    device: text(),
    /** Whoever allowed it, by their PIN, to a person without the right. */
    authorised_by: integer(),
    action: text().notNull(),
    entity: text().notNull(),
    entity_id: text().notNull(),
    before: jsonb().$type<unknown>(),
    after: jsonb().$type<unknown>(),
    cmd_id: uuid(),
    at: moment().notNull(),
  },
  (t) => [
    index('audit_entity').on(t.store_id, t.entity, t.entity_id),
    index('audit_removed_orders')
      .on(t.store_id, t.at)
      .where(sql`action = 'order.remove'`),
    check('audit_actor', sql.raw(namesActor('session_id is not null and device is not null'))),
  ],
);

/** Values that all processes on this database share, such as the realtime secret. */
export const settings = pgTable('settings', { key: text().primaryKey(), value: text().notNull() });
