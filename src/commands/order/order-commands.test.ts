import { describe, expect, it } from 'vitest';
import { orderCommandWorld } from '#testing/order-command-world.ts';

const { order, wire, snapshotOf, submission, provisional, names, server, failing, uid } = orderCommandWorld();

describe('what leaves for the server (API, N-16)', () => {
  it.each([
    ['status', { store_id: 7, id: 41, status: 'ACCEPTED' }],
    ['reject', { store_id: 7, id: 41, reject_reason: 'missing_products' }],
    ['delay', { store_id: 7, id: 41, minutes: 10 }],
    ['create', { store_id: 7, ...submission }],
  ] as const)('%s: its route, its id as the key, who sends it and in which order', async (name, input) => {
    const s = server();
    const { signal } = new AbortController();
    await s.send(name, { signal });
    expect(s.sent).toMatchObject([{ route: name, input }]);
    expect(s.sent[0]?.signal).toBe(signal);
    expect(s.headers()).toEqual({ 'idempotency-key': 'cmd-1', 'x-device': 'tablet', 'x-seq': '12' });
  });

  it('says on which revision, or on which own command, it stands', async () => {
    const s = server();
    await s.send('status', { base: { rev: 4 } });
    expect(s.headers()).toMatchObject({ 'if-match': '"4"' });
    expect(s.headers()).not.toHaveProperty('x-after');
    await s.send('reject', { base: { after: 'cmd-0' } });
    expect(s.headers()).toMatchObject({ 'x-after': 'cmd-0' });
    expect(s.headers()).not.toHaveProperty('if-match');
  });

  it.each(names)(
    '%s: only asks what became of it when it is too old or discarded (offline engine, Failures)',
    async (name) => {
      const s = server();
      await s.send(name, { settleOnly: true });
      expect(s.headers()).toMatchObject({ 'x-settle-only': '1', 'idempotency-key': 'cmd-1' });
      await s.send(name);
      expect(s.headers()).not.toHaveProperty('x-settle-only');
    },
  );

  it('an order that waited over 15 s was sold at the prices on the screen; nothing else says so (N-15)', async () => {
    const s = server();
    await s.send('create', { ageMs: 15_000, entity: null });
    expect(s.headers()).not.toHaveProperty('x-taken-offline');
    await s.send('create', { ageMs: 15_001 });
    expect(s.headers()).toMatchObject({ 'x-taken-offline': '1' });
    await s.send('status', { ageMs: 3_600_000 });
    expect(s.headers()).not.toHaveProperty('x-taken-offline');
  });

  it.each(['status', 'reject', 'delay'] as const)('%s of an order that lost its number is not sent', async (name) => {
    for (const entity of [null, provisional]) {
      const s = server();
      expect(await s.send(name, { entity })).toMatchObject({ kind: 'refused', code: 'not_found', snapshots: [] });
      expect(s.sent).toEqual([]);
    }
  });
});

describe('what an answer means (offline engine, Failures; D-07)', () => {
  it.each(names)('%s: the order that comes back is the new snapshot', async (name) => {
    const s = server(() => Promise.resolve(wire({ ver: 9, status: 'DELIVER' })));
    expect(await s.send(name)).toEqual({
      kind: 'applied',
      snapshots: [snapshotOf({ ...order, ver: 9, status: 'DELIVER' })],
    });
  });

  it.each([
    [0, 'no_response', null, false],
    [408, '', null, false],
    [409, 'in_progress', null, false],
    [429, 'too_many_requests', 7_000, false],
    [500, '', null, true],
    [503, 'unavailable', 2_000, true],
  ])('%i %s is unknown: sent again; only a 5xx counts as a fault', async (code, name, retryAfterMs, fault) => {
    for (const command of names)
      expect(await failing(code, name, null, retryAfterMs).send(command)).toEqual({
        kind: 'unknown',
        retryAfterMs,
        fault,
      });
  });

  it('401 is a matter of the session, with the token that it was said of (N-18)', async () => {
    for (const command of names)
      expect(await failing(401, 'unauthorized').send(command)).toEqual({ kind: 'auth', generation: 3 });
  });

  it.each([
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'expired'],
    [410, 'gone'],
    [412, 'precondition'],
    [422, 'idempotency_mismatch'],
    [422, 'total_mismatch'],
  ])("%i %s is refused, with the server's sentence", async (code, name) => {
    expect(await failing(code, name, { code: name }).send('create')).toEqual({
      kind: 'refused',
      code: name,
      message: 'Lo que dijo el servidor.',
      found: null,
      by: null,
      at: null,
      snapshots: [],
    });
  });

  it('a conflict brings the order as it is now, who moved it and when (N-16)', async () => {
    const body = {
      code: 'conflict',
      current: wire({ ver: 9, status: 'COMPLETE' }),
      by: { id: 2, fullname: 'Ana' },
      at: '2026-11-21T23:14:00.000Z',
    };
    expect(await failing(409, 'conflict', body).send('status')).toMatchObject({
      kind: 'refused',
      code: 'conflict',
      found: 'COMPLETE',
      by: 'Ana',
      at: '2026-11-21T23:14:00.000Z',
      snapshots: [snapshotOf({ ...order, ver: 9, status: 'COMPLETE' })],
    });
  });

  it.each([
    [{ current: null, by: null, at: null }],
    [{ current: { uid }, by: 'Ana', at: 7 }],
    [{ current: 'x', by: { fullname: 8 } }],
    ['nothing that we know'],
  ])('a conflict that says less is still a refusal: %o', async (body) => {
    expect(await failing(409, 'conflict', body).send('status')).toMatchObject({
      kind: 'refused',
      code: 'conflict',
      found: null,
      by: null,
      at: null,
      snapshots: [],
    });
  });

  it.each([
    ['an amount that the currency cannot hold', () => wire({ total: 1.001 })],
    ['a time that is none', () => wire({ created_at: 'ayer' })],
    ['null', () => JSON.parse('null')],
    ['another shape', () => JSON.parse('{"ok":true}')],
  ])('an answer that cannot be read is as good as none: %s (I1)', async (_, answer) => {
    for (const command of names)
      expect(await server(() => Promise.resolve(answer())).send(command)).toEqual({
        kind: 'unknown',
        retryAfterMs: null,
        fault: true,
      });
  });
});
