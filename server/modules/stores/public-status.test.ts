import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { storeStatus } from '#contract/stores.ts';
import { after, minutes } from '#domain/time.ts';
import { stores } from '#server/db/schema/stores.ts';
import type { Person } from '#server/seed/people.ts';
import { resetStoreStatus } from '#server/testing/store-status.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => server.close());
beforeEach(() => resetStoreStatus(server));

const inTen = () => after(server.clock.now(), minutes(10));
const announce = (more: Partial<typeof stores.$inferInsert> = {}) =>
  server.db.direct
    .update(stores)
    .set({ autoclose: inTen(), autoclose_asked: true, autoclose_accepted: false, ...more })
    .where(eq(stores.id, 1));

describe('GET /stores/status (Z-06)', () => {
  const ask = (ids: string, who: Person = 'ana') => server.ask(who, `/stores/status?ids=${ids}`);
  const rows = z.array(z.object({ id: z.int(), status: storeStatus }));

  it('answers the stores that exist; what is announced is told to their staff only', async () => {
    await announce();
    const own = z.parse(rows, (await ask('1,4,9999,2147483648')).body);
    expect(own.map((r) => [r.id, r.status.autoclose !== null])).toEqual([
      [1, true],
      [4, false],
    ]);
    const other = z.parse(rows, (await ask('1', 'gabi')).body);
    expect(other.map((r) => [r.id, r.status.open, r.status.autoclose, r.status.autoclose_asked])).toEqual([
      [1, true, null, false],
    ]);
  });

  it.each(['', '0', '1,', 'a', '1;2', Array.from({ length: 101 }, (_, i) => i + 1).join(',')])(
    'refuses ids=%s',
    async (ids) => {
      expect((await ask(ids)).status).toBe(422);
    },
  );

  it('needs a login', async () => {
    expect((await server.ask(null, '/stores/status?ids=1')).status).toBe(401);
  });
});
