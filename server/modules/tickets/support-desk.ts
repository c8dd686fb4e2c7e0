import type { FastifyInstance } from 'fastify';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { storeMessage } from '#contract/events.ts';
import { requiredText, uuid } from '#contract/fields.ts';
import { writeTicketMessage } from '#contract/wire/tickets.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { descriptionMaxChars, ticketMessageMaxChars } from '#domain/limits.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { tickets } from '#server/db/schema/support.ts';
import type { Deps } from '#server/deps.ts';
import type { NamedActor } from '#server/http/actors.ts';
import { keyGuard, parseBody, storeItself } from '#server/http/key-routes.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { announceMessage } from '#server/realtime/announce.ts';
import { pgFeeds, readMessage } from '#server/realtime/feed-store.ts';
import { lockTicket, touchTicket, writeMessage } from './tickets-store.ts';

interface Named {
  Params: { id: string };
}

/** `hash` makes a repeat harmless; without it each call writes a new message. */
const hashed = { hash: z.optional(uuid) };
const messageBody = z.object({ message: requiredText(ticketMessageMaxChars), ...hashed });
const storeMessageBody = z.object({
  title: z.optional(requiredText(descriptionMaxChars)),
  text: requiredText(ticketMessageMaxChars),
  level: storeMessage.shape.level,
  ...hashed,
});
const changeBody = z.object({ status: z.literal('closed') });

const supportDesk: NamedActor = { kind: 'provider', name: 'support-desk' };

/**
 * The support desk's calls, authenticated by `Authorization: Bearer <SUPPORT_DESK_KEY>`: it answers a ticket, closes
 * it, and sends a message to all members of a store. Without that key in the environment the routes are not mounted.
 */
export function mountSupportDesk(app: FastifyInstance, deps: Deps): void {
  const { clock, ids } = deps;
  const { supportDeskKey } = deps.config;
  if (supportDeskKey === null) return;
  const guarded = keyGuard(deps, supportDeskKey);

  async function storeOfTicket(id: number): Promise<number | null> {
    const [row] = await deps.db.direct.select({ storeId: tickets.store_id }).from(tickets).where(eq(tickets.id, id));
    return row?.storeId ?? null;
  }

  app.post<Named>(
    '/api/core/tickets/:id/message',
    guarded(
      storeOfTicket,
      async ({ id, storeId, body }) => {
        const read = parseBody(messageBody, body);
        if (!read.ok) return read;
        const { message, hash = ids.uuid() } = read.value;
        const draft = { ticket_id: id, hash, message, author_id: null };
        return deps.db.store(storeId, 'write', async (tx) => {
          const sent = await writeMessage(tx, storeId, draft, clock.now());
          return sent.ok ? ok(writeTicketMessage(sent.value)) : sent;
        });
      },
      201,
    ),
  );

  app.patch<Named>(
    '/api/core/tickets/:id',
    guarded(
      storeOfTicket,
      async ({ id, storeId, body }) => {
        const read = parseBody(changeBody, body);
        if (!read.ok) return read;
        return deps.db.store(storeId, 'write', async (tx) => {
          const ticket = await lockTicket(tx, storeId, id);
          if (!ticket) return fail('not_found');
          if (ticket.status === 'open') {
            const at = clock.now();
            const change = { before: { status: 'open' }, after: { status: 'closed' }, command: null, at };
            await touchTicket(tx, storeId, id, { at, isNews: true, status: 'closed' });
            appendAudit(tx, {
              storeId,
              actor: supportDesk,
              action: 'ticket.close',
              entity: 'ticket',
              entityId: id,
              ...change,
            });
          }
          return ok({ id, status: 'closed' });
        });
      },
      200,
    ),
  );

  app.post<Named>(
    '/api/core/store/:id/message',
    guarded(
      storeItself(deps),
      async ({ storeId, body }) => {
        const read = parseBody(storeMessageBody, body);
        if (!read.ok) return read;
        const { hash = ids.uuid(), ...message } = read.value;
        return deps.db.store(storeId, 'write', (tx) => announceOnce(tx, { storeId, hash, message, at: clock.now() }));
      },
      201,
    ),
  );
}

interface DeskAnnouncement {
  readonly storeId: number;
  readonly hash: string;
  readonly message: z.infer<typeof storeMessage>;
  readonly at: Instant;
}

/**
 * Shows the message in every open app of the store. A repeat is recognised by its hash as long as events are
 * kept.
 */
async function announceOnce(tx: Tx, { storeId, hash, message, at }: DeskAnnouncement): Promise<Result<unknown>> {
  const known = await readMessage(tx, storeId, hash);
  if (known === null) return ok(announceMessage(pgFeeds(tx, storeId), 'store', message, at, hash));
  const { title, text, level } = z.parse(storeMessage, known);
  const isSame = title === message.title && text === message.text && level === message.level;
  return isSame ? ok(known) : fail('idempotency_mismatch');
}
