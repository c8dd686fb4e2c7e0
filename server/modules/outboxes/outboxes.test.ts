import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { outboxBalance } from '#contract/outboxes.ts';
import { readOutboxBalance } from '#contract/wire/outboxes.ts';
import { awaited, balanceOfDevices, type DeviceBalance, type OutboxBalance } from '#domain/outbox-balance.ts';
import type { Person } from '#server/seed/people.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { outboxReport } from '#server/testing/procedures.ts';
import { readError, readFeed } from '#server/testing/read.ts';
import { type Answer, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { sweep } from '#server/maintenance.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const { configure, open, close, read, forget } = cashboxCalls(() => server);
let register = 0;
beforeEach(async () => {
  await server.db.direct.execute('truncate outboxes, commands');
  await forget();
  await configure();
  register = read(await open(0)).id ?? 0;
  pass(1_000);
});

const pass = (ms: number): void => server.clock.jump(ms);

/** A person's outbox on a device. */
function outboxOf(who: Person, id: string = randomUUID()) {
  return {
    id,
    /** The server decides the command with this number: a movement of money. */
    send: (seq: number): Promise<Answer> =>
      server.ask(who, '/store/1/cashbox/flow', {
        method: 'POST',
        body: { type: 'cash_in', amount: seq },
        headers: { ...command(), 'x-device': id, 'x-seq': String(seq) },
      }),
    report: (more: Parameters<typeof outboxReport>[0]): Promise<Answer> =>
      server.ask(who, '/store/1/outbox', { method: 'POST', body: outboxReport({ id, ...more }) }),
  };
}

const balanceOf = ({ body }: Answer): OutboxBalance => readOutboxBalance(z.parse(outboxBalance, body));
const path = (id = register): string => `/store/1/cashbox/${id}/devices`;
const balance = async (): Promise<OutboxBalance> => balanceOf(await server.ask('ana', path()));
const asked = async (): Promise<OutboxBalance> => balanceOf(await server.ask('ana', path(), { method: 'POST' }));
const shown = ({ person, device, confirmed, unsent, review, missing }: DeviceBalance): unknown[] => [
  person,
  device === null ? null : typeof device,
  confirmed,
  unsent,
  review,
  missing.map((gap) => gap.number),
];

describe('what the devices have sent', () => {
  it('is nothing in a register that nobody has worked in', async () => {
    expect(await balance()).toEqual({ askedAt: null, devices: [] });
  });

  it('counts what came since the last close, by person and device, and what each still holds', async () => {
    const [ana, bruno] = [outboxOf('ana'), outboxOf('bruno')];
    for (const seq of [1, 2, 3]) await ana.send(seq);
    await ana.report({ minted: 3 });
    await bruno.send(1);
    await bruno.report({ minted: 4, held: [2, 3], rejected: [1, 4] });
    const now = await balance();
    expect(now.devices.map(shown)).toEqual([
      ['Ana Ferreyra', 'string', 3, 0, 0, []],
      // Of the two that are to be read, the server has refused one and never heard of the other.
      ['Bruno Acosta', 'string', 1, 3, 2, []],
    ]);
    expect(balanceOfDevices(now)).toEqual({ made: 7, confirmed: 4, unsent: 3, missing: 0 });
    expect(awaited(now).map((d) => d.person)).toEqual(['Bruno Acosta']);
    // They arrive, and nobody has reported since.
    for (const seq of [2, 3, 4]) await bruno.send(seq);
    expect((await balance()).devices.map(shown)[1]).toEqual(['Bruno Acosta', 'string', 4, 0, 2, []]);
  });

  it('counts a command once, however often it is sent, and one that was refused too', async () => {
    const diego = outboxOf('diego');
    const headers = { ...command(), 'x-device': diego.id, 'x-seq': '1' };
    const ask = { method: 'POST', body: { type: 'cash_in', amount: 1 }, headers } as const;
    for (let n = 0; n < 3; n += 1) expect((await server.ask('diego', '/store/1/cashbox/flow', ask)).status).toBe(403);
    await diego.report({ minted: 1 });
    expect((await balance()).devices.map(shown)).toEqual([['Diego Benítez', 'string', 1, 0, 0, []]]);
  });

  it('leaves out what was never sent and given up on the device', async () => {
    const ana = outboxOf('ana');
    await ana.send(2);
    expect((await ana.report({ minted: 3, withdrawn: [1, 3] })).body).toEqual({ explained: 3 });
    expect((await balance()).devices.map(shown)).toEqual([['Ana Ferreyra', 'string', 1, 0, 0, []]]);
  });

  it('shows a number that nobody has, with the time around it, until it turns up', async () => {
    const ana = outboxOf('ana');
    await ana.send(1);
    const from = server.clock.now();
    pass(60_000);
    await ana.send(4);
    const to = server.clock.now();
    pass(60_000);
    await ana.report({ minted: 5, held: [3] });
    const found = server.clock.now();
    const gaps = async () => (await balance()).devices.flatMap((d) => d.missing);
    expect(await gaps()).toEqual([
      { number: 2, from, to },
      { number: 5, from: to, to: found },
    ]);
    pass(60_000);
    // The same is said again, and what happened since does not move the time of a gap.
    await ana.send(6);
    await ana.report({ minted: 6, held: [3] });
    expect((await gaps())[1]).toEqual({ number: 5, from: to, to: found });
    await ana.send(2);
    expect((await gaps()).map((g) => g.number)).toEqual([5]);
    await ana.report({ minted: 6, withdrawn: [3, 5] });
    expect(awaited(await balance())).toEqual([]);
  });

  it('counts what somebody else did there with their PIN; the report of another person’s outbox is refused', async () => {
    const ana = outboxOf('ana');
    await ana.send(1);
    await ana.report({ minted: 2, held: [2] });
    const bruno = outboxOf('bruno', ana.id);
    await bruno.send(2);
    expect(readError(await bruno.report({ minted: 2 }))).toMatchObject({ code: 'forbidden' });
    expect((await balance()).devices.map(shown)).toEqual([['Ana Ferreyra', 'string', 2, 0, 0, []]]);
  });

  it('a device with other clocks, late and repeated reports changes nothing', async () => {
    const ana = outboxOf('ana');
    await ana.report({ minted: 1, held: [1] });
    await ana.send(1);
    await ana.report({ minted: 3, held: [3], withdrawn: [2] });
    await ana.report({ minted: 1, held: [1] });
    await ana.report({ minted: 2, held: [2] });
    expect((await balance()).devices.map(shown)).toEqual([['Ana Ferreyra', 'string', 1, 1, 0, []]]);
  });

  it('after a restored copy shows what the copy lost, by number', async () => {
    const ana = outboxOf('ana');
    await ana.send(1);
    await ana.report({ minted: 1 });
    // 2 and 4 came after the copy and are gone with the database; the device remembers that it undid 3.
    await ana.send(5);
    await ana.report({ minted: 5, withdrawn: [3] });
    expect((await balance()).devices.flatMap((d) => d.missing.map((g) => g.number))).toEqual([2, 4]);
  });

  it('waits for a device that has not answered since it was asked, unless the person logged out', async () => {
    const [ana, bruno, carla] = [outboxOf('ana'), outboxOf('bruno'), outboxOf('carla')];
    await ana.report({});
    await bruno.report({ minted: 0 });
    await carla.report({ left: true });
    pass(1_000);
    const before = readFeed(await server.ask('diego', '/store/1/changes')).head;
    expect(awaited(await asked()).map((d) => d.person)).toEqual(['Ana Ferreyra', 'Bruno Acosta']);
    const { changes } = readFeed(await server.ask('diego', `/store/1/changes?since=${before}`));
    expect(changes.map((c) => c.name)).toEqual(['outbox-asked']);
    pass(1_000);
    await ana.report({});
    expect(awaited(await balance()).map((d) => d.person)).toEqual(['Bruno Acosta']);
  });

  it('waits for a device that has sent commands and never reported', async () => {
    await outboxOf('ana').send(1);
    const now = await balance();
    expect([now.devices.map(shown), awaited(now).length]).toEqual([[['Ana Ferreyra', null, 1, 0, 0, []]], 1]);
  });
});

describe('a close', () => {
  it('keeps what the devices had not sent; what comes later belongs to the next register', async () => {
    const ana = outboxOf('ana');
    await ana.send(1);
    await ana.report({ minted: 3, held: [2] });
    expect((await close(register, { amount: 1 })).status).toBe(200);
    pass(1_000);
    const first = register;
    register = read(await open(0)).id ?? 0;
    await ana.send(2);
    await ana.report({ minted: 3 });
    expect(balanceOf(await server.ask('ana', path(first))).devices.map(shown)).toEqual([
      ['Ana Ferreyra', 'string', 1, 1, 0, [3]],
    ]);
    // The gap was found in the register before.
    expect((await balance()).devices.map(shown)).toEqual([['Ana Ferreyra', 'string', 1, 0, 0, []]]);
    expect(readError(await server.ask('ana', path(first), { method: 'POST' })).code).toBe('cashbox_closed');
  });

  it('names a device that still holds something from the register before', async () => {
    const ana = outboxOf('ana');
    await ana.report({ minted: 1, held: [1] });
    await close(register, { amount: 0 });
    pass(60_000);
    register = read(await open(0)).id ?? 0;
    pass(30_000);
    expect((await balance()).devices.map(shown)).toEqual([['Ana Ferreyra', 'string', 0, 1, 0, []]]);
  });
});

it.each([
  ['a number of 0', { held: [0] }],
  ['a number with decimals', { withdrawn: [1.5] }],
  ['an id that is none', { id: 'tablet' }],
  ['a million numbers', { held: Array.from({ length: 1_000_000 }, (_, n) => n + 1) }],
  ['a last number below 0', { minted: -1 }],
])('a report with %s is refused', async (_what, more) => {
  const answer = await server.ask('ana', '/store/1/outbox', { method: 'POST', body: outboxReport(more) });
  expect([413, 422]).toContain(answer.status);
});

it('a number that no device could have reached costs no more than a few thousand rows', async () => {
  const ana = outboxOf('ana');
  expect((await ana.report({ minted: 999_999_999, withdrawn: [] })).status).toBe(200);
  expect((await balance()).devices[0]?.missing.length).toBe(5_000);
});

it('forgets an outbox after 400 days without news', async () => {
  const ana = outboxOf('ana');
  await ana.report({ minted: 1, held: [1] });
  const rows = async (): Promise<unknown> =>
    (await server.db.direct.execute<{ n: number }>('select count(*)::integer as n from outboxes')).rows[0]?.n;
  server.clock.jump(399 * 24 * 3_600_000);
  await sweep(server.deps);
  expect(await rows()).toBe(1);
  server.clock.jump(2 * 24 * 3_600_000);
  await sweep(server.deps);
  expect(await rows()).toBe(0);
});
