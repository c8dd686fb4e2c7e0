import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, afterEach, describe, expect, inject, it } from 'vitest';
import { beginEpochs, epochAt } from '#server/db/epochs.ts';
import { orders } from '#server/db/schema/orders.ts';
import { storeFeeds } from '#server/db/schema/sync.ts';
import { tickets } from '#server/db/schema/support.ts';
import { parseProfile, readCreated, readError, readFeed, readOneOrder } from '#server/testing/read.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { wentBackTexts } from '#texts/alerts.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterEach(() => server.close());

const feed = async (since?: number, audience = 'admin') =>
  readFeed(
    await server.ask('ana', `/store/1/changes?audience=${audience}${since === undefined ? '' : `&since=${since}`}`),
  );

const create = async () =>
  readCreated(
    await server.ask('ana', '/store/1/orders', {
      method: 'POST',
      body: await buildSubmission(server),
      headers: command(),
    }),
  );

const move = (id: number, status: string, headers: Record<string, string>) =>
  server.ask('ana', `/store/1/orders/${id}`, { method: 'PATCH', body: { status }, headers });

const feedsOf = (storeId: number) =>
  server.db.direct.select().from(storeFeeds).where(eq(storeFeeds.store_id, storeId)).orderBy(storeFeeds.audience);

const restored = () => beginEpochs(server.db.url, server.clock.now());

describe('a database that went back in time', () => {
  it('continues every number that a device may have seen, of every store', async () => {
    const before = await create();
    const epoch = epochAt(server.clock.now());
    await restored();
    const found = await server.db.direct.select().from(orders);
    expect(found.length).toBeGreaterThan(9);
    for (const { ver, status_rev, money_rev } of found)
      expect([ver, status_rev, money_rev]).toEqual([epoch, epoch, epoch]);
    for (const row of await server.db.direct.select().from(storeFeeds))
      expect([row.head, row.epoch]).toEqual([epoch, epoch]);
    for (const { ver } of await server.db.direct.select().from(tickets)) expect(ver).toBe(epoch);
    const after = await create();
    expect(after.id).toBeGreaterThan(epoch);
    expect([after.number, after.ver, after.status_rev, after.money_rev]).toEqual([
      (before.number ?? 0) + 1,
      epoch + 1,
      epoch + 1,
      epoch + 1,
    ]);
  });

  it('never begins the same epoch twice, and none with a smaller number', async () => {
    await restored();
    const [first] = await feedsOf(1);
    await restored();
    const [second] = await feedsOf(1);
    expect(second?.epoch).toBeGreaterThan(first?.epoch ?? 0);
    expect(second?.head).toBeGreaterThan(first?.head ?? 0);
  });

  it('answers the whole state to every position of before, and a delta to every one since', async () => {
    await create();
    const { head } = await feed();
    await restored();
    for (const since of [0, head, head + 1]) {
      const answer = await feed(since);
      expect([answer.reset, answer.epoch > since, answer.changes.length]).toEqual([true, true, 10]);
      expect(answer.changes.every((c) => c.ver >= answer.epoch)).toBe(true);
    }
    const now = await feed();
    await create();
    const next = await feed(now.head);
    expect([next.reset, next.epoch, next.head, next.changes.length]).toEqual([false, now.epoch, now.head + 1, 1]);
  });

  it('tells the staff once, and that the catalog has to be read again', async () => {
    const { head } = await feed(undefined, 'store');
    await restored();
    const told = (await feed(head, 'store')).changes.filter((c) => c.type === 'message' || c.type === 'catalog');
    expect(told.map((c) => [c.name, c.payload])).toEqual([
      ['message', { ...wentBackTexts, level: 'warning' }],
      ['catalog-updated', undefined],
    ]);
    const now = await feed(undefined, 'store');
    expect(now.changes.some((c) => c.type === 'message')).toBe(false);
    expect((await feed(now.head, 'store')).changes).toEqual([]);
  });

  it('sends the epoch with the first profile of a device', async () => {
    await restored();
    const { feed: first } = parseProfile(await server.ask('ana', '/store/1?parts=store%2Corders'));
    const { head, epoch } = await feed();
    expect([first?.head, first?.epoch]).toEqual([head, epoch]);
    expect(epoch).toBeGreaterThan(0);
  });
});

describe('a database that was restored by hand (nothing told it)', () => {
  it('begins an epoch when a device is ahead of its feed, for that store only', async () => {
    const { head } = await feed();
    const others = await feedsOf(2);
    const answer = await feed(head + 3);
    expect([answer.reset, answer.epoch > head + 3, answer.head >= answer.epoch]).toEqual([true, true, true]);
    // A device whose position the restored feed has reached again learns it by the same number.
    expect([(await feed(head)).reset, (await feed(head)).epoch]).toEqual([true, answer.epoch]);
    expect((await feed(0, 'store')).epoch).toBe(answer.epoch);
    expect(await feedsOf(2)).toEqual(others);
  });

  it('begins at most one a minute, and none for a position that no feed can have', async () => {
    const { head } = await feed();
    expect((await feed(Number.MAX_SAFE_INTEGER)).epoch).toBe(0);
    const { epoch } = await feed(head + 1);
    server.clock.advance(50_000);
    const again = await feed(epoch + 20);
    expect([again.reset, again.epoch]).toEqual([true, epoch]);
    server.clock.advance(15_000);
    expect((await feed(epoch + 20)).epoch).toBeGreaterThan(epoch + 20);
  });

  it('begins one when several devices find out at once', async () => {
    const { head } = await feed();
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => feed(head + 1 + n)));
    expect(new Set(answers.map((a) => a.epoch)).size).toBe(1);
    expect(answers.every((a) => a.reset && a.epoch > 0)).toBe(true);
  });
});

describe('a command from before the database went back', () => {
  it('is not decided: the answer is 425 with the order as it is, and the same command on that is applied (I6, I9)', async () => {
    const { id, status_rev } = await create();
    await restored();
    const cmdId = randomUUID();
    const early = await move(id, 'ACCEPTED', command({ rev: status_rev }, cmdId));
    expect([early.status, readError(early).code]).toEqual([425, 'too_early']);
    const { current } = readError(early);
    expect(current?.status).toBe('PENDING');
    const applied = await move(id, 'ACCEPTED', command({ rev: current?.status_rev ?? 0 }, cmdId));
    expect([applied.status, readOneOrder(applied).status]).toEqual([200, 'ACCEPTED']);
  });

  it('conflicts as ever on a revision of this epoch that is not the current one', async () => {
    const { id } = await create();
    await restored();
    const epoch = (await feed()).epoch;
    const answer = await move(id, 'ACCEPTED', command({ rev: epoch - 1 }));
    expect([answer.status, readError(answer).code]).toEqual([409, 'conflict']);
  });

  it('that follows one that is still known is applied if the order shows what that one left', async () => {
    const { id, status_rev } = await create();
    const first = randomUUID();
    expect((await move(id, 'ACCEPTED', command({ rev: status_rev }, first))).status).toBe(200);
    await restored();
    expect((await move(id, 'DELIVER', command({ after: first }))).status).toBe(200);
  });

  it('that follows one that is no longer known is not decided', async () => {
    const { id } = await create();
    await restored();
    expect((await move(id, 'ACCEPTED', command({ after: randomUUID() }))).status).toBe(425);
  });

  it('on an order that is gone reaches no other order', async () => {
    const { id } = await create();
    await server.db.direct.delete(orders).where(eq(orders.id, id));
    await restored();
    const next = await create();
    expect(next.id).not.toBe(id);
    expect((await move(id, 'ACCEPTED', command({ rev: 1 }))).status).toBe(404);
  });
});
