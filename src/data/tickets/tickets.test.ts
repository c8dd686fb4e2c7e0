import { describe, expect, it, vi } from 'vitest';
import type { WireTicketMessage } from '#contract/wire/tickets.ts';
import { instant } from '#domain/time.ts';
import type { SendContext } from '#sync/command.ts';
import { ApiFailure } from '#sync/failure.ts';
import { noCalls } from '#testing/no-calls.ts';
import type { CommandCalls } from '#commands/api.ts';
import type { MessageArgs } from '#commands/ticket/message.ts';
import { ticketMessageCommand } from '#commands/ticket/message.ts';
import { threadOf } from './tickets.ts';

const args: MessageArgs = { storeId: 1, ticketId: 5, hash: 'h-1', message: 'Hola', at: 1_000 };
const type = 'ticket.message/1';
const waiting = { cmdId: 'c-1', type, body: args, attempts: 0, state: 'queued', held: null } as const;
const there = {
  id: 9,
  from: 'core',
  message: '¿Qué pasó?',
  read_by: [],
  created_at: instant(500),
  hash: 'h-0',
} as const;

describe('a conversation is what the server has and what this device has still to say', () => {
  it.each([
    ['before it has left', {}, 'waiting'],
    ['on its way', { state: 'sending', attempts: 1 }, 'waiting'],
    ['tried in vain', { attempts: 1 }, 'failed'],
    ['given up until a person says so', { held: 'poison', attempts: 8 }, 'failed'],
  ] as const)('a message %s is %s (U-10, U-11)', (_, more, state) => {
    const thread = threadOf([there], [{ ...waiting, ...more }], []);
    expect(thread.map((m) => [m.hash, m.state])).toEqual([
      ['h-0', 'sent'],
      ['h-1', state],
    ]);
  });

  it('one that the server has is shown once (U-15)', () => {
    const stored = { ...there, id: 10, from: 'store', read_by: [3], hash: 'h-1' } as const;
    expect(threadOf([there, stored], [waiting], [])).toHaveLength(2);
    expect(threadOf([stored], [waiting], [])[0]).toMatchObject({ author: 3, cmdId: null });
  });

  it('one that was refused says why and can be dropped (U-05, U-11)', () => {
    const entry = {
      ...waiting,
      seq: 1,
      actor: 1,
      deviceId: 'd',
      lane: 'ticket:5',
      entityType: 'ticket',
      entityId: '5',
      seen: null,
      base: null,
      enqueuedAt: 0,
      ttlMs: 1,
      batchId: null,
      dependsOn: null,
      settling: null,
    } as const;
    const [shown] = threadOf([], [], [{ entry, message: 'El ticket está finalizado.' }]);
    expect(shown).toMatchObject({ state: 'refused', why: 'El ticket está finalizado.', cmdId: 'c-1' });
  });

  it('what another version queued is not shown as a message', () => {
    expect(threadOf([], [{ ...waiting, body: { storeId: 1 } }], [])).toEqual([]);
  });
});

describe('the command ticket.message/1', () => {
  const context: SendContext = {
    idempotencyKey: 'k-1',
    base: null,
    settleOnly: false,
    ageMs: 0,
    deviceId: 'd-1',
    seq: 4,
    entity: null,
    signal: new AbortController().signal,
  };
  const answer: WireTicketMessage = {
    ...there,
    id: 10,
    from: 'store',
    read_by: [1],
    created_at: '2026-11-20T23:00:00.000Z',
    hash: 'h-1',
  };
  const nothing = (): Promise<never> => Promise.reject(new Error('no orders here'));
  const onServer = (tickets: CommandCalls['tickets']) => ticketMessageCommand.on({ ...noCalls(nothing), tickets });
  const [command] = onServer({ send: vi.fn<() => Promise<WireTicketMessage>>(() => Promise.resolve(answer)) });

  it('sends the message under its key and hash (U-15)', async () => {
    const send = vi.fn<(...given: unknown[]) => Promise<WireTicketMessage>>(() => Promise.resolve(answer));
    const [one] = onServer({ send });
    expect(await one?.send(args, context)).toEqual({ kind: 'applied', snapshots: [] });
    expect(send).toHaveBeenCalledExactlyOnceWith(
      { store_id: 1, ticket_id: 5, hash: 'h-1', message: 'Hola', from: 'store', id: -1_000, read_by: [] },
      expect.objectContaining({
        context: { idempotencyKey: 'k-1', settleOnly: false, deviceId: 'd-1', acting: null, seq: 4 },
      }),
    );
  });

  it.each([
    ['no answer', new ApiFailure(0, 'no_response', '', null, null, 1), { kind: 'unknown', fault: false }],
    ['a failing server', new ApiFailure(500, 'internal', '', null, null, 1), { kind: 'unknown', fault: true }],
    ['an ended session', new ApiFailure(401, 'unauthenticated', '', null, null, 1), { kind: 'auth', generation: 1 }],
    [
      'a closed ticket',
      new ApiFailure(409, 'ticket_closed', 'El ticket está finalizado.', { code: 'ticket_closed' }, null, 1),
      { kind: 'refused', code: 'ticket_closed', message: 'El ticket está finalizado.', snapshots: [] },
    ],
  ])('%s is told apart (U-05, U-11)', async (_, failure, outcome) => {
    const [one] = onServer({ send: vi.fn<() => Promise<WireTicketMessage>>(() => Promise.reject(failure)) });
    expect(await one?.send(args, context)).toMatchObject(outcome);
  });

  it('an answer that is not that message is as good as none (I1)', async () => {
    for (const other of [null, {}, { ...answer, hash: 'h-2' }]) {
      const send = vi.fn<() => Promise<WireTicketMessage>>(() => Promise.resolve(JSON.parse(JSON.stringify(other))));
      expect(await onServer({ send })[0]?.send(args, context)).toMatchObject({ kind: 'unknown', fault: true });
    }
  });

  it('believes nothing that is not one', () => {
    expect(ticketMessageCommand.read({ type, body: args })).toEqual(args);
    for (const body of [null, 'x', {}, { ...args, at: '1' }, { ...args, hash: undefined }, { ...args, ticketId: null }])
      expect([ticketMessageCommand.read({ type, body }), command?.isReadable(body)]).toEqual([null, false]);
  });
});
